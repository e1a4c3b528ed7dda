//! Notices of withdrawal.

/// Longer texts are no notices, even where they start like one.
const LONGEST: usize = 1500;

/// Bytes in which a notice says that it is one.
const HEAD: usize = 120;

const WITHDRAWN: [&str; 2] = ["withdrawn", "retracted"];

/// Words between the start of a notice and the word above.
const BEFORE: &str = "this the our paper article submission manuscript preprint work note version submitted chapter \
    entry abstract has been was is have temporarily why now e-print";

/// Words after the word above where a notice starts with it; people and materials can be withdrawn too.
const AFTER: [&str; 15] = [
    "",
    "by",
    "due",
    "because",
    "and",
    "submission",
    "paper",
    "article",
    "as",
    "on",
    "pending",
    "temporarily",
    "at",
    "per",
    "since",
];

/// Notices that may stand behind an abstract.
const LATER: [&str; 7] = [
    "this paper has been withdrawn",
    "the paper has been withdrawn",
    "this submission has been withdrawn",
    "this manuscript has been withdrawn",
    "this article has been withdrawn",
    "this article has been retracted",
    "this paper was withdrawn",
];

/// Starts of notices in other languages.
const ELSEWHERE: [&str; 19] = [
    "zurückgezogen",
    "diese arbeit wurde zurückgezogen",
    "dieser artikel wurde zurückgezogen",
    "cet article a été retiré",
    "article retiré",
    "artículo retirado",
    "este artículo ha sido retirado",
    "artigo retirado",
    "este artigo foi retirado",
    "articolo ritirato",
    "ingetrokken",
    "статья отозвана",
    "отозвана",
    "撤回",
    "本文已撤回",
    "已撤稿",
    "撤稿",
    "取り下げ",
    "철회",
];

/// Whether `text`, which is cleaned, says that the paper was withdrawn.
pub(super) fn is_notice(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let head = text[..text.floor_char_boundary(HEAD)].to_lowercase();
    let head = head.trim_start_matches(|c: char| !c.is_alphanumeric());
    starts_notice(head)
        || ELSEWHERE.iter().any(|start| head.strip_prefix(start).is_some_and(ends_word))
        || WITHDRAWN.iter().any(|word| text.contains(word)) && has_later_notice(text)
}

fn has_later_notice(text: &str) -> bool {
    let lower = text.to_lowercase();
    LATER.iter().any(|notice| lower.contains(notice))
}

fn starts_notice(head: &str) -> bool {
    let mut words = head.split(' ').take(8).map(|word| word.trim_matches(['(', '[', '*', '"']));
    let (mut first, mut named) = (true, false);
    while let Some(word) = words.next() {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if WITHDRAWN.contains(&bare) {
            let next = words.next().unwrap_or_default();
            let follows = AFTER.contains(&next) || next.starts_with(['-', '–', '—']);
            return named || first && (bare.len() < word.len() || follows);
        }
        if !BEFORE.split(' ').any(|known| known == bare) {
            return false;
        }
        first = false;
        named |= !matches!(bare, "this" | "the" | "our");
    }
    false
}

/// Whether a word ends before `rest`; scripts without spaces have no such ends.
fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphabetic() && c < '\u{2e80}')
}

/// Whether a decision or status says that the paper was withdrawn.
pub(crate) fn says_withdrawn(status: &str) -> bool {
    let status = status.to_lowercase();
    WITHDRAWN.iter().any(|word| status.contains(word) && !status.contains(&format!("not {word}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_known() {
        for text in [
            "This paper has been withdrawn by the author.",
            "Withdrawn.",
            "Paper withdrawn due to an error",
            "[Withdrawn]",
            "Withdrawn Submission",
            "WITHDRAWN: see the later version",
            "(withdrawn.) For every lambda we give a group.",
            "Withdrawn and replaced by two papers",
            "Withdrawn by author - superseded",
            "This has been withdrawn by the authors.",
            "The paper submitted has been withdrawn for revision.",
            "Why withdrawn: the theorem fails",
            "Retracted temporarily to fix things.",
            "The paper was retracted.",
            "Zurückgezogen",
            "Artículo retirado.",
            "本文已撤回。",
            "撤回",
            "Статья отозвана автором",
            "We prove it. This paper has been withdrawn by the author.",
        ] {
            assert!(is_notice(text), "{text}");
        }
    }

    #[test]
    fn texts_are_no_notices() {
        for text in [
            "We withdraw money.",
            "Withdrawn users of social networks return in spring.",
            "Drugs were withdrawn from sale.",
            "This paper studies withdrawn drugs.",
            "Retracted articles are cited for years.",
            "The retracted state of a cat's claw",
            "The withdrawn drug was harmful",
            "",
        ] {
            assert!(!is_notice(text), "{text}");
        }
        assert!(!is_notice(&format!("Withdrawn. {}", "Trams are late. ".repeat(100))));
    }

    #[test]
    fn statuses_are_read() {
        for status in ["Withdrawn Submission", "ICLR 2024 Conference Withdrawn Submission", "Retracted"] {
            assert!(says_withdrawn(status), "{status}");
        }
        for status in ["Accept (poster)", "not withdrawn", "Desk reject", ""] {
            assert!(!says_withdrawn(status), "{status}");
        }
    }
}
