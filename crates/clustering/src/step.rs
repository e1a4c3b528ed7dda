//! Progress and cancelling.

use std::ops::ControlFlow;

use crate::ClusterError;

/// Called as `(done, total)` between stages, from one thread at a time; `Break` stops the run with
/// [`ClusterError::Cancelled`].
pub type OnStep<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

/// Reports `done` of `total`.
///
/// # Errors
/// [`ClusterError::Cancelled`] where the caller says stop.
pub(crate) fn report(on_step: OnStep<'_>, done: usize, total: usize) -> Result<(), ClusterError> {
    match on_step(done, total) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(ClusterError::Cancelled),
    }
}
