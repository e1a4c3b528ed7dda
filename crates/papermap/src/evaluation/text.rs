//! An evaluation as people read it.

use super::message::{Agreement, Evaluation, Figures};
use crate::terminal::output::escape_control;
use crate::terminal::table::{Side, counted, render};

/// The evaluation as a few lines and a table.
pub(crate) fn text(evaluation: &Evaluation) -> String {
    let mut head = format!(
        "map     {}: {} in {}\n",
        escape_control(&evaluation.title),
        counted(evaluation.papers, "paper"),
        counted(evaluation.topics, "topic")
    );
    let mut rows = Vec::new();
    if let Some(agreement) = &evaluation.agreement {
        head += &labels_line(agreement);
        rows.extend(agreement_rows(agreement));
    }
    rows.extend(figure_rows(&evaluation.figures));
    format!("{head}\n{}", render(&[("figure", Side::Left), ("value", Side::Right), ("", Side::Left)], &rows))
}

fn labels_line(agreement: &Agreement) -> String {
    let told = [
        (agreement.papers_without_label, "paper", "without"),
        (agreement.papers_of_several_labels, "paper", "with several (the first counts)"),
        (agreement.keys_of_no_paper, "key", "of no paper"),
        (agreement.records_without_label, "record", "without key or label"),
        (agreement.records_that_contradict, "record", "against an earlier one (which counts)"),
    ];
    let told = told.into_iter().filter(|(count, ..)| *count > 0);
    let told = told.map(|(count, noun, what)| format!("; {} {what}", counted(count, noun)));
    format!(
        "labels  {}: {} with one of {} in {}{}\n",
        escape_control(&agreement.file),
        counted(agreement.papers, "paper"),
        counted(agreement.labels, "label"),
        counted(agreement.topics, "topic"),
        told.collect::<String>()
    )
}

fn agreement_rows(agreement: &Agreement) -> [Vec<String>; 6] {
    let purity = format!("share of a paper's {} nearest that have its label", agreement.neighbours);
    [
        row("V-measure", Some(agreement.v_measure), "0 to 1"),
        row("homogeneity", Some(agreement.homogeneity), "topics hold one label, 0 to 1"),
        row("completeness", Some(agreement.completeness), "labels are in one topic, 0 to 1"),
        row("ARI", Some(agreement.adjusted_rand_index), "0 by chance, at most 1"),
        row("AMI", Some(agreement.adjusted_mutual_information), "0 by chance, at most 1"),
        row("neighbour purity", agreement.neighbour_purity, &purity),
    ]
}

fn figure_rows(figures: &Figures) -> [Vec<String>; 7] {
    [
        row("silhouette", figures.macro_silhouette, "papers nearer to their topic than to others, -1 to 1"),
        row("cohesion ratio", Some(figures.cohesion_ratio), "likeness inside topics over that of all"),
        row("stability", figures.stability, "topics come back when papers are left out, 0 to 1"),
        row("phrase coherence", figures.phrase_coherence, "phrases of a topic come together (NPMI), -1 to 1"),
        row("phrase diversity", figures.phrase_diversity, "phrases that no other topic has too, 0 to 1"),
        row(
            "label diversity",
            figures.label_diversity,
            "parts of labels that no other label has too, 0 to 1",
        ),
        row(
            "label coverage",
            figures.label_coverage,
            "papers of a topic that hold its label, median, 0 to 1",
        ),
    ]
}

fn row(name: &str, value: Option<f64>, meaning: &str) -> Vec<String> {
    let value = value.map_or_else(|| "none".to_owned(), |value| format!("{value:.4}"));
    vec![name.to_owned(), value, meaning.to_owned()]
}
