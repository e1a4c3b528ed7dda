//! What joins, what is linked, and what stays apart.

use proptest::prelude::*;

use super::{testing::paper, *};

const TRAMS: &str = "Trams are late in winter because the points freeze. We heat every third point from the overhead line \
                     and show on two lines that the delay falls by half, while the cost of power stays below that of \
                     clearing the points by hand.";
const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes cuts the \
                     waiting time by a third on four lines in two towns.";

fn fresh(papers: &[Paper]) -> Resolution {
    let mut papers: Vec<&Paper> = papers.iter().collect();
    papers.sort_by(|a, b| a.id.cmp(&b.id));
    let entry = |paper| Entry { paper, is_known: false, is_fresh: true };
    resolve(&papers.into_iter().map(entry).collect::<Vec<_>>())
}

#[derive(Debug, PartialEq, Eq)]
enum Told {
    Same,
    Versions,
    Apart,
}

fn told(a: Paper, b: Paper) -> Told {
    let resolution = fresh(&[a, b]);
    match (resolution.joins.is_empty(), resolution.works.is_empty()) {
        (false, _) => Told::Same,
        (true, false) => Told::Versions,
        (true, true) => Told::Apart,
    }
}

/// Two papers with these titles and abstracts.
fn compared([first, second]: [&str; 2], [one, other]: [&str; 2]) -> Told {
    told(paper("p1", first, one), paper("p2", second, other))
}

#[test]
fn small_edits_make_no_other_paper() {
    for twin in [
        TRAMS.replace("show", "demonstrate"),
        TRAMS.replace("overhead line", "over-head wire"),
        TRAMS.replace("Trams are", "Trams are often"),
        TRAMS.replace("winter", "wnter").to_uppercase(),
        TRAMS.replace("two lines", "2 lines"),
        format!("Abstract. {TRAMS}"),
    ] {
        assert_eq!(compared(["Late trams", "Late trams"], [TRAMS, &twin]), Told::Same, "{twin}");
        assert_eq!(compared(["", "Late trams"], [TRAMS, &twin]), Told::Same, "{twin}");
    }
}

#[test]
fn look_alikes_stay_apart() {
    for twin in [
        TRAMS.replace("falls by half", "does not fall by half"),
        TRAMS.replace("two lines", "three lines"),
        TRAMS.replace("We heat", "In 2024 we heat"),
        TRAMS.replace("below", "above"),
        BUSES.to_owned(),
    ] {
        assert_eq!(compared(["", ""], [TRAMS, &twin]), Told::Apart, "{twin}");
    }
    for titles in [
        ["Late trams, part I", "Late trams, part II"],
        ["Late trams in Basel", "Late trams in Bern"],
        ["Heating helps trams", "Heating does not help trams"],
        ["Report on trams 2023", "Report on trams 2024"],
    ] {
        assert_eq!(compared(titles, [TRAMS, &TRAMS.replace("show", "find")]), Told::Apart, "{titles:?}");
    }
}

#[test]
fn templates_with_other_names_stay_apart() {
    let [one, other] =
        ["Basel", "Bern"].map(|town| TRAMS.replace("two lines", &format!("two lines of {town}")));
    assert_eq!(compared(["", ""], [&one, &other]), Told::Apart);
    assert_eq!(compared(["Editorial", "Editorial"], [&one, &other]), Told::Apart);
    assert_eq!(compared(["On late trams", "On late trams"], [&one, &other]), Told::Same);
}

#[test]
fn editorials_of_two_years_stay_apart() {
    let text = "Welcome to this issue of the journal. The authors and reviewers have worked hard again, and we thank \
                all of them for their time. We hope that you will find much to read in the pages that follow.";
    let editorial = |id: &str, year, text: &str| {
        let mut paper = paper(id, "Editorial", text);
        paper.fields.year = Some(year);
        paper
    };
    let other = text.replace("again", "as ever");
    assert_eq!(told(editorial("p1", 2023, text), editorial("p2", 2024, &other)), Told::Apart);
    assert_eq!(told(editorial("p1", 2024, text), editorial("p2", 2024, &other)), Told::Same);
    let [one, other] = [2023, 2024].map(|year| text.replace("issue", &format!("issue of {year}")));
    assert_eq!(told(paper("p1", "Editorial", &one), paper("p2", "Editorial", &other)), Told::Apart);
}

#[test]
fn one_title_on_two_texts_makes_two_papers() {
    assert_eq!(compared(["On public transport", "On public transport"], [TRAMS, BUSES]), Told::Apart);
}

#[test]
fn short_texts_have_no_near_duplicates() {
    let [one, other] = ["Trams are late in winter.", "Trams are late in winters."];
    assert_eq!(compared(["", ""], [one, other]), Told::Apart);
}

#[test]
fn versions_are_linked() {
    let revised = "Trams are late in winter because the points freeze. We heat every third point from the overhead \
                   line. A new trial with gas burners is described, and a model of the frost explains it.";
    assert_eq!(compared(["Late trams", "Late Trams."], [TRAMS, revised]), Told::Versions);
    assert_eq!(compared(["", ""], [TRAMS, revised]), Told::Apart);
    let numbers = TRAMS.replace("two lines", "three lines");
    assert_eq!(compared(["Late trams", "Late trams"], [TRAMS, &numbers]), Told::Versions);
    let with = |id: &str, text: &str, doi: Option<&str>, url: Option<&str>| {
        let mut paper = paper(id, "", text);
        paper.fields.doi = doi.map(str::to_owned);
        paper.fields.url = url.map(str::to_owned);
        paper
    };
    let doi = Some("10.5555/x0");
    assert_eq!(told(with("p1", TRAMS, doi, None), with("p2", revised, doi, None)), Told::Versions);
    let [first, second] = ["https://arxiv.org/abs/2401.00001v1", "https://arxiv.org/abs/2401.00001v2"];
    assert_eq!(
        told(with("p1", TRAMS, None, Some(first)), with("p2", revised, None, Some(second))),
        Told::Versions
    );
    assert_eq!(told(with("p1", TRAMS, doi, None), with("p2", BUSES, doi, None)), Told::Apart);
}

#[test]
fn identifiers_and_authors_tell_papers_apart() {
    let twin = TRAMS.replace("show", "find");
    let with = |id: &str, text: &str, doi: &str, author: &str| {
        let mut paper = paper(id, "Late trams", text);
        paper.fields.doi = Some(doi.to_owned());
        paper.fields.authors = vec![author.to_owned()];
        paper
    };
    let first = with("p1", TRAMS, "10.5555/x0", "Müller, Eva");
    for (doi, author, expected) in [
        ("10.5555/x0", "E. Muller", Told::Same),
        ("10.48550/arXiv.2401.00001", "Eva Müller", Told::Same),
        ("10.5555/x1", "Eva Müller", Told::Versions),
        ("10.5555/x0", "Ann Other", Told::Apart),
    ] {
        assert_eq!(told(first.clone(), with("p2", &twin, doi, author)), expected, "{doi}, {author}");
    }
}

#[test]
fn a_text_cut_short_is_no_other_paper() {
    let cut = format!("{}...", &TRAMS[..150]);
    assert_eq!(compared(["Late trams", "Late trams"], [TRAMS, &cut]), Told::Same);
    assert_eq!(compared(["Late trams", ""], [TRAMS, &cut]), Told::Same);
    assert_eq!(compared(["Late trams", "Early trams"], [TRAMS, &cut]), Told::Apart);
}

#[test]
fn a_title_alone_joins_its_paper() {
    assert_eq!(compared(["Late trams", "Late trams"], [TRAMS, ""]), Told::Same);
    assert_eq!(compared(["Late trams", "Late buses"], [TRAMS, ""]), Told::Apart);
}

#[test]
fn only_what_is_fresh_is_compared() {
    let papers = [paper("p1", "", TRAMS), paper("p2", "", &TRAMS.replace("show", "find"))];
    let known = |paper| Entry { paper, is_known: true, is_fresh: false };
    assert_eq!(resolve(&papers.each_ref().map(known)), Resolution::default());
    let entries = [known(&papers[1]), Entry { paper: &papers[0], is_known: false, is_fresh: true }];
    assert_eq!(resolve(&entries).joins, [("p1".to_owned(), "p2".to_owned())].into());
}

#[test]
fn versions_of_earlier_runs_stay_linked() {
    let mut papers = [paper("p2", "Late trams", TRAMS), paper("p3", "", BUSES), paper("p4", "", "")];
    papers[0].work = Some("p2".to_owned());
    papers[1].work = Some("p2".to_owned());
    let new = paper("p1", "Late trams", &TRAMS.replace("two", "three"));
    let known = |paper| Entry { paper, is_known: true, is_fresh: false };
    let mut entries = vec![Entry { paper: &new, is_known: false, is_fresh: true }];
    entries.extend(papers.iter().map(known));
    let works: Vec<(String, String)> = ["p1", "p2", "p3"].map(|id| (id.to_owned(), "p1".to_owned())).into();
    assert_eq!(resolve(&entries).works.into_iter().collect::<Vec<_>>(), works);
}

/// Texts of one family, from equal to unlike.
fn family() -> Vec<String> {
    let words = ["falls", "drops", "sinks", "shrinks"];
    let lines = ["two", "three"];
    let mut texts: Vec<String> = words
        .iter()
        .flat_map(|word| lines.map(|line| TRAMS.replace("falls", word).replace("two", line)))
        .collect();
    texts.push(BUSES.to_owned());
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_candidate_that_matters_is_found(shuffled in Just(family()).prop_shuffle()) {
        let papers: Vec<Paper> =
            shuffled.iter().enumerate().map(|(i, text)| paper(&format!("p{i}"), "", text)).collect();
        let resolution = fresh(&papers);
        let mut edges = Vec::new();
        for a in 0..papers.len() {
            for b in a + 1..papers.len() {
                edges.extend(relation::relation(&papers[a], &papers[b]).map(|found| (a as u32, b as u32, found)));
            }
        }
        let entries: Vec<Entry<'_>> =
            papers.iter().map(|paper| Entry { paper, is_known: false, is_fresh: true }).collect();
        let standings = vec![Standing { is_known: false, has_abstract: true }; papers.len()];
        prop_assert_eq!(resolution, named(&entries, group(&standings, &edges)));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let papers: Vec<Paper> =
        family().iter().enumerate().map(|(i, text)| paper(&format!("p{i}"), "", text)).collect();
    let on = |threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| fresh(&papers))
    };
    assert_eq!(on(1), on(4));
}
