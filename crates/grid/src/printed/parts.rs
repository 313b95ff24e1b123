//! The effect of leaving out a mark, for each layer, picture and list.
//!
//! It is decided from the uses of the marks in rules, without solving: a use that is not known to drop a condition
//! makes the marks part of the rules. `at = "clue"` drops one: without its mark, the rule does not constrain the
//! cell. With `at = "not clue"` the rule would constrain more, with `exactly = { edge = 1 }` differently. A model can state
//! that marks are clues nevertheless (`optional`): then it is read without one.

use crate::Grid;
use crate::rule::{At, Number, Rule};
use crate::symbols::{Atom, Test};
use boardwright_base::source::Span;
use std::collections::BTreeSet;

/// The effect of leaving out a mark on the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Without {
    /// A rule no longer constrains a set; a literal can switch that off.
    Switched,
    /// Conditions are dropped, but the model without the mark has to be read: its constraints, or its best boards,
    /// differ.
    Read,
    /// The rules differ: the mark is not a clue.
    Rule,
}

/// By layer, by picture, by picture between cells and by list.
pub(super) struct Parts {
    pub(super) layers: Vec<Without>,
    pub(super) pictures: Vec<Without>,
    pub(super) between: Vec<Without>,
    pub(super) lists: Vec<Without>,
}

/// Raises the effect of a part to at least this one.
fn at_least(part: &mut Without, without: Without) {
    *part = without.max(*part);
}

impl Parts {
    pub(super) fn of(grid: &Grid) -> Parts {
        let symbols = &grid.symbols;
        // With an objective, other boards may be optimal without a clue.
        let all = if grid.objective.is_none() { Without::Switched } else { Without::Read };
        let mut parts = Parts {
            layers: vec![all; symbols.layers.len()],
            pictures: vec![all; symbols.pictures.len()],
            between: vec![all; symbols.between.len()],
            lists: vec![all; symbols.lists.len()],
        };
        let pictures = &mut parts.pictures;
        grid.uses.arrows.iter().for_each(|&picture| at_least(&mut pictures[picture], Without::Read));
        let structural = grid.uses.regions.iter().chain(&grid.uses.structural);
        structural.for_each(|&picture| pictures[picture] = Without::Rule);
        if let Some(test) = grid.objective.as_ref().and_then(|objective| objective.test.as_ref()) {
            parts.asked(test);
        }
        for rule in grid.rules.iter() {
            parts.of_rule(grid, rule);
        }
        parts.leave_optional(grid);
        parts
    }

    /// Makes marks clues that the model states to be optional.
    fn leave_optional(&mut self, grid: &Grid) {
        let symbols = &grid.symbols;
        let pictures = symbols.pictures.iter().map(|picture| &picture.name).zip(&mut self.pictures);
        let between = symbols.between.iter().map(|(name, _)| name).zip(&mut self.between);
        let lists = symbols.lists.iter().map(|list| &list.name).zip(&mut self.lists);
        for (_, part) in pictures.chain(between).chain(lists).filter(|(name, _)| symbols.optional.contains(*name)) {
            *part = Without::Read.min(*part);
        }
    }

    fn of_rule(&mut self, grid: &Grid, rule: &Rule) {
        // If its own cell does not pass, the rule does not constrain the set.
        if let Some(test) = &rule.when {
            self.applies_where(test);
        }
        // With other members a condition differs.
        [&rule.among, &rule.inside, &rule.until].into_iter().flatten().for_each(|test| self.asked(test));
        match &rule.at {
            Some(At::Cell(test)) => {
                let others = test.any.iter().filter(|(negated, atom)| *negated || *atom == Atom::Given);
                others.for_each(|(_, atom)| self.atom(atom, Without::Rule));
                // A rule applies to a wall as long as anything is printed on it.
                let topology = &grid.symbols.topology;
                let has_walls = topology.cells.len() < topology.height * topology.width;
                if has_walls && test.any.iter().any(|(negated, _)| *negated) {
                    self.pictures.iter_mut().for_each(|picture| at_least(picture, Without::Read));
                }
            }
            Some(At::Between(signs)) => {
                let negated = signs.iter().filter(|sign| sign.negated);
                negated.for_each(|sign| self.between[sign.picture] = Without::Rule);
            }
            None => {}
        }
        for condition in &rule.conditions {
            condition.tests().into_iter().for_each(|test| self.asked(test));
            condition.pictures().into_iter().for_each(|picture| self.pictures[picture] = Without::Rule);
            // The size of the group of a cell with a number: without the number, the group is not constrained.
            condition.own_numbers().into_iter().for_each(|number| self.number(number, Without::Read));
            // Each of several numbers alone makes the condition apply.
            let numbers = condition.numbers();
            numbers.iter().filter(|_| numbers.len() > 1).for_each(|number| self.number(number, Without::Rule));
        }
    }

    /// Registers a mark whose presence makes a rule apply.
    fn applies_where(&mut self, test: &Test) {
        for (negated, atom) in &test.any {
            self.atom(atom, if *negated { Without::Rule } else { Without::Read });
        }
    }

    /// Registers marks that are tested in any other way.
    fn asked(&mut self, test: &Test) {
        test.any.iter().for_each(|(_, atom)| self.atom(atom, Without::Rule));
    }

    fn atom(&mut self, atom: &Atom, without: Without) {
        match atom {
            Atom::Mark(picture, _) => at_least(&mut self.pictures[*picture], without),
            // A given value also determines the value of its cell.
            Atom::Given => self.layers.iter_mut().take(1).for_each(|layer| *layer = Without::Rule),
            Atom::Value(..) | Atom::Line | Atom::Lines(_) | Atom::Within(_) => {}
        }
    }

    fn number(&mut self, number: &Number, without: Without) {
        match number {
            Number::Picture(picture) => at_least(&mut self.pictures[*picture], without),
            Number::Between(picture) => at_least(&mut self.between[*picture], without),
            Number::List(list) => at_least(&mut self.lists[*list], without),
            Number::Fixed(_) | Number::Held(..) => {}
        }
    }

    /// Returns the places of printed marks that can be switched off. A mark that is not printed is no clue, and always holds.
    pub(super) fn places(&self, grid: &Grid) -> BTreeSet<Span> {
        let symbols = &grid.symbols;
        let is_switched = |name: &str, without: &Without| *without == Without::Switched && symbols.shows(name);
        let mut places = BTreeSet::new();
        for (layer, without) in symbols.layers.iter().zip(&self.layers) {
            let given = layer.given.iter().flatten().map(|(_, span)| *span);
            places.extend(given.filter(|_| is_switched(layer.called(), without)));
        }
        for (picture, without) in symbols.pictures.iter().zip(&self.pictures) {
            let marks = picture.marks.iter().flatten().map(|mark| mark.span);
            places.extend(marks.filter(|_| is_switched(&picture.name, without)));
        }
        for ((name, marks), without) in symbols.between.iter().zip(&self.between) {
            places.extend(marks.values().map(|mark| mark.span).filter(|_| is_switched(name, without)));
        }
        for (list, without) in symbols.lists.iter().zip(&self.lists) {
            let entries = list.entries.values().flat_map(|(entries, _)| entries).map(|(_, span)| *span);
            places.extend(entries.filter(|_| is_switched(&list.name, without)));
        }
        places
    }
}
