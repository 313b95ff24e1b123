//! The pass `decompose`: chooses the encoding of each graph constraint and word, and replaces it by plain constraints.
//!
//! Accepts a [`Problem`] and leaves a [`Decomposed`] one: [`plain`] without graph constraints, for forms that cannot state
//! them, and [`with_graphs`] with those that a solver propagates. May import the IR and the catalogue of encodings.

use boardwright_base::budget::Budget;
use boardwright_ir::constraint::decompose::acyclic;
use boardwright_ir::constraint::decomposed::{Body, Decomposed};
use boardwright_ir::constraint::plain::{Conclusion, Global, KeptGraph};
use boardwright_ir::constraint::{Posted, Problem, Roles};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{Choice, Encode, Encoding, Kind, NotApplicable, Unsupported, components, connected};
use boardwright_sat::cnf::lower::LowerError;

/// Replaces every graph constraint and word of the given roles.
///
/// # Errors
/// If a chosen encoding does not support a constraint, or a limit was reached.
pub fn plain<'a>(
    problem: &'a Problem,
    selection: &Selection,
    roles: Roles,
    budget: &Budget,
) -> Result<Decomposed<'a>, LowerError> {
    decompose(problem, selection, roles, budget, |_| None)
}

/// Replaces every word of the given roles, and the graph constraints that are conditional or have an encoding chosen.
///
/// # Errors
/// If a chosen encoding does not support a constraint, or a limit was reached.
pub fn with_graphs<'a>(
    problem: &'a Problem,
    selection: &Selection,
    roles: Roles,
    budget: &Budget,
) -> Result<Decomposed<'a, KeptGraph<'a>>, LowerError> {
    decompose(problem, selection, roles, budget, Some)
}

/// Decomposes a problem; `keep` returns an unconditional graph constraint as it is left, if it can be.
fn decompose<'a, G>(
    problem: &'a Problem,
    selection: &Selection,
    roles: Roles,
    budget: &Budget,
    keep: impl Fn(KeptGraph<'a>) -> Option<G>,
) -> Result<Decomposed<'a, G>, LowerError> {
    let mut decomposed = Decomposed::new(problem, budget);
    let stated = |posted: &Posted| roles.keep(posted.role) && !(posted.implied && roles.redundant);
    for (index, posted) in problem.constraints().iter().enumerate().filter(|(_, posted)| stated(posted)) {
        let (when, conclusion) = posted.constraint.conclusion();
        let global = match conclusion {
            Conclusion::Plain(then) => {
                decomposed.keep(index, Body::Plain { when, then });
                continue;
            }
            Conclusion::Same(same) => {
                decomposed.replace(index, |parts| same.clauses().for_each(|clause| parts.clause(clause)));
                continue;
            }
            Conclusion::Acyclic(graph) => {
                decomposed.replace(index, |parts| acyclic::decompose(parts, graph));
                continue;
            }
            Conclusion::Global(global) => global,
        };
        let kept = match global {
            Global::Graph(graph) if when.is_empty() => keep(graph),
            Global::Graph(_) | Global::Regular(_) => None,
        };
        let choice = selection.for_rule(&problem.origin_of(posted.origin).rule_name());
        let encoding = encoding(global, &choice, problem, kept.is_some())?;
        let done = match (encoding.encode, global) {
            (Encode::Connected(encode), Global::Graph(KeptGraph::Connected(graph))) => {
                decomposed.replace(index, |parts| encode(parts, graph))
            }
            (Encode::Components(encode), Global::Graph(KeptGraph::Components(components))) => {
                decomposed.replace(index, |parts| encode(parts, components))
            }
            (Encode::Regular(encode), Global::Regular(regular)) => {
                decomposed.replace(index, |parts| encode(parts, regular));
                Ok(())
            }
            _ => match kept {
                Some(graph) => {
                    decomposed.keep(index, Body::Graph(graph));
                    Ok(())
                }
                None => {
                    return Err(not_applicable(encoding, Unsupported::Propagated).into());
                }
            },
        };
        done.map_err(|reason| not_applicable(encoding, reason.into()))?;
        budget.check()?;
    }
    Ok(decomposed.finish()?)
}

/// Returns the encoding of a graph constraint or a word.
fn encoding(
    global: Global<'_>,
    choice: &Choice,
    problem: &Problem,
    can_keep: bool,
) -> Result<&'static Encoding, NotApplicable> {
    let (kind, n, k) = match global {
        Global::Graph(KeptGraph::Connected(graph)) => (Kind::Connected, graph.vertices.len(), graph.edges.len()),
        Global::Graph(KeptGraph::Components(components)) => {
            (Kind::Components, components.graph.vertices.len(), components.graph.edges.len())
        }
        Global::Regular(regular) => {
            let transitions = regular.automaton.next.iter().flatten().flatten().count();
            (Kind::Regular, regular.sequence.len(), transitions)
        }
    };
    match (choice.name(kind), global) {
        ("auto", Global::Graph(KeptGraph::Connected(_))) if can_keep => Ok(&connected::PROPAGATED),
        ("auto", Global::Graph(KeptGraph::Components(_))) if can_keep => Ok(&components::PROPAGATED),
        ("auto", Global::Graph(KeptGraph::Connected(graph))) => Ok(connected::by_size(graph)),
        ("auto", Global::Graph(KeptGraph::Components(components))) => Ok(components::by_size(components, problem)),
        _ => choice.for_size(kind, n, k),
    }
}

fn not_applicable(encoding: &Encoding, reason: Unsupported) -> NotApplicable {
    NotApplicable { kind: encoding.kind.name(), name: encoding.name, reason }
}
