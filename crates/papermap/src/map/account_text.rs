//! What became of the records, in words, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use papermap_corpus::{Account, DumpAccount, Reason, Totals};
use serde::Serialize;

use crate::terminal::output::escape_control;
use crate::terminal::table::{Side, counted, grouped, render};

/// The reason's name, as in every file we write.
pub(crate) fn reason_name(reason: Reason) -> String {
    struct Name(Reason);
    impl fmt::Display for Name {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(formatter)
        }
    }
    Name(reason).to_string()
}

/// One line a dump, then a table that adds up.
pub(crate) fn text(account: &Account) -> String {
    let mut text: String =
        account.dumps.iter().map(|dump| escape_control(&dump_line(dump)).into_owned() + "\n").collect();
    text.push('\n');
    text.push_str(&table(account));
    text
}

/// `a.txt: text, UTF-8, NeurIPS 2026: 19 records = 17 papers + 2 merged`.
pub(crate) fn dump_line(dump: &DumpAccount) -> String {
    let header: Vec<String> =
        dump.venue.iter().cloned().chain(dump.year.map(|year| year.to_string())).collect();
    let mut kind = format!("{}, {}", dump.format, dump.encoding);
    if !header.is_empty() {
        kind = format!("{kind}, {}", header.join(" "));
    }
    let mut line = format!("{}: {kind}: {} = {}", dump.name, counted(dump.records, "record"), shares(dump));
    if dump.suspect > 0 {
        let verb = if dump.suspect == 1 { "looks" } else { "look" };
        line = format!("{line}; {} {verb} damaged", counted(dump.suspect, "record"));
    }
    if dump.other_language > 0 {
        line = format!("{line}; {} in another language than English", grouped(dump.other_language as u64));
    }
    line
}

fn shares(dump: &DumpAccount) -> String {
    let mut parts = vec![counted(dump.papers, "new paper")];
    let more = [(dump.known, "known"), (dump.merged, "merged")];
    parts.extend(
        more.iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{} {what}", grouped(*count as u64))),
    );
    if !dump.not_taken.is_empty() {
        let reasons: Vec<String> = dump
            .set_aside()
            .into_iter()
            .map(|(reason, count)| format!("{} {}", grouped(count as u64), reason_name(reason)))
            .collect();
        parts.push(format!("{} set aside ({})", grouped(dump.not_taken.len() as u64), reasons.join(", ")));
    }
    parts.join(" + ")
}

fn table(account: &Account) -> String {
    use Side::{Left, Right};
    let columns = [
        ("dump", Left),
        ("records", Right),
        ("new", Right),
        ("known", Right),
        ("merged", Right),
        ("set aside", Right),
    ];
    let mut rows: Vec<Vec<String>> = account
        .dumps
        .iter()
        .map(|dump| {
            row(&dump.name, [dump.records, dump.papers, dump.known, dump.merged, dump.not_taken.len()])
        })
        .collect();
    let sum = account.totals();
    rows.push(row("all", [sum.records, sum.papers, sum.known, sum.merged, sum.set_aside]));
    render(&columns, &rows)
}

fn row(name: &str, counts: [usize; 5]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(counts.iter().map(|&count| grouped(count as u64))).collect()
}

/// One line for each record that was set aside.
pub(crate) fn fault_lines(account: &Account) -> Vec<String> {
    let lines = account.dumps.iter().flat_map(|dump| {
        dump.not_taken.iter().map(move |record| {
            format!("{}, line {}: {}: {}", dump.name, record.line, reason_name(record.reason), record.detail)
        })
    });
    lines.collect()
}

/// The account as `--report-input` writes it.
#[derive(Debug, Serialize)]
struct AccountFile<'a> {
    #[serde(flatten)]
    totals: Totals,
    dumps: Vec<DumpEntry<'a>>,
    not_taken: Vec<NotTakenEntry<'a>>,
}

#[derive(Debug, Serialize)]
struct DumpEntry<'a> {
    name: &'a str,
    format: &'a str,
    encoding: &'a str,
    records: usize,
    papers: usize,
    known: usize,
    merged: usize,
    set_aside: usize,
    suspect: usize,
    other_language: usize,
    reasons: BTreeMap<Reason, usize>,
}

#[derive(Debug, Serialize)]
struct NotTakenEntry<'a> {
    dump: &'a str,
    line: u64,
    reason: Reason,
    detail: &'a str,
}

/// The account as one JSON object: sums at top level, then `dumps` and `not_taken`.
///
/// # Errors
/// None in practice; the encoder's.
pub(crate) fn json(account: &Account) -> Result<String> {
    let dumps = account.dumps.iter().map(dump_entry).collect();
    let not_taken = account.dumps.iter().flat_map(not_taken_entries).collect();
    let file = AccountFile { totals: account.totals(), dumps, not_taken };
    Ok(serde_json::to_string_pretty(&file).context("the account cannot be written as JSON")? + "\n")
}

fn dump_entry(dump: &DumpAccount) -> DumpEntry<'_> {
    DumpEntry {
        name: &dump.name,
        format: &dump.format,
        encoding: &dump.encoding,
        records: dump.records,
        papers: dump.papers,
        known: dump.known,
        merged: dump.merged,
        set_aside: dump.not_taken.len(),
        suspect: dump.suspect,
        other_language: dump.other_language,
        reasons: dump.set_aside(),
    }
}

fn not_taken_entries(dump: &DumpAccount) -> impl Iterator<Item = NotTakenEntry<'_>> {
    dump.not_taken.iter().map(|record| NotTakenEntry {
        dump: &dump.name,
        line: record.line,
        reason: record.reason,
        detail: &record.detail,
    })
}

#[cfg(test)]
mod tests {
    use papermap_corpus::NotTaken;

    use super::*;

    fn account() -> Account {
        let not_taken = vec![NotTaken { line: 7, reason: Reason::NoAbstract, detail: "null".into() }];
        Account {
            dumps: vec![DumpAccount {
                name: "a.jsonl".into(),
                digest: "d".into(),
                format: "json lines".into(),
                encoding: "UTF-8".into(),
                venue: Some("ICML".into()),
                year: Some(2026),
                records: 5,
                papers: 2,
                known: 1,
                merged: 1,
                suspect: 0,
                other_language: 0,
                not_taken,
            }],
        }
    }

    #[test]
    fn a_line_says_where_every_record_went() {
        let line = dump_line(&account().dumps[0]);
        assert_eq!(
            line,
            "a.jsonl: json lines, UTF-8, ICML 2026: 5 records = 2 new papers + 1 known + 1 merged + 1 set aside (1 no-abstract)"
        );
    }

    #[test]
    fn the_table_ends_with_the_sums() {
        let text = text(&account());
        assert!(text.ends_with("all            5    2      1       1          1\n"), "{text}");
    }

    #[test]
    fn json_has_the_sums_on_top() {
        let value: serde_json::Value = serde_json::from_str(&json(&account()).unwrap()).unwrap();
        assert_eq!(value["records"], 5);
        assert_eq!(value["set_aside"], 1);
        assert_eq!(value["not_taken"][0]["reason"], "no-abstract");
        assert_eq!(value["dumps"][0]["name"], "a.jsonl");
    }

    #[test]
    fn damage_is_told_in_good_english() {
        let told = [1, 2].map(|suspect| {
            let line = dump_line(&DumpAccount { suspect, ..account().dumps[0].clone() });
            line.rsplit_once("; ").unwrap().1.to_owned()
        });
        assert_eq!(told, ["1 record looks damaged", "2 records look damaged"]);
    }

    #[test]
    fn other_languages_are_told() {
        let line = dump_line(&DumpAccount { other_language: 2, ..account().dumps[0].clone() });
        assert!(line.ends_with("; 2 in another language than English"), "{line}");
        let value: serde_json::Value = serde_json::from_str(&json(&account()).unwrap()).unwrap();
        assert_eq!((&value["other_language"], &value["dumps"][0]["other_language"]), (&0.into(), &0.into()));
    }

    #[test]
    fn reasons_have_one_name_everywhere() {
        assert_eq!(reason_name(Reason::EmptyAfterCleaning), "empty-after-cleaning");
        let value: serde_json::Value = serde_json::from_str(&json(&account()).unwrap()).unwrap();
        assert_eq!(value["dumps"][0]["reasons"]["no-abstract"], 1);
    }
}
