//! Why a dump cannot be read.

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
        "{name}: not a dump: it looks like {looks_like}; give a text, JSON or CSV file of paper abstracts"
    )]
    NotADump {
        /// File name of the dump.
        name: String,
        /// What the bytes look like.
        looks_like: String,
    },
    /// The text is in another encoding.
    #[error(
        "{name}, line {line}: byte {offset} is not UTF-8; {guess} is likely; convert it, for example with `{command}`"
    )]
    Encoding {
        /// File name of the dump.
        name: String,
        /// Line (from 1) of the first fault.
        line: u64,
        /// Offset (from 0) of the first byte that does not fit.
        offset: usize,
        /// Encoding that the bytes suggest.
        guess: &'static str,
        /// A command that converts the file.
        command: String,
    },
    /// The format is known, but there is no reader for it.
    #[error(
        "{name}: unsupported format: this is {format}; export the papers as JSON, JSON Lines or CSV with an abstract column"
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

/// A [`ReadError`] that does not know the dump's name yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotADump(String),
    Encoding { line: u64, offset: usize, guess: &'static str, charset: &'static str },
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
            Self::Encoding { line, offset, guess, charset } => {
                let command = format!("iconv -f {charset} -t UTF-8 {name}");
                ReadError::Encoding { name, line, offset, guess, command }
            }
            Self::UnsupportedFormat(format) => ReadError::UnsupportedFormat { name, format },
            Self::UnsupportedShape(shape) => ReadError::UnsupportedShape { name, shape },
            Self::NoAbstractColumn { line, columns } => ReadError::NoAbstractColumn { name, line, columns },
            Self::UnknownColumn { line, column, columns } => {
                ReadError::UnknownColumn { name, line, column, columns }
            }
        }
    }
}
