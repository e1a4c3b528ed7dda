//! SHA-256 of bytes, of files and of whole folders.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

const BLOCK: usize = 1 << 20;

/// SHA-256 of a file's bytes, in lower-case hexadecimal.
pub(super) fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            read => hasher.update(&block[..read]),
        }
    }
}

/// SHA-256 of bytes, in lower-case hexadecimal.
pub(crate) fn sha256_of_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// One digest for many files: SHA-256 over the lines `sha256  path`, in the order given.
pub(super) fn digest_of_digests<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut hasher = Sha256::new();
    for (path, sha256) in files {
        hasher.update(format!("{sha256}  {path}\n"));
    }
    hexadecimal(&hasher.finalize())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn the_published_test_vector_holds_for_bytes_and_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(sha256_of_bytes(b"abc"), ABC);
        assert_eq!(sha256_of_file(&path).unwrap(), ABC);
    }

    #[test]
    fn a_file_longer_than_one_block_is_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        let bytes = vec![7; BLOCK + 3];
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(sha256_of_file(&path).unwrap(), sha256_of_bytes(&bytes));
    }
}
