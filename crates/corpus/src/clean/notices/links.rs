//! Web addresses, and the sentences that lead to code, data and pages.

use super::sentences;

/// More words than these say more than where something lies.
const MOST_WORDS: usize = 20;

/// Longer brackets say more.
const LONGEST_BRACKET: usize = 50;

/// Parts of addresses of places that are often written without a scheme.
const PLACES: [&str; 10] = [
    "://",
    "www.",
    "github.com/",
    "github.io",
    "gitlab.com/",
    "bitbucket.org/",
    "huggingface.co/",
    "zenodo.org/",
    "osf.io/",
    "4open.science",
];

/// What some archives write for an address.
const STAND_INS: [&str; 5] = ["this https URL", "this http URL", "this URL", "this url", "[URL]"];

/// Words for what lies there, and for that it lies there.
const RESOURCES: &str = "code codes codebase source sources software implementation implementations data dataset \
                         datasets benchmark benchmarks model models weights checkpoint checkpoints video videos demo \
                         demos page pages project website web webpage site homepage url repository repo github \
                         supplementary material materials package library toolkit tool tools script scripts \
                         resources appendix animations examples samples slides notebook notebooks corpus collection";
const LIES: &str = "available availableat found released release releases accessible accessed download downloaded \
                    provided hosted published open-source open-sourced opensourced opensource visit see at: is are \
                    here: link link: at";

/// Verbs of sentences that tell what the paper does as well.
const TOPICAL: &str = "introduce introduces present presents propose proposes describe describes develop develops design \
                       collect create construct build apply evaluate study show shows demonstrate compare";

/// Whether `text` may hold addresses.
pub(super) fn may_be_in(text: &str) -> bool {
    text.contains('/')
        || ["www.", "github.io", "4open.", "URL", "this url"].iter().any(|part| text.contains(part))
}

fn has_address(text: &str) -> bool {
    PLACES.iter().chain(&STAND_INS).any(|part| text.contains(part))
}

/// `text` without sentences that only lead to an address, and without other addresses.
pub(super) fn strip(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for range in sentences(text) {
        let gap = &text[end..range.start];
        let (first, sentence) = (end == 0, &text[range.clone()]);
        end = range.end;
        if !has_address(sentence) {
            kept.extend([gap, sentence]);
        } else if first || !leads(sentence) {
            kept.extend([gap, without_addresses(sentence).as_str()]);
        }
    }
    kept.truncate(kept.trim_end().len());
    kept
}

/// Whether `sentence` says no more than where code, data or a page lies.
fn leads(sentence: &str) -> bool {
    let without = without_addresses(sentence);
    let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != ':').to_lowercase();
    let words: Vec<String> = without.split(' ').map(bare).filter(|word| !word.is_empty()).collect();
    let has = |list: &str| {
        words
            .iter()
            .any(|word| list.split(' ').any(|known| known == word || known == word.trim_end_matches(':')))
    };
    words.len() <= MOST_WORDS
        && !has(TOPICAL)
        && (words.len() <= 2 || has(RESOURCES) && (has(LIES) || words.len() <= 8))
}

/// `sentence` without addresses, and without brackets around nothing.
fn without_addresses(sentence: &str) -> String {
    let plain = STAND_INS.iter().fold(sentence.to_owned(), |text, stand_in| text.replace(stand_in, ""));
    let mut kept = String::with_capacity(plain.len());
    for word in plain.split(' ').filter(|word| !word.is_empty()) {
        let rest = without_address(word);
        if rest.starts_with(['.', ',', ';', ':', ')', '!', '?']) || kept.is_empty() {
            kept.push_str(&rest);
        } else if !rest.is_empty() {
            kept.extend([" ", &*rest]);
        }
    }
    without_empty_brackets(&kept.replace(" )", ")"))
}

/// `text` without brackets that hold nothing, or only say that something is available at an address.
fn without_empty_brackets(text: &str) -> String {
    let mut kept = text.replace(" ()", "").replace(" []", "");
    for ending in [" at)", " at:)"] {
        while let Some(end) = kept.find(ending) {
            let Some(start) = kept[..end].rfind(" (").filter(|start| end - start < LONGEST_BRACKET) else {
                break;
            };
            kept.replace_range(start..end + ending.len(), "");
        }
    }
    kept
}

/// `word` without the address in it: what stands before it, and the punctuation after it.
fn without_address(word: &str) -> String {
    let Some(place) = PLACES.iter().filter_map(|part| word.find(part)).min() else { return word.to_owned() };
    let start = word[..place]
        .rfind(|c: char| !c.is_ascii_alphanumeric() && !"-._".contains(c))
        .map_or(0, |at| at + word[at..].chars().next().map_or(1, char::len_utf8));
    let end = word.trim_end_matches(['.', ',', ';', ':', ')', ']', '!', '?', '"', '”', '>']).len().max(start);
    let (before, after) = (&word[..start], &word[end..]);
    let pair =
        matches!((before, after.chars().next()), ("(", Some(')')) | ("[", Some(']')) | ("<", Some('>')));
    if pair { after[1..].to_owned() } else { [before, after].concat() }
}
