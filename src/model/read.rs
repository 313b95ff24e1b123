//! Reads TOML against a field table and reports every mistake at once.

use super::{Field, Model};
use crate::diagnostic::Diagnostics;
use crate::source::Source;

/// Reads a model: finds its family among `families`, reads its keys against the table `fields_of(family)`.
///
/// # Errors
/// Everything that is wrong with the file, at once.
pub fn read(
    source: &Source,
    families: &[&'static str],
    fields_of: &dyn Fn(&str) -> Option<&'static [Field]>,
) -> Result<Model, Diagnostics> {
    let _ = (source, families, fields_of);
    todo!()
}
