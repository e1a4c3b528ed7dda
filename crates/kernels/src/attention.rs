//! Self-attention over packed texts.

use crate::activation::softmax;
use crate::matrix::{Arithmetic, LeftRows, Output, PackedMatrix, Rows, multiply};

/// Shape of the heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// Number of heads.
    pub count: usize,
    /// Values of a head; all heads together are as wide as a hidden state.
    pub width: usize,
}

/// Buffers that are used again for every head of every text.
#[derive(Debug)]
pub struct AttentionSpace {
    arithmetic: Arithmetic,
    queries: LeftRows,
    keys: PackedMatrix,
    values: PackedMatrix,
    scores: Vec<f32>,
    weights: LeftRows,
}

impl AttentionSpace {
    /// Empty buffers.
    #[must_use]
    pub fn new(arithmetic: Arithmetic) -> Self {
        Self {
            arithmetic,
            queries: LeftRows::new(arithmetic),
            keys: PackedMatrix::new(arithmetic),
            values: PackedMatrix::new(arithmetic),
            scores: Vec::new(),
            weights: LeftRows::new(arithmetic),
        }
    }
}

/// Sets `context`, shape `(tokens, hidden)`, to the attended values of texts that lie one after another.
///
/// `projected`, shape `(tokens, 3 · hidden)`, holds queries, keys and values side by side; `lengths` are the tokens of
/// each text, in order. Every text sees itself alone, so that there is no padding and no mask, and its result does not
/// depend on the others. Vaswani et al. 2017, section 3.2: softmax(Q Kᵀ / √d) V, head by head; cost is
/// `4 · tokens² · hidden` operations a text.
///
/// # Panics
/// If the shapes do not fit.
pub fn attend(
    projected: &[f32],
    lengths: &[usize],
    heads: Heads,
    space: &mut AttentionSpace,
    context: &mut LeftRows,
) {
    let hidden = heads.count * heads.width;
    let tokens: usize = lengths.iter().sum();
    assert_eq!(projected.len(), tokens * 3 * hidden, "projections of {tokens} tokens");
    assert_eq!((context.count(), context.depth()), (tokens, hidden), "context of {tokens} tokens");
    let mut first_token = 0;
    for &length in lengths {
        let text = &projected[first_token * 3 * hidden..(first_token + length) * 3 * hidden];
        for head in 0..heads.count {
            let place = Place { first_token, first_column: head * heads.width };
            attend_head(text, length, heads, place, space, context);
        }
        first_token += length;
    }
}

/// Where in the context the result of one head of one text goes.
#[derive(Debug, Clone, Copy)]
struct Place {
    first_token: usize,
    first_column: usize,
}

fn attend_head(
    text: &[f32],
    length: usize,
    heads: Heads,
    place: Place,
    space: &mut AttentionSpace,
    context: &mut LeftRows,
) {
    if length == 0 {
        return;
    }
    let (width, hidden) = (heads.width, heads.count * heads.width);
    let part = |index: usize| Rows {
        values: &text[index * hidden + place.first_column..],
        count: length,
        stride: 3 * hidden,
    };
    space.queries.reshape(length, width);
    space.queries.set_rows(part(0), 1.0 / (width as f32).sqrt());
    space.keys.pack_rows(part(1), width);
    space.values.pack_columns(part(2), width);
    space.scores.resize(length * length, 0.0);
    multiply(space.queries.all(), &space.keys, Output::set(&mut space.scores));
    space.weights.reshape(length, length);
    softmax(space.arithmetic.isa(), &mut space.scores, &mut space.weights);
    multiply(
        space.weights.all(),
        &space.values,
        Output::left(context, place.first_token, place.first_column),
    );
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::numbers;

    /// Attention in f64, value by value.
    fn slow(projected: &[f32], lengths: &[usize], heads: Heads) -> Vec<f64> {
        let hidden = heads.count * heads.width;
        let mut context = Vec::new();
        let mut first = 0;
        for &length in lengths {
            let at = |token: usize, part: usize, column: usize| {
                f64::from(projected[(first + token) * 3 * hidden + part * hidden + column])
            };
            for token in 0..length {
                for column in 0..hidden {
                    let head = column / heads.width * heads.width..(column / heads.width + 1) * heads.width;
                    let score = |other: usize| {
                        head.clone().map(|c| at(token, 0, c) * at(other, 1, c)).sum::<f64>()
                            / (heads.width as f64).sqrt()
                    };
                    let weights: Vec<f64> = (0..length).map(|other| score(other).exp()).collect();
                    let total: f64 = weights.iter().sum();
                    context
                        .push((0..length).map(|other| weights[other] / total * at(other, 2, column)).sum());
                }
            }
            first += length;
        }
        context
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn every_arithmetic_agrees_with_plain_f64(
            lengths in prop::collection::vec(0_usize..40, 1..4),
            count in 1_usize..4,
            width in 1_usize..40,
            seed: u64,
        ) {
            let heads = Heads { count, width };
            let tokens: usize = lengths.iter().sum();
            let projected = numbers(tokens * 3 * count * width, seed);
            let exact = slow(&projected, &lengths, heads);
            for arithmetic in Arithmetic::available() {
                let mut context = LeftRows::new(arithmetic);
                context.reshape(tokens, count * width);
                attend(&projected, &lengths, heads, &mut AttentionSpace::new(arithmetic), &mut context);
                let bound = arithmetic.relative_error();
                for (token, exact) in exact.chunks(count * width).enumerate() {
                    for (got, exact) in context.values_of(token).into_iter().zip(exact) {
                        prop_assert!((f64::from(got) - exact).abs() < bound, "{arithmetic:?}: {got} for {exact}");
                    }
                }
            }
        }

        #[test]
        fn a_text_gives_the_same_bits_alone_and_among_others(seed: u64) {
            let (lengths, heads) = ([5, 33, 2], Heads { count: 2, width: 32 });
            let projected = numbers(40 * 3 * 64, seed);
            for arithmetic in Arithmetic::available() {
                let mut space = AttentionSpace::new(arithmetic);
                let mut together = LeftRows::new(arithmetic);
                together.reshape(40, 64);
                attend(&projected, &lengths, heads, &mut space, &mut together);
                let mut alone = LeftRows::new(arithmetic);
                alone.reshape(33, 64);
                attend(&projected[5 * 192..38 * 192], &[33], heads, &mut space, &mut alone);
                for token in 0..33 {
                    prop_assert_eq!(alone.values_of(token), together.values_of(5 + token));
                }
            }
        }
    }
}
