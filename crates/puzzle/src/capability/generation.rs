//! Generation of puzzles with one solution: the request, and the oracle that solves drafts.
//!
//! A family drafts a model as text and asks the [`Oracle`] for its solutions, until the draft has exactly one. It sees
//! no solver; the oracle sees no family.

use crate::solution::Solution;
use boardwright_base::board::symmetry::Permutation;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Command, Setting, Text};
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_model::{Field, Table};

/// A request for a puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerationRequest {
    /// Rows of the board, where they are chosen.
    pub rows: Option<usize>,
    /// Columns of the board, where they are chosen; as many as rows, where only the rows are.
    pub columns: Option<usize>,
    /// The number of pieces, for families that have pieces.
    pub pieces: Option<usize>,
    /// Whether a half turn keeps the pattern of the given cells.
    pub symmetric: bool,
    /// The number of clues, for families whose clues are left out one by one.
    pub clues: Option<usize>,
    /// Further keys of the model with their values, as TOML.
    pub settings: Vec<(String, String)>,
}

/// The reason why no puzzle was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The request cannot be met.
    Unmet(Unmet),
    /// The oracle was stopped or failed; it has the reason.
    Silent,
}

impl From<Unmet> for Refusal {
    fn from(unmet: Unmet) -> Refusal {
        Refusal::Unmet(unmet)
    }
}

/// The reason why a request cannot be met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet {
    /// The puzzle has no clues whose number can be chosen.
    NoClues,
    /// The puzzle has no pieces whose number can be chosen.
    NoPieces,
    /// The family chooses a key.
    Chosen {
        /// The key of the model.
        key: String,
    },
    /// The board has too many cells.
    Cells {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
        /// The greatest number of cells.
        most: usize,
    },
    /// The board has too few cells.
    FewCells {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
    /// The number of pieces does not fit the board.
    Pieces {
        /// The number of pieces.
        pieces: usize,
        /// The number of cells.
        cells: usize,
    },
    /// No cell can be cut out of the board.
    NoCut,
    /// No cut has one tiling.
    Tilings {
        /// The number of cuts tried.
        changes: usize,
        /// The number of tilings of the best one.
        tilings: usize,
    },
    /// The board must be a square.
    NotSquare {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
    /// No board has the number of knights.
    NoBoard {
        /// Whether the board is the same after a half turn.
        symmetric: bool,
    },
    /// The lights are not symmetric, though the presses are.
    Turned,
    /// No pattern has one solution.
    NoPattern {
        /// The number of patterns drawn.
        drawn: usize,
    },
}

impl Unmet {
    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        match self {
            Unmet::NoClues => Text::from("this puzzle has no clues to count: leave out ").and(Setting::Clues),
            Unmet::NoPieces => Text::from("this puzzle has no pieces: leave out ").and(Setting::Pieces),
            Unmet::Chosen { key } => {
                Text::from(format!("cannot set `{key}`: ")).and(Command::Generate).and(" chooses it")
            }
            Unmet::Cells { rows, columns, most } => {
                let cells = rows * columns;
                format!("{rows} x {columns} are {cells} cells; the maximum for a cut with one tiling is {most}").into()
            }
            Unmet::FewCells { rows, columns } => Text::from(format!(
                "a board of {rows} rows and {columns} columns has too few cells to cut one out of it: take more, or "
            ))
            .and(Setting::Symmetric),
            Unmet::Pieces { pieces, cells } => format!(
                "expected 1 to {} pieces for {cells} cells (at least two cells per piece), found {pieces}",
                cells / 2
            )
            .into(),
            Unmet::NoCut => "no cell was found to cut out".into(),
            Unmet::Tilings { changes, tilings } => Text::from(format!(
                "after {changes} changes there are still {tilings} tilings: try fewer pieces or another "
            ))
            .and(Setting::Seed),
            Unmet::NotSquare { rows, columns } => {
                format!("a Knightdoku is square, found {rows} rows and {columns} columns").into()
            }
            Unmet::NoBoard { symmetric } => {
                let turned = if *symmetric { " and is the same after a half turn" } else { "" };
                format!("no board has that number of knights in every row, column and block{turned}").into()
            }
            Unmet::Turned => "`reach` is not symmetric under a half turn, so neither are the lights".into(),
            Unmet::NoPattern { drawn } => Text::from(format!(
                "none of {drawn} patterns has exactly one solution with the fewest presses: try another size or "
            ))
            .and(Setting::Seed),
        }
    }
}

/// Solves drafts.
pub trait Oracle {
    /// Returns at most `at_most` solutions of a model, verified; with an objective, optimal ones. With `distinct`,
    /// one of each orbit of the symmetries of the board.
    ///
    /// # Errors
    /// When the model is invalid, as the request contradicts itself; when a limit is reached.
    fn solutions(&mut self, model: &str, at_most: usize, distinct: bool) -> Result<Vec<Solution>, Refusal>;

    /// Returns a solution of a model that a symmetry of the model leaves unchanged; `None` when there is none.
    ///
    /// # Errors
    /// As for [`Oracle::solutions`].
    fn kept(&mut self, model: &str, by: &Permutation) -> Result<Option<Solution>, Refusal>;

    /// Returns whether to try once more after some tries: with a time limit always, without one up to the usual number.
    ///
    /// # Errors
    /// When a limit is reached.
    fn tries_again(&mut self, tried: usize, usual: usize) -> Result<bool, Refusal>;

    /// Holds a puzzle that has one solution and may still be improved: it is the result if a limit is reached.
    fn hold(&mut self, made: Made);

    /// Reports the progress of the search for a puzzle, for a limit that is reached before there is one.
    fn progress(&mut self, words: String);
}

/// A puzzle that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The model, from the line `puzzle = ...` on.
    pub model: String,
    /// Whether it has one solution only up to the symmetries of its board.
    pub distinct: bool,
    /// Remarks about the puzzle, as lines for a person.
    pub remarks: Vec<String>,
    /// The goals that are not met.
    pub missed: Vec<String>,
}

/// Makes puzzles of one family.
#[derive(Clone, Copy)]
pub struct Generator {
    /// Makes a puzzle.
    pub make: fn(&GenerationRequest, &mut Random, &mut dyn Oracle) -> Result<Made, Refusal>,
    /// Whether it has clues, left out one by one, whose number can be chosen.
    pub clues: bool,
    /// Whether it has pieces, whose number can be chosen.
    pub pieces: bool,
    /// The keys of the family that can be set; it chooses all others.
    pub settings: &'static [&'static str],
}

impl Generator {
    /// Rejects what the family cannot be asked for; `fields` are the keys of its models.
    ///
    /// # Errors
    /// The first such wish.
    pub fn check(&self, request: &GenerationRequest, fields: &[Field]) -> Result<(), Unmet> {
        if request.clues.is_some() && !self.clues {
            return Err(Unmet::NoClues);
        }
        if request.pieces.is_some() && !self.pieces {
            return Err(Unmet::NoPieces);
        }
        let is_own = |key: &str| fields.iter().any(|field| field.name == key) && !self.settings.contains(&key);
        match request.settings.iter().find(|(key, _)| is_own(key)) {
            Some((key, _)) => Err(Unmet::Chosen { key: key.clone() }),
            None => Ok(()),
        }
    }
}

impl GenerationRequest {
    /// Returns the lines of a model that state the settings.
    pub fn lines(&self) -> String {
        self.settings.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
    }

    /// Returns rows and columns; by default a square of this side.
    pub fn size(&self, side: usize) -> (usize, usize) {
        let rows = self.rows.or(self.columns).unwrap_or(side);
        (rows, self.columns.unwrap_or(rows))
    }
}

/// Returns the keys of a model that the oracle has accepted.
pub fn accepted(text: &str, family: &'static str, fields: &'static [Field]) -> Result<Table, Refusal> {
    let source = Source::new("draft", text);
    let model =
        boardwright_model::read(&source, &[family], &|_| Some(fields), &Budget::none()).map_err(|_| Refusal::Silent)?;
    Ok(model.fields)
}

/// Formats a picture as a value in a model.
pub fn picture(rows: &[Vec<char>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("\"\"\"\n{}\"\"\"", rows.join("\n"))
}
