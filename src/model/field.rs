//! Field tables: what keys a table takes and what values they have, said once for reader, messages and documentation.
//!
//! `Field { name: "states", kind: Kind::Integer { min: 2, max: 9 }, default: Some("2"), .. }` makes the reader accept
//! `states = 3`, fill in 2 when it is left out, and say "a whole number from 2 to 9" of anything else ([`describe`]).
//! A table is data written by hand: [`check_fields`] holds it to its own kinds, for the tests of whoever writes one.

use super::value;

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
    /// An array of tables, `[[name]]`; at least one where it is required.
    Tables(&'static [Field]),
    /// A table of any keys, each with a string.
    Pairs,
    /// A picture of marks: a character a cell, or a word a cell between blanks; rows of equal length.
    Marks,
    /// A table of any keys, each with a value of this kind.
    Map(&'static Kind),
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

impl std::fmt::Display for Glyph {
    /// As messages list it: `'#' (lit)`, `'1' to '9' (so many)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "'{}'", self.from)?;
        if self.to != self.from {
            write!(f, " to '{}'", self.to)?;
        }
        write!(f, " ({})", self.meaning)
    }
}

/// What values a kind takes, in words that follow "takes", such as
/// `a whole number from 1 to 99, "any", or a table { min, max }`.
pub fn describe(kind: &Kind) -> String {
    match *kind {
        Kind::Boolean => "true or false".to_string(),
        Kind::Integer { min: i64::MIN, max: i64::MAX } => "a whole number".to_string(),
        Kind::Integer { min, max: i64::MAX } => format!("a whole number, {min} or more"),
        Kind::Integer { min: i64::MIN, max } => format!("a whole number, {max} or less"),
        Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
        Kind::Text => "a string".to_string(),
        Kind::Choice(choices) => {
            let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
            join_with_or(&quoted, " or ")
        }
        Kind::Drawing(glyphs) => format!("a picture of {}", describe_glyphs(glyphs)),
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
        Kind::Map(Kind::Map(_) | Kind::OneOf(_)) => "a table".to_string(),
        Kind::Map(kind) => format!("a table whose entries are each {}", describe(kind)),
        Kind::OneOf(kinds) => {
            let words: Vec<String> = kinds.iter().map(describe).collect();
            join_with_or(&words, ", or ")
        }
    }
}

/// The characters of a drawing with their meanings, separated by commas.
pub(super) fn describe_glyphs(glyphs: &[Glyph]) -> String {
    let words: Vec<String> = glyphs.iter().map(Glyph::to_string).collect();
    words.join(", ")
}

fn names(fields: &[Field]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    names.join(", ")
}

/// `a, b or c`, with `last` before the last word.
fn join_with_or(words: &[String], last: &str) -> String {
    match words {
        [rest @ .., end] if !rest.is_empty() => format!("{}{last}{end}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// The table of fields inside a kind, if it has one.
pub(super) fn fields_within(kind: &Kind) -> Option<&'static [Field]> {
    match *kind {
        Kind::Table(fields) | Kind::Tables(fields) => Some(fields),
        Kind::List { item, .. } => fields_within(item),
        Kind::Map(kind) => fields_within(kind),
        Kind::OneOf(kinds) => kinds.iter().find_map(fields_within),
        _ => None,
    }
}

/// Whether a field table keeps its own promises: names differ, ranges and choices are not empty, no glyph is a blank
/// or a control character, a required key has no default, and every default and example is a value of its kind.
///
/// # Errors
/// The first promise that is broken, in words.
pub fn check_fields(fields: &[Field]) -> Result<(), String> {
    check_new(fields, &mut Vec::new())
}

/// Fields that were not met on the way: a table may have itself inside, as half a board has a strategy, too.
fn check_new(fields: &[Field], met: &mut Vec<*const Field>) -> Result<(), String> {
    if met.contains(&fields.as_ptr()) {
        return Ok(());
    }
    met.push(fields.as_ptr());
    for (index, field) in fields.iter().enumerate() {
        let name = field.name;
        if fields[..index].iter().any(|other| other.name == name) {
            return Err(format!("`{name}` is there twice"));
        }
        if field.required && field.default.is_some() {
            return Err(format!("`{name}` is required and has a default"));
        }
        check_kind(&field.kind, met).map_err(|reason| format!("`{name}`: {reason}"))?;
        for text in field.default.iter().chain([&field.example]) {
            value::check(field, text).map_err(|reason| format!("`{name}`: {text} is not of its kind: {reason}"))?;
        }
    }
    Ok(())
}

fn check_kind(kind: &Kind, met: &mut Vec<*const Field>) -> Result<(), String> {
    match *kind {
        Kind::Integer { min, max } if min > max => Err(format!("the range {min} to {max} is empty")),
        Kind::Choice([]) | Kind::Drawing([]) | Kind::OneOf([]) => Err("nothing is accepted".to_string()),
        Kind::Drawing(glyphs) => match glyphs.iter().find(|glyph| {
            // Blanks at either end of a row are cut off, so a blank cannot be a cell. Ranges are a few characters long.
            glyph.from > glyph.to || (glyph.from..=glyph.to).any(|c| c.is_whitespace() || c.is_control())
        }) {
            Some(glyph) => Err(format!("the glyph {glyph} is empty, a blank or a control character")),
            None => Ok(()),
        },
        Kind::List { item, min, max } => {
            if min > max {
                return Err(format!("a list of {min} to {max} items cannot be"));
            }
            check_kind(item, met)
        }
        Kind::Table(fields) | Kind::Tables(fields) => check_new(fields, met),
        Kind::Map(kind) => check_kind(kind, met),
        Kind::OneOf(kinds) => kinds.iter().try_for_each(|kind| check_kind(kind, met)),
        Kind::Boolean | Kind::Integer { .. } | Kind::Text | Kind::Choice(_) | Kind::Pairs | Kind::Marks => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        const GLYPHS: &[Glyph] = &[Glyph::one('#', "lit"), Glyph::range('1', '9', "so many")];
        assert_eq!(words(Kind::Drawing(GLYPHS)), "a picture of '#' (lit), '1' to '9' (so many)");
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
    fn field_tables_that_break_their_promises_are_found() {
        let reason = |field: Field| check_fields(&[field]).unwrap_err();
        assert_eq!(reason(MIN), "`min`: 0 is not of its kind: `min` is 0; it takes a whole number from 1 to 99");
        const FINE: Field = Field { default: Some("1"), ..MIN };
        assert_eq!(check_fields(&[FINE]), Ok(()));
        assert_eq!(check_fields(&[FINE, FINE]).unwrap_err(), "`min` is there twice");
        assert_eq!(reason(Field { required: true, ..FINE }), "`min` is required and has a default");
        assert_eq!(
            reason(Field { example: "\"x", ..FINE }),
            "`min`: \"x is not of its kind: invalid basic string, expected `\"`"
        );
        assert_eq!(
            reason(Field { kind: Kind::Integer { min: 2, max: 1 }, ..FINE }),
            "`min`: the range 2 to 1 is empty"
        );
        assert_eq!(reason(Field { kind: Kind::OneOf(&[]), ..FINE }), "`min`: nothing is accepted");
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
    fn the_common_keys_keep_theirs() {
        assert_eq!(check_fields(super::super::COMMON), Ok(()));
    }
}
