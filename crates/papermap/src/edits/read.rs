//! From the file's text to decisions.

use std::collections::BTreeMap;

use papermap_clustering::edits::{Edits, Merge, Split};
use serde::Deserialize;
use toml::Spanned;

use super::Decisions;
use super::check;
use super::position::Fault;

/// What may stand in the file.
const ALLOWED: &str = "allowed are lock and forbid (lists, before all tables), [rename], [[merge]] with into and topics, \
                       [[split]] with topic and query, and [pin]";

/// A text with its place in the file.
pub(super) type Placed = Spanned<String>;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct File {
    pub(super) lock: Vec<Placed>,
    pub(super) forbid: Vec<Placed>,
    pub(super) rename: BTreeMap<Placed, Placed>,
    pub(super) merge: Vec<MergeRule>,
    pub(super) split: Vec<SplitRule>,
    pub(super) pin: BTreeMap<Placed, Placed>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MergeRule {
    pub(super) into: Placed,
    pub(super) topics: Vec<Placed>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SplitRule {
    pub(super) topic: Placed,
    pub(super) query: Placed,
}

/// Reads the text of the file.
///
/// # Errors
/// The first place that breaks a rule.
pub(super) fn read(content: &str) -> Result<Decisions, Fault> {
    let file: File = toml::from_str(content).map_err(|error| {
        let what = error.message().trim().replace('\n', ", ");
        Fault::new(error.span().unwrap_or(0..0), format!("{what}; {ALLOWED}"))
    })?;
    check::check(&file)?;
    Ok(decisions(&file))
}

fn decisions(file: &File) -> Decisions {
    let trimmed = |text: &Placed| text.get_ref().trim().to_owned();
    let pairs = |map: &BTreeMap<Placed, Placed>| -> BTreeMap<String, String> {
        map.iter().map(|(key, value)| (trimmed(key), trimmed(value))).collect()
    };
    let merge = |rule: &MergeRule| Merge {
        into: trimmed(&rule.into),
        topics: rule.topics.iter().map(trimmed).collect(),
    };
    let split = |rule: &SplitRule| Split { topic: trimmed(&rule.topic), query: trimmed(&rule.query) };
    Decisions {
        edits: Edits {
            renames: pairs(&file.rename),
            merges: file.merge.iter().map(merge).collect(),
            splits: file.split.iter().map(split).collect(),
            pins: pairs(&file.pin),
            locks: file.lock.iter().map(trimmed).collect(),
        },
        forbidden: file.forbid.iter().map(trimmed).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn fault(content: &str) -> String {
        parse(content, "topics.toml").unwrap_err().to_string()
    }

    #[test]
    fn every_rule_is_read() {
        let content = "lock = [\"t7\"]\nforbid = [\"novel\"]\n[rename]\nt3 = \" Trams \"\n[[merge]]\ninto = \"t4\"\n\
                       topics = [\"t9\"]\n[[split]]\ntopic = \"t5\"\nquery = \"speech\"\n[pin]\n\"10.1/x\" = \"t2\"\n";
        let Decisions { edits, forbidden } = parse(content, "f").unwrap();
        assert_eq!(edits.renames["t3"], "Trams");
        assert_eq!(edits.merges, [Merge { into: "t4".into(), topics: vec!["t9".into()] }]);
        assert_eq!(edits.splits, [Split { topic: "t5".into(), query: "speech".into() }]);
        assert_eq!((edits.pins["10.1/x"].as_str(), edits.locks.len(), forbidden.len()), ("t2", 1, 1));
        assert_eq!(parse("# nothing\n", "f").unwrap(), Decisions::default());
    }

    #[test]
    fn faults_are_told_with_line_and_column() {
        for (content, place, what) in [
            ("[rename]\nt3 = ", "line 2, column 6", "allowed are"),
            ("[renam]\nt3 = \"a\"", "line 1, column 2", "renam"),
            ("lock = \"t3\"", "line 1, column 8", "sequence"),
            ("\n[[merge]]\ninto = \"t1\"", "line 2, column 1", "topics"),
            ("[rename]\nt3 = \" \"", "line 2, column 6", "empty"),
            ("[rename]\nx3 = \"a\"", "line 2, column 1", "such as t3"),
            ("[rename]\nt1 = \"a\"\nt2 = \"A\"", "line 3, column 6", "another topic"),
            ("[[merge]]\ninto = \"t1\"\ntopics = [\"t1\"]", "line 3, column 11", "itself"),
            ("[[merge]]\ninto = \"t1\"\ntopics = []", "line 2, column 8", "at least one"),
            (
                "[[merge]]\ninto = \"t1\"\ntopics = [\"t2\"]\n[[merge]]\ninto = \"t3\"\ntopics = [\"t2\"]",
                "line 6, column 11",
                "already",
            ),
            (
                "[[merge]]\ninto = \"t1\"\ntopics = [\"t2\"]\n[[merge]]\ninto = \"t2\"\ntopics = [\"t1\"]",
                "line 6, column 11",
                "circle",
            ),
            ("[[split]]\ntopic = \"t1\"\nquery = \"\"", "line 3, column 9", "empty"),
            ("[pin]\n\"p1\" = \"here\"", "line 2, column 8", "such as t3"),
            ("forbid = [\"a\", \"\"]", "line 1, column 16", "empty"),
            ("lock = [\"7\"]", "line 1, column 9", "such as t3"),
            ("lock = [\"t+7\"]", "line 1, column 9", "such as t3"),
            ("lock = [\"t07\"]", "line 1, column 9", "such as t3"),
            ("\u{feff}\n[rename]\nt3 = \"\"", "line 3, column 6", "empty"),
            ("[pin]\np1 = \"t1\"\n\" p1\" = \"t2\"", "line 3, column 1", "pinned already"),
            ("lock = [\"t2\"]\n[[merge]]\ninto = \"t1\"\ntopics = [\"t2\"]", "line 4, column 11", "locked"),
            (
                "[[split]]\ntopic = \"t1\"\nquery = \"a\"\n[[split]]\ntopic = \"t1\"\nquery = \"a\"",
                "line 6, column 9",
                "split off already",
            ),
        ] {
            let said = fault(content);
            assert!(
                said.starts_with(&format!("topics.toml: {place}: ")) && said.contains(what),
                "{content}\n{said}"
            );
        }
    }
}
