//! What each run gave, and the files of the report.

use std::collections::BTreeMap;

use anyhow::Result;
use papermap_clustering::report::ReportFile;
use papermap_clustering::topic_map::Receipt;
use rusqlite::params;

use super::Store;
use crate::digest;

impl Store {
    /// The receipts of all runs, oldest first; an older program wrote none.
    pub(crate) fn receipts(&self) -> Result<Vec<Receipt>> {
        self.entries("SELECT entry FROM receipts ORDER BY run")
    }

    /// Writes down what the last run gave; what stands there stays, so that a store that was altered since does
    /// not pass for what the run gave.
    pub(crate) fn put_receipt(&self, receipt: &Receipt) -> Result<()> {
        let entry = serde_json::to_string(receipt)?;
        self.connection
            .execute("INSERT OR IGNORE INTO receipts VALUES (?, ?)", params![receipt.run, entry])?;
        Ok(())
    }

    /// SHA-256 of the report files by name, in hex; `None` from an older program.
    pub(crate) fn reports(&self) -> Result<Option<BTreeMap<String, String>>> {
        self.entry("reports")
    }

    /// Writes down what the report files are.
    pub(crate) fn put_reports(&self, files: &[ReportFile]) -> Result<()> {
        let digest = |file: &ReportFile| (file.name.to_owned(), digest::hex_of(&file.bytes));
        self.put_entry("reports", &files.iter().map(digest).collect::<BTreeMap<_, _>>())
    }
}
