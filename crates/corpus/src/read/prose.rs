//! Prose told from titles, names, lists and addresses, in any script.

/// Whether `text` reads like sentences of an abstract: long, with the end of a sentence, no list and no address.
pub(super) fn is_prose(text: &str) -> bool {
    /// Bytes, so that a script that says more in a letter needs fewer letters.
    const SHORTEST: usize = 100;
    let text = text.trim();
    text.len() >= SHORTEST
        && holds_sentence_end(text)
        && !is_address(text)
        && !is_list(text)
        && is_spoken(text)
}

/// Whether `text` could be a title: a few words, no sentence end after them.
pub(super) fn is_title(text: &str) -> bool {
    const LONGEST: usize = 300;
    let text = text.trim();
    let ends = text.ends_with(['.', '。', '．', ',', ';', ':', '，', '、']) && !text.ends_with("...");
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let says_much = words > 2 || text.chars().filter(|&c| is_wide(c)).count() > 4;
    (5..=LONGEST).contains(&text.len())
        && !text.contains(['\n', '\r'])
        && says_much
        && !ends
        && !is_address(text)
}

/// Whether `text` is nothing but a web address, a mail address or a path.
pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    ["http://", "https://", "www.", "doi:", "10."].iter().any(|start| text.starts_with(start))
        && !text.contains(char::is_whitespace)
        || text.contains('@') && !text.contains(' ')
}

/// Whether `text` is many short parts between semicolons or bars.
fn is_list(text: &str) -> bool {
    let separators = text.matches([';', '|']).count();
    separators > 2 && text.len() / (separators + 1) < 60
}

fn holds_sentence_end(text: &str) -> bool {
    const ENDS: [char; 9] = ['.', '!', '?', '。', '．', '！', '？', '।', '؟'];
    let text = text.trim_end_matches(['"', '\'', ')', '”', '’', '»']);
    text.ends_with(ENDS)
        || [". ", "? ", "! ", "。", "．", "। ", "؟ ", ".\n", ".\r"].iter().any(|end| text.contains(end))
}

/// Whether enough words start with a small letter, unlike names; scripts without small letters pass.
fn is_spoken(text: &str) -> bool {
    let first = |word: &str| word.chars().find(|c| c.is_alphanumeric());
    let (mut small, mut large) = (0, 0);
    for letter in text.split_whitespace().filter_map(first) {
        small += usize::from(letter.is_lowercase());
        large += usize::from(letter.is_uppercase());
    }
    small >= large
}

/// Whether `letter` is of a script that writes words without spaces.
pub(super) fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_told_from_lists_and_names() {
        for text in [
            "Trams are late in winter because the points freeze. We ask whether heating every third point is enough.",
            "本研究では，冬の路面電車が遅れる理由を調べ，三つに一つの分岐器を温めることで遅れが半分になることを示す．",
            "Мы изучаем, почему трамваи опаздывают зимой, и предлагаем греть каждую третью стрелку.",
        ] {
            assert!(is_prose(text), "{text}");
            assert!(!is_title(text), "{text}");
        }
        for text in [
            "Trams are late.",
            "Wanru Zhao; Yihong Chen; Royson Lee; Xinchi Qiu; Yan Gao; Hongxiang Fan; Nicholas D. Lane; Zoe Q. Ng",
            "Ann B. Miller (University of Somewhere), Carl D. Weber (Institute of Trams), Eva F. Braun (City of Rails)",
            "https://example.org/a/very/long/address/that/ends/with/a/stop/and/has/more/than/a/hundred/letters/in/it.pdf.",
        ] {
            assert!(!is_prose(text), "{text}");
        }
    }

    #[test]
    fn titles_are_short_and_open() {
        for text in
            ["Heating Points of Trams", "Why are trams late?", "路面電車の遅れについて", "On late trams ..."]
        {
            assert!(is_title(text), "{text}");
        }
        for text in
            ["coffee", "We heat points of trams.", "https://example.org/a-b", "2024-05-01", "a\nb c d"]
        {
            assert!(!is_title(text), "{text}");
        }
    }
}
