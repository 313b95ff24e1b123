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
use crate::constraint::{Edge, Graph, Literal};
use std::collections::{BTreeMap, BTreeSet};

/// The maximal number of pairs joined through a third vertex.
const MOST: usize = 5_000_000;

/// An elimination order, and the links of each vertex when it is eliminated.
pub(in super::super) struct Eliminated {
    /// All vertices in elimination order.
    pub(in super::super) order: Vec<usize>,
    /// For each vertex, the later vertices it may be linked to, in elimination order, each with the literal "linked".
    pub(in super::super) later: Vec<Vec<(usize, Literal)>>,
}

/// Returns the minimum degree order and, for each vertex, its neighbours at elimination, in that order.
///
/// # Errors
/// If too many pairs would be joined.
fn order(graph: &Graph) -> Result<(Vec<usize>, Vec<Vec<usize>>), TooManyPairs> {
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
    while let Some((_, vertex)) = open.pop_first() {
        let neighbours: Vec<usize> = std::mem::take(&mut around[vertex]).into_iter().collect();
        joined += neighbours.len() * neighbours.len().saturating_sub(1) / 2;
        if joined > MOST {
            return Err(TooManyPairs { vertices: count, most: MOST });
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
    let mut at = vec![0; count];
    order.iter().enumerate().for_each(|(index, &vertex)| at[vertex] = index);
    later.iter_mut().for_each(|later| later.sort_unstable_by_key(|&vertex| at[vertex]));
    Ok((order, later))
}

/// Eliminates the vertices of a graph.
///
/// # Errors
/// If too many pairs would be joined.
pub(in super::super) fn eliminate(parts: &mut Replacement<'_>, graph: &Graph) -> Result<Eliminated, TooManyPairs> {
    let (order, neighbours) = order(graph)?;
    // For each pair, literals each of which links it.
    let mut reasons: BTreeMap<(usize, usize), Vec<Literal>> = BTreeMap::new();
    let pair = |one: usize, other: usize| (one.min(other), one.max(other));
    for &Edge { ends: [one, other], when } in graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        let conditions = [when, graph.vertices[one], graph.vertices[other]];
        let conditions: Vec<Literal> = conditions.into_iter().flatten().collect();
        reasons.entry(pair(one, other)).or_default().push(parts.all(&conditions));
    }
    let mut later: Vec<Vec<(usize, Literal)>> = vec![Vec::new(); order.len()];
    for &vertex in &order {
        for &neighbour in &neighbours[vertex] {
            let reasons = reasons.remove(&pair(vertex, neighbour)).unwrap_or_default();
            later[vertex].push((neighbour, parts.any(&reasons)));
        }
        for (index, &(one, with_one)) in later[vertex].iter().enumerate() {
            for &(other, with_other) in &later[vertex][..index] {
                let both = parts.all(&[with_one, with_other]);
                reasons.entry(pair(one, other)).or_default().push(both);
            }
        }
    }
    Ok(Eliminated { order, later })
}

/// Posts that the present vertices are connected.
///
/// # Errors
/// If too many pairs would be joined.
pub fn decompose(parts: &mut Replacement<'_>, graph: &Graph) -> Result<(), TooManyPairs> {
    let Eliminated { order, later } = eliminate(parts, graph)?;
    // Whether a vertex eliminated later is present; there is none after the last.
    let mut left: Option<Literal> = None;
    for &vertex in order.iter().rev() {
        let there = graph.vertices[vertex];
        if let Some(left) = left {
            let some = later[vertex].iter().map(|&(_, together)| together).chain(there.map(|there| !there));
            parts.clause(some.chain([!left]));
        }
        left = Some(match there {
            Some(there) => parts.any(&[&[there], left.as_slice()].concat()),
            None => parts.sure(),
        });
    }
    Ok(())
}
