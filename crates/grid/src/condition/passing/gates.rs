//! Which of the counted cells a number of `passes` is about, and in which order a loop passes them.
//!
//! Imports symbols and positions; knows no constraint. Start with [`Gates`].

use crate::position::Position;
use crate::sets;
use crate::symbols::{Atom, SymbolTable, Test};
use crate::topology::Lines;
use boardwright_base::board::Cell;

/// The steps to the neighbours on the four sides.
pub(crate) const SIDES: [(&str, (i64, i64)); 4] = [("^", (-1, 0)), ("v", (1, 0)), ("<", (0, -1)), (">", (0, 1))];

/// The cells that are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Gates {
    /// The test that they pass.
    pub(crate) counted: Test,
    /// The one cell from which they are counted.
    pub(crate) start: usize,
}

impl Gates {
    /// Returns whether a cell is counted; the start is not.
    pub(crate) fn counts(&self, symbols: &SymbolTable, cell: usize) -> bool {
        cell != self.start && symbols.passes(symbols.topology.cells[cell], &self.counted)
    }

    /// Returns the counted cells that begin next to a place in a direction. A gate `|` leads up and down only, `-` left and right.
    pub(crate) fn ahead(&self, symbols: &SymbolTable, at: Cell, step: (i64, i64)) -> Vec<usize> {
        let topology = &symbols.topology;
        let next = |from: &Cell| topology.step(*from, step).filter(|next| *next != at);
        let line = std::iter::successors(Some(at), next).skip(1).map_while(|at| topology.id(at));
        line.take_while(|&cell| self.counts(symbols, cell) && self.leads(symbols, cell, step)).collect()
    }

    fn leads(&self, symbols: &SymbolTable, cell: usize, step: (i64, i64)) -> bool {
        let at = symbols.topology.cells[cell];
        self.counted.any.iter().all(|(_, atom)| {
            let Atom::Mark(picture, _) = atom else { return true };
            match symbols.mark(*picture, at).map(|mark| mark.text.as_str()) {
                Some("|") => step.1 == 0,
                Some("-") => step.0 == 0,
                _ => true,
            }
        })
    }

    /// Returns the cells of which one has the number of a mark: those ahead of its arrow; without one its own cell, or, on a wall, those
    /// that begin next to it on any side.
    pub(crate) fn of_mark(&self, symbols: &SymbolTable, at: Cell, mark: &str) -> Vec<usize> {
        match (sets::arrow(mark), symbols.topology.id(at)) {
            (Some(step), _) => self.ahead(symbols, at, step),
            (None, Some(cell)) => Some(cell).filter(|&cell| self.counts(symbols, cell)).into_iter().collect(),
            (None, None) => SIDES.iter().flat_map(|&(_, step)| self.ahead(symbols, at, step)).collect(),
        }
    }

    /// Returns the counted cells of the loop through the start in one direction; `None` if it is no loop.
    pub(crate) fn passed(&self, position: &Position<'_>, lines: &Lines) -> Option<Vec<usize>> {
        let at =
            |cell: usize| lines.at_point[cell].iter().copied().filter(|&line| position.lines[line]).collect::<Vec<_>>();
        let mut last = *at(self.start).first()?;
        let mut cell = self.start;
        let mut found = Vec::new();
        for _ in 0..lines.lines.len() {
            let [a, b] = lines.lines[last].ends;
            cell = if a == cell { b } else { a };
            if cell == self.start {
                return Some(found);
            }
            if self.counts(position.symbols, cell) {
                found.push(cell);
            }
            last = match at(cell)[..] {
                [one, other] if one == last => other,
                [one, _] => one,
                _ => return None,
            };
        }
        None
    }
}
