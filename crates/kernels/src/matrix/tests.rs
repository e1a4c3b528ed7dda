use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::arithmetic::Operands;
use super::*;
use crate::Isa;
use crate::testing::numbers;

#[derive(Debug, Clone, Copy)]
struct Shape {
    rows: usize,
    columns: usize,
    depth: usize,
}

impl Shape {
    fn left(self, seed: u64) -> Vec<f32> {
        numbers(self.rows * self.depth, seed)
    }

    fn right(self, seed: u64) -> Vec<f32> {
        numbers(self.columns * self.depth, seed + 1)
    }
}

fn left_rows(arithmetic: Arithmetic, shape: Shape, values: &[f32]) -> LeftRows {
    let mut left = LeftRows::new(arithmetic);
    left.reshape(shape.rows, shape.depth);
    left.set_rows(Rows { values, count: shape.rows, stride: shape.depth }, 1.0);
    left
}

/// What an operand stands for in a product.
fn meaning(arithmetic: Arithmetic, value: f32) -> (f64, f64) {
    let (high, low) = bfloat16::split(value);
    let [high, low] = [high, low].map(|bits| f64::from(bfloat16::widen(bits)));
    match arithmetic.operands() {
        Operands::Single => (f64::from(value), 0.0),
        Operands::Rounded | Operands::Bf16 => (high, 0.0),
        Operands::Split => (high, low),
    }
}

/// The product of two rows in f64, without that of the two low halves, and the sum of the sizes of its terms.
fn slow_dot(arithmetic: Arithmetic, a: &[f32], b: &[f32]) -> (f64, f64) {
    a.iter().zip(b).fold((0.0, 0.0), |(sum, size), (&a, &b)| {
        let ((a, a_low), (b, b_low)) = (meaning(arithmetic, a), meaning(arithmetic, b));
        let term = a * b + a * b_low + a_low * b;
        (sum + term, size + term.abs())
    })
}

fn assert_product(arithmetic: Arithmetic, shape: Shape, seed: u64) -> Result<(), TestCaseError> {
    let Shape { rows, columns, depth } = shape;
    let (left, right) = (shape.left(seed), shape.right(seed));
    let matrix = PackedMatrix::from_rows(arithmetic, &right, columns, depth);
    let mut output = vec![f32::NAN; rows * columns];
    multiply(left_rows(arithmetic, shape, &left).all(), &matrix, Output::set(&mut output));
    for i in 0..rows {
        for j in 0..columns {
            let row = |values: &[f32], at: usize| values[at * depth..(at + 1) * depth].to_vec();
            let (exact, size) = slow_dot(arithmetic, &row(&left, i), &row(&right, j));
            let bound = 1e-7 * (6 * depth + 1) as f64 * size + 1e-12;
            let got = f64::from(output[i * columns + j]);
            prop_assert!(
                (got - exact).abs() <= bound,
                "{arithmetic:?} {shape:?} at {i}, {j}: {got} for {exact}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_arithmetic_agrees_with_plain_f64(
        rows in 0_usize..70,
        columns in 1_usize..70,
        depth in 0_usize..90,
        seed in 0_u64..u64::MAX / 2,
    ) {
        for arithmetic in Arithmetic::available() {
            assert_product(arithmetic, Shape { rows, columns, depth }, seed)?;
        }
    }

    #[test]
    fn the_two_ways_of_packing_agree(columns in 1_usize..70, depth in 1_usize..70, seed: u64) {
        let by_rows = numbers(columns * depth, seed);
        let by_columns: Vec<f32> =
            (0..columns * depth).map(|i| by_rows[i % columns * depth + i / columns]).collect();
        let left = numbers(3 * depth, seed ^ 1);
        for arithmetic in Arithmetic::available() {
            let mut outputs = [vec![0.0; 3 * columns], vec![0.0; 3 * columns]];
            let mut transposed = PackedMatrix::new(arithmetic);
            transposed.pack_columns(Rows { values: &by_columns, count: depth, stride: columns }, columns);
            let packed = PackedMatrix::from_rows(arithmetic, &by_rows, columns, depth);
            let left = left_rows(arithmetic, Shape { rows: 3, columns, depth }, &left);
            for (matrix, output) in [packed, transposed].iter().zip(&mut outputs) {
                multiply(left.all(), matrix, Output::set(output));
            }
            prop_assert_eq!(&outputs[0], &outputs[1]);
        }
    }

    #[test]
    fn what_follows_a_product_equals_separate_steps(
        rows in 1_usize..40,
        columns in 1_usize..70,
        seed in 0_u64..u64::MAX / 2,
    ) {
        let shape = Shape { rows, columns, depth: 40 };
        let (left, right) = (shape.left(seed), shape.right(seed));
        let bias = numbers(columns, seed ^ 2);
        for arithmetic in Arithmetic::available() {
            let matrix = PackedMatrix::from_rows(arithmetic, &right, columns, 40);
            let left = left_rows(arithmetic, shape, &left);
            let mut plain = vec![0.0; rows * columns];
            multiply(left.all(), &matrix, Output::set(&mut plain));
            let mut added = vec![1.5; rows * columns];
            multiply(left.all(), &matrix, Output::add(&mut added).with_bias(&bias));
            let mut further = LeftRows::new(arithmetic);
            further.reshape(rows + 1, columns + 2);
            multiply(left.all(), &matrix, Output::left(&mut further, 1, 2).with_bias(&bias).with_gelu());
            for row in 0..rows {
                let products = &plain[row * columns..][..columns];
                let biased: Vec<f32> = products.iter().zip(&bias).map(|(x, b)| x + b).collect();
                for (sum, x) in added[row * columns..].iter().zip(&biased) {
                    prop_assert_eq!(sum.to_bits(), (1.5 + x).to_bits());
                }
                let mut expected = biased;
                crate::gelu(arithmetic.isa(), &mut expected);
                for (got, expected) in further.values_of(row + 1)[2..].iter().zip(expected) {
                    let bound = arithmetic.relative_error() as f32;
                    prop_assert!((got - expected).abs() <= bound, "{arithmetic:?}: {got} for {expected}");
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "do not fit")]
fn a_stride_beyond_the_address_space_is_refused() {
    let matrix = PackedMatrix::from_rows(Arithmetic::single(Isa::PORTABLE), &[1.0; 8], 2, 4);
    let rows = Rows { values: &[1.0; 8], count: 3, stride: 1 << 63 };
    multiply(rows, &matrix, Output::set(&mut [0.0; 6]));
}

#[test]
fn deep_products_agree() {
    for arithmetic in Arithmetic::available() {
        assert_product(arithmetic, Shape { rows: 37, columns: 33, depth: 1541 }, 7).unwrap();
    }
}

#[test]
fn a_row_gives_the_same_bits_alone_and_among_others() {
    let shape = Shape { rows: 61, columns: 40, depth: 400 };
    let left = shape.left(3);
    for arithmetic in Arithmetic::available() {
        let matrix = PackedMatrix::from_rows(arithmetic, &shape.right(3), shape.columns, shape.depth);
        let mut together = vec![0.0; shape.rows * shape.columns];
        multiply(left_rows(arithmetic, shape, &left).all(), &matrix, Output::set(&mut together));
        for i in 0..shape.rows {
            let mut alone = vec![0.0; shape.columns];
            let one = Shape { rows: 1, ..shape };
            let row = &left[i * shape.depth..(i + 1) * shape.depth];
            multiply(left_rows(arithmetic, one, row).all(), &matrix, Output::set(&mut alone));
            assert_eq!(
                alone,
                together[i * shape.columns..(i + 1) * shape.columns],
                "{arithmetic:?}, row {i}"
            );
        }
    }
}

#[test]
fn a_buffer_of_another_shape_leaves_nothing_behind() {
    let (large, small) =
        (Shape { rows: 20, columns: 5, depth: 64 }, Shape { rows: 3, columns: 5, depth: 35 });
    for arithmetic in Arithmetic::available() {
        let mut used = left_rows(arithmetic, large, &vec![f32::MAX; 20 * 64]);
        used.reshape(3, 35);
        let values = small.left(1);
        used.set_rows(Rows { values: &values, count: 3, stride: 35 }, 1.0);
        let fresh = left_rows(arithmetic, small, &values);
        let mut matrix = PackedMatrix::from_rows(arithmetic, &vec![f32::MAX; 5 * 64], 5, 64);
        matrix.pack_rows(Rows { values: &small.right(1), count: 5, stride: 35 }, 35);
        let mut outputs = [[0.0; 15]; 2];
        multiply(used.all(), &matrix, Output::set(&mut outputs[0]));
        multiply(fresh.all(), &matrix, Output::set(&mut outputs[1]));
        assert_eq!(outputs[0].map(f32::to_bits), outputs[1].map(f32::to_bits));
        assert!(outputs[0].iter().all(|x| x.is_finite()));
    }
}
