//! Maps for the tests of the report.

use papermap_corpus::Fields;

use crate::topic_map::{
    AreaEntry, Borderline, Candidate, Choice, Counts, Evidence, NearTopic, PaperEntry, Phrase, Receipt,
    SCHEMA_VERSION, SetAside, SourceEntry, TopicEntry, TopicMap,
};

/// Texts that break careless reports.
const HOSTILE: [&str; 24] = [
    "</script><script>alert(1)</script>",
    "<!-- <script> -->",
    "<b>Bold</b> & \"quoted\" 'titles' &lt;",
    "]]> <![CDATA[",
    "{{title}} {{data}}",
    "line\u{2028}separator\u{2029}paragraph",
    "etx \u{3} esc \u{1b}[31m nul \u{0}",
    "nonchar \u{fffe} \u{ffff}",
    "=HYPERLINK(\"http://example.org\",\"x\")",
    "+1 @SUM(A1) -2",
    "@cmd\ttab",
    "Type A | B | C unions",
    "# Heading-like",
    "Back`tick` and *star* _under_ ~~gone~~",
    "[link](javascript:alert(1)) ![img](http://example.org/x.png) www.example.org",
    "Two\r\nline title",
    "<details><summary>x</summary>",
    "Ends with backslash \\",
    "1. numbered",
    "--- | ---",
    "$x^2$ :smile: user@example.org",
    "عنوان من اليمين إلى اليسار",
    "emoji 😀 👩‍🔬 and e\u{301}",
    "electroencephalographicallydeinstitutionalisationcounterrevolutionariesotorhinolaryngological",
];

/// A map of `papers` papers spread evenly over `topics` topics.
pub(super) fn map(papers: usize, topics: usize) -> TopicMap {
    let papers: Vec<PaperEntry> = (0..papers).map(|index| paper(index, topics)).collect();
    let topics: Vec<TopicEntry> = (0..topics).map(|index| topic(index, &papers)).collect();
    TopicMap {
        schema_version: SCHEMA_VERSION,
        title: "NeurIPS 2026".to_owned(),
        counts: counts(papers.len(), topics.len()),
        sources: vec![source()],
        papers,
        topics,
        areas: Vec::new(),
        ledger: Vec::new(),
        updates: Vec::new(),
        choice: choice(),
        receipt: receipt(),
    }
}

/// The same map with its topics in areas of three, and these in areas of two, for as many levels as asked for.
pub(super) fn nested(papers: usize, topics: usize, levels: usize) -> TopicMap {
    let mut map = map(papers, topics);
    let spans = [6, 3].into_iter().skip(2 - levels);
    for (level, span) in spans.enumerate() {
        for start in (0..topics).step_by(span) {
            let area = area(level, start, span, &map);
            for topic in &mut map.topics[start..topics.min(start + span)] {
                topic.area = Some(area.id.clone());
            }
            map.areas.push(area);
        }
    }
    map
}

fn area(level: usize, start: usize, span: usize, map: &TopicMap) -> AreaEntry {
    let topics = &map.topics[start..map.topics.len().min(start + span)];
    let number = map.areas.len() + 1;
    let size: usize = topics.iter().map(|topic| topic.size).sum();
    AreaEntry {
        id: format!("a{number}"),
        label: format!("field number {number}"),
        level,
        parent: topics[0].area.clone(),
        topics: topics.iter().map(|topic| topic.id.clone()).collect(),
        size,
        share: size as f64 / map.papers.len().max(1) as f64,
        phrases: vec![Phrase { text: format!("field {number}"), inside: 0.42, outside: 0.05 }],
        x: topics[0].x,
        y: topics[0].y,
    }
}

/// A map in which every text is hostile.
pub(super) fn hostile() -> TopicMap {
    let mut map = nested(HOSTILE.len() * 2, 6, 2);
    HOSTILE[0].clone_into(&mut map.title);
    for (index, paper) in map.papers.iter_mut().enumerate() {
        let text = HOSTILE[index % HOSTILE.len()];
        paper.title = (index % 2 == 0).then(|| text.to_owned());
        for field in [&mut paper.headline, &mut paper.abstract_text] {
            text.clone_into(field);
        }
        paper.keys = vec![text.to_owned()];
        paper.fields.authors = vec![text.to_owned()];
        paper.fields.venue = Some(text.to_owned());
        paper.fields.url = Some("javascript:alert(1)".to_owned());
        paper.fields.keywords = vec![text.to_owned()];
        paper.fields.decision = Some(text.to_owned());
        paper.sources = vec![text.to_owned()];
    }
    for (index, topic) in map.topics.iter_mut().enumerate() {
        HOSTILE[index * 3].clone_into(&mut topic.label);
        HOSTILE[index * 3 + 1].clone_into(&mut topic.phrases[0].text);
    }
    for (index, area) in map.areas.iter_mut().enumerate() {
        HOSTILE[index * 2].clone_into(&mut area.label);
        HOSTILE[index * 2 + 1].clone_into(&mut area.phrases[0].text);
    }
    HOSTILE[2].clone_into(&mut map.sources[0].name);
    HOSTILE[11].clone_into(&mut map.sources[0].set_aside[0].detail);
    HOSTILE[0].clone_into(&mut map.choice.reason);
    map
}

fn paper(index: usize, topics: usize) -> PaperEntry {
    let topic = index % topics.max(1);
    let angle = topic as f64 / topics.max(1) as f64 * std::f64::consts::TAU;
    let step = (index / topics.max(1)) as f64;
    PaperEntry {
        id: format!("p{index:016x}"),
        keys: vec![format!("key-{index}")],
        title: Some(format!("Paper number {index}")),
        headline: format!("Paper number {index}"),
        abstract_text: format!("We study subject {topic} by experiment {index}."),
        fields: Fields {
            authors: vec!["A. Author".to_owned()],
            year: Some(2026),
            venue: Some("NeurIPS".to_owned()),
            url: Some(format!("https://example.org/{index}")),
            ..Fields::default()
        },
        language: Some("eng".to_owned()),
        work: None,
        sources: vec!["dump.txt".to_owned()],
        topic: format!("t{}", topic + 1),
        second: (topics > 1).then(|| format!("t{}", (topic + 1) % topics + 1)),
        added: 1,
        vanished: false,
        score: 1.0 / (1.0 + step),
        loose: index % 7 == 6,
        x: 0.5 + 0.4 * angle.cos() + 0.01 * step.cos(),
        y: 0.5 + 0.4 * angle.sin() + 0.01 * step.sin(),
        tokens: 300,
        tokens_cut: 44,
    }
}

fn topic(index: usize, papers: &[PaperEntry]) -> TopicEntry {
    let id = format!("t{}", index + 1);
    let members: Vec<&PaperEntry> = papers.iter().filter(|paper| paper.topic == id).collect();
    TopicEntry {
        label: format!("subject number {index}"),
        own_label: None,
        area: None,
        size: members.len(),
        share: members.len() as f64 / papers.len().max(1) as f64,
        cohesion: 0.5,
        phrases: vec![Phrase { text: format!("subject {index}"), inside: 0.714, outside: 0.03 }],
        representatives: members.iter().take(2).map(|paper| paper.id.clone()).collect(),
        evidence: evidence(index, &members),
        x: members.first().map_or(0.5, |paper| paper.x),
        y: members.first().map_or(0.5, |paper| paper.y),
        id,
    }
}

fn evidence(index: usize, members: &[&PaperEntry]) -> Evidence {
    let borderline = |paper: &&PaperEntry| {
        let leans_to = paper.second.clone()?;
        Some(Borderline { paper: paper.id.clone(), leans_to, margin: 0.01 })
    };
    let second = members.first().and_then(|paper| paper.second.clone());
    Evidence {
        separation: second.as_ref().map(|_| 0.2),
        stability: Some(0.9 - 0.1 * (index % 6) as f64),
        coverage: 0.7,
        nearest: second.into_iter().map(|topic| NearTopic { topic, cosine: 0.4 }).collect(),
        borderline: members.last().and_then(borderline).into_iter().collect(),
    }
}

fn counts(papers: usize, topics: usize) -> Counts {
    Counts {
        dumps: 1,
        records: papers + 3,
        papers,
        duplicates: 2,
        set_aside: 1,
        set_aside_by_reason: [("no-abstract".to_owned(), 1)].into(),
        suspect: 0,
        other_language: 0,
        versions: 0,
        topics,
        loose: papers / 7,
        cut_papers: papers,
        cut_tokens: 44 * papers,
        tokens: 300 * papers,
    }
}

fn source() -> SourceEntry {
    SourceEntry {
        name: "dump.txt".to_owned(),
        digest: "ab".repeat(32),
        format: "text".to_owned(),
        encoding: "UTF-8".to_owned(),
        venue: Some("NeurIPS".to_owned()),
        year: Some(2026),
        records: 3,
        papers: 0,
        duplicates: 2,
        replaced_by: None,
        set_aside: vec![SetAside {
            line: 7,
            reason: "no-abstract".to_owned(),
            detail: "title alone".to_owned(),
        }],
    }
}

fn choice() -> Choice {
    let candidates = (2..9).map(|topics| {
        let distance = (topics as f64 - 6.0).abs();
        Candidate {
            topics,
            silhouette: 0.2 - 0.01 * distance,
            cohesion_ratio: 1.5 + 0.1 * topics as f64,
            stability: 0.8,
            score: 0.9 - 0.05 * distance,
            error: 0.03,
        }
    });
    Choice {
        requested: "auto".to_owned(),
        chosen: 6,
        reason: "Six topics score best.".to_owned(),
        candidates: candidates.collect(),
        flat: Some([6, 6]),
        falls_off: Some(7),
    }
}

fn receipt() -> Receipt {
    Receipt {
        program: "0.1.0".to_owned(),
        model: "all-MiniLM-L6-v2".to_owned(),
        model_revision: Some("1110a243".to_owned()),
        fingerprint: "cd".repeat(32),
        token_limit: 256,
        precision: "f32".to_owned(),
        isa: "portable".to_owned(),
        cleaning: 1,
        seed: 42,
        stop_words: None,
        edits: None,
        inputs: vec!["ab".repeat(32)],
        vectors: None,
        result: None,
        run: 1,
    }
}

/// Checks what a strict XML parser would: balanced elements, quoted attributes, known references and characters.
pub(super) fn assert_well_formed(xml: &str) {
    assert!(
        xml.chars()
            .all(|c| matches!(u32::from(c), 9 | 10 | 13 | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x10000..))
    );
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        assert_references(&rest[..start]);
        assert!(!rest[..start].contains("]]>"));
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.starts_with('?') {
            assert_attributes(tag.trim_end_matches('/'));
            if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap());
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(rest.trim().is_empty());
}

fn assert_attributes(tag: &str) {
    let mut parts = tag.split('"');
    let mut names = vec![parts.next().unwrap().split_once(' ').map_or("", |(_, name)| name)];
    while let (Some(value), Some(name)) = (parts.next(), parts.next()) {
        assert_references(value);
        assert!(names.last().unwrap().trim().ends_with('='), "{tag}");
        names.push(name);
    }
    assert!(names.pop().unwrap().trim().is_empty(), "{tag}");
}

fn assert_references(text: &str) {
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').unwrap().0;
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "{name}");
    }
}
