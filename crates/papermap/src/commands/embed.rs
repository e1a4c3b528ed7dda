//! `papermap embed`: vectors alone.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use papermap_corpus::gather;
use papermap_corpus::read::Dump;
use papermap_embedding::EmbedError;

use crate::args::EmbedArgs;
use crate::exit::{Interrupted, Outcome};
use crate::inputs::{self, NamedAgain};
use crate::model::encoder;
use crate::npy;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::terminal::table::counted;
use crate::threads;

/// One row of the output.
struct Row {
    id: String,
    key: String,
    text: String,
}

pub(super) fn run(args: &EmbedArgs, console: Console) -> Result<Outcome> {
    let inputs = inputs::read(&args.dumps, NamedAgain::Read, console)?;
    for fault in &inputs.not_dumps {
        Console::warn(fault);
    }
    let names: Vec<String> = inputs.dumps.iter().map(|dump| dump.name.clone()).collect();
    let rows: Vec<Row> = inputs.dumps.into_iter().flat_map(rows).collect();
    if rows.is_empty() {
        bail!("no paper in {}; expected at least one record with an abstract", names.join(", "));
    }
    threads::start(args.encoder.threads)?;
    let loaded = encoder::load(&args.encoder, console)?;
    let vectors = embed(&loaded, &rows, console)?;
    replace(&args.output, |file| npy::write(file, vectors.view()))?;
    replace(&args.output.with_extension("tsv"), |file| write_ids(file, &rows))?;
    let dim = loaded.facts.dim;
    output::line(&format!("{} of {dim} values in {}", counted(rows.len(), "vector"), args.output.display()))?;
    Ok(Outcome::Done)
}

/// The records of a dump that have text, in order, each as the paper that it would be.
fn rows(dump: Dump) -> Vec<Row> {
    let Dump { name, digest, format, encoding, venue, year, records, .. } = dump;
    let alone = |record| Dump {
        name: name.clone(),
        digest: digest.clone(),
        format: format.clone(),
        encoding: encoding.clone(),
        venue: venue.clone(),
        year,
        records: vec![record],
        not_taken: Vec::new(),
    };
    let papers = records.into_iter().flat_map(|record| gather(Vec::new(), vec![alone(record)]).papers);
    papers
        .map(|paper| Row {
            key: paper.keys().first().map(|key| key.replace(['\t', '\r', '\n'], " ")).unwrap_or_default(),
            text: paper.embedded_text(),
            id: paper.id,
        })
        .collect()
}

fn embed(loaded: &encoder::Loaded, rows: &[Row], console: Console) -> Result<ndarray::Array2<f32>> {
    let interrupt = Interrupt::listen()?;
    let progress = console.progress("embedding", "abstracts", rows.len() as u64);
    let step = |done: usize, total: usize| {
        progress.at(done as u64, total as u64);
        interrupt.flow()
    };
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let embedded = match loaded.embedder.embed(&texts, &step) {
        Err(EmbedError::Cancelled { .. }) => {
            return Err(Interrupted { kept: "nothing was written".to_owned() }.into());
        }
        embedded => embedded.context("the abstracts cannot be embedded")?,
    };
    progress.finish();
    Ok(embedded.vectors)
}

fn write_ids(file: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    writeln!(file, "id\tkey")?;
    rows.iter().try_for_each(|row| writeln!(file, "{}\t{}", row.id, row.key))
}

/// Writes a file aside and puts it in place when it is whole.
fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    let written = File::create(&aside).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        fs::rename(&aside, path)
    });
    written.with_context(|| {
        // What was written so far is of no use.
        let _ = fs::remove_file(&aside);
        format!("{}: cannot be written; check the folder and the room on the disk", path.display())
    })
}
