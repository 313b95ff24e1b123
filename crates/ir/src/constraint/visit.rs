//! Visitors: every literal and every integer variable of a constraint, read or replaced.

use super::{Constraint, IntVar, Literal, Operand};

impl Constraint {
    /// Visits every literal and every integer term, as often as it occurs.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Operand)) {
        let mut literal = |literal: &Literal| visit(Operand::Literal(*literal));
        match self {
            Constraint::Clause(literals) => literals.iter().for_each(literal),
            Constraint::Sum { terms, .. } | Constraint::Modular { terms, .. } => {
                terms.iter().for_each(|term| visit(term.operand));
            }
            Constraint::If { when, then } => {
                when.iter().for_each(literal);
                then.each_operand(visit);
            }
            Constraint::Connected(graph) | Constraint::Acyclic(graph) => graph.literals().for_each(literal),
            Constraint::Components(components) => components.literals().for_each(literal),
            Constraint::Regular(regular) => regular.sequence.iter().flatten().for_each(&mut literal),
            Constraint::Same(same) => same.each_literal(literal),
        }
    }

    /// Visits every literal, as often as it occurs.
    pub fn each_literal(&self, visit: &mut dyn FnMut(Literal)) {
        self.each_operand(&mut |operand| {
            if let Operand::Literal(literal) = operand {
                visit(literal);
            }
        });
    }

    /// Replaces every literal and every integer term.
    pub fn rename(&mut self, literal: &dyn Fn(Literal) -> Literal, integer: &dyn Fn(IntVar) -> IntVar) {
        let replace = |found: &mut Literal| *found = literal(*found);
        match self {
            Constraint::Clause(literals) => literals.iter_mut().for_each(replace),
            Constraint::Sum { terms, .. } | Constraint::Modular { terms, .. } => {
                for term in terms {
                    match &mut term.operand {
                        Operand::Literal(found) => replace(found),
                        Operand::Integer(variable) => *variable = integer(*variable),
                    }
                }
            }
            Constraint::If { when, then } => {
                when.iter_mut().for_each(replace);
                then.rename(literal, integer);
            }
            Constraint::Connected(graph) | Constraint::Acyclic(graph) => graph.literals_mut().for_each(replace),
            Constraint::Components(components) => components.literals_mut().for_each(replace),
            Constraint::Regular(regular) => regular.sequence.iter_mut().flatten().for_each(replace),
            Constraint::Same(same) => same.rename(replace),
        }
    }
}
