//! Propagation of the weights of components: current weights, possible merges, and possible growth.
//!
//! A *part* is a component of the present vertices and edges. It has a weight, which only grows, and an interval for it
//! from its demands. Cheap rules come first: a part is too heavy; a part excludes a demand; a vertex or edge would
//! merge incompatible parts. Floods that bound the growth of parts ([`super::growth`]) run only if none of these
//! applies.

use super::parts::Total;
use super::{Known, NONE, Network, Rule};

impl Network {
    /// Computes the parts at a trail length.
    pub(super) fn find_parts(&mut self, until: u32) {
        self.visits += self.vertices;
        self.parts.of.fill(NONE);
        self.parts.members.clear();
        self.parts.first.clear();
        self.parts.totals.clear();
        for vertex in 0..self.vertices as u32 {
            if self.parts.of[vertex as usize] != NONE || self.at(vertex, until) != Known::There {
                continue;
            }
            let part = self.parts.first.len() as u32;
            let start = self.parts.members.len();
            self.parts.first.push(start as u32);
            self.parts.of[vertex as usize] = part;
            self.parts.members.push(vertex);
            let mut head = start;
            while head < self.parts.members.len() {
                let one = self.parts.members[head];
                head += 1;
                for index in self.arcs.range(one) {
                    let arc = self.arcs.entries[index];
                    if self.parts.of[arc.to as usize] == NONE
                        && (arc.via == NONE || self.at(arc.via, until) == Known::There)
                        && self.at(arc.to, until) == Known::There
                    {
                        self.parts.of[arc.to as usize] = part;
                        self.parts.members.push(arc.to);
                    }
                }
            }
            for measure in &self.measures {
                let weight = self.parts.members[start..].iter().map(|&one| measure.weights[one as usize]).sum();
                self.parts.totals.push(Total { weight, ..Total::NOTHING });
            }
        }
        self.parts.first.push(self.parts.members.len() as u32);
        for (index, demand) in self.demands.iter().enumerate() {
            let part = self.parts.of[demand.vertex as usize];
            if part != NONE && self.at((self.nodes + index) as u32, until) == Known::There {
                let total = &mut self.parts.totals[part as usize * self.measures.len() + demand.measure];
                total.demand(index as u32, demand.least, demand.most);
            }
        }
    }

    /// Propagates the weights; returns whether there is a conflict.
    pub(super) fn weigh(&mut self, now: u32) -> bool {
        self.find_parts(now);
        for part in 0..self.parts.len() as u32 {
            if !self.parts.totals(part).iter().all(Total::is_possible) {
                let member = self.parts.members(part)[0];
                self.too_large(member, NONE, now);
                return true;
            }
        }
        self.refuse_demands();
        self.refuse_joins();
        self.forced.is_empty() && self.propagate_growth(now)
    }

    /// Propagates that demands excluded by their parts do not apply.
    fn refuse_demands(&mut self) {
        for index in 0..self.demands.len() {
            let item = (self.nodes + index) as u32;
            let demand = &self.demands[index];
            let part = self.parts.of[demand.vertex as usize];
            if part == NONE || self.known[item as usize] != Known::Open {
                continue;
            }
            let mut total = self.parts.totals(part)[demand.measure];
            total.demand(index as u32, demand.least, demand.most);
            if !total.is_possible() {
                self.conclude(item, false, Rule::Large { item });
            }
        }
    }

    /// Propagates that vertices and edges that would merge incompatible parts are absent.
    fn refuse_joins(&mut self) {
        let measures = self.measures.len();
        let mut near: Vec<u32> = Vec::with_capacity(8);
        for vertex in 0..self.vertices as u32 {
            if self.known[vertex as usize] != Known::Open {
                continue;
            }
            near.clear();
            for arc in self.arcs.of(vertex) {
                let part = self.parts.of[arc.to as usize];
                if part != NONE
                    && (arc.via == NONE || self.known[arc.via as usize] == Known::There)
                    && !near.contains(&part)
                {
                    near.push(part);
                }
            }
            let mut possible = true;
            for measure in 0..measures {
                let mut total = Total { weight: self.measures[measure].weights[vertex as usize], ..Total::NOTHING };
                for &demand in self.demands_of.of(vertex) {
                    let one = &self.demands[demand as usize];
                    if one.measure == measure && self.known[self.nodes + demand as usize] == Known::There {
                        total.demand(demand, one.least, one.most);
                    }
                }
                for &part in &near {
                    total.join(&self.parts.totals(part)[measure]);
                }
                possible &= total.is_possible();
            }
            if !possible {
                self.conclude(vertex, false, Rule::Large { item: vertex });
            }
        }
        for vertex in 0..self.vertices as u32 {
            let part = self.parts.of[vertex as usize];
            if part == NONE {
                continue;
            }
            for index in self.arcs.range(vertex) {
                let arc = self.arcs.entries[index];
                if arc.via == NONE || arc.to < vertex || self.known[arc.via as usize] != Known::Open {
                    continue;
                }
                let other = self.parts.of[arc.to as usize];
                if other == NONE || other == part {
                    continue;
                }
                let joined = |(one, two): (&Total, &Total)| {
                    let mut total = *one;
                    total.join(two);
                    total.is_possible()
                };
                let totals = self.parts.totals(part).iter().zip(self.parts.totals(other));
                if !totals.into_iter().all(joined) {
                    self.conclude(arc.via, false, Rule::Large { item: arc.via });
                }
            }
        }
    }
}
