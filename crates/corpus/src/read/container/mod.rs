//! Compressed files and archives, told by their first bytes; what is inside is read by the formats.

mod gauge;
mod gz;
mod peek;
mod xz;
mod zip;
mod zst;

use std::io::{BufReader, Read};

pub(super) use gauge::{Gauge, LIMIT};
pub(super) use peek::Peek;
pub(super) use zip::Archive;

use super::error::Fault;

/// How many containers may lie in one another.
const DEEPEST: usize = 2;

/// What a source holds.
pub(super) enum Opened<'a> {
    /// Content as it comes out of the last compressed file.
    Content(Content<'a>),
    /// The members of an archive.
    Archive(Box<Archive>),
}

/// Decompressed bytes that no container holds.
pub(super) struct Content<'a> {
    pub(super) bytes: Peek<'a>,
    /// The container that they came out of.
    pub(super) container: Option<Container>,
}

/// A kind of container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Gzip,
    Xz,
    Zstd,
    Zip,
}

impl Container {
    /// The container that `head` starts.
    fn of(head: &[u8]) -> Option<Self> {
        let starts: [(&[u8], Self); 5] = [
            (b"\x1f\x8b", Self::Gzip),
            (b"\xfd7zXZ\0", Self::Xz),
            (b"\x28\xb5\x2f\xfd", Self::Zstd),
            (b"PK\x03\x04", Self::Zip),
            (b"PK\x05\x06", Self::Zip),
        ];
        starts.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, container)| *container)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip file",
            Self::Xz => "xz file",
            Self::Zstd => "zstd file",
            Self::Zip => "zip archive",
        }
    }
}

/// Opens the containers in `source` one after the other; `depth` is how many it lies in already.
pub(super) fn open<'a>(source: Peek<'a>, gauge: &'a Gauge, depth: &mut usize) -> Result<Opened<'a>, Fault> {
    let mut content = Content { bytes: source, container: None };
    while let Some(container) = Container::of(content.bytes.peek(6)) {
        if *depth == DEEPEST {
            return Err(Fault::TooDeep(container.name()));
        }
        *depth += 1;
        if container == Container::Zip {
            return Archive::open(content.bytes).map(Box::new).map(Opened::Archive);
        }
        content = Content {
            bytes: Peek::new(gauge.measure(decompress(container, content.bytes))),
            container: Some(container),
        };
    }
    Ok(Opened::Content(content))
}

fn decompress<'a>(container: Container, source: Peek<'a>) -> Box<dyn Read + 'a> {
    let source = BufReader::with_capacity(1 << 16, source);
    match container {
        Container::Xz => Box::new(xz::Decoder::new(source)),
        Container::Zstd => Box::new(zst::Decoder::new(source)),
        Container::Gzip | Container::Zip => Box::new(gz::Decoder::new(source)),
    }
}

#[cfg(test)]
mod tests;
