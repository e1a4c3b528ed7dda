//! From papers and vectors to topics.

use ndarray::{Array2, Axis};

/// The rows of `means` at unit length; a row of zeros stays.
pub(crate) fn unit_centres(means: &Array2<f32>) -> Array2<f32> {
    let mut centres = means.clone();
    for mut row in centres.axis_iter_mut(Axis(0)) {
        let length = row.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        if length > 1e-12 {
            row.mapv_inplace(|value| (f64::from(value) / length) as f32);
        }
    }
    centres
}
