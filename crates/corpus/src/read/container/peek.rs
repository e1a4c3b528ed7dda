//! A reader whose start can be looked at before it is read.

use std::io::{self, Read};

/// A reader whose start can be looked at; a fault met while looking comes up where it belongs.
pub(in crate::read) struct Peek<'a> {
    source: Box<dyn Read + 'a>,
    head: Vec<u8>,
    /// How much of `head` was read already.
    at: usize,
    fault: Option<io::Error>,
}

impl<'a> Peek<'a> {
    pub(in crate::read) fn new(source: impl Read + 'a) -> Self {
        Self { source: Box::new(source), head: Vec::new(), at: 0, fault: None }
    }

    /// The next bytes, at least `length` of them where there are as many.
    pub(in crate::read) fn peek(&mut self, length: usize) -> &[u8] {
        let missing = (self.at + length).saturating_sub(self.head.len());
        if missing > 0 && self.fault.is_none() {
            let read = (&mut self.source).take(missing as u64).read_to_end(&mut self.head);
            self.fault = read.err();
        }
        &self.head[self.at..]
    }
}

impl Read for Peek<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let kept = &self.head[self.at..];
        if kept.is_empty() {
            return self.fault.take().map_or_else(|| self.source.read(buffer), Err);
        }
        let count = kept.len().min(buffer.len());
        buffer[..count].copy_from_slice(&kept[..count]);
        self.at += count;
        if self.at == self.head.len() {
            (self.head, self.at) = (Vec::new(), 0);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_takes_nothing_away() {
        let mut peek = Peek::new(&b"trams are late"[..]);
        assert!(peek.peek(5).starts_with(b"trams"));
        let mut first = [0; 3];
        peek.read_exact(&mut first).unwrap();
        assert!(peek.peek(6).starts_with(b"ms are"));
        let mut rest = String::new();
        peek.read_to_string(&mut rest).unwrap();
        assert_eq!((&first, rest.as_str()), (b"tra", "ms are late"));
        assert!(peek.peek(1).is_empty());
    }

    #[test]
    fn a_fault_comes_after_what_was_read_before_it() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::InvalidData.into())
            }
        }
        let mut peek = Peek::new((&b"trams"[..]).chain(Failing));
        assert_eq!(peek.peek(9), b"trams");
        let mut read = Vec::new();
        assert!(peek.read_to_end(&mut read).is_err());
        assert_eq!(read, b"trams");
    }
}
