//! Dumps of paper abstracts in, cleaned and deduplicated papers out.
//!
//! A dump is read into [`Record`]s ([`read`]), each record is cleaned ([`clean`]) and equal ones become one
//! [`Paper`] ([`gather`]). Nothing is lost on the way: the [`Account`] of a run says for every record whether
//! it became a paper, joined one, or was set aside and why.

mod account;
mod gather;
mod paper;

pub use account::{Account, DumpAccount, NotTaken, Reason, Totals};
pub use gather::{Gathered, gather};
pub use paper::{Paper, RawText, Record, Source};
