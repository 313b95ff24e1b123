//! A count by a sweep with several threads, or one that saves its layers, so that an interrupted run continues from the last one.
//!
//! A saved layer replaces the one before. The last layer of a part, which has a few states, is always saved: a later run takes the
//! count of the part from it.

use super::count::Tally;
use super::cubes::NodePath;
use super::event::Event;
use super::failure::{Disagreement, Failure};
use super::runner::Runner;
use super::search::frontier::FrontierSearch;
use super::setup::Solver;
use boardwright_base::clock::Moment;
use boardwright_frontier::SavedLayer;
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_solvers::backend::{LayerStore, Opened};
use num_bigint::BigUint;
use std::time::Duration;

/// The minimum time between two saved layers, and its minimum as a multiple of the time that the last one took.
const SAVED_EVERY: Duration = Duration::from_secs(2);
const MULTIPLE: u32 = 20;

/// Delivers the layers of a part as events.
struct Saving<'r, 'a> {
    runner: &'r Runner<'a>,
    node: NodePath,
    last: Moment,
    cost: Duration,
    failure: Option<Failure>,
}

impl LayerStore for Saving<'_, '_> {
    fn saved(&mut self) -> Option<SavedLayer> {
        self.runner.request.work.layers.get(&self.node).cloned()
    }

    fn is_due(&mut self) -> bool {
        self.runner.request.work.checkpoint && self.last.elapsed() >= SAVED_EVERY.max(self.cost * MULTIPLE)
    }

    fn save(&mut self, layer: SavedLayer) {
        if !self.runner.request.work.checkpoint {
            return;
        }
        let start = Moment::now();
        let saved = self.runner.emit(Event::Layer { node: self.node.clone(), layer });
        self.failure = self.failure.take().or(saved.err());
        (self.last, self.cost) = (Moment::now(), start.elapsed());
    }
}

impl Runner<'_> {
    /// Counts the solutions of a part by a sweep, with the requested threads and checkpoint.
    pub(super) fn count_layers(&self, problem: &Problem, root: NodePath, solver: &Solver) -> Result<Tally, Failure> {
        let start = Moment::now();
        let Opened::Frontier(counter) = solver.backend.open() else {
            return Err(Failure::check(Disagreement::OtherRoute { backend: solver.backend.name.to_string() }));
        };
        let mut search = FrontierSearch::new(problem, counter, Roles::FAITHFUL, self.budget)?;
        self.lowered(&search, start);
        let start = Moment::now();
        let mut store = Saving { runner: self, node: root, last: Moment::now(), cost: Duration::ZERO, failure: None };
        let counted = search.count_saved(self.request.work.threads, &mut store, self.budget)?;
        if let Some(failure) = store.failure {
            return Err(failure);
        }
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        Ok(match counted {
            Ok((count, example)) => Tally::Exactly { count, example },
            Err(stop) => Tally::Stopped { at_least: BigUint::ZERO, stop },
        })
    }
}
