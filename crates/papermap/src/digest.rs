//! SHA-256.

use sha2::{Digest, Sha256};

/// SHA-256 of a text.
pub(crate) fn of_text(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// SHA-256 of a text, in hex.
pub(crate) fn hex_of_text(text: &str) -> String {
    hex_of(text.as_bytes())
}

/// SHA-256 of bytes, in hex.
pub(crate) fn hex_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of the bytes of values one after another, little-endian, in hex.
pub(crate) fn hex_of_values(values: impl Iterator<Item = f32>) -> String {
    let mut digest = Sha256::new();
    let mut block = Vec::with_capacity(4096);
    for value in values {
        block.extend(value.to_le_bytes());
        if block.len() == 4096 {
            digest.update(&block);
            block.clear();
        }
    }
    digest.update(&block);
    hex(&digest.finalize())
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn hex_is_the_well_known_one() {
        let empty = super::hex_of_text("");
        assert_eq!(empty, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
