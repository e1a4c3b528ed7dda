//! Why a dump cannot be read.

use super::container;

/// Why a dump cannot be read as a whole.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source failed.
    #[error(
        "{name}: cannot be read: {source}; check that it is a file, that you may read it and that its disk answers"
    )]
    Io {
        /// File name of the dump.
        name: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The content is not text.
    #[error(
        "{name}: not a dump: it looks like {looks_like}; give a file of paper abstracts: text, a table, JSON, or an export of a reference manager or publisher"
    )]
    NotADump {
        /// File name of the dump.
        name: String,
        /// What the bytes look like.
        looks_like: String,
    },
    /// What is inside a container cannot be had.
    #[error("{name}: cannot be unpacked: {fault}")]
    Unpacking {
        /// File name of the dump.
        name: String,
        /// What is wrong, and what can be done.
        fault: String,
    },
    /// More comes out of a container than a sound one holds.
    #[error(
        "{name}: cannot be unpacked: it gives more than {limit}, as a decompression bomb does; if that is meant, unpack it and give the files"
    )]
    Exploded {
        /// File name of the dump.
        name: String,
        /// The limit that was passed.
        limit: &'static str,
    },
    /// The content has to be in memory as a whole, and is too large for that.
    #[error(
        "{name}: too large: more than {limit} of text that is no JSON Lines; split it into smaller files"
    )]
    TooLarge {
        /// File name of the dump.
        name: String,
        /// The limit that was passed.
        limit: &'static str,
    },
    /// No member of an archive is a dump.
    #[error("{name}: no dump in this archive{}", listed(.refused))]
    NoMember {
        /// File name of the archive.
        name: String,
        /// What its members are instead.
        refused: Vec<ReadError>,
    },
    /// The format is known, but there is no reader for it.
    #[error(
        "{name}: unsupported format: this is {format}; export the papers as a table, JSON Lines, BibTeX or RIS with their abstracts"
    )]
    UnsupportedFormat {
        /// File name of the dump.
        name: String,
        /// The format.
        format: &'static str,
    },
    /// The JSON holds no records.
    #[error(
        "{name}: unsupported shape: found {shape}; expected objects with an `abstract`, one a line or in an array"
    )]
    UnsupportedShape {
        /// File name of the dump.
        name: String,
        /// What was found.
        shape: String,
    },
    /// The table has no abstracts.
    #[error("{name}, line {line}: no column holds abstracts; found {columns}; name one of them `abstract`")]
    NoAbstractColumn {
        /// File name of the dump.
        name: String,
        /// Line (from 1) of the header.
        line: u64,
        /// The columns of the header, quoted.
        columns: String,
    },
    /// The table has no column of the name that was asked for.
    #[error("{name}, line {line}: no column is called `{column}`; found {columns}; ask for one of these")]
    UnknownColumn {
        /// File name of the dump.
        name: String,
        /// Line (from 1) of the header.
        line: u64,
        /// The name that was asked for.
        column: String,
        /// The columns of the table, quoted.
        columns: String,
    },
}

fn listed(refused: &[ReadError]) -> String {
    refused.iter().fold(String::new(), |text, error| format!("{text}\n  {error}"))
}

/// A [`ReadError`] that does not know the dump's name yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotADump(String),
    Unpacking(String),
    TooDeep(&'static str),
    Exploded,
    TooLarge(&'static str),
    UnsupportedFormat(&'static str),
    UnsupportedShape(String),
    NoAbstractColumn { line: u64, columns: String },
    UnknownColumn { line: u64, column: String, columns: String },
}

impl Fault {
    pub(super) fn of(self, name: &str) -> ReadError {
        let name = name.to_owned();
        match self {
            Self::NotADump(looks_like) => ReadError::NotADump { name, looks_like },
            Self::Unpacking(fault) => ReadError::Unpacking { name, fault },
            Self::TooDeep(container) => {
                let fault =
                    format!("it is a {container} in two other containers; unpack it and give the files");
                ReadError::Unpacking { name, fault }
            }
            Self::Exploded => ReadError::Exploded { name, limit: container::LIMIT },
            Self::TooLarge(limit) => ReadError::TooLarge { name, limit },
            Self::UnsupportedFormat(format) => ReadError::UnsupportedFormat { name, format },
            Self::UnsupportedShape(shape) => ReadError::UnsupportedShape { name, shape },
            Self::NoAbstractColumn { line, columns } => ReadError::NoAbstractColumn { name, line, columns },
            Self::UnknownColumn { line, column, columns } => {
                ReadError::UnknownColumn { name, line, column, columns }
            }
        }
    }
}
