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
        assert_eq!((gathered.papers.len(), gathered.new_papers), (2, 0), "{content:?}");
        let totals = gathered.account.totals();
        assert_eq!((totals.records, totals.known), (2, 2));
        assert_eq!(gathered.account.dumps[0].encoding, "UTF-8 with mark");
        let texts =
            gathered.papers.iter().flat_map(|paper| [Some(&paper.abstract_text), paper.title.as_ref()]);
        assert!(texts.flatten().all(|text| !text.contains('\u{feff}')));
    }
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
        assert_eq!(again(&content).new_papers, 0, "{content:?}");
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
    assert_eq!(again(&format!("{}\n", TRAMS.replace("half", "a third"))).new_papers, 1);
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
