//! Model files: which ones a model has, where they are, whether they are right, and where to get them.

mod check;
mod error;
mod fetch;
mod folder;
mod hash;
mod locate;
mod manifest;
mod places;
mod settings;
mod stamp;
#[cfg(test)]
mod testing;

pub use check::{Fault, FileCheck, verify};
pub use error::{Attempt, ModelError};
pub use fetch::{FetchEvent, fetch};
pub use folder::ModelFolder;
pub(crate) use hash::sha256_of_bytes;
pub use locate::{FolderState, Searched, locate, survey};
pub use manifest::{HubSource, Manifest, ModelFile, ModelSpec, PythonSource};
pub use places::{Network, Origin, Places, Proxy};
pub use settings::{BertShape, Files, Pooling, Settings};
