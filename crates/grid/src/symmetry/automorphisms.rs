//! The symmetries of a graph: its automorphisms that keep what is printed and what the rules say.
//!
//! The search maps the vertices one after the other, each to a vertex of its class; classes are refined until vertices of a
//! class have equally many neighbours in each class. The cycle of five vertices has ten automorphisms, the Petersen graph 120.

use super::points::{joined, links};
use super::signatures::{Signatures, printed};
use crate::Grid;
use boardwright_base::board::symmetry::{Group, NamedPermutation, Permutation};
use boardwright_puzzle::capability::symmetry::NoSymmetries;
use std::collections::BTreeMap;

/// The most automorphisms that are listed.
const MAX_AUTOMORPHISMS: usize = 5_000;

/// Returns the symmetries of a graph.
pub(super) fn symmetries(grid: &Grid) -> Result<Group, NoSymmetries> {
    let topology = &grid.symbols.topology;
    let picture = printed(grid);
    let place = |cell: usize| topology.cells[cell].row * topology.width + topology.cells[cell].column;
    let sides = topology.tiling.sides();
    let neighbours: Vec<Vec<usize>> = topology.cells.iter().map(|&at| topology.leaps(at, &sides)).collect();
    let colours: Vec<u32> = (0..neighbours.len()).map(|cell| picture[place(cell)]).collect();
    let mut search = Search {
        classes: refined(&neighbours, &colours),
        order: in_order(&neighbours),
        neighbours: &neighbours,
        images: vec![usize::MAX; neighbours.len()],
        used: vec![false; neighbours.len()],
        found: Vec::new(),
    };
    if !search.extend(0) {
        return Err(NoSymmetries::TooManyAutomorphisms { most: MAX_AUTOMORPHISMS });
    }
    let signatures = Signatures::new(grid);
    let known = signatures.of_all(None);
    let mut kept = Vec::new();
    for images in search.found {
        let mut all: Vec<usize> = (0..picture.len()).collect();
        images.iter().enumerate().for_each(|(cell, &image)| all[place(cell)] = place(image));
        let permutation = Permutation::new(all).and_then(|places| {
            let lines = grid.symbols.lines.as_ref();
            let lines = lines.map_or(Some(Vec::new()), |lines| links(lines, &grid.symbols, &places));
            joined(&places, &lines?, &[])
        });
        let Some(permutation) = permutation else { continue };
        if permutation.is_identity() || signatures.of_all(Some(&permutation)) == known {
            let moved = images.iter().enumerate().filter(|(cell, image)| cell != *image).count();
            kept.push(NamedPermutation { name: format!("an automorphism that moves {moved} vertices"), permutation });
        }
    }
    Ok(Group::of_listed(kept, "automorphisms", ""))
}

/// Returns the vertices, each as near as possible to an earlier one.
fn in_order(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut known = vec![false; neighbours.len()];
    for start in 0..neighbours.len() {
        let mut next = order.len();
        if !std::mem::replace(&mut known[start], true) {
            order.push(start);
        }
        while let Some(&vertex) = order.get(next) {
            next += 1;
            for &other in &neighbours[vertex] {
                if !std::mem::replace(&mut known[other], true) {
                    order.push(other);
                }
            }
        }
    }
    order
}

/// Returns the classes of the vertices: by colour, then by the classes of neighbours until nothing changes.
fn refined(neighbours: &[Vec<usize>], colours: &[u32]) -> Vec<u32> {
    let mut classes = colours.to_vec();
    loop {
        let mut known: BTreeMap<(u32, Vec<u32>), u32> = BTreeMap::new();
        let next: Vec<u32> = (0..classes.len())
            .map(|vertex| {
                let mut near: Vec<u32> = neighbours[vertex].iter().map(|&other| classes[other]).collect();
                near.sort_unstable();
                let number = known.len() as u32;
                *known.entry((classes[vertex], near)).or_insert(number)
            })
            .collect();
        let before = classes.iter().collect::<std::collections::BTreeSet<_>>().len();
        if known.len() == before {
            return next;
        }
        classes = next;
    }
}

struct Search<'n> {
    classes: Vec<u32>,
    order: Vec<usize>,
    neighbours: &'n [Vec<usize>],
    images: Vec<usize>,
    used: Vec<bool>,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Maps the vertices from the `next` in order on; returns false if there are too many automorphisms.
    fn extend(&mut self, next: usize) -> bool {
        let Some(&vertex) = self.order.get(next) else {
            self.found.push(self.images.clone());
            return self.found.len() <= MAX_AUTOMORPHISMS;
        };
        let mapped = |search: &Search<'_>, other: usize| search.images[other] != usize::MAX;
        for image in 0..self.neighbours.len() {
            if self.used[image] || self.classes[image] != self.classes[vertex] {
                continue;
            }
            let near = self.neighbours[vertex].iter().filter(|&&other| mapped(self, other));
            let (mut count, mut fits) = (0, true);
            for &other in near {
                count += 1;
                fits &= self.neighbours[image].contains(&self.images[other]);
            }
            let reached = self.neighbours[image].iter().filter(|&&other| self.used[other]).count();
            if !fits || reached != count {
                continue;
            }
            (self.images[vertex], self.used[image]) = (image, true);
            let goes_on = self.extend(next + 1);
            (self.images[vertex], self.used[image]) = (usize::MAX, false);
            if !goes_on {
                return false;
            }
        }
        true
    }
}
