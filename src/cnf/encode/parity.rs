//! Odd or even.
pub mod cut;
pub mod direct;
