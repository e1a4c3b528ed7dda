use proptest::prelude::*;

use super::*;
use crate::read::testing::damaged;
use crate::{Fields, Record, clean};

fn read(content: &str) -> Parsed {
    assert!(Bibtex.recognises(content), "{content}");
    Bibtex.read(content, &ReadOptions::default()).unwrap()
}

fn only(content: &str) -> Record {
    let mut parsed = read(content);
    assert_eq!((parsed.records.len(), &parsed.not_taken), (1, &Vec::new()), "{content}");
    parsed.records.remove(0)
}

fn keys(parsed: &Parsed) -> Vec<&str> {
    parsed.records.iter().map(|record| record.key.as_deref().unwrap_or("-")).collect()
}

fn faults(parsed: &Parsed) -> Vec<u64> {
    parsed.not_taken.iter().map(|fault| fault.line).collect()
}

#[test]
fn every_field_is_found() {
    let record = only(
        "% late\n@string{jot = {Journal of {Trams}}}\n\n@Article {tram:20,\n  Title = {{Late {T}rams} in {V}ienna},\n\
         \tauthor = \"Tram, Ada and {The Depot, Inc.} and {\\'E}cole, B{\\'e} and B\\'ela Bus and others\",\n  journal = jot # { A},\n  year = 2020,\n\
         month = mar,\n  abstract = {Trams are {late}\n   in win\\-ter.},\n  doi = {https://doi.org/10.5555/tram\\_20},\n\
         url = {\\url{https://example.org/a\\_b}},\n  keywords = {trams, winter},\n  note = {mail ada@example.org},\n}\n",
    );
    assert_eq!((record.line, record.key.as_deref()), (4, Some("tram:20")));
    assert_eq!(record.title.as_deref(), Some("Late Trams in Vienna"));
    assert_eq!(record.abstract_text.as_deref(), Some("Trams are late\n   in win\\-ter."));
    let expected = Fields {
        authors: ["Ada Tram", "The Depot, Inc.", "Bé École", "Béla Bus"].map(str::to_owned).to_vec(),
        year: Some(2020),
        venue: Some("Journal of Trams A".to_owned()),
        doi: Some("10.5555/tram_20".to_owned()),
        url: Some("https://example.org/a_b".to_owned()),
        keywords: vec!["trams".to_owned(), "winter".to_owned()],
        decision: None,
    };
    assert_eq!(record.fields, expected);
}

#[test]
fn texts_are_read_as_they_are_meant() {
    for (value, expected) in [
        ("{We {{FFT}, {FMM}} and {Multi{grid}}}", "We FFT, FMM and Multigrid"),
        ("\"A {\"}quoted{\"} word\"", "A \"quoted\" word"),
        ("\"A \"quoted\" word\"", "A \"quoted\" word"),
        ("\"K\\\"onig and K{\\\"o}nig\"", "König and König"),
        ("{mail lab@example.org, @all}", "mail lab@example.org, @all"),
        ("{a pair \\{x\\} here}", "a pair {x} here"),
        ("{a brace \\{ here}", "a brace { here"),
        ("{a brace \\} here}", "a brace } here"),
        ("{Pr{\\'e}server {\\c c}a $k_{1}$}", "Préserver ça k₁"),
        ("\"one\" # { two} # \" three\"", "one two three"),
        ("late # \" three\"", "late three"),
        ("words without marks", "words without marks"),
        ("{50% of trams}", "50% of trams"),
        ("{@article{x, is a line of BibTeX}}", "@articlex, is a line of BibTeX"),
    ] {
        for (open, close) in [('{', '}'), ('(', ')')] {
            let record = only(&format!("@misc{open}k, abstract={value},\n year = 2020{close}"));
            assert_eq!(record.abstract_text.as_deref().map(clean).as_deref(), Some(expected));
            assert_eq!((record.key.as_deref(), record.fields.year), (Some("k"), Some(2020)), "{value}");
        }
    }
}

#[test]
fn entries_are_read_in_every_hand() {
    for content in [
        "@misc{k, abstract = {A b}}",
        "@misc{k,abstract={A b},}",
        "@MISC(k, ABSTRACT = \"A b\",)",
        "@misc{k\n abstract = {A b}\n year = {x}\n}",
        "@ misc {\n k ,\n abstract={A b} % late\n, , year = 2020 }",
        "@misc{k, title = {T}}, abstract = {A b}}",
        "@misc{k, abstract = {A b}, abstract = {C}}",
        "This file was made by a program.\nEncoding: UTF-8\n\n@misc{k, abstract = {A b}}",
        "\u{feff}% a comment\r\n@misc{k,\r\nabstract = {A b}\r\n}\r\n",
        "text { between @ entries\n@comment{@misc{c, abstract = {C}}\n@misc{d,}}\n@preamble{\"x\"}@misc{k, abstract = {A b}}",
        "@comment{left open\n\n@misc{k, abstract = {A b}}",
        "%@misc{c, abstract = {C}}\n@comment text\n@misc{k, abstract = {A b}} see k@misc{x}",
    ] {
        let parsed = Bibtex.read(content, &ReadOptions::default()).unwrap();
        let texts: Vec<_> = parsed.records.iter().map(|record| record.abstract_text.as_deref()).collect();
        assert_eq!((texts, keys(&parsed)), (vec![Some("A b")], vec!["k"]), "{content}");
    }
}

#[test]
fn an_entry_that_does_not_end_costs_no_other() {
    let whole = |key: &str| format!("@misc{{{key},\n  abstract = {{Text of {key}}}\n}}\n\n");
    for faulty in [
        "@misc{f,\n  abstract = {Never closed\n}\n\n",
        "@misc{f,\n  abstract = {Closed}\n\n",
        "@misc{f,\n  abstract = \"Never closed,\n  year = {2020}\n}\n",
        "@misc{f,\n  abstract = {Closed} early}\n}\n",
        "@misc{f,\n  abstract {no sign}\n}\n",
        "@misc{f\n",
        "@misc{f, abstract = {\n",
        "@string{f = {never closed}\n",
        "@misc{f, abstract = {mail lab@example.org {\n",
    ] {
        let parsed = read(&format!("{}{faulty}{}{}", whole("a"), whole("b"), whole("c")));
        assert_eq!((keys(&parsed), faults(&parsed)), (vec!["a", "b", "c"], vec![5]), "{faulty}");
        let cut = read(&format!("{}{faulty}", whole("a")));
        assert_eq!((keys(&cut), faults(&cut)), (vec!["a"], vec![5]), "{faulty}");
    }
    let parsed = read("@misc{a, abstract = {A\n@misc{doi:10.5555/(b)#1, abstract = {B}}");
    assert_eq!((keys(&parsed), faults(&parsed)), (vec!["doi:10.5555/(b)#1"], vec![1]));
    let parsed = read("@misc{a, abstract = {A} @misc{b, abstract = {B}} @misc{c, abstract = {C}}");
    assert_eq!((keys(&parsed), faults(&parsed)), (vec!["b", "c"], vec![1]));
}

#[test]
fn a_mark_that_is_lost_or_doubled_costs_one_entry() {
    let entry = |key: &str| {
        format!("@misc{{{key},\n  title = {{A {{B}}}},\n  author = \"C\",\n  abstract = {{D}},\n}}\n\n")
    };
    let content = ["a", "b", "c", "d"].map(entry).concat();
    let marks = content.char_indices().filter(|(_, c)| "{}\"@=,\n".contains(*c)).map(|(at, _)| at);
    for at in marks.filter(|&at| at > "@misc{".len()) {
        for mark in ["", &content[at..=at].repeat(2)] {
            let damaged = [&content[..at], mark, &content[at + 1..]].concat();
            let parsed = read(&damaged);
            let whole = parsed.records.iter().filter(|r| r.title.is_some() && r.abstract_text.is_some());
            assert!(whole.count() >= 3, "{damaged}");
            assert_eq!(parsed.records.len() + parsed.not_taken.len(), 4, "{damaged}");
        }
    }
}

#[test]
fn an_entry_without_its_start_is_named() {
    for faulty in ["misc{f,\n  title = {F}\n}\n", "@misc f,\n  abstract = {F}\n}\n"] {
        for (before, after, line) in [("", "", 4), ("\n\n", "\n% title = {G}\n", 6)] {
            let content =
                format!("@misc{{a,\n title = {{A}}}}{before}\n{faulty}{after}@@misc{{b, title = {{B}}}}");
            let parsed = read(&content);
            assert_eq!((keys(&parsed), faults(&parsed)), (vec!["a", "b"], vec![line]), "{content}");
            let parsed = read(&format!("{faulty}@misc{{b, title = {{B}}}}"));
            assert_eq!((keys(&parsed), faults(&parsed)), (vec!["b"], vec![2]));
        }
    }
    for faulty in ["misc{f, Abstract={F}}", "@misc f, year = 2020, title = \"F\"}", "@misc(f title={F})"] {
        let parsed = read(&format!("@misc{{a, title = {{A}}}}\n{faulty}\n@misc{{b, title = {{B}}}}"));
        assert_eq!((keys(&parsed), faults(&parsed)), (vec!["a", "b"], vec![2]), "{faulty}");
    }
    for text in ["subtitle = {x}", "% see title = {x}", "a title = x", "title={", "abstract"] {
        let parsed = read(&format!("@misc{{a, title = {{A}}}}\n{text}\n"));
        assert_eq!(faults(&parsed).len(), usize::from(text.starts_with("title")), "{text}");
    }
}

#[test]
fn parts_inherit() {
    let parsed = read(
        "@inproceedings{a, title = {A}, crossref = {Conf}}\n@inproceedings{b, title = {B}, year = 2019, booktitle = {Own}, crossref = \"conf\"}\n\
         @inproceedings{c, title = {C}, crossref = {nothing}}\n@inproceedings{d, title = {D}}\n@article{e, title = {E}}\n\
         @proceedings{conf, title = {Proceedings of {Trams}}, date = {2020-05-01}}\n",
    );
    let found: Vec<_> = parsed.records.iter().map(|r| (r.fields.venue.as_deref(), r.fields.year)).collect();
    let trams = (Some("Proceedings of Trams"), Some(2020));
    assert_eq!(
        found,
        [trams, (Some("Own"), Some(2019)), (None, None), trams, (None, None), (None, Some(2020))]
    );
}

#[test]
fn equal_keys_are_two_records() {
    assert_eq!(
        keys(&read("@misc{a, title = {A}}\n@misc{a, title = {B}}\n@misc{title = {C}}")),
        ["a", "a", "-"]
    );
}

#[test]
fn texts_are_no_bibtex() {
    for content in [
        "@home trams are late.",
        "@home (in winter) trams are late.",
        "Trams are late.\n\n@home we wait.",
        "# Papers\n```\n@misc{a, title = {A}}\n```\n",
        "abstract,title\nA,\"@misc{a, title = {A}}\"\n",
        "[\n\"@misc{a, title = {A}}\"]",
        "",
    ] {
        assert!(!Bibtex.recognises(content), "{content}");
    }
}

#[test]
fn strings_of_strings_stay_small() {
    use std::fmt::Write;
    let mut content = "@string{s0 = \"0123456789\"}\n".to_owned();
    for i in 1..60 {
        let _ = writeln!(content, "@string{{s{i} = s{} # s{}}}", i - 1, i - 1);
    }
    let record = only(&(content + "@misc{k, abstract = s59 # s3}"));
    assert!(record.abstract_text.is_some_and(|text| text.len() < 2000));
}

#[test]
fn large_damaged_files_take_linear_time() {
    for unit in [
        "@misc{a, abstract = {",
        "@misc{a, abstract = {\n",
        "@misc{a, abstract = \"\"\" \n",
        "@comment{\n",
        "@misc{a, b = \"x\"%",
        "@a{b}, c",
        "@a(",
        " @a(",
        "\" % {",
        "@misc{a, author = {{",
        "$ { \\a[",
    ] {
        let content = format!("@misc{{a, abstract = {{A}}}}\n{}", unit.repeat(40_000));
        read(&content);
        let value = format!(
            "@misc{{a, author = {{A}}, abstract = {{{}}}}}",
            unit.replace(['{', '}'], "").repeat(40_000)
        );
        read(&value);
    }
}

const FILE: &str = "@string{jot = {Trams}}\n@article{a, title = {{A} study}, journal = jot # \" A\",\n  abstract = {Trams {are} late \\{x\\}.}}\n\
    @comment{x {y}}\n@misc(b, abstract = \"B {\"}c{\"} d\", author = {A, B and C}, year = 2020)\n@proceedings{c, title={P}}\n";

const NEW: &str = "(\\PC|[\n\r {}()\"=,#%@\\\\$]|@misc\\{k,){0,3}";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damage_breaks_nothing(content in damaged(FILE, NEW)) {
        Bibtex.recognises(&content);
        let parsed = Bibtex.read(&content, &ReadOptions::default()).unwrap();
        prop_assert!(parsed.records.is_sorted_by_key(|record| record.line));
        prop_assert!(parsed.not_taken.is_sorted());
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        for text in parsed.records.iter().filter_map(|record| record.title.as_deref()) {
            prop_assert!(letters(&content).contains(&letters(text)), "{}", text);
        }
    }

    #[test]
    fn whole_entries_around_damage_stay(damage in "(\\PC|[\n {}()\"=,#%\\\\$]){0,40}") {
        let content = format!("@misc{{a, title = {{A}}}}\n@misc{{x, title = {damage}\n@misc{{b, title = {{B}}}}\n");
        let parsed = read(&content);
        prop_assert_eq!(parsed.records.first().and_then(|record| record.key.as_deref()), Some("a"));
        prop_assert_eq!(parsed.records.last().and_then(|record| record.key.as_deref()), Some("b"));
    }
}
