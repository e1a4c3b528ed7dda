//! Formats that are recognised to be refused by name, so that markup never becomes papers.

use super::error::Fault;

/// Refuses BibTeX, RIS, XML and their kin where no reader recognised them.
pub(super) fn check(content: &str) -> Result<(), Fault> {
    name(content).map_or(Ok(()), |format| Err(Fault::UnsupportedFormat(format)))
}

fn name(content: &str) -> Option<&'static str> {
    let start = content.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if is_bibtex(start) {
        Some("BibTeX")
    } else if start.starts_with("TY  - ") {
        Some("RIS")
    } else if start.starts_with("PMID- ") {
        Some("PubMed")
    } else if start.starts_with("%0 ") {
        Some("EndNote")
    } else if is_xml(start) {
        Some("XML or HTML")
    } else {
        None
    }
}

/// Whether the first line that starts with `@` opens an entry.
fn is_bibtex(start: &str) -> bool {
    let mut lines = start.lines().take(200).map(str::trim_start);
    let comment = |line: &str| line.is_empty() || line.starts_with('%');
    let Some(entry) = lines.find(|line| !comment(line)).and_then(|line| line.strip_prefix('@')) else {
        return false;
    };
    let kind = entry.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    kind.len() < entry.len() && kind.trim_start().starts_with(['{', '('])
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
            ("% comment\n@article{a, title = {T}}", "BibTeX"),
            ("@string{x = \"y\"}", "BibTeX"),
            ("TY  - JOUR\nAB  - text", "RIS"),
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
