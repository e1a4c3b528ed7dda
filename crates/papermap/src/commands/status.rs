//! `papermap status`: what a map holds.

use anyhow::Result;
use papermap_clustering::report::FILE_NAMES;
use serde::Serialize;

use crate::args::{StatusArgs, TextOrJson};
use crate::exit::Outcome;
use crate::store::{Store, StoredDump, open_filled};
use crate::terminal::output;
use crate::terminal::table::{Side, counted, grouped, render, size};

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct Status {
    map: String,
    title: String,
    papers: usize,
    topics: usize,
    topics_asked: String,
    records: usize,
    duplicates: usize,
    set_aside: usize,
    suspect: usize,
    model: String,
    model_revision: Option<String>,
    fingerprint: String,
    precision: String,
    isa: String,
    program: Option<String>,
    runs: u32,
    last_run: Option<String>,
    store_bytes: u64,
    report_bytes: u64,
    /// Edits that do nothing, in words.
    stale_edits: Vec<String>,
    dumps: Vec<DumpStatus>,
}

#[derive(Debug, Serialize)]
struct DumpStatus {
    name: String,
    digest: String,
    run: u32,
    format: String,
    encoding: String,
    records: usize,
    papers: usize,
    known: usize,
    merged: usize,
    set_aside: usize,
    suspect: usize,
}

pub(super) fn run(args: &StatusArgs) -> Result<Outcome> {
    let store = open_filled(&args.map.folder)?;
    let status = status(&store, &args.map.folder)?;
    drop(store);
    match args.format {
        TextOrJson::Json => output::write(&(serde_json::to_string_pretty(&status)? + "\n"))?,
        TextOrJson::Text => output::write(&text(&status))?,
    }
    Ok(Outcome::Done)
}

fn status(store: &Store, folder: &std::path::Path) -> Result<Status> {
    let dumps = store.dumps()?;
    let encoder = store.encoder()?;
    let papers = store.paper_count()?;
    let report = FILE_NAMES.iter().filter_map(|name| std::fs::metadata(folder.join(name)).ok());
    Ok(Status {
        map: folder.display().to_string(),
        title: store.title(&dumps)?,
        papers,
        topics: store.topics(papers)?.len(),
        topics_asked: store.topics_asked()?,
        records: dumps.iter().map(|dump| dump.records).sum(),
        duplicates: dumps.iter().map(|dump| dump.known + dump.merged).sum(),
        set_aside: dumps.iter().map(|dump| dump.set_aside.len()).sum(),
        suspect: dumps.iter().map(|dump| dump.suspect).sum(),
        model: encoder.as_ref().map(|encoder| encoder.model.clone()).unwrap_or_default(),
        model_revision: encoder.as_ref().and_then(|encoder| encoder.revision.clone()),
        fingerprint: encoder.as_ref().map(|encoder| encoder.fingerprint.clone()).unwrap_or_default(),
        precision: encoder.as_ref().map(|encoder| encoder.precision.clone()).unwrap_or_default(),
        isa: encoder.map(|encoder| encoder.isa).unwrap_or_default(),
        program: store.program()?,
        runs: store.last_run()?,
        last_run: store.last_run_ended()?,
        stale_edits: store.stale()?,
        store_bytes: store.size(),
        report_bytes: report.map(|metadata| metadata.len()).sum(),
        dumps: dumps.into_iter().map(dump_status).collect(),
    })
}

fn dump_status(dump: StoredDump) -> DumpStatus {
    DumpStatus {
        name: dump.name,
        digest: dump.digest,
        run: dump.run,
        format: dump.format,
        encoding: dump.encoding,
        records: dump.records,
        papers: dump.papers,
        known: dump.known,
        merged: dump.merged,
        set_aside: dump.set_aside.len(),
        suspect: dump.suspect,
    }
}

fn text(status: &Status) -> String {
    let sums = format!(
        "{} = {} + {} + {} set aside",
        counted(status.records, "record"),
        counted(status.papers, "paper"),
        counted(status.duplicates, "duplicate"),
        grouped(status.set_aside as u64)
    );
    let mut lines = vec![
        ("map", format!("{} ({})", status.title, status.map)),
        ("papers", sums),
        ("topics", format!("{} (asked for: {})", status.topics, status.topics_asked)),
        ("model", format!("{}, {} on {}", status.model, status.precision, status.isa)),
        ("size", format!("store {}, report {}", size(status.store_bytes), size(status.report_bytes))),
        (
            "runs",
            format!(
                "{}, the last at {}",
                status.runs,
                status.last_run.as_deref().unwrap_or("an unknown time")
            ),
        ),
    ];
    lines.extend(status.stale_edits.iter().map(|rule| ("edits", rule.clone())));
    let head: Vec<String> =
        lines.iter().map(|(name, value)| format!("{name:8}{}", output::escape_control(value))).collect();
    let head = head.join("\n") + "\n";
    format!("{head}\n{}", dumps_table(&status.dumps))
}

fn dumps_table(dumps: &[DumpStatus]) -> String {
    use Side::{Left, Right};
    let columns = [
        ("dump", Left),
        ("digest", Left),
        ("run", Right),
        ("records", Right),
        ("new", Right),
        ("known", Right),
        ("merged", Right),
        ("set aside", Right),
    ];
    let rows: Vec<Vec<String>> = dumps
        .iter()
        .map(|dump| {
            let digest = dump.digest.get(..12).unwrap_or(&dump.digest).to_owned();
            let counts = [dump.records, dump.papers, dump.known, dump.merged, dump.set_aside];
            let counts = counts.iter().map(|&count| grouped(count as u64));
            [dump.name.clone(), digest, dump.run.to_string()].into_iter().chain(counts).collect()
        })
        .collect();
    render(&columns, &rows)
}
