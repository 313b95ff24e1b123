//! Printed marks that equal the values of their cells by rules: such a clue need not be drawn twice, and is not part
//! of the solution.
//!
//! A picture may print a 3 in a cell that must be 3 (`at = "clue=3"`, `is = "3"`), or in a cell that only happens to
//! be 3. In the first case the rules about that cell alone leave no other value, which distinguishes the two.

use super::Drawing;
use crate::position::Position;
use crate::rule::{Element, Rule, Set};
use std::collections::{BTreeMap, BTreeSet};

impl Drawing<'_> {
    /// Returns the cells with a printed mark whose values the rules about these cells alone determine.
    pub(super) fn implied(&self) -> BTreeSet<usize> {
        let (Some(position), Some(&layer)) = (self.position, self.layers.first()) else { return BTreeSet::new() };
        let symbols = &self.grid.symbols;
        let values = &symbols.layers[layer].values;
        let is_held = &symbols.layers[layer].is_held;
        let in_question = |&cell: &usize| {
            let (printed, _) = self.printed(symbols.topology.cells[cell]);
            let found = &values[position.value_at(layer, cell)];
            is_held[cell] && (printed == *found || !printed.is_empty() && self.piece(found).is_some())
        };
        let cells: Vec<usize> = (0..symbols.topology.cells.len()).filter(in_question).collect();
        if cells.is_empty() {
            return BTreeSet::new();
        }
        let alone = self.alone();
        let mut values_tried = position.values.to_vec();
        let mut holds_with = |cell: usize, value: usize| {
            let found = std::mem::replace(&mut values_tried[layer][cell], value as u16);
            let tried = Position { values: &values_tried, ..*position };
            let holds = alone.get(&cell).into_iter().flatten().all(|&(rule, set)| {
                let members = rule.members(&tried, set);
                let speaking = rule.conditions.iter().filter(|condition| rule.constrains(symbols, &***condition, set));
                !rule.applies(&tried, set) || speaking.into_iter().all(|c| c.holds(&tried, set, &members).is_ok())
            });
            values_tried[layer][cell] = found;
            holds
        };
        let mut is_implied = |&cell: &usize| {
            let found = position.value_at(layer, cell);
            (0..values.len()).all(|value| value == found || !holds_with(cell, value))
        };
        cells.into_iter().filter(|cell| is_implied(cell)).collect()
    }

    /// Returns, by cell, the sets that consist of this cell, with their rules.
    fn alone(&self) -> BTreeMap<usize, Vec<(&Rule, &Set)>> {
        let topology = &self.grid.symbols.topology;
        let mut alone: BTreeMap<usize, Vec<(&Rule, &Set)>> = BTreeMap::new();
        for rule in self.grid.rules.iter() {
            for set in &rule.sets {
                if let [only] = &set.members[..]
                    && let Element::Cell(cell) = only.element
                    && set.own.is_none_or(|own| topology.id(own) == Some(cell))
                {
                    alone.entry(cell).or_default().push((rule, set));
                }
            }
        }
        alone
    }
}
