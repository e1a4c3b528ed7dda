//! `index.html`: the report as one page that needs nothing else.

use sha2::{Digest, Sha256};

use super::escape::markup;
use super::{ReportError, changes, choice_section, packed, page_data, palette, sections, topic_cards};
use crate::topic_map::TopicMap;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Renders the page: everything readable as plain HTML, the drawing and the search by the page's own script.
///
/// # Errors
/// [`ReportError`] where the data cannot be written.
pub(super) fn render(map: &TopicMap, regions: &[String]) -> Result<String, ReportError> {
    let style = style();
    let parts = [
        ("policy", policy(&style)),
        ("style", style),
        ("script", SCRIPT.to_owned()),
        ("title", markup(&map.title)),
        ("lead", sections::lead(map)),
        ("marks", sections::marks()),
        ("changes-link", changes::link(map)),
        ("changes", changes::render(map)),
        ("topics", topic_cards::render(map)),
        ("choice", choice_section::render(&map.choice)),
        ("account", sections::account(map)),
        ("method", sections::method(map)),
        ("data", page_data::json(map, regions)?),
        ("packed", page_data::packed_abstracts(map)?),
    ];
    Ok(filled(TEMPLATE, &parts))
}

/// The style with the colours of topics; a print has the light ones, whatever the screen shows.
fn style() -> String {
    format!(
        "{STYLE}{}@media screen{{{}}}@media screen and (prefers-color-scheme:dark){{{}}}",
        palette::rules("", false),
        palette::rules("[data-theme=dark] ", true),
        palette::rules(":root:not([data-theme=light]) ", true),
    )
}

/// A policy that lets the page's own style and script through and no request at all.
fn policy(style: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(SCRIPT),
        digest(style),
    )
}

fn digest(text: &str) -> String {
    packed::base64(&Sha256::digest(text.as_bytes()))
}

/// The template with each `{{name}}` replaced; what is put in is not looked at again.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or(("", piece));
        if let Some((_, text)) = parts.iter().find(|(known, _)| *known == name) {
            page.push_str(text);
        }
        page.push_str(rest);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::super::{regions, sample};
    use super::*;

    fn page(map: &TopicMap) -> String {
        render(map, &regions::regions(map)).unwrap()
    }

    fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
        page.split_once(start).unwrap().1.split_once(end).unwrap().0
    }

    #[test]
    fn every_place_of_the_template_is_filled() {
        let page = page(&sample::map(12, 3));
        assert!(!page.contains("{{"));
    }

    #[test]
    fn the_policy_names_the_digests_of_what_is_there() {
        let page = page(&sample::map(12, 3));
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
            assert!(policy.contains(&digest(between(&page, start, end))), "{policy}");
        }
        assert!(policy.starts_with("default-src 'none'"));
        assert!(!page.contains(" style=\"") && !page.contains(" onclick=\""));
    }

    #[test]
    fn the_script_never_parses_data_as_markup() {
        for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch("]
        {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn hostile_text_adds_no_element() {
        let map = sample::hostile();
        let hostile = page(&map);
        for tag in ["<script", "</script", "<b>Bold", "<details><summary>x", "<img", "<!--", "javascript:"] {
            let own = TEMPLATE.matches(tag).count();
            let in_data =
                if tag == "javascript:" { hostile.matches("(javascript:alert(1))").count() } else { 0 };
            assert_eq!(hostile.matches(tag).count(), own + in_data, "{tag}");
        }
        assert!(hostile.contains("&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;"));
    }

    #[test]
    fn the_data_parses_and_holds_every_paper() {
        let map = sample::hostile();
        let page = page(&map);
        let data = between(&page, "<script type=\"application/json\" id=\"data\">", "</script>");
        let value: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(value["papers"].as_array().unwrap().len(), map.papers.len());
        assert_eq!(value["abstracts"][0], map.papers[0].abstract_text.as_str());
    }

    #[test]
    fn topics_and_papers_read_without_script() {
        let map = sample::map(12, 3);
        let page = page(&map);
        for topic in &map.topics {
            assert!(page.contains(&format!("id=\"{}\"", topic.id)));
        }
        for paper in &map.papers {
            assert!(page.contains(&format!("<li id=\"{}\">", paper.id)));
        }
        assert!(page.contains("in 71\u{a0}% of this topic&#39;s papers, in 3\u{a0}% of the others"));
    }

    #[test]
    fn a_large_map_stays_small_a_paper() {
        let mut map = sample::nested(3000, 30, 2);
        let words: Vec<String> =
            (0..5000_u32).map(|word| format!("w{:x}", word.wrapping_mul(2_654_435_761))).collect();
        for (index, paper) in map.papers.iter_mut().enumerate() {
            let text: Vec<&str> =
                (0..130).map(|word| words[(index * 131 + word * word * 7) % 5000].as_str()).collect();
            paper.abstract_text = text.join(" ");
        }
        assert!(page(&map).len() / 3000 < 1500);
    }
}
