use super::*;

fn read(content: &str) -> Parsed {
    assert!(Json.recognises(content), "{content}");
    Json.read(content, &ReadOptions::default()).unwrap()
}

fn keys(parsed: &Parsed) -> Vec<&str> {
    parsed.records.iter().map(|record| record.key.as_deref().unwrap_or("-")).collect()
}

const A: &str = r#"{"id": "a", "title": "A", "abstract": "late trams"}"#;
const B: &str = r#"{"id": "b", "abstract": "late buses"}"#;

#[test]
fn every_arrangement_gives_the_same_records() {
    let pretty = |text: &str| text.replace('{', "{\n  ").replace(", ", ",\n  ").replace('}', "\n}");
    let arrangements = [
        format!("{A}\n{B}\n"),
        format!("\n{A}\r\n \t\r\n{B}"),
        format!("{A}{B}"),
        format!("{A} {B}"),
        format!("\u{feff}{A}\n\u{feff}{B}"),
        format!("[{A},\n{B}]"),
        format!("[\n {},\n {}\n]\n", pretty(A), pretty(B)),
        format!("{}\n{}", pretty(A), pretty(B)),
        format!("[{A}]\n[{B}]"),
        format!(r#"{{"meta": {{"n": 2}}, "papers": [{A}, {B}]}}"#),
        format!(r#"{{"took": 3, "hits": {{"hits": [{{"_source": {A}}}, {{"_source": {B}}}]}}}}"#),
        r#"{"a": {"title": "A", "abstract": "late trams"}, "b": {"abstract": "late buses"}}"#.to_owned(),
    ];
    for content in arrangements {
        let parsed = read(&content);
        assert_eq!(keys(&parsed), ["a", "b"], "{content}");
        assert_eq!(parsed.records[1].abstract_text.as_deref(), Some("late buses"), "{content}");
        assert!(parsed.not_taken.is_empty(), "{content}");
    }
}

#[test]
fn a_wrapper_may_have_a_title_or_a_name() {
    for wrapper in [
        r#"{"name": "ICLR", "papers": [RECORDS]}"#,
        r#"{"title": "ICLR 2024", "year": 2024, "papers": [RECORDS]}"#,
        r#"{"name": "x", "data": {"papers": [RECORDS]}}"#,
        r#"{"name": "x", "hits": {"name": "y", "hits": [RECORDS]}}"#,
    ] {
        let parsed = read(&wrapper.replace("RECORDS", &format!("{A}, {B}")));
        assert_eq!((keys(&parsed), parsed.not_taken.len()), (vec!["a", "b"], 0), "{wrapper}");
        let summaries = r#"{"id": "a", "title": "A", "summary": "late trams"}"#;
        let parsed = read(&wrapper.replace("hits", "items").replace("RECORDS", summaries));
        assert_eq!(keys(&parsed), ["a"], "{wrapper}");
    }
}

#[test]
fn a_record_may_hold_other_objects() {
    for members in [
        r#""title": "T", "authors": [{"name": "Ann"}], "documents": [{"name": "t.pdf"}]"#,
        r#""title": "T", "sections": [{"title": "Methods", "text": "late trams"}]"#,
        r#""title": "T", "abstract": null, "references": [{"title": "R", "abstract": "late buses"}]"#,
        r#""abstract": [], "body_text": [{"text": "late trams"}]"#,
        r#""title": "T", "summary": "late trams", "papers": [{"abstract": "late buses"}]"#,
    ] {
        let parsed = read(&format!("{{\"id\": \"t\", {members}}}"));
        assert_eq!((keys(&parsed), parsed.not_taken.len()), (vec!["t"], 0), "{members}");
    }
}

#[test]
fn one_object_is_one_record() {
    assert_eq!((keys(&read(A)), read(A).format), (vec!["a"], "json"));
    assert_eq!(read("[]").records.len(), 0);
}

#[test]
fn a_bad_line_costs_only_itself() {
    for bad in [
        "{\"title\": \"oops\", \"abstract\": ",
        "{\"abstract\": NaN}",
        "oops",
        "loose words here",
        "{\"a\": \"x",
        "{]",
    ] {
        let parsed = read(&format!("{A}\n{bad}\n{B}\n"));
        assert_eq!(keys(&parsed), ["a", "b"], "{bad}");
        let faults: Vec<_> = parsed.not_taken.iter().map(|fault| (fault.line, fault.reason)).collect();
        assert_eq!(faults, [(2, Reason::Unreadable)], "{bad}");
    }
}

#[test]
fn a_cut_tail_is_reported() {
    for content in [format!("{A}\n{B}\n{{\"id\": \"c"), format!("[{A},\n{B},\n{{\"id\": ")] {
        let parsed = read(&content);
        assert_eq!(keys(&parsed), ["a", "b"]);
        assert_eq!((parsed.not_taken.len(), parsed.not_taken[0].line), (1, 3));
    }
    let parsed = read(&format!("{{\"papers\": [{A},\n{B},\n{{\"id\": "));
    assert_eq!((keys(&parsed), parsed.not_taken.len()), (vec!["a", "b"], 1));
}

#[test]
fn abstracts_of_many_shapes_are_read() {
    for (value, expected) in [
        (r#""abstract": ["one", "two"]"#, "one\n\ntwo"),
        (r#""abstract": {"value": "wrapped"}"#, "wrapped"),
        (r#""content": {"abstract": {"value": "nested"}}"#, "nested"),
        (r#""abstract": null, "abstract_inverted_index": {"a": [0, 2], "b": [1]}"#, "a b a"),
        (r#""Abstract": "case""#, "case"),
        (r#""abstract": "lone \ud83d here""#, "lone \u{fffd} here"),
        ("\"abstract\": \"raw\tcontrol\"", "raw control"),
    ] {
        let parsed = read(&format!("{{\"id\": 7, {value}}}"));
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some(expected), "{value}");
        assert_eq!(parsed.records[0].key.as_deref(), Some("7"));
    }
}

#[test]
fn abstracts_that_are_no_text_are_set_aside() {
    for (value, reason) in [
        ("12345", Reason::NotText),
        ("true", Reason::NotText),
        ("{\"a\": 1}", Reason::UnsupportedShape),
        ("[1, 2]", Reason::UnsupportedShape),
    ] {
        let parsed = read(&format!("{{\"title\": \"t\", \"abstract\": {value}}}"));
        assert_eq!(parsed.not_taken[0].reason, reason, "{value}");
    }
    for value in ["\"abstract\": null", "\"year\": 2024"] {
        let parsed = read(&format!("{{\"title\": \"t\", {value}}}"));
        assert_eq!(parsed.records[0].abstract_text, None);
    }
}

#[test]
fn fields_of_the_white_list_are_read() {
    let parsed = read(
        r#"{"abstract": "x", "authors": [{"name": "Ann"}, "Bob", {"given": "C", "family": "D"}], "year": "2024-01-02",
           "venue": {"value": "ICML"}, "doi": "https://doi.org/10.5555/x0", "keywords": "a, b", "secret": "s"}"#,
    );
    let fields = &parsed.records[0].fields;
    assert_eq!(fields.authors, ["Ann", "Bob", "C D"]);
    assert_eq!(
        (fields.year, fields.venue.as_deref(), fields.doi.as_deref()),
        (Some(2024), Some("ICML"), Some("10.5555/x0"))
    );
    assert_eq!(fields.keywords, ["a", "b"]);
}

#[test]
fn other_shapes_are_refused_by_name() {
    for (content, expected) in
        [("[1, 2]", "a number"), ("{\"a\": 1}", "the fields a"), ("[[1], [2]]", "an array")]
    {
        let Err(Fault::UnsupportedShape(shape)) = Json.read(content, &ReadOptions::default()) else {
            panic!("{content}")
        };
        assert!(shape.contains(expected), "{shape}");
    }
}

const MAP: &str = r#"{"schema_version": 1, "title": "M", "papers": [{"id": "a", "abstract": "late trams"}], "topics": [{"phrases": [{"text": "late"}]}]}"#;

#[test]
fn a_topic_map_is_no_dump() {
    for content in [MAP.to_owned(), format!("[{MAP}]"), format!("{MAP}\n{MAP}\n"), MAP.replace(", ", ",\n")] {
        assert!(Json.recognises(&content));
        assert_eq!(
            Json.read(&content, &ReadOptions::default()).unwrap_err(),
            Fault::UnsupportedFormat("a topic map, not a dump")
        );
    }
    let parsed = read(&format!("{A}\n{MAP}\n{B}\n"));
    assert_eq!(keys(&parsed), ["a", "b"]);
    assert_eq!((parsed.not_taken[0].line, parsed.not_taken[0].reason), (2, Reason::UnsupportedShape));
    let parsed = read(&MAP.replace("schema_version", "version"));
    assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
}

#[test]
fn texts_in_brackets_are_no_json() {
    for text in ["[SEP] [SEP]", "[1] We study trams.", "{\\it Given} trams", "[CLS][CLS]"] {
        assert!(!Json.recognises(text), "{text}");
    }
}

#[test]
fn tables_of_columns_and_of_rows_are_read() {
    for content in [
        r#"{"id": ["a", "b"], "title": ["A", null], "abstract": ["late trams", "late buses"]}"#,
        r#"{"id": {"0": "a", "1": "b"}, "abstract": {"0": "late trams", "1": "late buses"}}"#,
        r#"{"columns": ["id", "abstract"], "index": [0, 1], "data": [["a", "late trams"], ["b", "late buses"]]}"#,
        r#"{"papers": {"id": ["a", "b"], "abstract": ["late trams", "late buses"]}}"#,
        r#"[["id", "abstract"], ["a", "late trams"], ["b", "late buses"]]"#,
        r#"{"rows": [{"row": {"id": "a", "abstract": "late trams"}}, {"row": {"id": "b", "abstract": "late buses"}}]}"#,
    ] {
        let parsed = read(content);
        assert_eq!((keys(&parsed), parsed.format), (vec!["a", "b"], "json"), "{content}");
        assert_eq!(parsed.records[1].abstract_text.as_deref(), Some("late buses"), "{content}");
        assert!(parsed.not_taken.is_empty(), "{content}");
    }
}

#[test]
fn answers_of_public_services_are_read() {
    for (content, expected) in [
        (
            r#"{"notes": [{"id": "a", "content": {"title": "T", "abstract": "late", "authors": ["Ann"], "venue": "V"}, "pdate": 1}]}"#,
            (Some("V"), None, None),
        ),
        (
            r#"{"notes": [{"id": "a", "content": {"title": {"value": "T"}, "abstract": {"value": "late"}, "authors": {"value": ["Ann"]}, "venue": {"value": "V"}}}]}"#,
            (Some("V"), None, None),
        ),
        (
            r#"{"total": 1, "data": [{"paperId": "a", "title": "T", "abstract": "late", "year": 2024, "venue": "V", "externalIds": {"DOI": "10.1/x", "CorpusId": 7}, "authors": [{"authorId": "1", "name": "Ann"}]}]}"#,
            (Some("V"), Some(2024), Some("10.1/x")),
        ),
        (
            r#"{"meta": {"count": 1}, "results": [{"id": "a", "title": "T", "publication_year": 2024, "doi": "https://doi.org/10.1/x", "abstract_inverted_index": {"late": [0]}, "authorships": [{"author": {"display_name": "Ann"}}], "primary_location": {"source": {"display_name": "V"}}}]}"#,
            (Some("V"), Some(2024), Some("10.1/x")),
        ),
        (
            r#"{"status": "ok", "message": {"items": [{"DOI": "10.1/x", "title": ["T"], "abstract": "late", "container-title": ["V"], "author": [{"given": "Ann"}], "issued": {"date-parts": [[2024, 5]]}}]}}"#,
            (Some("V"), Some(2024), Some("10.1/x")),
        ),
        (
            r#"[{"id": "a", "title": "T", "status": "Poster", "track": "main", "author": "Ann", "abstract": "late", "rating": "6;8", "reviewers": "x@y.z"}]"#,
            (None, None, None),
        ),
    ] {
        let parsed = read(content);
        let record = &parsed.records[0];
        let fields = &record.fields;
        assert_eq!(
            (record.title.as_deref(), record.abstract_text.as_deref()),
            (Some("T"), Some("late")),
            "{content}"
        );
        assert_eq!(fields.authors, ["Ann"], "{content}");
        assert_eq!((fields.venue.as_deref(), fields.year, fields.doi.as_deref()), expected, "{content}");
        assert!(parsed.not_taken.is_empty() && parsed.records.len() == 1, "{content}");
    }
}

#[test]
fn a_named_member_is_the_abstract() {
    let columns = vec![(crate::read::Field::Abstract, "Remarks".to_owned())];
    let options = ReadOptions { columns, ..ReadOptions::default() };
    let parsed = Json.read(r#"{"id": "a", "abstract": "n/a", "remarks": "late trams"}"#, &options).unwrap();
    assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
}
