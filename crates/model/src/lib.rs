//! Model files: values with spans, read against field tables. No later stage knows TOML.
//!
//! A family provides its field table ([`Field`]); [`read()`] reads a text against it and reports all errors at once.
//! The result is typed and checked as far as a table can express (types, ranges, characters of a drawing); the family
//! then builds an instance from it. This room knows no family by name. Imports `source`, `diagnostic`, `board` and `budget`. Start
//! with [`Model`] and `field`.
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_model::{self as model, Field, Kind};
//! use boardwright_base::source::Source;
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

mod check;
mod colours;
mod drawing;
mod drawn;
mod error;
mod example;
mod expression;
mod field;
mod genre;
mod include;
mod mark_changes;
mod marks;
mod mutant;
mod parameter;
mod read;
mod same;
mod schema;
mod sections;
mod value;
mod written;
#[cfg(test)]
mod tests;

pub use check::{Inconsistent, check_fields};
pub use colours::colours;
pub use drawing::Drawing;
pub use drawn::{DrawnRow, Misplaced, hexagon_starts, triangle_starts, triangles};
pub use error::LoadError;
pub use example::{Example, Verdict};
pub use expression::{NoValue, evaluate};
pub use field::{Field, Glyph, Kind, Names, describe, fields_within};
pub use include::{files, include};
pub use mark_changes::MarkChanges;
pub use marks::Marks;
pub use mutant::{Mutant, RuleChange};
pub use parameter::{Parameter, Parameters, set};
pub use read::{COMMON, read, read_table};
pub use schema::{Family, schema_of, schema_of_all, schema_of_table};
pub use sections::{Section, sections};

use boardwright_base::source::Span;
use num_bigint::BigInt;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A value with its span. Defaults have the span of the whole file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span.
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
    /// From [`Kind::Drawing`] or [`Kind::Tiled`].
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

/// A checked table: known keys only, required keys present, defaults filled in, in the order of the field table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    entries: Vec<(&'static str, Spanned<Value>)>,
    /// The span of the table's header or braces; for the top-level keys, the end of the line of `puzzle`.
    pub span: Span,
    /// The line of its span, from 1.
    pub line: usize,
}

impl Table {
    /// Returns an entry, if it is present or has a default.
    pub fn get(&self, name: &str) -> Option<&Spanned<Value>> {
        self.entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// Returns all entries, in the order of the field table.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &Spanned<Value>)> {
        self.entries.iter().map(|(name, value)| (*name, value))
    }

    /// Returns the span of an entry, or of the table if it is absent.
    pub fn span_of(&self, name: &str) -> Span {
        self.get(name).map_or(self.span, |entry| entry.span)
    }

    /// Returns a Boolean entry.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(|entry| entry.value.as_boolean())
    }

    /// Returns an integer entry.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(|entry| entry.value.as_integer())
    }

    /// Returns a text entry.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(|entry| entry.value.as_text())
    }

    /// Returns a drawing.
    pub fn drawing(&self, name: &str) -> Option<&Drawing> {
        match &self.get(name)?.value {
            Value::Drawing(drawing) => Some(drawing),
            _ => None,
        }
    }

    /// Returns a list.
    pub fn list(&self, name: &str) -> Option<&[Spanned<Value>]> {
        self.get(name).and_then(|entry| entry.value.as_list())
    }

    /// Returns a table.
    pub fn table(&self, name: &str) -> Option<&Table> {
        match &self.get(name)?.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns a picture of marks.
    pub fn marks(&self, name: &str) -> Option<&Marks> {
        self.get(name).and_then(|entry| entry.value.as_marks())
    }

    /// Returns the entries of a map, in the order of the file; empty if it is absent.
    pub fn map(&self, name: &str) -> &[(Spanned<String>, Spanned<Value>)] {
        self.get(name).and_then(|entry| entry.value.as_map()).unwrap_or_default()
    }

    /// Returns the table with another value of an entry that it has.
    pub fn with(&self, name: &str, value: Value) -> Table {
        let mut table = self.clone();
        if let Some((_, entry)) = table.entries.iter_mut().find(|(key, _)| *key == name) {
            entry.value = value;
        }
        table
    }

    /// Returns the table with an entry that it may or may not have; its place is that of the table.
    pub fn including(&self, name: &'static str, value: Value) -> Table {
        let mut table = self.without(name);
        table.entries.push((name, Spanned { value, span: self.span }));
        table
    }

    /// Returns the table without an entry.
    pub fn without(&self, name: &str) -> Table {
        let mut table = self.clone();
        table.entries.retain(|(key, _)| *key != name);
        table
    }

    /// Returns the tables of `[[name]]`; empty if there are none.
    pub fn tables(&self, name: &str) -> &[Table] {
        match self.get(name).map(|entry| &entry.value) {
            Some(Value::Tables(tables)) => tables,
            _ => &[],
        }
    }
}

impl Value {
    /// Adds all pictures of marks in the value.
    pub fn marks_within<'v>(&'v self, found: &mut Vec<&'v Marks>) {
        match self {
            Value::Marks(marks) => found.push(marks),
            Value::List(items) => items.iter().for_each(|item| item.value.marks_within(found)),
            Value::Table(table) => table.entries.iter().for_each(|(_, value)| value.value.marks_within(found)),
            Value::Tables(tables) => {
                let entries = tables.iter().flat_map(|table| &table.entries);
                entries.for_each(|(_, value)| value.value.marks_within(found));
            }
            Value::Map(entries) => entries.iter().for_each(|(_, value)| value.value.marks_within(found)),
            _ => {}
        }
    }

    /// Returns the Boolean, if it is one.
    pub fn as_boolean(&self) -> Option<bool> {
        if let Value::Boolean(value) = self { Some(*value) } else { None }
    }

    /// Returns the integer, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(value) = self { Some(*value) } else { None }
    }

    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(value) = self { Some(value) } else { None }
    }

    /// Returns the picture of marks, if it is one.
    pub fn as_marks(&self) -> Option<&Marks> {
        if let Value::Marks(marks) = self { Some(marks) } else { None }
    }

    /// Returns the table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = self { Some(table) } else { None }
    }

    /// Returns the entries, if it is a map.
    pub fn as_map(&self) -> Option<&[(Spanned<String>, Spanned<Value>)]> {
        if let Value::Map(entries) = self { Some(entries) } else { None }
    }

    /// Returns the items, if it is a list.
    pub fn as_list(&self) -> Option<&[Spanned<Value>]> {
        if let Value::List(items) = self { Some(items) } else { None }
    }
}

/// The expected answer of a model, for `check`.
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
    /// The answers for values of a parameter.
    pub sequence: Option<Sequence>,
    /// The names of the rules that follow from the others and the clues.
    pub superfluous: Option<Vec<String>>,
    /// The span of the table.
    pub span: Span,
    /// The spans of the values.
    pub places: Vec<(&'static str, Span)>,
}

/// The expected answers for the values of a parameter from a first value on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The parameter.
    pub parameter: String,
    /// Its first value.
    pub from: i64,
    /// What a term is: `count`, `distinct` or `optimum`.
    pub of: String,
    /// The terms.
    pub terms: Vec<BigInt>,
    /// The source, such as an OEIS number.
    pub source: Option<String>,
    /// The span.
    pub span: Span,
}

impl Sequence {
    /// Returns the first and the last value of the parameter.
    pub fn range(&self) -> (i64, i64) {
        (self.from, self.from.saturating_add_unsigned(self.terms.len() as u64).saturating_sub(1))
    }

    /// Returns the term for a value of the parameter.
    pub fn term(&self, value: i64) -> Option<&BigInt> {
        let index = value.checked_sub(self.from).and_then(|index| usize::try_from(index).ok())?;
        self.terms.get(index)
    }
}

/// A model file, checked against its family's field table.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The family.
    pub puzzle: String,
    /// The title, if given.
    pub title: Option<String>,
    /// The source of the puzzle, if given.
    pub origin: Option<String>,
    /// The rules in words, if given.
    pub instructions: Option<String>,
    /// The expected answer, if given.
    pub expect: Option<Expect>,
    /// `[[example]]`.
    pub examples: Vec<Example>,
    /// `[parameter]`.
    pub parameters: Parameters,
    /// `[encoding]`: kind and name, as written.
    pub encoding: Vec<(Spanned<String>, Spanned<String>)>,
    /// `[genre]`, if given.
    pub genre: Option<Table>,
    /// The family's own keys.
    pub fields: Table,
}
