//! What the tests share: folders, the program, the model, texts and readers of what the program wrote.

pub(crate) mod folder;
pub(crate) mod json;
pub(crate) mod model;
pub(crate) mod program;
pub(crate) mod shared;
pub(crate) mod snapshot;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod texts;
pub(crate) mod xml;

/// Says on the test's output that a test cannot be done here, and why.
#[expect(clippy::print_stdout, reason = "a skipped test must not look like one that passed")]
pub(crate) fn say_skipped(reason: &str) {
    println!("skipped: {reason}");
}
