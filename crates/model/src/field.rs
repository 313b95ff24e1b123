//! Field tables: the keys of a table and their values, defined once for reader, messages and documentation.
//!
//! With `Field { name: "states", kind: Kind::Integer { min: 2, max: 9 }, default: Some("2"), .. }` the reader accepts
//! `states = 3`, uses 2 as the default, and reports "a whole number from 2 to 9" as expected for other values
//! ([`describe`]). Field tables are written by hand; [`check_fields`](crate::check_fields) checks their consistency, for the tests of their
//! authors.

/// One key of a table: the source of the reader, the schema and the documentation.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Whether the key is required.
    pub required: bool,
    /// The default as a TOML value (`2`, `"plus"`); `None` if absence has a meaning of its own.
    pub default: Option<&'static str>,
    /// A one-line description.
    pub doc: &'static str,
    /// An example value, as TOML.
    pub example: &'static str,
}

/// The kind of a key's values.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number from `min` to `max`.
    Integer {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// Any string.
    Text,
    /// A string of words and numbers, such as `1..9` or `block 3x3`; the numbers may be expressions of parameters.
    Phrase,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A picture: a multi-line string of these characters, rows of equal length.
    Drawing(&'static [Glyph]),
    /// A picture of these characters, whose rows may be indented and have different lengths, with blanks between the
    /// characters: boards of hexagons and triangles are drawn as they lie.
    Tiled(&'static [Glyph]),
    /// A list with `min` to `max` items.
    List {
        /// The kind of the items.
        item: &'static Kind,
        /// The minimal number of items.
        min: usize,
        /// The maximal number of items.
        max: usize,
    },
    /// A table, inline or not.
    Table(&'static [Field]),
    /// An array of tables, `[[name]]`; at least one if it is required.
    Tables(&'static [Field]),
    /// A map with string values.
    Pairs,
    /// A picture of marks: a character for each cell, or words separated by blanks; rows of equal length.
    Marks,
    /// A map with values of this kind.
    Map(&'static Kind),
    /// A string that names something: [`Kind::Text`], or [`Kind::Phrase`] if [`Names::is_phrase`].
    Named(Names),
    /// A map with values of this kind, whose keys name something.
    By(Names, &'static Kind),
    /// One of several kinds; the first that fits the value's type is used.
    OneOf(&'static [Kind]),
}

/// What a string of a model names, for completion and renaming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// A family, in `puzzle`.
    Family,
    /// A genre.
    Genre,
    /// A test of cells: a value, a picture, a word about lines; after `not ` the opposite.
    Test,
    /// A value of a cell.
    Value,
    /// A picture or list of numbers, or the number of a cell.
    Number,
    /// A picture or list.
    Picture,
    /// A layer of values.
    Layer,
    /// A rule.
    Rule,
    /// Something that drawings show by its name: a picture, a list, a layer or a rule.
    Drawn,
    /// A kind of sets of cells.
    Sets,
    /// The cells or lines around a cell.
    Around,
    /// A step from a cell to another one.
    Step,
    /// A kind of lines.
    Lines,
}

impl Names {
    /// Returns whether numbers in the string may be expressions of parameters.
    pub fn is_phrase(self) -> bool {
        matches!(self, Names::Sets | Names::Around | Names::Step | Names::Lines)
    }
}

/// A range of characters that a drawing accepts, and their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// First character.
    pub from: char,
    /// Last character.
    pub to: char,
    /// The meaning.
    pub meaning: &'static str,
}

impl Glyph {
    /// Returns the glyph for a single character.
    pub const fn one(character: char, meaning: &'static str) -> Glyph {
        Glyph { from: character, to: character, meaning }
    }

    /// Returns the glyph for a range of characters.
    pub const fn range(from: char, to: char, meaning: &'static str) -> Glyph {
        Glyph { from, to, meaning }
    }

    /// Returns whether the glyph covers the character.
    pub fn accepts(&self, character: char) -> bool {
        (self.from..=self.to).contains(&character)
    }
}

impl std::fmt::Display for Glyph {
    /// Formats as `'#' (lit)` or `'1' to '9' (a number)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "'{}'", self.from)?;
        if self.to != self.from {
            write!(f, " to '{}'", self.to)?;
        }
        write!(f, " ({})", self.meaning)
    }
}

/// Describes the values of a kind as text that follows "takes", such as `a whole number from 1 to 99, "any", or a table
/// { min, max }`.
pub fn describe(kind: &Kind) -> String {
    match *kind {
        Kind::Boolean => "true or false".to_string(),
        Kind::Integer { min: i64::MIN, max: i64::MAX } => "a whole number".to_string(),
        Kind::Integer { min, max: i64::MAX } => format!("a whole number, {min} or more"),
        Kind::Integer { min: i64::MIN, max } => format!("a whole number, {max} or less"),
        Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
        Kind::Text | Kind::Phrase | Kind::Named(_) => "a string".to_string(),
        Kind::Choice(choices) => {
            let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
            join_with_or(&quoted, " or ")
        }
        Kind::Drawing(glyphs) | Kind::Tiled(glyphs) => format!("a picture of {}", describe_glyphs(glyphs)),
        Kind::List { item, min, max } => {
            let items = |n: usize| if n == 1 { "1 item".to_string() } else { format!("{n} items") };
            let length = match (min, max) {
                (0, usize::MAX) => String::new(),
                (min, usize::MAX) => format!(" of at least {}", items(min)),
                (0, max) => format!(" of at most {}", items(max)),
                (min, max) if min == max => format!(" of {}", items(min)),
                (min, max) => format!(" of {min} to {}", items(max)),
            };
            format!("a list{length}, each {}", describe(item))
        }
        Kind::Table(fields) => format!("a table {{ {} }}", names(fields)),
        Kind::Tables(fields) => format!("a list of tables {{ {} }}", names(fields)),
        Kind::Pairs => "a table of strings".to_string(),
        Kind::Marks => "a picture".to_string(),
        Kind::Map(Kind::Map(_) | Kind::OneOf(_)) | Kind::By(_, Kind::OneOf(_)) => "a table".to_string(),
        Kind::Map(kind) | Kind::By(_, kind) => format!("a table whose entries are each {}", describe(kind)),
        Kind::OneOf(kinds) => {
            let words: Vec<String> = kinds.iter().map(describe).collect();
            join_with_or(&words, ", or ")
        }
    }
}

/// Describes the characters of a drawing with their meanings, separated by commas.
pub(super) fn describe_glyphs(glyphs: &[Glyph]) -> String {
    let words: Vec<String> = glyphs.iter().map(Glyph::to_string).collect();
    words.join(", ")
}

fn names(fields: &[Field]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    names.join(", ")
}

/// Returns `a, b or c`, with `last` before the last word.
fn join_with_or(words: &[String], last: &str) -> String {
    match words {
        [rest @ .., end] if !rest.is_empty() => format!("{}{last}{end}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Returns the field table inside a kind, if it has one.
pub fn fields_within(kind: &Kind) -> Option<&'static [Field]> {
    match *kind {
        Kind::Table(fields) | Kind::Tables(fields) => Some(fields),
        Kind::List { item, .. } => fields_within(item),
        Kind::Map(kind) | Kind::By(_, kind) => fields_within(kind),
        Kind::OneOf(kinds) => kinds.iter().find_map(fields_within),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Inconsistent, check_fields};

    const MIN: Field =
        Field { name: "min", kind: NUMBER, required: false, default: Some("0"), doc: "fewest", example: "1" };
    const NUMBER: Kind = Kind::Integer { min: 1, max: 99 };

    #[test]
    fn kinds_in_words() {
        let words = |kind: Kind| describe(&kind);
        assert_eq!(words(Kind::Boolean), "true or false");
        assert_eq!(words(NUMBER), "a whole number from 1 to 99");
        assert_eq!(words(Kind::Integer { min: 0, max: i64::MAX }), "a whole number, 0 or more");
        assert_eq!(words(Kind::Choice(&["any"])), "\"any\"");
        assert_eq!(words(Kind::Choice(&["a", "b", "c"])), "\"a\", \"b\" or \"c\"");
        const GLYPHS: &[Glyph] = &[Glyph::one('#', "lit"), Glyph::range('1', '9', "a number")];
        assert_eq!(words(Kind::Drawing(GLYPHS)), "a picture of '#' (lit), '1' to '9' (a number)");
        let list = |min, max| words(Kind::List { item: &Kind::Text, min, max });
        assert_eq!(list(0, usize::MAX), "a list, each a string");
        assert_eq!(list(1, usize::MAX), "a list of at least 1 item, each a string");
        assert_eq!(list(0, 3), "a list of at most 3 items, each a string");
        assert_eq!(list(2, 2), "a list of 2 items, each a string");
        assert_eq!(list(2, 5), "a list of 2 to 5 items, each a string");
        assert_eq!(words(Kind::Tables(&[MIN])), "a list of tables { min }");
        const COPIES: &[Kind] = &[NUMBER, Kind::Choice(&["any"]), Kind::Table(&[MIN, Field { name: "max", ..MIN }])];
        assert_eq!(words(Kind::OneOf(COPIES)), "a whole number from 1 to 99, \"any\", or a table { min, max }");
    }

    #[test]
    fn inconsistent_field_tables_are_rejected() {
        let reason = |field: Field| check_fields(&[field]).unwrap_err().to_string();
        assert_eq!(reason(MIN), "`min`: 0 is not of its kind: `min` is 0; expected a whole number from 1 to 99");
        const FINE: Field = Field { default: Some("1"), ..MIN };
        assert_eq!(check_fields(&[FINE]), Ok(()));
        assert_eq!(check_fields(&[FINE, FINE]), Err(Inconsistent::Duplicate("min")));
        assert_eq!(reason(Field { required: true, ..FINE }), "`min` is required and has a default");
        assert_eq!(
            reason(Field { example: "\"x", ..FINE }),
            "`min`: \"x is not of its kind: invalid basic string, expected `\"`"
        );
        assert_eq!(
            reason(Field { kind: Kind::Integer { min: 2, max: 1 }, ..FINE }),
            "`min`: the range 2 to 1 is empty"
        );
        assert_eq!(reason(Field { kind: Kind::OneOf(&[]), ..FINE }), "`min`: no value is accepted");
        const BLANK: Kind = Kind::Drawing(&[Glyph::one(' ', "empty")]);
        assert_eq!(
            reason(Field { kind: BLANK, ..FINE }),
            "`min`: the glyph ' ' (empty) is empty, a blank or a control character"
        );
        const NESTED: Kind = Kind::OneOf(&[Kind::Tables(&[MIN])]);
        assert!(
            reason(Field { name: "outer", kind: NESTED, default: None, example: "[]", ..MIN })
                .starts_with("`outer`: `min`: 0")
        );
    }

    #[test]
    fn the_common_keys_are_consistent() {
        assert_eq!(check_fields(super::super::COMMON), Ok(()));
    }
}
