//! The encoder with everything that its vectors depend on.

use std::path::Path;

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use papermap_corpus::CLEANING_VERSION;
use papermap_embedding::model::Manifest;
use papermap_embedding::{EmbedError, Embedded, Embedder, Precision};

use crate::args::{EncoderArgs, PrecisionName};
use crate::digest;
use crate::model::files;
use crate::store::Encoder;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::progress::{Console, Progress};

/// Name of the rule that makes the embedded text of a paper.
const TEXT_RULE: &str = "title stop abstract";

/// An encoder that is ready, and what is to be remembered of it.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) embedder: Embedder,
    pub(crate) facts: Encoder,
}

/// Finds or fetches the model and loads it.
///
/// # Errors
/// No model, a damaged one, or one that cannot be honoured.
pub(crate) fn load(args: &EncoderArgs, console: Console) -> Result<Loaded> {
    let folder = files::find(args, console)?;
    let embedder = Embedder::load(&folder, precision(args.precision))?;
    console.detail(&format!("computing in {} on path {}", embedder.precision(), embedder.path()));
    let facts = Encoder {
        model: folder.name,
        revision: folder.revision,
        fingerprint: fingerprint(embedder.fingerprint(), CLEANING_VERSION),
        token_limit: embedder.token_limit(),
        dim: embedder.dim(),
        precision: embedder.precision().to_string(),
        isa: embedder.path(),
        cleaning: CLEANING_VERSION,
    };
    Ok(Loaded { embedder, facts })
}

/// A stage of embedding: what shows how far it is, and what can stop it.
pub(crate) struct Embedding<'a> {
    pub(crate) progress: &'a Progress,
    pub(crate) interrupt: &'a Interrupt,
    /// Texts that are done already, of `total`.
    pub(crate) before: usize,
    pub(crate) total: usize,
}

impl Loaded {
    /// Unit vectors of `texts`, while the progress shows how far it is; nothing after Ctrl-C.
    ///
    /// # Errors
    /// What the encoder says.
    pub(crate) fn embed(&self, texts: &[&str], run: &Embedding<'_>) -> Result<Option<Embedded>> {
        let step = |done: usize, _: usize| {
            run.progress.at((run.before + done) as u64, run.total as u64);
            run.interrupt.flow()
        };
        match self.embedder.embed(texts, &step) {
            Err(EmbedError::Cancelled { .. }) => Ok(None),
            embedded => Ok(Some(embedded.context("the texts cannot be embedded")?)),
        }
    }
}

/// `now` with the instruction paths and precisions of all vectors of a map after a run that makes `fresh` vectors and
/// keeps `kept` of the encoder `before`; sorted.
pub(crate) fn of_all_vectors(before: Option<&Encoder>, now: Encoder, fresh: usize, kept: usize) -> Encoder {
    let Some(earlier) = before.filter(|before| kept > 0 && before.fingerprint == now.fingerprint) else {
        return now;
    };
    let all = |earlier: &str, now: &str| {
        let now = (fresh > 0).then_some(now);
        let names: BTreeSet<&str> = earlier.split(", ").chain(now).filter(|name| !name.is_empty()).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    Encoder { isa: all(&earlier.isa, &now.isa), precision: all(&earlier.precision, &now.precision), ..now }
}

/// Whether the vectors of a map were made with different precisions.
pub(crate) fn mixes_precisions(encoder: &Encoder) -> bool {
    encoder.precision.contains(", ")
}

/// Checks that `loaded` makes vectors that can be compared with the map's.
///
/// # Errors
/// Another model, or other rules for its text.
pub(crate) fn check_same(map: &Encoder, loaded: &Loaded, folder: &Path) -> Result<()> {
    check_model(map, loaded, folder)?;
    ensure!(
        map.fingerprint == loaded.facts.fingerprint,
        "the texts of the map at {folder} were cleaned by rules {}, and this program has rules {}; run `papermap map \
         --map {folder}` once, which cleans all its texts again and embeds those that change",
        map.cleaning,
        loaded.facts.cleaning,
        folder = folder.display()
    );
    Ok(())
}

/// Checks that `loaded` is the model that the map was made with, whatever the rules of cleaning were then.
///
/// # Errors
/// Another model.
pub(crate) fn check_model(map: &Encoder, loaded: &Loaded, folder: &Path) -> Result<()> {
    ensure!(
        is_made_with(map, loaded.embedder.fingerprint()),
        "the map at {folder} was made with {}, and this is {}: their vectors cannot be compared; give the map's model \
         with --model DIR, or take the map to this model with `papermap map --reembed --model DIR --map {folder}`, \
         which embeds all its papers anew (for the built-in model, DIR is its name, {})",
        told(map),
        told(&loaded.facts),
        Manifest::built_in().default_model().name,
        folder = folder.display()
    );
    Ok(())
}

pub(crate) fn is_made_with(map: &Encoder, model: &str) -> bool {
    map.fingerprint == fingerprint(model, map.cleaning)
}

fn told(encoder: &Encoder) -> String {
    let print = encoder.fingerprint.get(..12).unwrap_or(&encoder.fingerprint);
    let Encoder { model, token_limit, cleaning, .. } = encoder;
    format!("model {model} (limit {token_limit} tokens, cleaning {cleaning}, fingerprint {print})")
}

fn fingerprint(model: &str, cleaning: u32) -> String {
    digest::hex_of_text(&format!("{model}\n{TEXT_RULE}\ncleaning {cleaning}\n"))
}

fn precision(name: PrecisionName) -> Precision {
    match name {
        PrecisionName::Auto => Precision::Auto,
        PrecisionName::F32 => Precision::F32,
        PrecisionName::Bf16 => Precision::Bf16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_and_cleaning_make_the_fingerprint() {
        assert_ne!(fingerprint("a", 1), fingerprint("b", 1));
        assert_ne!(fingerprint("a", 1), fingerprint("a", 2));
        assert_eq!(fingerprint("a", 1).len(), 64);
    }

    fn encoder(isa: &str) -> Encoder {
        Encoder {
            model: "m".into(),
            revision: None,
            fingerprint: fingerprint("a", 0),
            token_limit: 256,
            dim: 384,
            precision: "f32".into(),
            isa: isa.into(),
            cleaning: 0,
        }
    }

    #[test]
    fn a_model_is_known_whatever_the_cleaning() {
        let map = encoder("portable");
        assert!(is_made_with(&map, "a") && !is_made_with(&map, "b"));
    }

    #[test]
    fn the_paths_and_precisions_of_kept_and_of_fresh_vectors_are_told() {
        let before = encoder("portable");
        let now = || Encoder { precision: "bf16".into(), ..encoder("avx512-bf16") };
        let told = |before: Option<&Encoder>, fresh, kept| {
            let all = of_all_vectors(before, now(), fresh, kept);
            (mixes_precisions(&all), all.isa, all.precision)
        };
        let pair = |mixed, isa: &str, precision: &str| (mixed, isa.to_owned(), precision.to_owned());
        assert_eq!(told(None, 3, 0), pair(false, "avx512-bf16", "bf16"));
        assert_eq!(told(Some(&before), 3, 2), pair(true, "avx512-bf16, portable", "bf16, f32"));
        assert_eq!(told(Some(&before), 0, 5), pair(false, "portable", "f32"));
        assert_eq!(told(Some(&before), 5, 0), pair(false, "avx512-bf16", "bf16"));
        let mixed = of_all_vectors(Some(&before), now(), 3, 2);
        assert_eq!(told(Some(&mixed), 1, 5), pair(true, "avx512-bf16, portable", "bf16, f32"));
    }
}
