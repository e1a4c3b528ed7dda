//! Characters that nobody sees.

/// `raw` without invisible characters; control characters become spaces, line ends `\n`.
pub(super) fn visible(raw: &str) -> String {
    if raw.chars().all(|c| matches!(c, '\n' | ' '..='~') || c >= '\u{a1}' && !is_odd(c)) {
        return raw.to_owned();
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' if chars.peek() == Some(&'[') => skip_terminal_code(&mut chars),
            '\u{ad}' => skip_line_end(&mut chars),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\n' | '\u{2028}' | '\u{2029}' | '\u{85}' => text.push('\n'),
            '\u{200c}' | '\u{200d}' if joins(&text, chars.peek()) => text.push(c),
            _ if c.is_control() || c.is_whitespace() => text.push(' '),
            _ if is_odd(c) => {}
            _ => text.push(c),
        }
    }
    text
}

/// Zero-width and bidirectional marks, soft hyphens, fillers and noncharacters, and spaces other than U+0020.
fn is_odd(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}'
    ) || (c as u32) & 0xfffe == 0xfffe
        || c > '~' && c.is_whitespace()
}

/// Joiners belong to the text between letters of other scripts and between emoji.
fn joins(before: &str, after: Option<&char>) -> bool {
    before.chars().next_back().is_some_and(|c| c > '\u{5ff}')
        && after.is_some_and(|&c| c > '\u{5ff}' && !is_odd(c))
}

/// A soft hyphen at the end of a line joins the word that the line end parts.
fn skip_line_end(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let ahead = chars.clone();
    let space = ahead.take_while(|c| c.is_whitespace());
    let (width, lines) = space.fold((0, 0), |(width, lines), c| (width + 1, lines + usize::from(c == '\n')));
    if lines == 1 {
        chars.nth(width - 1);
    }
}

/// Steps over `[31m` after an escape character.
fn skip_terminal_code(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    chars.next();
    while chars.next_if(|c| c.is_ascii_digit() || *c == ';').is_some() {}
    chars.next_if(char::is_ascii_alphabetic);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_vanish() {
        assert_eq!(visible("a\u{200b}b\u{ad}c\u{fffe}d\u{202e}e\u{feff}f"), "abcdef");
        assert_eq!(visible("a\0b\u{7}c\u{a0}d\u{1b}[31m red"), "a b c d red");
        assert_eq!(visible("a\r\nb\rc"), "a\nb\nc");
    }

    #[test]
    fn soft_hyphens_join() {
        assert_eq!(visible("fre\u{ad}\n quency, spa\u{ad} \r\ntial"), "frequency, spatial");
        assert_eq!(visible("end\u{ad}\n\nnew, in\u{ad} line"), "end\n\nnew, in line");
        assert_eq!(visible(&"\u{ad} ".repeat(1 << 18)).len(), 1 << 18);
    }

    #[test]
    fn joiners_stay_where_a_script_needs_them() {
        assert_eq!(visible("می\u{200c}خواهم"), "می\u{200c}خواهم");
        assert_eq!(visible("👩\u{200d}🔬"), "👩\u{200d}🔬");
        assert_eq!(visible("a\u{200d}b"), "ab");
    }
}
