//! The rules of a grid, on a filled board, and nothing else.

use super::position::Position;
use super::{Grid, solution};
use crate::solution::{Candidate, Violation};

pub(super) fn verify(grid: &Grid, candidate: &Candidate) -> Result<(), Violation> {
    let symbols = &grid.symbols;
    let (values, lines) = solution::read(symbols, candidate).map_err(Violation::new)?;
    let position = Position { symbols, values, lines };
    for (layer, of_layer) in symbols.layers.iter().enumerate() {
        for (cell, given) in of_layer.given.iter().enumerate() {
            let found = position.values[layer][cell];
            if let Some((value, _)) = given
                && *value != found
            {
                let (at, values) = (symbols.topology.cells[cell], &of_layer.values);
                return Err(Violation::new(format!("{} at {at}, where {} is given", values[found], values[*value])));
            }
        }
    }
    for rule in grid.rules.iter() {
        for set in rule.sets.iter().filter(|set| position.applies(rule, set)) {
            let members = position.members(rule, set);
            for condition in rule.conditions.iter().filter(|c| rule.constrains(symbols, &***c, set)) {
                let wrong = |words: String| Violation::new(format!("{}: {} {words}", rule.name, set.what));
                condition.holds(&position, set, &members).map_err(wrong)?;
            }
        }
    }
    Ok(())
}
