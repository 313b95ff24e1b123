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

use super::fact::{Fact, Subject};
use super::step::{Argument, Part};
use std::collections::BTreeSet;

/// The maximum size of a set of cells or values.
const MAX_SUBSET: u32 = 4;
/// The maximum number of cells, and of values.
const MAX_SIZE: usize = 20;

/// A cell of a layer, by its layer and its index.
type Place = (usize, usize);

/// The cells and values of a rule.
#[derive(Default)]
pub(super) struct Distribution {
    places: Vec<Place>,
    /// The values; each is in at most one cell.
    values: Vec<usize>,
    /// Bits of the values that are in exactly one cell.
    exact: u32,
    /// By place: the values that it can have, as bits; the value of a known cell.
    open: Vec<u32>,
    /// By place: whether its value is known.
    is_known: Vec<bool>,
    /// By place and value: the fact.
    facts: Vec<Vec<usize>>,
}

/// Returns the cell and the value in the name of a fact.
fn names(fact: &Fact) -> (String, String) {
    let (cell, value) = fact.name.split_once("!=").or_else(|| fact.name.split_once('=')).unwrap_or((&fact.name, ""));
    (cell.to_string(), value.to_string())
}

fn place_and_value(fact: &Fact) -> Option<(Place, usize)> {
    match fact.subject {
        Subject::Value { layer, cell, value, .. } => Some(((layer, cell), value)),
        _ => None,
    }
}

/// Returns the sets of `size` out of `count` elements as bits.
fn subsets(count: usize, size: u32) -> impl Iterator<Item = u32> {
    (1u32..1 << count).filter(move |set| set.count_ones() == size)
}

fn elements(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |&element| set >> element & 1 == 1)
}

impl Distribution {
    /// Adds that a value is in at most one or exactly one of some cells; `None` if the facts are not about one value of the same cells.
    pub(super) fn constrain(&mut self, own: &[usize], is_exact: bool, facts: &[Fact]) -> Option<()> {
        let mut places = Vec::new();
        let mut values = BTreeSet::new();
        for &fact in own {
            let (place, value) = place_and_value(&facts[fact])?;
            places.push(place);
            values.insert(value);
        }
        let (Some(value), None) = (values.pop_first(), values.pop_first()) else { return None };
        if self.places.is_empty() {
            self.places = places;
        } else if self.places != places {
            return None;
        }
        if self.values.contains(&value) || self.values.len() == MAX_SIZE || self.places.len() > MAX_SIZE {
            return None;
        }
        self.exact |= u32::from(is_exact) << self.values.len();
        self.values.push(value);
        self.facts.resize(self.places.len(), Vec::new());
        own.iter().enumerate().for_each(|(place, &fact)| self.facts[place].push(fact));
        Some(())
    }

    /// Adds what is known; returns whether the rule is about all values of its cells.
    pub(super) fn complete(&mut self, facts: &[Fact], known: &[bool]) -> bool {
        let mut all = facts.iter().filter_map(place_and_value);
        if self.values.len() < 2
            || all.any(|(place, value)| self.places.contains(&place) && !self.values.contains(&value))
        {
            return false;
        }
        for own in &self.facts {
            let value = own.iter().position(|&fact| known[fact] && facts[fact].is_positive());
            let possible = (0..own.len()).filter(|&value| !known[own[value]]).fold(0, |set, value| set | 1 << value);
            self.open.push(value.map_or(possible, |value| 1 << value));
            self.is_known.push(value.is_some());
        }
        true
    }

    fn cell(&self, place: usize, facts: &[Fact]) -> String {
        names(&facts[self.facts[place][0]]).0
    }

    fn value(&self, value: usize, facts: &[Fact]) -> String {
        names(&facts[self.facts[0][value]]).1
    }

    /// Returns arguments that show all these facts; `None` if sets of up to [`MAX_SUBSET`] do not.
    pub(super) fn parts(&mut self, new: &[usize], facts: &[Fact]) -> Option<Vec<Part>> {
        let mut left: BTreeSet<usize> = new.iter().copied().collect();
        let mut parts = Vec::new();
        while !left.is_empty() {
            let before = self.open.clone();
            let argument = self.placed(facts).or_else(|| self.only(facts)).or_else(|| {
                (2..=MAX_SUBSET).find_map(|size| self.needed(size, facts).or_else(|| self.room(size, facts)))
            })?;
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
        for (place, own) in self.facts.iter().enumerate() {
            let is_single = self.open[place].count_ones() == 1;
            self.is_known[place] |= is_single;
            for (value, &fact) in own.iter().enumerate() {
                let is_open = self.open[place] >> value & 1 == 1;
                let is_decided = !is_open && before[place] >> value & 1 == 1 || is_single && is_open;
                if is_decided && facts[fact].is_positive() == is_open && left.remove(&fact) {
                    found.push(fact);
                }
            }
        }
        found
    }

    /// Removes the values of known cells from the others.
    fn placed(&mut self, facts: &[Fact]) -> Option<Argument> {
        let known = self.is_known.clone();
        let mut has = Vec::new();
        for place in (0..self.places.len()).filter(|&place| known[place]) {
            let set = self.open[place];
            if self.remove(set, |other| other == place) {
                has.push((self.value(set.trailing_zeros() as usize, facts), self.cell(place, facts)));
            }
        }
        (!has.is_empty()).then_some(Argument::Has(has))
    }

    /// Removes values from all but some places; returns whether some place had one.
    fn remove(&mut self, values: u32, is_kept: impl Fn(usize) -> bool) -> bool {
        let mut is_removed = false;
        for (_, open) in self.open.iter_mut().enumerate().filter(|(place, _)| !is_kept(*place)) {
            is_removed |= *open & values != 0;
            *open &= !values;
        }
        is_removed
    }

    /// Returns the places that can have one of these values, as bits.
    fn places_of(&self, values: u32) -> u32 {
        (0..self.places.len()).filter(|&place| self.open[place] & values != 0).fold(0, |set, place| set | 1 << place)
    }

    /// Decides a cell that is the only one for a value.
    fn only(&mut self, facts: &[Fact]) -> Option<Argument> {
        for value in elements(self.exact) {
            let places = self.places_of(1 << value);
            let place = places.trailing_zeros() as usize;
            if places.count_ones() == 1 && !self.is_known[place] {
                self.open[place] = 1 << value;
                return Some(Argument::Only { value: self.value(value, facts), cell: self.cell(place, facts) });
            }
        }
        None
    }

    /// Removes the values of cells that need as many.
    fn needed(&mut self, size: u32, facts: &[Fact]) -> Option<Argument> {
        for set in subsets(self.places.len(), size) {
            let mut own = elements(set);
            let values = elements(set).fold(0, |values, place| values | self.open[place]);
            let is_open = own.all(|place| !self.is_known[place]);
            if is_open && values.count_ones() == size && self.remove(values, |place| set >> place & 1 == 1) {
                return Some(Argument::Needed {
                    values: elements(values).map(|value| self.value(value, facts)).collect(),
                    cells: elements(set).map(|place| self.cell(place, facts)).collect(),
                });
            }
        }
        None
    }

    /// Removes other values from cells that are the only ones for as many values.
    fn room(&mut self, size: u32, facts: &[Fact]) -> Option<Argument> {
        for set in subsets(self.values.len(), size).filter(|set| set & !self.exact == 0) {
            let places = self.places_of(set);
            let is_open = elements(places).all(|place| !self.is_known[place]);
            if is_open && places.count_ones() == size && elements(places).any(|place| self.open[place] & !set != 0) {
                elements(places).for_each(|place| self.open[place] &= set);
                return Some(Argument::Room {
                    values: elements(set).map(|value| self.value(value, facts)).collect(),
                    cells: elements(places).map(|place| self.cell(place, facts)).collect(),
                });
            }
        }
        None
    }

    /// Returns the values of facts that exclude values from cells of another rule, and the cells of both where they fit; `None`
    /// if this rule has room for them elsewhere.
    pub(super) fn confined(
        &self,
        into: &Distribution,
        new: &[usize],
        facts: &[Fact],
    ) -> Option<(Vec<String>, Vec<String>)> {
        let mut values = 0u32;
        for &fact in new {
            let (place, value) = place_and_value(&facts[fact])?;
            let value = self.values.iter().position(|&own| own == value)?;
            if facts[fact].is_positive() || !into.places.contains(&place) || self.places.contains(&place) {
                return None;
            }
            values |= 1 << value;
        }
        let places = self.places_of(values);
        let is_shared = elements(places).all(|place| into.places.contains(&self.places[place]));
        (is_shared && values & !self.exact == 0).then(|| {
            let cells = elements(places).map(|place| self.cell(place, facts)).collect();
            (elements(values).map(|value| self.value(value, facts)).collect(), cells)
        })
    }
}
