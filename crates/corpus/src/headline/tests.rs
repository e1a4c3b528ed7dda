use crate::{gather, headline, read::read_dump};

fn headlines() -> Vec<String> {
    let seeds = [
        include_str!("../../../../seeds/000_1fb232c8072e575b.txt"),
        include_str!("../../../../seeds/002_913daf14e165f9f8.txt"),
    ];
    let dumps = seeds.iter().map(|text| read_dump("seed", &mut text.as_bytes()).unwrap()).collect();
    gather(Vec::new(), dumps).papers.into_iter().map(|paper| paper.headline).collect()
}

#[test]
fn the_seeds_have_headlines() {
    let golden: Vec<&str> = include_str!("golden.txt").lines().collect();
    assert_eq!(headlines(), golden);
}

#[test]
fn a_title_is_the_headline() {
    assert_eq!(headline(Some("Late trams"), "We propose TramNet, a planner."), "Late trams");
}

#[test]
fn terms_of_the_field_are_no_names() {
    for (text, expected) in [
        ("We propose large language models (LLMs) for trams.", "Large language models (LLMs) for trams"),
        ("We present a study of retrieval (RAG) for trams.", "A study of retrieval (RAG) for trams"),
        ("Trams are late. We show that heated points help trams.", "Heated points help trams"),
        ("We introduce toolname, a planner for trams.", "A planner for trams"),
        ("We introduce TramNet, a planner for trams.", "TramNet: a planner for trams"),
        ("We introduce TramNet, a planner named TramNet for trams.", "TramNet: a planner for trams"),
        ("We propose to tackle delay by heating all the points.", "Heating all the points"),
        ("coffee", "Coffee"),
    ] {
        assert_eq!(headline(None, text), expected);
    }
}

#[test]
fn words_are_never_cut() {
    let text = "We show that ".to_owned() + &"heated points help all trams in winter ".repeat(9);
    let line = headline(None, &text);
    assert!(line.chars().count() <= 104 && line.ends_with('…'), "{line}");
    let last = line.trim_end_matches('…').rsplit(' ').next().unwrap();
    assert!(text.split(' ').any(|word| word == last), "{line}");
}
