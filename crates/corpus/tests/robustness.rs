//! Damaged and arbitrary dumps: nothing breaks, and the account adds up.

use std::io::{Cursor, Write};

use papermap_corpus::{
    Account, gather,
    read::{ReadOptions, read_dumps},
};
use proptest::prelude::*;

const JSON_LINES: &str = concat!(
    "{\"id\": \"a\", \"title\": \"Trams\", \"abstract\": \"Trams are late in \\ud83d\\ude00 winter, $k$ times.\"}\n",
    "{\"id\": 2, \"content\": {\"abstract\": {\"value\": \"Buses \\\"wait\\\" too long.\"}}, \"authors\": [\"A\", {\"name\": \"B\"}]}\n",
    "{\"abstract_inverted_index\": {\"late\": [1], \"ships\": [0]}}\n",
);
const JSON: &str = "{\"papers\": [{\"abstract\": \"Trams are late.\",\n \"year\": 2024}, {\"abstract\": [\"Buses\", \"wait\"]}]}";
const CSV: &str =
    "id,title,abstract\r\n1,T,\"Trams, \"\"late\"\" ones\nwait\"\r\n2,B,Buses wait\r\n\r\n3,S,n/a\r\n";
const TEXT: &str = "NeurIPS 2026 Papers\n\nTrams are **late** in \\emph{winter} at {$k^2$} stops.\r\n \t\nBuses wait.\r\rShips\n";
const BIBTEX: &str = concat!(
    "@string{jot = {Trams}}\n@article{a, title = {{A} study}, journal = jot # \" A\",\n  abstract = {Trams {are} late \\{x\\}.}}\n",
    "@comment{x {y}}\n@misc(b, abstract = \"B {\"}c{\"} d\", author = {A, B and C}, year = 2020)\n@proceedings{c, title={P}}\n",
);
const RIS: &str = concat!(
    "TY  - JOUR\r\nTI  - Trams\r\nAB  - Trams are\r\nlate.\r\nKW  - a; b\r\nPY  - 2020///\r\nER  - \r\n\r\n",
    "TY  - CONF\r\nAU  - Bus, B\r\nN2  - Buses wait.\r\nDO  - https://doi.org/10.5555/1\r\nER  - \r\n",
);
const MEDLINE: &str = "PMID- 1\nTI  - Trams\nAB  - Trams are\n      late.\nLID - 10.5555/1 [doi]\n\nPMID- 2\nAB  - Buses wait.\n";
const HEADLESS: &str = concat!(
    "t1\tLate \"Trams\" in Winter\tTrams are late in winter because the points freeze. We ask whether heating every third point is enough.\n",
    "b2\tSlow Buses in Towns\t\"Buses wait too long at stops with one door. Opening the rear door for riders\nwith passes cuts the waiting time.\"\n",
);
const LABELLED: &str = concat!(
    "ICML 2026 Papers\n====\n1. Title: Late Trams\nAuthors: A, B\nComments: none\nAbstract: Trams are late.\n\nThey wait.\n----\n",
    "Late Buses in Towns\n\nAbstract\n\n- Buses wait.\n\n\\\\\narXiv:1\nTitle: Ships\n\\\\\nShips wait.\n",
);
const MARKDOWN: &str = concat!(
    "# ICML 2026 Papers\n\n## Late Trams in Winter\n*A, B*\n\nTrams are late in winter because the points freeze. We ask whether heating every third point is enough.\n",
    "### Slow Buses in Towns\n**Abstract:** Buses wait too long at stops with one door. Opening the rear door for riders with passes helps.\n",
);
const FRONT_MATTER: &str = "---\ntitle: 'Late Trams'\nauthor:\n- given: A\n  family: B\nabstract: >\n  Trams are\n  late.\n---\n---\ntitle: Buses\n---\nBuses wait.\n";

fn assert_adds_up(account: &Account) {
    for dump in &account.dumps {
        let sum = dump.papers + dump.known + dump.merged + dump.not_taken.len();
        assert_eq!(dump.records, sum, "{dump:?}");
        assert!(dump.not_taken.is_sorted());
    }
}

fn check(bytes: &[u8]) {
    let Ok(mut found) = read_dumps("dump", &mut &*bytes, &ReadOptions::default()) else { return };
    if found.dumps.is_empty() {
        return;
    }
    let dump = found.dumps.remove(0);
    let first = gather(Vec::new(), vec![dump.clone(), dump.clone()]);
    assert_adds_up(&first.account);
    assert!(first.papers.iter().all(|paper| !paper.abstract_text.is_empty() && !paper.headline.is_empty()));
    let again = gather(first.papers.clone(), vec![dump]);
    assert_adds_up(&again.account);
    assert_eq!((again.papers, again.new.len()), (first.papers, 0));
}

/// An archive of two members.
fn archive() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("a.jsonl", JSON_LINES), ("b.csv", CSV)] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
        writer.write_all(content.as_bytes()).expect("its content");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Every container, sound.
fn containers() -> Vec<Vec<u8>> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(JSON_LINES.as_bytes()).expect("content");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(JSON_LINES.as_bytes(), level);
    let xz = include_bytes!("fixtures/trams.jsonl.xz").to_vec();
    vec![gzip.finish().expect("a member"), zstd, xz, archive()]
}

fn damaged_container() -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5);
    let cut = prop::option::of(any::<prop::sample::Index>());
    (prop::sample::select(containers()), edits, cut).prop_map(|(mut bytes, edits, cut)| {
        for (place, byte) in edits {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.map_or(bytes.len(), |place| place.index(bytes.len())));
        bytes
    })
}

fn mutated(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (
        any::<prop::sample::Index>(),
        0usize..6,
        prop::sample::select(b"{}[]\",:\\\n\r \t$*_`<&;\0\xffau@=#%-".to_vec()),
    );
    prop::collection::vec(edit, 0..8).prop_map(move |edits| {
        let mut bytes = text.as_bytes().to_vec();
        for (place, length, byte) in edits {
            let at = place.index(bytes.len().max(1)).min(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, [byte]);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn damaged_containers(bytes in damaged_container()) {
        check(&bytes);
    }

    #[test]
    fn arbitrary_text(text in r"(\PC|[{}\[\]:,\n\r$\\_*`-]){0,120}") {
        check(text.as_bytes());
    }

    #[test]
    fn damaged_json_lines(bytes in mutated(JSON_LINES)) {
        check(&bytes);
    }

    #[test]
    fn damaged_json(bytes in mutated(JSON)) {
        check(&bytes);
    }

    #[test]
    fn damaged_tables(bytes in prop_oneof![mutated(CSV), mutated(HEADLESS)]) {
        check(&bytes);
    }

    #[test]
    fn damaged_bibtex(bytes in mutated(BIBTEX)) {
        check(&bytes);
    }

    #[test]
    fn damaged_tagged_lines(bytes in prop_oneof![mutated(RIS), mutated(MEDLINE)]) {
        check(&bytes);
    }

    #[test]
    fn damaged_text(bytes in prop_oneof![mutated(TEXT), mutated(LABELLED)]) {
        check(&bytes);
    }

    #[test]
    fn damaged_markdown(bytes in prop_oneof![mutated(MARKDOWN), mutated(FRONT_MATTER)]) {
        check(&bytes);
    }
}

#[test]
fn large_damaged_dumps_take_linear_time() {
    let unit = "{\"a\": [\"x\", {\"abstract\": \n";
    check(unit.repeat(20_000).as_bytes());
    check(format!("[{}", "{\"abstract\": NaN}, ".repeat(50_000)).as_bytes());
    check("[CLS]".repeat(100_000).as_bytes());
    for row in ["a,\"b\n", "a,\"b\"\"\n", "x\" y,\"z\n", "x\",\"z\n", "\",\"\n"] {
        check(format!("title,abstract\n{}", row.repeat(50_000)).as_bytes());
    }
    check("*a _b `c [d ".repeat(50_000).as_bytes());
    for line in [
        "Title: a\n",
        "Abstract: a\n",
        "a\n\n",
        "1. a\n",
        "- **a b c**: d\n",
        "# a b c\n",
        "---\n",
        "a: b\n",
        "|-|-|\n",
    ] {
        check(format!("Title: t\nAbstract: a\n{}", line.repeat(20_000)).as_bytes());
        check(format!("---\ntitle: t\n---\n{}", line.repeat(20_000)).as_bytes());
    }
    check("$x \\(y {z ".repeat(50_000).as_bytes());
}
