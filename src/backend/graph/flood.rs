//! How far a part can grow: floods over what is not absent, as far as everything on the way can be in one component with it.
//!
//! A flood from a part stops at vertices that would join it with a part it cannot be one with, at vertices none of whose
//! demands agree with its own, and, where every vertex weighs 1, at the distance that its greatest weight leaves. What it
//! reaches weighs at least what the part can become. Too little: a contradiction. Too little without some open node: that
//! node is there. And a vertex that wants company that no flood brings to it is absent: the cell of a Nurikabe that no
//! clue's island can reach.

use super::measure::Total;
use super::{Arc, Demand, Known, NONE, Network, Rule};

/// One flood.
pub(super) struct Flood {
    /// By vertex, the number of the last flood that reached it.
    pub(super) reached: Vec<u32>,
    pub(super) number: u32,
    /// How many vertices are not there yet on the shortest way from the part that the flood starts from.
    pub(super) distance: Vec<u32>,
    /// What was reached, in order.
    pub(super) queue: Vec<u32>,
    /// What is a vertex further away than what is looked at.
    later: Vec<u32>,
    /// What the part weighs and asks for, by measure.
    pub(super) from: Vec<Total>,
    /// What everything that was reached weighs together, by measure.
    pub(super) potential: Vec<i64>,
    /// By vertex, the number of the last look in which a vertex with weight could reach it.
    covered: Vec<u32>,
    cover: u32,
}

impl Flood {
    pub(super) fn new(vertices: usize, measures: usize) -> Flood {
        Flood {
            reached: vec![0; vertices],
            number: 0,
            distance: vec![0; vertices],
            queue: Vec::with_capacity(vertices),
            later: Vec::with_capacity(vertices),
            from: vec![Total::NOTHING; measures],
            potential: vec![0; measures],
            covered: vec![0; vertices],
            cover: 0,
        }
    }

    /// A number for vertices that are to be told apart from those before.
    fn next(&mut self) -> u32 {
        if self.number == u32::MAX {
            self.reached.fill(0);
            self.number = 0;
        }
        self.number += 1;
        self.number
    }
}

/// Why a flood does not go on at an arc.
pub(super) enum Block {
    /// The item is absent.
    Absent(u32),
    /// The node is assumed to be absent.
    Assumed,
    /// The vertex alone makes it too large, by this measure.
    Heavy(usize),
    /// A demand of the vertex contradicts the part's.
    Demand(u32),
    /// No demand of the vertex that agrees with the part's is left, by this measure.
    Demands(usize),
    /// The vertex belongs to, or would be joined by this arc with, a part that cannot be one with this one, by this measure;
    /// so many vertices come on top.
    Part { arc: Arc, measure: usize, extra: i64 },
}

impl Network {
    /// Floods from a part, or, where it is [`NONE`], from a single vertex; `flood.from` says what it weighs and wants.
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
        self.flood.queue = queue;
        self.flood.later = later;
    }

    /// Why the flood from a part does not go along an arc.
    pub(super) fn blocked(&self, part: u32, from: u32, arc: Arc, without: u32, until: u32) -> Option<Block> {
        if arc.via != NONE {
            if arc.via == without {
                return Some(Block::Assumed);
            }
            if self.at(arc.via, until) == Known::Absent {
                return Some(Block::Absent(arc.via));
            }
        }
        if arc.to == without {
            return Some(Block::Assumed);
        }
        if self.at(arc.to, until) == Known::Absent {
            return Some(Block::Absent(arc.to));
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
        // The demands of the vertex itself: those that apply agree, and of those that must apply one may.
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

    /// The measure by which the flood's part cannot be one with another one and so many vertices more, if there is one.
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

    /// Looks what follows from how far parts can grow; whether they cannot grow enough.
    pub(super) fn look_ahead(&mut self, now: u32) -> bool {
        self.look_at_classes(now) || self.look_at_regions(now) || self.forced.is_empty() && self.look_at_parts(now)
    }

    /// What all that is not absent weighs, component by component, is enough for every demand.
    fn look_at_regions(&mut self, now: u32) -> bool {
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

    /// Where demands depend on conditions: what may have the same demand weighs enough for it, component by component.
    fn look_at_classes(&mut self, now: u32) -> bool {
        let mut queue = std::mem::take(&mut self.flood.queue);
        let mut short = NONE;
        for measure in 0..self.measures.len() {
            for class in 0..self.measures[measure].classes.len() {
                let (least, most) = self.measures[measure].classes[class];
                if least <= 1 {
                    continue;
                }
                let before = self.flood.number;
                for start in 0..self.demands.len() {
                    let demand = &self.demands[start];
                    if demand.measure != measure
                        || (demand.least, demand.most) != (least, most)
                        || self.known[self.nodes + start] == Known::Absent
                        || self.known[demand.vertex as usize] == Known::Absent
                        || self.flood.reached[demand.vertex as usize] > before
                    {
                        continue;
                    }
                    let number = self.flood.next();
                    queue.clear();
                    queue.push(demand.vertex);
                    self.flood.reached[demand.vertex as usize] = number;
                    let mut potential = 0;
                    let mut head = 0;
                    while head < queue.len() {
                        let one = queue[head];
                        head += 1;
                        potential += self.measures[measure].weights[one as usize];
                        for arc in self.arcs.of(one) {
                            if self.flood.reached[arc.to as usize] != number
                                && (arc.via == NONE || self.known[arc.via as usize] != Known::Absent)
                                && self.known[arc.to as usize] != Known::Absent
                                && (self.parts.of[one as usize] != NONE
                                    && self.parts.of[arc.to as usize] == self.parts.of[one as usize]
                                    || self.may_have(arc.to, measure, least, most))
                            {
                                self.flood.reached[arc.to as usize] = number;
                                queue.push(arc.to);
                            }
                        }
                    }
                    if potential >= least {
                        continue;
                    }
                    for &one in &queue {
                        if self.known[one as usize] != Known::There {
                            continue;
                        }
                        for position in self.demands_of.range(one) {
                            let demand = self.demands_of.entries[position];
                            let its = &self.demands[demand as usize];
                            if its.measure == measure && (its.least, its.most) == (least, most) {
                                let item = self.nodes as u32 + demand;
                                match self.known[item as usize] {
                                    Known::There => short = demand,
                                    Known::Open => {
                                        self.conclude(item, false, Rule::Small { demand, without: NONE });
                                    }
                                    Known::Absent => {}
                                }
                            }
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

    /// Whether a vertex can be in a component of which this is demanded, as far as its own demands tell.
    fn may_have(&self, vertex: u32, measure: usize, least: i64, most: i64) -> bool {
        let mut any = !self.measures[measure].complete[vertex as usize];
        for &index in self.demands_of.of(vertex) {
            let demand = &self.demands[index as usize];
            if demand.measure == measure {
                let agrees = demand.least <= most && least <= demand.most;
                match self.known[self.nodes + index as usize] {
                    Known::There if !agrees => return false,
                    Known::Absent => {}
                    _ => any |= agrees,
                }
            }
        }
        any
    }

    /// Floods from parts that are to grow, and do not join everything; and from those that have what others need.
    fn look_at_parts(&mut self, now: u32) -> bool {
        self.flood.cover += 1;
        let mut stray = vec![false; self.measures.len()];
        for (index, measure) in self.measures.iter().enumerate() {
            stray[index] = measure.carriers.len() < self.vertices
                && measure.carriers.iter().all(|&carrier| self.known[carrier as usize] != Known::Open);
        }
        let mut carries = vec![false; self.parts.len()];
        for (index, measure) in self.measures.iter().enumerate().filter(|(index, _)| stray[*index]) {
            debug_assert!(stray[index]);
            for &carrier in &measure.carriers {
                if self.known[carrier as usize] == Known::There {
                    carries[self.parts.of[carrier as usize] as usize] = true;
                }
            }
        }
        for part in 0..self.parts.len() as u32 {
            let totals = self.parts.totals(part);
            let wants = totals.iter().any(|total| total.least > total.weight);
            let bounded = totals.iter().any(|total| total.most < i64::MAX);
            if !(carries[part as usize] || wants && bounded) {
                continue;
            }
            self.flood.from.copy_from_slice(self.parts.totals(part));
            self.spread(part, NONE, NONE, now);
            for measure in 0..self.measures.len() {
                let total = self.flood.from[measure];
                if total.least > self.flood.potential[measure] {
                    self.too_small(total.least_by, NONE, now);
                    return true;
                }
            }
            if wants {
                self.look_at_chokes(part);
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

    /// Open nodes of the last flood without which the part would not get what it wants are there.
    fn look_at_chokes(&mut self, part: u32) {
        let number = self.flood.number;
        for measure in 0..self.measures.len() {
            let total = self.flood.from[measure];
            let potential = self.flood.potential[measure];
            if total.least <= total.weight {
                continue;
            }
            let root = self.parts.members(part)[0];
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
