//! Linear systems modulo a small number: packed vectors, elimination, and all that solves a system.
//!
//! Two lights side by side, each switched by both buttons, only the first one lit: modulo 2, `x + y = 1` and `x + y = 0`.
//! Added up they say `0 = 1`, and these two rows are the [`Conflict`]. With both lit, `x + y = 1` twice, the rank is 1, the
//! nullity 1, and the solutions are `01` and `10`: a point and a generator, `11`, that may be added.
//!
//! Room: [`vector`] (numbers packed, 64 to a word modulo 2, and elimination), [`dense`] (rows of such
//! vectors, solved), [`system`] (rows with few terms, and how one is solved), [`space`] (the solutions, one after the other), [`lower`] (from a [`Problem`](crate::constraint::Problem)).
//! Knows no puzzle and no other form.
//!
//! Any modulus from 2 to [`MAX_MODULUS`] will do, prime or not: where a pivot has no inverse, its multiple that vanishes
//! is kept as a row of its own (J. A. Howell, "Spans in the module (Z_m)^s", Linear and Multilinear Algebra 19, 1986).

pub mod dense;
pub mod lower;
pub mod space;
pub mod system;
pub mod vector;

pub use space::Space;
pub use system::{Conflict, Solved, System};

/// The largest modulus: two residues add up to less than 256.
pub const MAX_MODULUS: u8 = 127;

/// Called now and then while something long is computed; true means to give up.
pub type Halt<'a> = &'a dyn Fn() -> bool;

/// The greatest common divisor; that of 0 and `b` is `b`.
fn gcd(a: u8, b: u8) -> u8 {
    if a == 0 { b } else { gcd(b % a, a) }
}

/// The product modulo `modulus`.
fn times(a: u8, b: u8, modulus: u8) -> u8 {
    (u16::from(a) * u16::from(b) % u16::from(modulus)) as u8
}

/// What `a` and it add up to 0 with.
fn negative(a: u8, modulus: u8) -> u8 {
    if a == 0 { 0 } else { modulus - a }
}

/// The inverse of `a`, if it has one.
fn inverse(a: u8, modulus: u8) -> Option<u8> {
    (1..modulus).find(|&b| times(a, b, modulus) == 1)
}

#[cfg(test)]
mod tests;
