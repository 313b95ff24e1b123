//! Explanations: earlier true literals that, with the constraint alone, imply a propagated literal.
//!
//! A component that is too heavy is explained by a tree: the vertices that are too heavy together, or a path between
//! two contradictory demands. A component that is too light is explained by its boundary: every arc that a flood does
//! not follow has a reason.

use super::flood::Block;
use super::parts::Total;
use super::{Arc, Known, NONE, Network, Rule};

/// What an explanation needs about the part in which a flood starts.
#[derive(Clone, Copy, Default)]
struct Needs {
    weight: bool,
    least: bool,
    most: bool,
}

/// The flood to explain: from a part, or from its home vertex alone, for a demand, without some node.
#[derive(Clone, Copy)]
struct Flooded {
    part: u32,
    home: u32,
    demand: u32,
    without: u32,
    until: u32,
}

/// The scope of the reason why a flood does not follow an arc.
enum Stops {
    /// This arc or this distance: other arcs may lead to the same vertex.
    Arc,
    /// All arcs to the vertex.
    Everything,
}

impl Network {
    /// Computes the explanation of a propagated literal into `why`.
    pub(crate) fn explain(&mut self, rule: Rule, until: u32) {
        self.spare_marks();
        match rule {
            Rule::Cut { node, inside, root } => self.separation(inside, root, node, until),
            Rule::Unreached { vertex, root } => self.separation(vertex, root, NONE, until),
            Rule::Large { item } => {
                let seed = if (item as usize) < self.vertices {
                    item
                } else if (item as usize) < self.nodes {
                    self.links.of(item)[0]
                } else {
                    self.demands[item as usize - self.nodes].vertex
                };
                self.too_large(seed, item, until);
            }
            Rule::Small { demand, without } => {
                self.find_parts(until);
                self.too_small(demand, without, until);
            }
            Rule::Stray { demand } => {
                self.find_parts(until);
                self.strays(demand, until);
            }
        }
    }

    /// Explains that the component of a vertex is impossible if `assumed` is present.
    pub(super) fn too_large(&mut self, seed: u32, assumed: u32, until: u32) {
        self.why.clear();
        self.walk(seed, assumed, until, |_, _| false);
        let component = std::mem::take(&mut self.queue);
        let mut clash: Option<(usize, Total)> = None;
        for measure in 0..self.measures.len() {
            let mut total = Total::NOTHING;
            for &vertex in &component {
                total.weight += self.measures[measure].weights[vertex as usize];
                for &index in self.demands_of.of(vertex) {
                    let demand = &self.demands[index as usize];
                    let item = self.nodes as u32 + index;
                    if demand.measure == measure && (item == assumed || self.at(item, until) == Known::There) {
                        total.demand(index, demand.least, demand.most);
                    }
                }
            }
            // Contradictory demands need only a path, weights need a tree.
            if !total.is_possible() && (clash.is_none() || total.least > total.most) {
                clash = Some((measure, total));
            }
        }
        self.queue = component;
        let (measure, total) = clash.expect("only what cannot be is explained");
        let most_by = self.demands[total.most_by as usize].vertex;
        if total.least > total.most {
            let least_by = self.demands[total.least_by as usize].vertex;
            self.explain_path(most_by, least_by, assumed, until);
            self.explain_demand(total.least_by, assumed);
        } else {
            self.explain_tree(most_by, measure, total.most + 1, assumed, until);
        }
        self.explain_demand(total.most_by, assumed);
    }

    fn explain_demand(&mut self, demand: u32, assumed: u32) {
        let item = self.nodes as u32 + demand;
        if item != assumed {
            self.because(item);
        }
    }

    /// Searches the component of a vertex breadth-first, with `assumed` present, until the visitor returns true; `back`
    /// has the predecessors.
    fn walk(&mut self, start: u32, assumed: u32, until: u32, mut enough: impl FnMut(&Network, u32) -> bool) -> u32 {
        let mark = self.fresh();
        self.queue.clear();
        self.queue.push(start);
        self.marks[start as usize] = mark;
        self.back[start as usize] = Arc { to: NONE, via: NONE };
        let mut head = 0;
        while head < self.queue.len() {
            let one = self.queue[head];
            head += 1;
            if enough(self, one) {
                return one;
            }
            for index in self.arcs.range(one) {
                let arc = self.arcs.entries[index];
                if self.marks[arc.to as usize] != mark
                    && (arc.via == NONE || arc.via == assumed || self.at(arc.via, until) == Known::There)
                    && (arc.to == assumed || self.at(arc.to, until) == Known::There)
                {
                    self.marks[arc.to as usize] = mark;
                    self.back[arc.to as usize] = Arc { to: one, via: arc.via };
                    self.queue.push(arc.to);
                }
            }
        }
        NONE
    }

    /// Explains the path from a vertex back to the start of the walk.
    fn explain_path_back(&mut self, mut vertex: u32, assumed: u32) {
        // Predecessors are cleared: paths already explained are not repeated.
        while vertex != NONE {
            if vertex != assumed {
                self.because(vertex);
            }
            let arc = self.back[vertex as usize];
            self.back[vertex as usize] = Arc { to: NONE, via: NONE };
            if arc.to != NONE && arc.via != NONE && arc.via != assumed {
                self.because(arc.via);
            }
            vertex = arc.to;
        }
    }

    /// Explains a path between two vertices of a component.
    fn explain_path(&mut self, start: u32, goal: u32, assumed: u32, until: u32) {
        let goal = self.walk(start, assumed, until, |_, vertex| vertex == goal);
        self.explain_path_back(goal, assumed);
    }

    /// Explains a tree from a vertex with at least this weight.
    fn explain_tree(&mut self, start: u32, measure: usize, weight: i64, assumed: u32, until: u32) {
        let mut found = 0;
        let last = self.walk(start, assumed, until, |this, vertex| {
            found += this.measures[measure].weights[vertex as usize];
            found >= weight
        });
        let mut index = 0;
        while index < self.queue.len() {
            let vertex = self.queue[index];
            index += 1;
            if self.measures[measure].weights[vertex as usize] > 0 {
                self.explain_path_back(vertex, assumed);
            }
            if vertex == last {
                break;
            }
        }
    }

    /// Explains that a demand cannot be met, without `without` if that is a node. Uses the current parts.
    pub(super) fn too_small(&mut self, demand: u32, without: u32, until: u32) {
        self.why.clear();
        let Some(&super::Demand { measure, vertex, least, most }) = self.demands.get(demand as usize) else { return };
        let part = self.parts.of[vertex as usize];
        self.start_flood(part, vertex);
        self.flood.from[measure].demand(demand, least, most);
        self.spread(part, vertex, without, until);
        debug_assert!(self.flood.potential[measure] < least, "only what is too small is explained");
        // Sources that could help: vertices with a weight and without a contradictory unconditional demand.
        let of_its_own = |&&index: &&u32| {
            let own = &self.demands[index as usize];
            self.literals[self.nodes + index as usize].is_none()
                && own.measure == measure
                && (own.least > most || least > own.most)
        };
        let helps = |&&one: &&u32| {
            self.flood.reached[one as usize] != self.flood.number
                && !self.demands_of.of(one).iter().any(|index| of_its_own(&index))
        };
        let sources: Vec<u32> = self.measures[measure].carriers.iter().filter(helps).copied().collect();
        self.explain_boundary(Flooded { part, home: vertex, demand, without, until }, &sources, None);
        self.explain_if_present(vertex, until);
        self.explain_if_present(self.nodes as u32 + demand, until);
    }

    fn start_flood(&mut self, part: u32, vertex: u32) {
        if part != NONE {
            self.flood.from.copy_from_slice(self.parts.totals(part));
            return;
        }
        for (total, measure) in self.flood.from.iter_mut().zip(&self.measures) {
            *total = Total { weight: measure.weights[vertex as usize], ..Total::NOTHING };
        }
    }

    fn explain_if_present(&mut self, item: u32, until: u32) {
        if self.at(item, until) == Known::There {
            self.because(item);
        }
    }

    /// Explains that no vertex with a weight can be in the component of a demand's vertex.
    pub(super) fn strays(&mut self, demand: u32, until: u32) {
        self.why.clear();
        let (vertex, measure) = (self.demands[demand as usize].vertex, self.demands[demand as usize].measure);
        self.explain_if_present(vertex, until);
        self.explain_if_present(self.nodes as u32 + demand, until);
        // The minimal number of vertices on a path from each vertex to this one, ignoring the state.
        let mut toward = vec![i64::MAX; self.vertices];
        toward[vertex as usize] = 1;
        let mut queue = vec![vertex];
        let mut head = 0;
        while head < queue.len() {
            let one = queue[head];
            head += 1;
            for arc in self.arcs.of(one) {
                if toward[arc.to as usize] == i64::MAX {
                    toward[arc.to as usize] = toward[one as usize] + 1;
                    queue.push(arc.to);
                }
            }
        }
        for index in 0..self.measures[measure].carriers.len() {
            let carrier = self.measures[measure].carriers[index];
            if toward[carrier as usize] == i64::MAX {
                continue;
            }
            self.because(carrier);
            let part = self.parts.of[carrier as usize];
            if part == NONE {
                continue;
            }
            self.start_flood(part, carrier);
            // Too far away in any case: the upper bound of its part is the only reason.
            let far = (0..self.measures.len())
                .find(|&unit| self.measures[unit].unit && toward[carrier as usize] > self.flood.from[unit].most);
            if let Some(unit) = far {
                let needs = Needs { most: true, ..Needs::default() };
                self.explain_part(part, carrier, NONE, unit, needs, until);
                continue;
            }
            self.spread(part, carrier, NONE, until);
            debug_assert!(self.flood.reached[vertex as usize] != self.flood.number);
            let flood = Flooded { part, home: carrier, demand: NONE, without: NONE, until };
            self.explain_boundary(flood, &[vertex], Some(&toward));
        }
    }

    /// Explains why the last flood, which started at a part or a vertex, did not go further, as far as that separates
    /// it from `sources`. With `toward`, distance limits to the goal count as well.
    fn explain_boundary(&mut self, flood: Flooded, sources: &[u32], toward: Option<&[i64]>) {
        let Flooded { part, home, demand, until, .. } = flood;
        let number = self.flood.number;
        let mut needs = vec![Needs::default(); self.measures.len()];
        let outer = self.flood.next();
        let mut queue: Vec<u32> = sources.to_vec();
        if self.measures.iter().any(|measure| measure.unit) {
            // Distances matter: no detour, through reached vertices or others, may be shorter.
            for position in 0..self.flood.queue.len() {
                let one = self.flood.queue[position];
                for index in self.arcs.range(one) {
                    let arc = self.arcs.entries[index];
                    let step = u32::from(self.parts.of[arc.to as usize] == NONE);
                    if self.flood.reached[arc.to as usize] == number
                        && self.flood.distance[one as usize] + step < self.flood.distance[arc.to as usize]
                    {
                        self.explain_block(flood, one, arc, &mut needs);
                    }
                }
            }
            queue = (0..self.vertices as u32).filter(|&one| self.flood.reached[one as usize] != number).collect();
        }
        // From the outside: only the boundary that is touched first counts.
        queue.iter().for_each(|&source| self.flood.reached[source as usize] = outer);
        let mut head = 0;
        while head < queue.len() {
            let one = queue[head];
            head += 1;
            let mut stopped = false;
            for index in self.arcs.range(one) {
                let Arc { to: inner, via } = self.arcs.entries[index];
                if self.flood.reached[inner as usize] != number {
                    continue;
                }
                if let Some(toward) = toward {
                    let needed = i64::from(self.flood.distance[inner as usize]) + toward[one as usize];
                    let far = |unit: &usize| {
                        let total = &self.flood.from[*unit];
                        self.measures[*unit].unit && total.weight + needed > total.most
                    };
                    if let Some(unit) = (0..self.measures.len()).find(far) {
                        needs[unit].weight = true;
                        needs[unit].most = true;
                        continue;
                    }
                }
                match self.explain_block(flood, inner, Arc { to: one, via }, &mut needs) {
                    Stops::Everything => {
                        stopped = true;
                        break;
                    }
                    Stops::Arc => {}
                }
            }
            if stopped {
                continue;
            }
            for index in self.arcs.range(one) {
                let next = self.arcs.entries[index].to as usize;
                if self.flood.reached[next] != number && self.flood.reached[next] != outer {
                    self.flood.reached[next] = outer;
                    queue.push(next as u32);
                }
            }
        }
        for (measure, &needs) in needs.iter().enumerate() {
            self.explain_part(part, home, demand, measure, needs, until);
        }
    }

    /// Explains why the flood does not follow an arc, and returns the scope of the reason.
    fn explain_block(&mut self, flood: Flooded, one: u32, arc: Arc, needs: &mut [Needs]) -> Stops {
        let Flooded { part, without, until, .. } = flood;
        match self.blocked(part, one, arc, without, until) {
            None => Stops::Arc,
            Some(Block::Assumed(item)) => {
                if item == arc.to {
                    Stops::Everything
                } else {
                    Stops::Arc
                }
            }
            Some(Block::Absent(item)) => {
                self.because(item);
                if item == arc.to { Stops::Everything } else { Stops::Arc }
            }
            Some(Block::Heavy(measure)) => {
                needs[measure].weight = true;
                needs[measure].most = true;
                Stops::Arc
            }
            Some(Block::Demand(index)) => {
                let measure = self.demands[index as usize].measure;
                needs[measure].least = true;
                needs[measure].most = true;
                self.because(self.nodes as u32 + index);
                Stops::Everything
            }
            Some(Block::Demands(measure)) => {
                needs[measure].least = true;
                needs[measure].most = true;
                self.explain_rejected(arc.to, measure, until);
                Stops::Everything
            }
            Some(Block::Part { arc, measure, extra }) => {
                self.explain_apart(arc, measure, extra, &mut needs[measure], until);
                if self.measures[measure].unit { Stops::Arc } else { Stops::Everything }
            }
        }
    }

    /// Explains the properties of the starting part that an explanation uses, except for `demand` itself.
    fn explain_part(&mut self, part: u32, home: u32, demand: u32, measure: usize, needs: Needs, until: u32) {
        if part == NONE {
            return;
        }
        let total = self.flood.from[measure];
        if needs.weight {
            self.explain_tree(home, measure, total.weight, NONE, until);
        }
        for (needed, by) in [(needs.least, total.least_by), (needs.most, total.most_by)] {
            if needed && by != NONE && by != demand {
                self.explain_path(home, self.demands[by as usize].vertex, NONE, until);
                self.because(self.nodes as u32 + by);
            }
        }
    }

    /// Explains why no demand of a vertex that agrees with the flood's part applies.
    fn explain_rejected(&mut self, vertex: u32, measure: usize, until: u32) {
        let total = self.flood.from[measure];
        for position in self.demands_of.range(vertex) {
            let index = self.demands_of.entries[position];
            let demand = &self.demands[index as usize];
            let agrees = demand.least <= total.most && total.least <= demand.most;
            let item = self.nodes as u32 + index;
            if demand.measure == measure && agrees && self.at(item, until) == Known::Absent {
                self.because(item);
            }
        }
    }

    /// Explains why the part at the end of an arc cannot be merged with the flood's part.
    fn explain_apart(&mut self, arc: Arc, measure: usize, extra: i64, needs: &mut Needs, until: u32) {
        let other = self.parts.totals(self.parts.of[arc.to as usize])[measure];
        let own = self.flood.from[measure];
        if arc.via != NONE {
            self.because(arc.via);
        }
        let ours = own.most <= other.most;
        let most = own.most.min(other.most);
        let explain_bound = |this: &mut Network, ours: bool, flag: &mut bool, by: u32| {
            if ours {
                *flag = true;
            } else {
                this.explain_path(arc.to, this.demands[by as usize].vertex, NONE, until);
                this.because(this.nodes as u32 + by);
            }
        };
        explain_bound(self, ours, &mut needs.most, other.most_by);
        if own.least.max(other.least) > most {
            explain_bound(self, own.least >= other.least, &mut needs.least, other.least_by);
        } else {
            needs.weight = true;
            let extra = if self.measures[measure].unit { extra } else { 0 };
            self.explain_tree(arc.to, measure, most + 1 - own.weight - extra, NONE, until);
        }
    }
}
