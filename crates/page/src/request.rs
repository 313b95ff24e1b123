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

/// A request: a question about the text of a model.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Header"))]
#[serde(rename_all = "kebab-case")]
pub(super) struct Request {
    /// The version that the page expects.
    pub(super) boardwright_workbench: u32,
    /// The text of the model; for `import`, the text to convert.
    #[serde(default)]
    pub(super) model: String,
    /// The name of the model in messages.
    #[serde(default)]
    pub(super) name: String,
    /// As `--time-limit` on the command line.
    pub(super) time_limit: Option<String>,
    /// The question, which rejects keys of other questions.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub(super) ask: Ask,
}

/// A question with its settings.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Ask {
    /// The diagnostics, the board and the pictures that can be edited.
    Draw {},
    /// The number of solutions, and the first ones.
    Verdict {
        /// The maximum number of solutions to deliver (20).
        most: Option<usize>,
    },
    /// The values that occur in some solution.
    Candidates {},
    /// Why there is no solution, where several differ, or which clues force the only one.
    Explain {},
    /// The way to the solution.
    Steps {},
    /// The rules that follow from the others.
    Superfluous {},
    /// Rules that hold on solved boards: the next question, and the rules so far.
    Learn(Lesson),
    /// A model of a puzzle of another program.
    Import {},
    /// A link or an ID of another program.
    Export {
        /// The format.
        what: String,
    },
    /// The kinds to start from.
    Kinds {},
    /// A model to start from.
    New(New),
    /// The schema of all models.
    Schema {},
    /// A puzzle with one solution and few clues, made from the model.
    Generate(Generate),
    /// The cells and lines that a player can enter.
    Sheet {},
    /// Whether entries are a solution, and what they contradict.
    Check(Entries),
    /// The next step from entries.
    Hint(Entries),
    /// The position after some moves, and the moves that can follow.
    Turns {
        /// The moves made so far, each by its token.
        #[serde(default)]
        made: Vec<Vec<u16>>,
    },
    /// The coins of the devil's chessboard, and what they name.
    Coins(Coins),
    /// Pages to print.
    Booklet(Pages),
}

/// A model to start from.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct New {
    /// The kind; an empty board of no kind has no rules.
    pub(super) what: String,
    /// Whether the board is empty; it has `rows` and `columns` (10 each).
    pub(super) empty: bool,
    pub(super) rows: Option<u16>,
    pub(super) columns: Option<u16>,
}

/// Settings of a puzzle to generate.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Generate {
    pub(super) seed: u64,
    /// Whether clues are left out in symmetric pairs.
    pub(super) symmetric: bool,
    /// Pictures, lists and layers whose clues all stay.
    pub(super) keep: Vec<String>,
    /// Pictures and lists whose clues are computed.
    pub(super) fill: Vec<String>,
    /// The sizes of computed rooms, such as `3..6`.
    pub(super) sizes: Option<String>,
    /// The number of computed rooms.
    pub(super) rooms: Option<u16>,
    /// Whether computed numbers are replaced by question marks where that is enough.
    pub(super) weaken: bool,
    /// The number of clues.
    pub(super) clues: Option<u16>,
    /// The difficulty, such as `hard` or `40..80`.
    pub(super) difficulty: Option<String>,
    /// Rules without which there are several solutions.
    pub(super) must_use: Vec<String>,
    /// Parameters of the model with their values.
    pub(super) set: Vec<(String, i64)>,
    /// In families with a generator of their own: the size of the board.
    pub(super) rows: Option<u16>,
    pub(super) columns: Option<u16>,
    /// There: the number of pieces.
    pub(super) pieces: Option<u16>,
    /// There: further keys of the model with their values, as TOML.
    pub(super) settings: Vec<(String, String)>,
}

/// Solved boards, and the answers to earlier questions.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Lesson {
    /// The rows of each solved board; values of several characters are separated by blanks.
    pub(super) boards: Vec<Vec<String>>,
    /// The values of cells; if there are none, those on the boards.
    pub(super) values: Vec<String>,
    /// The boards of earlier questions, and whether each is a solution.
    pub(super) answers: Vec<(Vec<String>, bool)>,
    /// The number of boards of the learned rules to ask about in the end.
    pub(super) confirm: usize,
}

/// The entries of a player.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Entries {
    /// The entries as facts (`r3c4=5`, `r1c1-r1c2`).
    pub(super) known: Vec<String>,
}

/// Coins on the devil's chessboard.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Coins {
    /// The seed of random coins.
    pub(super) seed: u64,
    /// The coins, heads are true.
    pub(super) coins: Option<Vec<bool>>,
    /// The devil's square.
    pub(super) square: Option<usize>,
}

/// Puzzles to print.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Pages {
    /// The models, each with its name.
    pub(super) models: Vec<(String, String)>,
    /// Whether the pages have solutions.
    pub(super) solutions: bool,
    /// The number of puzzles on a page (4).
    pub(super) per_page: Option<usize>,
    /// The size of a page, such as `a4` or `letter` (`a4`).
    pub(super) paper: Option<String>,
    /// The title on the first page.
    pub(super) title: String,
}

impl Ask {
    /// Returns the name of the question, as in a request.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Ask::Draw {} => "draw",
            Ask::Verdict { .. } => "verdict",
            Ask::Candidates {} => "candidates",
            Ask::Explain {} => "explain",
            Ask::Steps {} => "steps",
            Ask::Superfluous {} => "superfluous",
            Ask::Learn(_) => "learn",
            Ask::Import {} => "import",
            Ask::Export { .. } => "export",
            Ask::Kinds {} => "kinds",
            Ask::New(_) => "new",
            Ask::Schema {} => "schema",
            Ask::Generate(_) => "generate",
            Ask::Sheet {} => "sheet",
            Ask::Check(_) => "check",
            Ask::Hint(_) => "hint",
            Ask::Turns { .. } => "turns",
            Ask::Coins(_) => "coins",
            Ask::Booklet(_) => "booklet",
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
