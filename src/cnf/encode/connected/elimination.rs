//! Connected by elimination: one vertex after the other is taken out, and its neighbours are joined in its place.
//!
//! Two vertices *hang together* when both are there and an edge between them is, or when both hang together with a vertex
//! that was taken out. When a vertex is taken out that is there, either it hangs together with one that is left, or nothing
//! that is left is there. So the vertices that are left are connected exactly when all were.
//!
//! Of three cells in a row, the first is taken out: it is not there, or hangs together with the second, or neither of the
//! others is there. Then the second, likewise.
//!
//! Which pairs may hang together depends on the order alone: the fewest neighbours first. The points of a board of n have
//! about 5n√n pairs of neighbours that are joined by way of a third. All variables follow from the graph, so models are
//! preserved, and unit propagation checks a graph without search.
//!
//! After M. F. Rankooh, J. Rintanen, "Propositional Encodings of Acyclicity and Reachability by using Vertex Elimination",
//! AAAI 2022, who take vertices out of directed graphs.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::constraint::decomposed::Place;
use crate::constraint::{Edge, Graph, Literal};
use std::collections::{BTreeMap, BTreeSet};

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Connected,
    name: "elimination",
    summary: "neighbours of a vertex that is taken out are joined",
    variables: "k + t + p + n at most: t triangles and p pairs when all are taken out; about 5n√n on a board",
    clauses: "4k + 4t + 2p + 5n at most",
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

/// How many pairs and triangles a graph of `n` vertices has at most.
pub(in crate::cnf::encode) fn complete(n: usize) -> (usize, usize) {
    (n * n.saturating_sub(1) / 2, n * n.saturating_sub(1) * n.saturating_sub(2) / 6)
}

/// No more pairs of neighbours are joined by way of a third.
const MOST: usize = 5_000_000;

/// The order in which vertices are taken out, and what each hangs together with then.
pub(in crate::cnf::encode) struct Eliminated {
    /// All vertices.
    pub(in crate::cnf::encode) order: Vec<usize>,
    /// By vertex, those taken out later that it may hang together with, in that order, each with the literal for that it
    /// does.
    pub(in crate::cnf::encode) later: Vec<Vec<(usize, Literal)>>,
}

/// The order: always the vertex that has the fewest neighbours left, which are joined then. By vertex, the neighbours that
/// it has then, in that order.
///
/// # Errors
/// When too many pairs are joined, in words that follow "it does not apply: ".
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

/// Takes the vertices of a graph out.
///
/// # Errors
/// When too many pairs are joined, in words that follow "it does not apply: ".
pub(in crate::cnf::encode) fn eliminate(place: &mut Place, graph: &Graph) -> Result<Eliminated, String> {
    let (order, neighbours) = order(graph)?;
    // By pair, the literals any of which makes them hang together.
    let mut reasons: BTreeMap<(usize, usize), Vec<Literal>> = BTreeMap::new();
    let pair = |one: usize, other: usize| (one.min(other), one.max(other));
    for &Edge { ends: [one, other], when } in graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        let conditions = [when, graph.vertices[one], graph.vertices[other]];
        let conditions: Vec<Literal> = conditions.into_iter().flatten().collect();
        reasons.entry(pair(one, other)).or_default().push(place.all(&conditions));
    }
    let mut later: Vec<Vec<(usize, Literal)>> = vec![Vec::new(); order.len()];
    for &vertex in &order {
        for &neighbour in &neighbours[vertex] {
            let reasons = reasons.remove(&pair(vertex, neighbour)).unwrap_or_default();
            later[vertex].push((neighbour, place.any(&reasons)));
        }
        for (index, &(one, with_one)) in later[vertex].iter().enumerate() {
            for &(other, with_other) in &later[vertex][..index] {
                let both = place.all(&[with_one, with_other]);
                reasons.entry(pair(one, other)).or_default().push(both);
            }
        }
    }
    Ok(Eliminated { order, later })
}

fn encode(place: &mut Place, graph: &Graph) -> Result<(), String> {
    let Eliminated { order, later } = eliminate(place, graph)?;
    // Whether something that is taken out later is there; none is taken out after the last.
    let mut left: Option<Literal> = None;
    for &vertex in order.iter().rev() {
        let there = graph.vertices[vertex];
        if let Some(left) = left {
            let some = later[vertex].iter().map(|&(_, together)| together).chain(there.map(|there| !there));
            place.clause(some.chain([!left]));
        }
        left = Some(match there {
            Some(there) => place.any(&[&[there], left.as_slice()].concat()),
            None => place.sure(),
        });
    }
    Ok(())
}
