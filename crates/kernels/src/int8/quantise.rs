//! Rounding of a vector to int8.

use crate::dispatch::per_isa;

/// The largest quantised value.
const LARGEST: f32 = 127.0;
/// Added to a number of at most 22 bits, it leaves the nearest integer in the lowest bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0;

/// A vector in int8: each value times `scale` is near to that of the vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rounded {
    pub(super) scale: f32,
    /// Sum of the quantised values.
    pub(super) sum: i32,
    /// At least the length of the vector.
    pub(super) length: f32,
    /// At least the length of what the rounded vector stands for.
    pub(super) quantised_length: f32,
    /// At least the length of the difference.
    pub(super) error: f32,
}

per_isa! {
    /// Rounds `values` into `bytes`, of the same number.
    pub(super) fn quantise(values: &[f32], bytes: &mut [i8]) -> Rounded = quantise_body;
}

#[inline(always)]
fn quantise_body(values: &[f32], bytes: &mut [i8]) -> Rounded {
    let largest = largest_size(values);
    let scale = largest / LARGEST;
    let inverse = if scale > 0.0 { LARGEST / largest } else { 0.0 };
    for (byte, &value) in bytes.iter_mut().zip(values) {
        *byte = ((value * inverse + TO_INTEGER).to_bits() as u8).cast_signed();
    }
    let [length, quantised_length, error] =
        squares(values, bytes, f64::from(scale)).map(|square| upwards(square.sqrt()));
    let sum = bytes.iter().map(|&byte| i32::from(byte)).sum();
    Rounded { scale, sum, length, quantised_length, error }
}

#[inline(always)]
fn largest_size(values: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    let (blocks, rest) = values.as_chunks::<16>();
    let larger = |a: f32, b: f32| if b.abs() > a { b.abs() } else { a };
    for block in blocks {
        for (lane, &value) in lanes.iter_mut().zip(block) {
            *lane = larger(*lane, value);
        }
    }
    rest.iter().chain(&std::hint::black_box(lanes)).fold(0.0, |most, &value| larger(most, value))
}

/// Squared lengths of the values, of what they are rounded to, and of the difference.
#[inline(always)]
fn squares(values: &[f32], bytes: &[i8], scale: f64) -> [f64; 3] {
    const LANES: usize = 8;
    let mut lanes = [[0.0_f64; LANES]; 3];
    let (value_blocks, value_rest) = values.as_chunks::<LANES>();
    let (byte_blocks, byte_rest) = bytes.as_chunks::<LANES>();
    for (values, bytes) in value_blocks.iter().zip(byte_blocks) {
        for lane in 0..LANES {
            let terms = terms(values[lane], bytes[lane], scale);
            lanes[0][lane] += terms[0];
            lanes[1][lane] += terms[1];
            lanes[2][lane] += terms[2];
        }
    }
    for (lane, (&value, &byte)) in value_rest.iter().zip(byte_rest).enumerate() {
        let terms = terms(value, byte, scale);
        for (lanes, term) in lanes.iter_mut().zip(terms) {
            lanes[lane] += term;
        }
    }
    std::hint::black_box(lanes).map(|lanes| lanes.iter().sum())
}

#[inline(always)]
fn terms(value: f32, byte: i8, scale: f64) -> [f64; 3] {
    let (value, rounded) = (f64::from(value), scale * f64::from(byte));
    let difference = value - rounded;
    [value * value, rounded * rounded, difference * difference]
}

/// An f32 that is not below `value`, which is not negative.
pub(super) fn upwards(value: f64) -> f32 {
    (value * (1.0 + 1e-6)) as f32 + f32::MIN_POSITIVE
}
