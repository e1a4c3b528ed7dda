//! What a person says about a dump that its content does not.

use std::{fmt, str::FromStr};

use super::{Field, Format, MARKED, SHAPED, fields};

/// How to read dumps; by default everything is recognised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format, whatever the content looks like; archives and compressed files are opened all the same.
    pub format: Option<InputFormat>,
    /// Names of columns or members that hold a field; such a field is read from nowhere else.
    pub columns: Vec<(Field, String)>,
}

impl ReadOptions {
    /// The field that the column or member `name` holds, and how little the name is trusted (0: entirely).
    pub(super) fn field(&self, name: &str) -> Option<(Field, usize)> {
        let name = fields::normal(name);
        if let Some((field, _)) = self.columns.iter().find(|(_, column)| fields::normal(column) == name) {
            return Some((*field, 0));
        }
        Field::named(&name).filter(|(field, _)| self.column(*field).is_none())
    }

    /// The column that a person says holds `field`.
    pub(super) fn column(&self, field: Field) -> Option<&str> {
        let holds =
            |named: Field| named == field || field == Field::InvertedAbstract && named == Field::Abstract;
        self.columns.iter().find(|(named, _)| holds(*named)).map(|(_, column)| column.as_str())
    }
}

/// A format that can be asked for by name.
#[derive(Clone, Copy)]
pub struct InputFormat(pub(super) &'static dyn Format);

impl InputFormat {
    /// All formats, the most particular first.
    pub fn all() -> impl Iterator<Item = Self> {
        MARKED.into_iter().chain(SHAPED).map(Self)
    }

    /// The name, in lower case and without spaces.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl FromStr for InputFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || Self::all().map(Self::name).collect::<Vec<_>>().join(", ");
        Self::all()
            .find(|format| format.name() == name.to_lowercase())
            .ok_or_else(|| format!("no such format; expected one of {}", names()))
    }
}

impl PartialEq for InputFormat {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for InputFormat {}

impl fmt::Debug for InputFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("InputFormat").field(&self.name()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_by_their_names() {
        for format in InputFormat::all() {
            assert_eq!(format.name().parse::<InputFormat>(), Ok(format));
        }
        let names: std::collections::BTreeSet<_> = InputFormat::all().map(InputFormat::name).collect();
        assert_eq!(names.len(), InputFormat::all().count());
        assert!("tape".parse::<InputFormat>().unwrap_err().contains("json"));
    }

    #[test]
    fn a_named_column_stands_alone() {
        let columns = vec![(Field::Abstract, "Remarks ".to_owned())];
        let options = ReadOptions { columns, ..ReadOptions::default() };
        assert_eq!(options.field("remarks"), Some((Field::Abstract, 0)));
        for name in ["abstract", "abstract_inverted_index"] {
            assert_eq!(options.field(name), None);
            assert!(ReadOptions::default().field(name).is_some());
        }
        assert_eq!(options.field("title"), Field::named("title"));
    }
}
