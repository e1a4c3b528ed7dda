use ndarray::array;
use proptest::prelude::*;

use super::*;
use crate::testing::{blobs, in_pool};

/// Cuts by trying every pair at every step, with exact centres.
fn slow_cut(centres: &Array2<f32>, sizes: &[usize], groups: usize) -> Vec<usize> {
    let mut parts: Vec<(f64, Vec<f64>)> = centres
        .rows()
        .into_iter()
        .zip(sizes)
        .map(|(row, &size)| (size as f64, row.iter().map(|value| f64::from(*value)).collect()))
        .collect();
    let mut lowest: Vec<usize> = (0..sizes.len()).collect();
    let mut left: Vec<usize> = lowest.clone();
    while left.len() > groups.max(1) {
        let cost = |a: usize, b: usize| {
            let squares = parts[a].1.iter().zip(&parts[b].1).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            squares * parts[a].0 * parts[b].0 / (parts[a].0 + parts[b].0)
        };
        let pairs = left.iter().flat_map(|&a| left.iter().filter(move |b| **b > a).map(move |&b| (a, b)));
        let (a, b) = pairs.min_by(|x, y| cost(x.0, x.1).total_cmp(&cost(y.0, y.1))).unwrap();
        let (n, m) = (parts[a].0, parts[b].0);
        let mean = parts[a].1.iter().zip(&parts[b].1).map(|(x, y)| (n * x + m * y) / (n + m)).collect();
        parts[a] = (n + m, mean);
        left.retain(|&part| part != b);
        lowest.iter_mut().filter(|leaf| **leaf == b).for_each(|leaf| *leaf = a);
    }
    by_lowest(&lowest)
}

fn sizes(count: usize) -> Vec<usize> {
    (0..count).map(|leaf| 1 + leaf * 7 % 23).collect()
}

proptest! {
    #[test]
    fn agrees_with_trying_every_pair(seed in 0_u64..400, leaves in 1_usize..26, groups in 0_usize..28) {
        let centres = blobs(&vec![1; leaves], 6, 0.0, seed).view().to_owned();
        let cut = Tree::over(&centres, &sizes(leaves)).cut(groups);
        prop_assert_eq!(cut, slow_cut(&centres, &sizes(leaves), groups));
    }

    #[test]
    fn cuts_are_nested_and_whole(seed in 0_u64..100, leaves in 1_usize..40) {
        let tree = Tree::over(&blobs(&[leaves], 6, 0.5, seed).view().to_owned(), &sizes(leaves));
        for groups in 1..=leaves {
            let (coarse, fine) = (tree.cut(groups), tree.cut(groups + 1));
            prop_assert_eq!(coarse.iter().max().unwrap() + 1, groups);
            for a in 0..leaves {
                for b in 0..leaves {
                    prop_assert!(fine[a] != fine[b] || coarse[a] == coarse[b]);
                }
            }
        }
    }
}

#[test]
fn size_counts() {
    let centres = array![[0.0, 0.0], [1.0, 0.0], [2.1, 0.0]];
    assert_eq!(Tree::over(&centres, &[1, 1, 1]).cut(2), [0, 0, 1]);
    assert_eq!(Tree::over(&centres, &[9, 9, 1]).cut(2), [0, 1, 1]);
}

#[test]
fn equal_centres_and_none_are_fine() {
    let equal = Tree::over(&Array2::zeros((20, 4)), &[3; 20]);
    assert_eq!(equal.cut(1), [0; 20]);
    assert_eq!(equal.cut(20), (0..20).collect::<Vec<_>>());
    assert_eq!(equal.areas().unwrap().len(), 20);
    assert!(Tree::over(&Array2::zeros((0, 4)), &[]).cut(3).is_empty());
    assert_eq!(Tree::over(&Array2::zeros((2, 4)), &[]).cut(1), [0, 0]);
}

#[test]
fn clear_areas_are_found_and_few_topics_have_none() {
    let centres = blobs(&[5, 4, 6, 5], 24, 0.3, 4).view().to_owned();
    let areas = Tree::over(&centres, &[10; 20]).areas().unwrap();
    let expected: Vec<usize> = [0; 5].into_iter().chain([1; 4]).chain([2; 6]).chain([3; 5]).collect();
    assert_eq!(areas, expected);
    assert_eq!(
        Tree::over(&centres.select(ndarray::Axis(0), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), &[1; 12])
            .areas(),
        None
    );
}

#[test]
fn no_area_holds_most_of_the_papers_where_it_can_be_helped() {
    for seed in 0..20 {
        let centres = blobs(&[1; 24], 32, 0.0, seed).view().to_owned();
        let areas = Tree::over(&centres, &[5; 24]).areas().unwrap();
        let largest = (0..8).map(|area| areas.iter().filter(|own| **own == area).count()).max().unwrap();
        assert!(largest <= 14, "{areas:?}");
    }
}

#[test]
fn threads_do_not_matter() {
    let centres = blobs(&[60, 30], 16, 0.8, 2).view().to_owned();
    let run = || Tree::over(&centres, &sizes(90));
    assert_eq!(in_pool(1, run), in_pool(4, run));
}
