//! The vectors alone.

use std::fs;
use std::path::Path;

use super::support::folder::Folder;
use super::support::shared::themes_map;
use super::support::texts::{abstracts, dump, id_of, json_lines, titled};

const WIDTH: usize = 384;

/// Reads a `.npy` file by its documented form.
fn read(path: &Path) -> Vec<Vec<f32>> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = std::str::from_utf8(&bytes[10..10 + length]).expect("a header in ASCII");
    let data = &bytes[10 + length..];
    assert!((10 + length) % 64 == 0 && header.ends_with('\n'), "{header:?}");
    let rows = data.len() / 4 / WIDTH;
    let shape = format!("'shape': ({rows}, {WIDTH})");
    for part in ["'descr': '<f4'", "'fortran_order': False", &shape] {
        assert!(header.contains(part), "no {part} in {header}");
    }
    let values: Vec<f32> =
        data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    values.chunks_exact(WIDTH).map(<[f32]>::to_vec).collect()
}

fn embed(content: &str) -> (Folder, Vec<Vec<f32>>) {
    let folder = Folder::with_dump(content);
    folder.run(["embed", "dump.txt", "--output", "v.npy"]).done();
    let rows = read(&folder.join("v.npy"));
    for row in &rows {
        assert!((norm(row) - 1.0).abs() < 1e-5, "length {}", norm(row));
    }
    (folder, rows)
}

fn norm(row: &[f32]) -> f64 {
    dot(row, row).sqrt()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

fn tsv(folder: &Folder) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.join("v.tsv")).expect("v.tsv");
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn one_row_a_record_in_input_order_and_nothing_merged() {
    let texts = [abstracts()[9], abstracts()[0], abstracts()[9], abstracts()[4]];
    let (folder, rows) = embed(&json_lines(&texts));
    let table = tsv(&folder);
    assert_eq!((rows.len(), table.len()), (4, 5));
    assert_eq!(table[0], ["id", "key"]);
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(table[index + 1], [id_of(text), format!("k{index}")]);
    }
}

#[test]
fn a_record_without_text_has_no_row() {
    let (folder, rows) = embed(&titled(&[("A", abstracts()[0]), ("B", ""), ("C", abstracts()[1])]));
    assert_eq!((rows.len(), tsv(&folder).len()), (2, 3));
}

#[test]
fn every_record_with_a_word_has_a_row_and_the_others_are_counted() {
    let notice = "This paper has been withdrawn by the authors.";
    let content =
        titled(&[("A", abstracts()[0]), ("B", ""), ("C", notice), ("D", "none"), ("E", "$$"), ("F", "-")])
            + "{\"torn\": \n";
    let folder = Folder::with_dump(content);
    let answer = folder.run(["embed", "dump.txt", "--output", "v.npy"]).done();
    assert_eq!((read(&folder.join("v.npy")).len(), tsv(&folder).len()), (3, 4));
    answer.says(&["4 records", "1 no-abstract", "1 empty-after-cleaning", "1 placeholder", "1 unreadable"]);
    let twice = folder.run(["embed", "dump.txt", "dump.txt", "--output", "v.npy"]).done();
    assert!(twice.stdout.starts_with("6 vectors"), "{twice}");
}

#[test]
fn a_text_alone_is_the_text_in_any_batch_bit_for_bit() {
    let mut texts: Vec<String> = abstracts().iter().map(|text| (*text).to_owned()).collect();
    texts.extend(["Graph kernels for trees.".to_owned(), "Fast sorting.".to_owned(), abstracts().join(" ")]);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (_, all) = embed(&dump(&texts));
    assert_eq!(all.len(), texts.len());
    for index in [0, 7, 16, 17, 18] {
        assert!(embed(&dump(&[texts[index]])).1[0] == all[index], "row {index} differs alone");
    }
    let (_, two) = embed(&dump(&[texts[17], texts[7]]));
    assert!(two[0] == all[17] && two[1] == all[7], "rows differ in a batch of two");
    let backwards: Vec<&str> = texts.iter().rev().copied().collect();
    let (_, reversed) = embed(&dump(&backwards));
    assert!(reversed.iter().rev().eq(all.iter()), "rows differ in another order");
}

#[test]
fn threads_do_not_change_a_bit() {
    let folder = Folder::with_dump(dump(&abstracts()));
    for threads in ["1", "2", "5"] {
        let name = format!("v{threads}.npy");
        folder.run(["embed", "dump.txt", "--output", &name, "--threads", threads]).done();
        assert!(
            fs::read(folder.join(&name)).expect("vectors")
                == fs::read(folder.join("v1.npy")).expect("vectors")
        );
    }
}

#[test]
fn special_tokens_in_a_text_are_words() {
    let texts = [
        "We ask what the [MASK] token predicts beside [SEP] and [CLS] in brief prompts, and what [PAD] and [UNK] do.",
        "[SEP] [SEP] [SEP]",
        &"[CLS]".repeat(300),
        "</s> <s> <pad> <|endoftext|> are shown here as plain words by a survey of tokenisers for code.",
        "What a mask token predicts beside separator tokens in brief prompts depends on the encoder under test.",
        abstracts()[0],
        abstracts()[4],
    ];
    let (_, rows) = embed(&dump(&texts));
    assert_eq!(rows.len(), 7);
    let nearest = (1..7).max_by(|a, b| dot(&rows[0], &rows[*a]).total_cmp(&dot(&rows[0], &rows[*b])));
    assert_eq!(nearest, Some(4));
    let padded = format!("{} [PAD] [PAD]", abstracts()[4]);
    assert!(embed(&dump(&[&padded])).1[0] != rows[6], "a literal [PAD] was taken for padding");
}

#[test]
fn texts_far_beyond_the_limit_get_a_vector_and_leave_others_alone() {
    let long = abstracts().join(" ").repeat(80);
    let texts = [long.as_str(), abstracts()[3], &"a".repeat(5000), &"漢".repeat(3000), &"word-".repeat(2000)];
    let (_, rows) = embed(&dump(&texts));
    assert_eq!(rows.len(), 5);
    assert!(rows[1] == embed(&dump(&[abstracts()[3]])).1[0], "the long one changed another");
}

#[test]
fn the_map_ranks_by_these_vectors() {
    let (_, rows) = embed(&json_lines(&abstracts()));
    let answer = super::support::program::Program::new(
        &themes_map().folder,
        ["similar", "--paper", "k2", "--format", "json", "--top", "16"],
    )
    .run()
    .done();
    for hit in super::support::json::list(&super::support::json::parse(&answer.stdout), "hits") {
        let index: usize = super::support::json::text(hit, "key")[1..].parse().expect("a key of ours");
        let expected = dot(&rows[2], &rows[index]);
        assert!((super::support::json::number(hit, "score") - expected).abs() < 1e-4, "{hit} {expected}");
    }
}

#[test]
fn what_cannot_be_embedded_leaves_no_file() {
    let folder = Folder::with_dump("");
    folder.run(["embed", "dump.txt", "--output", "v.npy"]).refused(&["dump.txt"]);
    folder.run(["embed", "missing.txt", "--output", "v.npy"]).refused(&["missing.txt"]);
    folder.write("good.txt", dump(&abstracts()[..1]));
    folder.run(["embed", "good.txt", "--output", "no/such/folder/v.npy"]).refused(&["no/such/folder"]);
    folder.run(["embed", "good.txt", "--output", "v.csv"]).refused(&["v.csv", ".npy"]);
    assert!(!folder.join("v.npy").exists() && !folder.join("v.tsv").exists() && !folder.join("no").exists());
}

#[test]
fn the_statistics_tell_what_was_embedded_and_how() {
    let folder = Folder::with_dump(dump(&[abstracts()[0], &abstracts().join(" ")]));
    let arguments = [
        "embed",
        "dump.txt",
        "--output",
        "v.npy",
        "--stats",
        "s.json",
        "--threads",
        "2",
        "--precision",
        "f32",
    ];
    folder.program(arguments).variable("PAPERMAP_ISA", "portable").run().done();
    let stats = super::support::json::read(&folder.join("s.json"));
    let whole = |name: &str| stats[name].as_u64().unwrap_or_else(|| panic!("{name} in {stats}"));
    assert_eq!((whole("texts"), whole("threads")), (2, 2));
    assert!((260..512).contains(&whole("tokens")) && whole("tokens_cut") > 100, "{stats}");
    assert_eq!((&stats["isa"], &stats["precision"]), (&"portable".into(), &"f32".into()));
    assert!(whole("peak_bytes") > 40_000_000, "{stats}");
    let seconds = |name: &str| stats["seconds"][name].as_f64().unwrap_or_else(|| panic!("{name} in {stats}"));
    let parts: f64 = ["read", "load", "tokenize", "encode", "write"].into_iter().map(seconds).sum();
    assert!(parts > 0.0 && parts <= seconds("total") + 1e-6, "{stats}");
    folder
        .run(["embed", "dump.txt", "--output", "w.npy", "--stats", "dump.txt"])
        .refused(&["dump.txt", "overwritten"]);
}

#[test]
fn precisions_agree_on_every_vector() {
    let folder = Folder::with_dump(dump(&abstracts()));
    for precision in ["f32", "bf16"] {
        let output = format!("{precision}.npy");
        folder.run(["embed", "dump.txt", "--output", &output, "--precision", precision]).done();
    }
    let [f32, bf16] = ["f32.npy", "bf16.npy"].map(|name| read(&folder.join(name)));
    assert!(f32 != bf16);
    for (row, (a, b)) in f32.iter().zip(&bf16).enumerate() {
        assert!(dot(a, b) > 0.999, "row {row}: cosine {}", dot(a, b));
    }
}
