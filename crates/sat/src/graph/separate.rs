//! Propagation of connectedness: cut nodes between present vertices are present, vertices separated from them are
//! absent.
//!
//! One depth-first search from a present vertex finds both in linear time (R. Tarjan, "Depth-first search and linear
//! graph algorithms", 1972): an open node is present if it separates a present vertex from the root. The reason is a
//! separator: absent nodes around one side, restricted to those that the other side reaches without crossing the
//! others.

use super::{Known, NONE, Network, Rule};

impl Network {
    /// Propagates connectedness; returns whether there is a conflict.
    pub(super) fn connect(&mut self, now: u32) -> bool {
        let there = (0..self.vertices).filter(|&vertex| self.known[vertex] == Known::There);
        let Some(root) = there.min_by_key(|&vertex| self.since[vertex]) else { return false };
        let root = root as u32;
        self.search(root);
        let mut cut_off = NONE;
        for vertex in 0..self.vertices {
            if self.order[vertex] != 0 {
                continue;
            }
            match self.known[vertex] {
                Known::There if cut_off == NONE || self.since[vertex] < self.since[cut_off as usize] => {
                    cut_off = vertex as u32;
                }
                Known::Open => {
                    self.conclude(vertex as u32, false, Rule::Unreached { vertex: vertex as u32, root });
                }
                _ => {}
            }
        }
        if cut_off == NONE {
            return false;
        }
        self.forced.clear();
        self.separation(cut_off, root, NONE, now);
        true
    }

    /// Returns whether anything decided since the last propagation can matter. A present edge, or a present vertex next
    /// to one that was present before, implies nothing new; an absent node separates nothing if it had one neighbour
    /// left.
    pub(super) fn may_propagate(&self) -> bool {
        let Some(first) = self.changed.iter().map(|&node| self.since[node as usize]).min() else { return true };
        self.changed.iter().any(|&node| {
            let since = self.since[node as usize];
            let links = self.links.of(node).iter();
            match self.known[node as usize] {
                Known::Open => true,
                Known::There if node as usize >= self.vertices => false,
                Known::There => {
                    let was_there =
                        |&next: &u32| self.known[next as usize] == Known::There && self.since[next as usize] < first;
                    let mut arcs = self.arcs.of(node).iter();
                    !arcs.any(|arc| {
                        was_there(&arc.to) && (arc.via == NONE || self.known[arc.via as usize] == Known::There)
                    })
                }
                // Nodes that became absent later were passable at that time.
                Known::Absent => {
                    let crossed = |&&next: &&u32| {
                        self.known[next as usize] != Known::Absent || self.since[next as usize] >= since
                    };
                    links.filter(crossed).count() > 1
                }
            }
        })
    }

    /// Searches from a present vertex: `order` is 0 for unreached nodes.
    fn search(&mut self, root: u32) {
        self.order.fill(0);
        self.queue.clear();
        let mut clock = 1;
        let mut visit = |this: &mut Network, node: u32| {
            let index = node as usize;
            this.order[index] = clock;
            this.low[index] = clock;
            this.cursor[index] = this.links.first[index];
            let terminal = index < this.vertices && this.known[index] == Known::There;
            this.below[index] = if terminal { node } else { NONE };
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
                if self.known[y] == Known::Absent {
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
            let Some(&parent) = self.queue.last() else { break };
            self.visits += 1;
            let p = parent as usize;
            self.low[p] = self.low[p].min(self.low[x]);
            let below = self.below[x];
            if below == NONE {
                continue;
            }
            if self.low[x] >= self.order[p] && self.known[p] == Known::Open {
                self.conclude(parent, true, Rule::Cut { node: parent, inside: below, root });
            }
            let other = self.below[p];
            if other == NONE || self.since[below as usize] < self.since[other as usize] {
                self.below[p] = below;
            }
        }
    }

    /// Explains that two vertices are separated by absent nodes, and by `without` if that is a node. The explanation
    /// includes a present vertex of each side; any of the inner side will do, so the oldest is used.
    pub(super) fn separation(&mut self, from: u32, root: u32, without: u32, until: u32) {
        self.why.clear();
        let mut inside = from;
        // One side: the absent nodes around it have the next mark.
        let side = self.fresh();
        let around = self.fresh();
        self.queue.clear();
        self.queue.push(from);
        self.marks[from as usize] = side;
        let mut boundary = 0;
        let mut head = 0;
        while head < self.queue.len() {
            let node = self.queue[head];
            head += 1;
            if (node as usize) < self.vertices
                && self.at(node, until) == Known::There
                && self.since[node as usize] < self.since[inside as usize]
            {
                inside = node;
            }
            for index in self.links.range(node) {
                let next = self.links.entries[index];
                let mark = self.marks[next as usize];
                if mark == side || mark == around || next == without {
                    continue;
                }
                if self.at(next, until) == Known::Absent {
                    self.marks[next as usize] = around;
                    boundary += 1;
                } else {
                    self.marks[next as usize] = side;
                    self.queue.push(next);
                }
            }
        }
        // The other side, through all nodes: the part of the boundary it touches suffices.
        let other = self.fresh();
        let touched = self.fresh();
        self.queue.clear();
        self.queue.push(root);
        self.marks[root as usize] = other;
        let mut head = 0;
        while head < self.queue.len() && boundary > 0 {
            let node = self.queue[head];
            head += 1;
            for index in self.links.range(node) {
                let next = self.links.entries[index];
                let mark = self.marks[next as usize];
                if mark == around {
                    self.marks[next as usize] = touched;
                    self.because(next);
                    boundary -= 1;
                } else if mark != side && mark != other && mark != touched && next != without {
                    self.marks[next as usize] = other;
                    self.queue.push(next);
                }
            }
        }
        if self.at(inside, until) == Known::There {
            self.because(inside);
        }
        self.because(root);
    }
}
