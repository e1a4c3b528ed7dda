//! Small synthetic rows for tests.

use ndarray::Array2;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{ClusterError, UnitRows};

/// Groups of unit rows around random directions, in order; `noise` 0 makes a group's rows equal.
pub(crate) fn blobs(sizes: &[usize], width: usize, noise: f32, seed: u64) -> UnitRows {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut values = Vec::new();
    for &size in sizes {
        let centre: Vec<f32> = unit((0..width).map(|_| random.gen_range(-1.0..1.0)).collect());
        for _ in 0..size {
            let scale = noise / (width as f32).sqrt() * 1.7;
            values.extend(unit(
                centre.iter().map(|value| value + scale * random.gen_range(-1.0..1.0)).collect(),
            ));
        }
    }
    let rows = sizes.iter().sum();
    UnitRows::try_from(Array2::from_shape_vec((rows, width), values).unwrap()).unwrap()
}

fn unit(values: Vec<f32>) -> Vec<f32> {
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.into_iter().map(|value| value / length).collect()
}

/// Runs `work` in a pool of `threads` threads.
pub(crate) fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// An encoder to which all phrases mean the same: vectors of `width` values along the first axis.
pub(crate) fn one_meaning(width: usize) -> impl Fn(&[&str]) -> Result<Array2<f32>, ClusterError> {
    move |phrases| {
        Ok(Array2::from_shape_fn((phrases.len(), width), |(_, axis)| f32::from(u8::from(axis == 0))))
    }
}
