//! Ctrl-C: the first asks a long stage to stop at its next step, the second ends the program at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

/// Whether Ctrl-C was pressed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from here on; before this the program just ends. All listeners hear the same key.
    pub(crate) fn listen() -> Result<Self> {
        static LISTENING: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*listening {
            return Ok(interrupt.clone());
        }
        let interrupt = Self::default();
        let pressed = Arc::clone(&interrupt.pressed);
        ctrlc::set_handler(move || {
            if pressed.swap(true, Ordering::SeqCst) {
                end();
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(listening.insert(interrupt).clone())
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
