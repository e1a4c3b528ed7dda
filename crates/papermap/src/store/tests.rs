//! What goes into a store comes out of it.

use std::collections::BTreeMap;

use ndarray::array;
use papermap_clustering::choose_k::TopicCount;
use papermap_clustering::edits::SplitPart;
use papermap_clustering::topic_map::{
    AreaEntry, Choice, Evidence, LedgerEvent, Phrase, TopicEntry, TopicEvent, Update, Way,
};
use papermap_corpus::{DumpAccount, Fields, NotTaken, Paper, RawText, Reason, Source};
use papermap_embedding::TokenCount;

use super::*;
use crate::digest;

fn paper(id: &str, key: Option<&str>) -> Paper {
    let source =
        |line| Source { name: "a.jsonl".into(), digest: "d".into(), line, key: key.map(str::to_owned) };
    Paper {
        id: id.into(),
        title: Some(format!("On {id}")),
        abstract_text: format!("We study {id}."),
        headline: format!("On {id}"),
        raw: RawText { title: None, abstract_text: format!("We study *{id}*.") },
        fields: Fields { authors: vec!["A. B".into()], year: Some(2026), ..Fields::default() },
        language: Some("eng".into()).filter(|_| id == "pa"),
        sources: vec![source(1), source(9)],
        aliases: [format!("{id}1"), format!("{id}2")].into_iter().filter(|_| id == "pa").collect(),
        work: Some("pa".into()).filter(|_| id == "pa"),
    }
}

fn dump() -> DumpAccount {
    let not_taken = vec![NotTaken { line: 3, reason: Reason::NoAbstract, detail: "null".into() }; 2];
    DumpAccount {
        name: "a.jsonl".into(),
        digest: "d".into(),
        format: "json lines".into(),
        encoding: "UTF-8".into(),
        venue: Some("ICML".into()),
        year: Some(2026),
        records: 6,
        papers: 2,
        known: 0,
        merged: 2,
        suspect: 0,
        other_language: 0,
        not_taken,
    }
}

fn formed() -> Formed {
    let topic = TopicEntry {
        id: "t7".into(),
        label: "test papers".into(),
        own_label: Some("papers".into()),
        area: Some("a3".into()),
        size: 2,
        share: 1.0,
        cohesion: 0.5,
        phrases: vec![Phrase { text: "study".into(), inside: 1.0, outside: 0.0 }],
        representatives: vec!["pa".into()],
        evidence: Evidence { separation: Some(0.1), coverage: 0.5, ..Evidence::default() },
        x: 0.25,
        y: 0.1,
    };
    let place = |paper: &str| Assignment {
        paper: paper.into(),
        topic: "t7".into(),
        base: if paper == "pa" { "t7" } else { "t2" }.into(),
        second: (paper == "pa").then(|| "t9".into()),
        score: 0.1 + 0.2,
        loose: paper == "pb",
        x: 0.5,
        y: 1.0,
    };
    let born = LedgerEvent {
        run: 1,
        topic: "t7".into(),
        event: TopicEvent::Born,
        size: 2,
        before: 0,
        shared: 0,
        added: 0,
        came_from: Vec::new(),
        went_to: Vec::new(),
        label: "test papers".into(),
        former_label: None,
        by_edit: false,
    };
    let update = Update {
        run: 1,
        way: Way::First,
        reason: "the map held no papers".into(),
        papers: 2,
        known: 0,
        new: 2,
        gone: 0,
        moved: 0,
        novel: 0,
        topics: Vec::new(),
        risen: Vec::new(),
    };
    let area = |number: u32, level: usize| AreaEntry {
        id: format!("a{number}"),
        label: "tests".into(),
        level,
        parent: (level > 0).then(|| "a9".into()),
        topics: vec!["t7".into()],
        size: 2,
        share: 1.0,
        phrases: Vec::new(),
        x: 0.25,
        y: 0.1,
    };
    Formed {
        topics: vec![topic],
        areas: vec![area(9, 0), area(3, 1)],
        assignments: vec![place("pa"), place("pb")],
        events: vec![born],
        update,
        fitted: 2,
        splits: BTreeMap::from([(("t1".into(), "trams".into()), SplitPart { id: "t9".into(), floor: 0.25 })]),
        stale: Vec::new(),
        choice: Choice { requested: "auto".into(), chosen: 1, reason: "few".into(), ..Choice::default() },
        next_topic: 8,
        next_area: 10,
        weak_floor: 0.15,
    }
}

fn options() -> Options {
    Options {
        topics: TopicCount::Levels(vec![1, 2]),
        title: None,
        stop_words: Some("study\n".into()),
        label_stop_words: None,
        edits: Some("forbid = [\"trams\"]".into()),
    }
}

fn encoder() -> Encoder {
    Encoder {
        model: "m".into(),
        revision: None,
        fingerprint: "f".into(),
        token_limit: 256,
        dim: 2,
        precision: "f32".into(),
        isa: "portable".into(),
        cleaning: 1,
    }
}

fn fill(store: &Store) {
    let papers = [paper("pa", Some("k1")), paper("pb", None)];
    let digests = papers.each_ref().map(|paper| digest::of_text(&paper.embedded_text()));
    let tokens = TokenCount { total: 300, cut: 44 };
    let vectors = [[1.0_f32, 0.0], [0.6, 0.8]];
    let batch: Vec<CachedVector<'_>> = digests
        .iter()
        .zip(&vectors)
        .map(|(text_digest, vector)| CachedVector { text_digest, vector, tokens })
        .collect();
    store.add_vectors("f", &batch).unwrap();
    store.add_vectors("other", &batch).unwrap();
    let change = || {
        store.put_papers(&papers)?;
        store.add_dump(&dump(), 1)?;
        store.put_formed(&formed())?;
        store.put_options(&options())?;
        store.put_encoder(&encoder())?;
        store.put_seed(5)?;
        store.put_program("0.0.1")?;
        store.put_last_run(1)?;
        store.prune_vectors("f")?;
        store.add_run(1, &Run { started: 0, command: "papermap map".into(), threads: 2, new_papers: 2 })
    };
    store.transaction(change).unwrap();
}

fn filled() -> (tempfile::TempDir, Store) {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open_to_write(root.path()).unwrap();
    fill(&store);
    drop(store);
    let store = Store::open_to_read(root.path()).unwrap().unwrap();
    (root, store)
}

#[test]
fn everything_comes_out_as_it_went_in() {
    let (_root, store) = filled();
    let papers: Vec<Paper> = store.papers().unwrap().into_iter().map(|stored| stored.paper).collect();
    assert_eq!(papers, [paper("pa", Some("k1")), paper("pb", None)]);
    assert_eq!(store.paper("pb").unwrap().unwrap().paper, papers[1]);
    assert_eq!(store.papers_with_key("k1").unwrap(), ["pa"]);
    assert_eq!(store.topics(2).unwrap(), formed().topics);
    assert_eq!(store.areas(2).unwrap(), formed().areas);
    assert!(!store.lacks_evidence().unwrap());
    assert_eq!(store.assignments().unwrap(), formed().assignments);
    assert_eq!(store.ledger().unwrap(), formed().events);
    assert_eq!(store.choice().unwrap(), formed().choice);
    assert_eq!(store.encoder().unwrap(), Some(encoder()));
    assert_eq!(store.options().unwrap(), options());
    assert_eq!(store.topic_of("pb").unwrap(), ("t7".to_owned(), "test papers".to_owned()));
    assert_eq!((store.next_topic().unwrap(), store.next_area().unwrap()), (8, 10));
    assert!((store.weak_floor().unwrap() - 0.15).abs() < f32::EPSILON);
}

#[test]
fn vectors_come_in_the_order_asked_for() {
    let (_root, store) = filled();
    let of = |id: &str| digest::of_text(&paper(id, None).embedded_text());
    let rows = store.vectors("f", &[of("pb"), of("pa"), of("pb")], 2).unwrap();
    assert_eq!(rows, array![[0.6, 0.8], [1.0, 0.0], [0.6, 0.8]]);
    assert!(store.vectors("f", &[of("pc")], 2).is_err());
    assert!(store.vectors("f", &[of("pa")], 3).is_err());
    assert!(store.cached_texts("other").unwrap().is_empty());
}

#[test]
fn the_topic_map_adds_up() {
    let (_root, store) = filled();
    let map = store.topic_map().unwrap();
    let counts = &map.counts;
    assert_eq!(counts.records, counts.papers + counts.duplicates + counts.set_aside);
    assert_eq!((counts.records, counts.loose, counts.cut_papers, counts.cut_tokens), (6, 1, 2, 88));
    assert_eq!(store.cut().unwrap(), (counts.cut_papers, counts.cut_tokens));
    assert_eq!(map.title, "ICML 2026");
    assert_eq!(map.papers[0].sources, ["a.jsonl"]);
    assert_eq!(map.receipt.inputs, ["d"]);
}

#[test]
fn equal_runs_give_equal_rows() {
    let dump = |store: &Store| {
        let tables = [
            "meta",
            "dumps",
            "not_taken",
            "papers",
            "sources",
            "marks",
            "aliases",
            "vectors",
            "topics",
            "assignments",
            "ledger",
        ];
        tables.map(|table| {
            let mut statement = store.connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
            let columns = statement.column_count();
            let rows = statement
                .query_map([], |row| (0..columns).map(|c| row.get::<_, rusqlite::types::Value>(c)).collect());
            rows.unwrap().collect::<rusqlite::Result<Vec<Vec<_>>>>().unwrap()
        })
    };
    assert_eq!(dump(&filled().1), dump(&filled().1));
}

#[test]
fn a_transaction_that_fails_leaves_everything() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open_to_write(root.path()).unwrap();
    fill(&store);
    let result: Result<()> = store.transaction(|| {
        store.put_papers(&[])?;
        bail!("broken off")
    });
    assert!(result.is_err());
    assert_eq!(store.paper_count().unwrap(), 2);
    let files: Vec<_> = fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, [STORE_FILE]);
}

#[test]
fn a_reader_sees_one_state_until_it_lets_go() {
    let (root, reader) = filled();
    let writer = Store::open_to_write(root.path()).unwrap();
    writer.connection.busy_timeout(Duration::ZERO).unwrap();
    let change = || writer.put_last_run(9);
    assert_eq!(reader.paper_count().unwrap(), 2);
    assert!(writer.transaction(change).is_err());
    let before = reader.last_run().unwrap();
    reader.let_go().unwrap();
    writer.transaction(change).unwrap();
    reader.hold().unwrap();
    assert_eq!((before, reader.last_run().unwrap()), (1, 9));
}

#[test]
fn what_is_no_store_is_refused_by_name() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join(STORE_FILE);
    fs::write(&path, "this is no database, but long enough to be taken for a damaged one".repeat(20))
        .unwrap();
    assert!(Store::open_to_read(root.path()).unwrap_err().to_string().contains("not a papermap store"));
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(Store::open_to_write(root.path()).unwrap_err().to_string().contains("some other program"));
}

#[test]
fn a_damaged_value_is_named_with_a_way_out() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open_to_write(root.path()).unwrap();
    fill(&store);
    let read = |name: &str| match name {
        "topics" => store.options().map(drop),
        "choice" => store.choice().map(drop),
        "seed" => store.seed().map(drop),
        "next_topic" => store.next_topic().map(drop),
        "weak_floor" => store.weak_floor().map(drop),
        "run" => store.last_run().map(drop),
        _ => store.encoder().map(drop),
    };
    for name in
        ["topics", "choice", "seed", "next_topic", "weak_floor", "run", "token_limit", "dim", "cleaning"]
    {
        read(name).unwrap();
        let damage = "INSERT OR REPLACE INTO meta VALUES (?, '?')";
        store.connection.execute(damage, [name]).unwrap();
        let error = read(name).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("in another folder with --map"), "{error}");
        store.connection.execute("UPDATE meta SET value = 1 WHERE name = ?", [name]).unwrap();
    }
    store.connection.execute("DELETE FROM meta WHERE name = 'precision'", []).unwrap();
    let error = store.encoder().unwrap_err().to_string();
    assert!(error.contains("no precision") && error.contains("in another folder with --map"), "{error}");
}

#[test]
fn a_store_of_the_first_schema_is_read_and_taken_on() {
    let (root, store) = filled();
    drop(store);
    let store = Store::open_to_write(root.path()).unwrap();
    let later = [
        "marks",
        "aliases",
        "seconds",
        "evidence",
        "areas",
        "updates",
        "receipts",
        "arrivals",
        "event_details",
        "bases",
    ];
    let drops = later.map(|table| format!("DROP TABLE {table};")).concat();
    store.connection.execute_batch(&format!("{drops} PRAGMA user_version = 1")).unwrap();
    drop(store);
    let plain = |id: &str, key: Option<&str>| Paper {
        language: None,
        aliases: Vec::new(),
        work: None,
        ..paper(id, key)
    };
    let papers =
        |store: &Store| store.papers().unwrap().into_iter().map(|stored| stored.paper).collect::<Vec<_>>();
    let version = |store: &Store| schema::version(&store.connection).unwrap();
    let before = fs::read(root.path().join(STORE_FILE)).unwrap();
    let reader = Store::open_to_read(root.path()).unwrap().unwrap();
    assert_eq!(papers(&reader), [plain("pa", Some("k1")), plain("pb", None)]);
    assert!(reader.lacks_evidence().unwrap() && reader.areas(2).unwrap().is_empty());
    assert_eq!(reader.topic_map().unwrap().topics[0].evidence, Evidence::default());
    assert_eq!(reader.paper("pa").unwrap().unwrap().paper, plain("pa", Some("k1")));
    drop(reader);
    assert_eq!(fs::read(root.path().join(STORE_FILE)).unwrap(), before);
    let writer = Store::open_to_write(root.path()).unwrap();
    assert_eq!((papers(&writer).len(), version(&writer)), (2, schema::SCHEMA));
    writer.transaction(|| writer.put_papers(&[paper("pa", Some("k1"))])).unwrap();
    drop(writer);
    let reader = Store::open_to_read(root.path()).unwrap().unwrap();
    assert_eq!(papers(&reader), [paper("pa", Some("k1"))]);
}

#[test]
fn a_newer_store_is_refused() {
    let root = tempfile::tempdir().unwrap();
    Store::open_to_write(root.path()).unwrap().connection.pragma_update(None, "user_version", 99).unwrap();
    let error = Store::open_to_read(root.path()).unwrap_err().to_string();
    assert!(error.contains("newer papermap (schema 99"), "{error}");
}

#[test]
fn a_store_that_nothing_went_into_goes_away() {
    let root = tempfile::tempdir().unwrap();
    Store::open_to_write(root.path()).unwrap().remove_if_blank().unwrap();
    assert!(!root.path().join(STORE_FILE).exists());
    let (root, store) = filled();
    store.remove_if_blank().unwrap();
    assert!(root.path().join(STORE_FILE).exists());
}
