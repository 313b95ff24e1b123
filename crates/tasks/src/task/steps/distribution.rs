//! Rules that place different values in their cells: a row of a Sudoku, a Latin square.
//!
//! Each value is in at most one cell, or in exactly one. So `k` cells that have room for `k` values only take these from all other
//! cells, and `k` values that fit `k` cells only leave these nothing else. The arguments of a step are those with the smallest `k`
//! that show its facts:
//!
//! ```text
//! 5 at r1c4                         the other cells are not 5            (k = 1)
//! 7 fits r1c2 only                  r1c2 = 7                             (k = 1)
//! r1c1, r1c3 have room for 2 and 9  the other cells are neither          (k = 2)
//! ```

use super::fact::{Fact, ValueAt};
use super::step::{Argument, Fit, Part};
use std::collections::BTreeSet;

/// The maximum size of a set of cells or values.
const MAX_SUBSET: u32 = 4;
/// The maximum number of cells, and of values.
const MAX_SIZE: usize = 20;

/// The cells and values of a rule.
#[derive(Default)]
pub(super) struct Distribution {
    /// The layer of the cells.
    layer: usize,
    /// The cells, as indices.
    cells: Vec<usize>,
    /// The values; each is in at most one cell.
    values: Vec<usize>,
    /// Bits of the values that are in exactly one cell.
    exact: u32,
    /// By cell: the values that it can have, as bits; the value of a known cell.
    open: Vec<u32>,
    /// By cell: whether its value is known.
    is_known: Vec<bool>,
    /// By cell and value: the fact.
    facts: Vec<Vec<usize>>,
}

/// Returns the sets of `size` out of `count` elements as bits.
fn subsets(count: usize, size: u32) -> impl Iterator<Item = u32> {
    (1u32..1 << count).filter(move |set| set.count_ones() == size)
}

fn elements(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |&element| set >> element & 1 == 1)
}

impl Distribution {
    /// Adds that a value is in at most one or exactly one of some cells; `None` if the facts are not about one value of the same cells
    /// of a layer.
    pub(super) fn constrain(&mut self, own: &[usize], is_exact: bool, facts: &[Fact]) -> Option<()> {
        let all: Vec<ValueAt> = own.iter().map(|&fact| facts[fact].value_at()).collect::<Option<_>>()?;
        let &ValueAt { layer, value, .. } = all.first()?;
        if all.iter().any(|at| (at.layer, at.value) != (layer, value)) {
            return None;
        }
        let cells: Vec<usize> = all.iter().map(|at| at.cell).collect();
        if self.cells.is_empty() {
            (self.layer, self.cells) = (layer, cells);
        } else if (self.layer, &self.cells) != (layer, &cells) {
            return None;
        }
        if self.values.contains(&value) || self.values.len() == MAX_SIZE || self.cells.len() > MAX_SIZE {
            return None;
        }
        self.exact |= u32::from(is_exact) << self.values.len();
        self.values.push(value);
        self.facts.resize(self.cells.len(), Vec::new());
        own.iter().enumerate().for_each(|(cell, &fact)| self.facts[cell].push(fact));
        Some(())
    }

    /// Adds what is known; returns whether the rule is about all values of its cells.
    pub(super) fn complete(&mut self, facts: &[Fact], known: &[bool]) -> bool {
        let mut all = facts.iter().filter_map(Fact::value_at).filter(|at| at.layer == self.layer);
        if self.values.len() < 2 || all.any(|at| self.cells.contains(&at.cell) && !self.values.contains(&at.value)) {
            return false;
        }
        for own in &self.facts {
            let value = own.iter().position(|&fact| known[fact] && facts[fact].holds);
            let possible = (0..own.len()).filter(|&value| !known[own[value]]).fold(0, |set, value| set | 1 << value);
            self.open.push(value.map_or(possible, |value| 1 << value));
            self.is_known.push(value.is_some());
        }
        true
    }

    /// Returns a value of a cell, both by their numbers here.
    fn value_at(&self, cell: usize, value: usize) -> ValueAt {
        ValueAt { layer: self.layer, cell: self.cells[cell], value: self.values[value] }
    }

    /// Returns values and cells, both as bits of their numbers here.
    fn fit(&self, values: u32, cells: u32) -> Fit {
        Fit {
            layer: self.layer,
            values: elements(values).map(|value| self.values[value]).collect(),
            cells: elements(cells).map(|cell| self.cells[cell]).collect(),
        }
    }

    /// Returns arguments that show all these facts; `None` if sets of up to [`MAX_SUBSET`] do not.
    pub(super) fn parts(&mut self, new: &[usize], facts: &[Fact]) -> Option<Vec<Part>> {
        let mut left: BTreeSet<usize> = new.iter().copied().collect();
        let mut parts = Vec::new();
        while !left.is_empty() {
            let before = self.open.clone();
            let argument = self
                .placed()
                .or_else(|| self.only())
                .or_else(|| (2..=MAX_SUBSET).find_map(|size| self.needed(size).or_else(|| self.room(size))))?;
            let own = self.decided(&before, &mut left, facts);
            if !own.is_empty() {
                parts.push(Part { argument, facts: own });
            }
        }
        Some(parts)
    }

    /// Records the cells with one value left, and removes from `left` the facts that are decided.
    fn decided(&mut self, before: &[u32], left: &mut BTreeSet<usize>, facts: &[Fact]) -> Vec<usize> {
        let mut found = Vec::new();
        for (cell, own) in self.facts.iter().enumerate() {
            let is_single = self.open[cell].count_ones() == 1;
            self.is_known[cell] |= is_single;
            for (value, &fact) in own.iter().enumerate() {
                let is_open = self.open[cell] >> value & 1 == 1;
                let is_decided = !is_open && before[cell] >> value & 1 == 1 || is_single && is_open;
                if is_decided && facts[fact].holds == is_open && left.remove(&fact) {
                    found.push(fact);
                }
            }
        }
        found
    }

    /// Removes the values of known cells from the others.
    fn placed(&mut self) -> Option<Argument> {
        let known = self.is_known.clone();
        let mut has = Vec::new();
        for cell in (0..self.cells.len()).filter(|&cell| known[cell]) {
            let set = self.open[cell];
            if self.remove(set, |other| other == cell) {
                has.push(self.value_at(cell, set.trailing_zeros() as usize));
            }
        }
        (!has.is_empty()).then_some(Argument::Has(has))
    }

    /// Removes values from all but some cells; returns whether some cell had one.
    fn remove(&mut self, values: u32, is_kept: impl Fn(usize) -> bool) -> bool {
        let mut is_removed = false;
        for (_, open) in self.open.iter_mut().enumerate().filter(|(cell, _)| !is_kept(*cell)) {
            is_removed |= *open & values != 0;
            *open &= !values;
        }
        is_removed
    }

    /// Returns the cells that can have one of these values, as bits.
    fn cells_of(&self, values: u32) -> u32 {
        (0..self.cells.len()).filter(|&cell| self.open[cell] & values != 0).fold(0, |set, cell| set | 1 << cell)
    }

    /// Decides a cell that is the only one for a value.
    fn only(&mut self) -> Option<Argument> {
        for value in elements(self.exact) {
            let cells = self.cells_of(1 << value);
            let cell = cells.trailing_zeros() as usize;
            if cells.count_ones() == 1 && !self.is_known[cell] {
                self.open[cell] = 1 << value;
                return Some(Argument::Only(self.value_at(cell, value)));
            }
        }
        None
    }

    /// Removes the values of cells that need as many.
    fn needed(&mut self, size: u32) -> Option<Argument> {
        for set in subsets(self.cells.len(), size) {
            let values = elements(set).fold(0, |values, cell| values | self.open[cell]);
            let is_open = elements(set).all(|cell| !self.is_known[cell]);
            if is_open && values.count_ones() == size && self.remove(values, |cell| set >> cell & 1 == 1) {
                return Some(Argument::Needed(self.fit(values, set)));
            }
        }
        None
    }

    /// Removes other values from cells that are the only ones for as many values.
    fn room(&mut self, size: u32) -> Option<Argument> {
        for set in subsets(self.values.len(), size).filter(|set| set & !self.exact == 0) {
            let cells = self.cells_of(set);
            let is_open = elements(cells).all(|cell| !self.is_known[cell]);
            if is_open && cells.count_ones() == size && elements(cells).any(|cell| self.open[cell] & !set != 0) {
                elements(cells).for_each(|cell| self.open[cell] &= set);
                return Some(Argument::Room(self.fit(set, cells)));
            }
        }
        None
    }

    /// Returns the values of facts that exclude values from cells of another rule, and the cells of both where they fit; `None`
    /// if this rule has room for them elsewhere.
    pub(super) fn confined(&self, into: &Distribution, new: &[usize], facts: &[Fact]) -> Option<Fit> {
        let mut values = 0u32;
        for &fact in new {
            let at = facts[fact].value_at().filter(|at| at.layer == self.layer && at.layer == into.layer)?;
            let value = self.values.iter().position(|&own| own == at.value)?;
            if facts[fact].holds || !into.cells.contains(&at.cell) || self.cells.contains(&at.cell) {
                return None;
            }
            values |= 1 << value;
        }
        let cells = self.cells_of(values);
        let is_shared = elements(cells).all(|cell| into.cells.contains(&self.cells[cell]));
        (is_shared && values & !self.exact == 0).then(|| self.fit(values, cells))
    }
}
