//! What can be seen from the map folder alone.

use std::fs;
use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::{ReportFile, render};
use papermap_clustering::topic_map::TopicMap;

use super::Check;
use crate::digest;
use crate::map::plan::text_digest;
use crate::store::Store;
use crate::terminal::table::{counted, grouped};

/// Checks the store against itself and against the receipt of its last run.
///
/// # Errors
/// A store that cannot be read.
pub(crate) fn stored(store: &Store, map: &TopicMap) -> Result<Vec<Check>> {
    let mut checks = vec![file(store)?, texts(store)?];
    match store.receipts()?.pop() {
        None => checks.push(Check::new(
            "receipt",
            true,
            "none to compare with: an older program made the map; the next run that changes it writes one",
        )),
        Some(receipt) => {
            checks.push(compared("vectors", receipt.vectors.as_deref(), map.receipt.vectors.as_deref()));
            checks.push(compared("result", receipt.result.as_deref(), map.receipt.result.as_deref()));
        }
    }
    Ok(checks)
}

fn file(store: &Store) -> Result<Check> {
    let faults = store.faults()?;
    Ok(match faults.first() {
        None => Check::new("store", true, "the file is whole"),
        Some(fault) => Check::new("store", false, format!("the file is damaged: {fault}")),
    })
}

fn texts(store: &Store) -> Result<Check> {
    let papers = store.papers()?;
    let altered = papers.iter().find(|stored| text_digest(&stored.paper) != stored.text_digest);
    Ok(match altered {
        None => Check::new(
            "texts",
            true,
            format!("all texts of {} have their digests", counted(papers.len(), "paper")),
        ),
        Some(stored) => Check::new(
            "texts",
            false,
            format!("the text of paper {} is not the one that was stored", stored.paper.id),
        ),
    })
}

fn compared(subject: &'static str, then: Option<&str>, now: Option<&str>) -> Check {
    let short =
        |digest: Option<&str>| digest.map_or("none", |digest| &digest[..digest.len().min(16)]).to_owned();
    if then == now {
        Check::new(subject, true, format!("as the receipt says, SHA-256 {}…", short(now)))
    } else {
        let found =
            format!("SHA-256 {}…, and the receipt says {}…: the store was altered", short(now), short(then));
        Check::new(subject, false, found)
    }
}

/// Renders the report again and compares it with the files.
///
/// # Errors
/// A map that cannot be rendered.
pub(crate) fn report(store: &Store, map: &TopicMap, folder: &Path) -> Result<Vec<Check>> {
    let files = render(map)?;
    let noted = store.reports()?.unwrap_or_default();
    Ok(files.iter().map(|file| compared_file(file, noted.get(file.name), folder)).collect())
}

fn compared_file(file: &ReportFile, noted: Option<&String>, folder: &Path) -> Check {
    let bytes = match fs::read(folder.join(file.name)) {
        Ok(bytes) => bytes,
        Err(error) => return Check::new("report", false, format!("{} cannot be read: {error}", file.name)),
    };
    let at = (0..bytes.len().max(file.bytes.len())).find(|&at| bytes.get(at) != file.bytes.get(at));
    match at {
        None if noted.is_some_and(|noted| *noted != digest::hex_of(&bytes)) => Check::new(
            "report",
            false,
            format!("{} is not what the last run wrote, and neither is the store", file.name),
        ),
        None => Check::new("report", true, format!("{} is what the store gives", file.name)),
        Some(at) => {
            let line = bytes[..at.min(bytes.len())].split(|byte| *byte == b'\n').count();
            let place = format!("from byte {} on, line {}", grouped(at as u64), grouped(line as u64));
            Check::new("report", false, format!("{} differs from what the store gives {place}", file.name))
        }
    }
}
