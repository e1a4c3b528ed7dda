//! One record as a tree of elements.

use std::borrow::Cow;

use quick_xml::{
    Reader,
    events::{Event, attributes::Attributes},
};

use super::{
    entity,
    scan::{Tag, tag_at},
};

/// An element with everything in it.
#[derive(Debug)]
pub(super) struct Element<'a> {
    /// Name without its prefix.
    pub(super) name: &'a str,
    attributes: &'a str,
    pub(super) nodes: Vec<Node<'a>>,
}

/// What an element holds.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Element(Element<'a>),
    Text(Cow<'a, str>),
}

/// Where in its text a record is broken, and how.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) at: usize,
    pub(super) detail: String,
}

/// Deeper than any record of people, and far from the end of the stack.
const DEEPEST: usize = 200;

impl<'a> Element<'a> {
    fn new(tag: &Tag<'a>) -> Self {
        Self { name: tag.name, attributes: tag.attributes, nodes: Vec::new() }
    }

    /// The elements directly in this one.
    pub(super) fn children(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The elements that the names in `path`, with `/` between them, lead to, in their order.
    pub(super) fn all(&self, path: &str) -> Vec<&Self> {
        path.split('/').fold(vec![self], |found, name| {
            found
                .into_iter()
                .flat_map(|element| element.children().filter(move |child| child.name == name))
                .collect()
        })
    }

    /// The first of [`Self::all`].
    pub(super) fn first(&self, path: &str) -> Option<&Self> {
        match path.split_once('/') {
            None => self.children().find(|child| child.name == path),
            Some((name, rest)) => {
                self.children().filter(|child| child.name == name).find_map(|child| child.first(rest))
            }
        }
    }

    /// The value of an attribute, whose `name` has no prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        value(self.attributes, name)
    }

    /// Whether an attribute has the value `expected`, in any case.
    pub(super) fn says(&self, name: &str, expected: &str) -> bool {
        self.attribute(name).is_some_and(|value| value.eq_ignore_ascii_case(expected))
    }
}

/// The value of the attribute `name` among the `attributes` of a tag.
pub(super) fn value<'a>(attributes: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let mut attributes = Attributes::html(attributes.trim_end_matches('/'), 0);
    let mut known = attributes.with_checks(false).filter_map(Result::ok);
    Some(match known.find(|found| found.key.local_name().into_inner() == name)?.value {
        Cow::Borrowed(value) => entity::unescape(value),
        Cow::Owned(value) => Cow::Owned(entity::unescape(&value).into_owned()),
    })
}

/// Reads `text`, which starts with the tag of an element and ends with its end.
pub(super) fn parse(text: &str) -> Result<Element<'_>, Broken> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut tree = Tree::default();
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader
            .read_event()
            .map_err(|error| Broken { at: reader.error_position() as usize, detail: error.to_string() })?;
        if matches!(event, Event::Eof) {
            return tree.close(text.len());
        }
        tree.take(event, text, at)?;
    }
}

#[derive(Default)]
struct Tree<'a> {
    open: Vec<Element<'a>>,
    whole: Option<Element<'a>>,
}

impl<'a> Tree<'a> {
    fn take(&mut self, event: Event<'a>, text: &'a str, at: usize) -> Result<(), Broken> {
        match event {
            Event::Start(_) => self.start(text, at)?,
            Event::Empty(_) => {
                self.start(text, at)?;
                self.end();
            }
            Event::End(_) => self.end(),
            Event::Text(content) => self.push(Node::Text(content.into_inner())),
            Event::CData(content) => self.push(Node::Text(content.into_inner())),
            Event::GeneralRef(name) => self.push(Node::Text(Cow::Owned(entity::resolve(&name.into_inner())))),
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, text: &'a str, at: usize) -> Result<(), Broken> {
        let tag = tag_at(text, at).filter(|tag| tag.is_closed);
        let Some(tag) = tag else {
            return Err(Broken {
                at,
                detail: "`<` where no tag starts; it is written `&lt;` in text".to_owned(),
            });
        };
        if self.open.len() == DEEPEST {
            return Err(Broken { at, detail: format!("elements nested more than {DEEPEST} deep") });
        }
        self.open.push(Element::new(&tag));
        Ok(())
    }

    fn end(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if self.open.is_empty() {
            self.whole.get_or_insert(element);
        } else {
            self.push(Node::Element(element));
        }
    }

    fn push(&mut self, node: Node<'a>) {
        if let Some(parent) = self.open.last_mut() {
            parent.nodes.push(node);
        }
    }

    fn close(self, at: usize) -> Result<Element<'a>, Broken> {
        match (self.open.last(), self.whole) {
            (None, Some(whole)) => Ok(whole),
            (open, _) => {
                let name = open.map_or("", |element| element.name);
                Err(Broken { at, detail: format!("the end of `<{name}>` is missing") })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_elements() {
        let text = "<a:r><x/><x k='1' j:k=\"T&amp;T\"><y>1</y><y>2</y></x><x><y>3</y></x></a:r>";
        let root = parse(text).unwrap();
        assert_eq!(root.all("x/y").len(), 3);
        assert!(matches!(&root.first("x/y").unwrap().nodes[..], [Node::Text(text)] if text == "1"));
        assert_eq!(root.all("x")[1].attribute("k").as_deref(), Some("1"));
        assert!(root.first("y").is_none());
    }

    #[test]
    fn faults_have_places() {
        for (text, at) in [("<r>\n<b>x</i></r>", 8), ("<r>a < b</r>", 5), ("<r><b></r>", 6), ("<r>x", 4)] {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
        let deep = "<b>".repeat(100_000);
        assert!(parse(&deep).unwrap_err().detail.contains("nested"));
    }
}
