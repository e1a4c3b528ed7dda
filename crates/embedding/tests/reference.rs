//! The embedder with the real model, beside the Python reference and beside stock candle.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test says what it fetches and fails by panicking"
)]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::OnceLock;

use papermap_embedding::model::{Manifest, ModelFolder, Places, fetch};
use papermap_embedding::{EmbedError, Embedded, Embedder, Precision};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
    tokens: usize,
    vector: Vec<f32>,
}

fn golden() -> Vec<Case> {
    let text = include_str!("../../../tests/golden/embeddings.json");
    serde_json::from_str::<Golden>(text).unwrap().cases
}

fn folder() -> &'static ModelFolder {
    static FOLDER: OnceLock<ModelFolder> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let places = Places::from_environment(None);
        fetch(&Manifest::built_in().models[0], &places, &mut |event| eprintln!("{event:?}")).unwrap()
    })
}

fn embedder() -> &'static Embedder {
    static EMBEDDER: OnceLock<Embedder> = OnceLock::new();
    EMBEDDER.get_or_init(|| Embedder::load(folder(), Precision::Auto).unwrap())
}

fn embed(texts: &[&str]) -> Result<Embedded, EmbedError> {
    embedder().embed(texts, &|_, _| ControlFlow::Continue(()))
}

fn bits(embedded: &Embedded, row: usize) -> Vec<u32> {
    embedded.vectors.row(row).iter().map(|value| value.to_bits()).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn vectors_and_lengths_equal_the_python_reference() {
    let cases = golden();
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let embedded = embed(&texts).unwrap();
    for (row, case) in cases.iter().enumerate() {
        let similarity = cosine(&embedded.vectors.row(row).to_vec(), &case.vector);
        assert!(similarity >= 0.999_99, "cosine {similarity} for {:.60}", case.text);
        assert_eq!(embedded.tokens[row].total, case.tokens, "{:.60}", case.text);
        assert_eq!(embedded.tokens[row].cut, case.tokens.saturating_sub(256), "{:.60}", case.text);
    }
}

#[test]
fn vectors_equal_those_of_stock_candle() {
    let cases = golden();
    let texts: Vec<&str> = cases.iter().take(6).map(|case| case.text.as_str()).collect();
    let least = embedder().agreement(folder(), &texts).unwrap();
    assert!((0.999_999..=1.000_001).contains(&least), "least cosine {least}");
}

#[test]
fn a_vector_has_the_same_bits_alone_in_any_batch_and_on_any_number_of_threads() {
    let cases = golden();
    let mut texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let together = embed(&texts).unwrap();
    texts.reverse();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let reversed = pool(1).install(|| embed(&texts)).unwrap();
    let spread = pool(4).install(|| embed(&texts)).unwrap();
    for (row, case) in cases.iter().enumerate() {
        let alone = embed(&[case.text.as_str()]).unwrap();
        assert_eq!(bits(&together, row), bits(&alone, 0));
        assert_eq!(bits(&together, row), bits(&reversed, texts.len() - 1 - row));
        assert_eq!(bits(&together, row), bits(&spread, texts.len() - 1 - row));
    }
}

#[test]
fn a_long_text_equals_its_beginning_and_is_counted() {
    let long = "the map of papers ".repeat(600_000);
    let embedded = embed(&[&long, &long[..18 * 300]]).unwrap();
    assert_eq!(bits(&embedded, 0), bits(&embedded, 1));
    assert_eq!(embedded.tokens[0].total, 4 * 600_000 + 2);
    assert_eq!(embedded.tokens[0].cut, 4 * 600_000 + 2 - 256);
}

#[test]
fn every_vector_has_unit_length() {
    let cases = golden();
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    for row in embed(&texts).unwrap().vectors.rows() {
        let length: f64 = row.iter().map(|&value| f64::from(value).powi(2)).sum();
        assert!((length - 1.0).abs() < 1e-6, "squared length {length}");
    }
}

#[test]
fn a_blank_text_is_refused_with_its_position() {
    for blank in ["", " \n\t", "\u{a0}"] {
        assert!(matches!(embed(&["a paper", blank]), Err(EmbedError::Blank { index: 1 })));
    }
}

#[test]
fn no_texts_give_no_rows() {
    assert_eq!(embed(&[]).unwrap().vectors.dim(), (0, 384));
}

#[test]
fn the_caller_can_stop_the_run() {
    let result = embedder().embed(&["a paper", "another"], &|_, _| ControlFlow::Break(()));
    assert!(matches!(result, Err(EmbedError::Cancelled { total: 2, .. })));
}

/// The model's folder with another weight file.
fn with_weights(bytes: &[u8]) -> (tempfile::TempDir, ModelFolder) {
    let copy = tempfile::tempdir().unwrap();
    for file in [folder().config(), folder().tokenizer()] {
        std::fs::copy(&file, copy.path().join(file.file_name().unwrap())).unwrap();
    }
    std::fs::write(copy.path().join("model.safetensors"), bytes).unwrap();
    let path: PathBuf = copy.path().to_owned();
    (copy, ModelFolder { path, ..folder().clone() })
}

#[test]
fn a_truncated_weight_file_is_refused_by_name() {
    let bytes = std::fs::read(folder().weights()).unwrap();
    let (_copy, folder) = with_weights(&bytes[..bytes.len() / 2]);
    let error = Embedder::load(&folder, Precision::Auto).unwrap_err().to_string();
    assert!(error.contains("model.safetensors") && error.contains("fetch"), "{error}");
}

#[test]
fn a_weight_that_is_not_a_number_is_refused_by_name() {
    let mut bytes = std::fs::read(folder().weights()).unwrap();
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    let (_copy, folder) = with_weights(&bytes);
    let error = Embedder::load(&folder, Precision::Auto).unwrap_err();
    assert!(matches!(&error, EmbedError::NotFinite { tensor, .. } if !tensor.is_empty()), "{error}");
}
