//! Dumps as they come from the field, from bytes to papers.

use papermap_corpus::{
    Gathered, Paper, gather,
    read::{Dump, ReadError, ReadOptions, read_dumps},
};

const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third point is \
                     enough and find on two lines that the delay falls by half.";
const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes cuts the \
                     waiting time by a third on four lines in two towns.";

fn read(name: &str, content: &str) -> Dump {
    let found = read_dumps(name, &mut content.as_bytes(), &ReadOptions::default());
    found.expect("the dump is readable").dumps.remove(0)
}

fn papers(content: &str) -> Vec<Paper> {
    gather(Vec::new(), vec![read("dump", content)]).papers
}

fn reference() -> Vec<Paper> {
    papers(&format!("ICML 2026 Papers\n\n{TRAMS}\n\n{BUSES}\n"))
}

fn again(content: &str) -> Gathered {
    gather(reference(), vec![read("twin", content)])
}

#[test]
fn a_mark_changes_nothing() {
    for content in [
        format!("\u{feff}ICML 2026 Papers\r\n\r\n{TRAMS}\r\n\r\n{BUSES}\r\n"),
        format!("\u{feff}ICML 2026 Papers\n\n{TRAMS}\n\u{feff}ICLR 2026 Papers\n\n{BUSES}\n"),
        format!("\u{feff}abstract,title\r\n\"{TRAMS}\",T1\r\n\"{BUSES}\",T2\r\n"),
        format!("\u{feff}{{\"abstract\": \"{TRAMS}\"}}\n{{\"abstract\": \"{BUSES}\"}}\n"),
    ] {
        let gathered = again(&content);
        assert_eq!((gathered.papers.len(), gathered.new.len()), (2, 0), "{content:?}");
        let totals = gathered.account.totals();
        assert_eq!((totals.records, totals.known), (2, 2));
        assert_eq!(gathered.account.dumps[0].encoding, "UTF-8 with mark");
        let texts =
            gathered.papers.iter().flat_map(|paper| [Some(&paper.abstract_text), paper.title.as_ref()]);
        assert!(texts.flatten().all(|text| !text.contains('\u{feff}')));
    }
}

/// `text` in UTF-16, its bytes in the order of `bytes`.
fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn every_encoding_gives_the_same_papers() {
    let trams = TRAMS.replace("the points", "“the” points – Préserver –");
    let text = format!("ICML 2026 Papers\r\n\r\n{trams}\r\n\r\n{BUSES}\r\n");
    let table = format!("title\tabstract\r\nT1\t{trams}\r\nT2\t{BUSES}\r\n");
    let lines = format!("{{\"abstract\": \"{trams}\"}}\r\n{{\"abstract\": \"{BUSES}\"}}\r\n");
    let western = |text: &str| -> Vec<u8> {
        let byte = |c| match c {
            '“' => 0x93,
            '”' => 0x94,
            '–' => 0x96,
            c => u8::try_from(u32::from(c)).expect("a letter of Windows-1252"),
        };
        text.chars().map(byte).collect()
    };
    for content in [text, table, lines] {
        let known = papers(&content);
        for (bytes, encoding) in [
            (wide(&content, u16::to_le_bytes), "UTF-16LE"),
            (wide(&content, u16::to_be_bytes), "UTF-16BE"),
            (wide(&format!("\u{feff}{content}"), u16::to_le_bytes), "UTF-16LE with mark"),
            (western(&content), "Windows-1252"),
            ([content.as_bytes(), b"\r\n", &western(&content)].concat(), "UTF-8 and Windows-1252"),
        ] {
            let mut found = read_dumps("twin", &mut &*bytes, &ReadOptions::default()).expect(encoding);
            assert_eq!(found.dumps[0].encoding, encoding, "{content}");
            let gathered = gather(known.clone(), found.dumps.split_off(0));
            assert_eq!((gathered.papers.len(), gathered.new.len()), (2, 0), "{encoding} {content}");
        }
    }
}

#[test]
fn a_named_format_overrules_the_content() {
    let content = "{\"abstract\": \"Trams are late.\"}\n";
    let options = ReadOptions { format: "text".parse().ok(), ..ReadOptions::default() };
    let found = read_dumps("a.txt", &mut content.as_bytes(), &options).expect("a text");
    assert_eq!(found.dumps[0].format, "text");
    let options = ReadOptions { format: "json".parse().ok(), ..ReadOptions::default() };
    let found = read_dumps("a.txt", &mut content.as_bytes(), &options).expect("JSON Lines");
    assert_eq!(found.dumps[0].records[0].abstract_text.as_deref(), Some("Trams are late."));
}

#[test]
fn what_is_no_abstract_for_its_length_is_set_aside() {
    let content = format!("ICML 2026 Papers\n\n{TRAMS}\n\n{}\n\n{BUSES}\n", "late ".repeat(1_000_000));
    let dump = read("a.txt", &content);
    assert_eq!((dump.records.len(), dump.not_taken.len(), dump.not_taken[0].line), (2, 1, 5));
}

#[test]
fn control_characters_cost_no_text() {
    let raw = TRAMS.replace("ask whether", "ask\0whether");
    let escaped = TRAMS.replace("ask whether", "ask\\u0000whether") + "\\u0007\\u001b[31m\\ufffe";
    for content in [
        format!("ICML 2026 Papers\n\n{raw}\n\n{BUSES}\n"),
        format!("title,abstract\nT1,\"{raw}\"\nT2,\"{BUSES}\"\n"),
        format!("{{\"abstract\": \"{raw}\"}}\n{{\"abstract\": \"{BUSES}\"}}\n"),
    ] {
        assert_eq!(again(&content).new.len(), 0, "{content:?}");
    }
    let paper = &papers(&format!("{{\"abstract\": \"{escaped}\"}}"))[0];
    assert_eq!(paper.abstract_text, TRAMS);
}

#[test]
fn words_of_models_and_markup_are_text() {
    let texts = [
        "We study what the [MASK] token predicts next to [SEP] and [CLS].",
        "[SEP] [SEP] [SEP]",
        &"[CLS]".repeat(300),
        "</s> <s> <pad> <|endoftext|> are printed here.",
        "3 < 4 && 5 > 2, Vec<T> and a<b \"quoted\"",
    ];
    let content = format!("ICML 2026 Papers\n\n{}\n", texts.join("\n\n"));
    let mut found: Vec<String> = papers(&content).into_iter().map(|paper| paper.abstract_text).collect();
    let mut expected = texts.map(str::to_owned).to_vec();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn long_texts_stay_whole() {
    let words = "trams are late in winter ".repeat(10_000);
    for text in [words.trim(), &"a".repeat(5_000), &"電".repeat(3_000)] {
        let found = papers(&format!("ICML 2026 Papers\n\n{text}\n"));
        assert_eq!((found.len(), found[0].abstract_text.as_str()), (1, text));
    }
}

#[test]
fn an_edited_word_makes_another_paper() {
    assert_eq!(again(&format!("{}\n", TRAMS.replace("half", "a third"))).new.len(), 1);
}

#[test]
fn a_header_alone_is_no_paper() {
    let dump = read("dump", "NeurIPS 2026 Papers\n");
    assert_eq!((dump.records.len(), dump.venue.as_deref(), dump.year), (0, Some("NeurIPS"), Some(2026)));
}

#[test]
fn what_is_no_dump_is_refused_by_name() {
    for (bytes, expected) in [
        (&b"%PDF-1.7 x"[..], "PDF"),
        (b"<?xml version=\"1.0\"?><papers/>", "XML"),
        (b"title,year\nA,2024\n", "`title`, `year`"),
        (b"foo,bar\nt,\"Late trams.\"\nu,\"Buses.\"", "`foo`, `bar`"),
        (b"[1, 2, 3]", "a number"),
        (
            b"{\"schema_version\": 1, \"papers\": [], \"topics\": [{\"text\": \"A\"}]}",
            "this is a topic map, not a dump",
        ),
    ] {
        let error: ReadError = read_dumps("odd name.txt", &mut &*bytes, &ReadOptions::default()).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("odd name.txt") && message.contains(expected), "{message}");
    }
}

#[test]
fn a_source_that_fails_says_what_to_check() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::PermissionDenied.into())
        }
    }
    let message = read_dumps("a.txt", &mut Failing, &ReadOptions::default()).unwrap_err().to_string();
    assert!(
        message.starts_with("a.txt: cannot be read: permission denied; check that it is a file"),
        "{message}"
    );
}
