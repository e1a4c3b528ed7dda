//! What dumps from the field hold: marks, line ends, control characters, LaTeX, gaps and twins.

use serde_json::json;

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids, list, paper_with, text, texts};
use super::support::texts::{HEADER, abstracts, csv, dump, ids_of, json_lines, titled};

const MARK: &str = "\u{feff}";

#[test]
fn a_byte_order_mark_changes_nothing() {
    let texts = &abstracts()[3..5];
    let joined = format!("{MARK}{}{MARK}OtherConf 2024 Papers\n\n{}\n", dump(&texts[..1]), texts[1]);
    for content in [dump(texts), json_lines(texts), csv(texts).replace('\n', "\r\n")] {
        let folder = Folder::with_dump(format!("{MARK}{content}"));
        let map = folder.map(["dump.txt"]);
        assert_eq!(ids(&map), ids_of(texts), "{content}");
        folder.write("plain.txt", &content);
        assert_eq!(counted(&folder.map(["plain.txt"]), "papers"), 2);
        for name in ["topic-map.json", "papers.csv", "topics.csv", "topics.md", "index.html", "map.svg"] {
            assert!(!folder.report(name).contains(MARK), "{name}");
        }
    }
    let map = Folder::with_dump(joined).map(["dump.txt"]);
    assert_eq!(ids(&map), ids_of(texts));
}

#[test]
fn a_mark_before_the_first_column_does_not_hide_it() {
    let rows =
        format!("{MARK}abstract,title\r\n\"{}\",One\r\n\"{}\",Two\r\n", abstracts()[0], abstracts()[4]);
    let folder = Folder::new();
    folder.write("dump.csv", rows);
    let map = folder.map(["dump.csv"]);
    assert_eq!(ids(&map), ids_of(&[abstracts()[0], abstracts()[4]]));
    assert_eq!(text(paper_with(&map, "bleaching"), "title"), "One");
}

#[test]
fn line_ends_and_blank_lines_of_every_kind_part_papers() {
    let texts = &abstracts()[..3];
    let plain = dump(texts);
    let variants = [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        plain.replacen('\n', "\r\n", 3),
        plain.replace("\n\n", "\n \t\u{a0} \n"),
        plain.trim_end().to_owned(),
        plain.replace(". ", ".\n"),
    ];
    for content in variants {
        let map = Folder::with_dump(&content).map(["dump.txt"]);
        assert_eq!(ids(&map), ids_of(texts), "{content:?}");
        assert!(list(&map, "papers").iter().all(|paper| !text(paper, "abstract").contains(['\r', '\n'])));
    }
}

#[test]
fn control_characters_end_nothing_and_show_nowhere() {
    let [first, second] = [abstracts()[0], abstracts()[8]];
    let torn = first.replacen(' ', "\0", 3);
    let noisy = format!("{second}\u{7}\u{1b}[31m red \u{b}\u{c} end");
    for content in [dump(&[&torn, &noisy]), json_lines(&[&torn, &noisy]), csv(&[&torn, &noisy])] {
        let folder = Folder::with_dump(&content);
        let answer = folder.run(["map", "dump.txt"]).done();
        let map = folder.topic_map();
        assert_eq!(counted(&map, "papers"), 2, "{content:?}");
        assert!(text(paper_with(&map, "hectares"), "abstract").ends_with("two trained divers."));
        assert!(text(paper_with(&map, "parish"), "abstract").ends_with("end"));
        for name in ["topic-map.json", "papers.csv", "topics.csv", "topics.md", "index.html", "map.svg"] {
            assert!(!folder.report(name).contains(['\0', '\u{7}', '\u{1b}', '\u{b}']), "{name}");
        }
        let hits = folder.run(["similar", "handwriting of parish clerks"]).done();
        for shown in [answer.stdout, answer.stderr, hits.stdout, hits.stderr] {
            assert!(!shown.contains(['\0', '\u{7}', '\u{1b}']), "{shown:?}");
        }
    }
}

const LATEX: [&str; 5] = [
    r#"Th{\'e}or{\`e}me des trois ponts: we solve $k$-cut with $\mathcal{O}(n\log n)$ steps, \textbf{never} more than \emph{three} rounds, for K\"onigsberg-type graphs on the \v{C}ech nerve \cite{moore2019,lee20}."#,
    r"Estimates of the form $\frac{1}{\sqrt{m}}\sum_{j=1}^{m}\mathbb{E}[\|y_j\|]\leq \delta$ hold for \texttt{Adam} with $\beta\in(0,1)$; see \url{https://example.org/x_y} and \href{https://example.org}{our site} for the tables of steps.",
    r"A ferry costs $7 and a return costs $12 on the coast we study, so a cost cover of 90\% needs 4\,000 passengers a day; the census of R\&D harbours and \#piers is attached.",
    r"A lone sign as in $u+v must not take away the rest of this abstract about the price of mooring, where demand is read from tides and weather over five summers.",
    "We introduce **QuayNet**, a *quick* and __small__ planner of berths; see [code](https://example.org/q) and `quay_net.py` for the `--tide` option. ### Findings\n* 9% fewer waits\n* 4x speed",
];

#[test]
fn latex_and_markdown_leave_words_and_no_debris() {
    for content in [dump(&LATEX), json_lines(&LATEX)] {
        let folder = Folder::with_dump(content);
        let map = folder.map(["dump.txt"]);
        assert_eq!(counted(&map, "papers"), 5);
        let first = text(paper_with(&map, "cut with"), "abstract");
        for word in ["Théorème", "Königsberg", "Čech", "never", "three"] {
            assert!(first.contains(word), "{word} is not in {first}");
        }
        let prices = text(paper_with(&map, "ferry"), "abstract");
        assert!(
            prices.contains("$7 and a return costs $12") && prices.contains("90%") && prices.contains("R&D")
        );
        assert!(text(paper_with(&map, "mooring"), "abstract").ends_with("over five summers."));
        let planner = text(paper_with(&map, "QuayNet"), "abstract");
        assert!(
            planner.contains("quay_net.py") && planner.contains("4x speed") && planner.contains("9% fewer")
        );
        assert!(!planner.contains("**") && !planner.contains("__") && !planner.contains('`'), "{planner}");
        for topic in list(&map, "topics") {
            let label = text(topic, "label").to_lowercase();
            for debris in
                ["mathcal", "frac", "textbf", "emph", "cite", "texttt", "url", "beta", "https", "\\", "$"]
            {
                assert!(!label.split_whitespace().any(|word| word == debris), "{label}");
            }
        }
    }
}

#[test]
fn records_without_a_text_are_set_aside_for_a_reason() {
    let [first, last] = [abstracts()[1], abstracts()[13]];
    let lines = [
        json!({"title": "ok", "abstract": first}).to_string(),
        json!({"title": "null", "abstract": null}).to_string(),
        json!({"title": "missing"}).to_string(),
        json!({"title": "empty", "abstract": ""}).to_string(),
        json!({"title": "blank", "abstract": " \n\t "}).to_string(),
        json!({"title": "number", "abstract": 12345}).to_string(),
        json!({"title": "list", "abstract": ["A first part about ferry prices.", "A second part about bus prices."]})
            .to_string(),
        json!({"title": "bool", "abstract": true}).to_string(),
        r#"{"title":"not a number","abstract":NaN}"#.to_owned(),
        json!({"title": "last ok", "abstract": last}).to_string(),
    ];
    let map = Folder::with_dump(lines.join("\n")).map(["dump.txt"]);
    assert_balance(&map);
    assert_eq!((counted(&map, "records"), counted(&map, "set_aside")), (10, 7));
    let titles: Vec<&str> = list(&map, "papers").iter().map(|paper| text(paper, "title")).collect();
    for title in ["ok", "list", "last ok"] {
        assert!(titles.contains(&title), "{title} is not in {titles:?}");
    }
    let joined = text(paper_with(&map, "ferry prices"), "abstract");
    assert!(joined.contains("bus prices"), "{joined}");
    let reasons = map["counts"]["set_aside_by_reason"].as_object().expect("an object");
    assert!(reasons["not-text"].as_u64() >= Some(2), "{reasons:?}");
    assert!(reasons["no-abstract"].as_u64() >= Some(2), "{reasons:?}");
}

#[test]
fn shapes_of_other_services_are_read_or_set_aside_by_name() {
    let [wrapped, nested, inverted] = [abstracts()[2], abstracts()[6], abstracts()[10]];
    let places: serde_json::Value = inverted.split(' ').fold(json!({}), |mut index, word| {
        let place = inverted.split(' ').enumerate().filter(|(_, other)| *other == word).map(|(at, _)| at);
        index[word] = place.collect();
        index
    });
    let lines = [
        json!({"title": "plain", "abstract": abstracts()[0]}),
        json!({"title": "wrapped", "abstract": {"value": wrapped}}),
        json!({"id": "n1", "content": {"title": {"value": "nested"}, "abstract": {"value": nested}}}),
        json!({"title": "inverted", "abstract_inverted_index": places}),
    ];
    let content = lines.map(|line| line.to_string()).join("\n");
    let map = Folder::with_dump(content).map(["dump.txt"]);
    assert_balance(&map);
    let known = ids_of(&[abstracts()[0], wrapped, nested, inverted]);
    assert!(ids(&map).iter().all(|id| known.contains(id)), "an abstract was read wrongly");
    let aside = list(&list(&map, "sources")[0], "set_aside");
    assert_eq!(aside.len(), 4 - counted(&map, "papers"));
    assert!(aside.iter().all(|record| record["reason"] == "unsupported-shape"), "{aside:?}");
}

#[test]
fn stand_ins_in_csv_are_no_papers() {
    let rows =
        [("ok", abstracts()[0]), ("empty", ""), ("na", "NA"), ("nan", "nan"), ("last", abstracts()[9])];
    let lines = rows.map(|(title, text)| format!("{title},\"{text}\"\n")).concat();
    let folder = Folder::new();
    folder.write("dump.csv", format!("title,abstract\n{lines}"));
    let map = folder.map(["dump.csv"]);
    assert_eq!((counted(&map, "papers"), counted(&map, "set_aside")), (2, 3));
    assert_balance(&map);
    assert!(map["counts"]["set_aside_by_reason"]["placeholder"].as_u64() >= Some(1));
}

/// The same five papers as three exports would write them.
fn three_exports() -> [(&'static str, String); 3] {
    let texts = [abstracts()[0], abstracts()[4], abstracts()[8], abstracts()[11], abstracts()[14]];
    let edited: Vec<String> = [
        format!("{} ", texts[0]),
        texts[1].trim_end_matches('.').to_owned(),
        texts[2].replace(" by ", "  by "),
        texts[3].replace("forty", "Forty"),
        texts[4].replace('-', "\u{2010}"),
    ]
    .to_vec();
    let lines = edited.iter().enumerate().map(|(index, text)| {
        json!({"title": format!("T{index}"), "abstract": text, "doi": format!("10.5555/x{index}")})
            .to_string()
    });
    let backwards: Vec<&str> = texts.into_iter().rev().collect();
    let lines = lines.collect::<Vec<_>>().join("\n");
    [("a.txt", dump(&texts)), ("b.jsonl", lines), ("c.csv", csv(&backwards))]
}

#[test]
fn tiny_edits_do_not_make_another_paper() {
    let exports = three_exports();
    let mut seen = Vec::new();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let folder = Folder::new();
        folder.write_all(&exports);
        for index in order {
            folder.map([exports[index].0]);
        }
        seen.push(folder.topic_map());
    }
    let once = Folder::new();
    once.write_all(&exports);
    seen.push(once.map(["a.txt", "b.jsonl", "c.csv"]));
    for map in &seen {
        assert_eq!((counted(map, "papers"), counted(map, "duplicates")), (5, 10));
        assert_eq!(ids(map), ids(&seen[0]));
        for paper in list(map, "papers") {
            assert_eq!(texts(paper, "sources"), ["a.txt", "b.jsonl", "c.csv"]);
            assert!(paper["doi"].as_str().is_some_and(|doi| doi.starts_with("10.5555/x")), "{paper}");
        }
        assert_balance(map);
    }
}

#[test]
fn one_word_changed_is_decided_the_same_way_every_time() {
    let exports = three_exports();
    let [first, second] = [abstracts()[0], abstracts()[4]];
    let edited = [first.replace("weeks", "months"), second.replace("predict", "foretell")];
    let edit = titled(&[("T0", &edited[0]), ("T1", &edited[1])]);
    let maps = [["a.txt", "edit.jsonl"], ["edit.jsonl", "a.txt"]].map(|names| {
        let folder = Folder::new();
        folder.write("a.txt", &exports[0].1);
        folder.write("edit.jsonl", &edit);
        folder.map(names)
    });
    assert_eq!(ids(&maps[0]), ids(&maps[1]));
    assert!((5..=7).contains(&counted(&maps[0], "papers")));
    assert_balance(&maps[0]);
}

#[test]
fn nothing_but_markup_is_no_paper() {
    let mut pairs: Vec<(&str, &str)> = vec![
        ("E0", "<p></p>"),
        ("E1", "$$"),
        ("E2", "\u{200b}\u{200b}"),
        ("E3", "..."),
        ("E4", "—"),
        ("E5", "<jats:p> </jats:p>"),
        ("E6", "\\cite{a,b}"),
        ("E7", "&nbsp;"),
        ("E8", "1."),
        ("E9", "###"),
        ("E10", "http://example.org/"),
    ];
    let all_empty = Folder::with_dump(titled(&pairs));
    all_empty.run(["map", "dump.txt"]).refused(&["dump.txt"]);
    assert!(!all_empty.join("topic-map").exists());
    pairs.extend([("ok1", abstracts()[0]), ("ok2", abstracts()[4])]);
    let folder = Folder::with_dump(titled(&pairs));
    let map = folder.map(["dump.txt"]);
    assert_eq!((counted(&map, "papers"), counted(&map, "set_aside")), (2, 11));
    assert!(
        map["counts"]["set_aside_by_reason"]["empty-after-cleaning"].as_u64() >= Some(7),
        "{}",
        map["counts"]
    );
    let drawing = folder.report("map.svg");
    assert!(!drawing.contains("NaN") && !drawing.contains("Infinity") && !drawing.contains("inf"));
}

#[test]
fn a_header_alone_is_no_paper() {
    for content in [format!("{HEADER}\n"), String::new(), "[]".to_owned(), "\n\n".to_owned()] {
        let folder = Folder::with_dump(content);
        folder.run(["map", "dump.txt"]).refused(&["dump.txt"]);
        assert!(!folder.join("topic-map").exists());
    }
}
