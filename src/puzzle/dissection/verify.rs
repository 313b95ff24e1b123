//! The rules of dissections: every cell covered once, pieces in permitted orientations, colour on colour, copies as asked
//! for. Nothing else.
//!
//! A candidate is a board of names, with or without the `placements` that say which cells each copy covers. Without them
//! the cells of every name have to fall apart into copies, which a small exact search finds out: the first cell that is
//! left has to be the first cell of some copy. With `AAA` over `AAA` and L-trominoes it finds a way, with `AAAAAA` none.

use super::piece::Piece;
use super::{Board, Placed};
use crate::board::Cell;
use crate::board::shape::{Colour, Shape};
use crate::solution::{Candidate, Violation};
use serde_json::Value;
use std::collections::HashMap;

/// How many shapes may be tried on cells of one name before the search gives up.
const MAX_TRIES: usize = 1_000_000;

/// Which piece lies on each cell; `None` where there is no cell.
type Names = Vec<Vec<Option<usize>>>;

/// How the pieces of a correct candidate lie.
///
/// # Errors
/// The first rule that is violated, or what is malformed.
pub(super) fn laid_out(board: &Board, candidate: &Candidate) -> Result<Vec<Placed>, Violation> {
    let names = names(board, &candidate.board)?;
    match candidate.details.get("placements") {
        Some(placements) => {
            let placed = listed(board, placements)?;
            agree(board, &names, &placed)?;
            Ok(placed)
        }
        None => {
            let pieces = board.pieces.iter().enumerate();
            let cut: Result<Vec<Vec<Placed>>, Violation> =
                pieces.map(|(index, piece)| cut(board, &names, index, piece)).collect();
            Ok(cut?.concat())
        }
    }
}

fn violation<T>(text: String) -> Result<T, Violation> {
    Err(Violation::new(text))
}

/// Reads the rows of names: single characters, or, between blanks, of any length.
fn names(board: &Board, rows: &[String]) -> Result<Names, Violation> {
    let (height, width) = (board.height(), board.width());
    let known: HashMap<&str, usize> =
        board.pieces.iter().enumerate().map(|(index, piece)| (piece.name.as_str(), index)).collect();
    if rows.len() != height {
        return violation(format!("the board has {} rows instead of {height}", rows.len()));
    }
    let mut names = Vec::with_capacity(height);
    for (row, text) in rows.iter().enumerate() {
        let words: Vec<&str> = if board.spaced() || text.trim().contains(char::is_whitespace) {
            text.split_whitespace().collect()
        } else {
            text.trim().split("").filter(|word| !word.is_empty()).collect()
        };
        if words.len() != width {
            let blanks = if board.spaced() { ", which stand between blanks" } else { "" };
            return violation(format!("row {} has {} cells instead of {width}{blanks}", row + 1, words.len()));
        }
        let mut pieces = Vec::with_capacity(width);
        for (column, word) in words.into_iter().enumerate() {
            let cell = Cell::new(row, column);
            pieces.push(match (board.colour(cell), word, known.get(word)) {
                (None, "_", _) => None,
                (None, ..) => return violation(format!("`{word}` at {cell}, where there is no cell (`_`)")),
                (Some(_), "_", _) => return violation(format!("`_` at {cell}, where there is a cell to cover")),
                (Some(_), _, None) => return violation(format!("`{word}` at {cell} is no piece")),
                (Some(_), _, Some(&piece)) => Some(piece),
            });
        }
        names.push(pieces);
    }
    Ok(names)
}

/// Reads and checks `placements`, each for itself and the numbers of copies.
fn listed(board: &Board, placements: &Value) -> Result<Vec<Placed>, Violation> {
    let Some(items) = placements.as_array() else { return violation("`placements` has to be a list".to_string()) };
    let mut placed = Vec::with_capacity(items.len());
    let mut copies: Vec<Vec<usize>> = vec![Vec::new(); board.pieces.len()];
    for (index, item) in items.iter().enumerate() {
        let item = one_listed(board, item)
            .map_err(|Violation(text)| Violation::new(format!("placement {}: {text}", index + 1)))?;
        copies[item.piece].push(item.copy);
        placed.push(item);
    }
    for (piece, mut copies) in board.pieces.iter().zip(copies) {
        copies.sort_unstable();
        if let Some(number) = (1..=copies.len()).find(|&number| copies[number - 1] != number) {
            let (name, found) = (&piece.name, copies.len());
            return violation(format!(
                "the copies of {name} are not numbered 1 to {found}: {number} is not there once"
            ));
        }
        used_as_asked(piece, copies.len())?;
    }
    Ok(placed)
}

fn one_listed(board: &Board, item: &Value) -> Result<Placed, Violation> {
    let Some(name) = item.get("piece").and_then(Value::as_str) else {
        return violation("`piece` has to be the name of a piece".to_string());
    };
    let Some(piece) = board.pieces.iter().position(|piece| piece.name == name) else {
        return violation(format!("there is no piece `{name}`"));
    };
    let natural = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let Some(copy) = item.get("copy").and_then(natural).filter(|&copy| copy > 0) else {
        return violation("`copy` has to be a number from 1".to_string());
    };
    let Some(list) = item.get("cells").and_then(Value::as_array) else {
        return violation("`cells` has to be a list of [row, column]".to_string());
    };
    let mut cells = Vec::with_capacity(list.len());
    for pair in list {
        let (row, column) = match pair.as_array().map(Vec::as_slice) {
            Some([row, column]) => (natural(row), natural(column)),
            _ => (None, None),
        };
        let on_board = |row: usize, column: usize| {
            let cell = Cell::new(row.checked_sub(1)?, column.checked_sub(1)?);
            board.colour(cell).map(|_| cell)
        };
        let Some(cell) = row.zip(column).and_then(|(row, column)| on_board(row, column)) else {
            return violation(format!("{pair} is no cell of the board; a cell is [row, column], counted from 1"));
        };
        cells.push(cell);
    }
    cells.sort_unstable();
    if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
        return violation(format!("{} is listed twice", pair[0]));
    }
    fits(board, &board.pieces[piece], &cells)?;
    Ok(Placed { piece, copy, cells })
}

/// Whether a piece may cover these cells, which differ and stand in reading order.
fn fits(board: &Board, piece: &Piece, cells: &[Cell]) -> Result<(), Violation> {
    let name = &piece.name;
    let Some(shape) = Shape::new(cells.iter().map(|&cell| (cell, Colour::Any))) else {
        return violation(format!("{name} covers no cell"));
    };
    // Moved to the corner, the cells keep their order.
    let same =
        |other: &Shape| other.cells().iter().map(|(cell, _)| cell).eq(shape.cells().iter().map(|(cell, _)| cell));
    let alike: Vec<&Shape> = piece.orientations.iter().map(|(_, other)| other).filter(|other| same(other)).collect();
    if alike.is_empty() {
        let place = cells[0];
        return violation(format!(
            "{name} cannot cover these {} cells from {place} on: its shape is another",
            cells.len()
        ));
    }
    let lies = |colours: &&Shape| {
        let colours = colours.cells().iter().map(|&(_, colour)| colour);
        colours.zip(cells).all(|(colour, &cell)| board.colour(cell).is_some_and(|ground| colour.matches(ground)))
    };
    if !alike.iter().any(lies) {
        return violation(format!("{name} at {}: its colours are not those of the cells", cells[0]));
    }
    Ok(())
}

fn used_as_asked(piece: &Piece, copies: usize) -> Result<(), Violation> {
    if piece.permits(copies) {
        return Ok(());
    }
    let wanted = piece.copies_in_words();
    violation(format!("{} is used {copies} times; it has to be used {wanted}", piece.name))
}

/// Whether placements cover every cell once, under the name that the board says.
fn agree(board: &Board, names: &Names, placed: &[Placed]) -> Result<(), Violation> {
    let mut covered = vec![vec![false; board.width()]; board.height()];
    for placed in placed {
        let name = &board.pieces[placed.piece].name;
        for &cell in &placed.cells {
            if std::mem::replace(&mut covered[cell.row][cell.column], true) {
                return violation(format!("{cell} is covered twice, the second time by {name}"));
            }
            if names[cell.row][cell.column] != Some(placed.piece) {
                return violation(format!("{name} covers {cell}, but the board does not say so"));
            }
        }
    }
    match board.cells().find(|(cell, ..)| !covered[cell.row][cell.column]) {
        Some((cell, ..)) => violation(format!("no placement covers {cell}")),
        None => Ok(()),
    }
}

/// Cuts the cells of a name into copies of its piece.
fn cut(board: &Board, names: &Names, index: usize, piece: &Piece) -> Result<Vec<Placed>, Violation> {
    let (name, size) = (&piece.name, piece.size());
    let cells = board.cells().map(|(cell, ..)| cell);
    let cells: Vec<Cell> = cells.filter(|cell| names[cell.row][cell.column] == Some(index)).collect();
    if !cells.len().is_multiple_of(size) {
        return violation(format!("{name} stands on {} cells, which is no multiple of its {size}", cells.len()));
    }
    let copies = cells.len() / size;
    used_as_asked(piece, copies)?;
    if copies == 1 {
        fits(board, piece, &cells)?;
        return Ok(vec![Placed { piece: index, copy: 1, cells }]);
    }
    let mut free = vec![vec![false; board.width()]; board.height()];
    for cell in &cells {
        free[cell.row][cell.column] = true;
    }
    let lies = |free: &[Vec<bool>], shape: &Shape, first: Cell| -> Option<Vec<Cell>> {
        let (origin, _) = shape.cells()[0];
        let moved = |&(cell, colour): &(Cell, Colour)| {
            let cell =
                Cell::new(first.row + cell.row - origin.row, (first.column + cell.column).checked_sub(origin.column)?);
            let is_free = *free.get(cell.row)?.get(cell.column)?;
            (is_free && colour.matches(board.colour(cell)?)).then_some(cell)
        };
        shape.cells().iter().map(moved).collect()
    };
    // The copies laid so far: the cells of each and the orientation to try when it has to be taken up again.
    let mut laid: Vec<(Vec<Cell>, usize)> = Vec::new();
    let (mut next, mut tries) = (0, 0);
    while laid.len() < copies {
        let first = cells.iter().copied().find(|cell| free[cell.row][cell.column]);
        let first = first.expect("fewer copies than there is room for leave a cell free");
        let mut orientations = piece.orientations.iter().enumerate().skip(next);
        let found = orientations.find_map(|(orientation, (_, shape))| {
            tries += 1;
            Some((lies(&free, shape, first)?, orientation))
        });
        if tries > MAX_TRIES {
            return violation(format!("the copies of {name} are too many to tell apart; list them as `placements`"));
        }
        let (state, after) = match found {
            Some((cells, orientation)) => {
                laid.push((cells, orientation + 1));
                (false, 0)
            }
            None => match laid.last() {
                Some(&(_, orientation)) => (true, orientation),
                None => return violation(format!("the cells of {name} cannot be cut into {copies} copies of it")),
            },
        };
        let changed = laid.last().map_or(&[][..], |(cells, _)| cells);
        for cell in changed {
            free[cell.row][cell.column] = state;
        }
        if state {
            laid.pop();
        }
        next = after;
    }
    let laid = laid.into_iter().enumerate();
    Ok(laid.map(|(copy, (cells, _))| Placed { piece: index, copy: copy + 1, cells }).collect())
}
