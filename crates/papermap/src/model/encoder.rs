//! The encoder with everything that its vectors depend on.

use std::path::Path;

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use papermap_corpus::CLEANING_VERSION;
use papermap_embedding::model::Manifest;
use papermap_embedding::{Embedder, Precision};

use crate::args::{EncoderArgs, PrecisionName};
use crate::digest;
use crate::model::files;
use crate::store::Encoder;
use crate::terminal::progress::Console;

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
    let facts = Encoder {
        model: folder.name,
        revision: folder.revision,
        fingerprint: fingerprint(embedder.fingerprint(), CLEANING_VERSION),
        token_limit: embedder.token_limit(),
        dim: embedder.dim(),
        precision: precision_name(embedder.precision()).to_owned(),
        isa: embedder.isa().to_string(),
        cleaning: CLEANING_VERSION,
    };
    Ok(Loaded { embedder, facts })
}

/// The instruction paths of a map's vectors after a run of `now` that makes `fresh` vectors and keeps `kept`, sorted.
pub(crate) fn paths(before: Option<&Encoder>, now: &Encoder, fresh: usize, kept: usize) -> String {
    let earlier = before.filter(|before| kept > 0 && before.fingerprint == now.fingerprint);
    let earlier = earlier.map_or("", |before| &before.isa).split(", ").filter(|path| !path.is_empty());
    let paths: BTreeSet<&str> = earlier.chain((fresh > 0).then_some(now.isa.as_str())).collect();
    if paths.is_empty() { now.isa.clone() } else { paths.into_iter().collect::<Vec<_>>().join(", ") }
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
         --map {folder}` once, which cleans and embeds all its papers anew",
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
         with --model DIR, or take the map to this model with `papermap map --refit --model DIR --map {folder}`, \
         which embeds all its papers anew (for the built-in model, DIR is its name, {})",
        told(map),
        told(&loaded.facts),
        Manifest::built_in().default_model().name,
        folder = folder.display()
    );
    Ok(())
}

fn is_made_with(map: &Encoder, model: &str) -> bool {
    map.fingerprint == fingerprint(model, map.cleaning)
}

fn told(encoder: &Encoder) -> String {
    let print = encoder.fingerprint.get(..12).unwrap_or(&encoder.fingerprint);
    format!("model {} (cleaning {}, fingerprint {print})", encoder.model, encoder.cleaning)
}

fn fingerprint(model: &str, cleaning: u32) -> String {
    digest::hex_of_text(&format!("{model}\n{TEXT_RULE}\ncleaning {cleaning}\n"))
}

fn precision(name: PrecisionName) -> Precision {
    match name {
        PrecisionName::Auto => Precision::Auto,
        PrecisionName::F32 => Precision::F32,
    }
}

fn precision_name(precision: Precision) -> &'static str {
    match precision {
        Precision::Auto => "auto",
        Precision::F32 => "f32",
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
    fn the_paths_of_kept_and_of_fresh_vectors_are_told() {
        let (before, now) = (encoder("portable"), encoder("avx2"));
        assert_eq!(paths(None, &now, 3, 0), "avx2");
        assert_eq!(paths(Some(&before), &now, 3, 2), "avx2, portable");
        assert_eq!(paths(Some(&before), &now, 0, 5), "portable");
        assert_eq!(paths(Some(&before), &now, 5, 0), "avx2");
        assert_eq!(paths(Some(&encoder("avx2, portable")), &now, 1, 5), "avx2, portable");
    }
}
