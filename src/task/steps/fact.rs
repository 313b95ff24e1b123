//! Facts: what a solution decides, by cell, line or placement, with names.

use crate::board::Cell;
use crate::constraint::{Assignment, Atom, Literal, Problem};
use crate::puzzle::Decisions;
use crate::puzzle::capability::cells::Sheet;
use std::collections::BTreeSet;

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Whether a cell has a value.
    Value {
        /// The layer.
        layer: usize,
        /// The index of the cell in the layer.
        cell: usize,
        /// The index of the value.
        value: usize,
        /// Whether the cell has it.
        holds: bool,
    },
    /// Whether a line is there.
    Line {
        /// The index of the line.
        line: usize,
        /// Whether it is there.
        holds: bool,
    },
    /// Whether a placement is used.
    Placement {
        /// The index of the placement.
        placement: usize,
        /// Whether it is used.
        holds: bool,
    },
}

/// A fact of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its text: `r3c4=5`, `r3c4!=5`, `r1c1-r1c2`, `no r1c1-r1c2`.
    pub name: String,
    /// What it is about.
    pub subject: Subject,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The literal that is true in the solution.
    pub(super) literal: Literal,
}

impl Fact {
    /// Returns whether it says what a cell has or that something is there, and not what is excluded.
    pub fn is_positive(&self) -> bool {
        let (Subject::Value { holds, .. } | Subject::Line { holds, .. } | Subject::Placement { holds, .. }) =
            self.subject;
        holds
    }
}

/// Returns the facts of an assignment, one for each variable that is decided.
pub(super) fn facts(decisions: &Decisions, sheet: &Sheet, problem: &Problem, assignment: &Assignment) -> Vec<Fact> {
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    let mut facts = Vec::new();
    let mut add = |name: String, subject, cells: Vec<Cell>, literal: Literal| {
        if seen.insert(literal.atom) {
            facts.push(Fact { name, subject, cells, literal });
        }
    };
    for (layer, cells) in decisions.layers.iter().enumerate() {
        let own = sheet.layers.get(layer);
        for (cell, literals) in cells.iter().enumerate() {
            let place = own.and_then(|own| own.cells.get(cell).copied().flatten());
            let at = place.map_or_else(|| format!("cell {}", cell + 1), |place| place.to_string());
            let prefix = match own {
                Some(own) if decisions.layers.len() > 1 => format!("{} ", own.name),
                _ => String::new(),
            };
            let value_name = |value: usize| {
                own.and_then(|own| own.values.get(value)).map_or_else(|| value.to_string(), Clone::clone)
            };
            let held = literals.iter().position(|&literal| assignment.satisfies(literal));
            let order = held.into_iter().chain((0..literals.len()).filter(|&value| Some(value) != held));
            for value in order {
                let holds = assignment.satisfies(literals[value]);
                let sign = if holds { "=" } else { "!=" };
                let literal = if holds { literals[value] } else { !literals[value] };
                let name = format!("{prefix}{at}{sign}{}", value_name(value));
                add(name, Subject::Value { layer, cell, value, holds }, place.into_iter().collect(), literal);
            }
        }
    }
    for (line, &literal) in decisions.lines.iter().enumerate() {
        let holds = assignment.satisfies(literal);
        let ends = sheet.lines.get(line).map(|line| line.ends);
        let name = ends.map_or_else(|| format!("line {}", line + 1), |[a, b]| format!("{a}-{b}"));
        let name = if holds { name } else { format!("no {name}") };
        let literal = if holds { literal } else { !literal };
        add(name, Subject::Line { line, holds }, ends.map_or_else(Vec::new, Vec::from), literal);
    }
    let places = sheet.layers.first().map_or(&[][..], |layer| &layer.cells[..]);
    for (placement, placed) in decisions.placements.iter().enumerate() {
        let holds = assignment.satisfies(placed.literal);
        let cells: Vec<Cell> = placed.cells.iter().filter_map(|&cell| places.get(cell).copied().flatten()).collect();
        let own = match placed.literal.atom {
            Atom::Boolean(variable) => problem.booleans()[variable.0 as usize].name.clone(),
            _ => format!("placement {}", placement + 1),
        };
        let name = if holds { own } else { format!("no {own}") };
        let literal = if holds { placed.literal } else { !placed.literal };
        add(name, Subject::Placement { placement, holds }, cells, literal);
    }
    facts
}
