//! The check of a field table, for the tests of families.

use crate::field::{Field, Glyph, Kind};
use crate::value::{self, NotOfKind};

/// An inconsistency of a field table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// Two fields have the same name.
    #[error("`{0}` occurs twice")]
    Duplicate(&'static str),
    /// A required field has a default.
    #[error("`{0}` is required and has a default")]
    RequiredWithDefault(&'static str),
    /// The kind of a field is inconsistent.
    #[error("`{name}`: {reason}")]
    Field {
        /// The name of the field.
        name: &'static str,
        /// The inconsistency.
        reason: Box<Inconsistent>,
    },
    /// The default or the example of a field is not a value of its kind.
    #[error("`{name}`: {text} is not of its kind: {reason}")]
    NotOfKind {
        /// The name of the field.
        name: &'static str,
        /// The default or the example.
        text: &'static str,
        /// Why it is not a value of the kind.
        reason: NotOfKind,
    },
    /// No integer is in the range.
    #[error("the range {min} to {max} is empty")]
    EmptyRange {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// There is nothing to choose from.
    #[error("no value is accepted")]
    NothingAccepted,
    /// No cell can be drawn with a glyph.
    #[error("the glyph {0} is empty, a blank or a control character")]
    BadGlyph(Glyph),
    /// The minimum number of items is above the maximum.
    #[error("a list cannot have {min} to {max} items")]
    EmptyList {
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
}

/// Checks the consistency of a field table: names are distinct, ranges and choices are not empty, no glyph is a blank
/// or a control character, a required key has no default, and every default and example is a value of its kind.
///
/// # Errors
/// The first inconsistency.
pub fn check_fields(fields: &[Field]) -> Result<(), Inconsistent> {
    check_new(fields, &mut Vec::new())
}

/// Checks fields that were not visited before: tables can be recursive, as half a board has a strategy, too.
pub(super) fn check_new(fields: &[Field], met: &mut Vec<*const Field>) -> Result<(), Inconsistent> {
    if met.contains(&fields.as_ptr()) {
        return Ok(());
    }
    met.push(fields.as_ptr());
    for (index, field) in fields.iter().enumerate() {
        let name = field.name;
        if fields[..index].iter().any(|other| other.name == name) {
            return Err(Inconsistent::Duplicate(name));
        }
        if field.required && field.default.is_some() {
            return Err(Inconsistent::RequiredWithDefault(name));
        }
        check_kind(&field.kind, met).map_err(|reason| Inconsistent::Field { name, reason: Box::new(reason) })?;
        for text in field.default.iter().chain([&field.example]) {
            value::check(field, text).map_err(|reason| Inconsistent::NotOfKind { name, text, reason })?;
        }
    }
    Ok(())
}

pub(super) fn check_kind(kind: &Kind, met: &mut Vec<*const Field>) -> Result<(), Inconsistent> {
    match *kind {
        Kind::Integer { min, max } if min > max => Err(Inconsistent::EmptyRange { min, max }),
        Kind::Choice([]) | Kind::Drawing([]) | Kind::Tiled([]) | Kind::OneOf([]) => Err(Inconsistent::NothingAccepted),
        Kind::Drawing(glyphs) | Kind::Tiled(glyphs) => match glyphs.iter().find(|glyph| {
            // Blanks at either end of a row are removed, so a blank cannot be a cell. Ranges have only a few
            // characters.
            glyph.from > glyph.to || (glyph.from..=glyph.to).any(|c| c.is_whitespace() || c.is_control())
        }) {
            Some(glyph) => Err(Inconsistent::BadGlyph(*glyph)),
            None => Ok(()),
        },
        Kind::List { item, min, max } => {
            if min > max {
                return Err(Inconsistent::EmptyList { min, max });
            }
            check_kind(item, met)
        }
        Kind::Table(fields) | Kind::Tables(fields) => check_new(fields, met),
        Kind::Map(kind) | Kind::By(_, kind) => check_kind(kind, met),
        Kind::OneOf(kinds) => kinds.iter().try_for_each(|kind| check_kind(kind, met)),
        Kind::Boolean
        | Kind::Integer { .. }
        | Kind::Text
        | Kind::Phrase
        | Kind::Named(_)
        | Kind::Choice(_)
        | Kind::Pairs
        | Kind::Marks => Ok(()),
    }
}
