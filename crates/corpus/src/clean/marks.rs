//! Which rules a text needs, seen in one pass over its bytes.

/// A set of marks that rules look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks(u16);

impl Marks {
    pub(super) const AMPERSAND: Self = Self(1);
    /// The first byte of what misread text is made of.
    pub(super) const MISREAD: Self = Self(1 << 1);
    /// Any byte that may belong to a control or an invisible character.
    pub(super) const UNSEEN: Self = Self(1 << 2);
    pub(super) const TAG: Self = Self(1 << 3);
    pub(super) const LINE_END: Self = Self(1 << 4);
    pub(super) const TEX: Self = Self(1 << 5);
    /// Two hyphens side by side.
    pub(super) const HYPHENS: Self = Self(1 << 6);
    pub(super) const MARKDOWN: Self = Self(1 << 7);
    /// The first byte of ligatures and mathematical letters.
    pub(super) const TYPESET: Self = Self(1 << 8);
    const BACKTICK: Self = Self(1 << 9);
    const HYPHEN: Self = Self(1 << 10);

    /// The marks in `text`.
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self(text.bytes().fold(0, |marks, byte| marks | BY_BYTE[usize::from(byte)]));
        if found.has(Self::BACKTICK) && text.contains("``") {
            found.0 |= Self::TEX.0;
        }
        if found.has(Self::HYPHEN) && text.contains("--") {
            found.0 |= Self::HYPHENS.0;
        }
        found
    }

    /// Whether any of `others` is among these.
    pub(super) fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

const BY_BYTE: [u16; 256] = by_byte();

const fn by_byte() -> [u16; 256] {
    let mut marks = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        marks[byte] = of_byte(byte as u8);
        byte += 1;
    }
    marks
}

const fn of_byte(byte: u8) -> u16 {
    match byte {
        b'\n' => Marks::LINE_END.0 | Marks::MARKDOWN.0,
        b'&' => Marks::AMPERSAND.0,
        b'<' => Marks::TAG.0,
        b'\\' | b'$' | b'{' | b'}' | b'~' => Marks::TEX.0,
        b'*' | b'_' | b'#' | b'[' => Marks::MARKDOWN.0,
        b'`' => Marks::MARKDOWN.0 | Marks::BACKTICK.0,
        b'-' => Marks::HYPHEN.0,
        b' '..=b'~' => 0,
        0xc3 => Marks::UNSEEN.0 | Marks::MISREAD.0,
        0xef | 0xf0 => Marks::UNSEEN.0 | Marks::TYPESET.0,
        _ => Marks::UNSEEN.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_seen() {
        assert_eq!(Marks::of("Plain text - (with) \"signs\": 100%."), Marks::HYPHEN);
        for (text, marks) in [
            ("a & b", Marks::AMPERSAND),
            ("Ã©", Marks::MISREAD),
            ("tab\t", Marks::UNSEEN),
            ("\u{200b}", Marks::UNSEEN),
            ("a<b", Marks::TAG),
            ("a\nb", Marks::LINE_END),
            ("$k$", Marks::TEX),
            ("``so", Marks::TEX),
            ("a--b", Marks::HYPHENS),
            ("[a]", Marks::MARKDOWN),
            ("\u{fb01}", Marks::TYPESET),
            ("\u{1d458}", Marks::TYPESET),
        ] {
            assert!(Marks::of(text).has(marks), "{text}");
        }
        assert!(!Marks::of("a `b` - c").has(Marks::TEX) && !Marks::of("a - b").has(Marks::HYPHENS));
    }
}
