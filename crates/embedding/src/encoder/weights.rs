//! Tensors of a weight file, each checked as it is read.

use std::ops::Range;

use candle_core::{CpuStorage, Layout, Result, Shape, Storage, Tensor};
use candle_nn::VarBuilder;

/// Why the weights cannot be used.
#[derive(Debug)]
pub(crate) enum WeightFault {
    /// A tensor is missing or has another shape; candle names it.
    Tensor(candle_core::Error),
    /// A tensor holds a value that is not finite.
    NotFinite { tensor: String, value: f32 },
}

impl From<candle_core::Error> for WeightFault {
    fn from(error: candle_core::Error) -> Self {
        Self::Tensor(error)
    }
}

/// The tensors below one name of a weight file.
#[derive(Clone)]
pub(super) struct Weights<'a>(VarBuilder<'a>);

impl<'a> Weights<'a> {
    /// The tensors of a BERT, which some files keep below `bert`.
    pub(super) fn of_bert(weights: &VarBuilder<'a>) -> Self {
        let is_root = weights.contains_tensor("embeddings.word_embeddings.weight");
        Self(if is_root { weights.clone() } else { weights.pp("bert") })
    }

    /// Those below a further name.
    pub(super) fn below(&self, name: impl ToString) -> Self {
        Self(self.0.pp(name))
    }

    /// The tensor called `name`, which has this shape and finite values only.
    pub(super) fn get(
        &self,
        shape: impl Into<Shape>,
        name: &str,
    ) -> std::result::Result<Tensor, WeightFault> {
        let tensor = self.0.get(shape.into(), name)?.contiguous()?;
        match with_values(&tensor, first_not_finite)? {
            None => Ok(tensor),
            Some(value) => Err(WeightFault::NotFinite { tensor: self.0.pp(name).prefix(), value }),
        }
    }
}

/// Looks for the fault only where a quick sum says that there is one.
fn first_not_finite(values: &[f32]) -> Option<f32> {
    let all_finite = values.chunks(1024).all(|chunk| chunk.iter().fold(true, |all, x| all & x.is_finite()));
    if all_finite { None } else { values.iter().copied().find(|value| !value.is_finite()) }
}

/// What `use_values` makes of the values of a contiguous tensor in main memory.
pub(super) fn with_values<T>(tensor: &Tensor, use_values: impl FnOnce(&[f32]) -> T) -> Result<T> {
    let (storage, layout) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(storage) => Ok(use_values(values(storage, layout)?)),
        _ => candle_core::bail!("the tensor is not in main memory"),
    }
}

/// The values of a contiguous operand.
pub(super) fn values<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    Ok(&storage.as_slice::<f32>()?[contiguous(layout)?])
}

/// Where the values of a contiguous operand lie in its storage.
pub(super) fn contiguous(layout: &Layout) -> Result<Range<usize>> {
    let (start, end) = layout
        .contiguous_offsets()
        .ok_or_else(|| candle_core::Error::RequiresContiguous { op: "papermap encoder" }.bt())?;
    Ok(start..end)
}
