//! Texts that try to break the report.

use serde_json::json;

use super::support::folder::Folder;
use super::support::json::{counted, list, paper_with, parse, text};
use super::support::texts::{abstracts, dump, titled};
use super::support::{table, xml};

const REPORT: [&str; 6] =
    ["index.html", "map.svg", "papers.csv", "topic-map.json", "topics.csv", "topics.md"];

fn with(prefix: &str, index: usize) -> String {
    format!("{prefix} {}", abstracts()[index])
}

fn markup() -> Vec<(&'static str, String)> {
    vec![
        (
            "<b>Bold</b> & \"quoted\" titles",
            with("Bounds with 3 < 4 && 5 > 2 and <i>italic</i> tags hold here.", 0),
        ),
        ("O'Brien's <90 days> rule", with("Tooltips often show &lt; twice and this is wrong.", 4)),
        ("</script><script>alert(1)</script>", with("<h1>Not a heading</h1> is what this says.", 8)),
        (
            "<img src=x onerror=alert(2)>",
            with("<svg onload=alert(3)> and <!-- a comment --> stand here.", 12),
        ),
        ("\"><a href=javascript:alert(4)>x</a>", with("</textarea></title></style> ends nothing here.", 1)),
        ("${alert(5)} {{alert(6)}} `alert(7)`", with("]]> and <![CDATA[ are letters like all others.", 5)),
    ]
}

fn map_of(pairs: &[(&str, String)]) -> Folder {
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(title, text)| (*title, text.as_str())).collect();
    let folder = Folder::with_dump(titled(&pairs));
    folder.map(["dump.txt", "--topics", "2"]);
    folder
}

#[test]
fn markup_from_dumps_is_text_on_the_page() {
    let harmless: Vec<(&str, String)> = [0, 4, 8, 12, 1, 5].map(|index| ("A title", with("", index))).into();
    let [page, harmless] =
        [map_of(&markup()), map_of(&harmless)].map(|folder| folder.report("index.html").to_lowercase());
    for part in [
        "<script>alert",
        "<img",
        "<svg onload",
        "<h1>not",
        "<i>italic",
        "<b>bold",
        "<a href=javascript",
        "</textarea",
        "<!-- a comment",
        "<![cdata[",
        "<90 days>",
        "&amp;lt;",
        "&amp;quot;",
        "&amp;amp;",
    ] {
        assert!(!page.contains(part), "{part} stands on the page");
    }
    for part in ["<script", "</script", "<style", "</style", "<h1", "<title", "</title"] {
        assert_eq!(page.matches(part).count(), harmless.matches(part).count(), "{part}");
    }
}

#[test]
fn texts_come_back_as_they_were_written() {
    let folder = map_of(&markup());
    let map = folder.topic_map();
    assert_eq!(counted(&map, "papers"), 6);
    assert_eq!(text(paper_with(&map, "Tooltips"), "title"), "O'Brien's <90 days> rule");
    assert!(text(paper_with(&map, "Bounds"), "abstract").contains("3 < 4 && 5 > 2"));
    assert!(text(paper_with(&map, "Bounds"), "title").ends_with("& \"quoted\" titles"));
    let rows = folder.table("papers.csv");
    assert!(table::column(&rows, "title").contains(&"O'Brien's <90 days> rule"));
    xml::assert_well_formed(&folder.report("map.svg"));
}

#[test]
fn the_title_of_the_map_and_names_of_dumps_are_text_too() {
    let folder = Folder::new();
    let name = if cfg!(windows) { "a&'c.txt" } else { "a<b>&\"c'.txt" };
    folder.write(name, dump(&abstracts()[..6]));
    let title = "</title><b>Maps</b> & \"more\"";
    let map = folder.map([name, "--title", title]);
    assert_eq!(text(&map, "title"), title);
    assert_eq!(text(&list(&map, "sources")[0], "name"), name);
    let page = folder.report("index.html");
    assert!(!page.contains("<b>Maps") && !page.contains("a<b>&"), "the page holds markup of ours");
    assert!(page.contains("&lt;b&gt;Maps&lt;/b&gt; &amp; "), "the title is not shown as written");
    assert_eq!(page.matches("</title>").count(), 1);
    xml::assert_well_formed(&folder.report("map.svg"));
    assert!(!folder.report("topics.md").contains("<b>"));
}

#[test]
fn characters_that_xml_cannot_hold_reach_no_drawing() {
    let lines = [
        format!(
            r#"{{"title":"etx \u0003 esc \u001b[31m","abstract":"{} \u0003 \u0007 \u000b"}}"#,
            abstracts()[0]
        ),
        format!(r#"{{"title":"nonchar \ufffe \uffff","abstract":"{}"}}"#, abstracts()[4]),
        format!(r#"{{"title":"lone surrogate \ud83d here","abstract":"{}"}}"#, abstracts()[8]),
        format!(r#"{{"title":"amp & lt < quote \"","abstract":"{}"}}"#, abstracts()[12]),
        format!(r#"{{"title":"good pair \ud83d\ude00","abstract":"{}"}}"#, abstracts()[1]),
    ];
    let folder = Folder::with_dump(lines.join("\n"));
    let map = folder.map(["dump.txt"]);
    assert_eq!(counted(&map, "records"), 5);
    super::support::json::assert_balance(&map);
    assert!(counted(&map, "papers") >= 4);
    assert!(text(paper_with(&map, "reef fish"), "title").ends_with('\u{1f600}'));
    assert!(text(paper_with(&map, "multigrid"), "title").contains("amp & lt < quote \""));
    xml::assert_well_formed(&folder.report("map.svg"));
    for name in REPORT {
        let content = folder.report(name);
        assert!(!content.contains(['\u{3}', '\u{7}', '\u{b}', '\u{1b}', '\u{fffe}', '\u{ffff}']), "{name}");
    }
}

#[test]
fn formulas_do_not_run_in_a_spreadsheet() {
    let titles = ["=HYPERLINK(\"http://x\")", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "plain"];
    let pairs: Vec<(&str, String)> =
        titles.iter().enumerate().map(|(i, title)| (*title, with("", i))).collect();
    let folder = map_of(&pairs);
    let rows = folder.table("papers.csv");
    for title in table::column(&rows, "title") {
        assert!(!title.starts_with(['=', '+', '-', '@', '\t', '\r']), "{title:?}");
    }
    let shown = table::column(&rows, "title").join("\n");
    assert!(shown.contains("'=HYPERLINK(\"http://x\")") && shown.contains("plain"), "{shown}");
    for topic in folder.table("topics.csv").iter().flatten() {
        assert!(!topic.starts_with(['=', '+', '@']), "{topic:?}");
    }
}

#[test]
fn a_key_stays_raw() {
    let folder =
        Folder::with_dump(json!({"id": "=cmd|' /C calc'!A0", "abstract": abstracts()[0]}).to_string());
    folder.map(["dump.txt"]);
    assert_eq!(table::column(&folder.table("papers.csv"), "key"), ["=cmd|' /C calc'!A0"]);
}

#[test]
fn markdown_tables_keep_their_columns() {
    let titles = [
        "a | b | c",
        "# heading",
        "- list",
        "`code` and [link](http://x) and ![image](http://y)",
        "two\nlines",
        "ends in a backslash\\",
        "<details open>",
        "1. first",
    ];
    let pairs: Vec<(&str, String)> =
        titles.iter().enumerate().map(|(i, title)| (*title, with("", i))).collect();
    let report = map_of(&pairs).report("topics.md");
    let cells = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let mut expected = None;
    for line in report.lines() {
        if line.starts_with('|') {
            assert_eq!(cells(line), *expected.get_or_insert(cells(line)), "{line}");
        } else {
            expected = None;
        }
        assert!(!line.starts_with("# heading") && !line.starts_with("1. first"), "{line}");
        let bare = ["\\\\", "\\<", "\\[", "\\!", "\\`"]
            .iter()
            .fold(line.to_owned(), |line, escaped| line.replace(escaped, ""));
        assert!(
            !bare.contains("<details") && !bare.contains("![image") && !bare.contains("[link]"),
            "{line}"
        );
    }
}

#[test]
fn answers_are_strict_json_whatever_the_texts() {
    let folder = map_of(&markup());
    let answer = folder.run(["similar", "reef <script> \u{7} \"quotes\"", "--format", "json"]).done();
    assert_eq!(list(&parse(&answer.stdout), "hits").len(), 6);
    let status = folder.run(["status", "--format", "json"]).done();
    parse(&status.stdout);
    let topics = folder.run(["topics", "--format", "json"]).done();
    parse(&topics.stdout);
}
