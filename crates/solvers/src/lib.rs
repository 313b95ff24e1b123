//! The choice among routes and solvers.
//!
//! [`pipeline`] compiles a problem to the form of a route, [`backend`] is the registry of the solvers of all routes, [`output`] reads
//! what external programs print, and [`certificate`] proves from rows that there is no solution. Knows no puzzle. Start with
//! [`backend::BACKENDS`].

pub mod backend;
pub mod certificate;
pub mod output;
pub mod pipeline;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
