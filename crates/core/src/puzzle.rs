//! The families of puzzles, and the list of them.
//!
//! What a family is stands in the crate `puzzle`; a new family is a folder here and a line in [`PUZZLES`].
//!
//! May import `model`, `board`, `constraint`, `gf2`, `solution`; knows nothing of clauses, rows or solvers. Families do not
//! know each other, nor their list. Start reading at a small family (`knightdoku`).
//!
//! A method of a family makes boards without a solver:
//!
//! ```
//! use boardwright_core::puzzle::{self, capability::methods::{self, Outcome}};
//! use boardwright_core::{budget::Budget, source::Source};
//! let model = Source::new("two.toml", "puzzle = 'devils-chessboard'\nsquares = 2\ncoins = 'HT'\ntarget = 1");
//! let loaded = puzzle::load(&model, &Budget::none()).map_err(|wrong| wrong.render(&model, false))?;
//! let (boards, result) = methods::all(loaded.instance.methods().ok_or("it has methods")?, "xor");
//! let board = &boards[0].to_json(&*loaded.instance)["board"];
//! assert_eq!((board[0].as_str(), result.outcome), (Some("HH"), Outcome::Complete));
//! # Ok::<(), String>(())
//! ```

pub mod alternation;
pub mod devils_chessboard;
pub mod dissection;
pub mod families;
pub mod grid;
pub mod knightdoku;
pub mod lights_out;

pub use self::families::{PUZZLES, REGISTRY, find, load, load_fewest};
pub use boardwright_puzzle::*;
