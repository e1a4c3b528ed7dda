use super::{
    fixtures::{ACL, ATOM, BIOC, JATS, OAI, PUBMED, TREC},
    parsed,
};
use crate::{Fields, Record};

fn only(content: &str, place: usize) -> Record {
    Record { line: 0, ..parsed(content).records.remove(place) }
}

fn owned(text: &str) -> String {
    text.to_owned()
}

fn list(names: &[&str]) -> Vec<String> {
    names.iter().copied().map(owned).collect()
}

fn record(key: &str, title: &str, abstract_text: &str, fields: Fields) -> Record {
    Record {
        line: 0,
        key: Some(owned(key)),
        title: Some(owned(title)),
        abstract_text: Some(owned(abstract_text)),
        fields,
    }
}

#[test]
fn atom() {
    let fields = Fields {
        authors: list(&["Ana Núñez", "Bo Li"]),
        year: Some(2024),
        venue: Some(owned("Rails 3 (2025) 1-9")),
        doi: Some(owned("10.5555/trams.1")),
        url: Some(owned("https://arxiv.org/abs/2401.00001v2")),
        ..Fields::default()
    };
    assert_eq!(
        only(ATOM, 0),
        record("2401.00001v2", "Trams in\n  winter", "Trams are late when $n < 3$.", fields)
    );
    let old = only(ATOM, 1);
    assert_eq!(old.key.as_deref(), Some("hep-th/9901001"));
    assert_eq!(old.fields.url.as_deref(), Some("http://arxiv.org/abs/hep-th/9901001"));
}

#[test]
fn pubmed() {
    let fields = Fields {
        authors: list(&["Richard J Roe Jr", "Tram Group"]),
        year: Some(1998),
        venue: Some(owned("Rails & Wheels")),
        doi: Some(owned("10.5555/trams.2")),
        keywords: list(&["trams", "waiting"]),
        ..Fields::default()
    };
    let said = "AIM: To wait. RESULTS: We waited (p<0.05). That is all.";
    assert_eq!(only(PUBMED, 0), record("101", "Waiting for trams at CO2-free stops.", said, fields));
    assert_eq!(only(PUBMED, 1), record("102", "[Buses].", "Buses wait.", Fields::default()));
    let fields = Fields {
        authors: list(&["B Li"]),
        year: Some(2001),
        venue: Some(owned("Ships")),
        doi: Some(owned("10.5555/bells")),
        ..Fields::default()
    };
    assert_eq!(only(PUBMED, 2), record("103", "Bells", "Ships ring.", fields));
}

#[test]
fn acl() {
    let fields = Fields {
        authors: list(&["Ana Núñez", "Mononym"]),
        year: Some(2031),
        venue: Some(owned("Proceedings of the Workshop on Trams")),
        doi: Some(owned("10.5555/trams.3")),
        url: Some(owned("https://aclanthology.org/2031.trams-main.1/")),
        ..Fields::default()
    };
    assert_eq!(
        only(ACL, 0),
        record("2031.trams-main.1", "The TRAM of $n^2$ stops", "Trams take $k < n$ turns, late.", fields)
    );
    let fields = Fields { url: Some(owned("https://example.org/buses")), ..Fields::default() };
    assert_eq!(only(ACL, 1), record("2031.trams-demo.1", "Buses", "Buses wait.", fields));
}

#[test]
fn jats() {
    let fields = Fields {
        authors: list(&["Richard Roe", "Tram Group"]),
        year: Some(2030),
        venue: Some(owned("Rails")),
        doi: Some(owned("10.5555/trams.4")),
        url: Some(owned("https://example.org/trams?a=1&b=2")),
        keywords: list(&["trams", "views"]),
        ..Fields::default()
    };
    let said = "Aims: To see $x^2$. Results: Seen\u{a0}all. Twice.";
    assert_eq!(only(JATS, 0), record("PMC11", "Trams: a view", said, fields));
    assert_eq!(only(JATS, 1).abstract_text.as_deref(), Some("Buses wait."));
}

#[test]
fn bioc() {
    let fields = Fields {
        authors: list(&["Richard Roe"]),
        year: Some(2028),
        venue: Some(owned("Rails")),
        doi: Some(owned("10.5555/trams.5")),
        keywords: list(&["trams", "stops"]),
        ..Fields::default()
    };
    assert_eq!(only(BIOC, 0), record("201", "Trams", "Aims: Trams are late.", fields));
    let fields = Fields { authors: list(&["RJ Roe", "B Li"]), ..Fields::default() };
    assert_eq!(only(BIOC, 1), record("202", "Buses", "Buses wait. Long.", fields));
}

#[test]
fn trec() {
    let fields = Fields { authors: list(&["r. roe", "s.b. stone"]), ..Fields::default() };
    assert_eq!(only(TREC, 0), record("A-1", "Trams & rails", "Trams are late if a<b\nor n > 3.", fields));
    assert_eq!(only(TREC, 1), record("A-2", "Buses", "Buses wait.", Fields::default()));
}

#[test]
fn oai() {
    let fields = Fields {
        authors: list(&["Richard Roe", "Mono"]),
        year: Some(2027),
        venue: Some(owned("Rails; Vol 1")),
        doi: Some(owned("10.5555/trams.6")),
        url: Some(owned("https://example.org/1")),
        keywords: list(&["Rails"]),
        ..Fields::default()
    };
    assert_eq!(only(OAI, 0), record("oai:example.org:1", "Trams", "Trams are late in winter.", fields));
    let fields = Fields {
        authors: list(&["Bo Li"]),
        year: Some(2025),
        doi: Some(owned("10.5555/buses")),
        url: Some(owned("https://arxiv.org/abs/2501.00001")),
        ..Fields::default()
    };
    assert_eq!(only(OAI, 1), record("2501.00001", "Buses", "Buses wait.", fields));
    let deleted = Record { key: Some(owned("oai:example.org:3")), ..Record::default() };
    assert_eq!(only(OAI, 2), deleted);
}
