//! The other parts of the page: the sums, the account, the method.

use std::fmt::Write;

use super::escape::markup;
use super::outline::area_counts;
use super::page_data::{count, grouped, percent};
use super::palette::{self, Look};
use super::standing;
use crate::topic_map::{Counts, Receipt, SourceEntry, TopicMap};

/// The sums as sentences.
pub(super) fn lead(map: &TopicMap) -> String {
    let counts = &map.counts;
    let areas = match area_counts(&map.areas) {
        none if none.is_empty() => none,
        some => format!(" of <b>{some}</b>"),
    };
    let mut text = format!(
        "<b>{}</b> in <b>{}</b>{areas}, read from {} in {}. ",
        count(counts.papers, "paper"),
        count(counts.topics, "topic"),
        count(counts.records, "record"),
        count(counts.dumps, "dump"),
    );
    let duplicates = match counts.duplicates {
        0 => "No duplicates".to_owned(),
        1 => "1 duplicate merged".to_owned(),
        many => format!("{} duplicates merged", grouped(many)),
    };
    let set_aside = match counts.set_aside {
        0 => "nothing set aside.".to_owned(),
        many => format!("{} set aside.", grouped(many)),
    };
    let _ = write!(text, "{duplicates}, {set_aside}");
    text
}

/// The marks, defined once for the whole page.
pub(super) fn marks() -> String {
    let mut marks = String::new();
    for (index, path) in palette::marks().iter().enumerate() {
        let _ = write!(marks, "<path id=\"m{index}\" d=\"{path}\"/>");
    }
    marks
}

/// The mark of a topic in its colour.
pub(super) fn mark(id: &str) -> String {
    let look = Look::of(id);
    format!(
        "<svg class=\"mark c{}\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><use href=\"#m{}\"/></svg>",
        look.colour, look.mark
    )
}

/// What became of every record.
pub(super) fn account(map: &TopicMap) -> String {
    let counts = &map.counts;
    let mut html = format!(
        "<p>{} = {} + {} merged + {} set aside.</p>",
        count(counts.records, "record"),
        count(counts.papers, "paper"),
        count(counts.duplicates, "duplicate"),
        grouped(counts.set_aside),
    );
    let _ = write!(html, "<p>{}</p>", unread(counts, map.receipt.token_limit));
    if counts.suspect > 0 {
        let _ = write!(html, "<p>Text that looks damaged: {}.</p>", count(counts.suspect, "paper"));
    }
    if counts.other_language > 0 {
        let papers = count(counts.other_language, "paper");
        let _ = write!(html, "<p>In a language that the model does not read: {papers}.</p>");
    }
    if counts.versions > 0 {
        let papers = count(counts.versions, "paper");
        let _ = write!(html, "<p>Linked as versions of one work, not merged: {papers}.</p>");
    }
    html.push_str(&dumps(&map.sources));
    html.push_str(&set_aside(map));
    html
}

fn unread(counts: &Counts, limit: usize) -> String {
    if counts.cut_tokens == 0 {
        return format!("The model read every text whole; its limit is {} tokens.", grouped(limit));
    }
    format!(
        "The model reads {} tokens of a text. {} {} longer; {} of {} tokens ({}) were not read.",
        grouped(limit),
        count(counts.cut_papers, "text"),
        if counts.cut_papers == 1 { "was" } else { "were" },
        grouped(counts.cut_tokens),
        grouped(counts.tokens),
        percent(counts.cut_tokens as f64 / counts.tokens.max(1) as f64),
    )
}

fn dumps(sources: &[SourceEntry]) -> String {
    let mut html =
        "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Dump</th><th scope=\"col\" class=\"words\">Format</th>\
         <th scope=\"col\">Records</th><th scope=\"col\">New papers</th><th scope=\"col\">Duplicates</th>\
         <th scope=\"col\">Set aside</th></tr></thead><tbody>\n"
            .to_owned();
    for source in sources {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\" dir=\"auto\">{}{}</th><td class=\"words whole\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            markup(&source.name),
            newer(source, sources),
            markup(&format!("{}, {}", source.format, source.encoding)),
            grouped(source.records),
            grouped(source.papers),
            grouped(source.duplicates),
            grouped(source.set_aside.len()),
        );
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Says that a dump has a newer version, by name where it is another one.
fn newer(source: &SourceEntry, sources: &[SourceEntry]) -> String {
    let Some(digest) = &source.replaced_by else { return String::new() };
    let newer = sources.iter().find(|other| other.digest == *digest && other.name != source.name);
    let name = newer.map_or_else(String::new, |newer| format!(": {}", markup(&newer.name)));
    format!(" <small class=\"hint\">older version, replaced by a newer one{name}</small>")
}

fn set_aside(map: &TopicMap) -> String {
    if map.sources.iter().all(|source| source.set_aside.is_empty()) {
        return String::new();
    }
    let reasons: Vec<String> = map
        .counts
        .set_aside_by_reason
        .iter()
        .map(|(reason, records)| format!("{} {}", markup(reason), grouped(*records)))
        .collect();
    let mut html = format!(
        "<details><summary>Records set aside: {}</summary><div class=\"scroll\"><table><thead><tr>\
         <th scope=\"col\">Dump</th><th scope=\"col\">Line</th><th scope=\"col\" class=\"words\">Reason</th>\
         <th scope=\"col\" class=\"words\">What was found</th></tr></thead><tbody>\n",
        reasons.join(", "),
    );
    for source in &map.sources {
        for record in &source.set_aside {
            let _ = writeln!(
                html,
                "<tr><th scope=\"row\" dir=\"auto\">{}</th><td>{}</td><td class=\"words whole\">{}</td><td class=\"words\" dir=\"auto\">{}</td></tr>",
                markup(&source.name),
                record.line,
                markup(&record.reason),
                markup(&record.detail),
            );
        }
    }
    html.push_str("</tbody></table></div></details>");
    html
}

/// What the result follows from.
pub(super) fn method(map: &TopicMap) -> String {
    let receipt = &map.receipt;
    let mut html = format!("<h3>How a topic is judged</h3><p>{}</p><dl>", standing::meaning());
    for (name, value) in receipt_lines(receipt) {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", markup(&value));
    }
    for (source, digest) in map.sources.iter().zip(&receipt.inputs) {
        let _ = writeln!(
            html,
            "<div><dt dir=\"auto\">{}</dt><dd><code>{}</code></dd></div>",
            markup(&source.name),
            markup(digest)
        );
    }
    html.push_str("</dl>");
    html
}

fn receipt_lines(receipt: &Receipt) -> [(&'static str, String); 8] {
    let revision =
        receipt.model_revision.as_deref().map_or_else(String::new, |id| format!(", revision {id}"));
    [
        ("Program", format!("papermap {}", receipt.program)),
        ("Model", format!("{}{revision}", receipt.model)),
        ("Token limit", grouped(receipt.token_limit)),
        ("Precision", receipt.precision.clone()),
        ("Instructions", receipt.isa.clone()),
        ("Cleaning rules", format!("version {}", receipt.cleaning)),
        ("Seed", receipt.seed.to_string()),
        ("Fingerprint", receipt.fingerprint.clone()),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn the_lead_says_what_became_of_the_records() {
        let mut map = sample::map(34, 7);
        map.counts.duplicates = 1;
        map.counts.set_aside = 0;
        let text = lead(&map);
        assert!(text.starts_with("<b>34 papers</b> in <b>7 topics</b>, read from 37 records in 1 dump. "));
        assert!(text.ends_with("1 duplicate merged, nothing set aside."));
        let text = lead(&sample::nested(48, 12, 2));
        assert!(
            text.starts_with("<b>48 papers</b> in <b>12 topics</b> of <b>2 and 4 areas</b>, read"),
            "{text}"
        );
    }

    #[test]
    fn the_account_names_every_record_set_aside() {
        let text = account(&sample::map(34, 7));
        assert!(text.contains("37 records = 34 papers + 2 duplicates merged + 1 set aside."), "{text}");
        assert!(text.contains("<td>7</td><td class=\"words whole\">no-abstract</td>"));
        assert!(text.contains("34 texts were longer; 1,496 of 10,200 tokens (15\u{a0}%) were not read."));
    }

    #[test]
    fn the_account_counts_other_languages_and_versions() {
        let mut map = sample::map(34, 7);
        let said = ["In a language that the model does not read: 1 paper.", "not merged: 2 papers."];
        assert!(said.iter().all(|said| !account(&map).contains(said)));
        (map.counts.other_language, map.counts.versions) = (1, 2);
        assert!(said.iter().all(|said| account(&map).contains(said)));
    }
}
