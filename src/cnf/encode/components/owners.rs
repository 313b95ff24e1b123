//! Components by owners: every vertex that is there belongs to one that owns its component, and neighbours to the same.
//!
//! Where every component has to have exactly one vertex of some, such as the clues of a Nurikabe, those own; elsewhere the
//! first vertex of each component does. No vertex belongs to an owner that is too far away: where a component may weigh no
//! more than 5, every path in it weighs 5 at most (`Owners`). That every component has its owner within is told by
//! elimination ([`super::elimination`]), and what a component weighs is counted over the vertices of an owner.
//!
//! Of three cells in a row of which the first is a 2, the second belongs to the first or is not there, the third is not there.
//!
//! Where a component grows past its weight, unit propagation finds that out at once, since what is known to hang together
//! belongs to one owner.

use super::elimination::Forest;
use super::weigh::{self, Sum};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::constraint::decomposed::Place;
use crate::constraint::{Atom, Components, Constraint, Demand, Literal, Measure, Problem, Relation, Term};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Components,
    name: "owners",
    summary: "every vertex belongs to the one that owns its component",
    variables: "those of connected=elimination, one for each vertex and owner that it may have, and sums for each owner",
    clauses: "those of connected=elimination, and 2 for each edge and owner beside sums for each owner",
    size,
    applies,
    consistency: Consistency::Check,
    counts: Counts::Projected,
    reference: "Bailleux, Boufkhad, CP 2003, for the sums; the owners are ours",
    encode: Encode::Components(encode),
};

/// No more vertices than these: any may own any.
const MOST: usize = 2000;

fn applies(n: usize, _: usize) -> Result<(), String> {
    if n <= MOST { Ok(()) } else { Err(format!("it takes at most {MOST} vertices, and a graph has {n}")) }
}

fn size(n: usize, k: usize, _: bool) -> Size {
    let (pairs, triangles) = crate::cnf::encode::connected::elimination::complete(n);
    let sums = n.saturating_mul(n).saturating_mul(n + 1);
    Size::AtMost {
        variables: k + triangles + pairs * 2 + 3 * n + n * n + sums + 1,
        clauses: 5 * k * (n + 1)
            + 4 * triangles
            + pairs * 6
            + n * (n + 1) * (n + 8)
            + sums.saturating_mul(2 * n + 4)
            + 1,
    }
}

/// By vertex, which vertices may own it, ascending.
pub(super) struct Owners {
    of: Vec<Vec<usize>>,
    /// The measure by which every component has exactly one owner; `None` where its first vertex owns it.
    told_by: Option<usize>,
}

impl Owners {
    pub(super) fn new(components: &Components, problem: &Problem) -> Owners {
        let graph = &components.graph;
        let count = graph.vertices.len();
        let told_by = components.measures.iter().position(|measure| has_one(measure, count));
        let own: Vec<bool> = match told_by {
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
            // Another owner is never on the way, nor one that would come first.
            let passes = |vertex: usize| match told_by {
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
        Owners { of, told_by }
    }

    /// How many pairs of a vertex and its owner there are.
    pub(super) fn pairs(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }
}

/// Whether it is said which vertices own the components.
pub(super) fn are_known(components: &Components) -> bool {
    components.measures.iter().any(|measure| has_one(measure, components.graph.vertices.len()))
}

/// Whether every component has exactly one of the vertices that weigh anything, which weigh 1.
fn has_one(measure: &Measure, count: usize) -> bool {
    let mut demanded = vec![false; count];
    measure.demands.iter().filter(|demand| is_one(demand)).for_each(|demand| demanded[demand.vertex] = true);
    demanded.into_iter().all(|demanded| demanded) && measure.weights.iter().all(|weight| (0..=1).contains(weight))
}

fn is_one(demand: &Demand) -> bool {
    demand.when.is_none() && demand.relation == Relation::Equal && demand.bound == 1
}

/// By vertex, what its component weighs at most when the vertex is there, if anything says so: without a condition, or
/// under conditions of which one holds.
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

/// Which vertices a path leads to from `start` through vertices that pass, that weighs `bound` at most with both its ends.
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
        // The owner itself is one whatever it weighs: what breaks the rules then is told by the sums.
        if weight > bound && vertex != start || std::mem::replace(&mut reached[vertex], true) {
            continue;
        }
        let onward = around[vertex].iter().filter(|&&other| !reached[other] && passes(other));
        queue.extend(onward.map(|&other| (std::cmp::Reverse(weight.saturating_add(weights[other])), other)));
    }
    reached
}

fn encode(place: &mut Place, components: &Components) -> Result<(), String> {
    let Owners { of, told_by } = Owners::new(components, place.problem());
    let vertices = &components.graph.vertices;
    // By vertex, the literals for that it belongs to each of those that may own it.
    let mut belongs: Vec<BTreeMap<usize, Literal>> = Vec::with_capacity(of.len());
    for (vertex, of) in of.iter().enumerate() {
        let literal = |&owner: &usize| match (told_by, vertices[vertex]) {
            (Some(_), there) if owner == vertex => (owner, there.unwrap_or_else(|| place.sure())),
            _ => (owner, place.auxiliary()),
        };
        belongs.push(of.iter().map(literal).collect());
    }
    for (belongs, there) in belongs.iter().zip(vertices) {
        let one = belongs.values().copied().chain(there.map(|there| !there));
        place.post(Constraint::exactly(1, one));
    }
    for edge in components.graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
            for (owner, &literal) in &belongs[from] {
                let same = belongs[to].get(owner).copied();
                let otherwise = edge.when.into_iter().chain(vertices[to]).map(|literal| !literal);
                place.clause([!literal].into_iter().chain(same).chain(otherwise));
            }
        }
    }
    let owns: Vec<Option<Literal>> =
        belongs.iter().enumerate().map(|(vertex, belongs)| belongs.get(&vertex).copied()).collect();
    for (vertex, belongs) in belongs.iter().enumerate() {
        for (&owner, &literal) in belongs.iter().filter(|&(&owner, _)| owner != vertex) {
            place.clause([!literal].into_iter().chain(owns[owner]));
        }
    }
    Forest::new(place, components)?.some(place, &owns);
    for (index, measure) in components.measures.iter().enumerate() {
        // That every component has one owner is said already.
        let met = |demand: &Demand| Some(index) == told_by && is_one(demand);
        let demands: Vec<Demand> = measure.demands.iter().copied().filter(|demand| !met(demand)).collect();
        weigh_owned(place, components, &measure.weights, &demands, &belongs);
    }
    Ok(())
}

/// Counts what belongs to each owner, and posts what is demanded of it.
fn weigh_owned(
    place: &mut Place,
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
    // What is asked of the sum of an owner by vertices that can have others.
    let mut asked: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
    let mut shared = Vec::new();
    for demand in demands {
        let mut owners = belongs[demand.vertex].keys();
        let of_its_own = belongs[demand.vertex].contains_key(&demand.vertex) || vertices[demand.vertex].is_none();
        match (owners.next(), owners.next(), demand.when) {
            (Some(owner), None, None) if of_its_own => {
                let terms = owned.get(owner).into_iter().flatten();
                let terms = terms.map(|&(weight, literal)| Term::literal(weight, literal));
                // Nothing belongs to an owner that is not there: then both sides are 0.
                let (own, bound) = match vertices[demand.vertex] {
                    Some(there) => (Some(Term::literal(demand.bound.saturating_neg(), there)), 0),
                    None => (None, demand.bound),
                };
                let terms = terms.chain(own).collect();
                place.post(Constraint::Sum { terms, relation: demand.relation, bound });
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
            sums.insert(owner, Sum::total(place, terms, cap));
        }
    }
    for demand in shared {
        for (owner, &literal) in &belongs[demand.vertex] {
            let given: Vec<Literal> = [literal].into_iter().chain(demand.when).collect();
            weigh::demand(place, demand, &given, |_, threshold| sums.get(owner)?.at_least(threshold));
        }
    }
}
