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

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::constraint::decomposed::Replacement;
use crate::constraint::{Edge, Graph, Literal};
use std::collections::{BTreeMap, BTreeSet};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Connected,
    name: "elimination",
    summary: "neighbours of a vertex that is taken out are joined",
    variables: "k + t + p + n at most: t triangles and p pairs when all are taken out; about 5n√n on a board",
    clauses: "5k + 4t + 2p + 5n at most",
    size: |n, k, _| {
        let (pairs, triangles) = complete(n);
        Size::AtMost {
            variables: k + triangles + pairs + n + 1,
            clauses: 5 * k + 4 * triangles + 2 * pairs + 5 * n + 1,
        }
    },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "after Rankooh, Rintanen, AAAI 2022",
    encode: Encode::Connected(encode),
};

/// Returns the numbers of pairs and triangles of the complete graph on `n` vertices.
pub(in crate::cnf::encode) fn complete(n: usize) -> (usize, usize) {
    (n * n.saturating_sub(1) / 2, n * n.saturating_sub(1) * n.saturating_sub(2) / 6)
}

/// The maximal number of pairs joined through a third vertex.
const MOST: usize = 5_000_000;

/// An elimination order, and the links of each vertex when it is eliminated.
pub(in crate::cnf::encode) struct Eliminated {
    /// All vertices in elimination order.
    pub(in crate::cnf::encode) order: Vec<usize>,
    /// For each vertex, the later vertices it may be linked to, in elimination order, each with the literal "linked".
    pub(in crate::cnf::encode) later: Vec<Vec<(usize, Literal)>>,
}

/// Returns the minimum degree order and, for each vertex, its neighbours at elimination, in that order.
///
/// # Errors
/// If too many pairs would be joined; the text completes "it does not apply: ".
fn order(graph: &Graph) -> Result<(Vec<usize>, Vec<Vec<usize>>), String> {
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
            return Err(format!("taking {count} vertices out joins more than {MOST} pairs of their neighbours"));
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
/// If too many pairs would be joined; the text completes "it does not apply: ".
pub(in crate::cnf::encode) fn eliminate(parts: &mut Replacement, graph: &Graph) -> Result<Eliminated, String> {
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

fn encode(parts: &mut Replacement, graph: &Graph) -> Result<(), String> {
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
