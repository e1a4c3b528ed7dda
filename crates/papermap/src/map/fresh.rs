//! Vectors that a run makes: kept in the store at once, or held back until it is known that the run counts.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use ndarray::Array2;
use papermap_corpus::Paper;
use papermap_embedding::Embedded;

use crate::map::plan::text_digest;
use crate::map::vectors::Missing;
use crate::store::{CachedVector, Store, VectorsByText};

/// Where new vectors go.
#[derive(Debug)]
pub(crate) enum Fresh {
    /// Into the store, batch by batch, so that a run that is broken off loses none.
    Kept,
    /// Into memory, by the digest of their text; nothing is written.
    Held(VectorsByText),
}

impl Fresh {
    /// Vectors that are held back until [`Fresh::release`].
    pub(crate) fn held() -> Self {
        Self::Held(VectorsByText::new())
    }

    /// Takes the vectors of a batch of texts.
    ///
    /// # Errors
    /// A store that cannot be changed.
    pub(crate) fn take(
        &mut self,
        store: &Store,
        fingerprint: &str,
        batch: &[Missing],
        embedded: &Embedded,
    ) -> Result<()> {
        match self {
            Self::Kept => store.add_vectors(fingerprint, &cached(batch, embedded)?),
            Self::Held(held) => {
                let vectors = embedded.vectors.rows().into_iter().map(|row| row.to_vec());
                let digests = batch.iter().map(|missing| missing.digest);
                held.extend(digests.zip(vectors.zip(embedded.tokens.iter().copied())));
                Ok(())
            }
        }
    }

    /// Takes the stored vectors of these texts on from one fingerprint to another.
    ///
    /// # Errors
    /// A store that cannot be read or changed.
    pub(crate) fn take_on(
        &mut self,
        store: &Store,
        from: &str,
        to: &str,
        digests: &BTreeSet<[u8; 32]>,
    ) -> Result<()> {
        match self {
            Self::Kept => store.take_vectors_on(from, to, digests),
            Self::Held(held) => {
                held.extend(store.known_vectors(from, digests)?);
                Ok(())
            }
        }
    }

    /// Digests of the texts that have a vector, in the store or held back.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(crate) fn texts(&self, store: &Store, fingerprint: &str) -> Result<BTreeSet<[u8; 32]>> {
        let mut texts = store.cached_texts(fingerprint)?;
        if let Self::Held(held) = self {
            texts.extend(held.keys());
        }
        Ok(texts)
    }

    /// The vectors of `papers`, in their order, from the store and from what is held.
    ///
    /// # Errors
    /// A paper without a vector.
    pub(crate) fn rows(
        &self,
        store: &Store,
        fingerprint: &str,
        papers: &[Paper],
        dim: usize,
    ) -> Result<Array2<f32>> {
        let digests: Vec<[u8; 32]> = papers.iter().map(text_digest).collect();
        let Self::Held(held) = self else { return store.vectors(fingerprint, &digests, dim) };
        let stored: Vec<[u8; 32]> =
            digests.iter().filter(|digest| !held.contains_key(*digest)).copied().collect();
        let known = store.vectors(fingerprint, &stored, dim)?;
        let mut known = known.rows().into_iter();
        let mut rows = Array2::zeros((digests.len(), dim));
        for (mut row, digest) in rows.rows_mut().into_iter().zip(&digests) {
            match held.get(digest) {
                Some((vector, _)) => row.assign(&ndarray::ArrayView1::from(vector)),
                None => row.assign(&known.next().context("every paper has a vector")?),
            }
        }
        Ok(rows)
    }

    /// Writes what is held to the store.
    ///
    /// # Errors
    /// A store that cannot be changed.
    pub(crate) fn release(&self, store: &Store, fingerprint: &str) -> Result<()> {
        let Self::Held(held) = self else { return Ok(()) };
        let vectors: Vec<CachedVector<'_>> = held
            .iter()
            .map(|(text_digest, (vector, tokens))| CachedVector { text_digest, vector, tokens: *tokens })
            .collect();
        store.put_vectors(fingerprint, &vectors)
    }
}

fn cached<'a>(batch: &'a [Missing], embedded: &'a Embedded) -> Result<Vec<CachedVector<'a>>> {
    let rows = embedded.vectors.outer_iter().zip(&embedded.tokens);
    let vectors: Option<Vec<CachedVector<'_>>> = batch
        .iter()
        .zip(rows)
        .map(|(missing, (row, &tokens))| {
            Some(CachedVector { text_digest: &missing.digest, vector: row.to_slice()?, tokens })
        })
        .collect();
    vectors.context("rows of the vectors lie one after another")
}
