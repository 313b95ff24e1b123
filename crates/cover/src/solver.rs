//! What an exact cover engine does, and its outcomes. Start with [`Cover`].

use crate::{Cube, ExactCover};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::fault::Fault;
use num_bigint::BigUint;

/// A part of a search that the engine leaves to others; see [`Cover::give_every`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// The cubes, in the order in which the engine would have searched them. They come after everything that it still searches,
    /// and before everything that it gave earlier.
    pub cubes: Vec<Cube>,
    /// The share of the entered cube that each has, from 0 to 1.
    pub share: f64,
}

/// The next result of an exact cover engine.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverOutcome {
    /// The options of a new solution, ascending.
    Solution(Vec<usize>),
    /// There are no more solutions.
    Exhausted,
    /// The engine gives these cubes away; the next call resumes the search of the rest.
    Given(Given),
    /// A limit was reached; the next call resumes the search.
    Stopped(Stop),
}

/// The number of solutions of a cover.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverCount {
    /// The exact number, without those in cubes that were given away.
    Exactly(BigUint),
    /// The engine gives these cubes away, or has paused without giving any; the next call resumes the count of the rest.
    Given(Given),
    /// A lower bound; a limit was reached.
    AtLeast(BigUint, Stop),
}

/// An exact cover engine.
pub trait Cover {
    /// Loads a cover in place of any previous one and restarts the enumeration.
    ///
    /// # Errors
    /// If the cover is too large.
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault>;

    /// Restricts the solutions to those with all options of `with` and none of `without`, and restarts the enumeration.
    /// With both empty there is no restriction.
    fn enter(&mut self, with: &[usize], without: &[usize]);

    /// Makes the engine give parts of each entered cube away from now on, after this number of nodes and again after the same
    /// number, unless it would have to do much of the work again for them.
    fn give_every(&mut self, nodes: u64);

    /// Prepares the engine to look for one solution of each entered cube: it may restart in orders that depend on the seed. Solutions
    /// are still all found, each once, but the first one is expected sooner. Not together with [`Cover::give_every`].
    fn seek(&mut self, seed: u64);

    /// Returns whether a count of the entered cube takes more than this number of nodes, and its states rarely recur.
    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool;

    /// Returns the next solution.
    fn next(&mut self, budget: &Budget) -> CoverOutcome;

    /// Returns the share of the search tree that has been searched, from 0 to 1; the branches of a node have equal
    /// shares.
    fn share(&self) -> f64;

    /// Returns the number of solutions, including those already listed. Does not affect the enumeration.
    fn count(&mut self, budget: &Budget) -> CoverCount;

    /// Nodes of the search tree that were visited so far, when the engine reports them.
    fn nodes(&self) -> Option<u64> {
        None
    }
}
