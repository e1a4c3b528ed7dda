use proptest::strategy::Strategy;

use super::*;
use crate::{Reason, read::read_dump};

const TRAMS: &str = "Trams are late in winter because the points freeze. We heat every third point from the overhead line \
                     and show on two lines that the delay falls by half.";
const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes cuts the \
                     waiting time by a third on four lines in two towns.";

fn dump(name: &str, content: &str) -> Dump {
    read_dump(name, &mut content.as_bytes()).unwrap()
}

fn text() -> Dump {
    dump("a.txt", &format!("ICML 2026 Papers\n\n{TRAMS}\n\n{BUSES}\n"))
}

fn lines() -> Dump {
    let trams = TRAMS.trim_end_matches('.').to_uppercase();
    dump(
        "b.jsonl",
        &format!(
            "{{\"id\": \"k1\", \"title\": \"Trams\", \"abstract\": \"{trams}\", \"doi\": \"10.5555/x0\"}}\n"
        ),
    )
}

fn table() -> Dump {
    dump(
        "c.csv",
        &format!("title,abstract\nBuses,\"{}\"\nTrams,\"{TRAMS}\"\nNone,n/a\n", BUSES.replace(' ', "  ")),
    )
}

fn assert_balanced(account: &Account) {
    for dump in &account.dumps {
        assert_eq!(dump.records, dump.papers + dump.known + dump.merged + dump.not_taken.len(), "{dump:?}");
    }
}

#[test]
fn equal_abstracts_are_one_paper_with_every_source() {
    let gathered = gather(Vec::new(), vec![text(), lines(), table()]);
    assert_eq!((gathered.papers.len(), gathered.new.len()), (2, 2));
    let trams = gathered.papers.iter().find(|paper| paper.title.as_deref() == Some("Trams")).unwrap();
    assert_eq!(
        trams.sources.iter().map(|source| source.name.as_str()).collect::<Vec<_>>(),
        ["a.txt", "b.jsonl", "c.csv"]
    );
    assert_eq!((trams.fields.doi.as_deref(), trams.keys()), (Some("10.5555/x0"), vec!["k1"]));
    assert_eq!((trams.abstract_text.as_str(), trams.headline.as_str()), (TRAMS, "Trams"));
    assert_balanced(&gathered.account);
    let totals = gathered.account.totals();
    assert_eq!((totals.records, totals.papers, totals.merged, totals.set_aside), (6, 2, 3, 1));
}

#[test]
fn any_order_and_any_split_give_the_same_papers() {
    let whole = gather(Vec::new(), vec![text(), lines(), table()]);
    let orders: [[fn() -> Dump; 3]; 4] =
        [[table, lines, text], [lines, text, table], [text, table, lines], [table, text, lines]];
    for order in orders {
        assert_eq!(gather(Vec::new(), order.iter().map(|make| make()).collect()), whole);
        let split = order.iter().fold(Vec::new(), |known, make| gather(known, vec![make()]).papers);
        assert_eq!(split, whole.papers);
    }
}

#[test]
fn the_same_dump_again_changes_nothing() {
    let first = gather(Vec::new(), vec![text(), lines()]);
    let again = gather(first.papers.clone(), vec![lines(), text()]);
    assert_eq!((&again.papers, again.new.len()), (&first.papers, 0));
    assert!(again.changed.is_empty() && again.resourced.is_empty());
    let totals = again.account.totals();
    assert_eq!((totals.known, totals.merged, totals.papers), (2, 1, 0));
    assert_balanced(&again.account);
}

#[test]
fn a_known_paper_that_gains_something_is_named() {
    let first = gather(Vec::new(), vec![text()]);
    let second = gather(first.papers, vec![lines()]);
    assert_eq!((second.new.len(), second.changed.len(), second.resourced.len()), (0, 1, 0));
}

#[test]
fn another_source_alone_is_no_change_of_texts() {
    let first = gather(Vec::new(), vec![text()]);
    let same = format!("ICML 2026 Papers\n\n{}\n\n{BUSES}\n", TRAMS.replacen(' ', "\n", 1));
    let second = gather(first.papers.clone(), vec![dump("d.txt", &same)]);
    assert_eq!((second.new.len(), second.changed.len(), second.resourced.len()), (0, 0, 2));
    assert!(second.papers.iter().all(|paper| paper.sources.len() == 2));
    let third = gather(first.papers, vec![dump("d.txt", &same), lines()]);
    assert_eq!((third.changed.len(), third.resourced.len()), (1, 1));
    assert_ne!(third.changed, third.resourced);
}

#[test]
fn every_reason_is_given() {
    let content = format!(
        "{{\"title\": \"missing\"}}\n{}",
        [" \\n\\t ", "N/A", "<p></p>", "$$", "a 1 b 2", "This paper has been withdrawn by the authors."]
            .map(|text| format!("{{\"title\": \"t\", \"abstract\": \"{text}\"}}\n"))
            .concat()
    ) + &format!(
        "{{\"abstract\": \"{TRAMS}\", \"decision\": \"Withdrawn\"}}\n{{\"title\": \"n\", \"abstract\": 1}}\n{{\"\n"
    );
    let gathered = gather(Vec::new(), vec![dump("d", &content)]);
    assert!(gathered.papers.is_empty());
    assert_balanced(&gathered.account);
    let reasons: Vec<Reason> = gathered.account.dumps[0].not_taken.iter().map(|fault| fault.reason).collect();
    assert_eq!(
        reasons,
        [
            Reason::NoAbstract,
            Reason::NoAbstract,
            Reason::Placeholder,
            Reason::EmptyAfterCleaning,
            Reason::EmptyAfterCleaning,
            Reason::TooShort,
            Reason::Withdrawn,
            Reason::Withdrawn,
            Reason::NotText,
            Reason::Unreadable,
        ]
    );
}

/// A dump of one paper, with or without a title and a DOI.
fn one(name: &str, head: &str, text: &str) -> Dump {
    dump(name, &format!("{{{head}\"abstract\": \"{text}\"}}\n"))
}

#[test]
fn a_near_duplicate_keeps_every_source_and_the_best_of_each_field() {
    let corrected = TRAMS.replace("delay", "delays");
    let make = || {
        vec![
            one("a", "\"id\": \"k1\", \"title\": \"Late trams\", ", TRAMS),
            one("b", "\"id\": \"k2\", \"title\": \"LATE TRAMS\", \"doi\": \"10.5555/x0\", ", &corrected),
        ]
    };
    let gathered = gather(Vec::new(), make());
    let totals = gathered.account.totals();
    assert_eq!((gathered.papers.len(), gathered.new.len(), totals.papers, totals.merged), (1, 1, 1, 1));
    let paper = &gathered.papers[0];
    assert_eq!(
        (paper.keys(), paper.sources.len(), paper.fields.doi.as_deref()),
        (vec!["k1", "k2"], 2, Some("10.5555/x0"))
    );
    assert_eq!(
        (paper.title.as_deref(), paper.abstract_text.as_str()),
        (Some("Late trams"), corrected.as_str())
    );
    let ids = [TRAMS, &corrected].map(|text| crate::identity::paper_id(None, Some(text)));
    assert_eq!(
        (Some(&paper.id), &paper.aliases),
        (ids.iter().min(), &vec![ids.iter().max().unwrap().clone()])
    );
    assert_balanced(&gathered.account);
    let mut turned = make();
    turned.reverse();
    assert_eq!(gather(Vec::new(), turned), gathered);
}

#[test]
fn a_near_duplicate_takes_the_id_of_the_map_and_is_known_by_its_own_from_then_on() {
    let text = format!("{TRAMS} {BUSES}");
    let texts = [text.clone(), text.replace("freeze", "froze"), text.replace("riders", "travellers")];
    for [first, second, third] in
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(|order| order.map(|i: usize| texts[i].as_str()))
    {
        let mut gathered = gather(Vec::new(), vec![one("a", "", first)]);
        let id = gathered.papers[0].id.clone();
        for (name, text) in [("b", second), ("c", third)] {
            gathered = gather(gathered.papers, vec![one(name, "", text)]);
            assert_eq!((gathered.papers.len(), &gathered.papers[0].id, gathered.new.len()), (1, &id, 0));
            assert_eq!(gathered.account.totals().known, 1);
        }
        assert_eq!(gathered.papers[0].aliases.len(), 2);
        let again = gather(gathered.papers.clone(), vec![one("b", "", second), one("c", "", third)]);
        assert_eq!((again.papers, again.account.totals().merged), (gathered.papers, 1));
        assert!(again.changed.is_empty() && again.resourced.is_empty());
    }
}

#[test]
fn versions_are_linked_and_the_known_one_is_to_be_stored() {
    let title = "\"title\": \"Late trams\", ";
    let first = gather(Vec::new(), vec![one("a", title, TRAMS)]);
    let second = gather(first.papers, vec![one("b", title, &TRAMS.replace("two", "three"))]);
    let work = second.papers.iter().map(|paper| paper.id.clone()).min();
    assert!(second.papers.len() == 2 && second.papers.iter().all(|paper| paper.work == work));
    assert_eq!((second.new.len(), second.resourced.len(), second.changed.len()), (1, 1, 0));
}

#[test]
fn titles_alone_are_papers_where_that_is_asked_for() {
    let make = || {
        vec![dump(
            "a",
            "{\"title\": \"Late trams\"}\n{\"title\": \"Late trams \", \"abstract\": \"n/a\"}\n\
                                  {\"title\": \"7\"}\n{\"title\": \"Early buses\", \"decision\": \"Withdrawn\"}\n",
        )]
    };
    assert!(gather(Vec::new(), make()).papers.is_empty());
    let options = GatherOptions { keep_title_only: true };
    let gathered = gather_with(Vec::new(), make(), options);
    let totals = gathered.account.totals();
    assert_eq!((gathered.papers.len(), totals.papers, totals.merged, totals.set_aside), (1, 1, 1, 2));
    let paper = &gathered.papers[0];
    assert_eq!(paper.id, crate::identity::paper_id(Some("Late trams"), None));
    assert_eq!((paper.embedded_text().as_str(), paper.headline.as_str()), ("Late trams", "Late trams"));
}

#[test]
fn a_title_alone_joins_the_paper_that_has_an_abstract() {
    let options = GatherOptions { keep_title_only: true };
    let dumps = vec![
        one("a", "\"title\": \"Late trams\", ", TRAMS),
        dump("b", "{\"title\": \"Late Trams\", \"year\": 2024}\n"),
    ];
    let gathered = gather_with(Vec::new(), dumps, options);
    assert_eq!((gathered.papers.len(), gathered.papers[0].fields.year), (1, Some(2024)));
    assert_eq!(gathered.papers[0].abstract_text, TRAMS);
}

#[test]
fn papers_in_other_languages_are_kept_and_marked() {
    let german = "Straßenbahnen verspäten sich im Winter, weil die Weichen einfrieren. Wir beheizen jede dritte Weiche \
                  und zeigen auf zwei Linien, dass die Verspätung um die Hälfte sinkt.";
    let gathered = gather(Vec::new(), vec![dump("a.txt", &format!("{german}\n\n{TRAMS}\n"))]);
    assert_eq!((gathered.papers.len(), gathered.account.totals().other_language), (2, 1));
    let codes: Vec<_> = gathered.papers.iter().filter_map(|paper| paper.language.as_deref()).collect();
    assert!(codes.contains(&"deu") && codes.contains(&"eng"), "{codes:?}");
    assert!(gathered.papers.iter().any(Paper::is_in_other_language));
}

/// Finds of one paper that differ in everything a merge looks at.
fn find(name: &str, variant: usize) -> Dump {
    let text = [TRAMS.to_owned(), TRAMS.to_uppercase(), TRAMS.replace(' ', "  "), format!("{TRAMS}.")];
    let fields = [
        "\"year\": 2024",
        "\"year\": 2023, \"venue\": \"ICML\"",
        "\"title\": \"Trams\"",
        "\"title\": \"TRAMS\"",
    ];
    let (text, fields) = (&text[variant % 4], fields[variant / 4 % 4]);
    dump(name, &format!("{{\"id\": \"{variant}\", {fields}, \"abstract\": \"{text}\"}}\n"))
}

proptest::proptest! {
    #[test]
    fn finds_merge_in_any_order_and_grouping(
        variants in proptest::collection::vec(0usize..16, 1..6),
        order in proptest::prelude::Just((0..5).collect::<Vec<usize>>()).prop_shuffle(),
        cut in 0usize..6,
    ) {
        let make = |i: usize| variants.get(i).map(|&variant| find(&format!("d{i}"), variant));
        let whole = gather(Vec::new(), (0..5).filter_map(make).collect());
        let (first, second) = order.split_at(cut.min(order.len()));
        let known = gather(Vec::new(), second.iter().filter_map(|&i| make(i)).collect()).papers;
        let split = gather(known, first.iter().filter_map(|&i| make(i)).collect());
        proptest::prop_assert_eq!(split.papers, whole.papers);
    }
}
