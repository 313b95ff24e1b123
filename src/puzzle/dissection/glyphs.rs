//! The characters of boards and shapes.

use crate::model::Glyph;

/// The characters of boards and shapes.
pub(super) const GLYPHS: &[Glyph] = &[
    Glyph::range('A', 'Z', "a cell of that colour"),
    Glyph::one('#', "a cell that goes with every colour"),
    Glyph::one('_', "no cell; '.' is not used"),
];
