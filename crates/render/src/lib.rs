//! Renders pictures as text or SVG, reports as JSON, events as JSON lines, and explanations and tables of numbers as text, JSON and SVG.
//!
//! A [`boardwright_base::board::picture::Picture`] describes the content; this room determines its appearance. Both renderers
//! share the lines of the grid (`edges`), the lines of the solution (`strokes`) and the colours of pieces
//! (`colouring`). Imports boards, solutions, reports and explanations: `board`, `solution`, `answer`, `task`, `puzzle`,
//! `constraint`, `diagnostic` and `source`. Start with [`text`] or [`svg`].
pub mod breakdown;
pub mod candidates;
pub mod booklet;
mod colouring;
pub mod compiled;
mod contradicting;
mod sums;
mod edges;
pub mod events;
#[cfg(test)]
mod examples;
pub mod explanation;
pub mod json;
pub mod learned;
mod number;
pub mod origin;
pub mod reason;
mod outlined;
pub mod page;
#[cfg(feature = "print")]
pub mod print;
mod strokes;
pub mod steps;
pub mod svg;
pub mod text;
pub mod theme;
