//! Dumps of paper abstracts in, cleaned and deduplicated papers out.
//!
//! A dump is read into [`Record`]s ([`read`]), each record is cleaned ([`clean()`]) and equal ones become one
//! [`Paper`] ([`gather()`]). Nothing is lost on the way: the [`Account`] of a run says for every record whether
//! it became a paper, joined one, or was set aside and why.

#![forbid(unsafe_code)]

mod account;
mod clean;
pub mod content;
mod find;
mod gather;
mod headline;
pub mod identity;
mod language;
mod merge;
mod near;
mod paper;
pub mod read;

pub use account::{Account, DumpAccount, NotTaken, Reason, Totals};
pub use clean::{CLEANING_VERSION, clean, topical_text, without_notices};
pub use gather::{GatherOptions, Gathered, gather, gather_with};
pub use headline::headline;
pub use paper::{Fields, MODEL_LANGUAGE, Paper, RawText, Record, Source};
