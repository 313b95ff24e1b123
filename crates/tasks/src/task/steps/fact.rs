//! Facts: what a solution decides, by cell, line or placement. `render` names them.

use boardwright_base::board::Cell;
use boardwright_ir::constraint::{Assignment, Atom, Literal};
use boardwright_puzzle::capability::cells::Sheet;
use boardwright_puzzle::{Decisions, Placeable};
use std::collections::BTreeSet;

/// A value of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueAt {
    /// The layer.
    pub layer: usize,
    /// The index of the cell in the layer.
    pub cell: usize,
    /// The index of the value.
    pub value: usize,
}

/// What a fact is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Whether a cell has a value.
    Value(ValueAt),
    /// Whether a line is there, by its index.
    Line(usize),
    /// Whether a placement is used.
    Placement(Placeable),
}

/// A fact of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub subject: Subject,
    /// Whether it says what a cell has or that something is there, and not what is excluded.
    pub holds: bool,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The literal that is true in the solution.
    pub(super) literal: Literal,
}

impl Fact {
    /// Returns the value of a cell that it is about.
    pub fn value_at(&self) -> Option<ValueAt> {
        match self.subject {
            Subject::Value(at) => Some(at),
            Subject::Line(_) | Subject::Placement(_) => None,
        }
    }

    /// Returns whether it is about a line.
    pub fn is_of_line(&self) -> bool {
        matches!(self.subject, Subject::Line(_))
    }

    /// Returns whether it is about a placement.
    pub fn is_of_placement(&self) -> bool {
        matches!(self.subject, Subject::Placement(_))
    }
}

/// Returns the facts of an assignment, one for each variable that is decided.
pub(super) fn facts(decisions: &Decisions, sheet: &Sheet, assignment: &Assignment) -> Vec<Fact> {
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    let mut facts = Vec::new();
    let mut add = |subject, cells: Vec<Cell>, literal: Literal| {
        if seen.insert(literal.atom) {
            let holds = assignment.satisfies(literal);
            let literal = if holds { literal } else { !literal };
            facts.push(Fact { subject, holds, cells, literal });
        }
    };
    for (layer, cells) in decisions.layers.iter().enumerate() {
        let own = sheet.layers.get(layer);
        for (cell, literals) in cells.iter().enumerate() {
            let place = own.and_then(|own| own.cells.get(cell).copied().flatten());
            let held = literals.iter().position(|&literal| assignment.satisfies(literal));
            let order = held.into_iter().chain((0..literals.len()).filter(|&value| Some(value) != held));
            for value in order {
                let subject = Subject::Value(ValueAt { layer, cell, value });
                add(subject, place.into_iter().collect(), literals[value]);
            }
        }
    }
    for (line, &literal) in decisions.lines.iter().enumerate() {
        let ends = sheet.lines.get(line).map(|line| line.ends);
        add(Subject::Line(line), ends.map_or_else(Vec::new, Vec::from), literal);
    }
    let places = sheet.layers.first().map_or(&[][..], |layer| &layer.cells[..]);
    for placed in &decisions.placements {
        let cells: Vec<Cell> = placed.cells.iter().filter_map(|&cell| places.get(cell).copied().flatten()).collect();
        add(Subject::Placement(placed.clone()), cells, placed.literal);
    }
    facts
}
