//! From a picture to text or SVG, and from a report to JSON.
pub mod json;
pub mod svg;
pub mod text;
