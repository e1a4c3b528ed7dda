//! `papermap eval`: how good a map is.

use anyhow::Result;

use crate::args::{EvalArgs, TextOrJson};
use crate::evaluation::agreement::agreement;
use crate::evaluation::figures::figures;
use crate::evaluation::labels::{self, Columns};
use crate::evaluation::message::{Evaluation, SCHEMA_VERSION};
use crate::evaluation::{source, text};
use crate::exit::Outcome;
use crate::terminal::output;
use crate::terminal::progress::Console;

pub(super) fn run(args: &EvalArgs, console: Console) -> Result<Outcome> {
    let columns = Columns { label: &args.label_column, key: &args.key_column };
    let labels = args.labels.as_ref().map(|file| labels::read(file, columns)).transpose()?;
    let map = source::read(&args.map.folder)?;
    let agreement = labels.map(|labels| agreement(&map, &labels, console)).transpose()?;
    let evaluation = Evaluation {
        schema_version: SCHEMA_VERSION,
        title: map.title.clone(),
        papers: map.papers.len(),
        topics: map.topics.len(),
        figures: figures(&map),
        agreement,
    };
    match args.format {
        TextOrJson::Text => output::write(&text::text(&evaluation))?,
        TextOrJson::Json => output::write(&(serde_json::to_string_pretty(&evaluation)? + "\n"))?,
    }
    Ok(Outcome::Done)
}
