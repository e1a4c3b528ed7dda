use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::testing::{blobs, in_pool, one_meaning};

const WORDS: [&str; 3] = ["protein folding", "graph network", "speech recogniser"];
const SEED: u64 = 7;

fn texts() -> Vec<(String, String)> {
    (0..36).map(|n| (format!("p{n:02}"), format!("We study {} in case {n}.", WORDS[n / 12]))).collect()
}

fn map(order: &[usize], previous: &Previous) -> Topics {
    map_into(&TopicCount::Auto, order, previous)
}

fn map_into(count: &TopicCount, order: &[usize], previous: &Previous) -> Topics {
    map_as(Asked::Refit, count, order, previous)
}

fn map_as(asked: Asked, count: &TopicCount, order: &[usize], previous: &Previous) -> Topics {
    let texts = texts();
    let rows = blobs(&[12, 12, 12], 32, 0.6, 2).select(order);
    let papers: Vec<PaperText<'_>> = order
        .iter()
        .map(|&paper| PaperText {
            id: &texts[paper].0,
            title: None,
            abstract_text: &texts[paper].1,
            language: None,
        })
        .collect();
    let embed_phrases = &one_meaning(32);
    let params = TopicParams {
        count,
        seed: SEED,
        embed_phrases,
        stop_words: &StopWords::default(),
        asked,
        edits: &Edits::default(),
    };
    map_topics(&papers, &rows, &params, previous, &|_, _| ControlFlow::Continue(())).unwrap()
}

fn forwards() -> Vec<usize> {
    (0..36).collect()
}

fn as_previous(topics: &Topics) -> Previous {
    let papers = |id: &str| {
        topics.papers.iter().filter(|paper| paper.topic == id).map(|paper| paper.id.clone()).collect()
    };
    let topic = |topic: &TopicEntry| PreviousTopic {
        id: topic.id.clone(),
        label: topic.label.clone(),
        own_label: None,
        papers: papers(&topic.id),
    };
    Previous {
        topics: topics.topics.iter().map(topic).collect(),
        areas: topics.areas.clone(),
        places: topics.papers.iter().map(|paper| (paper.id.clone(), PreviousPlace::of(paper))).collect(),
        fitted: topics.fitted,
        choice: topics.choice.clone(),
        stability: BTreeMap::new(),
        splits: BTreeMap::new(),
        next_number: topics.next_number,
        next_area: topics.next_area,
        run: 1,
    }
}

#[test]
fn order_and_threads_do_not_matter() {
    let once = in_pool(1, || map(&forwards(), &Previous::default()));
    let backwards: Vec<usize> = (0..36).rev().collect();
    assert_eq!(once, in_pool(4, || map(&backwards, &Previous::default())));
}

#[test]
fn the_account_is_whole() {
    let topics = map(&forwards(), &Previous::default());
    assert_eq!(topics.topics.len(), 3);
    assert_eq!(topics.topics.iter().map(|topic| topic.size).sum::<usize>(), 36);
    assert!((topics.topics.iter().map(|topic| topic.share).sum::<f64>() - 1.0).abs() < 1e-9);
    for topic in &topics.topics {
        let members = topics.papers.iter().filter(|paper| paper.topic == topic.id).count();
        assert_eq!(members, topic.size);
        assert!(!topic.representatives.is_empty() && topic.representatives.len() <= 5);
    }
    assert_eq!(topics.events.len(), 3);
    assert_eq!(topics.next_number, 4);
}

#[test]
fn the_same_papers_again_change_nothing() {
    let first = map(&forwards(), &Previous::default());
    let again = map(&forwards(), &as_previous(&first));
    assert!(again.events.is_empty());
    assert_eq!((again.papers, again.topics), (first.papers, first.topics));
}

fn nested(counts: &[usize], order: &[usize], previous: &Previous) -> Topics {
    map_into(&TopicCount::Levels(counts.to_vec()), order, previous)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_order_or_number_of_threads_changes_nested_levels(order in Just(forwards()).prop_shuffle(), threads in 1_usize..5) {
        let counts = [2, 4, 7];
        let once = nested(&counts, &forwards(), &Previous::default());
        prop_assert_eq!(once, in_pool(threads, || nested(&counts, &order, &Previous::default())));
    }
}

#[test]
fn levels_are_nested_and_hold_every_topic_once() {
    let topics = nested(&[2, 4, 7], &forwards(), &Previous::default());
    assert_eq!(topics.topics.len(), 7);
    let sizes: BTreeMap<&str, usize> =
        topics.topics.iter().map(|topic| (topic.id.as_str(), topic.size)).collect();
    for (level, count) in [2, 4].into_iter().enumerate() {
        let areas: Vec<&AreaEntry> = topics.areas.iter().filter(|area| area.level == level).collect();
        assert_eq!(areas.len(), count);
        let mut held: Vec<&String> = areas.iter().flat_map(|area| &area.topics).collect();
        held.sort();
        let mut all: Vec<&String> = topics.topics.iter().map(|topic| &topic.id).collect();
        all.sort();
        assert_eq!(held, all);
        for area in areas {
            assert_eq!(area.size, area.topics.iter().map(|topic| sizes[topic.as_str()]).sum::<usize>());
            assert_eq!(area.parent.is_some(), level > 0);
        }
    }
    for area in &topics.areas {
        let Some(parent) = &area.parent else { continue };
        let parent = topics.areas.iter().find(|other| other.id == *parent).unwrap();
        assert!(area.topics.iter().all(|topic| parent.topics.contains(topic)));
    }
    for topic in &topics.topics {
        let area = topics.areas.iter().find(|area| Some(&area.id) == topic.area.as_ref()).unwrap();
        assert!(area.level == 1 && area.topics.contains(&topic.id));
    }
}

#[test]
fn areas_keep_their_ids_and_labels() {
    let first = nested(&[3, 6], &forwards(), &Previous::default());
    let again = nested(&[3, 6], &forwards(), &as_previous(&first));
    assert_eq!((&again.areas, again.next_area), (&first.areas, first.next_area));
    let coarser = nested(&[2, 6], &forwards(), &as_previous(&first));
    assert!(coarser.areas.iter().any(|area| first.areas.iter().any(|old| old.id == area.id)));
    assert!(coarser.next_area >= first.next_area);
}

#[test]
fn levels_that_the_papers_do_not_fill_are_left_out() {
    let topics = nested(&[2, 5, 30], &[0, 1, 12, 13], &Previous::default());
    assert_eq!(topics.topics.len(), 4);
    assert_eq!(topics.areas.iter().map(|area| area.level).collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn ids_survive_new_papers() {
    let first = map(&(0..30).collect::<Vec<_>>(), &Previous::default());
    let more = map(&forwards(), &as_previous(&first));
    for paper in &first.papers {
        let now = more.papers.iter().find(|other| other.id == paper.id).unwrap();
        assert_eq!(now.topic, paper.topic);
    }
}

#[test]
fn old_papers_do_not_move_in_an_update() {
    let first = map(&(0..34).collect::<Vec<_>>(), &Previous::default());
    let more = map_as(Asked::Update, &TopicCount::Auto, &forwards(), &as_previous(&first));
    assert_ne!(more.update.way, Way::StartedOver, "{}", more.update.reason);
    let spot = |paper: &PaperPlace| (paper.x.to_bits(), paper.y.to_bits());
    for old in &first.papers {
        let now = more.papers.iter().find(|paper| paper.id == old.id).unwrap();
        assert_eq!(spot(now), spot(old));
    }
    let spots: BTreeSet<_> = more.papers.iter().map(spot).collect();
    assert_eq!(spots.len(), 36);
}

#[test]
fn labels_survive_new_papers() {
    let first = map(&(0..30).collect::<Vec<_>>(), &Previous::default());
    let mut previous = as_previous(&first);
    let speech = previous.topics.iter_mut().find(|topic| topic.label.contains("peech")).unwrap();
    "Recogniser, speech".clone_into(&mut speech.label);
    let more = map(&forwards(), &previous);
    for old in &previous.topics {
        let now = more.topics.iter().find(|topic| topic.id == old.id).unwrap();
        assert_eq!(now.label, old.label);
    }
}

#[test]
fn wrong_input_is_named() {
    let rows = blobs(&[2], 8, 0.3, 1);
    let paper = PaperText { id: "p", title: None, abstract_text: "x", language: None };
    let embed_phrases = &one_meaning(8);
    let params = TopicParams {
        asked: Asked::Refit,
        edits: &Edits::default(),
        count: &TopicCount::Auto,
        seed: SEED,
        embed_phrases,
        stop_words: &StopWords::default(),
    };
    let run = |papers: &[PaperText<'_>]| {
        map_topics(papers, &rows, &params, &Previous::default(), &|_, _| ControlFlow::Continue(()))
            .unwrap_err()
    };
    assert_eq!(run(&[paper]), ClusterError::RowCount { rows: 2, papers: 1 });
    assert_eq!(run(&[paper, paper]), ClusterError::DuplicateId { id: "p".to_owned() });
}
