//! Connected by vertex elimination: vertices are eliminated one by one, and the neighbours of each are joined.
//!
//! Two vertices are *linked* if both and an edge between them are present, or if both are linked to a vertex eliminated
//! before. When a present vertex is eliminated, it is linked to a remaining vertex, or no remaining vertex is present.
//! The remaining vertices are therefore connected exactly if all vertices were.
//!
//! Three cells in a row: when the first is eliminated, it is absent, or linked to the second, or both others are
//! absent. Then the same for the second.
//!
//! The pairs that may be linked depend only on the order: minimum degree first. A board of n points has about 5n√n
//! pairs of neighbours that are joined through a third vertex. All variables are functions of the graph, so models are
//! preserved, and unit propagation checks a graph without search.
//!
//! After M. F. Rankooh, J. Rintanen, "Propositional Encodings of Acyclicity and Reachability by using Vertex
//! Elimination", AAAI 2022, who eliminate vertices of directed graphs.

use super::super::TooManyPairs;
use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Edge, Graph, Literal};
use std::collections::{BTreeMap, BTreeSet};

/// The maximal number of pairs joined through a third vertex.
const MAX_PAIRS: usize = 5_000_000;

/// Up to this many joined pairs, `auto` eliminates all vertices: solvers decide such a formula without guessing.
pub const PAIRS: usize = 300_000;

/// How far a graph is eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Extent {
    /// All vertices. Links are functions of the graph.
    Whole,
    /// While a vertex has at most so many neighbours. Links that are true exist, but not all that exist need be true.
    Sparse(usize),
}

/// An elimination order, and the links of each vertex when it is eliminated.
pub(in super::super) struct Eliminated {
    /// The eliminated vertices, in that order.
    pub(in super::super) order: Vec<usize>,
    /// For each vertex, the later vertices it may be linked to, in elimination order and then ascending, each with the
    /// literal "linked".
    pub(in super::super) later: Vec<Vec<(usize, Literal)>>,
    /// The vertices that were not eliminated, ascending.
    pub(in super::super) rest: Vec<usize>,
    /// The pairs of them that may be linked, each with the literal "linked".
    pub(in super::super) links: Vec<(usize, usize, Literal)>,
}

impl Eliminated {
    /// Posts that a present vertex is linked to a later one when it is eliminated, or that no later one is present; `left`
    /// is whether a vertex that was not eliminated is present, if there are any.
    pub(super) fn leave_none(&self, parts: &mut Replacement<'_>, graph: &Graph, mut left: Option<Literal>) {
        for &vertex in self.order.iter().rev() {
            let there = graph.vertices[vertex];
            if let Some(left) = left {
                let some = self.later[vertex].iter().map(|&(_, together)| together);
                parts.clause(some.chain(there.map(|there| !there)).chain([!left]));
            }
            left = Some(also(parts, left, there));
        }
    }
}

/// Returns whether the elimination of all vertices joins at most `most` pairs.
pub fn joins_few(graph: &Graph, most: usize) -> bool {
    order(graph, Extent::Whole, most).is_ok()
}

/// Returns the minimum degree order and, for each vertex, its neighbours at elimination, in that order.
///
/// # Errors
/// If more than `most` pairs would be joined.
fn order(graph: &Graph, extent: Extent, most: usize) -> Result<(Vec<usize>, Vec<Vec<usize>>), TooManyPairs> {
    let count = graph.vertices.len();
    let mut around: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    for &Edge { ends: [one, other], .. } in graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        around[one].insert(other);
        around[other].insert(one);
    }
    let mut order = Vec::with_capacity(count);
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut open: BTreeSet<(usize, usize)> = (0..count).map(|vertex| (around[vertex].len(), vertex)).collect();
    let mut joined = 0;
    while let Some((degree, vertex)) = open.pop_first() {
        if matches!(extent, Extent::Sparse(most) if degree > most) {
            break;
        }
        let neighbours: Vec<usize> = std::mem::take(&mut around[vertex]).into_iter().collect();
        joined += degree * degree.saturating_sub(1) / 2;
        if joined > most {
            return Err(TooManyPairs { vertices: count, most });
        }
        for &neighbour in &neighbours {
            open.remove(&(around[neighbour].len(), neighbour));
            around[neighbour].remove(&vertex);
            around[neighbour].extend(neighbours.iter().filter(|&&other| other != neighbour));
            open.insert((around[neighbour].len(), neighbour));
        }
        order.push(vertex);
        later[vertex] = neighbours;
    }
    let mut at = vec![count; count];
    order.iter().enumerate().for_each(|(index, &vertex)| at[vertex] = index);
    later.iter_mut().for_each(|later| later.sort_unstable_by_key(|&vertex| at[vertex]));
    Ok((order, later))
}

/// Eliminates the vertices of a graph.
///
/// # Errors
/// If too many pairs would be joined.
pub(in super::super) fn eliminate(
    parts: &mut Replacement<'_>,
    graph: &Graph,
    extent: Extent,
) -> Result<Eliminated, TooManyPairs> {
    let (order, neighbours) = order(graph, extent, MAX_PAIRS)?;
    // For each pair, literals each of which links it.
    let mut reasons: BTreeMap<(usize, usize), Vec<Literal>> = BTreeMap::new();
    let pair = |one: usize, other: usize| (one.min(other), one.max(other));
    for &Edge { ends: [one, other], when } in graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        let conditions = [when, graph.vertices[one], graph.vertices[other]];
        let conditions: Vec<Literal> = conditions.into_iter().flatten().collect();
        reasons.entry(pair(one, other)).or_default().push(parts.all(&conditions));
    }
    let count = graph.vertices.len();
    let mut later: Vec<Vec<(usize, Literal)>> = vec![Vec::new(); count];
    let whole = extent == Extent::Whole;
    let any = |parts: &mut Replacement<'_>, reasons: &[Literal]| {
        if whole { parts.any(reasons) } else { some(parts, reasons) }
    };
    for &vertex in &order {
        for &neighbour in &neighbours[vertex] {
            let reasons = reasons.remove(&pair(vertex, neighbour)).unwrap_or_default();
            later[vertex].push((neighbour, any(parts, &reasons)));
        }
        for (index, &(one, with_one)) in later[vertex].iter().enumerate() {
            for &(other, with_other) in &later[vertex][..index] {
                let with = [with_one, with_other];
                let both = if whole { parts.all(&with) } else { both(parts, with) };
                reasons.entry(pair(one, other)).or_default().push(both);
            }
        }
    }
    let mut is_eliminated = vec![false; count];
    order.iter().for_each(|&vertex| is_eliminated[vertex] = true);
    let rest = (0..count).filter(|&vertex| !is_eliminated[vertex]).collect();
    let links = reasons.into_iter().map(|((one, other), reasons)| (one, other, any(parts, &reasons))).collect();
    Ok(Eliminated { order, later, rest, links })
}

/// Returns a literal that is true if `before` is or the vertex is present.
pub(super) fn also(parts: &mut Replacement<'_>, before: Option<Literal>, there: Option<Literal>) -> Literal {
    match there {
        Some(there) => parts.any(&[&[there], before.as_slice()].concat()),
        None => parts.sure(),
    }
}

/// Returns a literal that implies one of the literals.
fn some(parts: &mut Replacement<'_>, literals: &[Literal]) -> Literal {
    match *literals {
        [] => !parts.sure(),
        [only] => only,
        _ => {
            let some = parts.auxiliary();
            parts.define(Plain::clause(literals.iter().copied().chain([!some])));
            some
        }
    }
}

/// Returns a literal that implies both literals.
fn both(parts: &mut Replacement<'_>, literals: [Literal; 2]) -> Literal {
    let both = parts.auxiliary();
    literals.into_iter().for_each(|literal| parts.define(Plain::clause([!both, literal])));
    both
}

/// Posts that the present vertices are connected.
///
/// # Errors
/// If too many pairs would be joined.
pub fn decompose(parts: &mut Replacement<'_>, graph: &Graph) -> Result<(), TooManyPairs> {
    eliminate(parts, graph, Extent::Whole)?.leave_none(parts, graph, None);
    Ok(())
}
