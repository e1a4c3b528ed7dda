use proptest::strategy::Strategy;

use super::*;
use crate::read::read_dump;

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
    assert_eq!((gathered.papers.len(), gathered.new_papers), (2, 2));
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
    assert_eq!((&again.papers, again.new_papers), (&first.papers, 0));
    assert!(again.changed.is_empty() && again.resourced.is_empty());
    let totals = again.account.totals();
    assert_eq!((totals.known, totals.merged, totals.papers), (2, 1, 0));
    assert_balanced(&again.account);
}

#[test]
fn a_known_paper_that_gains_something_is_named() {
    let first = gather(Vec::new(), vec![text()]);
    let second = gather(first.papers, vec![lines()]);
    assert_eq!((second.new_papers, second.changed.len(), second.resourced.len()), (0, 1, 0));
}

#[test]
fn another_source_alone_is_no_change_of_texts() {
    let first = gather(Vec::new(), vec![text()]);
    let same = format!("ICML 2026 Papers\n\n{}\n\n{BUSES}\n", TRAMS.replacen(' ', "\n", 1));
    let second = gather(first.papers.clone(), vec![dump("d.txt", &same)]);
    assert_eq!((second.new_papers, second.changed.len(), second.resourced.len()), (0, 0, 2));
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
