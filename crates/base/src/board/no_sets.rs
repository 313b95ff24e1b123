//! Why a word of `each` or `around` makes no sets.

use super::names::SetName;
use super::reach;
use crate::budget::Stop;
use crate::diagnostic::nearest;

/// Why a word makes no sets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSets {
    /// Unknown kind of set.
    #[error("unknown set `{0}`")]
    Unknown(String),
    /// Something follows the name of a kind that stands alone.
    #[error("unexpected text after `{0}`")]
    Trailing(&'static str),
    /// The name of a kind is not followed by what it requires.
    #[error("expected {expected}, as in `{usage}`")]
    Form {
        /// What must follow: `rows and columns`.
        expected: &'static str,
        /// An example.
        usage: &'static str,
    },
    /// The board has no cells in this row or column.
    #[error("the board has no cells in {name} {number}")]
    NoLine {
        /// `row` or `column`.
        name: &'static str,
        /// Its number, 1-based.
        number: usize,
    },
    /// A kind requires a square board.
    #[error("`{name}` requires a square board; found {rows} rows and {columns} columns")]
    NotSquare {
        /// The kind.
        name: String,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Blocks do not divide the board.
    #[error("blocks of {}x{} do not divide a board of {} rows and {} columns", block.0, block.1, board.0, board.1)]
    Indivisible {
        /// Rows and columns of a block.
        block: (usize, usize),
        /// Rows and columns of the board.
        board: (usize, usize),
    },
    /// Mirrors need a board with four sides.
    #[error("`mirrors` is not supported on a torus and for other cells than squares")]
    NoSides,
    /// Unknown picture.
    #[error(transparent)]
    Picture(#[from] UnknownPicture),
    /// Unknown move.
    #[error(transparent)]
    Move(#[from] UnknownMove),
    /// Unknown move or reach.
    #[error(
        "{0}; rook, bishop, queen; ring; lines, lines inside, lines across, lines ahead PICTURE, linked, ahead PICTURE"
    )]
    Reach(UnknownMove),
    /// The shape of the cells has no such sets or moves.
    #[error("`{name}` is not supported for {shape}{}", expected(known))]
    WrongShape {
        /// The kind of set, or the move.
        name: String,
        /// The shape of the cells.
        shape: &'static str,
        /// What is supported instead.
        known: Vec<&'static str>,
    },
    /// The grid has no lines.
    #[error("the grid has no lines; add `lines = \"links\"` to [grid]")]
    NoLines,
    /// The grid has no lines between cells.
    #[error("the grid has no lines between cells; add `lines = \"links\"` to [grid]")]
    NoLinks,
    /// Borders do not link cells.
    #[error("`linked` is not supported for lines = \"borders\"")]
    LinkedByBorders,
    /// Lines are requested of a set of lines.
    #[error("the members of {0} are lines already")]
    OfLines(SetName),
    /// A move is requested of a set without an own cell.
    #[error("moves start at a cell: remove `each`, or write each = \"cell\"")]
    NoStart,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A name that no picture has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown picture `{name}`{}; {}", did_you_mean(self.meant()), listed(pictures))]
pub struct UnknownPicture {
    /// The name.
    pub name: String,
    /// The names of the pictures.
    pub pictures: Vec<String>,
}

impl NoSets {
    /// Returns the unknown name and the one that was probably meant, if one is near.
    pub fn suggestion(&self) -> Option<(&str, &str)> {
        match self {
            NoSets::Picture(unknown) => Some((&unknown.name, unknown.meant()?)),
            NoSets::Move(unknown) | NoSets::Reach(unknown) => Some((&unknown.name, unknown.meant()?)),
            _ => None,
        }
    }
}

impl UnknownPicture {
    /// Returns the picture that was probably meant.
    pub fn meant(&self) -> Option<&str> {
        nearest(&self.name, self.pictures.iter().map(String::as_str))
    }
}

impl UnknownMove {
    /// Returns the move that was probably meant.
    pub fn meant(&self) -> Option<&'static str> {
        let more: &[&str] = if self.known == reach::NAMES { &["rook", "bishop", "queen", "linked"] } else { &[] };
        nearest(&self.name, self.known.iter().chain(more).copied())
    }
}

fn listed(pictures: &[String]) -> String {
    match pictures {
        [] => "the model has no [picture]".to_string(),
        _ => format!("expected {}", pictures.join(", ")),
    }
}

/// A name that no move of cells has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown move `{name}`{}{}; expected {}", for_shape(shape), similar_move(name, self.meant(), known), moves(known))]
pub struct UnknownMove {
    /// The name.
    pub name: String,
    /// The shape of the cells.
    pub shape: &'static str,
    /// The moves of this shape.
    pub known: &'static [&'static str],
}

fn expected(known: &[&str]) -> String {
    if known.is_empty() { String::new() } else { format!("; expected {}", known.join(", ")) }
}

fn for_shape(shape: &str) -> String {
    if shape == "square" { String::new() } else { format!(" for {shape}") }
}

fn moves(known: &[&str]) -> String {
    // Only squares have leapers by their distances.
    let leaper = if known == reach::NAMES { ", leaper 1 4" } else { "" };
    format!("{}{leaper}", known.join(", "))
}

fn similar_move(name: &str, meant: Option<&str>, known: &[&str]) -> String {
    let neighbours = ["neigh", "orth", "adj"].iter().any(|start| name.starts_with(start));
    if meant.is_none() && known == reach::NAMES && neighbours {
        return " (wazir: the four neighbours; king: all eight)".to_string();
    }
    did_you_mean(meant)
}

fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}
