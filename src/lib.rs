//! # Boardwright
//!
//! Declarative board puzzles: a TOML model is compiled to clauses, an integer program, an exact cover or a linear system, and
//! solved by an embedded solver. The result is decoded into boards, verified independently, and drawn.
//!
//! ## The journey, which is also the layout
//!
//! ```text
//! TOML text      source, diagnostic   the text, places in it, and its errors
//!  -> model      model                the content of the file, read against the family's field table
//!  -> instance   puzzle/<family>      one puzzle with all names resolved
//!  -> problem    constraint           the rules as constraints: a formulation
//!  -> CNF, ILP   pipeline, cnf, ilp   the problem lowered to the form of a solver: encodings
//!  -> system     gf2, exact_cover     or lowered to a linear system or an exact cover
//!  -> layers     frontier             or to automata over an order of the variables, which are counted
//!  -> assignment backend, output      the solver's result, within limits
//!  -> solution   solution, answer     the decoded board, accepted by the family's `verify`
//!  -> picture    render               text, SVG or JSON
//! ```
//!
//! [`task`] drives the journey; [`compare`] drives it many times and compares the answers; [`cli`] is the only place that reads files, prints or exits. A new puzzle is a folder
//! under `puzzle/` and a line in [`puzzle::PUZZLES`]; a new encoding is a file under `cnf/encode/` and a line in
//! [`cnf::encode::ENCODINGS`]; a new solver is a file under `backend/` and a line in [`backend::BACKENDS`].
//!
//! ## From a model to a board
//!
//! ```
//! use boardwright::{answer::Answer, budget::Budget, puzzle, source::Source, task};
//!
//! let model = "puzzle = 'lights-out'\nlights = '''\n##.\n#..\n...\n'''";
//! let source = Source::new("corner.toml", model);
//! let loaded = puzzle::load(&source, &Budget::none()).map_err(|wrong| wrong.render(&source, false))?;
//! let setup = task::Setup::resolve(&loaded, &task::Options::default(), &Budget::none())?;
//! let request = task::Request::new(&loaded, &setup, task::Ask::All);
//! let report = task::run(&request, &Budget::none(), &mut task::ignore)?;
//! assert_eq!(report.answer, Answer::Satisfiable);
//! let json = report.solutions[0].to_json(&*loaded.instance);
//! assert_eq!(json["board"], serde_json::json!(["#..", "...", "..."]));
//! assert!(report.complete, "it is the only solution");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`import`](mod@import) converts puzzles of other programs to models, and [`export`](mod@export) models to their links.
//!
//! [`task::problem::assignments`] solves a problem that was built by hand, without a puzzle.

pub use boardwright_base::{board, budget, clock, diagnostic, digest, program, random, source};
pub use boardwright_cover as exact_cover;
pub use boardwright_exchange::{export, genre, import};
pub use boardwright_frontier as frontier;
pub use boardwright_ilp as ilp;
pub use boardwright_ir::{constraint, effort, fault, route};
pub use boardwright_linear as gf2;
pub use boardwright_model as model;
pub use boardwright_page as workbench;
pub use boardwright_puzzle::solution;
pub use boardwright_render as render;
pub use boardwright_sat::cnf;
pub use boardwright_solvers::{backend, output, pipeline};
#[cfg(feature = "cli")]
pub use boardwright_study as compare;
pub use boardwright_tasks::{answer, task};

pub mod puzzle;

#[cfg(feature = "cli")]
pub mod cli;
