//! What a model file says, with a span on everything: the last place that knows TOML.
//!
//! A family hands over its field table ([`Field`]); [`read()`] reads a text against it and reports all mistakes at
//! once. What comes out is typed and checked as far as a table can say (types, ranges, characters of a drawing);
//! the family then makes an instance of it. Knows no family by name. Uses `source`, `diagnostic`, `board`.
//!
//! ```
//! use boardwright::budget::Budget;
//! use boardwright::model::{self, Field, Kind};
//! use boardwright::source::Source;
//!
//! const FIELDS: &[Field] = &[Field {
//!     name: "states",
//!     kind: Kind::Integer { min: 2, max: 9 },
//!     required: false,
//!     default: Some("2"),
//!     doc: "how many states a light has",
//!     example: "3",
//! }];
//! let source = Source::new("small.toml", "puzzle = \"lights-out\"\n");
//! let model = model::read(&source, &["lights-out"], &|_| Some(FIELDS), &Budget::none()).unwrap();
//! assert_eq!(model.fields.integer("states"), Some(2), "the default");
//!
//! let source = Source::new("small.toml", "puzzle = \"lights-out\"\nstates = 12\n");
//! let mistakes = model::read(&source, &["lights-out"], &|_| Some(FIELDS), &Budget::none()).unwrap_err();
//! assert!(mistakes.render(&source, false).starts_with("error[out-of-range]: `states` is 12"));
//! ```

mod drawing;
mod error;
mod field;
mod marks;
mod read;
mod schema;
mod value;
#[cfg(test)]
mod tests;

pub use drawing::Drawing;
pub use error::LoadError;
pub use field::{Field, Glyph, Kind, check_fields, describe};
pub use marks::Marks;
pub use read::{COMMON, read, read_table};
pub use schema::{Family, schema_of, schema_of_all, schema_of_table};

use crate::source::Span;

/// A value with its place. Defaults have the span of the whole file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// A checked value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// From [`Kind::Boolean`].
    Boolean(bool),
    /// From [`Kind::Integer`].
    Integer(i64),
    /// From [`Kind::Text`] or [`Kind::Choice`].
    Text(String),
    /// From [`Kind::Drawing`].
    Drawing(Drawing),
    /// From [`Kind::List`].
    List(Vec<Spanned<Value>>),
    /// From [`Kind::Table`].
    Table(Table),
    /// From [`Kind::Tables`].
    Tables(Vec<Table>),
    /// From [`Kind::Pairs`], in the order of the file.
    Pairs(Vec<(Spanned<String>, Spanned<String>)>),
    /// From [`Kind::Marks`].
    Marks(Marks),
    /// From [`Kind::Map`], in the order of the file.
    Map(Vec<(Spanned<String>, Spanned<Value>)>),
}

/// A checked table: only known keys, required ones present, defaults filled in, in the order of the field table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    entries: Vec<(&'static str, Spanned<Value>)>,
    /// Where the table is: its header or its braces; for the keys of the file itself, the end of the line of `puzzle`.
    pub span: Span,
}

impl Table {
    /// An entry, if it is there or has a default.
    pub fn get(&self, name: &str) -> Option<&Spanned<Value>> {
        self.entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// All entries, in the order of the field table.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &Spanned<Value>)> {
        self.entries.iter().map(|(name, value)| (*name, value))
    }

    /// The place of an entry, or of the table when it is absent.
    pub fn span_of(&self, name: &str) -> Span {
        self.get(name).map_or(self.span, |entry| entry.span)
    }

    /// A Boolean entry.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(|entry| entry.value.as_boolean())
    }

    /// An integer entry.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(|entry| entry.value.as_integer())
    }

    /// A text entry.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(|entry| entry.value.as_text())
    }

    /// A drawing.
    pub fn drawing(&self, name: &str) -> Option<&Drawing> {
        match &self.get(name)?.value {
            Value::Drawing(drawing) => Some(drawing),
            _ => None,
        }
    }

    /// A list.
    pub fn list(&self, name: &str) -> Option<&[Spanned<Value>]> {
        self.get(name).and_then(|entry| entry.value.as_list())
    }

    /// A table.
    pub fn table(&self, name: &str) -> Option<&Table> {
        match &self.get(name)?.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// A picture of marks.
    pub fn marks(&self, name: &str) -> Option<&Marks> {
        self.get(name).and_then(|entry| entry.value.as_marks())
    }

    /// The entries of a table of any keys, in the order of the file; empty when it is absent.
    pub fn map(&self, name: &str) -> &[(Spanned<String>, Spanned<Value>)] {
        self.get(name).and_then(|entry| entry.value.as_map()).unwrap_or_default()
    }

    /// The tables of `[[name]]`; empty when there are none.
    pub fn tables(&self, name: &str) -> &[Table] {
        match self.get(name).map(|entry| &entry.value) {
            Some(Value::Tables(tables)) => tables,
            _ => &[],
        }
    }
}

impl Value {
    /// The Boolean, if it is one.
    pub fn as_boolean(&self) -> Option<bool> {
        if let Value::Boolean(value) = self { Some(*value) } else { None }
    }

    /// The integer, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(value) = self { Some(*value) } else { None }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(value) = self { Some(value) } else { None }
    }

    /// The marks, if it is a picture of them.
    pub fn as_marks(&self) -> Option<&Marks> {
        if let Value::Marks(marks) = self { Some(marks) } else { None }
    }

    /// The table, if it is one of known keys.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = self { Some(table) } else { None }
    }

    /// The entries, if it is a table of any keys.
    pub fn as_map(&self) -> Option<&[(Spanned<String>, Spanned<Value>)]> {
        if let Value::Map(entries) = self { Some(entries) } else { None }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Spanned<Value>]> {
        if let Value::List(items) = self { Some(items) } else { None }
    }
}

/// What the model says its answer is, for `check`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expect {
    /// `satisfiable`, `optimal` or `unsatisfiable`.
    pub answer: Option<String>,
    /// The number of (optimal) solutions.
    pub count: Option<u64>,
    /// The number of solutions up to symmetry.
    pub distinct: Option<u64>,
    /// The optimum of the objective.
    pub optimum: Option<i64>,
    /// Where the table is.
    pub span: Span,
    /// Where the values of its keys are.
    pub places: Vec<(&'static str, Span)>,
}

/// A model file, read and checked against its family's table.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The family.
    pub puzzle: String,
    /// The title, if given.
    pub title: Option<String>,
    /// Where the puzzle comes from, if given.
    pub origin: Option<String>,
    /// The expected answer, if given.
    pub expect: Option<Expect>,
    /// `[encoding]`: kind and name, as written.
    pub encoding: Vec<(Spanned<String>, Spanned<String>)>,
    /// The family's own keys.
    pub fields: Table,
}
