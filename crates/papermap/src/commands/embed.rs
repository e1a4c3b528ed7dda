//! `papermap embed`: vectors alone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use papermap_corpus::identity::paper_id;
use papermap_corpus::read::Dump;
use papermap_corpus::{Paper, Reason, Record, clean, content};

use crate::args::EmbedArgs;
use crate::exit::{Interrupted, Outcome};
use crate::inputs::{self, NamedAgain};
use crate::map::account_text::reason_name;
use crate::model::encoder::{self, Embedding, Loaded};
use crate::npy;
use crate::stats::Stats;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::terminal::table::counted;
use crate::threads;

/// Texts that are embedded before their vectors are written.
const CHUNK: usize = 1024;

/// One row of the output.
struct Row {
    id: String,
    key: String,
    text: String,
}

/// The rows, and how many records have none, by reason.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    left_out: BTreeMap<Reason, usize>,
}

impl Rows {
    fn leave_out(&mut self, reason: Reason) {
        *self.left_out.entry(reason).or_default() += 1;
    }
}

pub(super) fn run(args: &EmbedArgs, console: Console) -> Result<Outcome> {
    let start = Instant::now();
    let inputs = inputs::read(&args.dumps, &args.reading.options(), NamedAgain::Read, console)?;
    let ids = args.output.with_extension("tsv");
    inputs.check_output(&args.output)?;
    inputs.check_output(&ids)?;
    args.stats.iter().try_for_each(|stats| inputs.check_output(stats))?;
    for fault in &inputs.not_dumps {
        Console::warn(fault);
    }
    let names: Vec<String> = inputs.dumps.iter().map(|dump| dump.name.clone()).collect();
    let Rows { rows, left_out } = rows(inputs.dumps, args.reading.keep_title_only);
    tell_left_out(&left_out);
    if rows.is_empty() {
        bail!("no paper in {}; expected at least one record with an abstract", names.join(", "));
    }
    let read = Instant::now();
    let threads = threads::start(args.encoder.threads)?;
    let loaded = encoder::load(&args.encoder, console)?;
    let mut stats = Stats::new(&loaded, threads);
    stats.seconds.read = read.duration_since(start).as_secs_f64();
    stats.seconds.load = read.elapsed().as_secs_f64();
    replace(&args.output, |file| write_vectors(file, &loaded, &rows, &mut stats, console))?;
    replace(&ids, |file| write_ids(file, &rows))?;
    if let Some(path) = &args.stats {
        replace(path, |file| Ok(file.write_all(stats.json(start)?.as_bytes())?))?;
    }
    let dim = loaded.facts.dim;
    output::line(&format!("{} of {dim} values in {}", counted(rows.len(), "vector"), args.output.display()))?;
    Ok(Outcome::Done)
}

/// The rows of all records that have text, in order.
fn rows(dumps: Vec<Dump>, keep_title_only: bool) -> Rows {
    let mut result = Rows::default();
    for dump in dumps {
        for fault in dump.not_taken {
            result.leave_out(fault.reason);
        }
        for record in dump.records {
            match row(record, keep_title_only) {
                Ok(row) => result.rows.push(row),
                Err(reason) => result.leave_out(reason),
            }
        }
    }
    result
}

/// The row of a record, as of the paper that it would be; or why it has none.
fn row(record: Record, keep_title_only: bool) -> Result<Row, Reason> {
    let title = record.title.as_deref().map(clean).filter(|title| !title.is_empty());
    let has_title = || title.as_deref().is_some_and(|title| content::fault(title).is_none());
    let (raw, abstract_text) = match abstract_of(record.abstract_text) {
        Ok((raw, cleaned)) => (Some(raw), cleaned),
        Err(_) if keep_title_only && has_title() => (None, String::new()),
        Err(reason) => return Err(reason),
    };
    let id = paper_id(record.title.as_deref(), raw.as_deref());
    let paper = Paper { id, title, abstract_text, ..Paper::default() };
    Ok(Row {
        key: record.key.map(|key| key.replace(['\t', '\r', '\n'], " ")).unwrap_or_default(),
        text: paper.embedded_text(),
        id: paper.id,
    })
}

/// The abstract raw and cleaned, or why it is none.
fn abstract_of(raw: Option<String>) -> Result<(String, String), Reason> {
    let raw = raw.filter(|raw| !raw.trim().is_empty()).ok_or(Reason::NoAbstract)?;
    let cleaned = clean(&raw);
    check_word(&cleaned)?;
    Ok((raw, cleaned))
}

/// Checks that a cleaned abstract has a word; a stand-in and a notice of withdrawal may have one too.
fn check_word(cleaned: &str) -> Result<(), Reason> {
    let has_letters = || cleaned.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    match content::fault(cleaned) {
        None | Some(Reason::Withdrawn) => Ok(()),
        Some(Reason::Placeholder) if has_letters() => Ok(()),
        Some(reason) => Err(reason),
    }
}

fn tell_left_out(left_out: &BTreeMap<Reason, usize>) {
    let count: usize = left_out.values().sum();
    if count > 0 {
        let reasons: Vec<String> =
            left_out.iter().map(|(reason, count)| format!("{count} {}", reason_name(*reason))).collect();
        Console::warn(&format!(
            "{} left out for want of text: {}",
            counted(count, "record"),
            reasons.join(", ")
        ));
    }
}

/// Writes the vectors of `rows` as they come, so that memory does not follow their number.
fn write_vectors(
    file: &mut BufWriter<File>,
    loaded: &Loaded,
    rows: &[Row],
    stats: &mut Stats,
    console: Console,
) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let progress = console.progress("embedding", "abstracts", rows.len() as u64);
    npy::write_header(file, rows.len(), loaded.facts.dim)?;
    for (index, chunk) in rows.chunks(CHUNK).enumerate() {
        let texts: Vec<&str> = chunk.iter().map(|row| row.text.as_str()).collect();
        let started = Instant::now();
        let before = index * CHUNK;
        let run = Embedding { progress: &progress, interrupt: &interrupt, before, total: rows.len() };
        let Some(embedded) = loaded.embed(&texts, &run)? else {
            return Err(Interrupted { kept: "nothing was written".to_owned() }.into());
        };
        stats.count(&embedded, started.elapsed());
        let writing = Instant::now();
        npy::write_rows(file, embedded.vectors.view())?;
        stats.seconds.write += writing.elapsed().as_secs_f64();
    }
    progress.finish();
    Ok(())
}

fn write_ids(file: &mut impl Write, rows: &[Row]) -> Result<()> {
    writeln!(file, "id\tkey")?;
    Ok(rows.iter().try_for_each(|row| writeln!(file, "{}\t{}", row.id, row.key))?)
}

/// Writes a file aside and puts it in place when it is whole.
fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    let written = File::create(&aside).map_err(Into::into).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        Ok(fs::rename(&aside, path)?)
    });
    written.map_err(|error: anyhow::Error| {
        // What was written so far is of no use.
        let _ = fs::remove_file(&aside);
        if error.is::<std::io::Error>() { error.context(unwritable(path)) } else { error }
    })
}

fn unwritable(path: &Path) -> String {
    format!("{}: cannot be written; check the folder and the room on the disk", path.display())
}
