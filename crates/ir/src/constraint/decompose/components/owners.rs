//! Components by owners: each present vertex belongs to the owner of its component, and connected neighbours belong to
//! the same owner.
//!
//! If every component must have exactly one of some vertices, such as the clues of a Nurikabe, those are the owners;
//! otherwise the first vertex of each component is. Pairs of a vertex and an owner that is too far away are omitted: if
//! a component weighs at most 5, every path in it does (`Owners`). Elimination ([`super::elimination`]) ensures that
//! every component contains its owner, and the weight of a component is the sum over the vertices of its owner.
//!
//! Example: in a row of three cells whose first is a Nurikabe 2, the second belongs to the first or is absent, and the
//! third is absent.
//!
//! Unit propagation detects immediately when a component exceeds its weight, because vertices known to be connected
//! belong to the same owner.

use super::super::TooManyPairs;
use super::super::connected::elimination::{Extent, PAIRS, joins_few};
use super::super::connected::labels::DEGREE;
use super::elimination::Forest;
use super::weigh::{self, Sum};
use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Atom, Components, Demand, Literal, Measure, Problem, Relation, Term};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The possible owners of each vertex, ascending.
pub(super) struct Owners {
    of: Vec<Vec<usize>>,
    /// The measure by which every component has exactly one owner; `None`: its first vertex is the owner.
    owner_measure: Option<usize>,
}

impl Owners {
    pub(super) fn new(components: &Components, problem: &Problem) -> Owners {
        let graph = &components.graph;
        let count = graph.vertices.len();
        let owner_measure = components.measures.iter().position(|measure| has_one(measure, count));
        let own: Vec<bool> = match owner_measure {
            Some(measure) => components.measures[measure].weights.iter().map(|&weight| weight == 1).collect(),
            None => vec![true; count],
        };
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); count];
        for edge in &graph.edges {
            around[edge.ends[0]].push(edge.ends[1]);
            around[edge.ends[1]].push(edge.ends[0]);
        }
        let bounds: Vec<Vec<Option<i64>>> =
            components.measures.iter().map(|measure| at_most(measure, count, problem)).collect();
        let mut of = vec![Vec::new(); count];
        for owner in (0..count).filter(|&vertex| own[vertex]) {
            let bounded = components.measures.iter().zip(&bounds);
            let bounded = bounded.filter_map(|(measure, bounds)| Some((&measure.weights, bounds[owner]?)));
            // A path passes through no other owner and no vertex that would own the component instead.
            let passes = |vertex: usize| match owner_measure {
                Some(_) => vertex == owner || !own[vertex],
                None => vertex >= owner,
            };
            let mut near = vec![true; count];
            let mut any = false;
            for (weights, bound) in bounded {
                any = true;
                let reached = within(&around, weights, owner, bound, &passes);
                near.iter_mut().zip(reached).for_each(|(near, reached)| *near &= reached);
            }
            if !any {
                near = within(&around, &vec![0; count], owner, 0, &passes);
            }
            (0..count).filter(|&vertex| near[vertex]).for_each(|vertex| of[vertex].push(owner));
        }
        Owners { of, owner_measure }
    }

    /// Returns the number of pairs of a vertex and a possible owner.
    pub(super) fn pairs(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }
}

/// Returns whether a measure determines the owners.
pub(super) fn are_known(components: &Components) -> bool {
    components.measures.iter().any(|measure| has_one(measure, components.graph.vertices.len()))
}

/// Returns whether weights are 0 or 1 and every component must weigh exactly 1.
fn has_one(measure: &Measure, count: usize) -> bool {
    let mut demanded = vec![false; count];
    measure.demands.iter().filter(|demand| is_one(demand)).for_each(|demand| demanded[demand.vertex] = true);
    demanded.into_iter().all(|demanded| demanded) && measure.weights.iter().all(|weight| (0..=1).contains(weight))
}

fn is_one(demand: &Demand) -> bool {
    demand.when.is_none() && demand.relation == Relation::Equal && demand.bound == 1
}

/// Returns for each vertex the maximal weight of its component if the vertex is present, if demands imply one: without
/// condition, or under exhaustive conditions.
fn at_most(measure: &Measure, count: usize, problem: &Problem) -> Vec<Option<i64>> {
    let mut always: Vec<Option<i64>> = vec![None; count];
    let mut cases: Vec<BTreeMap<Literal, i64>> = vec![BTreeMap::new(); count];
    for demand in measure.demands.iter().filter(|demand| demand.relation != Relation::AtLeast) {
        match demand.when {
            None => {
                let bound = &mut always[demand.vertex];
                *bound = Some(bound.map_or(demand.bound, |bound| bound.min(demand.bound)));
            }
            Some(literal) => {
                let bound = cases[demand.vertex].entry(literal).or_insert(demand.bound);
                *bound = (*bound).min(demand.bound);
            }
        }
    }
    let exhaustive = |cases: &BTreeMap<Literal, i64>| {
        cases.keys().any(|literal| match literal.atom {
            Atom::Equals(variable, _) if !literal.negated => {
                let mut domain = problem.integers()[variable.0 as usize].domain.clone();
                domain.all(|value| cases.contains_key(&variable.equals(value)))
            }
            _ => cases.contains_key(&!*literal),
        })
    };
    let of_cases = cases.iter().map(|cases| cases.values().max().copied().filter(|_| exhaustive(cases)));
    always.into_iter().zip(of_cases).map(|(always, of_cases)| always.into_iter().chain(of_cases).min()).collect()
}

/// Returns the vertices on paths from `start` through passing vertices whose weight, including both ends, is at most
/// `bound`.
fn within(
    around: &[Vec<usize>],
    weights: &[i64],
    start: usize,
    bound: i64,
    passes: &dyn Fn(usize) -> bool,
) -> Vec<bool> {
    let mut reached = vec![false; around.len()];
    let mut queue = BinaryHeap::from([(std::cmp::Reverse(weights[start]), start)]);
    while let Some((std::cmp::Reverse(weight), vertex)) = queue.pop() {
        // The owner itself is always included; the sums detect if it violates its own bound.
        if weight > bound && vertex != start || std::mem::replace(&mut reached[vertex], true) {
            continue;
        }
        let onward = around[vertex].iter().filter(|&&other| !reached[other] && passes(other));
        queue.extend(onward.map(|&other| (std::cmp::Reverse(weight.saturating_add(weights[other])), other)));
    }
    reached
}

/// Posts the demands on the weights of components.
///
/// # Errors
/// If too many pairs would be joined.
pub fn decompose(parts: &mut Replacement<'_>, components: &Components) -> Result<(), TooManyPairs> {
    let Owners { of, owner_measure } = Owners::new(components, parts.problem());
    let vertices = &components.graph.vertices;
    // For each vertex and possible owner, the literal "belongs to".
    let mut belongs: Vec<BTreeMap<usize, Literal>> = Vec::with_capacity(of.len());
    for (vertex, of) in of.iter().enumerate() {
        let literal = |&owner: &usize| match (owner_measure, vertices[vertex]) {
            (Some(_), there) if owner == vertex => (owner, there.unwrap_or_else(|| parts.sure())),
            _ => (owner, parts.auxiliary()),
        };
        belongs.push(of.iter().map(literal).collect());
    }
    for (belongs, there) in belongs.iter().zip(vertices) {
        let one = belongs.values().copied().chain(there.map(|there| !there));
        parts.post(Plain::exactly_one(one));
    }
    for edge in components.graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
            for (owner, &literal) in &belongs[from] {
                let same = belongs[to].get(owner).copied();
                let otherwise = edge.when.into_iter().chain(vertices[to]).map(|literal| !literal);
                parts.clause([!literal].into_iter().chain(same).chain(otherwise));
            }
        }
    }
    let owns: Vec<Option<Literal>> =
        belongs.iter().enumerate().map(|(vertex, belongs)| belongs.get(&vertex).copied()).collect();
    for (vertex, belongs) in belongs.iter().enumerate() {
        for (&owner, &literal) in belongs.iter().filter(|&(&owner, _)| owner != vertex) {
            parts.clause([!literal].into_iter().chain(owns[owner]));
        }
    }
    let small = joins_few(&components.graph, PAIRS);
    let extent = if small { Extent::Whole } else { Extent::Sparse(DEGREE) };
    Forest::new(parts, components, extent)?.some(parts, components, &owns)?;
    for (index, measure) in components.measures.iter().enumerate() {
        // It is already posted that every component has one owner.
        let met = |demand: &Demand| Some(index) == owner_measure && is_one(demand);
        let demands: Vec<Demand> = measure.demands.iter().copied().filter(|demand| !met(demand)).collect();
        weigh_owned(parts, components, &measure.weights, &demands, &belongs);
    }
    Ok(())
}

/// Posts demands on the weight of what belongs to each owner.
fn weigh_owned(
    parts: &mut Replacement<'_>,
    components: &Components,
    weights: &[i64],
    demands: &[Demand],
    belongs: &[BTreeMap<usize, Literal>],
) {
    let vertices = &components.graph.vertices;
    let mut owned: BTreeMap<usize, Vec<(i64, Literal)>> = BTreeMap::new();
    for (belongs, &weight) in belongs.iter().zip(weights) {
        for (&owner, &literal) in belongs.iter().filter(|_| weight > 0) {
            owned.entry(owner).or_default().push((weight, literal));
        }
    }
    // The thresholds of each owner's sum that are needed for vertices with several possible owners.
    let mut asked: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
    let mut shared = Vec::new();
    for demand in demands {
        let mut owners = belongs[demand.vertex].keys();
        let of_its_own = belongs[demand.vertex].contains_key(&demand.vertex) || vertices[demand.vertex].is_none();
        match (owners.next(), owners.next(), demand.when) {
            (Some(owner), None, None) if of_its_own => {
                let terms = owned.get(owner).into_iter().flatten();
                let terms = terms.map(|&(weight, literal)| Term::literal(weight, literal));
                // Nothing belongs to an absent owner: then both sides are 0.
                let (own, bound) = match vertices[demand.vertex] {
                    Some(there) => (Some(Term::literal(demand.bound.saturating_neg(), there)), 0),
                    None => (None, demand.bound),
                };
                let terms = terms.chain(own).collect();
                parts.post(Plain::sum(terms, demand.relation, bound));
            }
            _ => {
                shared.push(demand);
                let (least, most) = weigh::thresholds(demand);
                for &owner in belongs[demand.vertex].keys() {
                    asked.entry(owner).or_default().extend(least.into_iter().chain(most).filter(|&at| at > 0));
                }
            }
        }
    }
    let mut sums: BTreeMap<usize, Sum> = BTreeMap::new();
    for (&owner, asked) in &asked {
        let most = owned.get(&owner).into_iter().flatten().fold(0, |sum: i64, &(weight, _)| sum.saturating_add(weight));
        if let Some(&cap) = asked.range(..=most).next_back() {
            let terms = owned.get(&owner).into_iter().flatten();
            let terms = terms.map(|&(weight, literal)| Sum::of(weight, literal, cap)).collect();
            sums.insert(owner, Sum::total(parts, terms, cap));
        }
    }
    for demand in shared {
        for (owner, &literal) in &belongs[demand.vertex] {
            let given: Vec<Literal> = [literal].into_iter().chain(demand.when).collect();
            weigh::demand(parts, demand, &given, |_, threshold| sums.get(owner)?.at_least(threshold));
        }
    }
}
