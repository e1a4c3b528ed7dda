//! Similar papers: queries, hits and how they are told.

pub(crate) mod hits;
pub(crate) mod hits_text;
pub(crate) mod query;
pub(crate) mod reasons;
