//! Shortening between words.

/// The most characters of a headline.
pub(super) const LONGEST: usize = 104;

/// A clause boundary this far into the room is better than a later word boundary.
const EARLIEST_CLAUSE: usize = 80;

/// Words that leave a reader hanging.
const HANGING: [&str; 45] = [
    "a",
    "an",
    "the",
    "of",
    "and",
    "or",
    "to",
    "in",
    "on",
    "for",
    "with",
    "by",
    "as",
    "at",
    "from",
    "that",
    "which",
    "is",
    "are",
    "be",
    "via",
    "into",
    "than",
    "its",
    "their",
    "both",
    "between",
    "under",
    "through",
    "where",
    "when",
    "while",
    "can",
    "may",
    "using",
    "over",
    "such",
    "this",
    "these",
    "those",
    "our",
    "not",
    "based",
    "whether",
    "resulting",
];

/// `text` without its last stop, shortened to [`LONGEST`] characters with an ellipsis.
pub(super) fn cut(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ',', ';', ':']);
    let Some((limit, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    // The room is one character less, for the ellipsis.
    let room = &text[..text[..limit].char_indices().next_back().map_or(0, |(at, _)| at)];
    let words = room.rfind(' ').map_or(room, |at| &room[..at]);
    let clause = words
        .rmatch_indices([',', ';'])
        .map(|(at, _)| at)
        .find(|&at| words[at..].starts_with(", ") || words[at..].starts_with("; "));
    let enough = |at: &usize| words[..*at].chars().count() >= EARLIEST_CLAUSE;
    let kept = clause.filter(enough).map_or_else(|| without_hanging(words), |at| &words[..at]);
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '(', '-', '–']))
}

fn without_hanging(mut text: &str) -> &str {
    while let Some((rest, last)) = text.rsplit_once(' ') {
        let opens = last.starts_with('(') && !last.contains(')');
        if !opens && !HANGING.contains(&last.to_lowercase().as_str()) {
            break;
        }
        text = rest;
    }
    text
}

/// `text` with a capital at the start, unless its first word has its own way.
pub(super) fn sentence_case(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(letter) if first.chars().skip(1).all(|c| !c.is_uppercase()) => {
            letter.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// `what` without a leading definite article, and without the words that only repeat `name`.
pub(super) fn without_article(what: &str, name: &str) -> String {
    let repeats = [" ({})", ", named {},", ", called {},", " (named {})", " named {}", " called {}", ", {},"];
    let plain = repeats.iter().map(|form| form.replace("{}", name)).find(|form| what.contains(form.as_str()));
    let what = plain.map_or_else(|| what.to_owned(), |form| what.replacen(&form, "", 1));
    what.strip_prefix("the ").unwrap_or(&what).to_owned()
}
