//! Decoders for the descriptions of game IDs, by game.

use super::Id;
use super::parts::{numbers, rooms};
use crate::diagnostic::{Diagnostic, quote};
use crate::genre::rooms::Rooms;
use crate::import::grid::{Entries, Grid, Marks};
use crate::source::Span;

type Drafted = Result<Grid, Diagnostic>;

/// Checks that the size is one number, as for games on squares, and returns it.
fn square(id: &Id<'_>) -> Result<usize, Diagnostic> {
    if id.is_square {
        return Ok(id.rows);
    }
    Err(Diagnostic::new("game-size", "the size of this game is one number").at(id.more.span(), "as in `5:`"))
}

/// A hexadecimal digit is a track piece, the sum of its ends: 1 right, 2 up, 4 left, 8 down; a letter is a run of empty cells.
/// The numbers of columns and rows follow. An S precedes those of the column that the track leaves at the bottom and of the
/// row that it enters from the left.
pub(super) fn tracks(id: &mut Id<'_>) -> Drafted {
    let piece = |character: char| character.to_digit(16).filter(|_| !character.is_ascii_lowercase());
    let mut pieces: Vec<Option<u32>> = Vec::new();
    while pieces.len() < id.cells {
        let start = id.description;
        match id.description.peek() {
            Some(character) if piece(character).is_some() => {
                id.description.take();
                pieces.push(piece(character));
            }
            // The rest must be letters for empty cells.
            _ => {
                let empty = id.description.take().filter(char::is_ascii_lowercase);
                let empty =
                    empty.ok_or_else(|| start.unexpected(&format!("a piece, or a to z, for {} cells", id.cells)))?;
                pieces.extend(std::iter::repeat_n(None, empty as usize - 'a' as usize + 1));
            }
        }
        if pieces.len() > id.cells {
            let message = format!("the ID has at least {} cells; expected {}", pieces.len(), id.cells);
            return Err(Diagnostic::new("game-cells", message).at(id.description.since(&start), "too many"));
        }
    }
    let mut stations = [None, None];
    let mut values = Vec::new();
    for line in 0..id.columns + id.rows {
        if !id.description.eats(',') {
            return Err(id.description.unexpected("a comma and a number for each column and row"));
        }
        if id.description.eats('S') {
            stations[usize::from(line >= id.columns)] = Some(if line < id.columns { line } else { line - id.columns });
        }
        values.push(Some(id.description.number().ok_or_else(|| id.description.unexpected("a number"))?));
    }
    let [Some(last), Some(first)] = stations else {
        return Err(Diagnostic::new("game-cells", "one column and one row must have an S before their numbers"));
    };
    let mut station = Marks::blank(id.rows, id.columns);
    station.put(first, 0, 'S');
    station.put(id.rows - 1, last, 'S');
    let mut rail = Marks::blank(2 * id.rows - 1, 2 * id.columns - 1);
    for (cell, piece) in pieces.iter().enumerate() {
        let (row, column, ends) = (cell / id.columns, cell % id.columns, piece.unwrap_or(0));
        let known = [
            (1, column + 1 < id.columns, (2 * row, 2 * column + 1)),
            (2, row > 0, ((2 * row).wrapping_sub(1), 2 * column)),
            (4, column > 0, (2 * row, (2 * column).wrapping_sub(1))),
            (8, row + 1 < id.rows, (2 * row + 1, 2 * column)),
        ];
        for (_, _, (row, column)) in known.into_iter().filter(|(end, on_board, _)| ends & end != 0 && *on_board) {
            rail.put(row, column, '#');
        }
    }
    let rows = values.split_off(id.columns);
    let count = vec![("rows", Entries::Each(rows)), ("columns", Entries::Each(values))];
    let mut grid = Grid::new("tracks", id.rows, id.columns).picture("station", station).list("count", count);
    grid.between.push(("rail", rail));
    Ok(grid)
}

/// Runs, separated by dots, for each column and then each row, which are separated by slashes.
pub(super) fn pattern(id: &mut Id<'_>) -> Drafted {
    let mut lines = Vec::new();
    for line in 0..id.columns + id.rows {
        if line > 0 && !id.description.eats('/') {
            let message = format!("the ID has {line} columns and rows; expected {}", id.columns + id.rows);
            return Err(Diagnostic::new("game-cells", message).at(id.description.here(), "expected `/`"));
        }
        let mut runs = Vec::new();
        while let Some(run) = id.description.number() {
            runs.push(Some(run));
            if !id.description.eats('.') {
                break;
            }
        }
        lines.push(runs);
    }
    if id.description.peek() == Some(',') {
        let message = "a Pattern with given cells is not supported";
        return Err(Diagnostic::new("game-variant", message).at(id.description.span(), "cells"));
    }
    let rows = lines.split_off(id.columns);
    let clues = vec![("rows", Entries::Runs(rows)), ("columns", Entries::Runs(lines))];
    Ok(Grid::new("nonogram", id.rows, id.columns).list("clues", clues))
}

/// `c` states that the ends are in corners. A cell is its number, if given, and a letter for its direction, a to h clockwise
/// from the top. The direction of the last number leads nowhere.
pub(super) fn signpost(id: &mut Id<'_>) -> Drafted {
    id.more.eats('c');
    const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
    let mut given = Marks::blank(id.rows, id.columns);
    let mut arrows = Marks::blank(id.rows, id.columns);
    for cell in 0..id.cells {
        let (row, column) = (cell / id.columns, cell % id.columns);
        let start = id.description;
        let digits = id.description.peek().is_some_and(|next| next.is_ascii_digit());
        let number = digits.then(|| {
            let number = id.description.number().filter(|number| (1..=id.cells).contains(number));
            number.ok_or_else(|| start.unexpected(&format!("a number from 1 to {}", id.cells)))
        });
        let number = number.transpose()?;
        let here = id.description;
        let Some(letter @ 'a'..='h') = id.description.take() else {
            return Err(here.unexpected("a direction, a to h"));
        };
        if let Some(number) = number {
            given.put(row, column, number);
        }
        if number != Some(id.cells) {
            arrows.put(row, column, ARROWS[letter as usize - 'a' as usize]);
        }
    }
    Ok(Grid::new("signpost", id.rows, id.columns).numbers(id.cells).given(given).picture("arrow", arrows))
}

/// A cell is a number (0 for none), the directions of the neighbours that it is larger than, and a comma. With `a`, the
/// directions are those of the neighbours that differ by 1.
pub(super) fn unequal(id: &mut Id<'_>) -> Drafted {
    let side = square(id)?;
    let is_adjacent = id.more.eats('a');
    let mut given = Marks::blank(side, side);
    let mut marks = Marks::blank(2 * side - 1, 2 * side - 1);
    for cell in 0..side * side {
        let (row, column) = (cell / side, cell % side);
        let start = id.description;
        let number = id.description.number().filter(|&number| number <= side);
        let number = number
            .ok_or_else(|| start.unexpected(&format!("a number from 0 to {side} for each of {} cells", side * side)))?;
        if number > 0 {
            given.put(row, column, number);
        }
        while let Some(direction @ ('U' | 'D' | 'L' | 'R')) = id.description.peek() {
            let sign = if is_adjacent { '|' } else { larger(direction) };
            let (on_board, at) = match direction {
                'U' => (row > 0, (2 * row).wrapping_sub(1)),
                'D' => (row + 1 < side, 2 * row + 1),
                'L' => (column > 0, (2 * column).wrapping_sub(1)),
                _ => (column + 1 < side, 2 * column + 1),
            };
            if !on_board {
                let message = format!("{} points off the board", quote(&direction.to_string()));
                return Err(Diagnostic::new("game-cells", message).at(id.description.here(), "here"));
            }
            let is_level = matches!(direction, 'U' | 'D');
            marks.put(if is_level { at } else { 2 * row }, if is_level { 2 * column } else { at }, sign);
            id.description.take();
        }
        // The comma after the last cell may be omitted.
        if !id.description.eats(',') && cell + 1 < side * side {
            return Err(id.description.unexpected("U, D, L, R or a comma"));
        }
    }
    let kind = if is_adjacent { "adjacent" } else { "futoshiki" };
    let mut grid = Grid::new(kind, side, side).numbers(side).given(given);
    grid.between.push(("sign", marks));
    Ok(grid)
}

/// Returns the sign between a cell and the neighbour that it is larger than.
fn larger(direction: char) -> char {
    match direction {
        'U' => '^',
        'D' => 'v',
        'L' => '<',
        _ => '>',
    }
}

/// The numbers of + poles in columns and rows, those of - poles, and for each cell its end of a magnet.
pub(super) fn magnets(id: &mut Id<'_>) -> Drafted {
    let mut counts = Vec::new();
    for length in [id.columns, id.rows, id.columns, id.rows] {
        let mut part = id.description.until(',');
        let mut values = Vec::new();
        for _ in 0..length {
            let start = part;
            values.push(match part.take() {
                Some('.') => None,
                Some(digit @ '0'..='9') => Some(digit as usize - '0' as usize),
                Some(letter @ 'a'..='z') => Some(letter as usize - 'a' as usize + 10),
                Some(letter @ 'A'..='Z') => Some(letter as usize - 'A' as usize + 36),
                _ => {
                    return Err(start.unexpected(&format!(
                        "{length} numbers of one character, or dots, and a \
                comma"
                    )));
                }
            });
        }
        part.ends()?;
        counts.push(Entries::Each(values));
    }
    let mut ends = Vec::new();
    let start = id.description.span().start;
    for _ in 0..id.cells {
        let here = id.description;
        match id.description.take() {
            Some(end @ ('L' | 'R' | 'T' | 'B' | '*')) => ends.push(end),
            _ => return Err(here.unexpected(&format!("L, R, T, B or * for each of {} cells", id.cells))),
        }
    }
    let columns = id.columns;
    let joins = |from: usize, to: usize| match to - from {
        1 if columns > 1 => ends[from] == 'L' && ends[to] == 'R',
        _ => ends[from] == 'T' && ends[to] == 'B',
    };
    let rooms = Rooms::of(id.rows, columns, joins);
    let sizes = rooms.sizes();
    if let Some(cell) = (0..id.cells).find(|&cell| (sizes[rooms.room[cell]] == 1) != (ends[cell] == '*')) {
        let message = format!("row {}, column {}: half a magnet", cell / columns + 1, cell % columns + 1);
        return Err(Diagnostic::new("game-cells", message)
            .at(Span::new(start + cell, start + cell + 1), "its other end is missing"));
    }
    let mut grid = Grid::new("magnets", id.rows, id.columns);
    if ends.contains(&'*') {
        grid = grid.given(Marks::of(columns, ends.iter().map(|&end| (end == '*').then_some('x'))));
    }
    let mut counts = counts.into_iter();
    for sign in ["plus", "minus"] {
        let (columns, rows) = (counts.next(), counts.next());
        let entries = [("rows", rows), ("columns", columns)].into_iter().filter_map(|(key, list)| Some((key, list?)));
        grid = grid.list(sign, entries.collect());
    }
    Ok(grid.picture("magnet", rooms.marks()))
}

/// The operations of cages.
const OPERATIONS: [(char, &str); 4] = [('a', "sum"), ('m', "product"), ('s', "difference"), ('d', "ratio")];

/// The cages; after a comma, a letter and a number for each.
pub(super) fn keen(id: &mut Id<'_>) -> Drafted {
    let side = square(id)?;
    let cages = rooms(&mut id.description, side, true)?;
    if !id.description.eats(',') {
        return Err(id.description.unexpected("a comma and the results of the cages"));
    }
    let mut lists: Vec<Vec<(String, Entries)>> = OPERATIONS.map(|_| Vec::new()).into();
    for (cage, size) in cages.sizes().into_iter().enumerate() {
        let start = id.description;
        let operation =
            id.description.take().and_then(|letter| OPERATIONS.iter().position(|(name, _)| *name == letter));
        let operation =
            operation.ok_or_else(|| start.unexpected(&format!("a, m, s or d for each of {} cages", cages.count)))?;
        if operation >= 2 && size != 2 {
            let message = format!("a cage of {size} cells has no {}", OPERATIONS[operation].1);
            return Err(Diagnostic::new("game-cells", message).at(
                id.description.since(&start),
                "only cages of two cells \
                have",
            ));
        }
        let number = id.description.number().ok_or_else(|| id.description.unexpected("a number"))?;
        for (index, list) in lists.iter_mut().enumerate() {
            let entry = if index == operation { number.to_string() } else { "\".\"".to_string() };
            list.push((cages.name(cage), Entries::One(entry)));
        }
    }
    let mut grid = Grid::new("keen", side, side).numbers(side).picture("cage", cages.marks());
    for ((_, name), list) in OPERATIONS.into_iter().zip(lists) {
        grid.lists.push((name, list));
    }
    Ok(grid)
}

/// The parameters are the columns and rows of blocks; `j` adds regions in place of blocks, `x` diagonals, `k` cages.
pub(super) fn solo(id: &mut Id<'_>) -> Drafted {
    let letters = id.more.rest();
    // The values of d and m are the difficulty and the symmetry.
    let kinds = letters.split(['d', 'm', 'r', 'a']).next().unwrap_or_default();
    let side = if id.is_square && !kinds.contains('j') {
        id.columns * id.columns
    } else if id.is_square {
        id.columns
    } else {
        id.cells
    };
    let is_killer = kinds.contains('k');
    let given = numbers(&mut id.description, side * side, side)?;
    let mut grid = Grid::new(if is_killer { "killer" } else { "sudoku" }, side, side).numbers(side);
    grid = grid.given(Marks::of(side, given));
    let part = |id: &mut Id<'_>, what: &str| {
        if id.description.eats(',') { Ok(()) } else { Err(id.description.unexpected(&format!("a comma and {what}"))) }
    };
    let mut sets = "\"block hxw\"".to_string();
    if !is_killer {
        grid.parameters = vec![("h", id.columns), ("w", id.rows)];
    } else {
        sets = format!("\"block {}x{}\"", id.columns, id.rows);
    }
    if kinds.contains('j') {
        part(id, "the regions")?;
        let regions = rooms(&mut id.description, side, false)?;
        if regions.sizes().iter().any(|&size| size != side) {
            return Err(Diagnostic::new("game-cells", format!("every region must have {side} cells")));
        }
        sets = "\"region region\"".to_string();
        grid.parameters.clear();
        grid = grid.picture("region", regions.marks());
    }
    if kinds.contains('x') {
        sets.push_str(", \"main diagonal\"");
    }
    if is_killer {
        part(id, "the cages")?;
        let cages = rooms(&mut id.description, side, false)?;
        part(id, "the sums of the cages")?;
        let sums = numbers(&mut id.description, side * side, side * side * side)?;
        let sum = |cage: usize| {
            let sum = sums.iter().zip(&cages.room).find_map(|(sum, &of)| sum.filter(|_| of == cage));
            sum.map_or_else(|| "\".\"".to_string(), |sum| sum.to_string())
        };
        grid = grid.picture("cage", cages.marks());
        grid.lists.push(("total", (0..cages.count).map(|cage| (cages.name(cage), Entries::One(sum(cage)))).collect()));
    }
    Ok(grid.change(if is_killer { "\"block 2x3\"" } else { "\"block hxw\"" }, sets))
}
