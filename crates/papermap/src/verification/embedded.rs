//! Papers that are embedded again.

use anyhow::{Context, Result};
use ndarray::ArrayView1;

use super::Check;
use crate::model::encoder::Loaded;
use crate::store::{Encoder, Store, StoredPaper};
use crate::terminal::table::counted;

/// Papers that are embedded again at most.
const SAMPLE: usize = 32;
/// Least cosine on another path of instructions or in another precision.
const FAITHFUL: f64 = 0.999;

/// Embeds an even sample of the papers again and compares the vectors.
///
/// # Errors
/// A store that cannot be read; what the encoder says.
pub(crate) fn embedded(store: &Store, loaded: &Loaded) -> Result<Check> {
    let encoder = store.encoder()?.context("the map has no model")?;
    let papers = store.papers()?;
    let size = papers.len().min(SAMPLE);
    let sample: Vec<&StoredPaper> = (0..size).map(|place| &papers[place * papers.len() / size]).collect();
    let texts: Vec<String> = sample.iter().map(|stored| stored.paper.embedded_text()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let fresh = loaded.embedder.embed(&texts, &|_, _| std::ops::ControlFlow::Continue(()))?.vectors;
    let digests: Vec<[u8; 32]> = sample.iter().map(|stored| stored.text_digest).collect();
    let kept = store.vectors(&encoder.fingerprint, &digests, encoder.dim)?;
    let pairs = || fresh.rows().into_iter().zip(kept.rows());
    if is_same_way(&encoder, &loaded.facts) {
        let differs = pairs().position(|(fresh, kept)| bits(fresh).ne(bits(kept)));
        return Ok(same_bits(&sample, differs, loaded));
    }
    let worst =
        pairs().map(|(fresh, kept)| cosine(fresh, kept)).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let (place, least) = worst.unwrap_or((0, 1.0));
    let found = format!(
        "{} embedded again on {} in {}, another way than the map's {} in {}: least cosine {least:.6}, of {}",
        counted(size, "paper"),
        loaded.facts.isa,
        loaded.facts.precision,
        encoder.isa,
        encoder.precision,
        sample.get(place).map_or("none", |stored| &stored.paper.id)
    );
    Ok(Check::new("sample", least >= FAITHFUL, found))
}

fn is_same_way(map: &Encoder, now: &Encoder) -> bool {
    (&map.isa, &map.precision) == (&now.isa, &now.precision)
}

fn same_bits(sample: &[&StoredPaper], differs: Option<usize>, loaded: &Loaded) -> Check {
    let way = format!("on {} in {}", loaded.facts.isa, loaded.facts.precision);
    match differs {
        None => {
            let found = format!("{} embedded again {way}: the same bits", counted(sample.len(), "paper"));
            Check::new("sample", true, found)
        }
        Some(place) => {
            let id = &sample[place].paper.id;
            Check::new(
                "sample",
                false,
                format!("the vector of paper {id} embedded again {way} has other bits"),
            )
        }
    }
}

fn bits(row: ArrayView1<'_, f32>) -> impl Iterator<Item = u32> {
    row.to_vec().into_iter().map(f32::to_bits)
}

fn cosine(a: ArrayView1<'_, f32>, b: ArrayView1<'_, f32>) -> f64 {
    let dot = |x: ArrayView1<'_, f32>, y: ArrayView1<'_, f32>| -> f64 {
        x.iter().zip(y.iter()).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
    };
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f64::MIN_POSITIVE)
}
