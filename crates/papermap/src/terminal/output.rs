//! stdout, which carries the answer and nothing else.

use std::borrow::Cow;
use std::io::{ErrorKind, Write, stdout};

use anyhow::{Context, Result};

/// The reader of stdout went away, which is no fault.
#[derive(Debug, thiserror::Error)]
#[error("stdout was closed")]
pub(crate) struct Closed;

/// Writes `text` to stdout as it stands; for files and JSON.
///
/// # Errors
/// [`Closed`] where the reader went away.
pub(crate) fn write(text: &str) -> Result<()> {
    let mut stdout = stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Closed.into()),
        result => result.context("cannot write to stdout"),
    }
}

/// Writes `text` to stdout if somebody still reads it; for what a command says beside its work.
///
/// # Errors
/// Those of the disk that stdout goes to.
pub(crate) fn write_if_read(text: &str) -> Result<()> {
    write(text).or_else(|error| if error.is::<Closed>() { Ok(()) } else { Err(error) })
}

/// Writes one line to stdout; control characters are made visible, so that no dump can steer the terminal.
///
/// # Errors
/// [`Closed`] where the reader went away.
pub(crate) fn line(text: &str) -> Result<()> {
    write(&format!("{}\n", escape_control(text)))
}

/// `text` with control characters and the marks that turn the writing direction shown as `\u{…}`; line breaks
/// stay.
pub(crate) fn escape_control(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if steers(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

fn steers(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(escape_control("a\u{1b}[31mb\nc"), "a\\u{1b}[31mb\nc");
        assert_eq!(escape_control("\u{202e}x\r\u{9b}"), "\\u{202e}x\\u{d}\\u{9b}");
        assert!(matches!(escape_control("Čech 漢字"), Cow::Borrowed(_)));
    }
}
