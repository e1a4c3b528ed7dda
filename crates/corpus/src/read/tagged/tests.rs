use proptest::prelude::*;

use super::*;
use crate::read::testing::damaged;
use crate::read::{Format, ReadOptions};

const FORMATS: [&dyn Format; 4] = [&Medline, &WebOfScience, &Ris, &EndNote];

fn read(content: &str) -> Parsed {
    let format = FORMATS.iter().find(|format| format.recognises(content)).expect("a format is recognised");
    format.read(content, &ReadOptions::default()).unwrap()
}

fn only(content: &str) -> Record {
    let mut records = read(content).records;
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0)
}

fn titles(parsed: &Parsed) -> Vec<(u64, &str)> {
    parsed.records.iter().map(|record| (record.line, record.title.as_deref().unwrap_or("-"))).collect()
}

const RIS: &str = "Provider: A library\r\nContent: text/plain\r\n\r\nTY  - JOUR\r\nID  - tram20\r\nT1  - Late trams\r\n\
    A1  - Tram, Ada\r\nA1  - Bus, Bo, Jr.\r\nN2  - Trams are late in win-\r\nter because points\r\n\r\nfreeze.\r\n\
    Y1  - 2020/03/01/\r\nJO  - J. Trams\r\nJF  - Journal of Trams\r\nDO  - https://doi.org/10.5555/tram.20\r\n\
    UR  - https://example.org/tram20\r\nKW  - trams\r\nwinter, cold\r\nKW  - delay; points\r\n\
    N1  - mail ada@example.org\r\nAD  - 1 Depot Road\r\nER  - \r\n";

#[test]
fn every_field_of_ris_is_found() {
    let record = only(RIS);
    assert_eq!((record.line, record.key.as_deref()), (4, Some("tram20")));
    assert_eq!(record.title.as_deref(), Some("Late trams"));
    let expected = "Trams are late in win-\nter because points\n\nfreeze.";
    assert_eq!(record.abstract_text.as_deref(), Some(expected));
    let expected = Fields {
        authors: vec!["Ada Tram".to_owned(), "Bo Bus Jr.".to_owned()],
        year: Some(2020),
        venue: Some("Journal of Trams".to_owned()),
        doi: Some("10.5555/tram.20".to_owned()),
        url: Some("https://example.org/tram20".to_owned()),
        keywords: ["trams", "winter, cold", "delay", "points"].map(str::to_owned).to_vec(),
        decision: None,
    };
    assert_eq!(record.fields, expected);
}

#[test]
fn ris_is_read_in_every_hand() {
    for content in [
        "TY  - JOUR\nTI  - T\nAB  - Trams are late.\nER  -",
        "ty  - jour\nti  - T\nab  - Trams are late.\ner  - \n",
        "TY - JOUR\nTI - T\nAB - Trams are late.\nER -\n",
        "TY\u{a0} - JOUR\nTI\u{a0} - T\nAB  -Trams are late.\nER\n",
        "  TY  - JOUR\n  TI  - T\n  AB  - Trams are late.\n",
        "ID  - 7\nTY  - JOUR\nTI  - T\nAB  - Trams are late.\nER  - \nER  - \n",
        "TI  - T\nAB  - Trams are late.\nER  - \n",
        "\u{feff}TY  - \rTI  -\rT1  - T\rAB  -\rN2  - Trams are late.\rER  -\r",
        "TY  - JOUR\nTI  - T\nAB  - Trams are late.\nAB  - Trams are late.\nN2  - A note.\nER  - \n",
    ] {
        let record = only(content);
        assert_eq!(
            (record.title.as_deref(), record.abstract_text.as_deref()),
            (Some("T"), Some("Trams are late.")),
            "{content:?}"
        );
    }
}

#[test]
fn records_of_ris_are_parted_where_an_end_is_missing() {
    let parsed = read("TY  - JOUR\nTI  - A\n\nTY  - JOUR\nTI  - B\nER  - \nnoise\nTI  - C\nER  - \n");
    assert_eq!(titles(&parsed), [(1, "A"), (4, "B"), (8, "C")]);
    assert!(parsed.not_taken.is_empty());
}

#[test]
fn a_record_that_the_end_cuts_off_is_named() {
    let cut = "TY  - JOUR\nTI  - A\nER  - \nTY  - JOUR\nTI  - B\nAB  - Trams are la";
    let parsed = read(cut);
    assert_eq!(titles(&parsed), [(1, "A")]);
    assert_eq!((parsed.not_taken[0].line, parsed.not_taken[0].reason), (4, Reason::Unreadable));
    assert_eq!(read(&format!("{cut}te.\n")).records.len(), 2);
    assert_eq!(read("TY  - JOUR\nAB  - Trams").records.len(), 1);
}

#[test]
fn values_that_are_no_year_doi_or_address_give_none() {
    let record =
        only("TY  - GEN\nPY  - 10 15\nDO  - none\nUR  - <Go to ISI>://WOS:1\nAU  - a@b.org\nER  - \n");
    assert_eq!(record.fields, Fields::default());
}

#[test]
fn web_of_science_is_read() {
    let record = only(
        "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Tram, A\n   Bus, B\nAF Tram, Ada\n   Bus, Bo\n\
         TI Late trams: a\n   study\nSO JOURNAL OF TRAMS\nDE late trams; winter\n   points\nID DELAY\n\
         C1 [Tram, Ada] Depot, Road 1.\nEM ada@example.org\nAB Trams are late in win-\n   ter.\nPY 2020\n\
         DI 10.5555/tram.20\nUT WOS:0001\nER\n\nEF\n",
    );
    assert_eq!((record.line, record.key.as_deref()), (3, Some("WOS:0001")));
    assert_eq!(record.title.as_deref(), Some("Late trams: a\nstudy"));
    assert_eq!(record.abstract_text.as_deref(), Some("Trams are late in win-\nter."));
    let expected = Fields {
        authors: vec!["Ada Tram".to_owned(), "Bo Bus".to_owned()],
        year: Some(2020),
        venue: Some("JOURNAL OF TRAMS".to_owned()),
        doi: Some("10.5555/tram.20".to_owned()),
        url: None,
        keywords: vec!["late trams".to_owned(), "winter points".to_owned()],
        decision: None,
    };
    assert_eq!(record.fields, expected);
}

#[test]
fn web_of_science_without_its_head_or_an_end_is_read() {
    let parsed = read("PT J\nTI A\nAU T\nPT C\nTI B\nER\n\nPT J\nTI C");
    assert_eq!(titles(&parsed), [(1, "A"), (4, "B")]);
    assert_eq!(parsed.not_taken[0].line, 8);
}

#[test]
fn medline_is_read() {
    let parsed = read(
        "\nPMID- 11\nOWN - NLM\nTI  - Late trams.\nLID - S1 [pii]\nLID - 10.5555/tram.20 [doi]\nAB  - Trams are late in\n      \
         winter.\nFAU - Tram, Ada\nAU  - Tram A\nAD  - Depot, ada@example.org.\nJT  - Journal of\n      trams\nDP  - 2020 Oct\n\
         MH  - Late/adverse\n      effects/*rail\nMH  - *Points\n\nPMID- 12\nTI  - Buses.\nAU  - Bus B\n",
    );
    assert_eq!(titles(&parsed), [(2, "Late trams."), (19, "Buses.")]);
    let record = &parsed.records[0];
    assert_eq!(record.key.as_deref(), Some("11"));
    assert_eq!(record.abstract_text.as_deref(), Some("Trams are late in\nwinter."));
    let expected = Fields {
        authors: vec!["Ada Tram".to_owned()],
        year: Some(2020),
        venue: Some("Journal of trams".to_owned()),
        doi: Some("10.5555/tram.20".to_owned()),
        url: None,
        keywords: vec!["Late/adverse effects/rail".to_owned(), "Points".to_owned()],
        decision: None,
    };
    assert_eq!(record.fields, expected);
    assert_eq!(parsed.records[1].fields.authors, ["Bus B"]);
}

#[test]
fn endnote_is_read() {
    let parsed = read(
        "%0 Conference Proceedings\n%T Late trams\n%A Tram, Ada\n%A Bo Bus\n%S Proceedings of Trams\n%D 2020\n%8 May\n\
         %F tram-2020\n%X Trams are late\n% of the time.\n%U https://example.org/1\n%R 10.5555/1\n%K trams\nwinter\n%P 1-9\n\n\
         %0 Journal Article\n%T Buses\n%J Journal of Buses\n",
    );
    assert_eq!(titles(&parsed), [(1, "Late trams"), (17, "Buses")]);
    let record = &parsed.records[0];
    assert_eq!(record.key.as_deref(), Some("tram-2020"));
    assert_eq!(record.abstract_text.as_deref(), Some("Trams are late\n% of the time."));
    let expected = Fields {
        authors: vec!["Ada Tram".to_owned(), "Bo Bus".to_owned()],
        year: Some(2020),
        venue: Some("Proceedings of Trams".to_owned()),
        doi: Some("10.5555/1".to_owned()),
        url: Some("https://example.org/1".to_owned()),
        keywords: vec!["trams".to_owned(), "winter".to_owned()],
        decision: None,
    };
    assert_eq!(record.fields, expected);
    assert_eq!(titles(&read("%A T\n%T A\n%X Trams.\n\n%T B\n%A U\n")), [(1, "A"), (5, "B")]);
}

#[test]
fn texts_are_no_tagged_lines() {
    for content in [
        "We - the authors - are late.\nTY - no.",
        "ER is a ward.\nTI  - is a tag.",
        "PT J\nis a strange start of a text.",
        "%T is a percentage.",
        "% comment\n@article{a, title = {T}}",
        "PMID- is how lists of papers start.",
        "HIV - a virus",
    ] {
        assert!(!FORMATS[..3].iter().any(|format| format.recognises(content)), "{content}");
    }
}

const NEW: &str = "(\\PC|[\n\r \\-A-Z%]|ER  - \n|TY  - \n){0,3}";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damage_breaks_nothing(content in damaged(RIS, NEW)) {
        for format in FORMATS {
            format.recognises(&content);
            let parsed = format.read(&content, &ReadOptions::default()).unwrap();
            prop_assert!(parsed.records.is_sorted_by_key(|record| record.line));
            let flat: String = content.split_whitespace().collect();
            for text in parsed.records.iter().flat_map(|record| [&record.title, &record.abstract_text]).flatten() {
                let lines = text.lines().map(|line| line.split_whitespace().collect::<String>());
                prop_assert!(lines.into_iter().all(|line| flat.contains(&line)), "{text}");
            }
        }
    }

    #[test]
    fn whole_records_around_damage_stay(damage in "(\\PC|[\n -])*") {
        let content = format!("TY  - JOUR\nTI  - First\nER  - \nTY  - JOUR\nN1  - x{damage}\nER  - \nTY  - JOUR\nTI  - Last\nER  - \n");
        let parsed = read(&content);
        prop_assert_eq!(parsed.records.first().and_then(|record| record.title.as_deref()), Some("First"));
        prop_assert_eq!(parsed.records.last().and_then(|record| record.title.as_deref()), Some("Last"));
    }
}
