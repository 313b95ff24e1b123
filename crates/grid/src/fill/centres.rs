//! Boards of groups that are symmetric about a mark (`symmetric = "star"`), and the marks of such a board.
//!
//! Few boards have such groups, so none is searched for: groups grow from random centres, by two opposite cells at a time.

use super::rooms::beside;
use crate::condition::parts;
use crate::symbols::{SymbolTable, touched};
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use boardwright_puzzle::capability::filling::{Marks, Place};
use boardwright_puzzle::solution::Candidate;

/// The centres that are tried for a cell; the largest group is taken.
const CENTRES: usize = 4;
/// The largest group to grow.
const LARGEST: usize = 16;

/// A group that is not known yet.
const FREE: usize = usize::MAX;

/// Returns a random board of symmetric groups; with `near`, one that has the same groups away from a place.
pub(super) fn drawn(symbols: &SymbolTable, near: Option<(&Candidate, Cell, usize)>, random: &mut Random) -> Candidate {
    let cells = &symbols.topology.cells;
    let mut of = vec![FREE; cells.len()];
    let mut count = 0;
    if let Some((board, middle, radius)) = near {
        let is_near = |&cell: &usize| {
            let at = cells[cell];
            at.row.abs_diff(middle.row).max(at.column.abs_diff(middle.column)) <= radius
        };
        for group in groups(symbols, board).into_iter().filter(|group| !group.iter().any(is_near)) {
            group.into_iter().for_each(|cell| of[cell] = count);
            count += 1;
        }
    }
    let beside = beside(symbols);
    for cell in random.permutation(cells.len()) {
        if of[cell] != FREE {
            continue;
        }
        let grown = (0..CENTRES).map(|_| grown(symbols, &beside, &of, cell, random));
        let largest = grown.max_by_key(Vec::len).filter(|group| !group.is_empty()).unwrap_or(vec![cell]);
        largest.into_iter().for_each(|cell| of[cell] = count);
        count += 1;
    }
    let lines = symbols.lines.iter().flat_map(|lines| &lines.lines);
    let lines = lines.map(|line| match line.cells {
        [Some(a), Some(b)] => of[a] != of[b],
        _ => true,
    });
    Candidate { lines: lines.collect(), ..Candidate::default() }
}

/// Grows a group of free cells about a random centre that touches a cell; none if the centre touches other cells.
fn grown(symbols: &SymbolTable, beside: &[Vec<usize>], of: &[usize], cell: usize, random: &mut Random) -> Vec<usize> {
    let topology = &symbols.topology;
    let free = |at: Cell| {
        let on_board = at.row < topology.height && at.column < topology.width;
        on_board.then(|| topology.id(at)).flatten().filter(|&cell| of[cell] == FREE)
    };
    let at = topology.cells[cell];
    let around = |half: usize, random: &mut Random| (2 * half + random.below(3)).saturating_sub(1);
    let centre = Cell::new(around(at.row, random), around(at.column, random));
    let opposite = |cell: usize| {
        let at = topology.cells[cell];
        free(Cell::new(centre.row.checked_sub(at.row)?, centre.column.checked_sub(at.column)?))
    };
    let Some(mut group) = touched(centre).map(free).collect::<Option<Vec<usize>>>() else { return Vec::new() };
    let size = 1 + random.below(LARGEST);
    while group.len() < size {
        let next = group.iter().flat_map(|&cell| &beside[cell]).copied();
        let next = next.filter(|next| of[*next] == FREE && !group.contains(next));
        let pairs: Vec<[usize; 2]> = next.filter_map(|next| Some([next, opposite(next)?])).collect();
        if pairs.is_empty() {
            break;
        }
        group.extend(random.one_of(&pairs));
    }
    group
}

/// Returns the marks in the middle of the groups of a board.
pub(super) fn marks(symbols: &SymbolTable, board: &Candidate, word: &str) -> Marks {
    let middle = |group: &Vec<usize>| {
        let cells = group.iter().map(|&cell| symbols.topology.cells[cell]);
        let ends = |values: Vec<usize>| values.iter().min().unwrap_or(&0) + values.iter().max().unwrap_or(&0);
        Cell::new(ends(cells.clone().map(|at| at.row).collect()), ends(cells.map(|at| at.column).collect()))
    };
    groups(symbols, board).iter().map(|group| (Place::Mark(middle(group)), word.to_string())).collect()
}

/// Returns the cells that no line separates, by group.
fn groups(symbols: &SymbolTable, board: &Candidate) -> Vec<Vec<usize>> {
    let lines = symbols.lines.iter().flat_map(|lines| lines.lines.iter().enumerate());
    let joined =
        lines.filter_map(|(index, line)| Some([line.cells[0]?, line.cells[1]?]).filter(|_| !board.lines[index]));
    parts(symbols.topology.cells.len(), joined)
}
