//! The problem: Boolean and integer variables, constraints with typed origins, an objective; and what all solvers report.
//!
//! [`constraint`] is the problem with its simplification, decomposition and symmetry. [`route`] names the forms that it is lowered to,
//! [`effort`] is what a solver has done, [`fault`] why it has no usable result. Knows no puzzle and no form. Start with
//! [`constraint::Problem`].

pub mod constraint;
pub mod effort;
pub mod fault;
pub mod route;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
