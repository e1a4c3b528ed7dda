use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::testing::{blobs, in_pool};

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Groups of `sizes` rows, of which the last `new` of each are new; a size of only new rows is no group of before.
fn grown(sizes: &[usize], new: &[usize], noise: f32) -> (UnitRows, Before) {
    let rows = blobs(sizes, 32, noise, 3);
    let mut home = Vec::new();
    let mut groups = 0;
    for (&size, &new) in sizes.iter().zip(new) {
        home.extend((0..size).map(|row| (row < size - new).then_some(groups)));
        groups += usize::from(new < size);
    }
    let fitted = home.iter().flatten().count();
    (rows, Before { locked: vec![false; groups], home, groups, fitted })
}

fn updated(rows: &UnitRows, before: &Before, count: &TopicCount) -> Updated {
    update(rows, before, count, 7, &go).unwrap()
}

fn moved(before: &Before, after: &Updated) -> usize {
    before
        .home
        .iter()
        .zip(&after.labels)
        .filter(|(home, label)| home.is_some_and(|home| home != **label))
        .count()
}

#[test]
fn like_papers_join_and_nothing_moves() {
    let (rows, before) = grown(&[40, 40, 40], &[3, 2, 4], 0.5);
    let after = updated(&rows, &before, &TopicCount::Auto);
    assert_eq!((after.way, moved(&before, &after), after.is_fitted), (Way::Joined, 0, false));
    assert_eq!(after.labels, (0..120).map(|row| row / 40).collect::<Vec<_>>());
}

#[test]
fn a_theme_of_new_papers_is_born_and_counts_stay_where_they_were_asked_for() {
    let (rows, before) = grown(&[60, 60, 60, 25], &[0, 0, 0, 25], 0.5);
    let auto = updated(&rows, &before, &TopicCount::Auto);
    assert_eq!((auto.way, moved(&before, &auto)), (Way::Refitted, 0));
    assert!(auto.labels[180..].iter().all(|label| *label == 3), "{:?}", &auto.labels[180..]);
    let fixed = updated(&rows, &before, &TopicCount::Exactly(3));
    assert_eq!(fixed.labels.iter().collect::<BTreeSet<_>>().len(), 3);
    assert!(fixed.labels[180..].windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn papers_of_a_locked_group_stay_and_others_stay_out() {
    let (rows, mut before) = grown(&[60, 60, 60, 25], &[0, 0, 0, 25], 0.5);
    for row in 0..8 {
        before.home[row] = Some(1);
        before.home[60 + row] = Some(0);
    }
    before.locked[1] = true;
    let after = updated(&rows, &before, &TopicCount::Auto);
    let members = |labels: &[usize]| (0..180).filter(|&row| labels[row] == 1).collect::<Vec<_>>();
    assert_eq!(members(&after.labels), members(&kept(&before).labels));
}

#[test]
fn a_set_that_doubled_is_formed_anew() {
    let (rows, before) = grown(&[80, 80], &[40, 40], 0.5);
    let after = updated(&rows, &before, &TopicCount::Auto);
    assert_eq!((after.way, after.is_fitted), (Way::StartedOver, true));
    let after = updated(&rows, &before, &TopicCount::Exactly(2));
    assert_eq!((after.way, moved(&before, &after)), (Way::Refitted, 0));
}

#[test]
fn a_number_that_few_papers_could_not_fill_is_reached_as_more_come() {
    let (rows, before) = grown(&[40, 40, 40, 40], &[2, 40, 2, 2], 0.5);
    let after = updated(&rows, &before, &TopicCount::Exactly(6));
    assert_eq!(before.groups, 3);
    assert_eq!(after.labels.iter().collect::<BTreeSet<_>>().len(), 6, "{}", after.reason);
    let (rows, mut before) = grown(&[40, 40], &[1, 1], 0.5);
    before.locked[0] = true;
    let after = updated(&rows, &before, &TopicCount::Exactly(4));
    assert_eq!(after.labels.iter().collect::<BTreeSet<_>>().len(), 4, "{}", after.reason);
    assert!(after.labels[..40].iter().all(|label| *label == 0));
    assert!(moved(&before, &after) > 0);
}

#[test]
fn all_papers_gone_but_one_and_papers_all_alike_are_no_hindrance() {
    let (rows, before) = grown(&[1, 30], &[0, 30], 0.5);
    for count in [TopicCount::Auto, TopicCount::Exactly(1), TopicCount::Exactly(5)] {
        let after = updated(&rows, &before, &count);
        assert_eq!((after.labels.len(), after.is_fitted), (31, true), "{count}");
    }
    let alike = rows.select(&[0; 12]);
    let home = (0..12).map(|row| (row < 6).then_some(0)).collect();
    let before = Before { home, groups: 1, locked: vec![false], fitted: 6 };
    for count in [TopicCount::Auto, TopicCount::Exactly(1), TopicCount::Exactly(5)] {
        assert_eq!(updated(&alike, &before, &count).labels, vec![0; 12], "{count}");
    }
}

#[test]
fn papers_that_are_gone_move_nothing_else() {
    let (rows, before) = grown(&[40, 40, 40], &[3, 2, 4], 1.2);
    let stay: Vec<usize> = (0..120).filter(|row| row % 40 != 5 && before.home[*row].is_some()).collect();
    let home: Vec<Option<usize>> = stay.iter().map(|&row| before.home[row]).collect();
    let after =
        updated(&rows.select(&stay), &Before { home: home.clone(), ..before }, &TopicCount::Exactly(3));
    assert_eq!(after.labels.into_iter().map(Some).collect::<Vec<_>>(), home);
}

#[test]
fn without_new_papers_nothing_moves() {
    let (rows, mut before) = grown(&[20, 20], &[0, 0], 1.5);
    before.home.iter_mut().step_by(3).for_each(|home| *home = Some(1));
    let after = updated(&rows, &before, &TopicCount::Auto);
    assert_eq!((after.way, moved(&before, &after)), (Way::Joined, 0));
}

#[test]
fn threads_do_not_matter() {
    let (rows, before) = grown(&[300, 200, 200, 90], &[10, 5, 0, 90], 1.2);
    let run = |threads| in_pool(threads, || updated(&rows, &before, &TopicCount::Auto));
    assert_eq!(run(1), run(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_small_set_keeps_every_paper(sizes in prop::collection::vec((1_usize..9, 0_usize..9), 1..5), noise in 0.0_f32..2.0) {
        let new: Vec<usize> = sizes.iter().map(|(size, new)| *new.min(size)).collect();
        let sizes: Vec<usize> = sizes.iter().map(|(size, _)| *size).collect();
        let (rows, before) = grown(&sizes, &new, noise);
        prop_assume!(before.groups > 0);
        for count in [TopicCount::Auto, TopicCount::Exactly(before.groups)] {
            let after = updated(&rows, &before, &count);
            prop_assert_eq!(after.labels.len(), rows.len());
            if after.way == Way::Joined {
                prop_assert_eq!(moved(&before, &after), 0);
            }
            let used = after.labels.iter().collect::<BTreeSet<_>>().len();
            prop_assert!(count == TopicCount::Auto || used <= before.groups);
            if after.is_fitted && count != TopicCount::Auto {
                prop_assert_eq!(used, before.groups);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn locked_groups_keep_their_papers_and_let_no_old_one_in(
        new in prop::collection::vec(0_usize..30, 4), noise in 0.3_f32..1.5, lock in 0_usize..4, swap in 0_usize..10,
    ) {
        let (rows, mut before) = grown(&[40, 40, 30, 30], &new[..], noise);
        prop_assume!(before.groups == 4);
        before.home[..swap].fill(Some(lock));
        before.locked[lock] = true;
        let members = |labels: &[usize]| -> Vec<usize> {
            (0..rows.len()).filter(|&row| before.home[row].is_some() && labels[row] == lock).collect()
        };
        let kept = members(&kept(&before).labels);
        for count in [TopicCount::Auto, TopicCount::Exactly(4), TopicCount::Exactly(6)] {
            let after = updated(&rows, &before, &count);
            prop_assert_eq!(&members(&after.labels), &kept);
        }
    }
}
