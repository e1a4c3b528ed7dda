//! Documents that stop in the middle or were changed anywhere: what is whole is kept, what is not is named.

use proptest::prelude::*;

use super::{
    super::*,
    abstracts, faults,
    fixtures::{ALL, ATOM},
    parsed,
};

#[test]
fn a_cut_record_is_named() {
    let cut = parsed(&ATOM[..ATOM.find("wait.").unwrap()]);
    assert_eq!(abstracts(&cut), ["Trams are late when $n < 3$."]);
    assert_eq!(faults(&cut), [(18, "the dump ends before the `</entry>` of this record")]);
    let cut = parsed(&ATOM[..ATOM.find("</feed>").unwrap()]);
    assert_eq!((cut.records.len(), faults(&cut)), (2, vec![(23, "the dump ends before its `</feed>`")]));
}

#[test]
fn a_fault_inside_costs_one_record() {
    for (from, to, detail) in [
        (
            "winter</title>",
            "winter</titel>",
            "line 8: ill-formed document: expected `</title>`, but `</titel>` was found",
        ),
        ("$n &lt; 3$", "$n < 3$", "line 9: `<` where no tag starts; it is written `&lt;` in text"),
        ("  </entry>\n  <entry>", "  <entry>", "another record starts before the `</entry>` of this one"),
        ("rel=\"related\" title=\"pdf\"/>", "rel=\"related", "line 13: "),
    ] {
        let parsed = parsed(&ATOM.replacen(from, to, 1));
        assert_eq!(abstracts(&parsed), ["Buses wait."], "{from}");
        let [(line, found)] = faults(&parsed)[..] else { panic!("{from}: {:?}", parsed.not_taken) };
        assert!(line == 4 && found.starts_with(detail), "{found}");
    }
}

#[test]
fn a_missing_start_is_named() {
    let parsed = parsed(&ATOM.replacen("<entry>", "<ntry>", 1));
    assert_eq!(abstracts(&parsed), ["Buses wait."]);
    assert_eq!(faults(&parsed), [(17, "`</entry>` ends a record whose start is missing")]);
}

#[test]
fn bad_entities_are_text() {
    let parsed = parsed(&ATOM.replacen("Buses wait.", "AT&T &nobody; wait & go &#xD800;", 1));
    assert_eq!(abstracts(&parsed)[1], "AT&T &nobody; wait & go &#xD800;");
    assert!(parsed.not_taken.is_empty());
}

#[test]
fn nothing_is_too_deep_or_too_long() {
    let deep =
        format!("<feed><entry>{}</entry><entry><title>T</title></entry></feed>", "<b>".repeat(200_000));
    assert_eq!((parsed(&deep).records.len(), parsed(&deep).not_taken.len()), (1, 1));
    let open = format!("<feed><entry/>{}", "<!-- <entry> ".repeat(100_000));
    assert_eq!(parsed(&open).records.len(), 1);
}

/// The stretches of the whole records of `content`, and what each says.
fn originals(content: &str) -> Vec<(std::ops::Range<usize>, Record)> {
    let mut kind = kind(content).unwrap();
    let mut found = Vec::new();
    for piece in Pieces::new(content, kind.names()) {
        if let Some(record) = kind.read(&content[piece.start..piece.end]).unwrap() {
            found.push((piece.start..piece.end, record));
        }
    }
    found
}

fn said(record: &Record) -> (Option<&str>, Option<&str>) {
    (record.title.as_deref(), record.abstract_text.as_deref())
}

fn boundary(text: &str, place: prop::sample::Index) -> usize {
    text.floor_char_boundary(place.index(text.len() + 1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_records_before_a_cut_are_kept((_, content, _) in prop::sample::select(&ALL[..]), place: prop::sample::Index) {
        let at = boundary(content, place);
        let cut = &content[..at];
        prop_assume!(Xml.recognises(cut));
        let parsed = parsed(cut);
        let originals = originals(content);
        let whole: Vec<_> = originals.iter().filter(|(range, _)| range.end <= at).map(|(_, record)| said(record)).collect();
        prop_assert_eq!(parsed.records.iter().map(said).collect::<Vec<_>>(), whole);
        let is_inside = originals.iter().any(|(range, _)| range.start < at && at < range.end);
        let is_open = parsed.format != "trec" && at < content.trim_end().len();
        prop_assert!(!parsed.not_taken.is_empty() || !is_inside && !is_open || at_tag_start(&originals, content, at));
    }

    #[test]
    fn records_beside_an_edit_are_kept(
        (_, content, _) in prop::sample::select(&ALL[..]),
        place: prop::sample::Index,
        width in 0usize..4,
        text in "[<>&;/!\\[\\]'\"= a\n\0é-]{0,4}",
    ) {
        let at = boundary(content, place);
        let end = content.ceil_char_boundary((at + width).min(content.len()));
        let edited = [&content[..at], &text, &content[end..]].concat();
        prop_assume!(Xml.recognises(&edited));
        let parsed = parsed(&edited);
        let originals = originals(content);
        prop_assert!(parsed.records.len() <= originals.len());
        prop_assert!(parsed.not_taken.is_sorted());
        let kept: Vec<_> = parsed.records.iter().map(said).collect();
        for (range, record) in &originals {
            let is_beside = range.end <= at || end <= range.start;
            prop_assert!(!is_beside || kept.contains(&said(record)), "{:?} of {edited}", said(record));
        }
        let inside = originals.iter().filter(|(range, _)| range.start < end && at < range.end).count();
        let strange = kept.iter().filter(|said| !originals.iter().any(|(_, record)| super::damage::said(record) == **said));
        prop_assert!(strange.count() <= inside, "{kept:?}");
    }

    #[test]
    fn many_edits_invent_nothing(
        (_, content, records) in prop::sample::select(&ALL[..]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, "[<>&;/!\\[\\]'\"= \n-]{0,2}"), 0..12),
    ) {
        let mut edited = content.to_owned();
        for (place, width, text) in &edits {
            let at = boundary(&edited, *place);
            let end = edited.ceil_char_boundary((at + width).min(edited.len()));
            edited.replace_range(at..end, text);
        }
        let options = ReadOptions::default();
        if let Ok(parsed) = Xml.read(&edited, &options) {
            prop_assert!(parsed.records.len() <= records + 1 + edits.len());
            prop_assert!(parsed.not_taken.iter().all(|fault| fault.reason == Reason::Unreadable));
        }
    }
}

/// Whether the cut leaves too little of a record's first tag to tell that it is one.
fn at_tag_start(originals: &[(std::ops::Range<usize>, Record)], content: &str, at: usize) -> bool {
    originals.iter().any(|(range, _)| {
        range.start < at && at - range.start <= content[range.clone()].find('>').unwrap_or(0)
    })
}
