//! The five families that the program grew out of, each from a document with methods of its own.
//!
//! Families do not know each other, nor their list; each reads a model into an instance with the core and the capabilities
//! of the crate `puzzle`. Imports `puzzle`, `model`, `linear`, `ir` and `base`; knows nothing of clauses, rows or solvers.
//! Start reading at the smallest, [`knightdoku`].
//!
//! A method of a family makes boards without a solver:
//!
//! ```
//! use boardwright_base::{budget::Budget, source::Source};
//! use boardwright_documents::devils_chessboard::DevilsChessboard;
//! use boardwright_puzzle::{Registry, capability::methods::{self, Outcome}};
//! let model = Source::new("two.toml", "puzzle = 'devils-chessboard'\nsquares = 2\ncoins = 'HT'\ntarget = 1");
//! let registry = Registry::of(&[&DevilsChessboard]);
//! let loaded = registry.load(&model, &Budget::none()).map_err(|wrong| wrong.render(&model, false))?;
//! let (boards, result) = methods::all(loaded.instance.methods().ok_or("it has methods")?, "xor");
//! let board = &boards[0].to_json(&*loaded.instance)["board"];
//! assert_eq!((board[0].as_str(), result.outcome), (Some("HH"), Outcome::Complete));
//! # Ok::<(), String>(())
//! ```

pub mod alternation;
pub mod devils_chessboard;
pub mod dissection;
pub mod knightdoku;
pub mod lights_out;
