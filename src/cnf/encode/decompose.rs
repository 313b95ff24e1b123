//! Decomposes graph and regular constraints, for every route: selects an encoding and replaces the constraint.

use super::selection::Selection;
use super::{Choice, Encode, Encoding, Kind, NotApplicable, components, connected};
use crate::budget::Budget;
use crate::cnf::lower::LowerError;
use crate::constraint::decomposed::Decomposed;
use crate::constraint::{Constraint, Problem, Roles};

/// How graph constraints are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Graphs {
    /// Decomposed, for routes that support only clauses or rows.
    Decomposed,
    /// Kept unless an encoding was chosen, for solvers that propagate them.
    Propagated,
}

/// Decomposes the constraints of the given roles into clauses, sums, congruences and conditional ones; graph
/// constraints remain if they are propagated.
///
/// # Errors
/// If a chosen encoding does not support a constraint, or a limit was reached.
pub fn decompose<'a>(
    problem: &'a Problem,
    selection: &Selection,
    roles: Roles,
    graphs: Graphs,
    budget: &Budget,
) -> Result<Decomposed<'a>, LowerError> {
    let kept = || problem.constraints().iter().enumerate().filter(|(_, posted)| roles.keep(posted.role));
    if kept().all(|(_, posted)| kind(posted.constraint.conclusion().1).is_none()) {
        return Ok(Decomposed::whole(problem));
    }
    let mut parts = Decomposed::parts(problem, budget);
    for (index, posted) in kept() {
        let (conditions, constraint) = posted.constraint.conclusion();
        let graphs = if conditions.is_empty() { graphs } else { Graphs::Decomposed };
        let choice = || selection.for_rule(&problem.origin_of(posted.origin).rule);
        let encoding = encoding(constraint, choice, problem, graphs)?;
        let done = match (encoding.map(|encoding| encoding.encode), constraint) {
            (Some(Encode::Connected(encode)), Constraint::Connected(graph)) => encode(&mut parts.replace(index), graph),
            (Some(Encode::Components(encode)), Constraint::Components(of)) => encode(&mut parts.replace(index), of),
            (Some(Encode::Regular(encode)), Constraint::Regular(regular)) => {
                encode(&mut parts.replace(index), regular);
                Ok(())
            }
            _ => {
                parts.keep(index);
                Ok(())
            }
        };
        if let (Err(reason), Some(Encoding { kind, name, .. })) = (done, encoding) {
            return Err(NotApplicable { kind: kind.name(), name, reason }.into());
        }
        budget.check()?;
    }
    Ok(parts.finish()?)
}

/// Returns the encoding of a graph or regular constraint; `None` for other constraints.
fn encoding(
    constraint: &Constraint,
    choice: impl Fn() -> Choice,
    problem: &Problem,
    graphs: Graphs,
) -> Result<Option<&'static Encoding>, NotApplicable> {
    let Some(kind) = kind(constraint) else { return Ok(None) };
    let choice = choice();
    match (choice.name(kind), kind, graphs) {
        ("auto", Kind::Connected, Graphs::Propagated) => return Ok(Some(&connected::PROPAGATED)),
        ("auto", Kind::Components, Graphs::Propagated) => return Ok(Some(&components::PROPAGATED)),
        (name @ "propagated", _, Graphs::Decomposed) => {
            let reason = "it is no clauses and no rows; only a search by a SAT solver that is built in, of a constraint that \
                          holds without conditions, looks after it";
            return Err(NotApplicable { kind: kind.name(), name, reason: reason.to_string() });
        }
        _ => {}
    }
    let (n, k) = match constraint {
        Constraint::Connected(graph) => (graph.vertices.len(), graph.edges.len()),
        Constraint::Components(components) => (components.graph.vertices.len(), components.graph.edges.len()),
        Constraint::Regular(regular) => {
            (regular.sequence.len(), regular.automaton.next.iter().flatten().flatten().count())
        }
        _ => return Ok(None),
    };
    if let (Constraint::Components(components), "auto") = (constraint, choice.name(kind)) {
        return Ok(Some(components::by_size(components, problem)));
    }
    choice.for_size(kind, n, k).map(Some)
}

fn kind(constraint: &Constraint) -> Option<Kind> {
    match constraint {
        Constraint::Connected(_) => Some(Kind::Connected),
        Constraint::Components(_) => Some(Kind::Components),
        Constraint::Regular(_) => Some(Kind::Regular),
        _ => None,
    }
}
