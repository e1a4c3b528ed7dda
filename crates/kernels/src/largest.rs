//! The largest of a row of scores, and those that come near it.

use crate::dispatch::per_isa;
use crate::lanes;

/// Values that are compared at once.
const LANES: usize = 32;

/// The largest value of a row, and how large the next is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoLargest {
    /// Index of the largest, ties by lower index; 0 where there is none.
    pub index: usize,
    /// The largest; negative infinity where there is none.
    pub largest: f32,
    /// The largest of the others; negative infinity where there is none.
    pub second: f32,
}

per_isa! {
    /// The largest and the second largest of `values`; what is no number is passed over.
    #[must_use]
    pub fn two_largest_on(values: &[f32]) -> TwoLargest = two_largest_body;
}

per_isa! {
    /// Calls `found` with the index of every value that is not below `floor`, in order; what is no number counts.
    pub fn not_below_on(values: &[f32], floor: f32, found: &mut dyn FnMut(usize)) = not_below_body;
}

/// Three passes over a row in the first-level cache; one that keeps indices takes longer.
#[inline(always)]
fn two_largest_body(values: &[f32]) -> TwoLargest {
    let largest = lanes::largest(values);
    let index = first_from(values, largest);
    let rest = [&values[..index], values.get(index + 1..).unwrap_or_default()].map(lanes::largest);
    TwoLargest { index, largest, second: if rest[1] > rest[0] { rest[1] } else { rest[0] } }
}

/// Index of the first value that is at least `least`; 0 where there is none.
#[inline(always)]
fn first_from(values: &[f32], least: f32) -> usize {
    let found = |block: &[f32]| block.iter().filter(|value| **value >= least).count() > 0;
    let block = values.chunks(LANES).position(found).unwrap_or_default() * LANES;
    block + values[block..].iter().position(|&value| value >= least).unwrap_or_default()
}

#[inline(always)]
fn not_below_body(values: &[f32], floor: f32, found: &mut dyn FnMut(usize)) {
    let below = |value: f32| value < floor;
    for (index, block) in values.chunks(LANES).enumerate() {
        if block.iter().fold(true, |all, &value| all & below(value)) {
            continue;
        }
        for (lane, &value) in block.iter().enumerate() {
            if !below(value) {
                found(index * LANES + lane);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;

    fn slow(values: &[f32]) -> TwoLargest {
        let mut order: Vec<usize> = (0..values.len()).filter(|&at| !values[at].is_nan()).collect();
        order.sort_by(|&a, &b| values[b].partial_cmp(&values[a]).unwrap().then(a.cmp(&b)));
        let value = |place: usize| order.get(place).map_or(f32::NEG_INFINITY, |&at| values[at]);
        TwoLargest { index: order.first().copied().unwrap_or(0), largest: value(0), second: value(1) }
    }

    fn few_values() -> impl Strategy<Value = Vec<f32>> {
        let value = prop_oneof![8 => (-4_i8..4).prop_map(f32::from), 1 => Just(f32::NAN)];
        prop::collection::vec(value, 0..100)
    }

    proptest! {
        #[test]
        fn every_path_finds_what_sorting_finds(values in few_values(), floor in -5_i8..5) {
            let at_least: Vec<usize> = (0..values.len()).filter(|&at| values[at].is_nan() || values[at] >= f32::from(floor)).collect();
            for isa in Isa::available() {
                prop_assert_eq!(two_largest_on(isa, &values), slow(&values));
                let mut found = Vec::new();
                not_below_on(isa, &values, f32::from(floor), &mut |index| found.push(index));
                prop_assert_eq!(&found, &at_least);
            }
        }
    }
}
