//! Exit codes: 0 done, 1 the answer is no, 2 could not run, 130 stopped by Ctrl-C.

use std::io::ErrorKind;
use std::process::ExitCode;

use crate::terminal::output::escape_control;
use crate::terminal::progress::Console;

/// How a command that ran ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Done.
    Done,
    /// Ran, but the answer is no.
    No,
}

/// The person pressed Ctrl-C; the text says what was kept.
#[derive(Debug, thiserror::Error)]
#[error("stopped by Ctrl-C; {kept}")]
pub(crate) struct Interrupted {
    pub(crate) kept: String,
}

/// Turns the end of a command into an exit code, and says what went wrong.
pub(crate) fn code(result: anyhow::Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            Console::warn(&escape_control(&format!("{error:#}")));
            ExitCode::from(130)
        }
        Err(error) => {
            Console::error(&escape_control(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

/// Whether nobody reads stdout any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<crate::terminal::output::Closed>().is_some()
        || error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_told_from_other_faults() {
        assert!(is_closed_pipe(&std::io::Error::from(ErrorKind::BrokenPipe).into()));
        assert!(!is_closed_pipe(&std::io::Error::from(ErrorKind::NotFound).into()));
    }
}
