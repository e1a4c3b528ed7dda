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
use papermap_kernels::Isa;
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
    EMBEDDER.get_or_init(|| Embedder::load(folder(), Precision::F32).unwrap())
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

/// An embedder for every path of this CPU in every precision, with the least cosine to f32 that it promises.
fn embedders() -> Vec<(Embedder, f64)> {
    let load = |precision, isa| Embedder::load_on(folder(), precision, isa).unwrap();
    let all = |isa| [(load(Precision::F32, isa), 0.999_99), (load(Precision::Bf16, isa), 0.999)];
    Isa::available().into_iter().flat_map(all).collect()
}

#[test]
fn vectors_and_lengths_equal_the_python_reference_on_every_path() {
    let cases = golden();
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    for (embedder, least) in embedders() {
        let path = format!("{} in {}", embedder.path(), embedder.precision());
        let embedded = embedder.embed(&texts, &|_, _| ControlFlow::Continue(())).unwrap();
        for (row, case) in cases.iter().enumerate() {
            let similarity = cosine(&embedded.vectors.row(row).to_vec(), &case.vector);
            assert!(similarity >= least, "{path}: cosine {similarity} for {:.60}", case.text);
            assert_eq!(embedded.tokens[row].total, case.tokens, "{:.60}", case.text);
            assert_eq!(embedded.tokens[row].cut, case.tokens.saturating_sub(256), "{:.60}", case.text);
        }
    }
}

#[test]
fn every_path_gives_the_same_bits_alone_and_in_any_batch() {
    let cases = golden();
    let mut texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    for (embedder, _) in embedders() {
        let embed = |texts: &[&str]| embedder.embed(texts, &|_, _| ControlFlow::Continue(())).unwrap();
        let together = embed(&texts);
        for (row, case) in cases.iter().enumerate().step_by(5) {
            assert_eq!(bits(&together, row), bits(&embed(&[case.text.as_str()]), 0), "{}", embedder.path());
        }
        texts.reverse();
        let reversed = embed(&texts);
        texts.reverse();
        for row in 0..texts.len() {
            assert_eq!(bits(&together, row), bits(&reversed, texts.len() - 1 - row), "{}", embedder.path());
        }
    }
}

#[test]
fn auto_is_bf16_where_there_are_tiles_for_it() {
    for isa in Isa::available() {
        let embedder = Embedder::load_on(folder(), Precision::Auto, isa).unwrap();
        let expected = if isa.has_tiles() { Precision::Bf16 } else { Precision::F32 };
        assert_eq!(embedder.precision(), expected, "{isa}");
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

/// Where the values of a tensor start in a safetensors file: 8 bytes of header length, the header, the data.
fn start_of(bytes: &[u8], tensor: &str) -> usize {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    8 + length + header[tensor]["data_offsets"][0].as_u64().unwrap() as usize
}

#[test]
fn a_weight_that_is_not_finite_is_refused_by_name() {
    let whole = std::fs::read(folder().weights()).unwrap();
    for (name, value) in [
        ("encoder.layer.3.output.dense.weight", f32::NAN),
        ("embeddings.word_embeddings.weight", f32::INFINITY),
    ] {
        let mut bytes = whole.clone();
        let start = start_of(&bytes, name) + 400;
        bytes[start..start + 4].copy_from_slice(&value.to_le_bytes());
        let (_copy, folder) = with_weights(&bytes);
        let error = Embedder::load(&folder, Precision::F32).unwrap_err();
        assert!(matches!(&error, EmbedError::NotFinite { tensor, .. } if tensor == name), "{error}");
        assert!(error.to_string().contains("fetch the model again"), "{error}");
    }
}

#[test]
fn a_tensor_of_another_shape_is_refused_by_name() {
    let mut bytes = std::fs::read(folder().weights()).unwrap();
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header = String::from_utf8(bytes[8..8 + length].to_vec()).unwrap();
    let name = "encoder.layer.2.attention.output.dense.weight";
    let entry = header.split_once(name).unwrap().1;
    let other = entry.replacen("[384,384]", "[192,768]", 1);
    let changed = header.replace(entry, &other);
    assert_ne!(changed, header);
    bytes[8..8 + length].copy_from_slice(changed.as_bytes());
    let (_copy, folder) = with_weights(&bytes);
    let error = Embedder::load(&folder, Precision::F32).unwrap_err().to_string();
    assert!(error.contains(name) && error.contains("384"), "{error}");
}
