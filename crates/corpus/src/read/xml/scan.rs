//! Tags and records of a document, found without parsing it, so that a fault costs no more than the record it is in.

/// A start, end or empty tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// Offset of its `<`.
    pub(super) start: usize,
    /// Offset of what follows its `>`, or of where it breaks off.
    pub(super) end: usize,
    /// Name without its prefix.
    pub(super) name: &'a str,
    /// What stands between the name and the `>`.
    pub(super) attributes: &'a str,
    pub(super) is_end: bool,
    pub(super) is_empty: bool,
    /// Whether it has its `>`.
    pub(super) is_closed: bool,
}

/// The tag whose `<` is at `start`, unless something else starts there.
pub(super) fn tag_at(text: &str, start: usize) -> Option<Tag<'_>> {
    let inner = text[start..].strip_prefix('<')?;
    let is_end = inner.starts_with('/');
    let at = start + 1 + usize::from(is_end);
    let rest = &text[at..];
    let width = rest.find(|c: char| !c.is_alphanumeric() && !"_-:.".contains(c)).unwrap_or(rest.len());
    let full = &rest[..width];
    let separated = rest[width..].chars().next().is_none_or(|c| c.is_whitespace() || "/>".contains(c));
    if !separated || !full.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let close = at + width + close(&rest[width..]);
    let attributes = &text[at + width..close];
    let is_closed = text[close..].starts_with('>');
    let end = close + usize::from(is_closed);
    let name = full.rsplit(':').next().unwrap_or(full);
    Some(Tag {
        start,
        end,
        name,
        attributes,
        is_end,
        is_empty: is_closed && attributes.ends_with('/'),
        is_closed,
    })
}

/// Offset of the `>` that closes a tag; of the next `<` or the end where none does.
fn close(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'<', _) | (b'>', None) => return at,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The tags of `text` in their order, those in comments left out.
#[derive(Debug, Clone)]
pub(super) struct Tags<'a> {
    text: &'a str,
    at: usize,
    /// Whether no comment ends after `at`.
    no_comment_ends: bool,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, no_comment_ends: false }
    }

    fn comment_end(&mut self, start: usize) -> Option<usize> {
        if self.no_comment_ends || !self.text[start..].starts_with("<!--") {
            return None;
        }
        let end = self.text[start + 4..].find("-->").map(|at| start + 4 + at + 3);
        self.no_comment_ends = end.is_none();
        end
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        loop {
            let start = self.at + self.text[self.at..].find('<')?;
            self.at = start + 1;
            if let Some(end) = self.comment_end(start) {
                self.at = end;
            } else if let Some(tag) = tag_at(self.text, start) {
                self.at = tag.end;
                return Some(tag);
            }
        }
    }
}

/// Names of the elements that are records.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    pub(super) names: &'static [&'static str],
    pub(super) any_case: bool,
}

impl Names {
    pub(super) fn holds(self, name: &str) -> bool {
        self.names.iter().any(|known| self.equal(known, name))
    }

    pub(super) fn equal(self, one: &str, other: &str) -> bool {
        if self.any_case { one.eq_ignore_ascii_case(other) } else { one == other }
    }
}

/// A record, whole or broken, and what stands before it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) before: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
    /// What is wrong with a record that is not whole.
    pub(super) fault: Option<String>,
}

/// The records of a document.
///
/// Inside a record only the tags of records count, not even comments or sections of plain text hide them: one that is
/// never closed would take the records after it along.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    text: &'a str,
    names: Names,
    tags: Tags<'a>,
    /// Offset of what follows the last record.
    pub(super) end: usize,
    /// Whether the document ends inside a record.
    pub(super) is_cut: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(text: &'a str, names: Names) -> Self {
        Self { text, names, tags: Tags::new(text), end: 0, is_cut: false }
    }

    fn piece(&mut self, start: usize, end: usize, fault: Option<String>) -> Piece<'a> {
        let before = &self.text[self.end..start];
        self.end = end;
        self.tags.at = end;
        Piece { before, start, end, fault }
    }

    /// The next tag of a record after `at`, wherever it stands.
    fn next_inside(&self, mut at: usize) -> Option<Tag<'a>> {
        loop {
            let start = at + self.text[at..].find('<')?;
            match tag_at(self.text, start) {
                Some(tag) if self.names.holds(tag.name) => return Some(tag),
                _ => at = start + 1,
            }
        }
    }

    fn open(&mut self, tag: &Tag<'a>) -> Piece<'a> {
        let Some(next) = self.next_inside(tag.end) else {
            self.is_cut = true;
            let fault = format!("the dump ends before the `</{}>` of this record", tag.name);
            return self.piece(tag.start, self.text.len(), Some(fault));
        };
        if next.is_end && self.names.equal(next.name, tag.name) {
            self.is_cut = next.end == self.text.len() && !next.is_closed;
            let fault = (!next.is_closed).then(|| format!("the `</{}>` of this record has no `>`", tag.name));
            return self.piece(tag.start, next.end, fault);
        }
        let fault = format!("another record starts before the `</{}>` of this one", tag.name);
        self.piece(tag.start, next.start, Some(fault))
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let names = self.names;
        let tag = self.tags.by_ref().find(|tag| names.holds(tag.name))?;
        if tag.is_end {
            let fault = format!("`</{}>` ends a record whose start is missing", tag.name);
            return Some(self.piece(tag.start, tag.end, Some(fault)));
        }
        if tag.is_empty {
            return Some(self.piece(tag.start, tag.end, None));
        }
        Some(self.open(&tag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPERS: Names = Names { names: &["paper"], any_case: false };

    fn pieces(text: &str) -> Vec<(&str, bool)> {
        Pieces::new(text, PAPERS)
            .map(|piece| (&text[piece.start..piece.end], piece.fault.is_none()))
            .collect()
    }

    #[test]
    fn tags_are_told_from_text() {
        let text = "<?xml?><!-- <hidden> --><a:feed x='>' y=\"<\"> 1 < 2 <b/></b >";
        let names: Vec<_> = Tags::new(text).map(|tag| (tag.name, tag.is_end, tag.is_empty)).collect();
        assert_eq!(names, [("feed", false, false), ("b", false, true), ("b", true, false)]);
        assert_eq!(tag_at("<b x='1'>", 0).unwrap().attributes, " x='1'");
        assert_eq!(tag_at("<3 you>", 0), None);
    }

    #[test]
    fn a_fault_costs_its_own_record_only() {
        assert_eq!(
            pieces("<r><paper>1</paper><paper>2<paper>3</paper></paper><paper/><papers/><paper>4</paper"),
            [
                ("<paper>1</paper>", true),
                ("<paper>2", false),
                ("<paper>3</paper>", true),
                ("</paper>", false),
                ("<paper/>", true),
                ("<paper>4</paper", false),
            ]
        );
    }

    #[test]
    fn comments_hide_whole_records_only() {
        assert_eq!(pieces("<!-- <paper>1</paper> --><paper>2</paper>"), [("<paper>2</paper>", true)]);
        assert_eq!(pieces("<!-- <paper>1</paper>"), [("<paper>1</paper>", true)]);
        assert_eq!(
            pieces("<paper><![CDATA[1</paper><paper><![CDATA[2]]></paper>"),
            [("<paper><![CDATA[1</paper>", true), ("<paper><![CDATA[2]]></paper>", true)]
        );
    }
}
