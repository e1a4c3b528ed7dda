//! Texts that stand for a missing abstract.

/// Longer texts say more than that there is no abstract.
const LONGEST: usize = 120;

/// Whole texts of one word, in lower case, without the punctuation around them.
const WORDS: &str = "#n/a abstract empty n.a n/a na nan nil no none null pending placeholder tba tbc tbd todo \
    undefined unknown unavailable xxx 待补充 无 無 なし 無し 暂无 없음 нет k.a s/o #value #ref";

/// Whole texts of several words.
const PHRASES: [&str; 27] = [
    "abstract coming soon",
    "abstract missing",
    "abstract n/a",
    "abstract na",
    "abstract tba",
    "abstract to come",
    "abstract to follow",
    "coming soon",
    "no aplica",
    "no disponible",
    "not applicable",
    "not available",
    "not given",
    "not provided",
    "placeholder abstract",
    "see full text",
    "see paper",
    "see pdf",
    "to appear",
    "to be added",
    "to be announced",
    "to be confirmed",
    "to be determined",
    "will be added",
    "k. a",
    "keine angabe",
    "sans objet",
];

/// What an abstract is called, longer names first.
const NAMES: &str = "zusammenfassung samenvatting streszczenie streszczenia sammanfattning аннотация аннотации \
    анотація анотації riassunto sommario abstracts abstract abstrakt abstraktu summary resumen \
    resumo résumé resume özet 摘要 要旨 抄録 概要 초록 ملخص";

/// Words that say that there is none.
const MISSING: &str = "no not without unavailable missing none kein keine nicht fehlt pas aucun aucune indisponible \
    sans sin sem não nessun nessuno senza non geen niet brak ingen inget ikke není yok нет немає \
    отсутствует відсутня недоступна 暂无 无 無 暂缺 なし 없음 غير لا";

/// Words that may stand beside them; any other word says more.
const FILLERS: &str = "is are was has have been yet currently available provided supplied found given present there for \
    this the an a of in at time paper article entry item record submission talk document publication \
    english verfügbar vorhanden verfuegbar ist de du disponible disponibile disponibles n'est est \
    cet pour hay este para ha se disponível há è il beschikbaar er dostępny dostępne tillgänglig \
    tillgængelig tilgjengelig k dispozici mevcut değil на русском статьи к статье متوفر متاح يوجد \
    author by posted entered el online existe le";

/// Starts of texts that fill a form or a page.
const FILLING: [&str; 6] = [
    "lorem ipsum",
    "please enter abstract",
    "enter abstract here",
    "enter your abstract",
    "insert abstract here",
    "type your abstract",
];

/// Whether `text`, which is cleaned, stands for a missing abstract, in one of the languages above.
pub(super) fn is_placeholder(text: &str) -> bool {
    if matches!(text, "-" | "--" | "?") {
        return true;
    }
    if text.len() > LONGEST {
        return text.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("lorem ipsum"));
    }
    let text = text.to_lowercase();
    let text = bare(text.strip_prefix("abstract:").unwrap_or(&text));
    lists(WORDS, text)
        || PHRASES.contains(&text)
        || FILLING.iter().any(|start| text.starts_with(start))
        || says_missing(text)
}

/// Whether `words`, separated by spaces, has `word`.
fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// `text` without punctuation around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[](){}<>.:;,\"'*!?-–—_…“”。「」（）【】".contains(c))
}

/// Whether `text` names an abstract and says that it is missing, and nothing else.
fn says_missing(text: &str) -> bool {
    let Some(name) = NAMES.split(' ').find(|name| text.contains(name)) else { return false };
    let rest = text.replacen(name, " ", 1);
    let mut missing = false;
    for word in rest.split_whitespace().map(bare).filter(|word| !word.is_empty()) {
        if lists(MISSING, word) {
            missing = true;
        } else if !lists(FILLERS, word) && !lists(NAMES, word) {
            return false;
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_known() {
        for text in [
            "n/a",
            "NA",
            "nan",
            "None",
            "[No abstract available.]",
            "-",
            "TBD",
            "TBA",
            "N/A.",
            "(n.a.)",
            "Abstract",
            "No abstract available",
            "Abstract not available",
            "Abstract not available.",
            "Abstract: N/A",
            "No abstract is available for this article.",
            "There is no abstract available for this paper",
            "This article has no abstract",
            "[ABSTRACT MISSING]",
            "Abstract is not yet available",
            "No abstract.",
            "Kein Abstract verfügbar",
            "Zusammenfassung nicht verfügbar",
            "Pas de résumé disponible",
            "Résumé non disponible",
            "Sin resumen",
            "Resumen no disponible",
            "Resumo não disponível",
            "Sem resumo",
            "Abstract non disponibile",
            "Nessun riassunto disponibile",
            "Geen samenvatting beschikbaar",
            "Brak streszczenia",
            "Аннотация отсутствует",
            "Нет аннотации",
            "暂无摘要",
            "无摘要",
            "要旨なし",
            "초록 없음",
            "Özet yok",
            "ملخص غير متوفر",
            "Lorem ipsum dolor sit amet",
            "Enter abstract here",
            "#N/A",
            "#VALUE!",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn texts_are_no_stand_ins() {
        for text in [
            "coffee",
            "No abstraction is free.",
            "Abstract interpretation is not complete",
            "Abstract algebra",
            "There is no summary of tram delays",
            "An abstract argument without numbers",
            "Not available in stores",
            "No free lunch",
            "Nothing",
            "[UNK]",
            "",
            "Sin trenes",
            "要旨",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
