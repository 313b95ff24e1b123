//! What a model file says, with a span on everything: the last place that knows TOML.
//!
//! A family hands over its field table ([`Field`]); [`read`] reads a text against it and reports all mistakes at once. What
//! comes out is typed and checked as far as a table can say (types, ranges, characters of a drawing); the family then
//! makes an instance of it. Knows no family by name. Uses `source`, `diagnostic`, `board`.

mod drawing;
mod read;

pub use drawing::Drawing;
pub use read::read;

use crate::source::Span;

/// One key of a table: the reader, the schema and the documentation all come from this.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Whether leaving it out is a mistake.
    pub required: bool,
    /// What it is when left out, as a TOML value (`2`, `"plus"`); `None` when its absence means something of its own.
    pub default: Option<&'static str>,
    /// What it means, in a line.
    pub doc: &'static str,
    /// An example value, as TOML.
    pub example: &'static str,
}

/// What values a key takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number from `min` to `max`.
    Integer {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// Any string.
    Text,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A picture: a multi-line string of these characters, rows of equal length.
    Drawing(&'static [Glyph]),
    /// A list of at least `min` and at most `max` items.
    List {
        /// What each item is.
        item: &'static Kind,
        /// Fewest items.
        min: usize,
        /// Most items.
        max: usize,
    },
    /// A table, inline or not.
    Table(&'static [Field]),
    /// An array of tables, `[[name]]`.
    Tables(&'static [Field]),
    /// Any of several kinds; the first that fits the value's type is meant.
    OneOf(&'static [Kind]),
}

/// A range of characters that a drawing accepts, and what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// First character.
    pub from: char,
    /// Last character.
    pub to: char,
    /// What it means.
    pub meaning: &'static str,
}

impl Glyph {
    /// A single character.
    pub const fn one(character: char, meaning: &'static str) -> Glyph {
        Glyph { from: character, to: character, meaning }
    }

    /// A range of characters.
    pub const fn range(from: char, to: char, meaning: &'static str) -> Glyph {
        Glyph { from, to, meaning }
    }

    /// Whether it covers the character.
    pub fn accepts(&self, character: char) -> bool {
        (self.from..=self.to).contains(&character)
    }
}

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
}

/// A checked table: only known keys, required ones present, defaults filled in.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    entries: Vec<(&'static str, Spanned<Value>)>,
    /// Where the table is.
    pub span: Span,
}

impl Table {
    /// An entry, if it is there or has a default.
    pub fn get(&self, name: &str) -> Option<&Spanned<Value>> {
        self.entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
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
