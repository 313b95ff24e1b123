//! The rules of dissections: every cell covered once, pieces in permitted orientations, matching colours, and the
//! permitted numbers of copies.
//!
//! A candidate is a list of placements with the cells of each copy, or a layer of pieces, or both. Without
//! placements, a small exact search splits the cells of every name into copies: the first remaining cell must be the
//! first cell of some copy. For L-trominoes it splits `AAA` over `AAA`, but not `AAAAAA`.

use super::Board;
use super::piece::Piece;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_puzzle::solution::{Candidate, Placement};

/// The most shapes that are tried on cells of one name before the search gives up.
const MAX_TRIES: usize = 200_000;

/// A rule that a dissection breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// The board has other cells than the puzzle.
    #[error("the cells of the board differ from the puzzle")]
    OtherCells,
    /// There is neither a layer of names nor a list of placements.
    #[error("the board has no pieces")]
    NoPieces,
    /// A placement names a piece that the puzzle does not have.
    #[error("placement {placement}: the puzzle has only {pieces} pieces")]
    UnknownPiece {
        /// The number of the placement, from 1.
        placement: usize,
        /// The number of pieces.
        pieces: usize,
    },
    /// A placement breaks a rule by itself.
    #[error("placement {number}: {reason}")]
    Placement {
        /// The number of the placement, from 1.
        number: usize,
        /// The rule.
        reason: Box<Breach>,
    },
    /// The copies of a piece are not numbered in order.
    #[error("the copies of {piece} are not numbered 1 to {copies}: {number} does not occur exactly once")]
    CopyNumbers {
        /// The name of the piece.
        piece: String,
        /// The number of its copies.
        copies: usize,
        /// The number that is missing or occurs more than once.
        number: usize,
    },
    /// A placement covers nothing.
    #[error("{piece} covers no cell")]
    NoCell {
        /// The name of the piece.
        piece: String,
    },
    /// A placement lists a cell twice.
    #[error("{0} is listed twice")]
    ListedTwice(Cell),
    /// The cells of a placement are not in reading order.
    #[error("{first} stands before {second}")]
    Order {
        /// The cell that stands first.
        first: Cell,
        /// The cell that follows.
        second: Cell,
    },
    /// Cells have another shape than the piece, in all permitted orientations.
    #[error("{piece} cannot cover these {cells} cells from {from} on: they do not have its shape")]
    Shape {
        /// The name of the piece.
        piece: String,
        /// The number of cells.
        cells: usize,
        /// The first of them.
        from: Cell,
    },
    /// Colours of the piece do not match those of the cells.
    #[error("{piece} at {from}: its colours do not match the cells")]
    Colours {
        /// The name of the piece.
        piece: String,
        /// The first of its cells.
        from: Cell,
    },
    /// A piece is used too often or not often enough.
    #[error("{piece} is used {found} times, expected {expected}")]
    Copies {
        /// The name of the piece.
        piece: String,
        /// The number of its copies.
        found: usize,
        /// The permitted numbers: `once`, `2 times`.
        expected: String,
    },
    /// Two copies cover a cell.
    #[error("{cell} is covered twice, the second time by {by}")]
    CoveredTwice {
        /// The cell.
        cell: Cell,
        /// The name of the second piece.
        by: String,
    },
    /// The board has another name at a cell of a placement.
    #[error("{piece} covers {cell}, but the board shows another piece")]
    OtherPiece {
        /// The name of the piece.
        piece: String,
        /// The cell.
        cell: Cell,
    },
    /// No copy covers a cell.
    #[error("no placement covers {0}")]
    Uncovered(Cell),
    /// The cells of a name are not enough for whole copies.
    #[error("{piece} covers {cells} cells, which is not a multiple of its {size}")]
    NotMultiple {
        /// The name of the piece.
        piece: String,
        /// The number of cells with its name.
        cells: usize,
        /// Its own number of cells.
        size: usize,
    },
    /// The search for copies took too long.
    #[error("cannot separate the copies of {piece} in time; list them as `placements`")]
    NotSeparated {
        /// The name of the piece.
        piece: String,
    },
    /// The cells of a name do not fall apart into copies.
    #[error("the cells of {piece} cannot be cut into {copies} copies of it")]
    NotCut {
        /// The name of the piece.
        piece: String,
        /// The number of copies.
        copies: usize,
    },
}

/// Returns the placements of a valid candidate.
///
/// # Errors
/// The first rule that is violated.
pub(super) fn laid_out(board: &Board, claimed: Candidate) -> Result<Vec<Placement>, Breach> {
    let names = claimed.layers.first();
    if names.is_some_and(|names| names.len() != board.height() * board.width()) {
        return Err(Breach::OtherCells);
    }
    match (claimed.placements, names) {
        (Some(placements), _) => {
            listed(board, &placements)?;
            agree(board, names.map(Vec::as_slice), &placements)?;
            Ok(placements)
        }
        (None, Some(names)) => {
            let pieces = board.pieces.iter().enumerate();
            let cut: Result<Vec<Vec<Placement>>, Breach> =
                pieces.map(|(index, piece)| cut(board, names, index, piece)).collect();
            Ok(cut?.concat())
        }
        (None, None) => Err(Breach::NoPieces),
    }
}

/// Checks each placement, and the numbers of copies.
fn listed(board: &Board, placements: &[Placement]) -> Result<(), Breach> {
    let mut copies: Vec<Vec<usize>> = vec![Vec::new(); board.pieces.len()];
    for (index, placement) in placements.iter().enumerate() {
        let Some(piece) = board.pieces.get(placement.piece) else {
            return Err(Breach::UnknownPiece { placement: index + 1, pieces: board.pieces.len() });
        };
        fits(board, piece, &placement.cells)
            .map_err(|reason| Breach::Placement { number: index + 1, reason: Box::new(reason) })?;
        copies[placement.piece].push(placement.copy);
    }
    for (piece, mut copies) in board.pieces.iter().zip(copies) {
        copies.sort_unstable();
        if let Some(number) = (1..=copies.len()).find(|&number| copies[number - 1] != number) {
            return Err(Breach::CopyNumbers { piece: piece.name.clone(), copies: copies.len(), number });
        }
        used_as_asked(piece, copies.len())?;
    }
    Ok(())
}

/// Checks whether a piece may cover these cells, which have to differ and to be in reading order.
fn fits(board: &Board, piece: &Piece, cells: &[Cell]) -> Result<(), Breach> {
    let name = || piece.name.clone();
    let (Some(&place), Some(left)) = (cells.first(), cells.iter().map(|cell| cell.column).min()) else {
        return Err(Breach::NoCell { piece: name() });
    };
    if let Some(pair) = cells.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(match pair[0] == pair[1] {
            true => Breach::ListedTwice(board.named(pair[0])),
            false => Breach::Order { first: board.named(pair[0]), second: board.named(pair[1]) },
        });
    }
    // Moved to the corner, the cells keep their order.
    let same = |shape: &Shape| {
        let moved = |&(cell, _): &(Cell, Colour)| Cell::new(cell.row + place.row, cell.column + left);
        shape.may_lie_at(place.row, left) && shape.cells().iter().map(moved).eq(cells.iter().copied())
    };
    let lies = |shape: &Shape| {
        let colours = shape.cells().iter().map(|&(_, colour)| colour);
        colours.zip(cells).all(|(colour, &cell)| board.colour(cell).is_some_and(|ground| colour.matches(ground)))
    };
    let mut alike = piece.orientations.iter().map(|(_, shape)| shape).filter(|shape| same(shape)).peekable();
    if alike.peek().is_none() {
        return Err(Breach::Shape { piece: name(), cells: cells.len(), from: board.named(place) });
    }
    if !alike.any(lies) {
        return Err(Breach::Colours { piece: name(), from: board.named(place) });
    }
    Ok(())
}

fn used_as_asked(piece: &Piece, copies: usize) -> Result<(), Breach> {
    if piece.permits(copies) {
        return Ok(());
    }
    Err(Breach::Copies { piece: piece.name.clone(), found: copies, expected: piece.copies_in_words() })
}

/// Checks whether placements cover every cell once, with the name that the board has there, if it has one.
fn agree(board: &Board, names: Option<&[u16]>, placements: &[Placement]) -> Result<(), Breach> {
    let width = board.width();
    let mut covered = vec![false; board.height() * width];
    for placement in placements {
        let piece = || board.pieces[placement.piece].name.clone();
        for &cell in &placement.cells {
            let place = cell.row * width + cell.column;
            if std::mem::replace(&mut covered[place], true) {
                return Err(Breach::CoveredTwice { cell: board.named(cell), by: piece() });
            }
            if names.is_some_and(|names| usize::from(names[place]) != placement.piece) {
                return Err(Breach::OtherPiece { piece: piece(), cell: board.named(cell) });
            }
        }
    }
    match board.cells().find(|(cell, ..)| !covered[cell.row * width + cell.column]) {
        Some((cell, ..)) => Err(Breach::Uncovered(board.named(cell))),
        None => Ok(()),
    }
}

/// Splits the cells of a name into copies of its piece.
fn cut(board: &Board, names: &[u16], index: usize, piece: &Piece) -> Result<Vec<Placement>, Breach> {
    let (name, size) = (|| piece.name.clone(), piece.size());
    let cells = board.cells().map(|(cell, ..)| cell);
    let cells: Vec<Cell> =
        cells.filter(|cell| usize::from(names[cell.row * board.width() + cell.column]) == index).collect();
    if !cells.len().is_multiple_of(size) {
        return Err(Breach::NotMultiple { piece: name(), cells: cells.len(), size });
    }
    let copies = cells.len() / size;
    used_as_asked(piece, copies)?;
    if copies == 1 {
        fits(board, piece, &cells)?;
        return Ok(vec![Placement { piece: index, copy: 1, cells }]);
    }
    let mut free = vec![vec![false; board.width()]; board.height()];
    mark(&mut free, &cells, true);
    // The copies placed so far, each with its orientation; `next` is the next orientation to try.
    let mut laid: Vec<(usize, Vec<Cell>)> = Vec::new();
    let (mut next, mut tries) = (0, 0);
    while laid.len() < copies {
        let first = cells.iter().copied().find(|cell| free[cell.row][cell.column]);
        let first = first.expect("the copies cover their cells alone, so one that is missing leaves some");
        let found = piece.orientations.iter().enumerate().skip(next).find_map(|(orientation, (_, shape))| {
            tries += 1;
            Some((orientation, lie(board, &free, shape, first)?))
        });
        if tries > MAX_TRIES {
            return Err(Breach::NotSeparated { piece: name() });
        }
        if let Some((orientation, cells)) = found {
            mark(&mut free, &cells, false);
            laid.push((orientation, cells));
            next = 0;
        } else if let Some((orientation, cells)) = laid.pop() {
            mark(&mut free, &cells, true);
            next = orientation + 1;
        } else {
            return Err(Breach::NotCut { piece: name(), copies });
        }
    }
    let laid = laid.into_iter().enumerate();
    Ok(laid.map(|(copy, (_, cells))| Placement { piece: index, copy: copy + 1, cells }).collect())
}

fn mark(free: &mut [Vec<bool>], cells: &[Cell], state: bool) {
    for cell in cells {
        free[cell.row][cell.column] = state;
    }
}

/// Returns the cells that a shape covers when its first cell lies there, if they are free and their colours match.
fn lie(board: &Board, free: &[Vec<bool>], shape: &Shape, first: Cell) -> Option<Vec<Cell>> {
    // The first cell in reading order is in the first row.
    let (origin, _) = shape.cells()[0];
    if !shape.may_lie_at(first.row, first.column + origin.column) {
        return None;
    }
    let moved = |&(cell, colour): &(Cell, Colour)| {
        let cell = Cell::new(first.row + cell.row, (first.column + cell.column).checked_sub(origin.column)?);
        let is_free = *free.get(cell.row)?.get(cell.column)?;
        (is_free && colour.matches(board.colour(cell)?)).then_some(cell)
    };
    shape.cells().iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;
    use boardwright_puzzle::Loaded;
    use boardwright_puzzle::solution::Solution;
    use boardwright_puzzle::solution::notation::Written;
    use serde_json::{Value, json};

    fn load(text: &str) -> Loaded {
        let source = Source::new("test", format!("puzzle = \"dissection\"\n{text}"));
        boardwright_families::load(&source, &Budget::none())
            .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
    }

    /// An L of one colour and a domino of another around a hole; the L may be turned, not turned over.
    const AROUND_A_HOLE: &str = r#"
        board = """
        BBB
        W_B
        #W#"""
        flip = false
        [[piece]]
        name = "L"
        shape = """
        B#
        B_
        B_"""
        [[piece]]
        name = "D"
        copies = 2
        shape = "WW"
        "#;

    fn board(rows: &[&str]) -> Written {
        Written::new(rows.iter().map(ToString::to_string).collect())
    }

    fn says(loaded: &Loaded, written: &Written) -> String {
        match Solution::read(&*loaded.instance, written) {
            Ok(_) => "fine".to_string(),
            Err(violation) => violation.to_string(),
        }
    }

    const TROMINOES: &str =
        "board = \"\"\"\n###\n###\"\"\"\n[[piece]]\nname = \"V\"\ncopies = 2\nshape = \"\"\"\n#_\n##\"\"\"";

    #[test]
    fn a_drawing_alone_is_enough() {
        let trominoes = load(TROMINOES);
        assert_eq!(says(&trominoes, &board(&["VVV", "VVV"])), "fine");
        assert_eq!(says(&trominoes, &board(&["V V V", " VVV "])), "fine", "blanks do not matter");
        let one = load("board = \"####\"\n[[piece]]\nname = \"gap\"\nshape = \"#_#\"\ncopies = 2");
        assert_eq!(says(&one, &board(&["gap gap gap gap"])), "fine");
        assert_eq!(says(&one, &board(&["gapgapgapgap"])), "row 1 has 1 cells, expected 4, which stand between blanks");
    }

    #[test]
    fn a_wrong_drawing_is_told_what_is_wrong_where() {
        let trominoes = load(TROMINOES);
        assert_eq!(says(&trominoes, &board(&["VVV"])), "the board has 1 rows, expected 2");
        assert_eq!(says(&trominoes, &board(&["VVV", "VV"])), "row 2 has 2 cells, expected 3");
        assert_eq!(says(&trominoes, &board(&["VVV", "VVW"])), "unknown piece `W` at r2c3");
        assert_eq!(says(&trominoes, &board(&["VVV", "VV_"])), "`_` at r2c3, where there is a cell to cover");
        let small = load(AROUND_A_HOLE);
        assert_eq!(says(&small, &board(&["LLL", "LXD", "DDD"])), "`X` at r2c2, where there is no cell (`_`)");
        assert_eq!(says(&small, &board(&["DDD", "D_D", "DDD"])), "L is used 0 times, expected once");
        assert_eq!(says(&small, &board(&["LLL", "L_L", "DDD"])), "L covers 5 cells, which is not a multiple of its 4");
    }

    #[test]
    fn shapes_turns_and_colours_are_checked() {
        let small = load(AROUND_A_HOLE);
        assert_eq!(says(&small, &board(&["LLL", "D_L", "DDD"])), "fine");
        assert_eq!(
            says(&small, &board(&["LLL", "L_D", "DDD"])),
            "L cannot cover these 4 cells from r1c1 on: they do not have its shape",
            "turned over"
        );
        assert_eq!(says(&small, &board(&["DDD", "L_D", "LLL"])), "L at r2c1: its colours do not match the cells");
        assert_eq!(says(&small, &board(&["DDL", "D_L", "DLL"])), "the cells of D cannot be cut into 2 copies of it");
    }

    #[test]
    fn copies_that_cannot_be_told_apart_are_refused_in_time() {
        // An odd number of L-tetrominoes tiles no rectangle, which this search does not detect.
        let rows = ["##########"; 10].join("\n");
        let text = format!("board = \"\"\"\n{rows}\"\"\"\n[[piece]]\ncopies = 25\nshape = \"\"\"\n###\n#__\"\"\"\n");
        let found = says(&load(&text), &Written::new(vec!["A".repeat(10); 10]));
        assert_eq!(found, "cannot separate the copies of A in time; list them as `placements`");
    }

    fn with(placements: Value) -> Written {
        board(&["LLL", "D_L", "DDD"]).with("placements", placements)
    }

    fn right() -> Vec<Value> {
        vec![
            json!({ "piece": "L", "copy": 1, "cells": [[1, 1], [1, 2], [1, 3], [2, 3]] }),
            json!({ "piece": "D", "copy": 1, "cells": [[3, 1], [2, 1]] }),
            json!({ "piece": "D", "copy": 2, "cells": [[3, 2], [3, 3]] }),
        ]
    }

    #[test]
    fn placements_are_checked_against_everything() {
        let small = load(AROUND_A_HOLE);
        assert_eq!(says(&small, &with(json!(right()))), "fine");
        let changed = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut placements = right();
            change(&mut placements);
            says(&small, &with(json!(placements)))
        };
        let says_of = |change: &dyn Fn(&mut Vec<Value>), text: &str| assert_eq!(changed(change), text);
        says_of(&|p| p.truncate(2), "D is used 1 times, expected 2 times");
        says_of(&|p| p[2]["copy"] = json!(3), "the copies of D are not numbered 1 to 2: 2 does not occur exactly once");
        says_of(&|p| p[2]["copy"] = json!(1), "the copies of D are not numbered 1 to 2: 2 does not occur exactly once");
        says_of(&|p| p[2]["cells"] = json!([[3, 1], [3, 2]]), "r3c1 is covered twice, the second time by D");
        says_of(
            &|p| p[2]["piece"] = json!("L"),
            "placement 3: L cannot cover these 2 cells from r3c2 on: they do not have its shape",
        );
        says_of(&|p| p[2]["piece"] = json!("Q"), "placement 3: unknown piece `Q`");
        says_of(&|p| p[0]["cells"][0] = json!([1, 2]), "placement 1: r1c2 is listed twice");
        says_of(&|p| p[0]["cells"] = json!([]), "placement 1: L covers no cell");
        let swapped = board(&["DLL", "D_L", "LDD"]).with("placements", json!(right()));
        assert_eq!(says(&small, &swapped), "L covers r1c1, but the board shows another piece");
    }

    #[test]
    fn malformed_placements_are_violations() {
        let small = load(AROUND_A_HOLE);
        let cell = |cell: Value| {
            let mut placements = right();
            placements[0]["cells"][0] = cell;
            says(&small, &with(json!(placements)))
        };
        for wrong in [
            json!([0, 1]),
            json!([-1, 1]),
            json!([1.5, 1]),
            json!(["1", "1"]),
            json!([1]),
            json!([1, 1, 1]),
            json!([2, 2]),
            json!([u64::MAX, u64::MAX]),
            json!(1e300),
            json!(null),
        ] {
            let found = cell(wrong.clone());
            assert!(found.contains(&format!("unknown cell {wrong}")), "{wrong}: {found}");
        }
        for (key, wrong) in
            [("copy", json!(0)), ("copy", json!("1")), ("copy", json!(-1)), ("piece", json!(1)), ("cells", json!({}))]
        {
            let mut placements = right();
            placements[1][key] = wrong;
            let found = says(&small, &with(json!(placements)));
            assert!(found.starts_with("placement 2: expected") && found.ends_with(&format!("for `{key}`")), "{found}");
        }
        for wrong in [json!(null), json!({}), json!("L"), json!(7)] {
            assert_eq!(says(&small, &with(wrong)), "expected a list for `placements`");
        }
        assert_eq!(says(&small, &with(json!([7]))), "placement 1: expected the name of a piece for `piece`");
        assert_eq!(says(&small, &with(json!([]))), "L is used 0 times, expected once");
    }
}
