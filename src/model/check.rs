//! The check of a field table, for the tests of families.

use crate::model::field::{Field, Kind};
use crate::model::value;

/// Checks the consistency of a field table: names are distinct, ranges and choices are not empty, no glyph is a blank
/// or a control character, a required key has no default, and every default and example is a value of its kind.
///
/// # Errors
/// The first inconsistency.
pub fn check_fields(fields: &[Field]) -> Result<(), String> {
    check_new(fields, &mut Vec::new())
}

/// Checks fields that were not visited before: tables can be recursive, as half a board has a strategy, too.
pub(super) fn check_new(fields: &[Field], met: &mut Vec<*const Field>) -> Result<(), String> {
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

pub(super) fn check_kind(kind: &Kind, met: &mut Vec<*const Field>) -> Result<(), String> {
    match *kind {
        Kind::Integer { min, max } if min > max => Err(format!("the range {min} to {max} is empty")),
        Kind::Choice([]) | Kind::Drawing([]) | Kind::OneOf([]) => Err("nothing is accepted".to_string()),
        Kind::Drawing(glyphs) => match glyphs.iter().find(|glyph| {
            // Blanks at either end of a row are removed, so a blank cannot be a cell. Ranges have only a few
            // characters.
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
