//! The characters of boards and shapes.

use boardwright_model::Glyph;

/// The characters of boards and shapes.
pub(super) const GLYPHS: &[Glyph] = &[
    Glyph::range('A', 'Z', "cell of that colour"),
    Glyph::one('#', "cell that matches every colour"),
    Glyph::one('_', "no cell; '.' is not used"),
];
