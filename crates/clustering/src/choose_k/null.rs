//! Is there more than one topic at all?

use ndarray::Array2;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::UnitRows;
use crate::rows::at_unit_length;

/// Rows with every column shuffled by itself and made unit again: the same spread along every axis, but no groups.
pub(crate) fn shuffled(rows: &UnitRows, random: &mut Xoshiro256PlusPlus) -> Option<UnitRows> {
    let mut matrix: Array2<f32> = rows.view().to_owned();
    for mut column in matrix.columns_mut() {
        let mut values = column.to_vec();
        values.shuffle(random);
        column.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    }
    UnitRows::try_from(at_unit_length(&matrix)).ok()
}
