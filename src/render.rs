//! From a picture to text or SVG, and from a report to JSON.
//!
//! A [`crate::board::picture::Picture`] says what is where; here it is decided how that looks. What both drawings share
//! has a file of its own: which lines there are (`edges`), which were found (`strokes`) and which pieces get which colour (`colouring`).
mod colouring;
mod edges;
#[cfg(test)]
mod examples;
pub mod json;
mod strokes;
pub mod svg;
pub mod text;
