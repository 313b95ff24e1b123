//! A search through one branch of each orbit, which returns the images of its results: see
//! [`boardwright_ir::constraint::symmetric::Symmetric`].

use super::interface::{NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size};
use crate::task::failure::Failure;
use crate::task::strategy::Strategy;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::symmetric::Branch;
use boardwright_ir::constraint::{Assignment, Literal, OriginId};
use boardwright_solvers::backend::Effort;
use num_bigint::BigUint;

/// A search through branches; see the module.
pub(in crate::task) struct OrbitSearch<'a> {
    inner: Box<dyn Search + 'a>,
    branches: Vec<Branch>,
    /// The current branch: `None` before the first; the number of branches after the last.
    at: Option<usize>,
    /// Images not yet returned, the next one last.
    waiting: Vec<Assignment>,
    /// Whether a cube was entered, which is searched without branches.
    in_cube: bool,
}

impl<'a> OrbitSearch<'a> {
    pub(in crate::task) fn new(inner: Box<dyn Search + 'a>, branches: Vec<Branch>) -> Self {
        OrbitSearch { inner, branches, at: None, waiting: Vec::new(), in_cube: false }
    }

    fn enter_branch(&mut self, index: usize) -> Result<(), Failure> {
        let cube: Vec<Literal> = self.branches[index].cube.iter().map(|&variable| variable.into()).collect();
        self.inner.enter(&cube)
    }
}

impl Search for OrbitSearch<'_> {
    fn size(&self) -> Size {
        self.inner.size()
    }

    fn formula(&self) -> String {
        self.inner.formula()
    }

    fn strategy(&self) -> Option<Strategy> {
        self.inner.strategy()
    }

    fn bounds(&self) -> Option<&'static str> {
        self.inner.bounds()
    }

    fn effort(&self) -> Option<Effort> {
        self.inner.effort()
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        self.inner.optimise(budget, observe)
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.in_cube = true;
        self.waiting.clear();
        self.inner.enter(cube)
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        if self.in_cube {
            return self.inner.count(budget);
        }
        let mut sum = BigUint::ZERO;
        for index in 0..self.branches.len() {
            self.enter_branch(index)?;
            let images = self.branches[index].images.len();
            match self.inner.count(budget)? {
                None => return Ok(None),
                Some(SearchCount::Exactly(count)) => sum += count * images,
                Some(SearchCount::AtLeast(count, stop)) => {
                    return Ok(Some(SearchCount::AtLeast(sum + count * images, stop)));
                }
            }
        }
        // The list starts again.
        self.at = None;
        self.waiting.clear();
        Ok(Some(SearchCount::Exactly(sum)))
    }

    fn contradiction(&mut self, budget: &Budget) -> Option<Vec<(OriginId, u8)>> {
        self.inner.contradiction(budget)
    }

    fn remark(&self) -> Option<String> {
        self.inner.remark()
    }

    fn share(&self) -> Option<f64> {
        let here = self.inner.share()?;
        let done = self.at.filter(|_| !self.in_cube);
        Some(done.map_or(here, |done| ((done as f64 + here) / self.branches.len() as f64).min(1.0)))
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        if self.in_cube {
            return self.inner.next(budget);
        }
        loop {
            // The assignment was checked, and symmetries preserve the constraints, so its images satisfy them.
            if let Some(image) = self.waiting.pop() {
                return Ok(NextAssignment::Found(image));
            }
            let branch = match self.at {
                Some(index) if index == self.branches.len() => return Ok(NextAssignment::Exhausted),
                Some(index) => &self.branches[index],
                None => {
                    self.at = Some(0);
                    self.enter_branch(0)?;
                    continue;
                }
            };
            match self.inner.next(budget)? {
                NextAssignment::Found(found) => {
                    self.waiting.extend(branch.images.iter().rev().map(|action| action.image(&found)));
                }
                NextAssignment::Exhausted => {
                    let next = self.at.map_or(0, |index| index + 1);
                    self.at = Some(next);
                    if next < self.branches.len() {
                        self.enter_branch(next)?;
                    }
                }
                stopped @ NextAssignment::Stopped(_) => return Ok(stopped),
            }
        }
    }
}
