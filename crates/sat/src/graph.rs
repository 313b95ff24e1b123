//! Propagators for graph constraints: propagation, conflicts and lazy explanations.
//!
//! A `Network` is one constraint in flat arrays. Its *nodes* are its vertices and its conditional edges; its *items*
//! are the nodes followed by the demands. Each item is open, present or absent, with the trail length at which it was
//! decided. Past states can therefore be reconstructed: an explanation is computed on demand, from the state in which
//! the literal was propagated.
//!
//! ```text
//! a ? b   a and b are land, and the land is connected: the cell between them is land, because of a, b and the water
//! ~ ~ ~   around them
//! ```
//!
//! `items`, `parts`, `flood` and `network` are the data. `separate` propagates connectedness, `measure` the weights of
//! components with the bounds of `growth`; `explain` computes explanations, and `cuts` turns violations
//! by complete assignments into clauses.

mod ahead;
pub mod cuts;
mod explain;
mod flood;
mod growth;
mod items;
mod measure;
mod network;
mod parts;
mod separate;
#[cfg(test)]
mod tests;

use self::flood::Flood;
use self::items::{Arc, Class, Demand, Lists, Measure, NONE};
pub(super) use self::items::{Known, Reason, Rule};
pub(super) use self::network::Network;
use self::parts::Parts;
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;

/// The number of nodes that propagations without result may visit for each item decided; propagations with a result are
/// free. What is skipped is propagated later, or is a conflict of the complete assignment. Without this limit, Palisades
/// and large Nurikabes spend most of their time in propagations without result. Of 1, 8, 32 and no limit, 32 was the
/// best compromise for six large puzzles with four seeds each.
const VISITS_PER_ITEM: i64 = 32;

/// The same for a loop or path without measures: the clauses around each vertex determine most of it, and propagation
/// rarely succeeds. Of 0, 1, 2, 4, 16 and 64, 2 was best for two large Slitherlinks and within 3 % for two Masyus.
const VISITS_PER_ITEM_OF_LOOP: i64 = 2;

/// Returns the measures of a constraint and their demands, and appends the demands' literals.
fn measures(constraint: &GraphConstraint, literals: &mut Vec<Option<Lit>>) -> (Vec<Measure>, Vec<Demand>) {
    let vertices = constraint.vertices.len();
    let mut demands = Vec::new();
    let mut measures = Vec::new();
    for (index, measure) in constraint.measures.iter().enumerate() {
        let mut classes: Vec<Class> = Vec::new();
        for demand in &measure.demands {
            literals.push(demand.when);
            if demand.when.is_some() {
                let (least, most) = (demand.least, demand.most);
                let place = classes.binary_search_by_key(&(least, most), |class| (class.least, class.most));
                let place = place.unwrap_or_else(|place| {
                    classes.insert(place, Class { least, most, demands: Vec::new(), of: vec![NONE; vertices] });
                    place
                });
                classes[place].demands.push(demands.len() as u32);
                classes[place].of[demand.vertex as usize] = demands.len() as u32;
            }
            demands.push(Demand { measure: index, vertex: demand.vertex, least: demand.least, most: demand.most });
        }
        measures.push(Measure {
            unit: measure.weights.iter().all(|&weight| weight == 1),
            carriers: (0..vertices as u32).filter(|&vertex| measure.weights[vertex as usize] > 0).collect(),
            weights: measure.weights.clone(),
            complete: measure.complete.clone(),
            classes,
        });
    }
    (measures, demands)
}

impl Network {
    pub(super) fn new(constraint: &GraphConstraint) -> Network {
        let vertices = constraint.vertices.len();
        let mut literals = constraint.vertices.clone();
        let mut links = Vec::new();
        let mut arcs = Vec::new();
        for edge in &constraint.edges {
            let [a, b] = edge.ends;
            let via = match edge.when {
                None => {
                    links.extend([(a, b), (b, a)]);
                    NONE
                }
                Some(when) => {
                    let node = literals.len() as u32;
                    literals.push(Some(when));
                    links.extend([(a, node), (node, a), (b, node), (node, b)]);
                    node
                }
            };
            arcs.extend([(a, Arc { to: b, via }), (b, Arc { to: a, via })]);
        }
        let nodes = literals.len();
        let (measures, demands) = measures(constraint, &mut literals);
        let is_loop = nodes > vertices && measures.is_empty();
        let demands_of = demands.iter().enumerate().map(|(index, demand)| (demand.vertex, index as u32)).collect();
        Network {
            vertices,
            nodes,
            connected: constraint.connected,
            known: literals.iter().map(|when| if when.is_none() { Known::There } else { Known::Open }).collect(),
            since: literals.iter().map(|when| if when.is_none() { 0 } else { u32::MAX }).collect(),
            links: Lists::new(nodes, links),
            arcs: Lists::new(vertices, arcs),
            demands_of: Lists::new(vertices, demands_of),
            dirty: true,
            changed: Vec::new(),
            looked: 0,
            credit: 0,
            income: if is_loop { VISITS_PER_ITEM_OF_LOOP } else { VISITS_PER_ITEM },
            visits: 0,
            forced: Vec::new(),
            why: Vec::new(),
            parts: Parts::new(vertices, measures.len()),
            flood: Flood::new(vertices, measures.len(), demands.len()),
            marks: vec![0; nodes],
            mark: 0,
            queue: Vec::with_capacity(nodes),
            back: vec![Arc { to: NONE, via: NONE }; vertices],
            order: vec![0; nodes],
            low: vec![0; nodes],
            cursor: vec![0; nodes],
            below: vec![NONE; nodes],
            cut_off: vec![0; nodes],
            subtree: vec![0; nodes],
            literals,
            measures,
            demands,
        }
    }

    /// Returns the literals of the items, in order.
    pub(super) fn literals(&self) -> &[Option<Lit>] {
        &self.literals
    }

    /// Decides an item: present or absent, with a 1-based position on the trail.
    pub(super) fn decide(&mut self, item: u32, there: bool, since: u32) {
        self.known[item as usize] = if there { Known::There } else { Known::Absent };
        self.since[item as usize] = since;
        self.dirty = true;
        self.credit += self.income;
        if (item as usize) < self.nodes {
            self.changed.push(item);
        }
    }

    /// Backtracks to a trail length. The items decided since a propagation without result are forgotten if it is still
    /// on the trail, because nothing can be propagated then.
    pub(super) fn restored(&mut self, now: u32) {
        if now <= self.looked {
            self.looked = now;
            self.dirty = false;
            self.changed.clear();
        }
    }

    /// Records that no relevant item was decided up to this trail length.
    pub(super) fn clean(&mut self, now: u32) {
        self.looked = now;
    }

    /// Returns whether there are at most so many nodes.
    pub(super) fn has_at_most(&self, nodes: usize) -> bool {
        self.nodes <= nodes
    }

    /// Returns whether this propagation is skipped, because the last ones had no result.
    pub(super) fn skips(&self) -> bool {
        self.credit < 0
    }

    /// Forces a complete propagation.
    pub(super) fn propagate_fully(&mut self) {
        self.looked = 0;
        self.dirty = true;
    }

    /// Makes an item undecided.
    pub(super) fn forget(&mut self, item: u32) {
        self.known[item as usize] = Known::Open;
        self.since[item as usize] = u32::MAX;
    }

    /// Propagates; the results are in `forced`. Returns true on a conflict; `why` then has true literals that
    /// contradict the constraint. The trail has length `now`.
    pub(super) fn propagate(&mut self, now: u32) -> bool {
        self.spare_marks();
        self.forced.clear();
        self.visits = 0;
        let contradicted = (self.connected && self.may_propagate() && self.connect(now))
            || (!self.measures.is_empty() && self.weigh(now));
        if !contradicted && self.forced.is_empty() {
            self.looked = now;
            self.restored(now);
            self.credit = self.credit.min(self.literals.len() as i64) - self.visits as i64;
        } else {
            self.credit = self.credit.max(0);
        }
        contradicted
    }

    /// Returns the state of an item at a trail length.
    #[inline(always)]
    fn at(&self, item: u32, until: u32) -> Known {
        if self.since[item as usize] <= until { self.known[item as usize] } else { Known::Open }
    }

    /// Resets the marks before they overflow.
    fn spare_marks(&mut self) {
        if self.mark > u32::MAX / 2 {
            self.marks.fill(0);
            self.mark = 0;
        }
    }

    /// Returns a fresh mark.
    fn fresh(&mut self) -> u32 {
        self.mark += 1;
        self.mark
    }

    /// Adds the literal that decided an item to the explanation.
    fn because(&mut self, item: u32) {
        if let Some(literal) = self.literals[item as usize] {
            self.why.push(if self.known[item as usize] == Known::There { literal } else { !literal });
        }
    }

    /// Propagates that an item is present or absent.
    fn conclude(&mut self, item: u32, there: bool, rule: Rule) {
        if let Some(literal) = self.literals[item as usize] {
            self.forced.push((if there { literal } else { !literal }, rule));
        }
    }
}
