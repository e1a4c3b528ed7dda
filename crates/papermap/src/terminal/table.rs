//! Tables of text, aligned by what a terminal shows.

use unicode_width::UnicodeWidthStr;

use crate::terminal::output::escape_control;

/// Which side of its column a cell keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Rows under a header, in columns two spaces apart; control characters are made visible.
pub(crate) fn render(columns: &[(&str, Side)], rows: &[Vec<String>]) -> String {
    let header = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows.iter().map(|row| shown(row))).collect();
    let widths: Vec<usize> =
        (0..columns.len()).map(|c| rows.iter().map(|row| row[c].width()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .zip(columns)
            .map(|((cell, &width), (_, side))| pad(cell, width, *side))
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn shown(row: &[String]) -> Vec<String> {
    row.iter().map(|cell| escape_control(&cell.replace('\n', " ")).into_owned()).collect()
}

fn pad(cell: &str, width: usize, side: Side) -> String {
    let space = " ".repeat(width.saturating_sub(cell.width()));
    match side {
        Side::Left => format!("{cell}{space}"),
        Side::Right => format!("{space}{cell}"),
    }
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 paper`, `2 papers`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

/// A size as people say it.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["漢字".to_owned(), "7".to_owned()], vec!["a\u{1b}".to_owned(), "1,000".to_owned()]];
        let table = render(&[("name", Side::Left), ("papers", Side::Right)], &rows);
        assert_eq!(table, "name     papers\n漢字          7\na\\u{1b}   1,000\n");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!([0_u64, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([counted(1, "paper"), counted(1000, "paper")], ["1 paper", "1,000 papers"]);
        assert_eq!([size(12), size(90_868_376)], ["12 bytes", "90.9 MB"]);
    }
}
