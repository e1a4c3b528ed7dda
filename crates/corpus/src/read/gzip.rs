//! Compressed dumps.

use std::io::Read;

use flate2::{Crc, bufread::MultiGzDecoder};

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The content of `bytes`, and the fault that ended it early; anything but gzip stays as it is.
///
/// Where nothing but the checksum and the length at the very end are cut off, the content is whole and has no fault.
pub(super) fn decompress(bytes: Vec<u8>) -> (Vec<u8>, Option<String>) {
    if !bytes.starts_with(&MAGIC) {
        return (bytes, None);
    }
    let mut content = Vec::with_capacity(bytes.len().saturating_mul(3));
    let result = MultiGzDecoder::new(&*bytes).read_to_end(&mut content);
    match result {
        Err(fault) if content.is_empty() => (bytes, Some(describe(&fault))),
        Err(_) if lacks_only_trailer(&bytes, &content) => (content, None),
        Err(fault) => (content, Some(describe(&fault))),
        Ok(_) => (content, None),
    }
}

/// Whether `bytes` give exactly `content` once the trailer (RFC 1952: CRC-32 and length) of one member is completed.
fn lacks_only_trailer(bytes: &[u8], content: &[u8]) -> bool {
    let mut sum = Crc::new();
    sum.update(content);
    let trailer = [sum.sum().to_le_bytes(), sum.amount().to_le_bytes()].concat();
    (0..trailer.len()).filter(|&present| bytes.ends_with(&trailer[..present])).any(|present| {
        let mut whole = Vec::with_capacity(content.len());
        let completed = bytes.chain(&trailer[present..]);
        let read = MultiGzDecoder::new(completed).read_to_end(&mut whole);
        read.is_ok() && whole == content
    })
}

fn describe(fault: &std::io::Error) -> String {
    format!("the compressed data is damaged or ends early here ({fault}); what was before it is kept")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use crate::{
        Reason,
        read::{Dump, ReadError, read_dump},
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
}
