//! Draws a picture with characters.
use crate::board::picture::Picture;

/// How to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// With ANSI escapes.
    pub colour: bool,
    /// The width of the screen in characters; panels stand side by side while they fit.
    pub width: usize,
}

/// Draws the picture; ends with a line break.
pub fn render(picture: &Picture, style: Style) -> String {
    let _ = (picture, style);
    todo!()
}
