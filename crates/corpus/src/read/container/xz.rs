//! xz, stream after stream.

use std::io::{self, Read};

use lzma_rust2::XzReader;

/// KiB that a decoder may take, which is six times what the largest preset needs.
const MEMORY: u32 = 400 << 10;

/// Bytes that are asked for at once: what a damaged part spoils.
const STEP: usize = 1 << 12;

/// Decompresses xz.
pub(super) struct Decoder<R: Read>(XzReader<R>);

impl<R: Read> Decoder<R> {
    pub(super) fn new(source: R) -> Self {
        Self(XzReader::new_mem_limit(source, true, MEMORY))
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(STEP);
        self.0.read(&mut buffer[..length])
    }
}
