//! Random boards of rules: what a board decides, and boards that equal another one except around a place.

use super::GenerateError;
use super::clauses::{Clauses, Searched};
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{Assignment, Literal};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::solution::Candidate;

/// The decisions of a search whose result is not needed.
pub(super) const BRIEF_DECISIONS: u64 = 1000;
/// The searches with random assumptions, and the number of these, before searches become longer.
const STARTS: usize = 5;

/// Something that a board decides: a cell in a layer, or a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Cell(usize, usize),
    Line(usize),
}

/// Returns the literals of the values of a unit: a cell by value, a line there and not there.
pub(super) fn values(decisions: &Decisions, unit: Unit) -> Vec<Literal> {
    match unit {
        Unit::Cell(layer, cell) => decisions.layers[layer][cell].clone(),
        Unit::Line(line) => vec![decisions.lines[line], !decisions.lines[line]],
    }
}

pub(super) fn units(decisions: &Decisions) -> impl Iterator<Item = Unit> + '_ {
    let layers = decisions.layers.iter().enumerate();
    let cells = layers.flat_map(|(layer, cells)| {
        let open = cells.iter().enumerate().filter(|(_, values)| values.len() > 1);
        open.map(move |(cell, _)| Unit::Cell(layer, cell))
    });
    cells.chain((0..decisions.lines.len()).map(Unit::Line))
}

/// Returns the literal that holds if a unit is as on a board.
pub(super) fn literal(decisions: &Decisions, board: &Candidate, unit: Unit) -> Option<Literal> {
    match unit {
        Unit::Cell(layer, cell) => decisions.layers[layer][cell].get(usize::from(board.layers[layer][cell])).copied(),
        Unit::Line(line) => {
            let literal = decisions.lines[line];
            Some(if board.lines[line] { literal } else { !literal })
        }
    }
}

/// The boards of the rules that use no clues.
pub(super) struct Boards<'a> {
    pub(super) clauses: Clauses<'a>,
    pub(super) decisions: &'a Decisions,
    pub(super) places: &'a [Vec<Cell>; 2],
}

impl Boards<'_> {
    pub(super) fn place(&self, unit: Unit) -> Cell {
        match unit {
            Unit::Cell(_, cell) => self.places[0][cell],
            Unit::Line(line) => self.places[1][line],
        }
    }

    /// Returns any board; `None` if there is none. The search starts again and again with other assumptions, each time with more
    /// decisions.
    pub(super) fn first(&mut self, random: &mut Random) -> Result<Option<Assignment>, GenerateError> {
        let all: Vec<Unit> = units(self.decisions).collect();
        let mut limit = BRIEF_DECISIONS;
        loop {
            match self.clauses.search(&[], limit)? {
                Searched::Found(found) => return Ok(Some(found)),
                Searched::Nothing => return Ok(None),
                Searched::GaveUp => {}
            }
            for _ in 0..STARTS {
                let some = random.permutation(all.len()).into_iter().take(STARTS);
                let some = some.map(|index| values(self.decisions, all[index]));
                let assumed: Vec<Literal> = some.map(|values| values[random.below(values.len())]).collect();
                if let Searched::Found(found) = self.clauses.search(&assumed, limit)? {
                    return Ok(Some(found));
                }
            }
            limit *= 2;
        }
    }

    /// Returns a random board. The distribution is not uniform.
    pub(super) fn drawn(&mut self, first: &Assignment, random: &mut Random) -> Result<Candidate, GenerateError> {
        let all = units(self.decisions).collect();
        self.varied(first.clone(), Vec::new(), all, random)
    }

    /// Returns a random board that equals a board except around a place, if there is one.
    pub(super) fn near(
        &mut self,
        (board, middle, radius): (&Candidate, Cell, usize),
        random: &mut Random,
    ) -> Result<Option<Candidate>, GenerateError> {
        let is_near = |unit: &Unit| {
            let at = self.place(*unit);
            at.row.abs_diff(middle.row).max(at.column.abs_diff(middle.column)) <= radius
        };
        let (open, fixed): (Vec<Unit>, Vec<Unit>) = units(self.decisions).partition(is_near);
        let assumed = fixed.into_iter().filter_map(|unit| literal(self.decisions, board, unit)).collect::<Vec<_>>();
        match self.clauses.solve(&assumed)? {
            Some(known) => self.varied(known, assumed, open, random).map(Some),
            None => Ok(None),
        }
    }

    /// Gives these units random values, as long as there is a board with them.
    fn varied(
        &mut self,
        mut known: Assignment,
        mut assumed: Vec<Literal>,
        open: Vec<Unit>,
        random: &mut Random,
    ) -> Result<Candidate, GenerateError> {
        for index in random.permutation(open.len()) {
            let values = values(self.decisions, open[index]);
            let wanted = values[random.below(values.len())];
            if !known.satisfies(wanted) {
                assumed.push(wanted);
                match self.clauses.search(&assumed, BRIEF_DECISIONS)? {
                    Searched::Found(found) => known = found,
                    Searched::Nothing | Searched::GaveUp => drop(assumed.pop()),
                }
            }
            if let Some(held) = values.into_iter().find(|value| known.satisfies(*value))
                && assumed.last() != Some(&held)
            {
                assumed.push(held);
            }
        }
        Ok(self.decisions.board(&known))
    }
}
