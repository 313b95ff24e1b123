//! The rules of a grid, checked on a filled board.

use super::Grid;
use super::breach::Breach;
use super::position::Position;
use super::rule::Rule;
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
    if !fits(grid, candidate) {
        return Err(Violated::OtherBoard);
    }
    let position = Position { symbols: &grid.symbols, values: &candidate.layers, lines: &candidate.lines };
    if let Some(given) = other_given(grid, &position) {
        return Err(given);
    }
    grid.rules.iter().find_map(|rule| broken_set(&position, rule)).map_or(Ok(()), Err)
}

/// Returns for the given values (`None`), and then for each rule, the first way in which a board breaks it, if it does.
pub(super) fn broken<'g>(grid: &'g Grid, candidate: &Candidate) -> Result<Vec<(Option<&'g Rule>, Violated)>, Violated> {
    if !fits(grid, candidate) {
        return Err(Violated::OtherBoard);
    }
    let position = Position { symbols: &grid.symbols, values: &candidate.layers, lines: &candidate.lines };
    let given = other_given(grid, &position).map(|wrong| (None, wrong));
    let rules = grid.rules.iter().filter_map(|rule| Some((Some(rule), broken_set(&position, rule)?)));
    Ok(given.into_iter().chain(rules).collect())
}

/// Returns the first cell that differs from the value that the model gives.
fn other_given(grid: &Grid, position: &Position<'_>) -> Option<Violated> {
    let symbols = &grid.symbols;
    let layers = symbols.layers.iter().enumerate();
    let cells = layers.flat_map(|(layer, of_layer)| {
        let given = of_layer.given.iter().enumerate();
        given.filter_map(move |(cell, given)| given.as_ref().map(|(value, _)| (layer, cell, *value)))
    });
    let wrong = cells.map(|(layer, cell, value)| (layer, cell, [position.value_at(layer, cell), value]));
    let (layer, cell, values) = wrong.into_iter().find(|(_, _, [found, given])| found != given)?;
    let [found, given] = values.map(|value| symbols.layers[layer].values[value].clone());
    Some(Violated::Given { at: symbols.topology.cells[cell], found, given })
}

/// Returns how the first set that breaks a rule does so.
fn broken_set(position: &Position<'_>, rule: &Rule) -> Option<Violated> {
    for set in rule.sets.iter().filter(|set| rule.applies(position, set)) {
        let members = rule.members(position, set);
        for condition in rule.conditions.iter().filter(|c| rule.constrains(position.symbols, &***c, set)) {
            if let Err(breach) = condition.holds(position, set, &members) {
                let (rule, set) = (rule.name.clone(), set.name.clone());
                return Some(Violated::Rule { rule, set, breach: Box::new(breach) });
            }
        }
    }
    None
}
