//! Which files of a folder have landed: are complete and not mapped yet.

mod changes;
mod landing;

pub(crate) use changes::Changes;
pub(crate) use landing::Landing;
