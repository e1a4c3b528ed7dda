mod damage;
mod fields;
mod fixtures;

use super::*;
use fixtures::{ALL, ATOM, TREC};

fn parsed(content: &str) -> Parsed {
    Xml.read(content, &ReadOptions::default()).unwrap()
}

fn abstracts(parsed: &Parsed) -> Vec<&str> {
    parsed.records.iter().filter_map(|record| record.abstract_text.as_deref()).collect()
}

fn faults(parsed: &Parsed) -> Vec<(u64, &str)> {
    assert!(parsed.not_taken.iter().all(|fault| fault.reason == Reason::Unreadable));
    parsed.not_taken.iter().map(|fault| (fault.line, fault.detail.as_str())).collect()
}

#[test]
fn formats_are_told_by_their_elements() {
    for (format, content, records) in ALL {
        for content in [content.to_owned(), format!("\u{feff} \n{content}"), content.replace('\n', "\r\n")] {
            assert!(Xml.recognises(&content), "{format}");
            let parsed = parsed(&content);
            assert_eq!((parsed.format, parsed.records.len(), parsed.not_taken.len()), (format, records, 0));
        }
    }
}

#[test]
fn other_markup_is_not_ours() {
    for content in [
        "<html><body><article><p>Trams</p></article></body></html>",
        "<rss><channel><item><title>Trams</title></item></channel></rss>",
        "<feed><product/></feed>",
        "<collection><book/></collection>",
        "<doc>Trams are late.</doc>",
        "<p>Trams are late.</p>",
        "Trams <feed><entry/></feed>",
        "<",
    ] {
        assert!(!Xml.recognises(content), "{content}");
        assert!(Xml.read(content, &ReadOptions::default()).is_err(), "{content}");
    }
}

#[test]
fn a_feed_may_be_empty() {
    let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Query</title></feed>";
    assert!(Xml.recognises(feed));
    let parsed = parsed(feed);
    assert_eq!((parsed.format, parsed.records.len(), parsed.not_taken.len()), ("atom", 0, 0));
}

#[test]
fn records_have_lines() {
    assert_eq!(parsed(ATOM).records.iter().map(|record| record.line).collect::<Vec<_>>(), [4, 18]);
    assert_eq!(parsed(TREC).records.iter().map(|record| record.line).collect::<Vec<_>>(), [1, 8]);
}
