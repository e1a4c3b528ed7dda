//! The normal distribution.

/// The value that a standard normal variable stays under with `probability`, from 0.5 to below 1.
///
/// Rational approximation 26.2.23 of Abramowitz and Stegun 1964; its error is below 0.00045.
pub(crate) fn quantile(probability: f64) -> f64 {
    let t = (-2.0 * (1.0 - probability).max(f64::MIN_POSITIVE).ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (probability, value) in [(0.975, 1.96), (0.995, 2.5758), (0.9999, 3.719)] {
            assert!((quantile(probability) - value).abs() < 1e-3);
        }
    }
}
