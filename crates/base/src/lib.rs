//! Boards, sources and diagnostics, budgets and random numbers: what every other crate of Boardwright builds on

pub mod board;
pub mod budget;
pub mod clock;
pub mod diagnostic;
pub mod digest;
pub mod program;
pub mod random;
pub mod source;
