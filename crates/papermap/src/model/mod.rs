//! The model: where it is, and the encoder with everything its vectors depend on.

pub(crate) mod encoder;
pub(crate) mod files;
