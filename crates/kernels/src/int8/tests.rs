use proptest::prelude::*;

use super::*;
use crate::Isa;
use crate::testing::numbers;

fn scores(
    isa: Isa,
    rows: &[f32],
    columns: &[f32],
    bias: &[f32],
    depth: usize,
) -> (Int8Rows, Int8Columns, Vec<f32>) {
    let mut left = Int8Rows::new(depth).unwrap();
    let count = rows.len() / depth;
    for row in 0..count {
        left.push(&rows[row * depth..(row + 1) * depth]);
    }
    let right = Int8Columns::new(columns, bias, depth);
    let mut scores = vec![f32::NAN; count * bias.len()];
    upper_scores(isa, &left, &right, &mut scores);
    (left, right, scores)
}

fn assert_bounds(isa: Isa, rows: &[f32], columns: &[f32], bias: &[f32], depth: usize) -> f64 {
    let (left, right, scores) = scores(isa, rows, columns, bias, depth);
    let mut widest = 0.0_f64;
    for (place, &score) in scores.iter().enumerate() {
        let (row, column) = (place / bias.len(), place % bias.len());
        let terms = rows[row * depth..][..depth].iter().zip(&columns[column * depth..][..depth]);
        let exact = terms.map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>() + f64::from(bias[column]);
        let slack = f64::from(left.slack(row, &right, column));
        let score = f64::from(score);
        assert!(exact <= score && score <= exact + slack, "{isa}: {exact} {score} {slack}");
        widest = widest.max(slack);
    }
    widest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn scores_keep_their_bounds_on_every_path(
        [rows, columns] in [0_usize..40, 1..80],
        depth in 1_usize..140,
        scales in [-60_i32..50, -60..50],
        seed in 0_u64..u64::MAX / 2,
    ) {
        let scaled = |count: usize, scale: i32, seed: u64| -> Vec<f32> {
            numbers(count, seed).into_iter().map(|value| value * 2.0_f32.powi(scale)).collect()
        };
        let left = scaled(rows * depth, scales[0], seed);
        let right = scaled(columns * depth, scales[1], seed + 1);
        let bias = scaled(columns, scales[0] + scales[1], seed + 2);
        for isa in Isa::available() {
            assert_bounds(isa, &left, &right, &bias, depth);
        }
    }

    #[test]
    fn sums_are_the_same_on_every_path(rows in 1_usize..30, columns in 1_usize..70, depth in 1_usize..90, seed: u64) {
        let (left, right) = (numbers(rows * depth, seed), numbers(columns * depth, !seed));
        let bias = vec![0.0; columns];
        let reference = scores(Isa::PORTABLE, &left, &right, &bias, depth).2;
        for isa in Isa::available() {
            let scores = scores(isa, &left, &right, &bias, depth).2;
            for (score, reference) in scores.iter().zip(&reference) {
                prop_assert!((score - reference).abs() <= 1e-6 * (1.0 + depth as f32));
            }
        }
    }
}

#[test]
fn the_bound_is_a_small_part_of_the_product() {
    let (rows, columns) = (numbers(20 * 384, 1), numbers(40 * 384, 2));
    let square = |values: &[f32]| values[..384].iter().map(|x| f64::from(x * x)).sum::<f64>();
    for isa in Isa::available() {
        let widest = assert_bounds(isa, &rows, &columns, &[0.0; 40], 384);
        assert!(widest < 0.03 * (square(&rows) * square(&columns)).sqrt(), "{widest}");
    }
}

#[test]
fn extreme_values_keep_their_bounds() {
    for size in [0.0, f32::from_bits(1), f32::MIN_POSITIVE, 1e18] {
        let values = [size, -size, 0.0, size / 3.0, -size];
        for isa in Isa::available() {
            assert_bounds(isa, &values, &values, &[0.0], 5);
        }
    }
}

#[test]
fn a_row_is_taken_over_as_it_is() {
    let mut rows = Int8Rows::new(7).unwrap();
    let values = numbers(21, 5);
    for row in values.chunks(7) {
        rows.push(row);
    }
    let mut taken = Int8Rows::new(7).unwrap();
    taken.push(&values[..7]);
    taken.clear();
    taken.push_from(&rows, 2);
    assert_eq!((taken.count(), taken.depth()), (1, 7));
    assert_eq!((&taken.quads[..], taken.rounded[0]), (&rows.quads[4..], rows.rounded[2]));
}

#[test]
fn rows_too_long_for_32_bits_are_refused() {
    assert!(Int8Rows::new(DEEPEST + 1).is_none());
    let (longest, bias) = (vec![1.0; DEEPEST], [0.0]);
    for isa in Isa::available() {
        assert_bounds(isa, &longest, &longest, &bias, DEEPEST);
    }
}
