//! `papermap similar`: the papers that are like an abstract.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::args::{Format, SimilarArgs};
use crate::exit::{Interrupted, Outcome};
use crate::inputs;
use crate::model::encoder::{self, Embedding, Loaded};
use crate::search::hits::{Answer, Hit, Index, Wanted};
use crate::search::hits_text;
use crate::search::query::{Query, read_batch, read_text};
use crate::search::reasons;
use crate::store::{Store, open_filled};
use crate::terminal::interrupt::Interrupt;
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::terminal::table::{counted, grouped};
use crate::terminal::wrap::terminal_width;
use crate::threads;

pub(super) fn run(args: &SimilarArgs, console: Console) -> Result<Outcome> {
    let queries = read_queries(args)?;
    let store = open_filled(&args.map.folder)?;
    threads::start(args.encoder.threads)?;
    match (&args.paper, &args.batch) {
        (Some(id), _) => answer_paper(args, &store, id, console),
        (None, None) => answer_text(args, &store, &queries[0], console),
        (None, Some(_)) => answer_batch(args, &store, &queries, console),
    }
}

/// The queries that were typed or named; none for `--paper`.
fn read_queries(args: &SimilarArgs) -> Result<Vec<Query>> {
    if let Some(batch) = &args.batch {
        return read_batch(batch);
    }
    let query = match (&args.file, args.text.as_deref()) {
        (Some(file), _) => {
            Query::new(&file.file_name().unwrap_or_default().to_string_lossy(), &read_text(file)?)?
        }
        (None, Some("-")) => Query::new(inputs::STDIN_NAME, &read_text(Path::new("-"))?)?,
        (None, Some(text)) => Query::new("text", text)?,
        (None, None) => return Ok(Vec::new()),
    };
    Ok(vec![query])
}

fn wanted(args: &SimilarArgs) -> Wanted {
    Wanted { top: args.top, min_score: args.min_score, no_self: args.no_self || args.paper.is_some() }
}

fn answer_paper(args: &SimilarArgs, store: &Store, name: &str, console: Console) -> Result<Outcome> {
    let id = paper_id(store, name)?;
    let index = Index::load(store)?;
    let row =
        index.position(&id).with_context(|| format!("paper {id} has no vector; run `papermap map` again"))?;
    let text = store.paper(&id)?.map(|stored| stored.paper.embedded_text()).unwrap_or_default();
    let ranked = index.rank(index.vector(row), Some(row), wanted(args));
    let hits = with_reasons(index.describe(store, &ranked, Some(row))?, &text);
    store.let_go()?;
    show(args, &Answer { query: name.to_owned(), hits }, &index, console)
}

/// The content id of a paper that is named by it or by a dump's id.
fn paper_id(store: &Store, name: &str) -> Result<String> {
    if store.has_paper(name)? {
        return Ok(name.to_owned());
    }
    match store.papers_with_key(name)?.as_slice() {
        [] => {
            bail!("no paper {name} in the map; papers.csv lists the ids, and the keys that dumps gave them")
        }
        [id] => Ok(id.clone()),
        ids => {
            bail!("{name} names {} papers of the map; give one of their ids: {}", ids.len(), ids.join(", "))
        }
    }
}

fn answer_text(args: &SimilarArgs, store: &Store, query: &Query, console: Console) -> Result<Outcome> {
    let loaded = load_encoder(args, store, console)?;
    if query.is_mostly_foreign() {
        console.note(&format!(
            "note: most letters of the query are not Latin; model {} was trained on English, so scores say little",
            loaded.facts.model
        ));
    }
    let vectors = embed(&loaded, std::slice::from_ref(query), console)?;
    let index = load_index(store, &loaded)?;
    let same = index.same(&query.text, &query.paper_id);
    let vector = vectors.row(0);
    let vector = vector.as_slice().context("rows of the vectors lie one after another")?;
    let ranked = index.rank(vector, same, wanted(args));
    let hits = with_reasons(index.describe(store, &ranked, same)?, &query.text);
    store.let_go()?;
    show(args, &Answer { query: query.id.clone(), hits }, &index, console)
}

fn answer_batch(args: &SimilarArgs, store: &Store, queries: &[Query], console: Console) -> Result<Outcome> {
    let loaded = load_encoder(args, store, console)?;
    let vectors = embed(&loaded, queries, console)?;
    let index = load_index(store, &loaded)?;
    let mut lines = String::new();
    for (query, vector) in queries.iter().zip(vectors.rows()) {
        let vector = vector.to_slice().context("rows of the vectors lie one after another")?;
        let same = index.same(&query.text, &query.paper_id);
        let ranked = index.rank(vector, same, wanted(args));
        let hits = index.describe(store, &ranked, same)?.into_iter().map(|(hit, _)| hit).collect();
        let answer = Answer { query: query.id.clone(), hits };
        lines += &(serde_json::to_string(&answer)? + "\n");
    }
    store.let_go()?;
    output::write(&lines)?;
    Ok(Outcome::Done)
}

fn load_encoder(args: &SimilarArgs, store: &Store, console: Console) -> Result<Loaded> {
    store.let_go()?;
    let loaded = encoder::load(&args.encoder, console)?;
    let map = store.encoder()?.context("the map is not finished; run `papermap map` again")?;
    encoder::check_same(&map, &loaded, &args.map.folder)?;
    Ok(loaded)
}

/// The papers as they are now; the store stays at that state.
fn load_index(store: &Store, loaded: &Loaded) -> Result<Index> {
    store.hold()?;
    let is_same = store.encoder()?.is_some_and(|map| map.fingerprint == loaded.facts.fingerprint);
    ensure!(is_same, "another run gave the map another model meanwhile; run the command again");
    Index::load(store)
}

fn embed(loaded: &Loaded, queries: &[Query], console: Console) -> Result<ndarray::Array2<f32>> {
    let interrupt = Interrupt::listen()?;
    let progress = console.progress("embedding", "queries", queries.len() as u64);
    let texts: Vec<&str> = queries.iter().map(|query| query.text.as_str()).collect();
    let run = Embedding { progress: &progress, interrupt: &interrupt, before: 0, total: texts.len() };
    let Some(embedded) = loaded.embed(&texts, &run)? else {
        return Err(Interrupted { kept: "nothing was changed".to_owned() }.into());
    };
    progress.finish();
    for (query, tokens) in queries.iter().zip(&embedded.tokens).filter(|(_, tokens)| tokens.cut > 0) {
        console.note(&format!(
            "note: the query {} has {} tokens; the model reads {}, the last {} were cut",
            query.id,
            grouped(tokens.total as u64),
            loaded.facts.token_limit,
            grouped(tokens.cut as u64)
        ));
    }
    Ok(embedded.vectors)
}

fn with_reasons(hits: Vec<(Hit, crate::store::StoredPaper)>, query: &str) -> Vec<Hit> {
    let explain = |(hit, stored): (Hit, crate::store::StoredPaper)| {
        let reasons =
            if hit.same { Vec::new() } else { reasons::shared(query, &stored.paper.embedded_text()) };
        Hit { reasons: Some(reasons), ..hit }
    };
    hits.into_iter().map(explain).collect()
}

fn show(args: &SimilarArgs, answer: &Answer, index: &Index, console: Console) -> Result<Outcome> {
    let nothing_left = answer.hits.is_empty() && args.min_score.is_some();
    let text = match args.format {
        Format::Text if nothing_left => String::new(),
        Format::Text => hits_text::text(answer, terminal_width()),
        Format::Json => serde_json::to_string(answer)? + "\n",
        Format::Csv => hits_text::csv(answer)?,
    };
    output::write(&text)?;
    if let (true, Some(least)) = (nothing_left, args.min_score) {
        Console::warn(&format!("no paper above {least}; try a lower --min-score"));
        return Ok(Outcome::No);
    }
    let weak = answer.hits.iter().filter(|hit| hit.weak).count();
    if weak > 0 {
        console.note(&format!(
            "note: {} below {:.2}: such papers may have nothing to do with the query",
            counted(weak, "weak hit"),
            index.floor()
        ));
    }
    Ok(Outcome::Done)
}
