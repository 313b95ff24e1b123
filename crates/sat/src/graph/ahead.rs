//! Propagation from bounds on how far components can grow.
//!
//! If the reachable weight is too small, there is a conflict. If it is too small without some open node, that node is
//! present. A vertex with a demand that no flood reaches is absent: a Nurikabe cell that no clue's island can reach.
//!
//! If there are no distance limits, a flood stores a witness: nodes whose weight suffices. While they are available,
//! the flood is skipped; a hundred pairs of ends to be linked then cost a hundred walks along the paths between them.

use super::parts::Total;
use super::{Arc, Class, Known, NONE, Network, Rule};

impl Network {
    /// Propagates from bounds on growth; returns whether there is a conflict.
    pub(super) fn propagate_growth(&mut self, now: u32) -> bool {
        self.check_classes(now) || self.check_regions(now) || self.forced.is_empty() && self.check_parts(now)
    }

    /// Checks for each component of the non-absent vertices that its weight suffices for every demand.
    fn check_regions(&mut self, now: u32) -> bool {
        let mut queue = std::mem::take(&mut self.flood.queue);
        let before = self.flood.number;
        let mut short = NONE;
        for start in 0..self.vertices as u32 {
            if self.flood.reached[start as usize] > before || self.known[start as usize] == Known::Absent {
                continue;
            }
            let number = self.flood.next();
            queue.clear();
            queue.push(start);
            self.flood.reached[start as usize] = number;
            let mut head = 0;
            while head < queue.len() {
                let one = queue[head];
                head += 1;
                for arc in self.arcs.of(one) {
                    if self.flood.reached[arc.to as usize] != number
                        && (arc.via == NONE || self.known[arc.via as usize] != Known::Absent)
                        && self.known[arc.to as usize] != Known::Absent
                    {
                        self.flood.reached[arc.to as usize] = number;
                        queue.push(arc.to);
                    }
                }
            }
            self.visits += queue.len();
            for measure in 0..self.measures.len() {
                let weights = &self.measures[measure].weights;
                let potential: i64 = queue.iter().map(|&one| weights[one as usize]).sum();
                for &one in &queue {
                    for position in self.demands_of.range(one) {
                        let demand = self.demands_of.entries[position];
                        let item = self.nodes as u32 + demand;
                        let its = &self.demands[demand as usize];
                        if its.measure != measure || its.least <= potential {
                            continue;
                        }
                        match (self.known[one as usize], self.known[item as usize]) {
                            (Known::There, Known::There) => short = demand,
                            (Known::There, Known::Open) => {
                                self.conclude(item, false, Rule::Small { demand, without: NONE });
                            }
                            (Known::Open, Known::There) => {
                                self.conclude(one, false, Rule::Small { demand, without: NONE });
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        self.flood.queue = queue;
        if short != NONE {
            self.too_small(short, NONE, now);
        }
        short != NONE
    }

    /// Checks conditional demands: the vertices that can have the same demand must have enough weight, for each
    /// component.
    fn check_classes(&mut self, now: u32) -> bool {
        let mut queue = std::mem::take(&mut self.flood.queue);
        let mut short = NONE;
        for measure in 0..self.measures.len() {
            for class in 0..self.measures[measure].classes.len() {
                let its = &self.measures[measure].classes[class];
                let (least, before) = (its.least, self.flood.number);
                for position in 0..if least > 1 { its.demands.len() } else { 0 } {
                    let start = self.measures[measure].classes[class].demands[position];
                    let vertex = self.demands[start as usize].vertex;
                    if self.known[self.nodes + start as usize] == Known::Absent
                        || self.known[vertex as usize] == Known::Absent
                        || self.flood.reached[vertex as usize] > before
                    {
                        continue;
                    }
                    queue.clear();
                    queue.push(vertex);
                    if self.class_weight(measure, class, &mut queue) >= least {
                        continue;
                    }
                    for &one in queue.iter().filter(|&&one| self.known[one as usize] == Known::There) {
                        let demand = self.measures[measure].classes[class].of[one as usize];
                        if demand == NONE {
                            continue;
                        }
                        let item = self.nodes as u32 + demand;
                        match self.known[item as usize] {
                            Known::There => short = demand,
                            Known::Open => {
                                let rule = Rule::Small { demand, without: NONE };
                                self.forced.extend(self.literals[item as usize].map(|literal| (!literal, rule)));
                            }
                            Known::Absent => {}
                        }
                    }
                }
            }
        }
        self.flood.queue = queue;
        if short != NONE {
            self.too_small(short, NONE, now);
        }
        short != NONE
    }

    /// Returns the weight of the vertices that are connected to the first of the queue and can have a demand of this
    /// class.
    fn class_weight(&mut self, measure: usize, class: usize, queue: &mut Vec<u32>) -> i64 {
        let number = self.flood.next();
        self.flood.reached[queue[0] as usize] = number;
        let measure = &self.measures[measure];
        let class = &measure.classes[class];
        let mut weight = 0;
        let mut head = 0;
        while head < queue.len() {
            let one = queue[head];
            head += 1;
            weight += measure.weights[one as usize];
            let part = self.parts.of[one as usize];
            for arc in self.arcs.of(one) {
                let next = arc.to as usize;
                if self.flood.reached[next] == number
                    || arc.via != NONE && self.known[arc.via as usize] == Known::Absent
                    || self.known[next] == Known::Absent
                {
                    continue;
                }
                let own = class.of[next];
                let may = !measure.complete[next]
                    || own != NONE && self.known[self.nodes + own as usize] != Known::Absent
                    || self.may_agree(arc.to, class)
                    || part != NONE && self.parts.of[next] == part;
                if may {
                    self.flood.reached[next] = number;
                    queue.push(arc.to);
                }
            }
        }
        self.visits += 4 * queue.len();
        weight
    }

    /// Returns whether a vertex can have another demand that agrees with those of a class.
    fn may_agree(&self, vertex: u32, class: &Class) -> bool {
        self.demands_of.of(vertex).iter().any(|&index| {
            let demand = &self.demands[index as usize];
            demand.least <= class.most
                && class.least <= demand.most
                && self.known[self.nodes + index as usize] != Known::Absent
        })
    }

    /// Floods from parts that must grow and are bounded, and from parts that contain a weight that others need.
    fn check_parts(&mut self, now: u32) -> bool {
        self.flood.cover += 1;
        // If the carriers' components are unbounded, their floods find no more than the check of regions.
        let bounded = |carrier: u32| {
            let totals = self.parts.totals(self.parts.of[carrier as usize]).iter();
            totals.zip(&self.measures).any(|(total, measure)| measure.unit && total.most < i64::MAX)
        };
        let mut stray = vec![false; self.measures.len()];
        let mut carries = vec![false; self.parts.len()];
        for (index, measure) in self.measures.iter().enumerate() {
            let there = || measure.carriers.iter().filter(|&&carrier| self.known[carrier as usize] == Known::There);
            stray[index] = measure.carriers.len() < self.vertices
                && measure.carriers.iter().all(|&carrier| self.known[carrier as usize] != Known::Open)
                && there().any(|&carrier| bounded(carrier));
            if stray[index] {
                there().for_each(|&carrier| carries[self.parts.of[carrier as usize] as usize] = true);
            }
        }
        let distances = self.measures.iter().any(|measure| measure.unit);
        let mut served = vec![false; self.parts.len()];
        for part in 0..self.parts.len() as u32 {
            let totals = self.parts.totals(part);
            let wants = totals.iter().any(|total| total.least > total.weight);
            // Without distances there are many parts without any weight so far, and the check of regions finds almost
            // as much.
            let begun = distances || totals.iter().any(|total| total.least > total.weight && total.weight > 0);
            let bounded = totals.iter().any(|total| total.most < i64::MAX);
            if !(carries[part as usize] || wants && begun && bounded && !served[part as usize]) {
                continue;
            }
            self.flood.from.copy_from_slice(self.parts.totals(part));
            if !distances && !carries[part as usize] && self.is_served(part, &mut served) {
                continue;
            }
            self.spread(part, NONE, NONE, now);
            for measure in 0..self.measures.len() {
                let total = self.flood.from[measure];
                if total.least > self.flood.potential[measure] {
                    self.too_small(total.least_by, NONE, now);
                    return true;
                }
            }
            if wants {
                self.propagate_cut_nodes(part);
            }
            if !distances && !carries[part as usize] {
                self.keep_witnesses(part);
            }
            if carries[part as usize] {
                for &one in &self.flood.queue {
                    self.flood.covered[one as usize] = self.flood.cover;
                }
            }
        }
        let mut short = NONE;
        for index in 0..self.demands.len() {
            let demand = &self.demands[index];
            if !stray[demand.measure]
                || self.flood.covered[demand.vertex as usize] == self.flood.cover
                || demand.least <= self.measures[demand.measure].weights[demand.vertex as usize]
                || self.known[self.nodes + index] != Known::There
            {
                continue;
            }
            let (vertex, demand) = (demand.vertex, index as u32);
            match self.known[vertex as usize] {
                Known::There => short = demand,
                Known::Open => self.conclude(vertex, false, Rule::Stray { demand }),
                Known::Absent => {}
            }
        }
        if short != NONE {
            self.strays(short, now);
        }
        short != NONE
    }

    /// Returns whether the witness of a part is still available, which needs no flood if there are no distances. Other
    /// parts on the path with the same demands are served as well.
    fn is_served(&mut self, part: u32, served: &mut [bool]) -> bool {
        let home = self.parts.members(part)[0];
        self.flood.distance[home as usize] = 0;
        for measure in 0..self.measures.len() {
            let total = self.flood.from[measure];
            if total.least <= total.weight {
                continue;
            }
            let mut weight = total.weight;
            for &node in &self.flood.witnesses[total.least_by as usize] {
                if node as usize >= self.vertices {
                    if self.known[node as usize] == Known::Absent {
                        return false;
                    }
                } else if self.parts.of[node as usize] != part {
                    if self.blocked(part, home, Arc { to: node, via: NONE }, NONE, u32::MAX - 1).is_some() {
                        return false;
                    }
                    weight += self.measures[measure].weights[node as usize];
                }
            }
            if weight < total.least {
                return false;
            }
        }
        let wants = |total: &Total| total.least > total.weight;
        for total in self.flood.from.iter().filter(|total| wants(total)) {
            for &node in &self.flood.witnesses[total.least_by as usize] {
                let other = self.parts.of.get(node as usize).copied().unwrap_or(NONE);
                if other != NONE {
                    let wants = |total: &Total| (total.least, total.most);
                    let mut both = self.parts.totals(other).iter().zip(&self.flood.from);
                    served[other as usize] |= both.all(|(one, two)| wants(one) == wants(two));
                }
            }
        }
        true
    }

    /// Stores the witness of the last flood for a part.
    fn keep_witnesses(&mut self, part: u32) {
        for measure in 0..self.measures.len() {
            let total = self.flood.from[measure];
            if total.least <= total.weight {
                continue;
            }
            let mut witness = std::mem::take(&mut self.flood.witnesses[total.least_by as usize]);
            witness.clear();
            let mark = self.fresh();
            let mut weight = total.weight;
            for &vertex in &self.flood.queue {
                let own = self.measures[measure].weights[vertex as usize];
                if own == 0 || self.parts.of[vertex as usize] == part {
                    continue;
                }
                let mut one = vertex;
                while self.parts.of[one as usize] != part && self.marks[one as usize] != mark {
                    self.marks[one as usize] = mark;
                    witness.push(one);
                    weight += self.measures[measure].weights[one as usize];
                    let Arc { to, via } = self.flood.back[one as usize];
                    if via != NONE {
                        witness.push(via);
                    }
                    one = to;
                }
                if weight >= total.least {
                    break;
                }
            }
            self.flood.witnesses[total.least_by as usize] = witness;
        }
    }

    /// Propagates that the open nodes of the last flood are present without which the part would be too light.
    fn propagate_cut_nodes(&mut self, part: u32) {
        let number = self.flood.number;
        for measure in 0..self.measures.len() {
            let total = self.flood.from[measure];
            let potential = self.flood.potential[measure];
            if total.least <= total.weight {
                continue;
            }
            let root = self.parts.members(part)[0];
            self.visits += 2 * self.flood.queue.len();
            for &vertex in &self.flood.queue {
                self.order[vertex as usize] = 0;
                for &link in self.links.of(vertex) {
                    self.order[link as usize] = 0;
                }
            }
            self.queue.clear();
            let mut clock = 1;
            let mut visit = |this: &mut Network, node: u32| {
                let index = node as usize;
                this.order[index] = clock;
                this.low[index] = clock;
                this.cursor[index] = this.links.first[index];
                this.cut_off[index] = 0;
                this.subtree[index] = if index < this.vertices { this.measures[measure].weights[index] } else { 0 };
                this.queue.push(node);
                clock += 1;
            };
            visit(self, root);
            while let Some(&node) = self.queue.last() {
                let x = node as usize;
                let cursor = self.cursor[x];
                if cursor < self.links.first[x + 1] {
                    self.cursor[x] += 1;
                    let next = self.links.entries[cursor as usize];
                    let y = next as usize;
                    let within = if y < self.vertices {
                        self.flood.reached[y] == number
                    } else {
                        self.known[y] != Known::Absent
                    };
                    if !within {
                        continue;
                    }
                    if self.order[y] == 0 {
                        visit(self, next);
                    } else if self.order[y] < self.low[x] {
                        self.low[x] = self.order[y];
                    }
                    continue;
                }
                self.queue.pop();
                if self.known[x] == Known::Open {
                    let own = if x < self.vertices { self.measures[measure].weights[x] } else { 0 };
                    if potential - self.cut_off[x] - own < total.least {
                        self.conclude(node, true, Rule::Small { demand: total.least_by, without: node });
                    }
                }
                let Some(&parent) = self.queue.last() else { break };
                let p = parent as usize;
                self.low[p] = self.low[p].min(self.low[x]);
                self.subtree[p] += self.subtree[x];
                if self.low[x] >= self.order[p] {
                    self.cut_off[p] += self.subtree[x];
                }
            }
        }
    }
}
