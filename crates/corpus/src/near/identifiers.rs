//! DOIs and arXiv ids in one form.

use crate::Paper;

/// Registrant and suffix of the paper's DOI, folded, without a resolver; the registrant's own version mark is cut off.
pub(super) fn doi(paper: &Paper) -> Option<String> {
    let doi = paper.fields.doi.as_deref()?.trim().to_lowercase();
    let at = doi.find("10.")?;
    let doi = doi[at..].trim_end_matches(['.', ',', ';', '/']);
    let (registrant, suffix) = doi.split_once('/')?;
    (registrant.len() > 3 && !suffix.is_empty()).then(|| without_version(doi).to_owned())
}

/// The paper's arXiv id without its version, from its DOI, its address or the ids that its dumps gave it.
pub(super) fn arxiv(paper: &Paper) -> Option<String> {
    let keys = paper.sources.iter().filter_map(|source| source.key.as_deref());
    let places = [paper.fields.doi.as_deref(), paper.fields.url.as_deref()];
    places.into_iter().flatten().chain(keys).find_map(arxiv_id)
}

/// The arXiv id in `arXiv:1904.01634v2`, `https://arxiv.org/abs/math/0301001`, `10.48550/arXiv.1904.01634` and such.
fn arxiv_id(place: &str) -> Option<String> {
    let place = place.to_lowercase();
    let after = &place[place.find("arxiv")? + "arxiv".len()..];
    let id = after.trim_start_matches(".org").trim_start_matches([':', '/', '.']);
    let id = ["abs/", "pdf/", "html/"].iter().find_map(|folder| id.strip_prefix(folder)).unwrap_or(id);
    let id = id.split(['?', '#', ' ']).next()?.trim_end_matches(".pdf");
    let id = without_version(id);
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    let is_id = digits >= 7 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b".-/".contains(&b));
    is_id.then(|| id.to_owned())
}

/// `id` without a version such as `v2` at its end.
fn without_version(id: &str) -> &str {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    match stem.strip_suffix('v') {
        Some(rest)
            if stem.len() < id.len() && rest.ends_with(|c: char| c.is_ascii_digit() || "/.".contains(c)) =>
        {
            rest.trim_end_matches(['/', '.'])
        }
        _ => id,
    }
}

/// What the DOIs of two papers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dois {
    /// One and the same.
    Same,
    /// Nothing: one is missing, or they come from two registrants, as those of a preprint and its publication.
    Silent,
    /// Two papers of one registrant.
    Differ,
}

pub(super) fn compare(a: &Paper, b: &Paper) -> Dois {
    let (Some(a), Some(b)) = (doi(a), doi(b)) else { return Dois::Silent };
    let registrant = |doi: &str| doi.split('/').next().map(str::to_owned);
    if a == b {
        Dois::Same
    } else if registrant(&a) == registrant(&b) {
        Dois::Differ
    } else {
        Dois::Silent
    }
}

/// Whether two papers have one arXiv id.
pub(super) fn same_arxiv(a: &Paper, b: &Paper) -> bool {
    arxiv(a).is_some_and(|id| arxiv(b) == Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::testing::paper;

    fn with_doi(doi: &str) -> Paper {
        let mut paper = paper("p1", "", "");
        paper.fields.doi = Some(doi.to_owned());
        paper
    }

    #[test]
    fn dois_have_one_form() {
        for form in ["10.1145/ABC.1", "https://doi.org/10.1145/abc.1", "doi: 10.1145/abc.1."] {
            assert_eq!(doi(&with_doi(form)).as_deref(), Some("10.1145/abc.1"), "{form}");
        }
        assert_eq!(doi(&with_doi("10.21203/rs.3.rs-12/v2")).as_deref(), Some("10.21203/rs.3.rs-12"));
        for none in ["", "unknown", "10.1145/", "10."] {
            assert_eq!(doi(&with_doi(none)), None, "{none}");
        }
    }

    #[test]
    fn arxiv_ids_have_one_form() {
        for form in [
            "arXiv:1904.01634",
            "1904.01634 arXiv:1904.01634v2",
            "https://arxiv.org/abs/1904.01634v11",
            "http://arxiv.org/pdf/1904.01634v1.pdf",
            "10.48550/arXiv.1904.01634",
            "oai:arXiv.org:1904.01634",
        ] {
            assert_eq!(arxiv_id(form).as_deref(), Some("1904.01634"), "{form}");
        }
        assert_eq!(arxiv_id("arXiv:math.GT/0309136").as_deref(), Some("math.gt/0309136"));
        for none in ["arxiv", "https://arxiv.org/list/cs.LG", "1904.01634", "arXiv preprint"] {
            assert_eq!(arxiv_id(none), None, "{none}");
        }
    }

    #[test]
    fn two_dois_of_one_registrant_differ() {
        let compared = |a: &str, b: &str| compare(&with_doi(a), &with_doi(b));
        assert_eq!(compared("10.1", "10.1"), Dois::Silent);
        assert_eq!(compared("10.1000/a", "10.1000/A"), Dois::Same);
        assert_eq!(compared("10.1000/a", "10.1000/b"), Dois::Differ);
        assert_eq!(compared("10.1000/a", "10.2000/b"), Dois::Silent);
    }
}
