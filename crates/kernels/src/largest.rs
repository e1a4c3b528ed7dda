//! The largest of a row of scores, and those that come near it.

use crate::dispatch::per_isa;

/// Independent lanes, so that a comparison need not wait for the one before.
const LANES: usize = 16;

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

struct Lanes {
    largest: [f32; LANES],
    second: [f32; LANES],
    block: [u32; LANES],
}

impl Lanes {
    const EMPTY: Self =
        Self { largest: [f32::NEG_INFINITY; LANES], second: [f32::NEG_INFINITY; LANES], block: [0; LANES] };

    #[inline(always)]
    fn offer(&mut self, index: u32, block: &[f32; LANES]) {
        for (lane, &value) in block.iter().enumerate() {
            let largest = self.largest[lane];
            let leads = value > largest;
            let lesser = if leads { largest } else { value };
            self.second[lane] = if lesser > self.second[lane] { lesser } else { self.second[lane] };
            self.block[lane] = if leads { index } else { self.block[lane] };
            self.largest[lane] = if leads { value } else { largest };
        }
    }

    /// The barrier keeps the compiler from arranging the registers of the loop before for these few steps.
    #[inline(always)]
    fn join(self) -> TwoLargest {
        let Self { largest, second, block } = std::hint::black_box(self);
        let mut found = TwoLargest { index: 0, largest: f32::NEG_INFINITY, second: f32::NEG_INFINITY };
        for lane in 0..LANES {
            let (value, index) = (largest[lane], block[lane] as usize * LANES + lane);
            let leads = value > found.largest || (value >= found.largest && index < found.index);
            let lesser = if leads { found.largest } else { value };
            found.second = found.second.max(lesser).max(second[lane]);
            if leads {
                (found.index, found.largest) = (index, value);
            }
        }
        found
    }
}

#[inline(always)]
fn two_largest_body(values: &[f32]) -> TwoLargest {
    let mut lanes = Lanes::EMPTY;
    let (blocks, rest) = values.as_chunks::<LANES>();
    for (index, block) in blocks.iter().enumerate() {
        lanes.offer(index as u32, block);
    }
    if !rest.is_empty() {
        let mut last = [f32::NEG_INFINITY; LANES];
        last[..rest.len()].copy_from_slice(rest);
        lanes.offer(blocks.len() as u32, &last);
    }
    lanes.join()
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
