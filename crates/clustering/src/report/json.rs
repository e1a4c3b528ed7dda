//! `topic-map.json`: the map as it stands, one paper or topic a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use super::ReportError;
use crate::topic_map::TopicMap;

/// Lists are broken into lines down to this depth.
const BROKEN_DEPTH: usize = 2;

/// Renders the whole map as JSON that is compact, yet readable line by line.
pub(super) fn render(map: &TopicMap) -> Result<Vec<u8>, ReportError> {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Lines::default());
    map.serialize(&mut serializer)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// A formatter that breaks lines at the outer levels only.
#[derive(Default)]
struct Lines {
    depth: usize,
    has_value: bool,
}

impl Lines {
    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value && self.depth < BROKEN_DEPTH {
            writer.write_all(b"\n")?;
        }
        self.has_value = true;
        writer.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth <= BROKEN_DEPTH {
            writer.write_all(b"\n")?;
        }
        Ok(())
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn comes_back_as_the_same_map() {
        let map = sample::hostile();
        let bytes = render(&map).unwrap();
        assert_eq!(serde_json::from_slice::<TopicMap>(&bytes).unwrap(), map);
    }

    #[test]
    fn a_paper_is_a_line() {
        let map = sample::map(5, 2);
        let text = String::from_utf8(render(&map).unwrap()).unwrap();
        let lines = text.lines().filter(|line| line.starts_with(r#"{"id":"p"#)).count();
        assert_eq!(lines, 5);
    }
}
