//! How good a map is: against known labels, and by itself.

pub(crate) mod agreement;
pub(crate) mod figures;
pub(crate) mod labels;
pub(crate) mod message;
pub(crate) mod source;
pub(crate) mod text;
