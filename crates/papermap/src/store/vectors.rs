//! The cache of vectors, keyed by what they depend on.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use ndarray::Array2;
use papermap_embedding::TokenCount;
use rusqlite::params;

use super::{ANEW, Store};

/// Vectors and the tokens of their texts, by the digest of the text.
pub(crate) type VectorsByText = BTreeMap<[u8; 32], (Vec<f32>, TokenCount)>;

/// A vector on its way into the cache.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CachedVector<'a> {
    pub(crate) text_digest: &'a [u8; 32],
    pub(crate) vector: &'a [f32],
    pub(crate) tokens: TokenCount,
}

impl Store {
    /// Digests of the texts whose vectors are in the cache.
    pub(crate) fn cached_texts(&self, fingerprint: &str) -> Result<BTreeSet<[u8; 32]>> {
        let mut statement =
            self.connection.prepare("SELECT text_digest FROM vectors WHERE fingerprint = ?")?;
        let digests = statement.query_map([fingerprint], |row| row.get(0))?;
        Ok(digests.collect::<rusqlite::Result<_>>()?)
    }

    /// Adds a batch to the cache; kept even if the run does not end.
    pub(crate) fn add_vectors(&self, fingerprint: &str, batch: &[CachedVector<'_>]) -> Result<()> {
        self.transaction(|| self.put_vectors(fingerprint, batch))
    }

    /// Adds vectors to the cache as part of the transaction that is under way.
    pub(crate) fn put_vectors(&self, fingerprint: &str, vectors: &[CachedVector<'_>]) -> Result<()> {
        let mut statement =
            self.connection.prepare_cached("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?)")?;
        for CachedVector { text_digest, vector, tokens } in vectors {
            let bytes: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
            let place = params![fingerprint, text_digest, bytes, tokens.total as i64, tokens.cut as i64];
            statement.execute(place)?;
        }
        Ok(())
    }

    /// Vectors of the texts with these digests, row `i` for digest `i`; equal digests give equal rows.
    ///
    /// # Errors
    /// A text without a vector, or a vector of another width.
    pub(crate) fn vectors(&self, fingerprint: &str, digests: &[[u8; 32]], dim: usize) -> Result<Array2<f32>> {
        let mut order: Vec<usize> = (0..digests.len()).collect();
        order.sort_unstable_by_key(|&row| digests[row]);
        let mut matrix = Array2::zeros((digests.len(), dim));
        let mut wanted = order.into_iter().peekable();
        let query = "SELECT text_digest, vector FROM vectors WHERE fingerprint = ? ORDER BY text_digest";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([fingerprint])?;
        while let Some(row) = rows.next()? {
            let digest: [u8; 32] = row.get(0)?;
            let bytes = row.get_ref(1)?.as_blob()?;
            while let Some(index) = wanted.next_if(|&index| digests[index] == digest) {
                fill(matrix.row_mut(index), bytes)?;
            }
        }
        ensure!(
            wanted.next().is_none(),
            "the store lacks vectors; run `papermap map` again to embed what is missing"
        );
        Ok(matrix)
    }

    /// Takes the vectors of the texts with these digests on under another fingerprint, in one transaction.
    pub(crate) fn take_vectors_on(&self, from: &str, to: &str, digests: &BTreeSet<[u8; 32]>) -> Result<()> {
        self.transaction(|| {
            let mut statement = self.connection.prepare(
                "INSERT OR IGNORE INTO vectors SELECT ?, text_digest, vector, tokens, tokens_cut FROM vectors
                 WHERE fingerprint = ? AND text_digest = ?",
            )?;
            for digest in digests {
                statement.execute(params![to, from, digest])?;
            }
            Ok(())
        })
    }

    /// The vectors of the texts with these digests and what their tokens are; a text without one is left out.
    pub(crate) fn known_vectors(
        &self,
        fingerprint: &str,
        digests: &BTreeSet<[u8; 32]>,
    ) -> Result<VectorsByText> {
        let mut statement = self
            .connection
            .prepare("SELECT text_digest, vector, tokens, tokens_cut FROM vectors WHERE fingerprint = ?")?;
        let mut rows = statement.query([fingerprint])?;
        let mut known = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let digest: [u8; 32] = row.get(0)?;
            if digests.contains(&digest) {
                let bytes = row.get_ref(1)?.as_blob()?;
                let vector =
                    bytes.as_chunks::<4>().0.iter().map(|value| f32::from_le_bytes(*value)).collect();
                let tokens =
                    TokenCount { total: row.get::<_, i64>(2)? as usize, cut: row.get::<_, i64>(3)? as usize };
                known.insert(digest, (vector, tokens));
            }
        }
        Ok(known)
    }

    /// Papers that the model did not read to the end, and the tokens it did not read of them.
    pub(crate) fn cut(&self) -> Result<(usize, usize)> {
        let query = "SELECT count(*), ifnull(sum(tokens_cut), 0) FROM papers JOIN vectors USING (text_digest)
             WHERE tokens_cut > 0 AND fingerprint = (SELECT value FROM meta WHERE name = 'fingerprint')";
        let counts =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as usize, row.get::<_, i64>(1)? as usize));
        Ok(self.connection.query_row(query, [], counts)?)
    }

    /// Removes the vectors that no paper of the store needs.
    pub(crate) fn prune_vectors(&self, fingerprint: &str) -> Result<()> {
        self.connection.execute(
            "DELETE FROM vectors WHERE fingerprint <> ? OR text_digest NOT IN (SELECT text_digest FROM papers)",
            [fingerprint],
        )?;
        Ok(())
    }
}

fn fill(mut row: ndarray::ArrayViewMut1<'_, f32>, bytes: &[u8]) -> Result<()> {
    let (values, rest) = bytes.as_chunks::<4>();
    let width = row.len();
    ensure!(
        values.len() == width && rest.is_empty(),
        "a vector of the store has {} bytes, expected {}: {ANEW}",
        bytes.len(),
        4 * width
    );
    let slice = row.as_slice_mut().context("rows of the matrix lie one after another")?;
    for (target, value) in slice.iter_mut().zip(values) {
        *target = f32::from_le_bytes(*value);
    }
    Ok(())
}
