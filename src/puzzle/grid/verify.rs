//! The rules of a grid, on a filled board, and nothing else.

use super::Grid;
use super::position::Position;
use crate::solution::{Candidate, Violation};

/// Whether there is a value of each layer for every cell, and something for every line.
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

pub(super) fn verify(grid: &Grid, candidate: &Candidate) -> Result<(), Violation> {
    let symbols = &grid.symbols;
    if !fits(grid, candidate) {
        return Err(Violation::new("the board has other cells or lines than the puzzle"));
    }
    let position = Position { symbols, values: &candidate.layers, lines: &candidate.lines };
    for (layer, of_layer) in symbols.layers.iter().enumerate() {
        for (cell, given) in of_layer.given.iter().enumerate() {
            let found = position.value_at(layer, cell);
            if let Some((value, _)) = given
                && *value != found
            {
                let (at, values) = (symbols.topology.cells[cell], &of_layer.values);
                return Err(Violation::new(format!("{} at {at}, but {} is given", values[found], values[*value])));
            }
        }
    }
    for rule in grid.rules.iter() {
        for set in rule.sets.iter().filter(|set| rule.applies(&position, set)) {
            let members = rule.members(&position, set);
            for condition in rule.conditions.iter().filter(|c| rule.constrains(symbols, &***c, set)) {
                let wrong = |words: String| Violation::new(format!("{}: {} {words}", rule.name, set.what));
                condition.holds(&position, set, &members).map_err(wrong)?;
            }
        }
    }
    Ok(())
}
