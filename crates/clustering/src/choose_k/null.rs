//! Is there more than one topic at all?

use ndarray::Array2;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::UnitRows;

/// Rows with every column shuffled by itself and made unit again: the same spread along every axis, but no groups.
pub(crate) fn shuffled(rows: &UnitRows, random: &mut Xoshiro256PlusPlus) -> Option<UnitRows> {
    let mut matrix: Array2<f32> = rows.view().to_owned();
    for mut column in matrix.columns_mut() {
        let mut values = column.to_vec();
        values.shuffle(random);
        column.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    }
    for mut row in matrix.rows_mut() {
        let length = row.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        if length > 0.0 {
            row.mapv_inplace(|value| (f64::from(value) / length) as f32);
        }
    }
    UnitRows::try_from(matrix).ok()
}
