//! How dumps are to be read.

use std::ffi::OsString;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use papermap_corpus::GatherOptions;
use papermap_corpus::read::{Field, InputFormat, ReadOptions};

#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    /// Read every dump as this format, whatever it looks like [default: told by the content]
    #[arg(long, value_name = "FORMAT", value_parser = input_format())]
    input_format: Option<InputFormat>,
    /// Read a field from the column or member of this name, as in `--column abstract=Summary`; may be repeated
    #[arg(long = "column", value_name = "FIELD=NAME", value_parser = column)]
    columns: Vec<Column>,
    /// Take a record without an abstract by its title
    #[arg(long)]
    pub(crate) keep_title_only: bool,
}

/// A field and the column or member that it is read from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    field: Field,
    name: String,
    /// As it was typed.
    given: String,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        let columns = self.columns.iter().map(|column| (column.field, column.name.clone()));
        ReadOptions { format: self.input_format, columns: columns.collect() }
    }

    /// The same options as words of a command line.
    pub(crate) fn as_arguments(&self) -> Vec<OsString> {
        let format = self.input_format.into_iter().flat_map(|format| ["--input-format", format.name()]);
        let columns = self.columns.iter().flat_map(|column| ["--column", column.given.as_str()]);
        let title_only = self.keep_title_only.then_some("--keep-title-only");
        format.chain(columns).chain(title_only).map(OsString::from).collect()
    }

    pub(crate) fn gather_options(&self) -> GatherOptions {
        GatherOptions { keep_title_only: self.keep_title_only }
    }
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    PossibleValuesParser::new(InputFormat::all().map(InputFormat::name))
        .try_map(|name| name.parse::<InputFormat>())
}

fn column(text: &str) -> Result<Column, String> {
    let (field, name) = text.split_once('=').ok_or("expected FIELD=NAME, as in abstract=Summary")?;
    if name.trim().is_empty() {
        return Err(
            "the name of the column is missing; expected FIELD=NAME, as in abstract=Summary".to_owned()
        );
    }
    Ok(Column { field: field.parse()?, name: name.to_owned(), given: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    fn options(line: &str) -> Result<ReadOptions, clap::Error> {
        let cli = Cli::try_parse_from(format!("papermap map dump {line}").split_whitespace())?;
        let Command::Map(arguments) = cli.command else { unreachable!("the line says map") };
        Ok(arguments.reading.options())
    }

    #[test]
    fn formats_and_columns_are_read() {
        let read = options("--input-format json --column abstract=Summary --column id=a=b").unwrap();
        assert_eq!(read.format.map(InputFormat::name), Some("json"));
        assert_eq!(read.columns, [(Field::Abstract, "Summary".to_owned()), (Field::Key, "a=b".to_owned())]);
        assert_eq!(options("").unwrap(), ReadOptions::default());
    }

    #[test]
    fn options_become_words_again() {
        let line = "--input-format json --column abstract=Summary --keep-title-only";
        let cli = Cli::parse_from(format!("papermap map dump {line}").split_whitespace());
        let Command::Map(arguments) = cli.command else { unreachable!("the line says map") };
        assert_eq!(arguments.reading.as_arguments().join(std::ffi::OsStr::new(" ")), line);
    }

    #[test]
    fn what_is_no_column_is_refused_with_an_example() {
        for (line, expected) in [
            ("--column abstract", "abstract=Summary"),
            ("--column abstract=", "abstract=Summary"),
            ("--column mail=x", "keywords"),
            ("--input-format tape", "json"),
        ] {
            let error = options(line).unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().contains(expected), "{error}");
        }
    }
}
