//! From a picture to text or SVG, and from a report to JSON.
pub mod svg;
pub mod text;
