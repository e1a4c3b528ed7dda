//! Compressed dumps.

use std::io::Read;

use flate2::bufread::MultiGzDecoder;

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The content of `bytes`, and the fault that ended it early; anything but gzip stays as it is.
pub(super) fn decompress(bytes: Vec<u8>) -> (Vec<u8>, Option<String>) {
    if !bytes.starts_with(&MAGIC) {
        return (bytes, None);
    }
    let mut content = Vec::with_capacity(bytes.len().saturating_mul(3));
    let result = MultiGzDecoder::new(&*bytes).read_to_end(&mut content);
    match result {
        Err(fault) if content.is_empty() => (bytes, Some(describe(&fault))),
        Err(fault) => (content, Some(describe(&fault))),
        Ok(_) => (content, None),
    }
}

fn describe(fault: &std::io::Error) -> String {
    format!("the compressed data is damaged or ends early here ({fault}); what was before it is kept")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use crate::{Reason, read::read_dump};

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
        assert_eq!(
            read_dump("dump", &mut &*parts).unwrap(),
            read_dump("dump", &mut plain.as_bytes()).unwrap()
        );
    }

    #[test]
    fn what_comes_before_an_early_end_is_kept() {
        let whole = compress(lines(5000).as_bytes());
        let dump = read_dump("dump", &mut &whole[..whole.len() / 2]).unwrap();
        assert!(dump.records.len() > 100);
        assert_eq!(dump.not_taken.len(), 1);
        assert_eq!(dump.not_taken[0].reason, Reason::Unreadable);
        assert_eq!(dump.not_taken[0].line, dump.records.len() as u64 + 1);
    }

    #[test]
    fn a_cut_paragraph_is_no_paper() {
        let paragraph = |i: u64| format!("Tram {} is late by {i}.", i * i * 7919);
        let text = (0..3000).map(paragraph).collect::<Vec<_>>().join("\n\n");
        let whole = compress(text.as_bytes());
        let dump = read_dump("dump", &mut &whole[..whole.len() / 2]).unwrap();
        assert!(dump.records.iter().all(|r| r.abstract_text.as_ref().unwrap().ends_with('.')));
        assert_eq!(dump.not_taken.len(), 1);
    }
}
