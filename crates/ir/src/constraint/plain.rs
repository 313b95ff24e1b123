//! Plain constraints: clauses, sums and congruences, which every form can state.
//!
//! [`Constraint::conclusion`] splits a constraint into its conditions and what they imply: a [`Plain`] constraint, equal
//! values, a graph constraint or a word. A conclusion is never conditional, so a pass that receives one needs no case for it. Everything is
//! borrowed where it can be. Imports the IR only. Start with [`Plain`].

use super::{Components, Constraint, Graph, Literal, Operand, Regular, Relation, Same, Term};
use std::borrow::Cow;

/// A constraint that every form can state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plain<'a> {
    /// At least one literal is true.
    Clause(Cow<'a, [Literal]>),
    /// The sum of the terms compares with the bound.
    Sum {
        /// The summands.
        terms: Cow<'a, [Term]>,
        /// The comparison.
        relation: Relation,
        /// The right-hand side.
        bound: i64,
    },
    /// The sum of the terms is congruent to `residue` modulo `modulus`.
    Modular {
        /// The summands.
        terms: Cow<'a, [Term]>,
        /// At least 1.
        modulus: i64,
        /// Any integer.
        residue: i64,
    },
}

impl Plain<'static> {
    /// Returns the clause: at least one of the literals is true.
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Plain<'static> {
        Plain::Clause(literals.into_iter().collect())
    }

    /// Returns the constraint that exactly one of the literals is true.
    pub fn exactly_one(literals: impl IntoIterator<Item = Literal>) -> Plain<'static> {
        let terms: Vec<Term> = literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        Plain::sum(terms, Relation::Equal, 1)
    }

    /// Returns the constraint that a sum compares with a bound.
    pub fn sum(terms: Vec<Term>, relation: Relation, bound: i64) -> Plain<'static> {
        Plain::Sum { terms: terms.into(), relation, bound }
    }
}

impl Plain<'_> {
    /// Visits every literal and every integer term, as often as it occurs.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Operand)) {
        match self {
            Plain::Clause(literals) => literals.iter().for_each(|&literal| visit(Operand::Literal(literal))),
            Plain::Sum { terms, .. } | Plain::Modular { terms, .. } => {
                terms.iter().for_each(|term| visit(term.operand));
            }
        }
    }
}

/// A graph constraint that was not decomposed, for a solver that propagates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptGraph<'a> {
    /// The present vertices are connected.
    Connected(&'a Graph),
    /// Bounds on the weights of the components.
    Components(&'a Components),
}

impl KeptGraph<'_> {
    /// Visits every literal, as often as it occurs.
    pub fn each_literal(self, visit: &mut dyn FnMut(Literal)) {
        match self {
            KeptGraph::Connected(graph) => graph.literals().for_each(|&literal| visit(literal)),
            KeptGraph::Components(components) => components.literals().for_each(|&literal| visit(literal)),
        }
    }
}

/// A constraint that is decomposed for forms that cannot state it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Global<'a> {
    /// A graph constraint.
    Graph(KeptGraph<'a>),
    /// A word for an automaton.
    Regular(&'a Regular),
}

/// What the conditions of a constraint imply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion<'a> {
    /// A clause, a sum or a congruence.
    Plain(Plain<'a>),
    /// Whether two values are the same: clauses, once they are written out.
    Same(&'a Same),
    /// A graph without cycles, which is always decomposed.
    Acyclic(&'a Graph),
    /// A graph constraint or a word.
    Global(Global<'a>),
}

impl Constraint {
    /// Splits a constraint into all its conditions, those of nested conditionals included, and the conclusion.
    pub fn conclusion(&self) -> (Cow<'_, [Literal]>, Conclusion<'_>) {
        let (mut conditions, mut constraint) = (Cow::Borrowed(&[][..]), self);
        let conclusion = loop {
            break match constraint {
                Constraint::If { when, then } => {
                    if conditions.is_empty() {
                        conditions = Cow::Borrowed(&when[..]);
                    } else {
                        conditions.to_mut().extend(when);
                    }
                    constraint = then;
                    continue;
                }
                Constraint::Clause(literals) => Conclusion::Plain(Plain::Clause(literals.into())),
                &Constraint::Sum { ref terms, relation, bound } => {
                    Conclusion::Plain(Plain::Sum { terms: terms.into(), relation, bound })
                }
                &Constraint::Modular { ref terms, modulus, residue } => {
                    Conclusion::Plain(Plain::Modular { terms: terms.into(), modulus, residue })
                }
                Constraint::Connected(graph) => Conclusion::Global(Global::Graph(KeptGraph::Connected(graph))),
                Constraint::Components(components) => {
                    Conclusion::Global(Global::Graph(KeptGraph::Components(components)))
                }
                Constraint::Regular(regular) => Conclusion::Global(Global::Regular(regular)),
                Constraint::Acyclic(graph) => Conclusion::Acyclic(graph),
                Constraint::Same(same) => Conclusion::Same(same),
            };
        };
        (conditions, conclusion)
    }
}
