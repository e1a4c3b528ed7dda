//! Which papers pins mean.

use std::collections::{BTreeMap, BTreeSet};

use papermap_corpus::Paper;

/// Puts the permanent ids of papers in the place of the ids that dumps gave them, and returns in words the pins that it takes out:
/// those that mean several papers, and those that say otherwise of a paper than one before them.
///
/// A pin of no paper stays as it is written.
pub(crate) fn resolve(pins: &mut BTreeMap<String, String>, papers: &[Paper]) -> Vec<String> {
    if pins.is_empty() {
        return Vec::new();
    }
    let by_key = ids_by_key(papers);
    let own: BTreeSet<&str> = papers.iter().map(|paper| paper.id.as_str()).collect();
    let mut unclear = Vec::new();
    let mut resolved: BTreeMap<String, String> = BTreeMap::new();
    for (written, topic) in std::mem::take(pins) {
        match meant(&written, &own, &by_key) {
            Ok(id) if resolved.get(&id).is_some_and(|other| *other != topic) => {
                unclear
                    .push(format!("pin of {written}: another rule pins the same paper to {}", resolved[&id]));
            }
            Ok(id) => {
                resolved.insert(id, topic);
            }
            Err(several) => unclear.push(format!("pin of {written}: it can mean each of {several}")),
        }
    }
    *pins = resolved;
    unclear
}

/// The paper that is meant; the several that can be meant.
fn meant(
    written: &str,
    own: &BTreeSet<&str>,
    by_key: &BTreeMap<&str, BTreeSet<&str>>,
) -> Result<String, String> {
    match by_key.get(written) {
        Some(ids) if !own.contains(written) && ids.len() > 1 => {
            Err(ids.iter().copied().collect::<Vec<_>>().join(", "))
        }
        Some(ids) if !own.contains(written) => Ok(ids.iter().map(|&id| id.to_owned()).collect()),
        _ => Ok(written.to_owned()),
    }
}

fn ids_by_key(papers: &[Paper]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut ids: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for paper in papers {
        for key in paper.keys().into_iter().chain(paper.aliases.iter().map(String::as_str)) {
            ids.entry(key).or_default().insert(&paper.id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_means_its_paper_and_a_shared_one_means_none() {
        let by_key = BTreeMap::from([
            ("one", BTreeSet::from(["p1"])),
            ("two", BTreeSet::from(["p1", "p2"])),
            ("p2", BTreeSet::from(["p1"])),
        ]);
        let own = BTreeSet::from(["p1", "p2"]);
        assert_eq!(meant("one", &own, &by_key), Ok("p1".into()));
        assert_eq!(meant("two", &own, &by_key), Err("p1, p2".into()));
        assert_eq!(meant("p2", &own, &by_key), Ok("p2".into()));
        assert_eq!(meant("none", &own, &by_key), Ok("none".into()));
    }
}
