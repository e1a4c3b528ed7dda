//! Addresses of files.

use std::path::Path;

/// The `file://` address of an absolute path, percent-encoded byte by byte.
pub(crate) fn file_address(path: &Path) -> String {
    let text = path.as_os_str().as_encoded_bytes();
    let mut address = String::from("file://");
    if !text.starts_with(b"/") {
        address.push('/');
    }
    for &byte in text {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte));
            }
            b'\\' | b':' if cfg!(windows) => address.push(if byte == b':' { ':' } else { '/' }),
            _ => address.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    address
}

fn hex(digit: u8) -> char {
    char::from(b"0123456789ABCDEF"[usize::from(digit)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_plain_letters_is_encoded() {
        let address = file_address(Path::new("/a b/Ü#?%\"'<x>/index.html"));
        assert_eq!(address, "file:///a%20b/%C3%9C%23%3F%25%22%27%3Cx%3E/index.html");
    }
}
