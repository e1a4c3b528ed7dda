//! What a person sees: answers on stdout, progress and warnings on stderr.

pub(crate) mod address;
pub(crate) mod interrupt;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod table;
pub(crate) mod topic_table;
pub(crate) mod wrap;
