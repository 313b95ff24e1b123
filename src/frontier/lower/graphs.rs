//! Graphs as networks of the form.

use super::definitions::{Definitions, of};
use super::rules::Rules;
use super::values::Values;
use crate::constraint::{Graph, Literal};
use crate::frontier::network::{Choice, Link, Network, Vertices};
use crate::frontier::{Form, Goal, Local};
use std::collections::{HashMap, HashSet};

/// A graph whose vertices are present if and only if one of their edges is, by the literals of the edges at each vertex.
pub(super) struct ByEdges {
    at: Vec<Vec<Literal>>,
}

/// Returns which graphs have vertices that depend on their edges alone.
pub(super) fn vertices_by_edges(rules: &Rules<'_>, definitions: &Definitions) -> Vec<Option<ByEdges>> {
    rules.graphs.iter().map(|graph| by_edges(graph, definitions)).collect()
}

fn by_edges(graph: &Graph, definitions: &Definitions) -> Option<ByEdges> {
    let mut at: Vec<Vec<Literal>> = vec![Vec::new(); graph.vertices.len()];
    for edge in &graph.edges {
        edge.ends.iter().try_for_each(|&end| edge.when.map(|when| at[end].push(when)))?;
    }
    let is = |(vertex, edges): (&Option<Literal>, &Vec<Literal>)| {
        let Some(vertex) = *vertex else { return false };
        let edges: HashSet<Literal> = edges.iter().copied().collect();
        if edges.len() == 1 {
            return edges.contains(&vertex);
        }
        // Present if not all edges are absent.
        let defined = of(definitions, vertex).filter(|definition| definition.whole == !vertex);
        defined.is_some_and(|definition| definition.parts.iter().map(|&part| !part).collect::<HashSet<_>>() == edges)
    };
    let loops = graph.edges.iter().any(|edge| edge.ends[0] == edge.ends[1]);
    (!loops && graph.vertices.iter().zip(&at).all(is)).then_some(ByEdges { at })
}

/// Returns the literals of the vertices and edges of all networks.
pub(super) fn literals(rules: &Rules<'_>, edges: &[Option<ByEdges>]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for (graph, by_edges) in rules.graphs.iter().zip(edges) {
        literals.extend(graph.vertices.iter().flatten().filter(|_| by_edges.is_none()));
        literals.extend(graph.edges.iter().filter_map(|edge| edge.when));
    }
    literals
}

/// Adds the networks. A constraint that is stated by the degrees of a vertex is removed from the local constraints.
pub(super) fn add(rules: &Rules<'_>, edges: &[Option<ByEdges>], values: &Values, form: &mut Form) {
    for (graph, by_edges) in rules.graphs.iter().zip(edges) {
        let choice = |literal: &Literal| values.choice(*literal);
        let vertices = match by_edges {
            None => Vertices::Own(graph.vertices.iter().map(|when| when.as_ref().map(choice)).collect()),
            Some(by_edges) => Vertices::ByEdges(
                by_edges.at.iter().map(|edges| degrees(form, &edges.iter().map(choice).collect::<Vec<_>>())).collect(),
            ),
        };
        let link = |edge: &crate::constraint::Edge| Link { ends: edge.ends, when: edge.when.as_ref().map(choice) };
        let edges = graph.edges.iter().map(link).collect();
        form.networks.push(Network { vertices, edges });
    }
}

/// The most edges at a vertex whose degrees are examined.
const MAX_EDGES: usize = 8;

/// Returns the degrees that the constraints on the edges at a vertex allow, if there is none above 2, and removes the
/// constraints if the degree says it all.
fn degrees(form: &mut Form, edges: &[Choice]) -> Option<u8> {
    let variables: HashSet<usize> = edges.iter().map(|edge| edge.variable).collect();
    let simple = edges.iter().all(|edge| form.sizes[edge.variable] <= 2);
    if variables.len() < edges.len() || edges.len() > MAX_EDGES || !simple {
        return None;
    }
    let within = |local: &Local| {
        let plain = !matches!(local.goal, Goal::Word(_));
        plain && !local.terms.is_empty() && local.terms.iter().all(|(variable, _)| variables.contains(variable))
    };
    let locals: Vec<&Local> = form.locals.iter().filter(|local| within(local)).collect();
    let (mut allowed, mut forbidden) = (0u8, 0u8);
    for bits in 0..1usize << edges.len() {
        let value = |(index, edge): (usize, &Choice)| {
            let value = edge.values.iter().position(|&present| present == (bits >> index & 1 == 1))?;
            Some((edge.variable, value))
        };
        let Some(values) = edges.iter().enumerate().map(value).collect::<Option<HashMap<usize, usize>>>() else {
            continue;
        };
        let degree = bits.count_ones() as usize;
        let holds = locals.iter().all(|local| local.holds(&|variable| values[&variable]));
        *(if holds { &mut allowed } else { &mut forbidden }) |= 1u8.checked_shl(degree as u32).unwrap_or(0);
        if holds && degree > 2 {
            return None;
        }
    }
    if allowed == 0 {
        return None;
    }
    if allowed & forbidden == 0 {
        form.locals.retain(|local| !within(local));
    }
    Some(allowed)
}
