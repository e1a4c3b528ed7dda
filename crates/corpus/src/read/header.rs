//! The header of a table: where it stands, and what delimits its cells.

use super::{columns::unquoted, fields::Field, lines, names};

/// What may stand between cells.
pub(super) const DELIMITERS: [char; 4] = ['\t', ',', ';', '|'];

/// How many rows are looked at to tell a table of unknown columns from prose.
const SAMPLE_ROWS: usize = 5;

/// How many bytes are looked at for these rows.
const SAMPLE_BYTES: usize = 1 << 20;

/// Where the header of a table stands.
pub(super) struct Start {
    /// Offset of the header, or of blank lines before it.
    pub(super) offset: usize,
    pub(super) delimiter: char,
    /// Whether the first row names the columns.
    pub(super) has_header: bool,
}

/// The header of `content`, if it is a table; comments may stand before it, or a line `sep=;`.
pub(super) fn find(content: &str) -> Option<Start> {
    let headed = |offset, delimiter| Start { offset, delimiter, has_header: true };
    if let Some((offset, delimiter)) = separator_line(content) {
        return Some(headed(offset, delimiter));
    }
    let at = |offset: usize| Some(headed(offset, delimiter(&content[offset..])?));
    let table = comments_end(content);
    if table == 0 {
        return at(0).or_else(|| after_preamble(content).and_then(at));
    }
    let rest = &content[table..];
    let found = at(table).filter(|start| is_plain(rest, start.delimiter));
    if found.as_ref().is_some_and(|start| names_abstract(rest, start.delimiter)) {
        return found;
    }
    at(0).or(found)
}

/// The header of `content` that a person says is a table.
pub(super) fn assumed(content: &str) -> Start {
    let (first, _) = head(content);
    let delimiter = DELIMITERS.into_iter().rev().max_by_key(|&at| first.matches(at).count()).unwrap_or(',');
    Start { offset: 0, delimiter, has_header: true }
}

/// The delimiter that a first line such as `sep=;` gives, and the offset after that line.
fn separator_line(content: &str) -> Option<(usize, char)> {
    let line = content.trim_start_matches('\u{feff}').split(['\n', '\r']).next()?;
    let delimiter = line.trim_matches('"').strip_prefix("sep=")?;
    let delimiter = DELIMITERS.into_iter().find(|known| delimiter.strip_prefix(*known) == Some(""))?;
    Some((content.find("sep=")? + line.len() - line.find("sep=")?, delimiter))
}

/// The offset after the lines at the start that a `#` opens; 0 where there are none.
fn comments_end(content: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = content[end..].trim_start_matches(['\n', '\r', '\u{feff}']);
        if !rest.starts_with('#') {
            return end;
        }
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        end = content.len() - rest.len() + length;
    }
}

/// The offset of a header that stands below a few short lines: it names a title or an abstract and two fields more.
fn after_preamble(content: &str) -> Option<usize> {
    const LONGEST_PREAMBLE: usize = 10;
    let is_short = |line: &&str| line.len() <= 200;
    let lines = content.split_inclusive(['\n', '\r']).take(LONGEST_PREAMBLE).take_while(is_short);
    let ends = lines.scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    ends.into_iter().find(|&end| is_sure(&content[end..]))
}

/// Whether the first line is nothing but names, among them those of a title or an abstract and of two fields more.
fn is_sure(content: &str) -> bool {
    let (first, second) = head(content);
    let is_header = |delimiter: char| {
        let fields: Vec<Field> =
            first.split(delimiter).filter_map(|cell| Some(Field::named(unquoted(cell))?.0)).collect();
        let tells = fields.iter().any(|field| matches!(field, Field::Title | Field::Abstract));
        tells
            && fields.len() > 2
            && is_plain(content, delimiter)
            && second.is_some_and(|row| row.contains(delimiter))
    };
    DELIMITERS.into_iter().any(is_header)
}

/// Whether the first line holds cells as no sentence would.
fn is_plain(content: &str, delimiter: char) -> bool {
    let (first, _) = head(content);
    let known = |cell: &str| Field::named(unquoted(cell)).is_some();
    first.contains(delimiter) && (is_tight(first, delimiter) || first.split(delimiter).all(known))
}

fn names_abstract(content: &str, delimiter: char) -> bool {
    let named = |cell: &str| matches!(Field::named(unquoted(cell)), Some((Field::Abstract, _)));
    head(content).0.split(delimiter).any(named)
}

/// The first two lines that hold something, without what comes before them.
fn head(content: &str) -> (&str, Option<&str>) {
    let start = content.trim_start_matches(['\n', '\r', '\u{feff}']);
    let mut lines = start.split(['\n', '\r']);
    let first = lines.next().unwrap_or_default();
    let rest = &start[first.len()..];
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or_default();
    (first, rest.split(['\n', '\r']).next().filter(|line| !line.trim().is_empty()))
}

/// The delimiter, if the first line is a header.
fn delimiter(content: &str) -> Option<char> {
    let (first, second) = head(content);
    let known = |at: char| first.split(at).filter(|cell| Field::named(unquoted(cell)).is_some()).count();
    let best = DELIMITERS
        .into_iter()
        .max_by_key(|&at| (known(at), first.matches(at).count(), u32::from(at == ',')))?;
    let cells: Vec<&str> = first.split(best).map(unquoted).collect();
    if cells.len() == 1 {
        let only = Field::named(cells[0])
            .is_some_and(|(field, rank)| field == Field::Abstract && rank < names::EXPLICIT_ABSTRACTS);
        return (only && second.is_some()).then_some(',');
    }
    let short = cells.iter().all(|cell| cell.chars().count() <= 40 && !cell.ends_with(['.', '?', '!']));
    let named = || known(best) > 0 && second.is_none_or(|line| line.contains(best));
    let alike = || cells.len() > 2 && second.is_some_and(|line| is_alike(first, line, best));
    (short && (named() || alike() || is_narrow_table(content, &cells, best))).then_some(best)
}

/// Whether the second line has a cell for each of the first, and one of both looks like no sentence.
fn is_alike(first: &str, second: &str, delimiter: char) -> bool {
    let single_words = || first.split(delimiter).all(|cell| unquoted(cell).split_whitespace().count() < 2);
    second.matches(delimiter).count() >= first.matches(delimiter).count()
        && (is_tight(first, delimiter)
            || is_tight(second, delimiter)
            || !second.contains(' ')
            || single_words())
}

/// Whether the rows at the start have two cells each, and the first or the quotes look like no sentence.
fn is_narrow_table(content: &str, names: &[&str], delimiter: char) -> bool {
    let words = names.iter().map(|name| name.split_whitespace().count());
    if names.len() != 2 || words.clone().any(|count| !(1..=3).contains(&count)) {
        return false;
    }
    let start = content.trim_start_matches(['\n', '\r', '\u{feff}']);
    let Some(rows) = two_cell_rows(start, delimiter) else { return false };
    let (first, _) = head(rows);
    let quoted = is_quoted(&rows[first.len()..], delimiter);
    let blank_within = || rows.trim_end().lines().any(lines::is_blank);
    is_tight(first, delimiter) && (quoted || words.max() <= Some(2) && !blank_within())
}

/// The first few rows, if there are two or more and each has two cells.
fn two_cell_rows(content: &str, delimiter: char) -> Option<&str> {
    let sample = &content[..content.floor_char_boundary(SAMPLE_BYTES)];
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter as u8)
        .from_reader(sample.as_bytes());
    let (mut row, mut count) = (csv::ByteRecord::new(), 0);
    while count < SAMPLE_ROWS && reader.read_byte_record(&mut row).ok()? {
        if row.len() != 2 {
            return None;
        }
        count += 1;
    }
    let end = usize::try_from(reader.position().byte()).ok()?;
    (count > 1).then(|| sample.get(..end)).flatten()
}

/// Whether a cell of `rows` opens and one closes with a quote.
fn is_quoted(rows: &str, delimiter: char) -> bool {
    let around = [delimiter, '\n', '\r'];
    let opens = rows.match_indices('"').any(|(at, _)| rows[..at].ends_with(around));
    let closes = rows.match_indices('"').any(|(at, _)| {
        let after = &rows[at + 1..];
        after.is_empty() || after.starts_with(around)
    });
    opens && closes
}

/// Whether no delimiter of the line stands before a space, as in a sentence, or between digits, as in a number.
fn is_tight(line: &str, delimiter: char) -> bool {
    line.match_indices(delimiter).all(|(at, _)| {
        let after = &line[at + delimiter.len_utf8()..];
        let digits = line[..at].ends_with(|c: char| c.is_ascii_digit())
            && after.starts_with(|c: char| c.is_ascii_digit());
        !after.starts_with(' ') && !digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_no_table() {
        for text in [
            "NeurIPS 2026 Papers\n\nA, b",
            "Trams, buses and ships are late.\n\nMore, text",
            "Late trams, which run\nin winter, wait\nat stops, often\n",
            "We study 10,000 trams\nand 20,000 buses\n",
            "Late trams,\nslow buses,\nand ships,\n",
            "We study trams, buses, and ships\nthat run, walk, and fly.",
            "Trams, buses\n\"Late\", they say\n",
            "late trams,slow buses\n\nfast ships,small boats\n",
            "# ICML 2026 Papers\n\nAbstract\nTrams are late, often.",
            "# ICML 2026 Papers\n\nWe read the title, abstract, and year\nof papers, all late",
            "coffee\ntea",
            "text",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }

    #[test]
    fn tables_of_unknown_columns_are_found() {
        for (text, expected) in [
            ("foo,bar\nt,Late trams.\nu,Buses.\n", ','),
            ("\"foo\";\"bar\"\r\n\"t\";\"Late trams.\"\r\n", ';'),
            ("foo, bar, baz\nt, u, Late trams.\n", ','),
            ("Part one, part two, sum\n1,2,3\n", ','),
            ("Part,2019,2020\na,1,2\n", ','),
            ("foo\tbar\nt\tLate trams, again.\n", '\t'),
        ] {
            assert_eq!(
                find(text).map(|start| (start.offset, start.delimiter)),
                Some((0, expected)),
                "{text}"
            );
        }
        assert!(find("foo,bar\nt,Late trams.\nu,Buses, too.\n").is_none());
    }

    #[test]
    fn the_sample_is_bounded_and_whole() {
        let long = "電".repeat(SAMPLE_BYTES);
        assert!(find(&format!("foo,bar\nt,\"{long}\"\n")).is_some_and(|start| start.offset == 0));
    }

    #[test]
    fn the_header_stands_after_comments() {
        let text = "\u{feff}# one\r\n# two\r\ntitle, abstract\r\nT, A\r\n";
        let start = find(text).map(|start| text[start.offset..].trim_start().len());
        assert_eq!(start, Some("title, abstract\r\nT, A\r\n".len()));
    }
}
