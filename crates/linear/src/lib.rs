//! Linear systems modulo a small number: packed vectors, elimination and solution spaces.
//!
//! Example: two lights side by side, each switched by both buttons, only the first one lit. Modulo 2 this is `x + y =
//! 1` and `x + y = 0`. The sum of the two rows is `0 = 1`, so they form a [`Conflict`]. With both lights lit, both rows
//! are `x + y = 1`: rank 1, nullity 1, and the solutions are `01` and `10`, a point and the point plus the generator
//! `11`.
//!
//! Files: [`vector`] (packed vectors and elimination), [`dense`] (systems of dense rows), [`system`] (systems of sparse
//! rows; start here), [`space`] (the solutions and their enumeration), [`lower`] (from a
//! [`Problem`](boardwright_ir::constraint::Problem)). This room knows no puzzle and no other form; it imports `constraint` and
//! `budget`.
//!
//! Every modulus from 2 to [`MAX_MODULUS`] is supported, prime or not: if a pivot is not invertible, the multiple of
//! its row that vanishes in the pivot column is kept as a further row (J. A. Howell, "Spans in the module (Z_m)^s",
//! Linear and Multilinear Algebra 19, 1986).

pub mod gauss;
pub mod solver;
pub mod dense;
mod solved;
pub mod lower;
pub mod space;
pub mod system;
pub mod vector;

pub use self::solver::{Lightest, Linear, LinearOutcome};

pub use space::{Solutions, Space};
pub use system::{Conflict, Solved, System};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The largest modulus: the sum of two residues is less than 256.
pub const MAX_MODULUS: u8 = 127;

/// Polled during long computations; returns true to stop.
pub type Halt<'a> = &'a dyn Fn() -> bool;

/// Returns the greatest common divisor; `gcd(0, b)` is `b`.
fn gcd(a: u8, b: u8) -> u8 {
    if a == 0 { b } else { gcd(b % a, a) }
}

/// Returns the product modulo `modulus`.
fn times(a: u8, b: u8, modulus: u8) -> u8 {
    (u16::from(a) * u16::from(b) % u16::from(modulus)) as u8
}

/// Returns the additive inverse.
fn negative(a: u8, modulus: u8) -> u8 {
    if a == 0 { 0 } else { modulus - a }
}

/// Returns the multiplicative inverse, if it exists.
fn inverse(a: u8, modulus: u8) -> Option<u8> {
    (1..modulus).find(|&b| times(a, b, modulus) == 1)
}

#[cfg(test)]
mod tests;
