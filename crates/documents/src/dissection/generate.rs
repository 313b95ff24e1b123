//! The generator: dissections with one tiling, made by cutting up a chequered board.
//!
//! The board is cut at random into connected pieces. As long as there are other tilings, two neighbouring pieces are
//! joined and cut again; a cut is kept unless it has more tilings than before. On a board with a turn or flip every
//! tiling occurs several times, so one or two cells are removed such that the board has no symmetry. A symmetric
//! board keeps all its cells, and its tiling is unique up to its symmetries.

use super::placements;
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use boardwright_puzzle::capability::generation::{GenerationRequest, Made, Oracle, Refusal, Unmet, picture};
use boardwright_puzzle::solution::Solution;
use std::collections::{BTreeMap, BTreeSet};

/// The most tilings that are counted; a cut with more of them is no better than another.
const MAX_TILINGS: usize = 30;
/// The number of changes that are tried before the generator gives up; with a time limit there are more.
const MAX_CHANGES: usize = 3000;
/// The largest board: larger ones take too long.
const MAX_CELLS: usize = 400;
/// The number of cells of a piece when the request has no number of pieces.
const USUAL: usize = 5;

/// By cell, the piece that it belongs to.
type Cut = BTreeMap<Cell, usize>;

pub(super) fn generate(
    request: &GenerationRequest,
    random: &mut Random,
    oracle: &mut dyn Oracle,
) -> Result<Made, Refusal> {
    let (rows, columns) = request.size(8);
    if rows * columns > MAX_CELLS {
        return Err(Unmet::Cells { rows, columns, most: MAX_CELLS }.into());
    }
    let board = board(rows, columns, request.symmetric, random)?;
    let pieces = request.pieces.unwrap_or((board.len() / USUAL).max(1));
    if pieces == 0 || pieces * 2 > board.len() {
        return Err(Unmet::Pieces { pieces, cells: board.len() }.into());
    }
    let model = |cut: &Cut| {
        let mut text = format!("puzzle = \"dissection\"\n{}board = {}\n", request.lines(), drawn(&board));
        for piece in 0..pieces {
            text.push_str(&format!("[[piece]]\nshape = {}\n", drawn(&cells(cut, piece))));
        }
        text
    };
    let mut cut = cut_up(&board, pieces, random);
    let mut tilings = oracle.solutions(&model(&cut), MAX_TILINGS, request.symmetric)?;
    let mut changes = 0;
    while oracle.tries_again(changes, MAX_CHANGES)? {
        if tilings.len() == 1 {
            let sizes: BTreeSet<usize> = (0..pieces).map(|piece| cells(&cut, piece).len()).collect();
            let (least, most) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
            let remark = format!("{} cells in {pieces} pieces of {least} to {most}", board.len());
            return Ok(Made {
                model: model(&cut),
                distinct: request.symmetric,
                remarks: vec![remark],
                missed: Vec::new(),
            });
        }
        changes += 1;
        let Some(changed) = changed(&cut, random.one_of(&loose(&cut, &tilings, pieces)), pieces, random) else {
            continue;
        };
        let more = if tilings.len() == MAX_TILINGS { " or more" } else { "" };
        oracle.progress(format!("after {} changes the best cut had {} tilings{more}", changes - 1, tilings.len()));
        // A further one would be worse.
        let found = oracle.solutions(&model(&changed), (tilings.len() + 1).min(MAX_TILINGS), request.symmetric)?;
        if found.len() <= tilings.len() {
            (cut, tilings) = (changed, found);
        }
    }
    Err(Unmet::Tilings { changes: MAX_CHANGES, tilings: tilings.len() }.into())
}

/// The cells of the board, which are connected.
fn board(rows: usize, columns: usize, symmetric: bool, random: &mut Random) -> Result<BTreeSet<Cell>, Refusal> {
    let board: BTreeSet<Cell> = (0..rows * columns).map(|index| Cell::new(index / columns, index % columns)).collect();
    if symmetric {
        return Ok(board);
    }
    if rows.min(columns) < 2 || rows * columns < 6 {
        return Err(Unmet::FewCells { rows, columns }.into());
    }
    // A cell of the border that is not a corner is on at most one axis, a middle one; with a second cell no symmetry
    // is left.
    for _ in 0..1000 {
        let mut holes = vec![Cell::new(0, random.below(columns))];
        if random.below(2) == 0 {
            holes.push(Cell::new(random.below(rows), 0));
        }
        let images = |cell: Cell| {
            let (row, column) = (cell.row, cell.column);
            let flips = [(row, columns - 1 - column), (rows - 1 - row, column), (rows - 1 - row, columns - 1 - column)];
            let turns = [(column, row), (column, rows - 1 - row), (columns - 1 - column, row)];
            let last = [(columns - 1 - column, rows - 1 - row)];
            let turns = if rows == columns { [turns.as_slice(), &last].concat() } else { Vec::new() };
            [flips.as_slice(), &turns].concat()
        };
        let all: BTreeSet<(usize, usize)> = holes.iter().map(|cell| (cell.row, cell.column)).collect();
        let count = images(holes[0]).len();
        let moved = |image: usize| holes.iter().map(|&cell| images(cell)[image]).collect::<BTreeSet<_>>() != all;
        let rest: BTreeSet<Cell> = board.iter().copied().filter(|cell| !holes.contains(cell)).collect();
        if (0..count).all(moved) && hangs_together(&rest) {
            return Ok(rest);
        }
    }
    Err(Unmet::NoCut.into())
}

/// Returns the neighbours of a cell that are in a set.
fn neighbours(cell: Cell, among: &impl Fn(&Cell) -> bool) -> Vec<Cell> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let beside =
        steps.iter().filter_map(|&(rows, columns)| cell.offset(rows, columns, usize::MAX >> 1, usize::MAX >> 1));
    beside.filter(|cell| among(cell)).collect()
}

fn hangs_together(cells: &BTreeSet<Cell>) -> bool {
    let Some(&first) = cells.first() else { return true };
    let (mut met, mut next) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = next.pop() {
        next.extend(neighbours(cell, &|cell| cells.contains(cell)).into_iter().filter(|&cell| met.insert(cell)));
    }
    met.len() == cells.len()
}

/// Cuts connected cells into connected pieces of at least one cell each: the pieces grow from random cells, the
/// smallest first.
fn cut_up(board: &BTreeSet<Cell>, pieces: usize, random: &mut Random) -> Cut {
    let all: Vec<Cell> = board.iter().copied().collect();
    let order = random.permutation(all.len());
    let mut cut: Cut = order.iter().take(pieces).enumerate().map(|(piece, &index)| (all[index], piece)).collect();
    let mut sizes = vec![1; pieces];
    while cut.len() < board.len() {
        let mut by_size: Vec<usize> = random.permutation(pieces);
        by_size.sort_by_key(|&piece| sizes[piece]);
        let grown = by_size.into_iter().find_map(|piece| {
            let free = |cell: &Cell| board.contains(cell) && !cut.contains_key(cell);
            let edge: Vec<Cell> = cells(&cut, piece).into_iter().flat_map(|cell| neighbours(cell, &free)).collect();
            (!edge.is_empty()).then(|| (random.one_of(&edge), piece))
        });
        // The board is connected, so some piece can grow.
        let Some((cell, piece)) = grown else { break };
        cut.insert(cell, piece);
        sizes[piece] += 1;
    }
    cut
}

fn cells(cut: &Cut, piece: usize) -> BTreeSet<Cell> {
    cut.iter().filter(|&(_, &of)| of == piece).map(|(&cell, _)| cell).collect()
}

/// Returns the pieces that lie elsewhere in some tiling: a change of another piece would keep that tiling. Pieces are
/// named by letters in order; unnamed pieces count, too.
fn loose(cut: &Cut, tilings: &[Solution], pieces: usize) -> Vec<usize> {
    const LETTERS: usize = 52;
    let lies = |piece: usize, tiling: &Solution| {
        let cells = cells(cut, piece);
        let covered = placements(tiling).iter().filter(|placement| placement.piece == piece);
        covered.flat_map(|placement| &placement.cells).filter(|cell| cells.contains(cell)).count() == cells.len()
            && pieces <= LETTERS
    };
    let loose: Vec<usize> = (0..pieces).filter(|&piece| !tilings.iter().all(|tiling| lies(piece, tiling))).collect();
    if loose.is_empty() { (0..pieces).collect() } else { loose }
}

/// Joins a piece and a neighbour and cuts them again; `None` when that makes a piece much smaller or larger than the
/// others.
fn changed(cut: &Cut, one: usize, pieces: usize, random: &mut Random) -> Option<Cut> {
    let beside = |cell: &Cell| cut.get(cell).is_some_and(|&piece| piece != one);
    let borders: Vec<Cell> = cells(cut, one).into_iter().flat_map(|cell| neighbours(cell, &beside)).collect();
    if borders.is_empty() {
        return None;
    }
    let other = *cut.get(&random.one_of(&borders))?;
    let both: BTreeSet<Cell> = cells(cut, one).union(&cells(cut, other)).copied().collect();
    let halves = cut_up(&both, 2, random);
    let mut changed = cut.clone();
    changed.extend(halves.iter().map(|(&cell, &half)| (cell, if half == 0 { one } else { other })));
    let usual = cut.len() / pieces;
    let sizes = 2.max(usual.saturating_sub(2))..=usual + 3;
    [one, other].iter().all(|&piece| sizes.contains(&cells(&changed, piece).len())).then_some(changed)
}

/// Draws cells as a picture, chequered by their places on the board.
fn drawn(cells: &BTreeSet<Cell>) -> String {
    let row = |cell: &Cell| cell.row;
    let column = |cell: &Cell| cell.column;
    let (top, bottom) = (cells.iter().map(row).min().unwrap_or(0), cells.iter().map(row).max().unwrap_or(0));
    let (left, right) = (cells.iter().map(column).min().unwrap_or(0), cells.iter().map(column).max().unwrap_or(0));
    let character = |row: usize, column: usize| match cells.contains(&Cell::new(row, column)) {
        true if (row + column).is_multiple_of(2) => 'B',
        true => 'W',
        false => '_',
    };
    let rows: Vec<Vec<char>> =
        (top..=bottom).map(|row| (left..=right).map(|column| character(row, column)).collect()).collect();
    picture(&rows)
}
