//! Whether this machine's kernels give the vectors that stock candle gives.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config};
use papermap_kernels::{dot, normalise};

use crate::encoder::Pool;
use crate::model::{ModelFolder, Pooling};

/// The model as candle-transformers runs it, one text at a time.
pub(crate) struct Stock {
    model: BertModel,
    pooling: Pooling,
    width: usize,
}

impl Stock {
    /// Loads the model of `folder`.
    pub(crate) fn load(folder: &ModelFolder) -> Result<Self> {
        let config: Config =
            serde_json::from_slice(&std::fs::read(folder.config())?).map_err(candle_core::Error::wrap)?;
        let tensors = candle_core::safetensors::load(folder.weights(), &Device::Cpu)?;
        let weights = VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu);
        let settings = &folder.settings;
        let model = BertModel::load(weights, &config)?;
        Ok(Self { model, pooling: settings.pooling, width: settings.bert.hidden_size })
    }

    /// The cosine between `vector` and this model's vector of the same token ids.
    pub(crate) fn cosine(&self, ids: &[u32], vector: &[f32]) -> Result<f32> {
        let pool = Pool { pooling: self.pooling, width: self.width, lengths: &[ids.len()] };
        let ids = Tensor::new(ids, &Device::Cpu)?.unsqueeze(0)?;
        let hidden = self.model.forward(&ids, &ids.zeros_like()?, None)?.squeeze(0)?;
        let mut pooled: Vec<f32> = hidden.contiguous()?.apply_op1_no_bwd(&pool)?.flatten_all()?.to_vec1()?;
        Ok(if normalise(&mut pooled) { dot(&pooled, vector) } else { 0.0 })
    }
}
