//! Graph constraints in a search: what follows from what is known so far, and why.
//!
//! A `Network` is one constraint in flat arrays. Its *nodes* are its vertices and those of its edges that have a
//! condition; its *items* are the nodes and after them the demands. Each item is open, there or absent, and knows since
//! when, counted in literals of the search. So the past can be asked: an explanation is made when somebody wants it, from
//! what was known when the literal was concluded.
//!
//! ```text
//! a ? b      a and b are land, the land is in one piece: the cell between them is land, because of a, b, and the water
//! ~ ~ ~      around
//! ```
//!
//! `separate` is about one component, `measure` about what components weigh, and
//! `explain` about why; `cuts` uses the explanations for solvers that know nothing of graphs.

mod ahead;
pub mod cuts;
mod explain;
mod flood;
mod measure;
mod separate;
#[cfg(test)]
mod tests;

use self::flood::Flood;
use self::measure::Parts;
use crate::cnf::Lit;
use crate::cnf::graph::Watched;

/// What is known of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Open,
    There,
    Absent,
}

/// How many looks in a row are left out at most where edges have conditions. There the clauses around each vertex make most
/// of a loop or path, and few looks find anything: of 0, 1, 3, 15, 63 and 1023, 63 was best for the loops of
/// `benches/links.py`, and better than 0 for random Numberlinks. Where all edges are there (Nurikabe), no look is left out:
/// that took twice as long.
const PATIENCE: u32 = 63;

/// No item.
const NONE: u32 = u32::MAX;

/// Why a literal follows; what it takes to make the explanation later.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// The node separates vertices that are there: it is there.
    Cut { node: u32, inside: u32, root: u32 },
    /// The vertex is cut off from one that is there: it is absent.
    Unreached { vertex: u32, root: u32 },
    /// With this item, a component would weigh too much, or have demands that contradict each other.
    Large { item: u32 },
    /// With this demand, and without this node if there is one, a component would weigh too little.
    Small { demand: u32, without: u32 },
    /// No vertex that weighs anything can be in one component with the vertex of this demand.
    Stray { demand: u32 },
}

/// A conclusion, from what was known until a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reason {
    pub(super) rule: Rule,
    pub(super) until: u32,
}

/// A demand, as [`crate::cnf::graph::Demand`] has it.
struct Demand {
    measure: usize,
    vertex: u32,
    least: i64,
    most: i64,
}

/// An end of an edge, seen from the other one.
#[derive(Clone, Copy)]
struct Arc {
    to: u32,
    /// The node of the edge; [`NONE`] when the edge has no condition.
    via: u32,
}

/// Lists of different lengths in one piece.
struct Lists<T> {
    first: Vec<u32>,
    entries: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn new(lists: usize, mut pairs: Vec<(u32, T)>) -> Lists<T> {
        pairs.sort_by_key(|pair| pair.0);
        let mut first = vec![0; lists + 1];
        for (list, _) in &pairs {
            first[*list as usize + 1] += 1;
        }
        for list in 0..lists {
            first[list + 1] += first[list];
        }
        Lists { first, entries: pairs.into_iter().map(|pair| pair.1).collect() }
    }

    #[inline(always)]
    fn range(&self, list: u32) -> std::ops::Range<usize> {
        self.first[list as usize] as usize..self.first[list as usize + 1] as usize
    }

    #[inline(always)]
    fn of(&self, list: u32) -> &[T] {
        &self.entries[self.range(list)]
    }
}

/// A measure without its demands.
struct Measure {
    weights: Vec<i64>,
    complete: Vec<bool>,
    /// Whether every vertex weighs 1.
    unit: bool,
    /// The vertices that weigh something.
    carriers: Vec<u32>,
    /// What is demanded with conditions, each once.
    classes: Vec<Class>,
}

/// Demands of a measure, with conditions, for the same weights.
struct Class {
    least: i64,
    most: i64,
    demands: Vec<u32>,
    /// By vertex, one of them; [`NONE`] where it has none.
    of: Vec<u32>,
}

/// One graph constraint and what is known of it.
pub(super) struct Network {
    vertices: usize,
    nodes: usize,
    connected: bool,
    /// By item; `None`: always there.
    literals: Vec<Option<Lit>>,
    known: Vec<Known>,
    /// How many literals the search had with the one that decided the item; 0 for what is always there.
    since: Vec<u32>,
    /// Neighbours among the nodes: edges with a condition lie between vertices.
    links: Lists<u32>,
    /// Neighbours among the vertices.
    arcs: Lists<Arc>,
    measures: Vec<Measure>,
    demands: Vec<Demand>,
    /// By vertex.
    demands_of: Lists<u32>,
    /// Whether something was decided since the last look that found nothing.
    pub(super) dirty: bool,
    /// The nodes that were.
    changed: Vec<u32>,
    /// How many literals the search had at that look.
    looked: u32,
    /// How many looks are to be left out after one that finds nothing.
    patience: u32,
    /// How many of them are left.
    rest: u32,
    /// What was concluded in the last look.
    pub(super) forced: Vec<(Lit, Rule)>,
    /// The true literals that the last explanation, or conflict, consists of.
    pub(super) why: Vec<Lit>,
    parts: Parts,
    flood: Flood,
    /// Marks of nodes: those of the current number.
    marks: Vec<u32>,
    mark: u32,
    queue: Vec<u32>,
    /// Of a search of components: the way back.
    back: Vec<Arc>,
    order: Vec<u32>,
    low: Vec<u32>,
    cursor: Vec<u32>,
    below: Vec<u32>,
    cut_off: Vec<i64>,
    subtree: Vec<i64>,
}

impl Network {
    pub(super) fn new(watched: &Watched) -> Network {
        let vertices = watched.vertices.len();
        let mut literals = watched.vertices.clone();
        let mut links = Vec::new();
        let mut arcs = Vec::new();
        for edge in &watched.edges {
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
        let mut demands = Vec::new();
        let mut measures = Vec::new();
        for (index, measure) in watched.measures.iter().enumerate() {
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
        let demands_of = demands.iter().enumerate().map(|(index, demand)| (demand.vertex, index as u32)).collect();
        Network {
            vertices,
            nodes,
            connected: watched.connected,
            known: literals.iter().map(|when| if when.is_none() { Known::There } else { Known::Open }).collect(),
            since: literals.iter().map(|when| if when.is_none() { 0 } else { u32::MAX }).collect(),
            links: Lists::new(nodes, links),
            arcs: Lists::new(vertices, arcs),
            demands_of: Lists::new(vertices, demands_of),
            dirty: true,
            changed: Vec::new(),
            looked: 0,
            patience: 0,
            rest: 0,
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

    /// The literals of the items, in order.
    pub(super) fn literals(&self) -> &[Option<Lit>] {
        &self.literals
    }

    /// An item is decided: whether it is there, with which literal of the search, counted from 1.
    pub(super) fn decide(&mut self, item: u32, there: bool, since: u32) {
        self.known[item as usize] = if there { Known::There } else { Known::Absent };
        self.since[item as usize] = since;
        self.dirty = true;
        if (item as usize) < self.nodes {
            self.changed.push(item);
        }
    }

    /// The search has gone back to so many literals. What was decided since a look that found nothing is forgotten, if
    /// there was one: then there is nothing to be found.
    pub(super) fn restored(&mut self, now: u32) {
        if now <= self.looked {
            self.looked = now;
            self.dirty = false;
            self.changed.clear();
        }
    }

    /// Nothing that matters was decided until the search has so many literals.
    pub(super) fn clean(&mut self, now: u32) {
        self.looked = now;
    }

    /// Whether a look can be left out, since the last ones found nothing.
    pub(super) fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Everything is looked at again.
    pub(super) fn again(&mut self) {
        self.looked = 0;
        self.dirty = true;
    }

    /// An item is no longer decided.
    pub(super) fn forget(&mut self, item: u32) {
        self.known[item as usize] = Known::Open;
        self.since[item as usize] = u32::MAX;
    }

    /// Looks what follows: `forced` then has what does. Or it cannot be, which is the answer: `why` then has true literals
    /// that contradict the constraint. The search has `now` literals.
    pub(super) fn look(&mut self, now: u32) -> bool {
        self.spare_marks();
        self.forced.clear();
        let contradicted =
            (self.connected && self.is_news() && self.connect(now)) || (!self.measures.is_empty() && self.weigh(now));
        if !contradicted && self.forced.is_empty() {
            self.looked = now;
            self.restored(now);
            if self.nodes > self.vertices {
                self.patience = (2 * self.patience + 1).min(PATIENCE);
            }
            self.rest = self.patience;
        } else {
            self.patience /= 2;
            self.rest = 0;
        }
        contradicted
    }

    /// What was known of an item when the search had so many literals.
    #[inline(always)]
    fn at(&self, item: u32, until: u32) -> Known {
        if self.since[item as usize] <= until { self.known[item as usize] } else { Known::Open }
    }

    /// Begins to count marks anew before they run out.
    fn spare_marks(&mut self) {
        if self.mark > u32::MAX / 2 {
            self.marks.fill(0);
            self.mark = 0;
        }
    }

    /// A fresh mark.
    fn fresh(&mut self) -> u32 {
        self.mark += 1;
        self.mark
    }

    /// Adds what decided an item to the explanation.
    fn because(&mut self, item: u32) {
        if let Some(literal) = self.literals[item as usize] {
            self.why.push(if self.known[item as usize] == Known::There { literal } else { !literal });
        }
    }

    /// Concludes that an item is there, or that it is not.
    fn conclude(&mut self, item: u32, there: bool, rule: Rule) {
        if let Some(literal) = self.literals[item as usize] {
            self.forced.push((if there { literal } else { !literal }, rule));
        }
    }
}
