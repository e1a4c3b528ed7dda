//! The one-byte encoding that most texts were misread in.

/// What bytes 0x80 to 0x9F stand for, by the WHATWG Encoding Standard: unassigned bytes are C1 controls.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The character that `byte` stands for.
pub(crate) fn character(byte: u8) -> char {
    HIGH.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

/// The byte from 0x80 that was read as `c`, whether as Windows-1252 or as Latin-1.
pub(crate) fn high_byte(c: char) -> Option<u8> {
    match c {
        '\u{80}'..='\u{ff}' => u8::try_from(c).ok(),
        _ => HIGH.iter().position(|&known| known == c).map(|place| 0x80 + place as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for byte in 0x80..=0xff {
            assert_eq!(high_byte(character(byte)), Some(byte));
        }
        assert_eq!((high_byte('a'), high_byte('α'), high_byte('\u{96}')), (None, None, Some(0x96)));
        assert_eq!((character(b'a'), character(0x92), character(0xe9)), ('a', '’', 'é'));
    }
}
