//! A request of the page: its keys, the text that it is about, and the reasons why it has no complete answer.
//!
//! Imports `problem`. Start with [`Request`].

use super::problem;
use super::words::PAGE;
use boardwright_base::budget::{Budget, NotALimit, Stop};
use boardwright_base::source::Source;
use boardwright_exchange::genre::blank::NoBlank;
use boardwright_puzzle::{Loaded, Registry};
use boardwright_tasks::task::Failure;
use boardwright_tasks::task::generate::WrongValue;
use serde::Deserialize;
use serde_json::{Value, json};

/// The version of requests and events. It changes if a key or an event is removed or changes its meaning.
pub const VERSION: u32 = 1;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Request {
    /// The version that the page expects.
    pub(super) boardwright_workbench: u32,
    pub(super) ask: Ask,
    /// The text of the model; for `import`, the text to convert.
    #[serde(default)]
    pub(super) model: String,
    /// The name of the model in messages.
    #[serde(default)]
    pub(super) name: String,
    /// As `--time-limit` on the command line.
    pub(super) time_limit: Option<String>,
    /// For `verdict`: the maximum number of solutions to deliver.
    pub(super) most: Option<usize>,
    /// For `new`: the kind; for `export`: the format.
    pub(super) what: Option<String>,
    /// For `new`: whether the board is empty; it has `rows` and `columns`.
    #[serde(default)]
    pub(super) empty: bool,
    /// For `generate` and `coins`: the seed.
    #[serde(default)]
    pub(super) seed: u64,
    /// For `generate`: whether clues are left out in symmetric pairs.
    #[serde(default)]
    pub(super) symmetric: bool,
    /// For `generate`: pictures, lists and layers whose clues all stay.
    #[serde(default)]
    pub(super) keep: Vec<String>,
    /// For `generate`: pictures and lists whose clues are computed.
    #[serde(default)]
    pub(super) fill: Vec<String>,
    /// For `generate`: the sizes of computed rooms, such as `3..6`.
    pub(super) sizes: Option<String>,
    /// For `generate`: the number of computed rooms.
    pub(super) rooms: Option<u16>,
    /// For `generate`: whether computed numbers are replaced by question marks where that is enough.
    #[serde(default)]
    pub(super) weaken: bool,
    /// For `generate`: the number of clues.
    pub(super) clues: Option<u16>,
    /// For `generate`: the difficulty, such as `hard` or `40..80`.
    pub(super) difficulty: Option<String>,
    /// For `generate`: rules without which there are several solutions.
    #[serde(default)]
    pub(super) must_use: Vec<String>,
    /// For `generate`: parameters of the model with their values.
    #[serde(default)]
    pub(super) set: Vec<(String, i64)>,
    /// For `generate` in families with a generator of their own: the size of the board.
    pub(super) rows: Option<u16>,
    pub(super) columns: Option<u16>,
    /// The number of pieces.
    pub(super) pieces: Option<u16>,
    /// Further keys of the model with their values, as TOML.
    #[serde(default)]
    pub(super) settings: Vec<(String, String)>,
    /// For `check` and `hint`: the entries of the player, as facts (`r3c4=5`, `r1c1-r1c2`).
    #[serde(default)]
    pub(super) known: Vec<String>,
    /// For `turns`: the moves made so far, each by its token.
    #[serde(default)]
    pub(super) made: Vec<Vec<u16>>,
    /// For `coins`: the coins, heads are true.
    pub(super) coins: Option<Vec<bool>>,
    /// For `coins`: the devil's square.
    pub(super) square: Option<usize>,
    /// For `booklet`: the models, each with its name.
    #[serde(default)]
    pub(super) models: Vec<(String, String)>,
    /// For `booklet`: whether it has solutions.
    #[serde(default)]
    pub(super) solutions: bool,
    /// For `booklet`: the number of puzzles on a page.
    pub(super) per_page: Option<usize>,
    /// For `booklet`: the size of a page, such as `a4` or `letter` (`a4`).
    pub(super) paper: Option<String>,
    /// For `booklet`: the title on the first page.
    #[serde(default)]
    pub(super) title: String,
}

/// A question.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ask {
    /// The diagnostics, the board and the pictures that can be edited.
    Draw,
    /// The number of solutions, and the first ones.
    Verdict,
    /// The values that occur in some solution.
    Candidates,
    /// Why there is no solution, where several differ, or which clues force the only one.
    Explain,
    /// The way to the solution.
    Steps,
    /// A model of a puzzle of another program.
    Import,
    /// A link or an ID of another program.
    Export,
    /// The kinds to start from.
    Kinds,
    /// A model to start from.
    New,
    /// The schema of all models.
    Schema,
    /// A puzzle with one solution and few clues, made from the model.
    Generate,
    /// The cells and lines that a player can enter.
    Sheet,
    /// Whether entries are a solution, and what they contradict.
    Check,
    /// The next step from entries.
    Hint,
    /// The position after some moves, and the moves that can follow.
    Turns,
    /// The coins of the devil's chessboard, and what they name.
    Coins,
    /// Pages to print.
    Booklet,
}

impl Ask {
    pub(super) fn name(self) -> &'static str {
        match self {
            Ask::Draw => "draw",
            Ask::Verdict => "verdict",
            Ask::Candidates => "candidates",
            Ask::Explain => "explain",
            Ask::Steps => "steps",
            Ask::Import => "import",
            Ask::Export => "export",
            Ask::Kinds => "kinds",
            Ask::New => "new",
            Ask::Schema => "schema",
            Ask::Generate => "generate",
            Ask::Sheet => "sheet",
            Ask::Check => "check",
            Ask::Hint => "hint",
            Ask::Turns => "turns",
            Ask::Coins => "coins",
            Ask::Booklet => "booklet",
        }
    }
}

/// A reason why a request has no complete answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Wrong {
    /// The request is not of this form.
    #[error("cannot read the request: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The page is of another version.
    #[error("the page has version {0} of the protocol; expected {VERSION}: reload the page")]
    Version(u32),
    /// The time limit is none.
    #[error(transparent)]
    Limit(#[from] NotALimit),
    /// There is no such empty board.
    #[error(transparent)]
    Blank(#[from] NoBlank),
    /// A setting of `generate` is not of its form: its key and the reason.
    #[error("{0}: {1}")]
    Setting(&'static str, WrongValue),
    /// The model has errors, which were sent.
    #[error("the model has errors")]
    Model,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A limit was reached before there was a puzzle: the progress.
    #[error("no puzzle was generated: {0}; {1}")]
    Unmade(Stop, String),
    /// The task failed.
    #[error("{}", .0.text().worded(PAGE))]
    Failed(#[from] Failure),
    /// The request names something unknown, or the model does not allow it.
    #[error("{0}")]
    Refused(String),
}

/// The receiver of the events of a request.
pub(super) type Events<'a> = dyn FnMut(&Value) + 'a;

/// Returns the event that says how far the work is.
pub(super) fn working(words: String) -> Value {
    json!({ "event": "progress", "words": words })
}

/// A request at work.
pub(super) struct Session<'a> {
    /// The families.
    pub(super) registry: Registry,
    pub(super) request: &'a Request,
    pub(super) source: Source,
    pub(super) budget: &'a Budget,
}

impl Session<'_> {
    /// Reads the model; its errors are sent as diagnostics.
    pub(super) fn load(&self, write: &mut Events<'_>) -> Result<Loaded, Wrong> {
        self.registry.load(&self.source, self.budget).map_err(|error| {
            if let Some(stop) = error.stop() {
                return Wrong::Stopped(stop);
            }
            write(&problem::diagnostics(&self.source, error.diagnostics(), "error"));
            Wrong::Model
        })
    }
}
