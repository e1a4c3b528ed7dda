//! Whether near papers are of a kind.

/// Share of each paper's nearest others that have its label, mean over the papers that have others, 0 to 1.
///
/// `nearest` are the nearest other papers of each, as [`nearest_of_all`](crate::neighbours::nearest_of_all()) gives them;
/// `labels` one label a paper. `None` where no paper has another.
#[must_use]
pub fn neighbour_purity(nearest: &[Vec<(usize, f32)>], labels: &[usize]) -> Option<f64> {
    let share = |(label, others): (&usize, &Vec<(usize, f32)>)| {
        let same = others.iter().filter(|(other, _)| labels.get(*other) == Some(label)).count();
        (!others.is_empty()).then(|| same as f64 / others.len() as f64)
    };
    let shares: Vec<f64> = labels.iter().zip(nearest).filter_map(share).collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ndarray::Array2;
    use serde::Deserialize;

    use super::*;
    use crate::UnitRows;
    use crate::choose_k::silhouette;
    use crate::neighbours::nearest_of_all;

    #[derive(Deserialize)]
    struct Golden {
        vectors: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        rows: Vec<Vec<f32>>,
        labels: Vec<usize>,
        neighbours: usize,
        neighbour_purity: f64,
        macro_silhouette: f64,
    }

    #[test]
    fn figures_of_vectors_are_those_of_the_reference() {
        let golden: Golden =
            serde_json::from_str(include_str!("../../../../tests/golden/scores.json")).unwrap();
        assert!(!golden.vectors.is_empty());
        for case in golden.vectors {
            let shape = (case.rows.len(), case.rows[0].len());
            let rows = Array2::from_shape_vec(shape, case.rows.concat()).unwrap();
            let rows = UnitRows::try_from(rows).unwrap();
            let nearest = nearest_of_all(&rows, case.neighbours, &|_, _| ControlFlow::Continue(())).unwrap();
            let purity = neighbour_purity(&nearest, &case.labels).unwrap();
            assert!((purity - case.neighbour_purity).abs() < 1e-9, "{purity}");
            let groups = case.labels.iter().max().unwrap() + 1;
            let silhouette = silhouette(&rows, &case.labels, groups);
            assert!((silhouette - case.macro_silhouette).abs() < 1e-5, "{silhouette}");
        }
    }

    #[test]
    fn papers_without_others_are_left_out() {
        assert_eq!(neighbour_purity(&[vec![]], &[0]), None);
        assert_eq!(neighbour_purity(&[], &[]), None);
        assert_eq!(neighbour_purity(&[vec![(1, 0.5)], vec![]], &[3, 3]), Some(1.0));
    }
}
