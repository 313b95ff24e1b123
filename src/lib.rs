//! # Boardwright
//!
//! Declarative board puzzles: a TOML model is compiled to clauses, an integer program, an exact cover or a linear system, and
//! solved by an embedded solver. The result is decoded into boards, verified independently, and drawn.
//!
//! ```
//! use boardwright::Model;
//! let model = Model::kind("slitherlink")?;
//! println!("{}", model.solve()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Model`] is read from a text, a kind to start from, or a link of another program. A [`Question`] about it is answered by an
//! [`Answer`] with verified [`Board`]s; a [`Query`] chooses the way to it. That there is no solution and that a limit was reached
//! are answers, not errors.
//!
//! ```
//! use boardwright::{Budget, Model, Question, Verdict};
//! use std::time::Duration;
//!
//! let model = Model::read("puzzle = 'lights-out'\nlights = '''\n##.\n#..\n...\n'''")?;
//! let budget = Budget::within(Duration::from_secs(10));
//! let answer = model.ask(Question::All).within(&budget).backend("batsat").run()?;
//! assert_eq!(answer.verdict(), Verdict::Satisfiable);
//! assert_eq!(answer.boards()[0].rows(), ["#..", "...", "..."]);
//! assert!(answer.is_complete(), "it is the only solution");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is what is promised to programs. The engines behind it are crates of their own, each of use without a puzzle: exact
//! covers (`boardwright-cover`), counts by sweeps (`boardwright-frontier`), linear systems (`boardwright-linear`), encodings
//! (`boardwright-sat`).

mod answer;
mod engines;
mod model;
mod question;
mod registry;

pub use self::answer::{Answer, Board, Explanation, Steps, Verdict};
pub use self::engines::{Backend, Encoding};
pub use self::model::{Model, ModelError, Position, WrongBoard};
pub use self::question::{Query, Question};
pub use self::registry::REGISTRY;
pub use boardwright_base::budget::{Budget, Stop};
pub use boardwright_tasks::task::Failure;

/// The command line.
#[doc(hidden)]
#[cfg(feature = "cli")]
pub mod cli;
