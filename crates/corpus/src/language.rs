//! The language of a paper.

/// Words that only English has so often.
const ENGLISH: [&str; 34] = [
    "the", "of", "and", "that", "with", "for", "which", "are", "this", "from", "by", "an", "we", "is",
    "these", "our", "be", "can", "its", "have", "has", "not", "but", "into", "such", "using", "show",
    "their", "between", "when", "than", "were", "been", "paper",
];

/// Words that are looked at: an English abstract may be followed by another one.
const WORDS: usize = 30;
/// Characters that are looked at where the words do not tell.
const CHARACTERS: usize = 600;
/// Texts with fewer letters do not tell their language, unless their script does.
const LEAST_LETTERS: usize = 40;

/// ISO 639-3 code of the language of title and abstract; `None` where it cannot be told.
///
/// English is told by its commonest words, because that is fast; anything else by its script and letter trigrams.
pub(crate) fn language(title: Option<&str>, abstract_text: &str) -> Option<String> {
    let text = if abstract_text.is_empty() { title.unwrap_or_default() } else { abstract_text };
    if is_plainly_english(text) {
        return Some("eng".to_owned());
    }
    let text: String = text.chars().take(CHARACTERS).collect();
    let found = whatlang::detect(&text)?;
    let is_long = text.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS;
    let is_sure = if found.script() == whatlang::Script::Latin {
        is_long && found.is_reliable()
    } else {
        found.confidence() > 0.9
    };
    is_sure.then(|| found.lang().code().to_owned())
}

/// Whether one word in six is a common English one.
fn is_plainly_english(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(WORDS);
    let common =
        words().filter(|word| ENGLISH.iter().any(|english| word.eq_ignore_ascii_case(english))).count();
    common >= 4 && common * 6 >= words().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        language(None, text)
    }

    #[test]
    fn languages_are_told() {
        for (text, code) in [
            (
                "We study the delay of trams and show that the points of a line freeze in the cold of winter.",
                "eng",
            ),
            (
                "Wir untersuchen die Verspätung von Straßenbahnen im Winter und zeigen, dass beheizte Weichen sie halbieren.",
                "deu",
            ),
            (
                "Nous étudions le retard des tramways en hiver et montrons que le chauffage des aiguilles le réduit.",
                "fra",
            ),
            (
                "Мы изучаем опоздания трамваев зимой и показываем, что обогрев стрелок сокращает их вдвое.",
                "rus",
            ),
            ("我们研究冬季有轨电车的延误，并证明加热道岔可以将其减半。", "cmn"),
            ("冬の路面電車の遅れを調べ、分岐器を温めると半分になることを示す。", "jpn"),
            ("겨울철 노면전차의 지연을 연구하고 선로전환기를 가열하면 절반으로 줄어듦을 보인다.", "kor"),
        ] {
            assert_eq!(found(text).as_deref(), Some(code), "{text}");
        }
    }

    #[test]
    fn nothing_is_said_of_a_text_that_does_not_tell() {
        for text in ["", "Trams", "x = 1", "BERT GPT-3 T5"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn the_title_tells_where_there_is_no_abstract() {
        let title = "Über die Verspätung von Straßenbahnen und Bussen im Winter der großen Städte";
        assert_eq!(language(Some(title), "").as_deref(), Some("deu"));
    }
}
