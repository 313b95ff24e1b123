//! Counts for which no route was chosen: the search lists or counts solutions, and from time to time a sweep over the frontier
//! tries to count them all.
//!
//! How wide a frontier becomes is known only once it is swept: bounds on it are off by powers of ten. So both ways get work in
//! turns, each turn several times as much as the one before. What ends first is the answer, and the other way has cost at most
//! a small multiple of it. The turns depend on numbers of solutions, nodes and steps only, so that a count takes the same way on
//! every machine.

use super::count::{Bound, Listed, Tally};
use super::failure::{BadCount, Failure, Inapplicable};
use super::runner::Runner;
use super::search::frontier::FrontierSearch;
use super::search::{Optimum, Search};
use super::setup::{Setup, Solver};
use crate::answer::Remark;
use boardwright_base::budget::{Budget, Refused};
use boardwright_base::clock::Moment;
use boardwright_frontier::Reach;
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_puzzle::{Decoder, Loaded, Question};
use boardwright_solvers::backend::{self, Backend, Opened, Route};
use num_bigint::BigUint;

/// The number of solutions after which a sweep gets its turn, and its steps. A step takes some 50 ns; a solution some 100 us.
const TURNS: [(u64, u64); 4] = [(100, 2_000_000), (1_000, 20_000_000), (4_000, 200_000_000), (40_000, 2_000_000_000)];
/// The number of turns before the work is divided: some ten seconds.
const UNDIVIDED: usize = 3;
/// The steps of the sweep that comes before a search for an optimum: some 100 ms.
const OPENING_STEPS: u64 = 2_000_000;
/// The maximum size of a layer in words: 128 MB.
const MAX_WORDS: usize = 1 << 24;
/// The maximum number of constraints of a problem that is tried.
const MAX_CONSTRAINTS: usize = 50_000;

/// The number of nodes of an exact cover after which a sweep gets its first turn; the next ones come after twice as many each. A
/// node takes some 300 ns.
const NODES_BEFORE_SWEEP: u64 = 1 << 15;
/// The maximum number of steps of a turn for each node until then; 8 take about the same time as a node.
const STEPS: f64 = 32.0;
/// A sweep is tried if it would take no more than this number of steps for each node, were the states the square root of their
/// bound. It gets up to 4 steps for each node then, and more if it is more promising.
const PROMISE: f64 = 64.0;
/// The nodes for each operand of a constraint until a sweep is prepared, which takes time even if it is not tried.
const PREPARED: u64 = 64;

/// The sweeps between the nodes of an exact cover search.
pub(super) struct CoverSweeps<'p> {
    problem: &'p Problem,
    /// The number of nodes at the next turn; `None` if there is none.
    next: Option<u64>,
    frontier: Option<FrontierSearch<'p>>,
}

impl<'p> CoverSweeps<'p> {
    pub(super) fn new(problem: &'p Problem, solver: &Solver) -> CoverSweeps<'p> {
        let open = solver.automatic && problem.constraints().len() <= MAX_CONSTRAINTS;
        let first = || {
            let mut operands = 0;
            for posted in problem.constraints() {
                posted.constraint.each_operand(&mut |_| operands += 1);
            }
            NODES_BEFORE_SWEEP.max(PREPARED * operands)
        };
        CoverSweeps { problem, next: open.then(first), frontier: None }
    }

    /// Counts all solutions by a sweep if it is its turn; `None` if not, or if it is too wide. `least` is a number of solutions
    /// that are known after `nodes`.
    pub(super) fn turn(
        &mut self,
        runner: &Runner<'_>,
        nodes: u64,
        decode: Option<&Decoder>,
        least: &BigUint,
    ) -> Result<Option<Tally>, Failure> {
        if self.next.is_none_or(|next| nodes < next) {
            return Ok(None);
        }
        self.next = Some(nodes.saturating_mul(2));
        let frontier = match &mut self.frontier {
            Some(frontier) => frontier,
            None => match runner.frontier(self.problem)? {
                Some(frontier) => self.frontier.insert(frontier),
                None => {
                    self.next = None;
                    return Ok(None);
                }
            },
        };
        let promise = PROMISE * nodes as f64 / frontier.promise();
        if promise < 1.0 {
            runner.facts.remark(Remark::Unpromising { states: frontier.most_states() });
            return Ok(None);
        }
        let steps = (nodes as f64 * (4.0 * promise).min(STEPS)) as u64;
        runner.swept(frontier, Reach { words: MAX_WORDS.max(steps as usize / 8), steps }, decode, least)
    }
}

/// Opens the default engine for sweeps.
fn opened<'p>(problem: &'p Problem, budget: &Budget) -> Result<Option<FrontierSearch<'p>>, Refused<Inapplicable>> {
    let Opened::Frontier(counter) = backend::default_for(Route::Frontier).open() else { return Ok(None) };
    FrontierSearch::new(problem, counter, Roles::FAITHFUL, budget).map(Some)
}

/// Returns what a sweep would need to count the boards; `None` if a count with this setup takes no turns with sweeps.
///
/// # Errors
/// If the formulation does not apply, or a limit was reached.
pub fn sweep_outlook(loaded: &Loaded, setup: &Setup, budget: &Budget) -> Result<Option<Remark>, Failure> {
    let Setup::Solver { formulation, solver, .. } = setup else { return Ok(None) };
    if !solver.automatic || loaded.instance.question() != Question::Board {
        return Ok(None);
    }
    let problem = setup.formulated(loaded, formulation, None, budget)?.formulated.problem;
    if problem.constraints().len() > MAX_CONSTRAINTS {
        return Ok(None);
    }
    match opened(&problem, budget) {
        Ok(search) => Ok(search.map(|search| Remark::Outlook { states: search.most_states() })),
        Err(Refused::Inapplicable(reason)) => Ok(Some(Remark::NoSweep(reason.to_string()))),
        Err(Refused::Stopped(stop)) => Err(stop.into()),
    }
}

impl Runner<'_> {
    /// Counts the solutions of a search; if no route was chosen, in turns with sweeps of the problem. Without a bound the count is
    /// not about the answer.
    pub(super) fn in_turns(
        &self,
        search: &mut dyn Search,
        problem: &Problem,
        solver: &Solver,
        decode: Option<&Decoder>,
        bound: Option<&Bound>,
    ) -> Result<Tally, Failure> {
        let mut listed = Listed::default();
        if solver.automatic
            && let Some(tally) = self.turns(&TURNS, search, problem, decode, bound, &mut listed)?
        {
            return Ok(tally);
        }
        let tally = self.visited_until(search, decode, bound, &mut listed, None)?;
        Ok(tally.expect("only a number of solutions ends it early"))
    }

    /// Counts in the first turns, before the work is divided among threads or saved in a checkpoint; `None` if they do not
    /// suffice. A run that continues another does without.
    pub(super) fn in_first_turns(
        &self,
        problem: &Problem,
        solver: &Solver,
        decode: Option<&Decoder>,
        bound: &Bound,
    ) -> Result<Option<Tally>, Failure> {
        if !solver.automatic || !self.request.work.finished.is_empty() {
            return Ok(None);
        }
        let mut search = self.opened(problem, solver)?;
        self.turns(&TURNS[..UNDIVIDED], &mut *search, problem, decode, Some(bound), &mut Listed::default())
    }

    /// Counts the optimal solutions by a short sweep, if no route was chosen; `None` if it would be wide. Returns the optimum, too.
    pub(super) fn swept_optimum(
        &self,
        problem: &Problem,
        solver: &Solver,
        decode: Option<&Decoder>,
    ) -> Result<Option<(Option<i64>, Tally)>, Failure> {
        if !solver.automatic || !self.request.work.is_plain() || problem.constraints().len() > MAX_CONSTRAINTS {
            return Ok(None);
        }
        let start = Moment::now();
        let Some(mut frontier) = self.frontier(problem)? else { return Ok(None) };
        let reach = Reach { words: MAX_WORDS, steps: OPENING_STEPS };
        // Layers that are counted at once can be kept, too.
        let found = match frontier.within(reach, self.budget)? {
            None => None,
            Some(_) => Some(match decode {
                Some(decode) => self.optimised(&mut frontier, decode)?,
                None => frontier.optimise(self.budget, &mut |_| Ok(()))?,
            }),
        };
        let states = frontier.most_states();
        self.facts.remark(Remark::Sweep { states, steps: reach.steps, counted: found.is_some() });
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        let optimum = match found {
            None | Some(Optimum::Stopped(_)) => return Ok(None),
            Some(Optimum::Infeasible) => None,
            Some(Optimum::Proved(best)) => Some(best),
        };
        self.counted_by(backend::default_for(Route::Frontier));
        Ok(Some((optimum, self.visited(&mut frontier, decode, None)?)))
    }

    /// Lists solutions and sweeps in turns, until one of both is done; `None` if neither is after the last turn.
    fn turns(
        &self,
        turns: &[(u64, u64)],
        search: &mut dyn Search,
        problem: &Problem,
        decode: Option<&Decoder>,
        bound: Option<&Bound>,
        listed: &mut Listed,
    ) -> Result<Option<Tally>, Failure> {
        if problem.constraints().len() > MAX_CONSTRAINTS {
            return Ok(None);
        }
        let mut frontier = None;
        for &(until, steps) in turns {
            if let Some(tally) = self.visited_until(search, decode, bound, listed, Some(until))? {
                return Ok(Some(tally));
            }
            let own = match frontier.take() {
                Some(own) => own,
                None => match self.frontier(problem)? {
                    Some(own) => own,
                    None => return Ok(None),
                },
            };
            let reach = Reach { words: MAX_WORDS, steps };
            let start = Moment::now();
            let swept = self.swept(frontier.insert(own), reach, decode, &listed.number.into())?;
            self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
            if let Some(tally) = swept {
                return Ok(Some(tally));
            }
        }
        Ok(None)
    }

    /// Returns the problem over a frontier, if it can be stated so.
    fn frontier<'p>(&self, problem: &'p Problem) -> Result<Option<FrontierSearch<'p>>, Failure> {
        match opened(problem, self.budget) {
            Ok(search) => Ok(search),
            Err(Refused::Inapplicable(reason)) => {
                self.facts.remark(Remark::NoSweep(reason.to_string()));
                Ok(None)
            }
            Err(Refused::Stopped(stop)) => Err(stop.into()),
        }
    }

    /// Counts by a sweep; `None` if it is too wide. `least` is a number of solutions that are known.
    fn swept(
        &self,
        frontier: &mut FrontierSearch<'_>,
        reach: Reach,
        decode: Option<&Decoder>,
        least: &BigUint,
    ) -> Result<Option<Tally>, Failure> {
        let counted = frontier.within(reach, self.budget)?;
        let (states, steps) = (frontier.most_states(), reach.steps);
        self.facts.remark(Remark::Sweep { states, steps, counted: counted.is_some() });
        let Some((count, example)) = counted else { return Ok(None) };
        if count < *least {
            return Err(Failure::check(BadCount::MoreFound { count, found: least.clone() }));
        }
        if let (Some(decode), Some(example)) = (decode, &example) {
            self.verified(decode(example))?;
        }
        self.counted_by(backend::default_for(Route::Frontier));
        Ok(Some(Tally::Exactly { count, example }))
    }

    /// Records that another backend than the first one counted the solutions.
    pub(super) fn counted_by(&self, backend: &Backend) {
        self.facts.update(|facts| {
            facts.route = Some(backend.route().name());
            facts.backend = Some(backend.name.to_string());
            facts.encoding.clear();
        });
    }
}
