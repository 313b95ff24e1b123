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
            let fits =
                |(&value, &is_held): (&u16, &bool)| usize::from(value) < if is_held { layer.values.len() } else { 1 };
            held.len() == cells && held.iter().zip(&layer.is_held).all(fits)
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
    let violations = other_givens(grid, &position).chain(broken_conditions(grid, &position));
    violations.map(|(_, violated)| violated).next().map_or(Ok(()), Err)
}

/// What a board breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A given value: by its layer, its cell and itself.
    Given([usize; 3]),
    /// A condition: by its rule, the set and itself.
    Condition([usize; 3]),
}

/// Returns all given values that a board does not have, and all conditions that it breaks.
pub(super) fn broken(grid: &Grid, candidate: &Candidate) -> Result<Vec<(Part, Violated)>, Violated> {
    if !fits(grid, candidate) {
        return Err(Violated::OtherBoard);
    }
    let position = Position { symbols: &grid.symbols, values: &candidate.layers, lines: &candidate.lines };
    Ok(other_givens(grid, &position).chain(broken_conditions(grid, &position)).collect())
}

/// Returns the cells that differ from the values that the model gives.
fn other_givens(grid: &Grid, position: &Position<'_>) -> impl Iterator<Item = (Part, Violated)> {
    let symbols = &grid.symbols;
    let layers = symbols.layers.iter().enumerate();
    let cells = layers.flat_map(|(layer, of_layer)| {
        let given = of_layer.given.iter().enumerate();
        given.filter_map(move |(cell, given)| given.as_ref().map(|(value, _)| (layer, cell, *value)))
    });
    cells.filter_map(move |(layer, cell, value)| {
        let values = [position.value_at(layer, cell), value];
        let [found, given] = values.map(|value| symbols.layers[layer].values[value].clone());
        let at = symbols.topology.cells[cell];
        let part = Part::Given([layer, cell, value]);
        (values[0] != values[1]).then_some((part, Violated::Given { at, found, given }))
    })
}

/// Returns the conditions that sets break, in the order of the model.
fn broken_conditions(grid: &Grid, position: &Position<'_>) -> impl Iterator<Item = (Part, Violated)> {
    let sets = grid.rules.iter().enumerate().flat_map(|(number, rule)| {
        let sets = rule.sets.iter().enumerate().filter(|(_, set)| rule.applies(position, set));
        sets.map(move |(index, set)| (number, rule, index, set))
    });
    sets.flat_map(move |(number, rule, index, set)| {
        let members = rule.members(position, set);
        let conditions = rule.conditions.iter().enumerate();
        let conditions = conditions.filter(move |(_, own)| rule.constrains(position.symbols, &***own, set));
        conditions.filter_map(move |(own, condition)| {
            let breach = Box::new(condition.holds(position, set, &members).err()?);
            let (name, set) = (rule.name.clone(), set.name.clone());
            Some((Part::Condition([number, index, own]), Violated::Rule { rule: name, set, breach }))
        })
    })
}
