//! # Boardwright
//!
//! Declarative board puzzles: a TOML model is compiled to clauses or to an integer program, solved by an embedded solver,
//! and what comes back is decoded into boards, checked independently, and drawn.
//!
//! ## The journey
//!
//! ```text
//! TOML text      source, diagnostic   the text, places in it, and what is wrong with it
//!  -> model      model                what the file says, read against the family's field table
//!  -> instance   puzzle               one puzzle with everything named resolved
//!  -> problem    constraint           the rules as constraints (a formulation)
//!  -> CNF, ILP   cnf, ilp             the problem lowered to what a solver takes (encodings)
//!  -> assignment backend              what the solver says
//!  -> solution   solution             the decoded board, once `verify` has accepted it
//!  -> picture    render               text, SVG or JSON
//! ```
//!
//! [`task`] drives the journey; [`cli`] is the only place that reads files, prints or exits.

pub mod source;
pub mod diagnostic;
pub mod board;
pub mod model;
pub mod puzzle;
pub mod constraint;
pub mod cnf;
pub mod ilp;
pub mod backend;
pub mod solution;
pub mod answer;
pub mod task;
pub mod render;
pub mod cli;
