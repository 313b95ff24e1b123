//! Graphs as networks of the form.

use super::definitions::{Definitions, of};
use super::measures;
use super::rules::{RuleGraph, Rules};
use super::values::Values;
use crate::network::{Choice, Link, Network, Vertices};
use crate::{Effect, Form, Goal, Local};
use boardwright_ir::constraint::{Edge, Graph, Literal};
use std::collections::{HashMap, HashSet};

/// A graph whose vertices are present if and only if one of their edges is, by the literals of the edges at each vertex.
pub(super) struct ByEdges {
    at: Vec<Vec<Literal>>,
}

/// Returns which graphs have vertices that depend on their edges alone.
pub(super) fn vertices_by_edges(rules: &Rules<'_>, definitions: &Definitions) -> Vec<Option<ByEdges>> {
    let by_edges = |rule: &RuleGraph<'_>| match rule.measures {
        [] => by_edges(rule.graph, definitions),
        _ => None,
    };
    rules.graphs.iter().map(by_edges).collect()
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
    for (RuleGraph { graph, measures, .. }, by_edges) in rules.graphs.iter().zip(edges) {
        let demands = measures.iter().flat_map(|measure| &measure.demands);
        literals.extend(demands.filter_map(|demand| demand.when));
        literals.extend(graph.vertices.iter().flatten().filter(|_| by_edges.is_none()));
        literals.extend(graph.edges.iter().filter_map(|edge| edge.when));
    }
    literals
}

/// Adds the networks. A constraint that is stated by the degrees of a vertex is removed from the local constraints.
pub(super) fn add(rules: &Rules<'_>, edges: &[Option<ByEdges>], values: &Values, form: &mut Form) {
    for (rule, by_edges) in rules.graphs.iter().zip(edges) {
        let choice = |literal: &Literal| values.choice(*literal);
        let vertices = match by_edges {
            None => Vertices::Own(rule.graph.vertices.iter().map(|when| when.as_ref().map(choice)).collect()),
            Some(by_edges) => Vertices::ByEdges(
                by_edges.at.iter().map(|edges| degrees(form, &edges.iter().map(choice).collect::<Vec<_>>())).collect(),
            ),
        };
        let link = |edge: &Edge| Link { ends: edge.ends, when: edge.when.as_ref().map(choice) };
        let edges = rule.graph.edges.iter().map(link).collect();
        let measures = rule.measures.iter().map(|measure| measures::lowered(measure, &choice)).collect();
        let (connected, acyclic) = (rule.connected, rule.acyclic);
        let colours = rule.colours.clone();
        let mut network = Network { vertices, edges, connected, acyclic, measures, colours };
        span(&mut network, form);
        form.networks.push(network);
    }
}

/// A forest with one edge fewer than vertices is connected: removes the sum that says so, and makes the network a tree.
fn span(network: &mut Network, form: &mut Form) {
    let Vertices::Own(vertices) = &network.vertices else { return };
    if !network.acyclic || network.connected || vertices.iter().any(Option::is_some) || vertices.is_empty() {
        return;
    }
    let mut edges: HashMap<usize, &[bool]> = HashMap::new();
    for edge in &network.edges {
        let Some(choice) = &edge.when else { return };
        if edges.insert(choice.variable, &choice.values).is_some() {
            return;
        }
    }
    let least = vertices.len() as i64 - 1;
    let before = form.locals.len();
    form.locals.retain(|local| !numbers(local, &edges).is_some_and(|(low, high)| low == least && high >= least));
    network.connected = form.locals.len() < before;
}

/// Returns the bounds that a sum over all edges states for their number.
fn numbers(local: &Local, edges: &HashMap<usize, &[bool]>) -> Option<(i64, i64)> {
    let Goal::Between(low, high) = local.goal else { return None };
    if local.terms.len() != edges.len() {
        return None;
    }
    let (mut sign, mut without) = (0, 0i64);
    for (variable, effects) in &local.terms {
        let present = edges.get(variable)?;
        // The weights of an absent and of a present edge.
        let mut weights = [None; 2];
        for (effect, &is) in effects.iter().zip(*present) {
            let Effect::Weight(weight) = *effect else { return None };
            if *weights[usize::from(is)].get_or_insert(weight) != weight {
                return None;
            }
        }
        let [Some(absent), Some(there)] = weights else { return None };
        let step = there.checked_sub(absent)?;
        if step.abs() != 1 || sign != 0 && sign != step {
            return None;
        }
        sign = step;
        without = without.checked_add(absent)?;
    }
    let [low, high] = [low, high].map(|bound| bound.saturating_sub(without));
    if sign < 0 { Some((high.saturating_neg(), low.saturating_neg())) } else { Some((low, high)) }
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
