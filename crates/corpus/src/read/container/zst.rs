//! Zstandard, frame after frame.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// Bytes that a decoder may look back, which is as much as the format's own tool allows.
const WINDOW: u64 = 128 << 20;

/// The last block of a frame, empty, and room for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// Decompresses Zstandard; of a frame that ends early everything before comes out.
pub(super) struct Decoder<R> {
    source: R,
    frame: FrameDecoder,
    is_open: bool,
    /// Comes up when the frame has given all it has.
    fault: Option<io::Error>,
}

impl<R: BufRead> Decoder<R> {
    pub(super) fn new(source: R) -> Self {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        Self { source, frame, is_open: false, fault: None }
    }

    /// Opens the next frame; false at the end.
    fn open(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.frame.reset(&mut self.source) {
                Ok(()) => {
                    self.is_open = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Decodes until the frame has something to give, or has ended.
    fn decode(&mut self) {
        while self.frame.can_collect() == 0 && !self.frame.is_finished() {
            let decoded = self.frame.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
            if let Err(error) = decoded {
                self.fault = Some(io::Error::other(error));
                // What the frame keeps to look back at comes out once it has a last block.
                let closed = self.frame.decode_blocks(&LAST_BLOCK[..], BlockDecodingStrategy::All);
                if closed.is_err() {
                    return;
                }
            }
        }
    }

    /// Leaves the frame, which has given everything.
    fn close(&mut self) -> io::Result<()> {
        self.is_open = false;
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let expected = self.frame.get_checksum_from_data();
        if expected.is_some() && expected != self.frame.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum differs"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.is_open || self.open()? {
            self.decode();
            let count = self.frame.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.close()?;
        }
        Ok(0)
    }
}
