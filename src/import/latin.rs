//! What several formats need to say about boards of numbers.

use super::grid::{Entries, Grid};
use super::rooms::Rooms;

/// The blocks of a Sudoku.
pub(super) fn block(grid: Grid, height: usize, width: usize) -> Grid {
    grid.change("block 3x3", format!("block {height}x{width}"))
}

/// Numbers beside a square: above, below, left and right of it.
pub(super) fn sides(grid: Grid, seen: &[Option<usize>]) -> Grid {
    let of = |side: usize| Entries::Each(seen[side * grid.rows..(side + 1) * grid.rows].to_vec());
    let entries = vec![("top", of(0)), ("bottom", of(1)), ("left", of(2)), ("right", of(3))];
    grid.list("seen", entries)
}

/// The largest group that a Fillomino can have: one with a number, or cells without numbers that hang together.
pub(super) fn largest_fillomino(clues: &[Option<usize>], rows: usize, columns: usize) -> usize {
    let rooms = Rooms::of(rows, columns, |from, to| clues[from].is_none() && clues[to].is_none());
    let unclued = clues.iter().zip(&rooms.room).filter(|(clue, _)| clue.is_none()).map(|(_, &room)| rooms.sizes()[room]);
    let largest = unclued.max().unwrap_or(1);
    clues.iter().flatten().copied().max().unwrap_or(1).max(largest)
}
