//! What a run changed.

use super::grouping::Grouped;
use super::groups::Groups;
use super::{PaperText, Previous};
use crate::topic_map::Update;

/// The account of a run, topics as they are shown.
pub(super) fn update(
    papers: &[PaperText<'_>],
    groups: &Groups<'_>,
    previous: &Previous,
    grouped: &Grouped,
) -> Update {
    let known = papers.iter().filter(|paper| previous.places.contains_key(paper.id)).count();
    let stayed: usize = (0..groups.len())
        .filter_map(|group| Some((group, groups.followed.continued[group]?)))
        .map(|(group, old)| {
            let was = &previous.topics[old].papers;
            groups.papers[group].iter().filter(|paper| was.contains(**paper)).count()
        })
        .sum();
    Update {
        run: previous.run + 1,
        way: grouped.way,
        reason: grouped.reason.clone(),
        papers: papers.len(),
        known,
        new: papers.len() - known,
        gone: previous.places.len() - known,
        moved: known - stayed,
        novel: grouped.novel,
        topics: Vec::new(),
        risen: Vec::new(),
    }
}
