//! The places of all pieces on the empty board, listed once, for the method and for the analysis.
//!
//! A *kind* is all pieces of one shape up to the permitted turns and flips. Its places are sets of cells, each once,
//! in reading order, no matter how many of its orientations cover them. An L-tromino on 2x2 has 4 places. The
//! formulations list places with separate code: the two lists check each other.

use super::Board;
use super::piece::Piece;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_puzzle::Fact;
use boardwright_puzzle::solution::Placement;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ops::Range;

/// The most cells in all places together: more do not fit in memory.
const MAX_COVERED: usize = 10_000_000;

/// All places of all kinds.
pub(super) struct Places {
    /// The cells of the board, in reading order; places name them by their index here.
    pub(super) cells: Vec<Cell>,
    /// In the order of their first pieces.
    pub(super) kinds: Vec<Kind>,
    /// Ordered by kind, and within a kind by their cells.
    pub(super) places: Vec<Place>,
}

/// Pieces of one shape.
pub(super) struct Kind {
    /// Their indices, ascending; at least one.
    pub(super) pieces: Vec<usize>,
    /// The fewest copies, of all these pieces together.
    pub(super) least: usize,
    /// The most copies; `None`: any number.
    pub(super) most: Option<usize>,
    /// Its places in [`Places::places`].
    pub(super) places: Range<usize>,
}

/// Some cells that a piece of a kind can cover.
pub(super) struct Place {
    /// The index of the kind.
    pub(super) kind: usize,
    /// Ascending, by their index in [`Places::cells`].
    pub(super) cells: Vec<u32>,
}

impl Kind {
    /// Returns the names of its pieces: `A`, or `A=L` where two are the same.
    pub(super) fn name(&self, board: &Board) -> String {
        self.pieces.iter().map(|&piece| board.pieces[piece].name.as_str()).collect::<Vec<_>>().join("=")
    }
}

/// The placements are too many to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the placements cover more than {MAX_COVERED} cells in total")]
pub(super) struct TooManyPlaces;

impl Places {
    /// # Errors
    /// If there are too many.
    pub(super) fn of(board: &Board) -> Result<Places, TooManyPlaces> {
        let cells: Vec<Cell> = board.cells().map(|(cell, ..)| cell).collect();
        let mut index = vec![vec![None; board.width()]; board.height()];
        for (number, cell) in (0..).zip(&cells) {
            index[cell.row][cell.column] = Some(number);
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let mut of_shape: HashMap<&Shape, usize> = HashMap::new();
        for (number, piece) in board.pieces.iter().enumerate() {
            let kind = *of_shape.entry(piece.kind()).or_insert(kinds.len());
            if kind == kinds.len() {
                kinds.push(Kind { pieces: Vec::new(), least: 0, most: Some(0), places: 0..0 });
            }
            let kind = &mut kinds[kind];
            kind.pieces.push(number);
            kind.least += piece.min;
            kind.most = kind.most.zip(piece.max).map(|(most, max)| most + max);
        }
        let mut places: Vec<Place> = Vec::new();
        let mut covered = 0;
        for (number, kind) in kinds.iter_mut().enumerate() {
            let mut found: Vec<Vec<u32>> = Vec::new();
            for (_, shape) in &board.pieces[kind.pieces[0]].orientations {
                let rows = (board.height() + 1).saturating_sub(shape.height());
                let columns = (board.width() + 1).saturating_sub(shape.width());
                let corners = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                for (row, column) in corners.filter(|&(row, column)| shape.may_lie_at(row, column)) {
                    if let Some(cells) = lie(board, &index, shape, row, column) {
                        covered += cells.len();
                        found.push(cells);
                    }
                }
                if covered > MAX_COVERED {
                    return Err(TooManyPlaces);
                }
            }
            // Orientations that differ only in colours cover the same cells of a colourless board.
            found.sort_unstable();
            found.dedup();
            kind.places = places.len()..places.len() + found.len();
            places.extend(found.into_iter().map(|cells| Place { kind: number, cells }));
        }
        Ok(Places { cells, kinds, places })
    }

    /// Describes the number of places, in all and of each kind.
    pub(super) fn at_the_start(&self, board: &Board) -> Fact {
        let kinds: Vec<Value> = self
            .kinds
            .iter()
            .map(|kind| {
                let names: Vec<&str> = kind.pieces.iter().map(|&piece| board.pieces[piece].name.as_str()).collect();
                json!({ "pieces": names, "placements": kind.places.len() })
            })
            .collect();
        let words: Vec<String> =
            self.kinds.iter().map(|kind| format!("{} {}", kind.name(board), kind.places.len())).collect();
        let in_all = if self.kinds.len() > 1 { format!("{} in all, ", self.places.len()) } else { String::new() };
        let words = format!("placements on the empty board: {in_all}{}", words.join(", "));
        Fact::new("placements", kinds, words)
    }

    /// Returns, by cell, the places over it, ascending.
    pub(super) fn over(&self) -> Vec<Vec<u32>> {
        let mut over = vec![Vec::new(); self.cells.len()];
        for (number, place) in (0..).zip(&self.places) {
            place.cells.iter().for_each(|&cell| over[cell as usize].push(number));
        }
        over
    }

    /// Returns the chosen places as copies of the pieces. Of each kind, in reading order, first come the copies of
    /// its first piece, and so on: each piece has its fewest copies, and further copies go to the first pieces that
    /// may have more.
    pub(super) fn placed(&self, board: &Board, chosen: &[u32]) -> Vec<Placement> {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        let mut placed = Vec::with_capacity(chosen.len());
        for kind in &self.kinds {
            let of_kind = chosen.iter().map(|&place| place as usize).filter(|place| kind.places.contains(place));
            let mut of_kind: Vec<usize> = of_kind.collect();
            let mut beyond = of_kind.len().saturating_sub(kind.least);
            for &number in &kind.pieces {
                let Piece { min, max, .. } = board.pieces[number];
                let more = max.map_or(beyond, |max| beyond.min(max - min));
                beyond -= more;
                let copies = of_kind.drain(..(min + more).min(of_kind.len()));
                placed.extend(copies.zip(1..).map(|(place, copy)| {
                    let cells = self.places[place].cells.iter().map(|&cell| self.cells[cell as usize]);
                    Placement { piece: number, copy, cells: cells.collect() }
                }));
            }
        }
        placed
    }
}

/// Returns the cells that a shape covers with the corner of its rectangle there, if they are cells of its colours.
fn lie(board: &Board, index: &[Vec<Option<u32>>], shape: &Shape, row: usize, column: usize) -> Option<Vec<u32>> {
    let covered = |&(cell, colour): &(Cell, Colour)| {
        let cell = Cell::new(row + cell.row, column + cell.column);
        board.colour(cell).filter(|ground| colour.matches(*ground))?;
        index[cell.row][cell.column]
    };
    shape.cells().iter().map(covered).collect()
}
