//! Ctrl-C: the first asks a long stage to stop at its next step, the second ends the program at once.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Whether Ctrl-C was pressed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from here on; before this the program just ends.
    pub(crate) fn listen() -> Result<Self> {
        let interrupt = Self::default();
        let pressed = Arc::clone(&interrupt.pressed);
        ctrlc::set_handler(move || {
            if pressed.swap(true, Ordering::SeqCst) {
                end();
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(interrupt)
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn pressed(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }

    /// What a stage is to do at its next step.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[expect(clippy::exit, reason = "a second Ctrl-C ends the program at once")]
fn end() {
    std::process::exit(130);
}
