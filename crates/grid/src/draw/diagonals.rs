//! Sums of diagonals beside the board, with an arrow into the diagonal: little killers.

use super::Drawing;
use crate::rule::{Element, Number, Rule, Set};
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;

/// A sum beside the board.
pub(super) struct Outside {
    /// The row, from 0 above the board.
    pub(super) row: usize,
    /// The column, from 0 at the left of the board.
    pub(super) column: usize,
    /// The sum and the arrow.
    pub(super) text: String,
}

impl Drawing<'_> {
    /// Returns the sums of the paths that are whole diagonals.
    pub(super) fn diagonals(&self) -> Vec<Outside> {
        let symbols = &self.grid.symbols;
        let drawn = |rule: &&Rule| rule.paths && symbols.shows(&rule.name) && !self.names_hidden(rule);
        let rules = self.grid.rules.iter().filter(drawn);
        let mut found: Vec<Outside> =
            rules.flat_map(|rule| rule.sets.iter().filter_map(|set| self.outside(rule, set))).collect();
        found.sort_by_key(|outside| (outside.row, outside.column));
        found
    }

    /// Returns the sum of a path that is a whole diagonal, at the end where the path begins.
    pub(super) fn outside(&self, rule: &Rule, set: &Set) -> Option<Outside> {
        let topology = &self.grid.symbols.topology;
        if topology.tiling != Tiling::Square || topology.wrap || !rule.is_plain() {
            return None;
        }
        let Number::Fixed(sum) = rule.conditions.iter().find_map(|condition| condition.total())? else { return None };
        let cell = |element: Element| element.cell().map(|cell| topology.cells[cell]);
        let cells: Vec<Cell> = set.members.iter().filter_map(|member| cell(member.element)).collect();
        let [first, second, ..] = cells[..] else { return None };
        let step = [(first.row, second.row), (first.column, second.column)].map(|(from, to)| to as i64 - from as i64);
        let is_step = |pair: &[Cell]| {
            pair[0].row as i64 + step[0] == pair[1].row as i64
                && pair[0].column as i64 + step[1] == pair[1].column as i64
        };
        let arrow = match step {
            [1, 1] => '↘',
            [1, -1] => '↙',
            [-1, 1] => '↗',
            [-1, -1] => '↖',
            _ => return None,
        };
        let is_outside = |at: Cell, way: i64| {
            let (row, column) = (at.row as i64 + way * step[0], at.column as i64 + way * step[1]);
            row < 0 || column < 0 || row >= topology.height as i64 || column >= topology.width as i64
        };
        let last = *cells.last()?;
        let is_whole = cells.windows(2).all(is_step) && is_outside(first, -1) && is_outside(last, 1);
        let before = |at: usize, step: i64| usize::try_from(at as i64 - step + 1).ok();
        let (row, column) = (before(first.row, step[0])?, before(first.column, step[1])?);
        is_whole.then(|| Outside { row, column, text: format!("{sum}{arrow}") })
    }
}
