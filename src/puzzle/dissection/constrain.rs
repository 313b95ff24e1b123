//! The formulations of dissections. Both have a decision variable for every place of a piece that fits the board.
//!
//! A *class* is all pieces of the same shape up to the permitted turns and flips. A *placement* is a class on certain
//! cells, some orientation of it fitting their colours; `F at r2c3 turned 90` names the first of these orientations and
//! the first of the cells. Every cell is covered by exactly one placement; every class has as many placements as its
//! pieces have copies. So two assignments never are one board: which of several equal pieces lies where is not decided but
//! read off, in reading order.
//!
//! `placements` says just that: an exact cover. A class with `o` outlines on `n` cells has at most `o n` placements; a
//! constraint per cell has a literal for each placement over it, one per class a literal for each of its placements.
//! L-trominoes on 2x3: four orientations on two squares of 2x2, 8 placements, and two of them cover the board in 2 ways.
//! The twelve pentominoes on 6x10: 2056 placements, 72 constraints.
//!
//! `owners` has an auxiliary variable besides for every cell and class, which says that the class covers the cell, and the
//! cells' constraints over these. Solvers learn and decide with them: the first tiling of 6x10 takes a third of the time,
//! and the formula has half the clauses (21 796 instead of 49 056 with ladders).
//!
//! Both post as redundant what `counting` and `leftover` find out beforehand.

use super::leftover::Leftover;
use super::piece::Piece;
use super::{Board, Placed, counting};
use crate::board::Cell;
use crate::board::shape::{Colour, Orientation, Shape};
use crate::constraint::{Assignment, BoolVar, Constraint, Literal, Origin, OriginId, Problem, Relation};
use crate::puzzle::Formulated;
use std::collections::HashMap;

/// More cells in all placements together than this are refused: the constraints would not fit in memory.
const MAX_COVERED: usize = 10_000_000;

/// Pieces of the same shape, up to the permitted turns and flips.
struct Class {
    /// Their places among the pieces, ascending; at least one.
    pieces: Vec<usize>,
    /// The variable and the cells of every placement.
    placements: Vec<(BoolVar, Vec<Cell>)>,
}

/// The placements over a cell, by class: the class and its literals, in order of the classes.
type Covering = Vec<(usize, Vec<Literal>)>;

pub(super) fn constrain(board: &Board, formulation: &str) -> Result<Formulated, String> {
    let mut problem = Problem::new();
    let mut classes = classes(&board.pieces);
    let covering = place(&mut problem, board, &mut classes)?;
    for (cell, _, place) in board.cells() {
        let origin = problem.origin(Origin::rule("cells").detail(cell.to_string()).at(place));
        let covering = &covering[cell.row][cell.column];
        let literals: Vec<Literal> = if formulation == "owners" && covering.len() > 1 {
            covering.iter().map(|(class, over)| owner(&mut problem, origin, board, &classes[*class], over)).collect()
        } else {
            covering.iter().flat_map(|(_, over)| over.iter().copied()).collect()
        };
        problem.post(origin, Constraint::exactly(1, literals));
    }
    let alone = classes.len() == 1;
    for class in &classes {
        count(&mut problem, board, class, alone);
    }
    if let Some(contradiction) = counting::contradiction(board) {
        let origin = Origin::rule(contradiction.rule).detail(contradiction.detail).at(board.span);
        let origin = problem.origin(origin);
        problem.post_redundant(origin, Constraint::clause([]));
    }
    exclude_leftovers(&mut problem, board, &classes);
    let board = board.clone();
    let decode = move |assignment: &Assignment| {
        let placed: Vec<Placed> = classes.iter().flat_map(|class| named(&board, class, assignment)).collect();
        board.candidate(placed)
    };
    Ok(Formulated { problem, decode: Box::new(decode) })
}

/// Makes a variable for every placement of every class. Returns what covers each cell, by row and column.
fn place(problem: &mut Problem, board: &Board, classes: &mut [Class]) -> Result<Vec<Vec<Covering>>, String> {
    let mut covering: Vec<Vec<Covering>> = vec![vec![Vec::new(); board.width()]; board.height()];
    let mut covered = 0;
    for (index, class) in classes.iter_mut().enumerate() {
        let piece = &board.pieces[class.pieces[0]];
        for outline in outlines(piece) {
            for (orientation, cells) in outline.placements(board) {
                covered += cells.len();
                if covered > MAX_COVERED {
                    return Err(format!("the places of the pieces have more than {MAX_COVERED} cells together"));
                }
                let how = orientation.to_string();
                let blank = if how.is_empty() { "" } else { " " };
                let variable = problem.boolean(format!("{} at {}{blank}{how}", piece.name, cells[0]));
                for cell in &cells {
                    let covering = &mut covering[cell.row][cell.column];
                    match covering.last_mut() {
                        Some((last, over)) if *last == index => over.push(variable.into()),
                        _ => covering.push((index, vec![variable.into()])),
                    }
                }
                class.placements.push((variable, cells));
            }
        }
    }
    Ok(covering)
}

/// A variable that is true exactly when one of the placements over a cell is, all of one class; and if the class may be
/// used several times, no two of them are.
fn owner(problem: &mut Problem, origin: OriginId, board: &Board, class: &Class, over: &[Literal]) -> Literal {
    let variable = problem.auxiliary("");
    if class.most(board) == Some(1) {
        for &placement in over {
            problem.post(origin, Constraint::implies(placement, [variable.into()]));
        }
        problem.post(origin, Constraint::implies(variable.into(), over.iter().copied()));
    } else {
        problem.post(origin, Constraint::exactly(1, over.iter().copied().chain([!variable])));
    }
    variable.into()
}

/// Forbids the placements that leave parts of the board which no pieces fill.
fn exclude_leftovers(problem: &mut Problem, board: &Board, classes: &[Class]) {
    let placements = || classes.iter().flat_map(|class| &class.placements);
    let Some(leftover) = Leftover::new(board, placements().count()) else { return };
    for (variable, _) in placements().filter(|(_, cells)| leftover.is_hopeless(cells)) {
        let detail = format!("{} leaves cells that no pieces fill", problem.booleans()[variable.0 as usize].name);
        let origin = problem.origin(Origin::rule("leftovers").detail(detail));
        problem.post_redundant(origin, Constraint::clause([!*variable]));
    }
}

impl Class {
    /// The fewest placements.
    fn least(&self, board: &Board) -> usize {
        self.pieces.iter().map(|&index| board.pieces[index].min).sum()
    }

    /// The most placements; `None`: any number.
    fn most(&self, board: &Board) -> Option<usize> {
        self.pieces.iter().map(|&index| board.pieces[index].max).sum()
    }
}

/// Groups the pieces, in the order of the first of each class.
fn classes(pieces: &[Piece]) -> Vec<Class> {
    let mut by_kind: HashMap<&Shape, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let class = *by_kind.entry(piece.kind()).or_insert(classes.len());
        match classes.get_mut(class) {
            Some(class) => class.pieces.push(index),
            None => classes.push(Class { pieces: vec![index], placements: Vec::new() }),
        }
    }
    classes
}

/// The orientations of a piece that cover the same cells, with different colours.
struct Outline<'a> {
    orientations: Vec<&'a (Orientation, Shape)>,
}

fn outlines(piece: &Piece) -> Vec<Outline<'_>> {
    let mut outlines: Vec<Outline<'_>> = Vec::new();
    for orientation in &piece.orientations {
        let same = |outline: &&mut Outline<'_>| {
            let cells =
                |(_, shape): &'_ (Orientation, Shape)| shape.cells().iter().map(|&(cell, _)| cell).collect::<Vec<_>>();
            cells(outline.orientations[0]) == cells(orientation)
        };
        match outlines.iter_mut().find(same) {
            Some(outline) => outline.orientations.push(orientation),
            None => outlines.push(Outline { orientations: vec![orientation] }),
        }
    }
    outlines
}

impl<'a> Outline<'a> {
    /// Where on the board it fits, from top left to bottom right: the first orientation whose colours match, and the cells.
    fn placements(&self, board: &'a Board) -> impl Iterator<Item = (Orientation, Vec<Cell>)> {
        let (_, shape) = self.orientations[0];
        let rows = (board.height() + 1).saturating_sub(shape.height());
        let columns = (board.width() + 1).saturating_sub(shape.width());
        let corners = (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row, column)));
        corners.filter_map(|corner| {
            let fits =
                |(_, shape): &&&(Orientation, Shape)| at(shape, corner).all(|(cell, colour)| board.takes(cell, colour));
            let (orientation, shape) = self.orientations.iter().find(fits)?;
            Some((*orientation, at(shape, corner).map(|(cell, _)| cell).collect()))
        })
    }
}

/// The cells of a shape whose rectangle has its top left corner there.
fn at(shape: &Shape, corner: Cell) -> impl Iterator<Item = (Cell, Colour)> {
    let cells = shape.cells().iter();
    cells.map(move |&(cell, colour)| (Cell::new(corner.row + cell.row, corner.column + cell.column), colour))
}

impl Board {
    /// Whether there is a cell, on which one of this colour may lie.
    fn takes(&self, cell: Cell, colour: Colour) -> bool {
        self.colour(cell).is_some_and(|ground| colour.matches(ground))
    }
}

/// Posts how many placements a class has, unless the cells say it. `alone`: there is no other class.
fn count(problem: &mut Problem, board: &Board, class: &Class, alone: bool) {
    let first = &board.pieces[class.pieces[0]];
    let (area, size) = (board.area(), first.size());
    let (least, most) = (class.least(board), class.most(board));
    if alone && least * size <= area && most.is_none_or(|most| area <= most * size) {
        // Whatever covers the board has area / size placements, which is as it should be.
        return;
    }
    // More than the area has room for is no restriction.
    let most = most.filter(|&most| most * size < area || most == least);
    let pieces = class.pieces.iter().map(|&index| &board.pieces[index]);
    let names: Vec<String> = pieces.map(|piece| format!("{} {}", piece.name, piece.copies_in_words())).collect();
    let origin = Origin::rule("pieces").detail(names.join(", ")).at(first.span);
    let origin = problem.origin(origin);
    let literals = || class.placements.iter().map(|&(variable, _)| variable.into());
    match most {
        Some(most) if most == least => problem.post(origin, Constraint::exactly(least as i64, literals())),
        _ => {
            if least > 0 {
                problem.post(origin, Constraint::count(Relation::AtLeast, least as i64, literals()));
            }
            if let Some(most) = most {
                problem.post(origin, Constraint::at_most(most as i64, literals()));
            }
        }
    }
}

/// The chosen placements of a class, named: in reading order, first the copies of its first piece, and so on. Each piece
/// has its fewest copies, and what is beyond that goes to the first pieces that may have more.
fn named(board: &Board, class: &Class, assignment: &Assignment) -> Vec<Placed> {
    let chosen = class.placements.iter().filter(|(variable, _)| assignment.boolean(*variable));
    let mut chosen: Vec<Vec<Cell>> = chosen.map(|(_, cells)| cells.clone()).collect();
    chosen.sort_unstable();
    let mut spare = chosen.len().saturating_sub(class.least(board));
    let mut chosen = chosen.into_iter();
    let mut placed = Vec::new();
    for &index in &class.pieces {
        let piece = &board.pieces[index];
        let more = piece.max.map_or(spare, |max| spare.min(max - piece.min));
        spare -= more;
        for (copy, cells) in chosen.by_ref().take(piece.min + more).enumerate() {
            placed.push(Placed { piece: index, copy: copy + 1, cells });
        }
    }
    placed
}
