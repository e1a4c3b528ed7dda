//! Reductions of rows by lanes, in an order that depends on the length alone.

/// Independent lanes, so that an addition need not wait for the one before.
const LANES: usize = 32;

/// The sum of `term(x)` over `row`.
#[inline(always)]
pub(crate) fn sum(row: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            lanes[lane] += term(block[lane]);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane += term(x);
    }
    join(lanes, |a, b| a + b)
}

/// The sum of `term(x, y)` over two rows.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub(crate) fn sum_of_pairs(a: &[f32], b: &[f32], term: impl Fn(f32, f32) -> f32) -> f32 {
    assert_eq!(a.len(), b.len(), "rows of different length");
    let mut lanes = [0.0; LANES];
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    for (x, y) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..LANES {
            lanes[lane] += term(x[lane], y[lane]);
        }
    }
    for (lane, (&x, &y)) in lanes.iter_mut().zip(a_rest.iter().zip(b_rest)) {
        *lane += term(x, y);
    }
    join(lanes, |a, b| a + b)
}

/// The largest value of `row`; negative infinity where there is none. What is no number is passed over.
#[inline(always)]
pub(crate) fn largest(row: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            lanes[lane] = larger(lanes[lane], block[lane]);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane = larger(*lane, x);
    }
    join(lanes, larger)
}

/// Joins the lanes pairwise.
///
/// The barrier keeps the compiler from arranging the registers of the loop before for these few steps, which costs the
/// loop a factor of five.
#[inline(always)]
fn join(lanes: [f32; LANES], step: impl Fn(f32, f32) -> f32) -> f32 {
    let lanes = std::hint::black_box(lanes);
    let lanes: [f32; 16] = halve(&lanes, &step);
    let lanes: [f32; 8] = halve(&lanes, &step);
    let lanes: [f32; 4] = halve(&lanes, &step);
    step(step(lanes[0], lanes[2]), step(lanes[1], lanes[3]))
}

#[inline(always)]
fn halve<const HALF: usize>(lanes: &[f32], step: impl Fn(f32, f32) -> f32) -> [f32; HALF] {
    std::array::from_fn(|lane| step(lanes[lane], lanes[lane + HALF]))
}
