//! Words that the person does not want to read.

use std::collections::BTreeSet;

use super::corpus::Words;

/// Words and phrases that are kept out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StopWords {
    /// Out of phrases and labels, sorted.
    phrases: Vec<String>,
    /// Out of labels only, sorted.
    labels: Vec<String>,
}

impl StopWords {
    /// Reads the content of two files: what is kept out of phrases and labels, and what out of labels only.
    ///
    /// One word or phrase a line; what follows `#` is a remark. Case does not matter, and all forms of a word are one. A
    /// word bars every phrase that holds it, a phrase every one that holds all its words in a row.
    #[must_use]
    pub fn read(phrases: &str, labels: &str) -> Self {
        Self { phrases: lines(phrases), labels: lines(labels) }
    }

    /// Whether nothing is kept out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty() && self.labels.is_empty()
    }

    /// What bars phrases.
    pub(crate) fn of_phrases(&self, words: &Words) -> Barred {
        Barred::of(words, &self.phrases)
    }

    /// What bars phrases from labels.
    pub(crate) fn of_labels(&self, words: &Words) -> Barred {
        Barred::of(words, self.phrases.iter().chain(&self.labels))
    }
}

fn lines(content: &str) -> Vec<String> {
    let content = content.trim_start_matches('\u{feff}');
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_lowercase();
    let mut lines: Vec<String> = content.lines().map(line).filter(|line| !line.is_empty()).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// Rows of stems that no phrase may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Barred(BTreeSet<Vec<u32>>);

impl Barred {
    fn of<'a>(words: &Words, lines: impl IntoIterator<Item = &'a String>) -> Self {
        // In capitals, `3D` is a word; in small letters it is none.
        let read = |line: &String| match words.stems_of(line) {
            stems if stems.is_empty() => words.stems_of(&line.to_uppercase()),
            stems => stems,
        };
        let stems = lines.into_iter().map(read);
        Self(stems.filter(|stems| !stems.is_empty()).collect())
    }

    /// Whether a phrase of these `stems` is kept out.
    pub(crate) fn bars(&self, stems: &[u32]) -> bool {
        (1..=stems.len()).any(|length| stems.windows(length).any(|part| self.0.contains(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_line_by_line() {
        let read =
            StopWords::read("\u{feff}Proteins\n# a remark\n\n graph networks # too wide\r\n", "LLM\nLLM");
        assert_eq!(
            (read.phrases, read.labels),
            (vec!["graph networks".to_owned(), "proteins".to_owned()], vec!["llm".to_owned()])
        );
        assert!(StopWords::read("# nothing\n", "").is_empty() && StopWords::default().is_empty());
    }

    #[test]
    fn case_does_not_matter_to_words_with_digits() {
        let words = Words::read(&[("", "3D scenes and a 3D camera")], &[]);
        let bars = |line: &str| StopWords::read(line, "").of_phrases(&words).bars(&words.stems_of("3D"));
        assert!(bars("3d") && bars("3D"));
    }

    #[test]
    fn words_bar_by_stem_and_phrases_in_a_row() {
        let words = Words::read(&[("", "Graph network, network graph, protein folding, LLMs")], &[]);
        let stop = StopWords::read("Proteins\ngraph networks\nthe\nspaceship", "llms");
        let bars = |text: &str| stop.of_phrases(&words).bars(&words.stems_of(text));
        assert!(bars("protein folding") && bars("graph network") && !bars("network graph") && !bars("LLM"));
        assert!(stop.of_labels(&words).bars(&words.stems_of("LLM")));
    }
}
