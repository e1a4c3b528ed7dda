//! bf16: the upper half of an f32, rounded to the nearest, ties to even.

/// The bits of the bf16 next to `x`; not a number stays not a number.
#[inline(always)]
pub(crate) fn round(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16;
    let quiet = (bits >> 16) | 0x40;
    if x.is_nan() { quiet as u16 } else { rounded as u16 }
}

/// The value of a bf16.
#[inline(always)]
pub(crate) fn widen(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// `x` rounded to a number that bf16 has.
#[inline(always)]
pub(crate) fn rounded(x: f32) -> f32 {
    widen(round(x))
}

/// The bf16 next to `x`, and the bf16 next to what that leaves of `x`.
#[inline(always)]
pub(crate) fn split(x: f32) -> (u16, u16) {
    let high = round(x);
    (high, round(x - widen(high)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The nearest by trying both neighbours.
    fn slow_round(x: f32) -> f32 {
        let below = f32::from_bits(x.to_bits() & 0xffff_0000);
        let above = f32::from_bits((x.to_bits() & 0xffff_0000).wrapping_add(0x1_0000));
        let [down, up] = [below, above].map(|y| (f64::from(y) - f64::from(x)).abs());
        let is_even = below.to_bits() & 0x1_0000 == 0;
        let order = down.total_cmp(&up);
        if order.is_lt() || (order.is_eq() && is_even) { below } else { above }
    }

    proptest! {
        #[test]
        fn rounding_takes_the_nearest(x in -1e30_f32..1e30, tie in any::<u16>()) {
            prop_assert_eq!(widen(round(x)).to_bits(), slow_round(x).to_bits());
            let tie = f32::from_bits(u32::from(tie & 0x7eff) << 16 | 0x8000);
            prop_assert_eq!(widen(round(tie)).to_bits(), slow_round(tie).to_bits());
        }

        #[test]
        fn the_halves_keep_sixteen_bits(x in -1e30_f32..1e30) {
            let (high, low) = split(x);
            prop_assert!((widen(high) + widen(low) - x).abs() <= x.abs() / 65536.0);
        }
    }

    #[test]
    fn what_is_no_number_stays_none() {
        for bits in [0x7fc0_0000, 0x7f80_0001, 0x7fff_ffff, 0xffff_ffff] {
            assert!(widen(round(f32::from_bits(bits))).is_nan(), "{bits:x}");
        }
        assert!(widen(round(f32::INFINITY)).is_infinite());
    }
}
