//! The rules of a grid, checked on a filled board.

use super::Grid;
use super::breach::Breach;
use super::position::Position;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_puzzle::solution::Candidate;

/// Checks that there is a value of each layer for every cell, and a state for every line.
fn fits(grid: &Grid, candidate: &Candidate) -> bool {
    let symbols = &grid.symbols;
    let cells = symbols.topology.cells.len();
    let layers = || symbols.layers.iter().zip(&candidate.layers);
    candidate.layers.len() == symbols.layers.len()
        && layers().all(|(layer, held)| {
            held.len() == cells && held.iter().all(|&value| usize::from(value) < layer.values.len())
        })
        && candidate.lines.len() == symbols.lines.as_ref().map_or(0, |lines| lines.lines.len())
}

/// Why a board is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violated {
    /// It has other cells or lines than the puzzle.
    #[error("the board has other cells or lines than the puzzle")]
    OtherBoard,
    /// A cell differs from the value that the model gives.
    #[error("{found} at {at}, but {given} is given")]
    Given {
        /// The cell.
        at: Cell,
        /// Its value.
        found: String,
        /// The given value.
        given: String,
    },
    /// A set breaks a rule.
    #[error("{rule}: {set} {breach}")]
    Rule {
        /// The name of the rule.
        rule: String,
        /// The name of the set.
        set: SetName,
        /// How it breaks the rule.
        breach: Box<Breach>,
    },
}

pub(super) fn verify(grid: &Grid, candidate: &Candidate) -> Result<(), Violated> {
    let symbols = &grid.symbols;
    if !fits(grid, candidate) {
        return Err(Violated::OtherBoard);
    }
    let position = Position { symbols, values: &candidate.layers, lines: &candidate.lines };
    for (layer, of_layer) in symbols.layers.iter().enumerate() {
        for (cell, given) in of_layer.given.iter().enumerate() {
            let found = position.value_at(layer, cell);
            if let Some((value, _)) = given
                && *value != found
            {
                let (at, values) = (symbols.topology.cells[cell], &of_layer.values);
                let [found, given] = [found, *value].map(|value| values[value].clone());
                return Err(Violated::Given { at, found, given });
            }
        }
    }
    for rule in grid.rules.iter() {
        for set in rule.sets.iter().filter(|set| rule.applies(&position, set)) {
            let members = rule.members(&position, set);
            for condition in rule.conditions.iter().filter(|c| rule.constrains(symbols, &***c, set)) {
                let wrong = |breach| Violated::Rule {
                    rule: rule.name.clone(),
                    set: set.name.clone(),
                    breach: Box::new(breach),
                };
                condition.holds(&position, set, &members).map_err(wrong)?;
            }
        }
    }
    Ok(())
}
