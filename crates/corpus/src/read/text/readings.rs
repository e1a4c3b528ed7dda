use super::*;
use proptest::prelude::*;

const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third point is enough and find on two lines that the delay falls by half.";
const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes cuts the waiting time by a third on four lines in two towns.";
const SHIPS: &str = "Ships wait for the tide. We print a table of tides for small harbours, which pilots of three ferries used for a year, and the ferries left on time more often.";

fn records(content: &str) -> Vec<Record> {
    Text.read(content, &ReadOptions::default()).unwrap().records
}

fn pairs(content: &str) -> Vec<(String, String)> {
    let part = |part: Option<String>| part.unwrap_or_default();
    records(content).into_iter().map(|record| (part(record.title), part(record.abstract_text))).collect()
}

fn expected(titles: [&str; 2]) -> Vec<(String, String)> {
    titles.iter().zip([TRAMS, BUSES]).map(|(title, text)| ((*title).to_owned(), text.to_owned())).collect()
}

#[test]
fn labels_tell_titles_authors_and_abstracts() {
    for content in [
        format!(
            "Title: Late Trams\nAuthors: Ann Miller, Eva Braun\nAbstract: {TRAMS}\n\nTitle: Slow Buses\nAbstract: {BUSES}\n"
        ),
        format!("Title: Late Trams\n\nAbstract:\n{TRAMS}\n\nTitle: Slow Buses\n\nAbstract\n\n{BUSES}\n"),
        format!(
            "ICML 2026 Papers\n\nTITLE: Late\n  Trams\nABSTRACT: {TRAMS}\n----\nTITLE: Slow Buses\nABSTRACT: {BUSES}\n----\n"
        ),
        format!("1. Title: Late Trams\nAbstract: {TRAMS}\n\n2. Title: Slow Buses\nAbstract: {BUSES}\n"),
        format!(
            "**Title:** Late Trams\n**Abstract:** {TRAMS}\n\n**Title:** Slow Buses\n**Abstract:** {BUSES}\n"
        ),
        format!("Late Trams in Winter\n\nAbstract: {TRAMS}\n\nSlow Buses in Towns\n\nAbstract: {BUSES}\n"),
        format!(
            "Late Trams in Winter\nAnn Miller, Eva Braun\nAbstract: {TRAMS}\n\nSlow Buses in Towns\nAbstract: {BUSES}\n"
        ),
    ] {
        let found: Vec<_> = pairs(&content)
            .into_iter()
            .map(|(title, text)| {
                (title.replace("\n  ", " ").replace(" in Winter", "").replace(" in Towns", ""), text)
            })
            .collect();
        assert_eq!(found, expected(["Late Trams", "Slow Buses"]), "{content}");
    }
}

#[test]
fn a_listing_by_mail_is_read() {
    let content = format!(
        "\\\\\narXiv:2601.00001\nDate: Thu, 1 Jan 2026\nTitle: Late Trams\nAuthors: Ann Miller, Eva Braun\nCategories: cs.RO\n\\\\\n  {TRAMS}\n\\\\ ( https://arxiv.org/abs/2601.00001 ,  9kb)\n{}\n\\\\\narXiv:2601.00002\nTitle: Slow Buses\nAuthors: Eva Braun\n\\\\\n  {BUSES}\n\\\\\n",
        "-".repeat(78)
    );
    let records = records(&content);
    let keys: Vec<_> = records.iter().filter_map(|record| record.key.as_deref()).collect();
    assert_eq!(keys, ["2601.00001", "2601.00002"]);
    assert_eq!(records[0].fields.authors, ["Ann Miller", "Eva Braun"]);
    assert_eq!((records[0].fields.year, records[0].line), (Some(2026), 2));
    assert_eq!(pairs(&content), expected(["Late Trams", "Slow Buses"]));
}

#[test]
fn a_prefix_is_no_part_of_the_abstract() {
    let content = format!("Abstract: {TRAMS}\n\n{BUSES}\n\nABSTRACT. {SHIPS}\n");
    assert_eq!(pairs(&content).into_iter().map(|(_, text)| text).collect::<Vec<_>>(), [TRAMS, BUSES, SHIPS]);
}

#[test]
fn abstracts_with_titles_may_have_paragraphs() {
    let content = format!(
        "Title: Late Trams\nAbstract: {TRAMS}\n\n{SHIPS}\n\nTitle: Slow Buses\nAbstract: {BUSES}\nKeywords: buses, doors\n"
    );
    let found = records(&content);
    assert_eq!(found[0].abstract_text.as_deref(), Some(format!("{TRAMS}\n\n{SHIPS}").as_str()));
    assert_eq!((found.len(), found[1].fields.keywords.len()), (2, 2));
}

#[test]
fn one_label_among_many_paragraphs_takes_none_of_the_others() {
    let content =
        format!("{TRAMS}\n\nTitle: Slow Buses Abstract: {BUSES}\n\n{SHIPS}\n\n{TRAMS}\n\n{BUSES}\n");
    assert_eq!(records(&content).len(), 5);
}

#[test]
fn numbers_and_bullets_are_no_text() {
    for (a, b, c) in
        [("1. ", "2. ", "3. "), ("[7] ", "[8] ", "[9] "), ("(1) ", "(2) ", "(3) "), ("- ", "- ", "- ")]
    {
        for gap in ["\n\n", "\n"] {
            let content = format!("ICML 2026 Papers\n\n{a}{TRAMS}{gap}{b}{BUSES}{gap}{c}{SHIPS}\n");
            let texts: Vec<String> = pairs(&content).into_iter().map(|(_, text)| text).collect();
            assert_eq!(texts, [TRAMS, BUSES, SHIPS], "{content}");
        }
    }
    for content in
        [format!("3D trams: {TRAMS}\n\n{BUSES}\n"), format!("2019 was late. {TRAMS}\n\n2020 too. {BUSES}\n")]
    {
        assert_eq!(
            pairs(&content).iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n\n") + "\n",
            content
        );
    }
}

#[test]
fn steps_within_an_abstract_make_no_papers() {
    let content = format!("We show three things.\n1. {TRAMS}\n2. {BUSES}\n\n{SHIPS}\n");
    assert_eq!(records(&content).len(), 2);
}

#[test]
fn titles_may_stand_above_their_abstracts() {
    let (first, second) = (format!("{TRAMS} {SHIPS}"), format!("{BUSES} {SHIPS}"));
    for gap in ["\n\n", "\n"] {
        let content = format!(
            "ICML 2026 Papers\n\nLate Trams in Winter{gap}{first}\n\nSlow Buses in Towns{gap}{second}\n"
        );
        let expected = [("Late Trams in Winter", &first), ("Slow Buses in Towns", &second)];
        let found = pairs(&content);
        assert_eq!(found.iter().map(|(title, text)| (title.as_str(), text)).collect::<Vec<_>>(), expected);
    }
    let plain = format!("Late Trams in Winter\n\n{first}\n\n{second}\n\n{TRAMS}\n");
    assert_eq!(records(&plain).len(), 4);
}

#[test]
fn one_title_may_stand_above_one_abstract() {
    let found = pairs(&format!("Late Trams in Winter\n\n{TRAMS}\n"));
    assert_eq!(found, [("Late Trams in Winter".to_owned(), TRAMS.to_owned())]);
    assert_eq!(records(&format!("coffee\n\n{TRAMS}\n")).len(), 2);
    assert_eq!(records(&format!("coffee\n\n{TRAMS}\n\n{BUSES}\n")).len(), 3);
}

#[test]
fn people_may_stand_between_title_and_abstract() {
    let content = format!(
        "Late Trams in Winter\n\nAnn Miller, Eva Braun\n\n{TRAMS}\n\nBuses\n\nBo C. Weber and Eva Braun\n\n{BUSES}\n"
    );
    assert_eq!(pairs(&content), expected(["Late Trams in Winter", "Buses"]));
    let found = records(&content);
    assert_eq!(found[0].fields.authors, ["Ann Miller", "Eva Braun"]);
    assert_eq!(found[1].fields.authors, ["Bo C. Weber", "Eva Braun"]);
    assert_eq!(found[1].line, 7);
}

#[test]
fn titles_of_one_word_count_where_all_abstracts_have_one() {
    let content = format!("Tides\n\n{TRAMS}\n\nSlow Buses\n\n{BUSES}\n");
    assert_eq!(pairs(&content), expected(["Tides", "Slow Buses"]));
}

#[test]
fn a_line_before_the_first_title_makes_no_paper() {
    let pair = format!("Late Trams in Winter\n\n{TRAMS}\n\nSlow Buses in Towns\n\n{BUSES}\n");
    let found = records(&format!("What we read this week.\n\n{pair}"));
    assert_eq!((found.len(), found[0].abstract_text.as_deref()), (3, None));
    assert_eq!(found[2].title.as_deref(), Some("Slow Buses in Towns"));
    let found = records(&format!("{SHIPS}\n\n{pair}"));
    assert_eq!((found.len(), found[0].abstract_text.as_deref()), (3, Some(SHIPS)));
}

#[test]
fn title_and_people_may_stand_above_the_word_abstract() {
    let content = format!(
        "Late Trams in Winter\nAnn Miller, Eva Braun\n\nAbstract\n\n{TRAMS}\n\nSlow Buses in Towns\nEva Braun\n\nAbstract\n\n{BUSES}\n"
    );
    assert_eq!(pairs(&content), expected(["Late Trams in Winter", "Slow Buses in Towns"]));
    assert_eq!(records(&content)[0].fields.authors, ["Ann Miller", "Eva Braun"]);
}

#[test]
fn an_abstract_below_another_field_needs_no_label() {
    for content in [
        format!("Title: Tides\n{TRAMS}\n\nTitle: Buses\n{BUSES}\n"),
        format!("Title: Tides\nAuthors: Cy Moor\n{TRAMS}\n\nTitle: Buses\nAuthors: Bo Weber\n{BUSES}\n"),
        format!("Title: Tides\nAuthors: Cy Moor,\nBo Weber\n{TRAMS}\n\nTitle: Buses\n\n{BUSES}\n"),
    ] {
        assert_eq!(pairs(&content), expected(["Tides", "Buses"]), "{content}");
    }
    let found = records(&format!("Title: Tides\n{TRAMS}\n\n{SHIPS}\n"));
    assert_eq!(found[0].abstract_text.as_deref(), Some(format!("{TRAMS}\n\n{SHIPS}").as_str()));
}

#[test]
fn a_field_of_many_lines_is_no_abstract() {
    let people = ["A. B. Miller, C. D. Braun, E. F. Weber"; 7].join(",\n");
    let found = records(&format!("Title: Late Trams\n in Winter\nAuthors: {people}\nAbstract: {TRAMS}\n"));
    assert_eq!(found[0].title.as_deref(), Some("Late Trams in Winter"));
    assert_eq!((found.len(), found[0].abstract_text.as_deref()), (1, Some(TRAMS)));
    let found = records(&format!("Title: Late Trams\n{SHIPS}\nAuthors: Ann Miller\nAbstract: {TRAMS}\n"));
    assert_eq!((found.len(), found[0].abstract_text.as_deref()), (1, Some(TRAMS)));
    assert!(found[0].title.as_deref().is_some_and(|title| title.contains("Ships wait")));
}

#[test]
fn a_quoted_line_is_an_abstract() {
    let content = format!("\"{TRAMS}\"\n\"{BUSES}\"\n\"{SHIPS}\"\n");
    assert_eq!(records(&content).len(), 3);
    assert_eq!(records(&content.replace('"', "")).len(), 1);
}

#[test]
fn rules_divide() {
    let content = format!("ICML 2026 Papers\n================\n{TRAMS}\n* * *\n{BUSES}\n----------\n{SHIPS}");
    assert_eq!(records(&content).len(), 3);
    assert!(records(&content).iter().all(|record| record.fields.year == Some(2026)));
}

#[test]
fn an_abstract_may_be_one_line() {
    let long = |text: &str| format!("{text} {text}");
    let content = [TRAMS, BUSES, SHIPS].map(long).join("\n");
    assert_eq!(records(&content).len(), 3);
    let with_a_short_one = format!("{content}\n{content}\n{TRAMS}");
    assert_eq!(records(&with_a_short_one).len(), 7);
    let wrapped = content.replace(". ", ".\n");
    assert_eq!(records(&wrapped).len(), 1);
}

fn listing(count: usize) -> String {
    (1..=count).fold(String::new(), |text, i| {
        let prose = [TRAMS, BUSES, SHIPS][i % 3];
        format!("{text}Title: Late Trams Number {i}\nAuthors: Ann Miller\nAbstract: {prose}\n\n")
    })
}

proptest! {
    #[test]
    fn a_cut_loses_nothing_before_it(count in 1usize..6, place in any::<prop::sample::Index>()) {
        let whole = listing(count);
        let cut = &whole[..place.index(whole.len())];
        let (all, found) = (records(&whole), records(cut));
        prop_assert!(found.len() <= all.len());
        let kept = found.len().saturating_sub(1);
        prop_assert_eq!(&found[..kept], &all[..kept]);
        prop_assert!(found.len() >= cut.matches("\n\n").count());
    }

    #[test]
    fn no_letter_is_invented(text in "(Title: |Abstract|: |[a-z]{1,9}[ .]|\n|1[.] |- |-----\n|### |[|]){0,60}") {
        let found: usize = records(&text).iter().map(|r| {
            let letters = |text: &Option<String>| text.iter().flat_map(|t| t.chars()).filter(|c| c.is_alphabetic()).count();
            letters(&r.title) + letters(&r.abstract_text)
        }).sum();
        prop_assert!(found <= text.chars().filter(|c| c.is_alphabetic()).count());
    }
}
