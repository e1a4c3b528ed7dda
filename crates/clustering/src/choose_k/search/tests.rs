use super::*;
use crate::testing::{blobs, in_pool};

fn auto(rows: &UnitRows) -> Chosen {
    choose(rows, &TopicCount::Auto, 1, &|_, _| ControlFlow::Continue(())).unwrap()
}

#[test]
fn clear_groups_are_counted() {
    for groups in [2, 4, 6] {
        let rows = blobs(&vec![9; groups], 32, 0.5, 11);
        let chosen = auto(&rows);
        assert_eq!(chosen.k, groups, "{:?}", chosen.choice);
        assert!(chosen.labels.chunks(9).all(|group| group.iter().all(|label| *label == group[0])));
    }
}

#[test]
fn noise_and_equal_rows_are_one_topic() {
    assert_eq!(auto(&blobs(&[1; 40], 64, 0.0, 3)).k, 1);
    assert_eq!(auto(&blobs(&[40], 16, 0.0, 3)).k, 1);
}

#[test]
fn papers_from_one_template_are_one_topic() {
    let chosen = auto(&blobs(&[20, 20, 20], 32, 0.2, 3).select(&(0..20).collect::<Vec<_>>()));
    assert_eq!(chosen.k, 1);
    assert!(chosen.choice.reason.contains("alike"), "{}", chosen.choice.reason);
}

#[test]
fn few_papers_are_fine() {
    for papers in 0..10 {
        let chosen = auto(&blobs(&vec![1; papers], 16, 0.0, 5));
        assert_eq!(chosen.labels.len(), papers);
        assert!(chosen.k <= 3 && chosen.k >= usize::from(papers > 0));
        assert_eq!(chosen.choice.chosen, chosen.k);
        assert!(chosen.choice.candidates.iter().all(|one| one.topics > 1 && one.topics < papers));
    }
}

#[test]
fn a_number_that_was_asked_for_is_given_or_lowered() {
    let rows = blobs(&[1; 5], 16, 0.0, 5);
    let ask = |k| choose(&rows, &TopicCount::Exactly(k), 1, &|_, _| ControlFlow::Continue(()));
    for k in 1..=5 {
        assert_eq!(ask(k).unwrap().k, k);
    }
    let lowered = ask(100).unwrap();
    assert_eq!(lowered.k, 5);
    assert!(lowered.choice.reason.contains("100") && lowered.choice.reason.contains('5'));
    assert_eq!(ask(0), Err(ClusterError::NoTopics));
}

#[test]
fn it_stops_when_told() {
    let rows = blobs(&[9, 9], 16, 0.5, 5);
    let stopped = choose(&rows, &TopicCount::Auto, 1, &|_, _| ControlFlow::Break(()));
    assert_eq!(stopped, Err(ClusterError::Cancelled));
}

#[test]
fn threads_do_not_matter() {
    let rows = blobs(&[60, 30, 40], 32, 0.9, 5);
    assert_eq!(in_pool(1, || auto(&rows)), in_pool(4, || auto(&rows)));
}
