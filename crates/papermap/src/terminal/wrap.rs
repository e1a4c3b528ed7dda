//! Text in lines as wide as the terminal.

use unicode_width::UnicodeWidthStr;

/// Width where there is no terminal.
const DEFAULT_WIDTH: usize = 100;
/// Lines longer than this are hard to read.
const WIDEST: usize = 120;

/// Width of the terminal that stdout is.
pub(crate) fn terminal_width() -> usize {
    let width = terminal_size::terminal_size_of(std::io::stdout());
    width.map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0)).clamp(40, WIDEST)
}

/// `text` in lines of at most `width` columns, each after `indent` spaces; a longer word has a line of its own.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let room = width.saturating_sub(indent).max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.into_iter().map(|line| format!("{:indent$}{line}", "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_to_the_width() {
        assert_eq!(wrap("one two  three\nfour", 11, 2), ["  one two", "  three", "  four"]);
        assert_eq!(wrap("extraordinarily long", 6, 0), ["extraordinarily", "long"]);
        assert_eq!(wrap("漢字 漢字 漢字", 9, 0), ["漢字 漢字", "漢字"]);
    }
}
