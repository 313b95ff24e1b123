//! What every other crate builds on: boards and their shapes, texts with places in them and messages about them, budgets, random numbers.
//!
//! [`board`] has cells, shapes, symmetries and tilings; [`source`] and [`diagnostic`] a text and what is wrong with it; [`budget`] limits of
//! time and memory. Knows no puzzle and no problem. Start with [`board`].

pub mod board;
pub mod budget;
pub mod clock;
pub mod diagnostic;
pub mod digest;
pub mod program;
pub mod random;
pub mod source;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
