//! The encoder with everything that its vectors depend on.

use anyhow::{Result, bail};
use papermap_corpus::CLEANING_VERSION;
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

/// Checks that `loaded` makes vectors that can be compared with the map's.
///
/// # Errors
/// Another model, or other rules for its text.
pub(crate) fn check_same(map: &Encoder, loaded: &Encoder, folder: &std::path::Path) -> Result<()> {
    if map.fingerprint == loaded.fingerprint {
        return Ok(());
    }
    bail!(
        "the map at {folder} was made with {}, and this is {}: their vectors cannot be compared; give the map's model \
         with --model DIR, or take the map to this model with `papermap map --refit --map {folder}` (with the same \
         --model), which embeds all its papers anew",
        told(map),
        told(loaded),
        folder = folder.display()
    )
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
}
