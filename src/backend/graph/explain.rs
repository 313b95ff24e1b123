//! Why a conclusion holds: literals that were true before it, from which it follows by the constraint alone.
//!
//! What makes a component too large is told by a tree: the vertices that weigh too much together, or the way between two
//! demands. What keeps it too small is told by its surroundings: every arc that a flood does not go along has a reason.

use super::flood::Block;
use super::measure::Total;
use super::{Arc, Known, NONE, Network, Rule};

/// What an explanation needs of the part that a flood starts from.
#[derive(Clone, Copy, Default)]
struct Needs {
    weight: bool,
    least: bool,
    most: bool,
}

/// What is explained: a flood from a part, or from its home alone, for a demand, without some node.
#[derive(Clone, Copy)]
struct Flooded {
    part: u32,
    home: u32,
    demand: u32,
    without: u32,
    until: u32,
}

/// What the reason why a flood does not go along an arc stops.
enum Stops {
    /// This arc, or this distance: others may lead to the same vertex.
    Arc,
    /// Whatever leads to the vertex.
    Everything,
}

impl Network {
    /// Explains a conclusion: `why` then has the literals it follows from.
    pub(in crate::backend) fn explain(&mut self, rule: Rule, until: u32) {
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

    /// Explains that the component of a vertex cannot be, if an item were there.
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
            // Two demands need a way only, weights need a tree.
            if !total.is_possible() && (clash.is_none() || total.least > total.most) {
                clash = Some((measure, total));
            }
        }
        self.queue = component;
        let (measure, total) = clash.expect("only what cannot be is explained");
        let most_by = self.demands[total.most_by as usize].vertex;
        if total.least > total.most {
            let least_by = self.demands[total.least_by as usize].vertex;
            self.tell_way(most_by, least_by, assumed, until);
            self.tell_demand(total.least_by, assumed);
        } else {
            self.tell_tree(most_by, measure, total.most + 1, assumed, until);
        }
        self.tell_demand(total.most_by, assumed);
    }

    fn tell_demand(&mut self, demand: u32, assumed: u32) {
        let item = self.nodes as u32 + demand;
        if item != assumed {
            self.because(item);
        }
    }

    /// Goes through the component of a vertex, nearest first, as if an item were there, until the visitor says that it is
    /// enough; `back` is the way back.
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

    /// Tells what is there from a vertex back to where the walk began.
    fn tell_back(&mut self, mut vertex: u32, assumed: u32) {
        // Told vertices have no way back any more: their way was told.
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

    /// Tells a way between two vertices of a component.
    fn tell_way(&mut self, start: u32, goal: u32, assumed: u32, until: u32) {
        let goal = self.walk(start, assumed, until, |_, vertex| vertex == goal);
        self.tell_back(goal, assumed);
    }

    /// Tells a tree from a vertex on that weighs so much.
    fn tell_tree(&mut self, start: u32, measure: usize, weight: i64, assumed: u32, until: u32) {
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
                self.tell_back(vertex, assumed);
            }
            if vertex == last {
                break;
            }
        }
    }

    /// Explains that a demand cannot be met, without some node if one is given. The parts are those of the moment.
    pub(super) fn too_small(&mut self, demand: u32, without: u32, until: u32) {
        self.why.clear();
        let Some(&super::Demand { measure, vertex, least, most }) = self.demands.get(demand as usize) else { return };
        let part = self.parts.of[vertex as usize];
        self.start_flood(part, vertex);
        self.flood.from[measure].demand(demand, least, most);
        self.spread(part, vertex, without, until);
        debug_assert!(self.flood.potential[measure] < least, "only what is too small is explained");
        // What could help: what weighs something and has no demand of its own that rules it out in any case.
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
        self.tell_surroundings(Flooded { part, home: vertex, demand, without, until }, &sources, None);
        self.tell_if_there(vertex, until);
        self.tell_if_there(self.nodes as u32 + demand, until);
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

    fn tell_if_there(&mut self, item: u32, until: u32) {
        if self.at(item, until) == Known::There {
            self.because(item);
        }
    }

    /// Explains that nothing that weighs anything can be in one component with the vertex of a demand.
    pub(super) fn strays(&mut self, demand: u32, until: u32) {
        self.why.clear();
        let (vertex, measure) = (self.demands[demand as usize].vertex, self.demands[demand as usize].measure);
        self.tell_if_there(vertex, until);
        self.tell_if_there(self.nodes as u32 + demand, until);
        // How many vertices a component needs at least to reach from each vertex to this one, whatever is there.
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
            // Too far away at any rate: its demand is all it takes.
            let far = (0..self.measures.len())
                .find(|&unit| self.measures[unit].unit && toward[carrier as usize] > self.flood.from[unit].most);
            if let Some(unit) = far {
                let needs = Needs { most: true, ..Needs::default() };
                self.tell_needs(part, carrier, NONE, unit, needs, until);
                continue;
            }
            self.spread(part, carrier, NONE, until);
            debug_assert!(self.flood.reached[vertex as usize] != self.flood.number);
            let flood = Flooded { part, home: carrier, demand: NONE, without: NONE, until };
            self.tell_surroundings(flood, &[vertex], Some(&toward));
        }
    }

    /// Explains why the last flood, which started at a part, or a vertex, did not go any further, as far as that keeps it
    /// from `sources`; where `toward` is given, as far as it could have come to the vertex from which that counts.
    fn tell_surroundings(&mut self, flood: Flooded, sources: &[u32], toward: Option<&[i64]>) {
        let Flooded { part, home, demand, until, .. } = flood;
        let number = self.flood.number;
        let mut needs = vec![Needs::default(); self.measures.len()];
        let outer = self.flood.next();
        let mut queue: Vec<u32> = sources.to_vec();
        if self.measures.iter().any(|measure| measure.unit) {
            // Distances count: no way around may make them shorter, between vertices that were reached or through others.
            for position in 0..self.flood.queue.len() {
                let one = self.flood.queue[position];
                for index in self.arcs.range(one) {
                    let arc = self.arcs.entries[index];
                    let step = u32::from(self.parts.of[arc.to as usize] == NONE);
                    if self.flood.reached[arc.to as usize] == number
                        && self.flood.distance[one as usize] + step < self.flood.distance[arc.to as usize]
                    {
                        self.tell_block(flood, one, arc, &mut needs);
                    }
                }
            }
            queue = (0..self.vertices as u32).filter(|&one| self.flood.reached[one as usize] != number).collect();
        }
        // From the outside: only what it touches first counts.
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
                match self.tell_block(flood, inner, Arc { to: one, via }, &mut needs) {
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
            self.tell_needs(part, home, demand, measure, needs, until);
        }
    }

    /// Tells why the flood does not go along an arc, and what else that stops.
    fn tell_block(&mut self, flood: Flooded, one: u32, arc: Arc, needs: &mut [Needs]) -> Stops {
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
                self.tell_refused(arc.to, measure, until);
                Stops::Everything
            }
            Some(Block::Part { arc, measure, extra }) => {
                self.tell_apart(arc, measure, extra, &mut needs[measure], until);
                if self.measures[measure].unit { Stops::Arc } else { Stops::Everything }
            }
        }
    }

    /// Tells what an explanation needs of the part that the flood starts from; what the demand it is about says itself is
    /// told elsewhere.
    fn tell_needs(&mut self, part: u32, home: u32, demand: u32, measure: usize, needs: Needs, until: u32) {
        if part == NONE {
            return;
        }
        let total = self.flood.from[measure];
        if needs.weight {
            self.tell_tree(home, measure, total.weight, NONE, until);
        }
        for (needed, by) in [(needs.least, total.least_by), (needs.most, total.most_by)] {
            if needed && by != NONE && by != demand {
                self.tell_way(home, self.demands[by as usize].vertex, NONE, until);
                self.because(self.nodes as u32 + by);
            }
        }
    }

    /// Tells why none of the demands of a vertex that agree with the flood's part applies.
    fn tell_refused(&mut self, vertex: u32, measure: usize, until: u32) {
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

    /// Tells why the part at the end of an arc cannot be one with the flood's part.
    fn tell_apart(&mut self, arc: Arc, measure: usize, extra: i64, needs: &mut Needs, until: u32) {
        let other = self.parts.totals(self.parts.of[arc.to as usize])[measure];
        let own = self.flood.from[measure];
        if arc.via != NONE {
            self.because(arc.via);
        }
        let ours = own.most <= other.most;
        let most = own.most.min(other.most);
        let tell_bound = |this: &mut Network, ours: bool, flag: &mut bool, by: u32| {
            if ours {
                *flag = true;
            } else {
                this.tell_way(arc.to, this.demands[by as usize].vertex, NONE, until);
                this.because(this.nodes as u32 + by);
            }
        };
        tell_bound(self, ours, &mut needs.most, other.most_by);
        if own.least.max(other.least) > most {
            tell_bound(self, own.least >= other.least, &mut needs.least, other.least_by);
        } else {
            needs.weight = true;
            let extra = if self.measures[measure].unit { extra } else { 0 };
            self.tell_tree(arc.to, measure, most + 1 - own.weight - extra, NONE, until);
        }
    }
}
