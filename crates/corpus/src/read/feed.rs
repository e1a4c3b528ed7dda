//! The content of a dump on its way in.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

use super::container::Peek;

/// What follows damaged content in its digest: what could be read may be the whole content of a repaired dump.
const DAMAGED: &[u8] = b"\0damaged";

/// Content that is counted into the digest as it is read.
pub(super) struct Feed<'a> {
    bytes: Peek<'a>,
    sum: Sha256,
    /// What ended the content early.
    fault: Option<io::Error>,
}

impl<'a> Feed<'a> {
    pub(super) fn new(bytes: Peek<'a>) -> Self {
        Self { bytes, sum: Sha256::new(), fault: None }
    }

    /// The next bytes, at least `length` of them where there are as many.
    pub(super) fn peek(&mut self, length: usize) -> &[u8] {
        self.bytes.peek(length)
    }

    /// Appends the next `size` bytes to `buffer`; false where the content ends.
    pub(super) fn fill(&mut self, buffer: &mut Vec<u8>, size: u64) -> bool {
        let start = buffer.len();
        let read = (&mut self.bytes).take(size).read_to_end(buffer);
        self.sum.update(&buffer[start..]);
        self.fault = self.fault.take().or(read.err());
        self.fault.is_none() && (buffer.len() - start) as u64 == size
    }

    /// The digest, and the fault that ended the content early.
    pub(super) fn finish(self) -> (String, Option<io::Error>) {
        let mark = if self.fault.is_some() { DAMAGED } else { b"" };
        (hex(&self.sum.chain_update(mark).finalize()), self.fault)
    }
}

/// The digest of sound content.
pub(super) fn digest(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
