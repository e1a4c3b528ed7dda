//! How dumps are to be read.

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
    columns: Vec<(Field, String)>,
    /// Take a record without an abstract by its title
    #[arg(long)]
    pub(crate) keep_title_only: bool,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions { format: self.input_format, columns: self.columns.clone() }
    }

    pub(crate) fn gather_options(&self) -> GatherOptions {
        GatherOptions { keep_title_only: self.keep_title_only }
    }
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    PossibleValuesParser::new(InputFormat::all().map(InputFormat::name))
        .try_map(|name| name.parse::<InputFormat>())
}

fn column(text: &str) -> Result<(Field, String), String> {
    let (field, name) = text.split_once('=').ok_or("expected FIELD=NAME, as in abstract=Summary")?;
    if name.trim().is_empty() {
        return Err(
            "the name of the column is missing; expected FIELD=NAME, as in abstract=Summary".to_owned()
        );
    }
    Ok((field.parse()?, name.to_owned()))
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
