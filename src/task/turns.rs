//! Counts for which no route was chosen: the search lists solutions, and from time to time a sweep over the frontier tries to
//! count them all.
//!
//! How wide a frontier becomes is known only once it is swept: bounds on it are off by powers of ten. So both ways get work in
//! turns, each turn several times as much as the one before. What ends first is the answer, and the other way has cost at most
//! a small multiple of it. The turns depend on numbers of solutions and of steps only, so that a count takes the same way on
//! every machine.

use super::count::{Bound, Listed, Tally};
use super::failure::Failure;
use super::runner::Runner;
use super::search::Search;
use super::search::frontier::FrontierSearch;
use super::setup::Solver;
use crate::backend::{self, Opened, Route};
use crate::budget::Refused;
use crate::clock::Moment;
use crate::constraint::{Problem, Roles};
use crate::frontier::Reach;
use crate::puzzle::Decoder;

/// The number of solutions after which a sweep gets its turn, and its steps. A step takes some 50 ns; a solution some 100 us.
const TURNS: [(u64, u64); 4] = [(100, 2_000_000), (1_000, 20_000_000), (4_000, 200_000_000), (40_000, 2_000_000_000)];
/// The maximum size of a layer in words: 128 MB.
const MAX_WORDS: usize = 1 << 24;
/// The maximum number of constraints of a problem that is tried.
const MAX_CONSTRAINTS: usize = 50_000;

impl Runner<'_> {
    /// Counts the solutions of a search; if no route was chosen, in turns with sweeps.
    pub(super) fn in_turns(
        &self,
        search: &mut dyn Search,
        problem: &Problem,
        solver: &Solver,
        decode: Option<&Decoder>,
        bound: &Bound,
    ) -> Result<Tally, Failure> {
        let mut listed = Listed::default();
        if solver.automatic && problem.constraints().len() <= MAX_CONSTRAINTS {
            let mut frontier = None;
            for (until, steps) in TURNS {
                if let Some(tally) = self.visited_until(search, decode, Some(bound), &mut listed, Some(until))? {
                    return Ok(tally);
                }
                let own = match frontier.take() {
                    Some(own) => own,
                    None => match self.frontier(problem)? {
                        Some(own) => own,
                        None => break,
                    },
                };
                let reach = Reach { words: MAX_WORDS, steps };
                if let Some(tally) = self.swept(frontier.insert(own), reach, decode, listed.number)? {
                    return Ok(tally);
                }
            }
        }
        let tally = self.visited_until(search, decode, Some(bound), &mut listed, None)?;
        Ok(tally.expect("only a number of solutions ends it early"))
    }

    /// Returns the problem over a frontier, if it can be stated so.
    fn frontier<'p>(&self, problem: &'p Problem) -> Result<Option<FrontierSearch<'p>>, Failure> {
        let Opened::Frontier(counter) = backend::default_for(Route::Frontier).open() else { return Ok(None) };
        match FrontierSearch::new(problem, counter, Roles::FAITHFUL, self.budget) {
            Ok(search) => Ok(Some(search)),
            Err(Refused::Inapplicable(_)) => Ok(None),
            Err(Refused::Stopped(stop)) => Err(stop.into()),
        }
    }

    /// Counts by a sweep; `None` if it is too wide. `listed` is a number of solutions that are known.
    fn swept(
        &self,
        frontier: &mut FrontierSearch<'_>,
        reach: Reach,
        decode: Option<&Decoder>,
        listed: u64,
    ) -> Result<Option<Tally>, Failure> {
        let start = Moment::now();
        let counted = frontier.within(reach, self.budget)?;
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        let Some((count, example)) = counted else { return Ok(None) };
        if count < listed.into() {
            return Err(Failure::Check(format!("{count} solutions were counted, but {listed} were found")));
        }
        if let (Some(decode), Some(example)) = (decode, &example) {
            self.verified(decode(example))?;
        }
        let backend = backend::default_for(Route::Frontier);
        self.facts.update(|facts| {
            facts.route = Some(Route::Frontier.name());
            facts.backend = Some(backend.name.to_string());
            facts.encoding.clear();
        });
        Ok(Some(Tally::Exactly { count, example }))
    }
}
