//! From papers and vectors to topics that the store can hold.

use std::collections::BTreeMap;

use anyhow::Result;
use ndarray::Array2;
use papermap_clustering::ledger::PreviousTopic;
use papermap_clustering::neighbours::weak_floor;
use papermap_clustering::topic_map::TopicEntry;
use papermap_clustering::topics::{
    PaperPlace, PaperText, Previous, PreviousPlace, TopicParams, Topics, map_topics,
};
use papermap_clustering::{ClusterError, UnitRows};
use papermap_corpus::{Paper, topical_text};
use papermap_embedding::EmbedError;
use rayon::prelude::*;

use crate::edits::pins;
use crate::exit::Interrupted;
use crate::map::fresh::Fresh;
use crate::map::plan::Plan;
use crate::model::encoder::Loaded;
use crate::store::{Assignment, Formed, Store};
use crate::terminal::interrupt::Interrupt;
use crate::terminal::progress::Console;

/// Seed of every random choice.
pub(crate) const SEED: u64 = 2026;

/// Forms the topics of all papers of `plan`, which carry on those of the store.
///
/// # Errors
/// [`Interrupted`] after Ctrl-C; a vector that is missing; what the solver says.
pub(crate) fn form(
    store: &Store,
    plan: &Plan,
    loaded: &Loaded,
    fresh: &Fresh,
    console: Console,
    interrupt: &Interrupt,
) -> Result<Formed> {
    let encoder = &loaded.facts;
    let papers = &plan.gathered.papers;
    let rows = UnitRows::try_from(fresh.rows(store, &encoder.fingerprint, papers, encoder.dim)?)?;
    let topical: Vec<(Option<String>, String)> = papers.par_iter().map(topical_texts).collect();
    let texts: Vec<PaperText<'_>> = papers
        .iter()
        .zip(&topical)
        .map(|(paper, (title, text))| PaperText {
            id: &paper.id,
            title: title.as_deref(),
            abstract_text: text,
            language: paper.language.as_deref(),
        })
        .collect();
    let embed_phrases = |phrases: &[&str]| embed(loaded, phrases, interrupt);
    let mut edits = plan.options.decisions()?.edits;
    let unclear = pins::resolve(&mut edits.pins, papers);
    let params = TopicParams {
        count: &plan.options.topics,
        seed: SEED,
        embed_phrases: &embed_phrases,
        stop_words: &plan.options.words()?,
        asked: plan.asked,
        edits: &edits,
    };
    let progress = console.progress("forming topics", "steps", 1);
    let step = |done: usize, total: usize| {
        progress.at(done as u64, total as u64);
        interrupt.flow()
    };
    let formed = match map_topics(&texts, &rows, &params, &previous(store)?, &step) {
        Err(ClusterError::Cancelled) => return Err(interrupted().into()),
        topics => {
            let mut topics = topics?;
            topics.stale.extend(unclear);
            stored(topics, weak_floor(&rows))
        }
    };
    progress.finish();
    Ok(formed)
}

/// Title and abstract without what names no topic: formulas and notices.
pub(crate) fn topical_texts(paper: &Paper) -> (Option<String>, String) {
    (paper.raw.title.as_deref().map(topical_text), topical_text(&paper.raw.abstract_text))
}

/// Vectors of phrases, as those of the papers are made.
fn embed(loaded: &Loaded, phrases: &[&str], interrupt: &Interrupt) -> Result<Array2<f32>, ClusterError> {
    match loaded.embedder.embed(phrases, &|_, _| interrupt.flow()) {
        Ok(embedded) => Ok(embedded.vectors),
        Err(EmbedError::Cancelled { .. }) => Err(ClusterError::Cancelled),
        Err(error) => Err(ClusterError::Phrases { detail: error.to_string() }),
    }
}

fn interrupted() -> Interrupted {
    Interrupted { kept: "all vectors are kept: run the same command again to form the topics".to_owned() }
}

/// The topics of the store with their papers.
fn previous(store: &Store) -> Result<Previous> {
    let mut papers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for place in store.assignments()? {
        papers.entry(place.topic).or_default().push(place.paper.clone());
        places.insert(place.paper, PreviousPlace { base: place.base, point: [place.x, place.y] });
    }
    let topic = |topic: TopicEntry| PreviousTopic {
        papers: papers.remove(&topic.id).unwrap_or_default().into_iter().collect(),
        id: topic.id,
        label: topic.label,
        own_label: topic.own_label,
    };
    let topics = store.topics(1)?;
    let stability =
        topics.iter().filter_map(|topic| Some((topic.id.clone(), topic.evidence.stability?))).collect();
    let topics = topics.into_iter().map(topic).collect();
    Ok(Previous {
        topics,
        places,
        fitted: store.fitted()?,
        choice: store.choice()?,
        stability,
        splits: store.splits()?,
        areas: store.areas(1)?,
        next_number: store.next_topic()?,
        next_area: store.next_area()?,
        run: store.last_run()?,
    })
}

fn stored(topics: Topics, weak_floor: f32) -> Formed {
    Formed {
        topics: topics.topics,
        areas: topics.areas,
        assignments: topics.papers.into_iter().map(assignment).collect(),
        events: topics.events,
        update: topics.update,
        fitted: topics.fitted,
        splits: topics.splits,
        stale: topics.stale,
        choice: topics.choice,
        next_topic: topics.next_number,
        next_area: topics.next_area,
        weak_floor,
    }
}

fn assignment(place: PaperPlace) -> Assignment {
    let PaperPlace { id, topic, base, second, score, loose, x, y } = place;
    Assignment { paper: id, topic, base, second, score, loose, x, y }
}
