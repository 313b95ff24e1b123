//! An exact cover engine with randomly permuted items and options, to measure the variance of an engine.
//!
//! Heuristics break ties by number; permuting the numbers with another seed gives another run of the same engine on the same
//! cover. The answers are unchanged.

use crate::{Cover, CoverCount, CoverOutcome, Cube, ExactCover, Given, Use};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::fault::Fault;

/// An exact cover engine with permuted items and options.
pub struct ShuffledCover {
    inner: Box<dyn Cover>,
    seed: u64,
    /// The inner number of each option.
    order: Vec<usize>,
    /// The outer number of each inner option.
    back: Vec<usize>,
}

impl ShuffledCover {
    /// Wraps an engine; the seed determines the permutation.
    pub fn new(inner: Box<dyn Cover>, seed: u64) -> ShuffledCover {
        ShuffledCover { inner, seed, order: Vec::new(), back: Vec::new() }
    }

    /// Returns cubes of the inner engine with the outer numbers of options.
    fn outer(&self, given: Given) -> Given {
        let outer = |options: Vec<usize>| options.into_iter().map(|option| self.back[option]).collect();
        let cubes = given.cubes.into_iter();
        let cubes = cubes.map(|Cube { with, without }| Cube { with: outer(with), without: outer(without) }).collect();
        Given { cubes, ..given }
    }
}

impl Cover for ShuffledCover {
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault> {
        let mut random = Random(self.seed);
        self.back = random.permutation(cover.options().len());
        self.order = inverse(&self.back);
        let items = random.permutation(cover.items().len());
        let place = inverse(&items);
        let mut shuffled = ExactCover::new();
        for &item in &items {
            shuffled.item(cover.items()[item].min, cover.items()[item].max);
        }
        for &option in &self.back {
            shuffled.option(cover.options()[option].iter().map(|one| Use { item: place[one.item], ..*one }));
        }
        self.inner.load(&shuffled)
    }

    fn enter(&mut self, with: &[usize], without: &[usize]) {
        let inner = |options: &[usize]| options.iter().map(|&option| self.order[option]).collect::<Vec<_>>();
        self.inner.enter(&inner(with), &inner(without));
    }

    fn next(&mut self, budget: &Budget) -> CoverOutcome {
        match self.inner.next(budget) {
            CoverOutcome::Solution(chosen) => {
                let mut chosen: Vec<usize> = chosen.into_iter().map(|option| self.back[option]).collect();
                chosen.sort_unstable();
                CoverOutcome::Solution(chosen)
            }
            CoverOutcome::Given(given) => CoverOutcome::Given(self.outer(given)),
            other @ (CoverOutcome::Exhausted | CoverOutcome::Stopped(_)) => other,
        }
    }

    fn give_every(&mut self, nodes: u64) {
        self.inner.give_every(nodes);
    }

    fn seek(&mut self, seed: u64) {
        self.inner.seek(seed);
    }

    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        self.inner.is_hard(nodes, budget)
    }

    fn share(&self) -> f64 {
        self.inner.share()
    }

    fn count(&mut self, budget: &Budget) -> CoverCount {
        match self.inner.count(budget) {
            CoverCount::Given(given) => CoverCount::Given(self.outer(given)),
            other @ (CoverCount::Exactly(_) | CoverCount::AtLeast(..)) => other,
        }
    }

    fn nodes(&self) -> Option<u64> {
        self.inner.nodes()
    }
}

fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (place, &index) in permutation.iter().enumerate() {
        inverse[index] = place;
    }
    inverse
}
