//! Components by vertex elimination: each eliminated vertex passes its accumulated weight to a connected neighbour.
//!
//! As in [`crate::constraint::decompose::connected::elimination`], the neighbours of an eliminated vertex are joined. Its weight
//! and everything passed to it goes to the first of the later vertices it is connected to. The last vertex of a
//! component accumulates the weight of the component, which is then propagated back to the other vertices. If the only
//! question is whether the weight is positive, a vertex passes it to all later vertices it is connected to.
//!
//! Three present cells in a row, each of weight 1: the first passes 1 to the second, which passes 2 to the third, which
//! accumulates 3.
//!
//! All variables are functions of the graph, so models are preserved, and unit propagation computes the weights without
//! search.

use super::super::TooManyPairs;
use super::super::connected::elimination::{Eliminated, Extent, eliminate};
use super::super::connected::labels::{Root, tree};
use super::weigh::{self, Sum};
use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Components, Literal};
use std::collections::{BTreeMap, BTreeSet};

/// An elimination, and the vertices to which each vertex passes its weight.
pub(super) struct Forest {
    eliminated: Eliminated,
    /// For each eliminated vertex, the literal "present and not linked to a later one".
    last: Vec<Option<Literal>>,
}

impl Forest {
    /// Builds the elimination.
    ///
    /// # Errors
    /// If too many pairs would be joined.
    pub(super) fn new(
        parts: &mut Replacement<'_>,
        components: &Components,
        extent: Extent,
    ) -> Result<Forest, TooManyPairs> {
        let graph = &components.graph;
        let eliminated = eliminate(parts, graph, extent)?;
        let mut last = vec![None; graph.vertices.len()];
        for &vertex in &eliminated.order {
            let later = eliminated.later[vertex].iter();
            let alone = later.map(|&(_, together)| !together).chain(graph.vertices[vertex]).collect::<Vec<_>>();
            last[vertex] = Some(parts.all(&alone));
        }
        Ok(Forest { eliminated, last })
    }

    /// Posts that every component has a vertex whose `mark` is true. A mark must imply that its vertex is present.
    ///
    /// # Errors
    /// If too many vertices were not eliminated.
    pub(super) fn some(
        &self,
        parts: &mut Replacement<'_>,
        components: &Components,
        mark: &[Option<Literal>],
    ) -> Result<(), TooManyPairs> {
        let carried = self.any(parts, mark);
        for (last, &carried) in self.last.iter().zip(&carried) {
            if let Some(last) = *last {
                parts.clause([!last].into_iter().chain(carried));
            }
        }
        let roots = self.eliminated.rest.iter().map(|&vertex| carried[vertex].map_or(Root::Never, Root::If));
        tree(parts, &components.graph, &self.eliminated, &roots.collect::<Vec<Root>>())
    }

    /// Returns for each vertex the literal "the mark of this vertex, or of an earlier one that passes to it, is true".
    fn any(&self, parts: &mut Replacement<'_>, mark: &[Option<Literal>]) -> Vec<Option<Literal>> {
        let Eliminated { order, later, rest, .. } = &self.eliminated;
        let mut given: Vec<Vec<Literal>> = mark.iter().map(|mark| mark.iter().copied().collect()).collect();
        let mut carried = vec![None; mark.len()];
        for &vertex in order.iter().chain(rest) {
            let reasons = std::mem::take(&mut given[vertex]);
            if reasons.is_empty() {
                continue;
            }
            let some = parts.any(&reasons);
            carried[vertex] = Some(some);
            for &(other, together) in &later[vertex] {
                given[other].push(parts.all(&[some, together]));
            }
        }
        carried
    }

    /// Returns the weight that each vertex accumulates, up to `cap`; the last vertex of a component has the total.
    fn carried(&self, parts: &mut Replacement<'_>, weights: Vec<Sum>, cap: i64) -> Vec<Sum> {
        let mut given: Vec<Vec<Sum>> = weights.into_iter().map(|sum| vec![sum]).collect();
        let mut carried = vec![Sum::default(); given.len()];
        for &vertex in &self.eliminated.order {
            let sum = Sum::total(parts, std::mem::take(&mut given[vertex]), cap);
            // Whether it is connected to one of the previous later vertices.
            let mut before: Vec<Literal> = Vec::new();
            for &(other, together) in &self.eliminated.later[vertex] {
                let first: Vec<Literal> = before.iter().map(|&before| !before).chain([together]).collect();
                let first = parts.all(&first);
                given[other].push(sum.when(parts, first));
                before = vec![parts.any(&[&before[..], &[together]].concat())];
            }
            carried[vertex] = sum;
        }
        carried
    }
}

/// Posts the demands on the weights of components.
///
/// # Errors
/// If too many pairs would be joined.
pub fn decompose(parts: &mut Replacement<'_>, components: &Components) -> Result<(), TooManyPairs> {
    let forest = Forest::new(parts, components, Extent::Whole)?;
    let vertices = &components.graph.vertices;
    for measure in &components.measures {
        let asked = weigh::asked(measure);
        let cap = asked.last().copied().unwrap_or(0);
        let mut own: Vec<Option<Literal>> = Vec::with_capacity(vertices.len());
        for (there, &weight) in vertices.iter().zip(&measure.weights) {
            own.push((weight > 0 && cap > 0).then(|| there.unwrap_or_else(|| parts.sure())));
        }
        let reached: Vec<BTreeMap<i64, Literal>> = if cap == 1 {
            let carried = forest.any(parts, &own);
            carried.into_iter().map(|some| some.map(|some| (1, some)).into_iter().collect()).collect()
        } else {
            let own = own.iter().zip(&measure.weights);
            let weights = own.map(|(own, &weight)| own.map_or(Sum::default(), |own| Sum::of(weight, own, cap)));
            let carried = forest.carried(parts, weights.collect(), cap);
            let of = |sum: &Sum| asked.iter().filter_map(|&at| Some((at, sum.at_least(at)?))).collect();
            carried.iter().map(of).collect()
        };
        let reaches = propagate_back(
            parts,
            components,
            &forest,
            measure.demands.iter().map(|demand| demand.vertex),
            &asked,
            &reached,
        );
        for demand in &measure.demands {
            let given: Vec<Literal> = vertices[demand.vertex].into_iter().chain(demand.when).collect();
            weigh::demand(parts, demand, &given, |_, threshold| reaches[demand.vertex].get(&threshold).copied());
        }
    }
    Ok(())
}

/// Returns for each vertex the thresholds that its component's weight reaches, for the `wanted` vertices and those they
/// depend on. Propagates the weight from the last vertex of each component to the others.
fn propagate_back(
    parts: &mut Replacement<'_>,
    components: &Components,
    forest: &Forest,
    wanted: impl Iterator<Item = usize>,
    asked: &BTreeSet<i64>,
    reached: &[BTreeMap<i64, Literal>],
) -> Vec<BTreeMap<i64, Literal>> {
    let mut wanting = vec![false; reached.len()];
    wanted.for_each(|vertex| wanting[vertex] = true);
    let Eliminated { order, later, .. } = &forest.eliminated;
    for &vertex in order.iter().filter(|_| !asked.is_empty()) {
        if wanting[vertex] {
            later[vertex].iter().for_each(|&(other, _)| wanting[other] = true);
        }
    }
    let mut reaches: Vec<BTreeMap<i64, Literal>> = vec![BTreeMap::new(); reached.len()];
    for &vertex in order.iter().rev().filter(|&&vertex| wanting[vertex]) {
        for &threshold in asked {
            let literal = parts.auxiliary();
            reaches[vertex].insert(threshold, literal);
            let own = reached[vertex].get(&threshold).copied();
            if let Some(last) = forest.last[vertex] {
                parts.define(Plain::clause([!last, !literal].into_iter().chain(own)));
                own.into_iter().for_each(|own| parts.define(Plain::clause([!last, !own, literal])));
            }
            for &(other, together) in &later[vertex] {
                let theirs = reaches[other][&threshold];
                parts.define(Plain::clause([!together, !theirs, literal]));
                parts.define(Plain::clause([!together, theirs, !literal]));
            }
            // The literals of an absent vertex are false.
            let there = components.graph.vertices[vertex];
            there.into_iter().for_each(|there| parts.define(Plain::clause([there, !literal])));
        }
    }
    reaches
}
