//! Lines that may take any shortcut: whether the rules say nothing about a line but where it ends and which marks it joins.
//!
//! A *shortcut* joins two neighbouring cells of a line whose connection along the line is longer, and the cells between them
//! lose their line. If the rules survive every shortcut, then a solution with one proves that there is another without it,
//! and a search for one or two solutions can require that neighbouring cells of one line are joined
//! ([`boardwright_ir::constraint::dominance`]).
//!
//! That holds if each cell is either the end of a line in every solution, or may be empty, straight or a turn alike, and the
//! other conditions survive shortcuts as well ([`Condition::survives_shortcuts`]). Entry: [`Builder::note_shortcuts`]. Imports
//! the builder and rules.

use super::Builder;
use super::built::Stated;
use crate::rule::{Condition, Element, Rule, Set, Time};
use crate::symbols::{Atom, Meeting, SymbolTable, Test};

/// How lines meet at a cell, as far as shortcuts matter.
const WAYS: [Way; 5] = [Way::Empty, Way::End, Way::Straight, Way::Turn, Way::Branch];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Empty,
    End,
    Straight,
    Turn,
    /// More than two lines.
    Branch,
}

impl Builder<'_> {
    /// Notes whether lines may take any shortcut.
    pub(super) fn note_shortcuts(&mut self, grid: Stated<'_>) {
        self.shortcuts = grid.objective.is_none() && survive(grid.symbols, grid.rules);
    }

    /// Checks whether lines may take any shortcut.
    pub fn has_shortcuts(&self) -> bool {
        self.shortcuts
    }
}

/// Checks whether all rules survive shortcuts.
fn survive(symbols: &SymbolTable, rules: &[Rule]) -> bool {
    if symbols.lines.is_none() || symbols.layers.iter().any(|layer| layer.values.len() > 1) {
        return false;
    }
    let mut allowed = vec![[true; WAYS.len()]; symbols.topology.cells.len()];
    let mut others: Vec<(&Rule, &dyn Condition)> = Vec::new();
    for rule in rules {
        if rule.time != Time::Always {
            return false;
        }
        for condition in &rule.conditions {
            match condition.membership() {
                Some(membership) => {
                    let mut sets = rule.sets.iter().filter(|set| rule.constrains(symbols, &**condition, set));
                    let restricted = sets.all(|set| restrict(symbols, rule, membership, set, &mut allowed));
                    if !restricted {
                        return false;
                    }
                }
                None => others.push((rule, &**condition)),
            }
        }
    }
    let fixed: Vec<bool> = allowed.iter().map(|ways| *ways == [false, true, false, false, false]).collect();
    let free = |ways: &[bool; WAYS.len()]| *ways == [true, false, true, true, false];
    allowed.iter().zip(&fixed).all(|(ways, fixed)| *fixed || free(ways))
        && others.into_iter().all(|(rule, condition)| {
            is_of_visited(rule)
                && rule.sets.iter().all(|set| set.members.len() == fixed.len())
                && condition.survives_shortcuts(symbols, &fixed)
        })
}

/// Checks whether a rule is about the members with lines. A cell that a line has left would be a group by itself otherwise.
fn is_of_visited(rule: &Rule) -> bool {
    let is_visited = |test: &Test| test.any[..] == [(false, Atom::Lines(Meeting::Visited))];
    rule.among.as_ref().is_some_and(is_visited) && rule.own_tests().count() == 1
}

/// Removes the ways that a condition forbids at the members of a set. Returns false if it is about more than that.
fn restrict(
    symbols: &SymbolTable,
    rule: &Rule,
    (test, wanted): (&Test, bool),
    set: &Set,
    allowed: &mut [[bool; WAYS.len()]],
) -> bool {
    if rule.among.is_some() || rule.inside.is_some() || rule.until.is_some() {
        return false;
    }
    set.members.iter().all(|member| {
        let Element::Cell(cell) = member.element else { return false };
        let is_own = set.own.is_some_and(|own| symbols.topology.id(own) == Some(cell));
        if member.through.is_some() || (rule.when.is_some() && !is_own) {
            return false;
        }
        WAYS.into_iter().zip(&mut allowed[cell]).all(|(way, allowed)| {
            let applies = rule.when.as_ref().map_or(Some(true), |when| passes(symbols, cell, when, way));
            let (Some(applies), Some(passes)) = (applies, passes(symbols, cell, test, way)) else { return false };
            *allowed &= !applies || passes == wanted;
            true
        })
    })
}

/// Returns whether a cell passes a test if lines meet there in this way; `None` if the way does not determine it.
fn passes(symbols: &SymbolTable, cell: usize, test: &Test, way: Way) -> Option<bool> {
    let holds = test.any.iter().map(|(negated, atom)| {
        let holds = match atom {
            Atom::Lines(Meeting::Visited) => way != Way::Empty,
            Atom::Lines(Meeting::End) => way == Way::End,
            Atom::Lines(Meeting::Straight) => way == Way::Straight,
            Atom::Lines(Meeting::Turn) => way == Way::Turn,
            Atom::Mark(..) | Atom::Given => {
                let alone = Test { any: vec![(false, atom.clone())], text: String::new() };
                symbols.passes(symbols.topology.cells[cell], &alone)
            }
            _ => return None,
        };
        Some(holds != *negated)
    });
    holds.collect::<Option<Vec<bool>>>().map(|holds| holds.contains(&true))
}
