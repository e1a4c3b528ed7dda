//! A new picture laid over an old one.

use super::Point;

/// Moves points so that they lie over their old places as well as can be: turned, mirrored, and with `scaled` stretched
/// alike in both directions, around their middles (Schönemann 1966; the plane has a closed form).
///
/// Points without an old place follow. Fewer than two old places move the points without turning them.
pub(super) fn register(points: &mut [Point], old: &[Option<Point>], scaled: bool) {
    let pairs: Vec<(Point, Point)> =
        points.iter().zip(old).filter_map(|(point, old)| Some((*point, (*old)?))).collect();
    if pairs.is_empty() {
        return;
    }
    let from = mean(pairs.iter().map(|pair| pair.0));
    let to = mean(pairs.iter().map(|pair| pair.1));
    let centred: Vec<(Point, Point)> = pairs.iter().map(|(a, b)| (minus(*a, from), minus(*b, to))).collect();
    let turned = Turn::best(&centred, false);
    let mirrored = Turn::best(&centred, true);
    let turn = if mirrored.agreement > turned.agreement + 1e-12 { mirrored } else { turned };
    let length: f64 = centred.iter().map(|(a, _)| a[0] * a[0] + a[1] * a[1]).sum();
    let scale = if scaled && turn.agreement > 1e-12 { turn.agreement / length.max(1e-12) } else { 1.0 };
    for point in points {
        let [x, y] = turn.of(minus(*point, from));
        *point = [to[0] + scale * x, to[1] + scale * y];
    }
}

/// A turn, maybe after mirroring.
struct Turn {
    is_mirrored: bool,
    cosine: f64,
    sine: f64,
    /// Sum of the products of turned points with their old places.
    agreement: f64,
}

impl Turn {
    fn best(pairs: &[(Point, Point)], is_mirrored: bool) -> Self {
        let (mut dot, mut cross) = (0.0, 0.0);
        for (a, b) in pairs {
            let a = mirror(*a, is_mirrored);
            dot += a[0] * b[0] + a[1] * b[1];
            cross += a[0] * b[1] - a[1] * b[0];
        }
        let agreement = dot.hypot(cross);
        let [cosine, sine] =
            if agreement > 1e-12 { [dot / agreement, cross / agreement] } else { [1.0, 0.0] };
        Self { is_mirrored, cosine, sine, agreement }
    }

    fn of(&self, point: Point) -> Point {
        let [x, y] = mirror(point, self.is_mirrored);
        [self.cosine * x - self.sine * y, self.sine * x + self.cosine * y]
    }
}

fn mirror(point: Point, is_mirrored: bool) -> Point {
    if is_mirrored { [point[0], -point[1]] } else { point }
}

fn mean(points: impl Iterator<Item = Point>) -> Point {
    let (sum, count) = points
        .fold(([0.0, 0.0], 0.0), |(sum, count), point| ([sum[0] + point[0], sum[1] + point[1]], count + 1.0));
    sum.map(|value| value / f64::max(count, 1.0))
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: [Point; 4] = [[0.1, 0.2], [0.8, 0.3], [0.5, 0.9], [0.3, 0.4]];

    fn moved(scale: f64, mirror: f64) -> Vec<Point> {
        OLD.iter().map(|[x, y]| [3.0 - scale * y * mirror, 1.0 + scale * x]).collect()
    }

    fn assert_near(points: &[Point]) {
        for (a, b) in points.iter().zip(OLD) {
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9, "{points:?}");
        }
    }

    #[test]
    fn turned_mirrored_and_scaled_pictures_come_back() {
        let old: Vec<Option<Point>> = OLD.iter().copied().map(Some).collect();
        for (scale, mirror) in [(1.0, 1.0), (2.5, 1.0), (0.3, -1.0)] {
            let mut points = moved(scale, mirror);
            register(&mut points, &old, true);
            assert_near(&points);
        }
        let mut points = moved(1.0, -1.0);
        register(&mut points, &old, false);
        assert_near(&points);
    }

    #[test]
    fn few_old_places_are_enough() {
        let mut points = vec![[0.0, 0.0], [1.0, 0.0]];
        register(&mut points, &[None, None], true);
        assert_eq!(points, [[0.0, 0.0], [1.0, 0.0]]);
        register(&mut points, &[Some([0.5, 0.5]), None], true);
        assert_eq!(points, [[0.5, 0.5], [1.5, 0.5]]);
    }
}
