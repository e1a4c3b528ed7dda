//! The main job, step by step: what is new, vectors, topics, and the swap of store and report.

pub(crate) mod account_text;
pub(crate) mod forming;
pub(crate) mod fresh;
pub(crate) mod lock;
pub(crate) mod plan;
pub(crate) mod publish;
pub(crate) mod result_text;
pub(crate) mod staging;
pub(crate) mod update_text;
pub(crate) mod vectors;
