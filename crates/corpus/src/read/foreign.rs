//! Formats that are recognised to be refused by name, so that markup never becomes papers.

use super::error::Fault;

/// Refuses XML and its kin where no reader recognised it.
pub(super) fn check(content: &str) -> Result<(), Fault> {
    name(content).map_or(Ok(()), |format| Err(Fault::UnsupportedFormat(format)))
}

fn name(content: &str) -> Option<&'static str> {
    let start = content.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    is_xml(start).then_some("XML or HTML")
}

/// Whether the text starts like a document, or with an element that only the end of the text closes.
fn is_xml(start: &str) -> bool {
    let head: String = start.chars().take(16).collect::<String>().to_lowercase();
    if ["<?xml", "<!doctype", "<html", "<!--"].iter().any(|mark| head.starts_with(mark)) {
        return true;
    }
    let Some(rest) = start.strip_prefix('<') else { return false };
    let name: &str = rest.split(|c: char| !c.is_alphanumeric() && !"_-:.".contains(c)).next().unwrap_or("");
    let inline =
        ["p", "b", "i", "em", "strong", "sub", "sup", "jats:p", "span", "div", "a", "h1", "h2", "h3"];
    !name.is_empty() && !inline.contains(&name) && start.trim_end().ends_with(&format!("</{name}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_formats_have_names() {
        for (text, expected) in [
            ("<?xml version=\"1.0\"?><a/>", "XML or HTML"),
            ("<records>\n<record/></records>\n", "XML or HTML"),
        ] {
            assert_eq!(name(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn texts_with_marks_are_texts() {
        for text in ["@home trams are late.", "<p>Trams are late.</p>", "<b>Bold</b> claims", "[MASK] tokens"]
        {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
