//! The engine of the workbench: requests about the text of a model as JSON, and events as answers.
//!
//! A page sends a request, a JSON object with the text of a model and a question, and receives events, one JSON object each; the last one
//! is `end`. The server of `boardwright workbench` and the WebAssembly module call the same function, [`answer`], so that the
//! page works with both. `docs/workbench.md` documents requests and events.
//!
//! ```text
//! request    a request: its keys, and the text it is about
//! protocol   the stream of events that answers it
//! problem    diagnostics with places and fixes
//! model      the model in the page: its diagnostics and the board
//! part       the parts of a model that can be edited on the board: pictures, lists, paths, the size
//! verdict    the number of solutions, solutions one by one, the values that occur in solutions
//! play       solving by hand: what can be entered, what contradicts the rules, hints, moves
//! coins      the devil's chessboard as a game
//! print      pages to print
//! learning   rules from solved boards, with questions
//! superfluous  rules that follow from the others
//! reason     explanations and steps with their places
//! convert    imports, exports, kinds to start from, the schema
//! making     puzzles made from a model
//! words      its words for settings: the labels of the page
//! place      places as the page counts them: in UTF-16 units
//! ```
//!
//! Works on the calling thread and needs no operating system. Imports `answer`, `board`, `budget`, `cnf` (the choice of encodings), `constraint`,
//! `diagnostic`, `export`, `genre`, `import`, `model`, `puzzle`, `render`, `solution`, `source` and `task`. Start with [`answer`].

mod coins;
mod convert;
mod learning;
mod making;
mod model;
mod part;
mod place;
mod play;
mod print;
mod problem;
mod protocol;
mod reason;
mod request;
mod superfluous;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

pub use self::protocol::answer;
pub use self::request::VERSION;
