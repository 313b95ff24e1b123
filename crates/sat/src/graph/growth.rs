//! Bounds on the growth of a part: a flood over the vertices that are not absent and can be in one component with it.
//!
//! It stops at vertices that would connect the part to an incompatible one, at vertices without a demand that agrees
//! with the part's, and, if every vertex has weight 1, at the distance that the upper bound leaves. The weight of the
//! reached vertices is an upper bound for the part.

use super::flood::Block;
use super::{Arc, Demand, Known, NONE, Network};

impl Network {
    /// Floods from a part or, if it is [`NONE`], from a single vertex; `flood.from` has its weight and demands.
    pub(super) fn spread(&mut self, part: u32, vertex: u32, without: u32, until: u32) {
        let number = self.flood.next();
        let mut queue = std::mem::take(&mut self.flood.queue);
        queue.clear();
        if part == NONE {
            queue.push(vertex);
        } else {
            queue.extend_from_slice(self.parts.members(part));
        }
        for &one in &queue {
            self.flood.reached[one as usize] = number;
            self.flood.distance[one as usize] = 0;
        }
        for (measure, potential) in self.flood.potential.iter_mut().enumerate() {
            *potential = queue.iter().map(|&one| self.measures[measure].weights[one as usize]).sum();
        }
        let mut later = std::mem::take(&mut self.flood.later);
        let mut head = 0;
        loop {
            while head < queue.len() {
                let one = queue[head];
                head += 1;
                for index in self.arcs.range(one) {
                    let arc = self.arcs.entries[index];
                    if self.flood.reached[arc.to as usize] == number
                        || self.blocked(part, one, arc, without, until).is_some()
                    {
                        continue;
                    }
                    self.flood.reached[arc.to as usize] = number;
                    self.flood.back[arc.to as usize] = Arc { to: one, via: arc.via };
                    for (measure, potential) in self.flood.potential.iter_mut().enumerate() {
                        *potential += self.measures[measure].weights[arc.to as usize];
                    }
                    let distance = self.flood.distance[one as usize];
                    if self.parts.of[arc.to as usize] == NONE {
                        self.flood.distance[arc.to as usize] = distance + 1;
                        later.push(arc.to);
                    } else {
                        self.flood.distance[arc.to as usize] = distance;
                        queue.push(arc.to);
                    }
                }
            }
            if later.is_empty() {
                break;
            }
            queue.append(&mut later);
        }
        self.visits += 4 * queue.len();
        self.flood.queue = queue;
        self.flood.later = later;
    }

    /// Returns why the flood from a part does not follow an arc.
    pub(super) fn blocked(&self, part: u32, from: u32, arc: Arc, without: u32, until: u32) -> Option<Block> {
        if arc.to == without {
            return Some(Block::Assumed(arc.to));
        }
        if self.at(arc.to, until) == Known::Absent {
            return Some(Block::Absent(arc.to));
        }
        if arc.via != NONE {
            if arc.via == without {
                return Some(Block::Assumed(arc.via));
            }
            if self.at(arc.via, until) == Known::Absent {
                return Some(Block::Absent(arc.via));
            }
        }
        let vertex = arc.to as usize;
        let distance = i64::from(self.flood.distance[from as usize]);
        let other = self.parts.of[vertex];
        if other != NONE {
            if let Some(measure) = self.apart(other, distance) {
                let arc = Arc { to: arc.to, via: NONE };
                return Some(Block::Part { arc, measure, extra: distance });
            }
        } else {
            let distance = distance + 1;
            for (index, measure) in self.measures.iter().enumerate() {
                let more = if measure.unit { distance } else { measure.weights[vertex] };
                let total = &self.flood.from[index];
                if total.weight + more > total.most {
                    return Some(Block::Heavy(index));
                }
            }
            for arc in self.arcs.of(arc.to) {
                let other = self.parts.of[arc.to as usize];
                if other != NONE
                    && other != part
                    && (arc.via == NONE || self.at(arc.via, until) == Known::There)
                    && let Some(measure) = self.apart(other, distance)
                {
                    return Some(Block::Part { arc: *arc, measure, extra: distance });
                }
            }
        }
        // The demands of the vertex: those that apply must agree, and if one must apply, some possible one must agree.
        let agrees = |demand: &Demand| {
            let total = &self.flood.from[demand.measure];
            demand.least <= total.most && total.least <= demand.most
        };
        let demands = self.demands_of.of(arc.to);
        for &index in demands {
            if self.at(self.nodes as u32 + index, until) == Known::There && !agrees(&self.demands[index as usize]) {
                return Some(Block::Demand(index));
            }
        }
        for (index, measure) in self.measures.iter().enumerate() {
            if measure.classes.is_empty() || !measure.complete[vertex] {
                continue;
            }
            let may = |&&demand: &&u32| {
                let its = &self.demands[demand as usize];
                its.measure == index && agrees(its) && self.at(self.nodes as u32 + demand, until) != Known::Absent
            };
            if !demands.iter().any(|demand| may(&demand)) {
                return Some(Block::Demands(index));
            }
        }
        None
    }

    /// Returns the measure by which the flood's part cannot be merged with another one and `extra` vertices, if there
    /// is one.
    fn apart(&self, other: u32, extra: i64) -> Option<usize> {
        let totals = self.parts.totals(other);
        (0..totals.len()).find(|&measure| {
            let mut total = self.flood.from[measure];
            total.join(&totals[measure]);
            if self.measures[measure].unit {
                total.weight += extra;
            }
            !total.is_possible()
        })
    }
}
