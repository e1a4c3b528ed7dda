//! Buffers of a thread, used again for every group of texts.

use std::cell::RefCell;
use std::sync::Mutex;

use papermap_kernels::AttentionSpace;
use papermap_kernels::matrix::{Arithmetic, LeftRows};

/// What a group of texts needs while it passes through the layers.
#[derive(Debug)]
pub(super) struct Space {
    /// The hidden state as the left side of products, shape `(tokens, hidden)`.
    pub(super) state: LeftRows,
    /// Queries, keys and values, shape `(tokens, 3 · hidden)`.
    pub(super) projected: Vec<f32>,
    pub(super) attention: AttentionSpace,
    /// The attended values, shape `(tokens, hidden)`.
    pub(super) context: LeftRows,
    /// The widened state of a block of tokens.
    pub(super) inner: LeftRows,
}

impl Space {
    fn new(arithmetic: Arithmetic) -> Self {
        Self {
            state: LeftRows::new(arithmetic),
            projected: Vec::new(),
            attention: AttentionSpace::new(arithmetic),
            context: LeftRows::new(arithmetic),
            inner: LeftRows::new(arithmetic),
        }
    }
}

/// The spaces that no thread is using.
#[derive(Debug)]
pub(super) struct Spaces {
    arithmetic: Arithmetic,
    idle: Mutex<Vec<Space>>,
}

impl Spaces {
    pub(super) fn new(arithmetic: Arithmetic) -> Self {
        Self { arithmetic, idle: Mutex::default() }
    }

    /// Runs `work` with a space that is its own.
    pub(super) fn with<T>(&self, work: impl FnOnce(&RefCell<Space>) -> T) -> T {
        let idle = self.lock().pop();
        let space = RefCell::new(idle.unwrap_or_else(|| Space::new(self.arithmetic)));
        let result = work(&space);
        self.lock().push(space.into_inner());
        result
    }

    /// The list is whole whatever happened to a thread that held it.
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Space>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
