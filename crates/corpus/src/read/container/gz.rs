//! gzip (RFC 1952), member after member.

use std::io::{self, BufRead, ErrorKind, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Decompresses gzip; a member that lacks nothing but its checksum or a part of it is whole.
pub(super) struct Decoder<R> {
    source: R,
    place: Place,
    inflater: Decompress,
    sum: Crc,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a member, whose header is missing only where it is not the first.
    Header {
        first: bool,
    },
    Body,
    Trailer,
    End,
}

impl<R: BufRead> Decoder<R> {
    pub(super) fn new(source: R) -> Self {
        let place = Place::Header { first: true };
        Self { source, place, inflater: Decompress::new(false), sum: Crc::new() }
    }

    /// Steps over the header of a member, or over the zeros that may fill up the end.
    fn header(&mut self, first: bool) -> io::Result<Place> {
        if !first && self.is_at_end()? {
            return Ok(Place::End);
        }
        let mut fixed = [0; 10];
        self.source.read_exact(&mut fixed)?;
        if fixed[..2] != MAGIC || fixed[2] != 8 {
            return Err(io::Error::new(ErrorKind::InvalidData, "no gzip header"));
        }
        let flags = fixed[3];
        if flags & 4 != 0 {
            let mut length = [0; 2];
            self.source.read_exact(&mut length)?;
            io::copy(&mut (&mut self.source).take(u16::from_le_bytes(length).into()), &mut io::sink())?;
        }
        for text in [8, 16] {
            if flags & text != 0 {
                self.source.skip_until(0)?;
            }
        }
        if flags & 2 != 0 {
            self.source.read_exact(&mut [0; 2])?;
        }
        self.inflater.reset(false);
        self.sum.reset();
        Ok(Place::Body)
    }

    fn is_at_end(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.source.fill_buf()?;
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            if zeros < bytes.len() || bytes.is_empty() {
                return Ok(bytes.is_empty());
            }
            self.source.consume(zeros);
        }
    }

    /// How many bytes were put into `buffer`; none where the body of the member ends.
    fn body(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.source.fill_buf()?;
            let ends = input.is_empty();
            let before = (self.inflater.total_in(), self.inflater.total_out());
            let status = self.inflater.decompress(input, buffer, FlushDecompress::None);
            self.source.consume((self.inflater.total_in() - before.0) as usize);
            let count = (self.inflater.total_out() - before.1) as usize;
            self.sum.update(&buffer[..count]);
            match status.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))? {
                Status::StreamEnd => self.place = Place::Trailer,
                _ if count == 0 && ends => return Err(ErrorKind::UnexpectedEof.into()),
                _ if count == 0 => continue,
                _ => {}
            }
            return Ok(count);
        }
    }

    fn trailer(&mut self) -> io::Result<Place> {
        let expected = [self.sum.sum().to_le_bytes(), self.sum.amount().to_le_bytes()].concat();
        let mut found = Vec::with_capacity(expected.len());
        (&mut self.source).take(8).read_to_end(&mut found)?;
        if expected.starts_with(&found) {
            return Ok(Place::Header { first: false });
        }
        Err(io::Error::new(ErrorKind::InvalidData, "the checksum differs"))
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.place {
                Place::Header { first } => self.place = self.header(first)?,
                Place::Trailer => self.place = self.trailer()?,
                Place::End => return Ok(0),
                Place::Body => match self.body(buffer)? {
                    0 if self.place != Place::Body => {}
                    count => return Ok(count),
                },
            }
        }
    }
}
