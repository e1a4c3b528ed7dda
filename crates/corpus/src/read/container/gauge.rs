//! How much comes out of how little: the guard against decompression bombs.

use std::{
    cell::{Cell, RefCell},
    io::{self, Read},
};

/// Content of this size is never refused, however small its container is.
const FREE: u64 = 64 << 20;

/// How many times its own size a container may unpack to.
const MOST: u64 = 200;

/// What a person is told of the limit.
pub(in crate::read) const LIMIT: &str = "200 times its size, beyond 64 MiB";

/// Bytes that went into the containers of one source and came out of them.
#[derive(Debug, Default)]
pub(in crate::read) struct Gauge {
    taken: Cell<u64>,
    given: Cell<u64>,
    exploded: Cell<bool>,
    failure: RefCell<Option<io::Error>>,
}

impl Gauge {
    /// A gauge of an archive of `size` bytes, all of which are taken.
    pub(super) fn of_archive(size: u64) -> Self {
        Self { taken: Cell::new(size), ..Self::default() }
    }

    /// Whether more came out than a sound container holds; nothing comes out from there on.
    pub(in crate::read) fn exploded(&self) -> bool {
        self.exploded.get()
    }

    /// Why the source failed, if it did.
    pub(in crate::read) fn failure(&self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Counts what is taken from `source`, and keeps its failure.
    pub(in crate::read) fn watch<'a>(&'a self, source: &'a mut dyn Read) -> impl Read + 'a {
        Watched { source, gauge: self }
    }

    /// Counts what `decoder` gives, and stops it where that is too much.
    pub(super) fn measure<'a>(&'a self, decoder: impl Read + 'a) -> impl Read + 'a {
        Measured { decoder, gauge: self }
    }

    fn give(&self, count: usize) -> io::Result<usize> {
        self.given.set(self.given.get() + count as u64);
        if self.given.get() > FREE && self.given.get() / MOST > self.taken.get() {
            self.exploded.set(true);
            return Err(io::Error::other("more comes out than a sound container holds"));
        }
        Ok(count)
    }
}

struct Watched<'a> {
    source: &'a mut dyn Read,
    gauge: &'a Gauge,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.source.read(buffer) {
            Ok(count) => {
                self.gauge.taken.set(self.gauge.taken.get() + count as u64);
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.gauge.failure.replace(Some(error));
                Err(kind.into())
            }
        }
    }
}

struct Measured<'a, R> {
    decoder: R,
    gauge: &'a Gauge,
}

impl<R: Read> Read for Measured<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.gauge.exploded() {
            return Ok(0);
        }
        self.gauge.give(self.decoder.read(buffer)?)
    }
}
