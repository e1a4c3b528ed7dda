//! Quotes of a table that open a cell and never close.

/// The offset of the first quote that opens a cell of the row at the start of `text` and never closes.
///
/// `text` may go on after the row; `columns` is how many cells rows have. A cell that `text` ends in is not closed. Nor
/// is one that spans lines and whose closing quote stands within a cell, if that quote opens a cell of its own or if
/// every line that the cell spans is a whole row. A cell that is closed as it should be may hold any lines. Time is
/// linear in the row, whatever follows it.
pub(super) fn unclosed(text: &str, delimiter: char, columns: usize) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        if !text[at..].starts_with('"') {
            at = next_cell(text, at, delimiter)?;
            continue;
        }
        let Some(close) = closing_quote(text, at) else { return Some(at) };
        let after = &text[close + 1..];
        let is_closed = after.is_empty() || after.starts_with([delimiter, '\n', '\r']);
        let lines = &text[at..close];
        if !is_closed && lines.contains(['\n', '\r']) {
            let opens = lines.ends_with([delimiter, '\n', '\r']);
            let line_end = after.find(['\n', '\r']).map_or(text.len(), |length| close + 1 + length);
            if opens || are_rows(&text[at..line_end], delimiter, columns) {
                return Some(at);
            }
        }
        at = next_cell(text, close + 1, delimiter)?;
    }
    None
}

/// Whether the cell that opens at `open` is the last thing in `text`: no quote closes it, and none of the next lines
/// looks like a row of `columns` cells.
pub(super) fn is_cut(text: &str, open: usize, delimiter: char, columns: usize) -> bool {
    const LINES: usize = 5;
    let is_row = |line: &str| {
        let cells = line.split(delimiter).skip(1);
        cells.clone().count() + 1 == columns
            && columns > 1
            && cells.into_iter().all(|cell| !cell.starts_with(' '))
    };
    let mut lines =
        text[open..].split(['\n', '\r']).skip(1).filter(|line| !line.trim().is_empty()).take(LINES);
    closing_quote(text, open).is_none() && !lines.any(is_row)
}

/// Where the cell after the one that holds `at` starts, if the row goes on.
fn next_cell(text: &str, at: usize, delimiter: char) -> Option<usize> {
    let end = at + text[at..].find([delimiter, '\n', '\r'])?;
    text[end..].starts_with(delimiter).then_some(end + delimiter.len_utf8())
}

/// The quote that closes the cell which opens at `open`; two quotes in a row are text.
fn closing_quote(text: &str, open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += text[at..].find('"')?;
        if !text[at + 1..].starts_with('"') {
            return Some(at);
        }
        at += 2;
    }
}

/// Whether each line after the first has as many cells as a row: more than two, as a line of prose may have a comma.
fn are_rows(text: &str, delimiter: char, columns: usize) -> bool {
    let mut lines = text.split(['\n', '\r']).skip(1).filter(|line| !line.is_empty());
    columns > 2 && lines.all(|line| line.matches(delimiter).count() + 1 == columns)
}

/// Whether quotes that open a cell of `text` mostly close it as well, so that they are no part of its text.
pub(super) fn enclose_cells(text: &str, delimiter: char) -> bool {
    const ENOUGH: usize = 1000;
    let (mut closed, mut open, mut at) = (0, 0, 0);
    while at < text.len() && closed + open < ENOUGH {
        let close = if text[at..].starts_with('"') { closing_quote(text, at) } else { None };
        let end = close
            .map(|close| close + 1)
            .filter(|&end| text[end..].is_empty() || text[end..].starts_with([delimiter, '\n', '\r']));
        closed += usize::from(end.is_some());
        open += usize::from(end.is_none() && text[at..].starts_with('"'));
        let from = end.unwrap_or(at);
        let Some(length) = text[from..].find([delimiter, '\n', '\r']) else { break };
        at = from + length + 1;
    }
    closed >= open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_cells_may_hold_anything() {
        for row in [
            "a,b,c\n",
            "a,\"b\nc,d,e\nf,g,h\",i\r\n",
            "a,\"b \"\"c\"\"\n\n\"\"d\",\"\"\n",
            "a,5\" b,\"c\nd\"",
            "a,\"one line \"late\" b\",c\n",
            "a,b,c\nd,\"e",
            "a,\"two\nlines \"late\" b\",c\n",
            "\"\"\"\",\"\"",
        ] {
            assert_eq!(unclosed(row, ',', 3), None, "{row:?}");
        }
    }

    #[test]
    fn a_cut_cell_is_told_from_an_open_quote_before_rows() {
        for (rest, expected) in [
            ("\"late trams\nwait, often\n\nand lo", true),
            ("\"late trams", true),
            ("\"late trams\nT2,buses\n", false),
            ("\"late trams\nT2,\"buses\"\n", false),
        ] {
            assert_eq!(is_cut(rest, 0, ',', 2), expected, "{rest:?}");
        }
    }

    #[test]
    fn quotes_of_cells_are_told_from_quotes_of_texts() {
        for (text, expected) in [
            ("a\tb\n", true),
            ("\"a\"\t\"b\nc\"\n\"d\" e\tf\n", true),
            ("\"a\" b\tc\n", false),
            ("\"a\tb\n", false),
            ("\"a \"\"b\"\"\"\tb", true),
        ] {
            assert_eq!(enclose_cells(text, '\t'), expected, "{text:?}");
        }
    }

    #[test]
    fn open_cells_are_found() {
        for (row, at) in [
            ("a,\"b,c\nd,e,f\n", 2),
            ("a,\"b", 2),
            ("a\"b,\"c", 4),
            ("a,\"b\"\"", 2),
            ("\"a\nb\",\"c\nd,e,\"f, g\"\n", 6),
            ("a,b,\"c\n\"d\",e,f\n", 4),
            ("a,b,\"c\nd,e,5\" f\n", 4),
        ] {
            assert_eq!(unclosed(row, ',', 3), Some(at), "{row:?}");
        }
    }
}
