//! Known labels of papers, from a file with named columns.

mod json;
mod table;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::bufread::MultiGzDecoder;

/// First bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The columns to read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Columns<'a> {
    /// Which one holds the label.
    pub(crate) label: &'a str,
    /// Which one holds the id of the paper.
    pub(crate) key: &'a str,
}

/// What a file says of papers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labels {
    /// File name.
    pub(crate) file: String,
    /// Label by key; none is empty.
    pub(crate) by_key: BTreeMap<String, String>,
    /// Records without key or label.
    pub(crate) without_label: usize,
    /// Records that give a key another label than an earlier record.
    pub(crate) contradicting: usize,
}

impl Labels {
    /// The key and its label.
    pub(crate) fn entry(&self, key: &str) -> Option<(&str, &str)> {
        self.by_key.get_key_value(key).map(|(key, label)| (key.as_str(), label.as_str()))
    }
}

/// A record: its key and its label.
type Entry = (Option<String>, Option<String>);

/// Reads JSON Lines, a JSON array of objects, or a table separated by commas, tabs, semicolons or pipes; plain or gzip.
///
/// # Errors
/// A file that cannot be read, a column that is not there, a line that is no record, no label at all.
pub(crate) fn read(path: &Path, columns: Columns<'_>) -> Result<Labels> {
    let content = content(path).with_context(|| path.display().to_string())?;
    let entries = entries(&content, columns).with_context(|| path.display().to_string())?;
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut labels = Labels { file, by_key: BTreeMap::new(), without_label: 0, contradicting: 0 };
    let records = entries.len();
    for entry in entries {
        match entry {
            (Some(key), Some(label)) => {
                let known = labels.by_key.entry(key).or_insert_with(|| label.clone());
                labels.contradicting += usize::from(*known != label);
            }
            _ => labels.without_label += 1,
        }
    }
    ensure!(
        !labels.by_key.is_empty(),
        "{}: none of its {records} records has both a label in `{}` and a key in `{}`; name the columns with \
         --label-column and --key-column",
        path.display(),
        columns.label,
        columns.key
    );
    Ok(labels)
}

fn content(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let mut file = File::open(path).context("cannot be opened; check the path and its permissions")?;
    file.read_to_end(&mut bytes).context("cannot be read; a file of labels was expected")?;
    if bytes.starts_with(&GZIP) {
        let mut unpacked = Vec::new();
        let mut decoder = MultiGzDecoder::new(BufReader::new(bytes.as_slice()));
        decoder.read_to_end(&mut unpacked).context("cannot be unpacked; it is damaged or not complete")?;
        bytes = unpacked;
    }
    let text = String::from_utf8(bytes).context("not UTF-8 text; convert it, for example with iconv")?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

fn entries(content: &str, columns: Columns<'_>) -> Result<Vec<Entry>> {
    match content.trim_start().chars().next() {
        None => Ok(Vec::new()),
        Some('[') => json::array(content, columns),
        Some('{') => json::lines(content, columns),
        Some(_) => table::rows(content, columns),
    }
}

/// What is said where none of `found` is the column `wanted`, which `option` names.
fn no_column<'a>(wanted: &str, option: &str, found: impl Iterator<Item = &'a str>) -> String {
    let found: Vec<String> = found.map(|name| format!("`{name}`")).collect();
    format!("no column `{wanted}`; there are {}; name it with {option}", found.join(", "))
}

/// `text` without blanks around it; `None` where nothing is left.
fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const COLUMNS: Columns<'_> = Columns { label: "label", key: "id" };

    fn read_bytes(bytes: &[u8], columns: Columns<'_>) -> Result<Labels, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        read(file.path(), columns).map_err(|error| format!("{error:#}"))
    }

    fn pairs(labels: &Labels) -> Vec<(&str, &str)> {
        labels.by_key.iter().map(|(key, label)| (key.as_str(), label.as_str())).collect()
    }

    #[test]
    fn every_format_gives_the_same_labels() {
        let contents = [
            "id,label,title\n1,x,\"a, b\"\n2,y,\n",
            "label\tid\nx\t1\ny\t2\n",
            "title;id;label\n\"a\nb\";1;x\n;2;y\n",
            "id|label\n1|x\n2|y\n",
            "\u{feff}ID, Label \n1,x\n2, y \n",
            "{\"id\": 1, \"label\": \"x\"}\n\n{\"id\": \"2\", \"label\": \"y\", \"n\": [1]}\n",
            "[{\"id\": \"1\", \"label\": \"x\"}, {\"id\": 2, \"label\": \"y\"}]",
        ];
        for content in contents {
            let labels = read_bytes(content.as_bytes(), COLUMNS).unwrap();
            assert_eq!(pairs(&labels), [("1", "x"), ("2", "y")], "{content}");
            assert_eq!((labels.without_label, labels.contradicting), (0, 0), "{content}");
        }
    }

    #[test]
    fn gzip_is_opened() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"id,label\n1,x\n").unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(pairs(&read_bytes(&packed, COLUMNS).unwrap()), [("1", "x")]);
        let said = read_bytes(&packed[..packed.len() - 9], COLUMNS).unwrap_err();
        assert!(said.contains("not complete"), "{said}");
    }

    #[test]
    fn missing_labels_and_contradictions_are_counted() {
        let table = "id,label\n1,x\n1,x\n1,y\n2,\n,z\n3\n";
        let lines = r#"{"id":1,"label":"x"}
{"id":1,"label":"x"}
{"id":1,"label":"y"}
{"id":2,"label":null}
{"label":"z"}
{"id":3}"#;
        for content in [table, lines] {
            let labels = read_bytes(content.as_bytes(), COLUMNS).unwrap();
            assert_eq!(pairs(&labels), [("1", "x")], "{content}");
            assert_eq!((labels.without_label, labels.contradicting), (3, 1), "{content}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let other = Columns { label: "area", key: "paper" };
        let cases: [(&[u8], Columns<'_>, &str); 9] = [
            (
                b"id,label\n1,x\n",
                other,
                "line 1: no column `area`; there are `id`, `label`; name it with --label-column",
            ),
            (
                b"area,label\n1,x\n",
                other,
                "no column `paper`; there are `area`, `label`; name it with --key-column",
            ),
            (b"{\"id\": 1, \"label\": \"x\"}", other, "no column `area`"),
            (b"{\"id\": 1, \"label\": \"x\"}\n{\"id\": 2,\n", COLUMNS, "line 2: "),
            (b"{\"id\": 1, \"label\": [\"x\"]}", COLUMNS, "line 1: `label` holds a list"),
            (b"[{\"id\": 1, \"label\": \"x\"}, {\"id\": {}}]", COLUMNS, "record 2: `id` holds an object"),
            (b"", COLUMNS, "none of its 0 records"),
            (b"id,label\n,x\n", COLUMNS, "none of its 1 records"),
            (b"\xff\xfe\x00", COLUMNS, "not UTF-8"),
        ];
        for (content, columns, part) in cases {
            let said = read_bytes(content, columns).unwrap_err();
            assert!(said.contains(part), "{part:?} is not in {said:?}");
        }
        let said = format!("{:#}", read(Path::new("/nowhere/labels.csv"), COLUMNS).unwrap_err());
        assert!(said.contains("/nowhere/labels.csv: cannot be opened"), "{said}");
    }
}
