use std::io::{Cursor, Write};

use flate2::{Compression, write::GzEncoder};

use crate::{
    Reason,
    read::{Dump, Dumps, ReadError, ReadOptions, read_dump, read_dumps},
};

fn try_read(bytes: &[u8]) -> Result<Dump, ReadError> {
    read_dump("dump", &mut &*bytes)
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lines(count: u64) -> String {
    let line = |i| format!("{{\"abstract\": \"tram number {} of {i}\"}}", i * i * 7919);
    (0..count).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_compressed_dump_equals_its_plain_twin() {
    let plain = lines(3);
    let parts = [compress(plain.as_bytes()), compress(b"")].concat();
    assert_eq!(try_read(&parts).unwrap(), try_read(plain.as_bytes()).unwrap());
}

#[test]
fn what_comes_before_an_early_end_is_kept() {
    let whole = compress(lines(5000).as_bytes());
    let dump = try_read(&whole[..whole.len() / 2]).unwrap();
    assert!(dump.records.len() > 100);
    assert_eq!(dump.not_taken.len(), 1);
    assert_eq!(dump.not_taken[0].reason, Reason::Unreadable);
    assert_eq!(dump.not_taken[0].line, dump.records.len() as u64 + 1);
}

fn read(bytes: &[u8]) -> Dump {
    try_read(bytes).unwrap()
}

#[test]
fn a_cut_dump_is_another_dump_than_its_repaired_twin() {
    let plain = lines(3);
    let whole = compress(plain.as_bytes());
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let (damaged, repaired) = (read(&damaged), read(&whole));
    assert_eq!(damaged.not_taken.len(), 1);
    assert_ne!(damaged.digest, repaired.digest);
    for length in 20..whole.len() - 8 {
        let Ok(cut) = try_read(&whole[..length]) else { continue };
        assert_eq!(cut.not_taken.len(), 1, "{length}");
        assert_ne!(cut.digest, repaired.digest, "{length}");
    }
}

#[test]
fn a_missing_checksum_costs_no_record() {
    let whole = compress(b"ICML 2026 Papers\n\nTrams are late.\n\nBuses too.\n");
    for missing in 1..=8 {
        assert_eq!(read(&whole[..whole.len() - missing]), read(&whole), "{missing}");
    }
}

#[test]
fn a_row_cut_within_quotes_costs_no_other() {
    let row = |i: u64| format!("T{i},\"Tram {} is late, by {i}.\"\n", i * i * 7919);
    let whole =
        compress(("title,abstract\n".to_owned() + &(0..3000).map(row).collect::<String>()).as_bytes());
    for length in whole.len() / 2..whole.len() / 2 + 40 {
        let dump = read(&whole[..length]);
        assert_eq!(dump.not_taken.len(), 1);
        assert_eq!(dump.not_taken[0].line, dump.records.len() as u64 + 2);
    }
}

#[test]
fn a_cut_paragraph_is_no_paper() {
    let paragraph = |i: u64| format!("Tram {} is late by {i}.", i * i * 7919);
    let text = (0..3000).map(paragraph).collect::<Vec<_>>().join("\n\n");
    let whole = compress(text.as_bytes());
    let dump = try_read(&whole[..whole.len() / 2]).unwrap();
    assert!(dump.records.iter().all(|r| r.abstract_text.as_ref().unwrap().ends_with('.')));
    assert_eq!(dump.not_taken.len(), 1);
}

fn zstd(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn open(bytes: &[u8]) -> Result<Dumps, ReadError> {
    read_dumps("a.zip", &mut &*bytes, &ReadOptions::default())
}

/// `{"abstract": "Trams are late."}` and a line end, from `xz`.
const XZ: &[u8] = include_bytes!("../../../tests/fixtures/trams.jsonl.xz");

#[test]
fn every_container_is_opened() {
    let plain = b"{\"abstract\": \"Trams are late.\"}\n";
    let expected = try_read(plain).unwrap();
    for bytes in [compress(plain), XZ.to_vec(), zstd(plain), compress(&zstd(plain)), [XZ, XZ].concat()] {
        let dump = try_read(&bytes).unwrap();
        if bytes.len() < 2 * XZ.len() {
            assert_eq!(dump, expected);
        } else {
            assert_eq!((dump.records.len(), dump.not_taken.len()), (2, 0));
        }
    }
    let skippable = [b"\x50\x2a\x4d\x18\x03\0\0\0abc", &*zstd(plain)].concat();
    assert!(try_read(&[zstd(plain), skippable].concat()).is_ok_and(|dump| dump.records.len() == 2));
}

#[test]
fn what_comes_before_the_damage_of_other_containers_is_kept() {
    let plain = lines(20_000);
    let whole = zstd(plain.as_bytes());
    let dump = try_read(&whole[..whole.len() / 2]).unwrap();
    assert!(dump.records.len() > 7_000, "{}", dump.records.len());
    assert_eq!(dump.not_taken.len(), 1);
    let dump = try_read(&XZ[..XZ.len() - 20]).unwrap();
    assert_eq!((dump.records.len(), dump.not_taken.len()), (1, 1));
}

#[test]
fn every_member_of_an_archive_is_a_dump() {
    let csv = compress(b"title,abstract\nT,Late trams.\n");
    let archive = zip(&[
        ("b/late.csv.gz", &csv),
        ("a.txt", b"ICML 2026 Papers\n\nTrams are late.\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n"),
        (".hidden", b"Buses."),
        ("__MACOSX/a.txt", b"Buses."),
        ("inner.zip", &zip(&[("c.txt", b"Ships are late.\n"), ("d.zip", &zip(&[("e", b"Ships.")]))])),
    ]);
    let found = open(&archive).unwrap();
    let names: Vec<&str> = found.dumps.iter().map(|dump| dump.name.as_str()).collect();
    assert_eq!(names, ["a.zip/a.txt", "a.zip/b/late.csv.gz", "a.zip/inner.zip/c.txt"]);
    assert_eq!(found.dumps[0].digest, try_read(b"ICML 2026 Papers\n\nTrams are late.\n").unwrap().digest);
    let refused: Vec<String> = found.refused.iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 2);
    assert!(
        refused[0].starts_with("a.zip/inner.zip/d.zip: cannot be unpacked: it is a zip archive in two other")
    );
    assert!(refused[1].starts_with("a.zip/picture.png: not a dump"));
}

#[test]
fn an_archive_without_a_dump_says_why() {
    let error = open(&zip(&[("x.png", b"\x89PNG\r\n\x1a\n")])).unwrap_err().to_string();
    assert!(error.starts_with("a.zip: no dump in this archive\n  a.zip/x.png: not a dump"), "{error}");
    assert!(open(&zip(&[])).unwrap_err().to_string().contains("no dump in this archive"));
    let error = open(&zip(&[("word/document.xml", b"<x/>")])).unwrap_err().to_string();
    assert!(error.contains("a Word document"), "{error}");
}

#[test]
fn of_an_archive_that_ends_early_the_whole_members_are_read() {
    let text = lines(400);
    let archive = zip(&[("a.jsonl", text.as_bytes()), ("b.jsonl", text.as_bytes()), ("c.jsonl", b"{}")]);
    let found = open(&archive[..archive.len() * 3 / 5]).unwrap();
    assert_eq!((found.dumps[0].records.len(), found.dumps[0].not_taken.len()), (400, 0));
    assert!(
        found
            .refused
            .last()
            .unwrap()
            .to_string()
            .starts_with("a.zip: cannot be unpacked: the archive is damaged")
    );
}

#[test]
fn a_bomb_is_refused_with_the_limit() {
    let zeros = vec![b' '; 65 << 20];
    for bomb in [compress(&zeros), zip(&[("a.txt", &zeros)]), compress(&compress(&zeros))] {
        let error = open(&bomb).unwrap_err().to_string();
        assert!(error.starts_with("a.zip: cannot be unpacked: it gives more than 200 times"), "{error}");
    }
}

#[test]
fn an_encrypted_member_is_named() {
    let mut archive = zip(&[("a.txt", b"Trams are late."), ("b.txt", b"Buses are late.")]);
    for start in [b"PK\x03\x04", b"PK\x01\x02"] {
        let at = archive.windows(4).position(|window| window == start).unwrap();
        archive[at + if start[2] == 3 { 6 } else { 8 }] |= 1;
    }
    let found = open(&archive).unwrap();
    assert_eq!(found.dumps.len(), 1);
    let refused = found.refused[0].to_string();
    assert!(refused.starts_with("a.zip/a.txt: cannot be unpacked: it is encrypted"), "{refused}");
}

#[test]
fn headers_of_gzip_may_say_more() {
    let plain = compress(b"Trams are late.\n");
    let mut full = plain[..10].to_vec();
    full[3] = 2 | 4 | 8 | 16;
    full.extend(b"\x03\0abcname\0comment\0\x01\x02");
    full.extend(&plain[10..]);
    full.extend([0; 700]);
    assert_eq!(try_read(&full).unwrap(), try_read(&plain).unwrap());
}
