//! Exact counts of solutions.
//!
//! A count uses the structure of the problem. Independent parts are counted separately and their counts multiplied.
//! Interchangeable values are fixed in some cells and counted `k!` times. Some routes count without visiting each solution
//! (a kernel has `2^nullity` elements). All other solutions are visited one by one. For strategies of the devil's chessboard
//! with eight squares there are two parts, each with eight interchangeable colours and 27360 colourings to visit.
//!
//! With an objective the optimal solutions are counted. Every visited solution is checked against the problem, and verified as
//! a board if it is complete; for every count at least one complete board is verified.

use super::cubes::{CubeTask, NodePath};
use super::event::Event;
use super::facts::Conclusion;
use super::failure::{BadCount, BadTree, Failure, Lost};
use super::runner::{PROGRESS_EVERY, Runner, Verifier};
use super::search::orbits::OrbitSearch;
use super::search::{NextAssignment, Optimum, Search, SearchCount, open};
use super::setup::Solver;
use crate::answer::Remark;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::clock::Moment;
use boardwright_cover::lower::is_covering;
use boardwright_ir::constraint::equality::same;
use boardwright_ir::constraint::{Assignment, Roles};
use boardwright_puzzle::{Decoder, Formulated};
use boardwright_solvers::backend::{self, Route};
use boardwright_solvers::pipeline::split::{Part, parts};
use num_bigint::BigUint;

/// The result of counting a part.
#[derive(Debug, Clone, Default)]
struct PartCount {
    count: BigUint,
    example: Option<Assignment>,
    optimum: Option<i64>,
}

/// The partial result of counting a part at a limit.
struct Cut {
    at_least: BigUint,
    stop: Stop,
    /// The proved optimum, if there is an objective.
    optimum: Option<i64>,
}

/// The result of running through a search.
pub(super) enum Tally {
    Exactly { count: BigUint, example: Option<Assignment> },
    Stopped { at_least: BigUint, stop: Stop },
}

/// The result of a count of all solutions.
pub(super) enum Total {
    /// There is no solution.
    None,
    /// The number of solutions.
    Exactly {
        count: BigUint,
        /// The optimum, if there is an objective: these are the optimal solutions.
        optimum: Option<i64>,
        /// The factors of the product, as text.
        counted: String,
    },
    /// A limit was reached; the known results are in the facts.
    Stopped { stop: Stop, optimum: Option<i64> },
}

/// The data that turns the counted solutions of a part into a lower bound on the answer.
pub(super) struct Bound {
    /// The number of parts equal to this one.
    twins: u32,
    /// The number of solutions that each counted one represents.
    factor: BigUint,
    /// A lower bound on the product of the other parts' counts.
    others: BigUint,
    /// The divisor: the maximum number of solutions that count as one.
    order: BigUint,
}

impl Bound {
    /// Returns a lower bound on the answer; no orbit is larger than the group.
    pub(super) fn of(&self, counted: &BigUint) -> BigUint {
        divided_up(&((counted * &self.factor).pow(self.twins) * &self.others), &self.order)
    }
}

/// Divides and rounds up.
pub(super) fn divided_up(number: &BigUint, by: &BigUint) -> BigUint {
    (number + by - 1u32) / by
}

impl Runner<'_> {
    /// Counts the boards.
    pub(super) fn count_boards(&self, formulation: &str, solver: &Solver) -> Result<Conclusion, Failure> {
        let formulated = self.formulated(formulation, None)?;
        self.count_formulated(&formulated, solver, None)
    }

    /// Counts the solutions of a problem, or their orbits.
    pub(super) fn count_formulated(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        horizon: Option<usize>,
    ) -> Result<Conclusion, Failure> {
        let group = self.group()?;
        let order = group.map_or(BigUint::from(1u32), |group| group.order().clone());
        match self.count_problem(formulated, solver, horizon, &order)? {
            Total::None => self.none(&formulated.problem, solver),
            Total::Stopped { stop, optimum } => Ok(Conclusion::stopped(stop).with_optimum(optimum)),
            Total::Exactly { count, optimum, counted } => match group {
                None => Ok(Conclusion { counted, ..Conclusion::counted(count) }.with_optimum(optimum)),
                Some(group) => self.count_orbits(formulated, solver, group, &count, optimum),
            },
        }
    }

    /// Counts the solutions of a problem; intermediate results are lower bounds on the orbits of a group of that order.
    fn count_problem(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        horizon: Option<usize>,
        order: &BigUint,
    ) -> Result<Total, Failure> {
        let Formulated { problem, decode, .. } = formulated;
        let parts = parts(problem);
        // For each part the first equal one, which has as many solutions.
        let same_as: Vec<usize> = (0..parts.len())
            .map(|index| (0..index).find(|&twin| same(&parts[twin].problem, &parts[index].problem)).unwrap_or(index))
            .collect();
        let whole = parts.len() == 1;
        let mut least = match self.least(&parts, &same_as, solver)? {
            Ok(least) => least,
            Err(None) => return Ok(Total::None),
            Err(Some(stop)) => return Ok(Total::Stopped { stop, optimum: None }),
        };
        let mut total = BigUint::from(1u32);
        let mut optimum = problem.objective().map(|_| 0);
        let mut board = Some(Assignment {
            booleans: vec![false; problem.booleans().len()],
            integers: vec![0; problem.integers().len()],
        });
        let mut done: Vec<PartCount> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let counted = if same_as[index] < index {
                done[same_as[index]].clone()
            } else {
                let others = (0..parts.len()).filter(|&other| same_as[other] != index);
                let bound = Bound {
                    twins: same_as.iter().filter(|&&other| other == index).count() as u32,
                    factor: part.factor.clone(),
                    others: others.map(|other| &least[same_as[other]] * &parts[other].factor).product(),
                    order: order.clone(),
                };
                self.facts.raise(bound.of(&least[index]));
                let of_whole = whole.then_some(formulated);
                match self.count_part(part, of_whole, solver, NodePath::root(horizon, index), &bound)? {
                    Ok(counted) => counted,
                    Err(Cut { at_least, stop, optimum }) => {
                        self.facts.raise(bound.of(&at_least));
                        return Ok(Total::Stopped { stop, optimum: optimum.filter(|_| whole) });
                    }
                }
            };
            if counted.count == BigUint::ZERO {
                return Ok(Total::None);
            }
            least[index].clone_from(&counted.count);
            total *= &counted.count * &part.factor;
            optimum = optimum.map(|sum| sum + counted.optimum.unwrap_or(0));
            match (&mut board, &counted.example) {
                (Some(board), Some(example)) => part.put(example, board),
                _ => board = None,
            }
            done.push(counted);
        }
        let factors: Vec<(BigUint, BigUint)> =
            done.into_iter().zip(&parts).map(|(done, part)| (done.count, part.factor.clone())).collect();
        if let Some(board) = board {
            let solution = self.verified(decode(&board))?;
            self.facts.update(|facts| facts.example = Some(solution));
        }
        self.facts.raise(divided_up(&total, order));
        Ok(Total::Exactly { count: total, optimum, counted: described(&factors) })
    }

    /// Returns what is known of the counts of the parts in advance: if there are several, whether each has a solution, so that
    /// the count of one bounds the product. `Err(None)` if one has none.
    fn least(
        &self,
        parts: &[Part],
        same_as: &[usize],
        solver: &Solver,
    ) -> Result<Result<Vec<BigUint>, Option<Stop>>, Failure> {
        let mut least = vec![BigUint::ZERO; parts.len()];
        let different: Vec<usize> = (0..parts.len()).filter(|&index| same_as[index] == index).collect();
        // Elimination and a sweep are as fast at counting.
        if different.len() < 2 || counts_at_once(solver) {
            return Ok(Ok(least));
        }
        for index in different {
            let part = &parts[index];
            if part.problem.objective().is_some() {
                continue;
            }
            match open(&part.problem, solver, Roles::FAITHFUL, true, self.budget)?.next(self.budget)? {
                NextAssignment::Found(_) => least[index] = BigUint::from(1u32),
                NextAssignment::Exhausted => return Ok(Err(None)),
                NextAssignment::Stopped(stop) => return Ok(Err(Some(stop))),
            }
        }
        Ok(Ok(least))
    }

    /// Counts a part; at a limit, returns the number found so far. `of_whole` is the whole problem if the part is the whole problem.
    fn count_part(
        &self,
        part: &Part,
        of_whole: Option<&Formulated>,
        solver: &Solver,
        root: NodePath,
        bound: &Bound,
    ) -> Result<Result<PartCount, Cut>, Failure> {
        let decode = of_whole.map(|whole| &whole.decode);
        let mut optimum = None;
        let has_objective = part.problem.objective().is_some();
        let swept = if has_objective { self.swept_optimum(&part.problem, solver, decode)? } else { None };
        let tally = if let Some((best, tally)) = swept {
            optimum = best;
            tally
        } else if has_objective {
            let mut search = self.opened(&part.problem, solver)?;
            let found = match decode {
                Some(decode) => self.optimised(&mut *search, decode)?,
                None => search.optimise(self.budget, &mut |_| Ok(()))?,
            };
            let best = match found {
                Optimum::Proved(best) => best,
                Optimum::Infeasible => return Ok(Ok(PartCount::default())),
                Optimum::Stopped(stop) => return Ok(Err(Cut { at_least: BigUint::ZERO, stop, optimum: None })),
            };
            optimum = Some(best);
            let optimal = part.problem.clone().with_objective_value(best);
            // Elimination counts the optimal solutions at once.
            if counts_at_once(solver) {
                self.visited(&mut *search, decode, Some(bound))?
            } else if solver.automatic && !self.request.work.checkpoint && is_covering(&optimal, self.budget)? {
                drop(search);
                let engine = backend::default_for(Route::ExactCover);
                self.counted_by(engine);
                self.facts.remark(Remark::OptimalCovering);
                let solver = Solver { automatic: true, ..Solver::of(engine) };
                self.count_cover(&optimal, None, &solver, root, Some(bound))?
            } else if self.request.work.is_plain() {
                self.in_turns(&mut *search, &optimal, solver, decode, Some(bound))?
            } else {
                drop(search);
                self.divided(&optimal, root, solver, decode, bound)?
            }
        } else {
            let (work, route) = (&self.request.work, solver.backend.route());
            if route == Route::Frontier && (work.checkpoint || work.threads > 1) {
                self.count_layers(&part.problem, root, solver)?
            } else if route == Route::ExactCover && !work.checkpoint {
                self.count_cover(&part.problem, of_whole, solver, root, Some(bound))?
            } else if work.is_plain() || counts_at_once(solver) {
                // Cubes would repeat an elimination or a sweep.
                let mut search = match self.sought(&part.problem, solver)? {
                    Some(mut sought) => return self.counted_part(&mut *sought, decode, bound),
                    None => self.opened(&part.problem, solver)?,
                };
                let whole = of_whole.filter(|_| !counts_at_once(solver));
                match whole.and_then(|whole| self.branches(&part.problem, whole, &mut *search)) {
                    Some(branches) => {
                        let mut search = OrbitSearch::new(search, branches);
                        self.in_turns(&mut search, &part.problem, solver, decode, Some(bound))?
                    }
                    None => self.in_turns(&mut *search, &part.problem, solver, decode, Some(bound))?,
                }
            } else {
                self.divided(&part.problem, root, solver, decode, bound)?
            }
        };
        Ok(match tally {
            Tally::Exactly { count, example } => Ok(PartCount { count, example, optimum }),
            Tally::Stopped { at_least, stop } => Err(Cut { at_least, stop, optimum }),
        })
    }

    /// Counts a part by a search that knows all its solutions.
    fn counted_part(
        &self,
        search: &mut dyn Search,
        decode: Option<&Decoder>,
        bound: &Bound,
    ) -> Result<Result<PartCount, Cut>, Failure> {
        Ok(match self.visited(search, decode, Some(bound))? {
            Tally::Exactly { count, example } => Ok(PartCount { count, example, optimum: None }),
            Tally::Stopped { at_least, stop } => Err(Cut { at_least, stop, optimum: None }),
        })
    }

    /// Counts the one part of a count that is split into jobs, or one cube of it.
    pub(super) fn count_cube(
        &self,
        formulation: &str,
        solver: &Solver,
        cube: &CubeTask,
    ) -> Result<Conclusion, Failure> {
        let Formulated { problem, decode, .. } = self.formulated(formulation, cube.horizon)?;
        let parts = parts(&problem);
        let Some(part) = cube.path.0.get(1).and_then(|&index| parts.get(index as usize)) else {
            return Err(Failure::check(BadTree::NoPart { node: cube.path.to_string() }));
        };
        let fixed = match cube.optimum {
            Some(value) => part.problem.clone().with_objective_value(value),
            None => part.problem.clone(),
        };
        let mut search = self.opened(&fixed, solver)?;
        search.enter(&cube.cube)?;
        Ok(match self.visited(&mut *search, (parts.len() == 1).then_some(&decode), None)? {
            Tally::Exactly { count, .. } if count == BigUint::ZERO => Conclusion::none(""),
            Tally::Exactly { count, .. } => {
                self.facts.raise(count.clone());
                Conclusion::counted(count)
            }
            Tally::Stopped { at_least, stop } => {
                self.facts.raise(at_least);
                Conclusion::stopped(stop)
            }
        })
    }

    /// Counts the solutions of a search in its cube, after its optimisation if there is an objective.
    pub(super) fn visited(
        &self,
        search: &mut dyn Search,
        decode: Option<&Decoder>,
        bound: Option<&Bound>,
    ) -> Result<Tally, Failure> {
        let tally = self.visited_until(search, decode, bound, &mut Listed::default(), None)?;
        Ok(tally.expect("only a number of solutions ends it early"))
    }

    /// As [`Runner::visited`], with the solutions that were listed before; `None` once `until` solutions are listed.
    pub(super) fn visited_until(
        &self,
        search: &mut dyn Search,
        decode: Option<&Decoder>,
        bound: Option<&Bound>,
        listed: &mut Listed,
        until: Option<u64>,
    ) -> Result<Option<Tally>, Failure> {
        let start = Moment::now();
        let mut reported = Moment::now();
        let tally = visit(self.verifier, search, decode, self.budget, listed, until, &mut |found| {
            if let Some(bound) = bound {
                self.facts.raise(bound.of(found));
            }
            if decode.is_some() && reported.elapsed() >= PROGRESS_EVERY {
                reported = Moment::now();
                self.emit(Event::Progress { share: None, found: found.clone(), part: None })?;
            }
            Ok(())
        })?;
        self.spent(search, start);
        if let Some(trusted) = search.trusted() {
            self.facts.update(|facts| facts.trusted = Some(trusted));
        }
        Ok(tally)
    }
}

/// The solutions that a search has listed so far.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) number: u64,
    example: Option<Assignment>,
}

/// Counts the solutions of a search in its cube, those included that it listed before; `visited` is called with the number of
/// solutions so far. With `until`, lists only, and returns `None` once this number is listed.
pub(super) fn visit(
    verifier: Verifier<'_>,
    search: &mut dyn Search,
    decode: Option<&Decoder>,
    budget: &Budget,
    listed: &mut Listed,
    until: Option<u64>,
    visited: &mut dyn FnMut(&BigUint) -> Result<(), Failure>,
) -> Result<Option<Tally>, Failure> {
    if until.is_none()
        && let Some(tally) = counted(search, listed.example.as_ref(), budget)?
    {
        return Ok(Some(tally));
    }
    while until.is_none_or(|until| listed.number < until) {
        match search.next(budget)? {
            NextAssignment::Found(assignment) => {
                if let Some(decode) = decode {
                    verifier.verified(decode(&assignment))?;
                }
                listed.number += 1;
                listed.example.get_or_insert(assignment);
                visited(&listed.number.into())?;
            }
            NextAssignment::Exhausted => {
                return Ok(Some(Tally::Exactly { count: listed.number.into(), example: listed.example.take() }));
            }
            NextAssignment::Stopped(stop) => {
                return Ok(Some(Tally::Stopped { at_least: listed.number.into(), stop }));
            }
        }
    }
    Ok(None)
}

/// Counts without listing, if the search can; `known` is a solution that was listed before.
fn counted(search: &mut dyn Search, known: Option<&Assignment>, budget: &Budget) -> Result<Option<Tally>, Failure> {
    match search.count(budget)? {
        Some(SearchCount::Exactly(count)) if known.is_some() => {
            Ok(Some(Tally::Exactly { count, example: known.cloned() }))
        }
        Some(SearchCount::Exactly(count)) => {
            let example = match search.next(budget)? {
                NextAssignment::Found(assignment) => Some(assignment),
                NextAssignment::Exhausted if count > BigUint::ZERO => {
                    return Err(Failure::check(BadCount::NoneFound(count)));
                }
                _ => None,
            };
            if example.is_some() && count == BigUint::ZERO {
                return Err(Failure::check(BadCount::OneFound));
            }
            Ok(Some(Tally::Exactly { count, example }))
        }
        Some(SearchCount::AtLeast(at_least, stop)) => Ok(Some(Tally::Stopped { at_least, stop })),
        None => Ok(None),
    }
}

/// Returns whether the solver counts a problem at once, so that cubes would repeat its work.
fn counts_at_once(solver: &Solver) -> bool {
    matches!(solver.backend.route(), Route::Gf2 | Route::Frontier) || solver.backend.only_counts()
}

/// Returns the optimum of each part that has an objective; `None` if a part has no solution.
///
/// # Errors
/// If a limit is reached first, or the route does not support a part.
pub fn optima(parts: &[Part], solver: &Solver, budget: &Budget) -> Result<Option<Vec<Option<i64>>>, Failure> {
    let mut optima = Vec::new();
    for part in parts {
        if part.problem.objective().is_none() {
            optima.push(None);
            continue;
        }
        match open(&part.problem, solver, Roles::FAITHFUL, true, budget)?.optimise(budget, &mut |_| Ok(()))? {
            Optimum::Proved(value) => optima.push(Some(value)),
            Optimum::Infeasible => return Ok(None),
            Optimum::Stopped(stop) => return Err(Failure::Lost(Lost::Part(stop))),
        }
    }
    Ok(Some(optima))
}

/// Returns the factors of the product as text; empty if there is one factor.
pub fn described(factors: &[(BigUint, BigUint)]) -> String {
    let one = BigUint::from(1u32);
    let interesting: Vec<&(BigUint, BigUint)> =
        factors.iter().filter(|(count, factor)| *count > one || *factor > one).collect();
    let exchanged = interesting.iter().any(|(_, factor)| *factor > one);
    if interesting.len() < 2 && !exchanged {
        return String::new();
    }
    let terms: Vec<String> = interesting
        .iter()
        .map(|(count, factor)| if *factor > one { format!("({count} x {factor})") } else { count.to_string() })
        .collect();
    let mut words = Vec::new();
    if factors.len() > 1 {
        words.push(format!("{} independent parts", factors.len()));
    }
    if exchanged {
        words.push("values that can be exchanged".to_string());
    }
    let product = if terms.len() > 12 { format!("{} x ...", terms[..12].join(" x ")) } else { terms.join(" x ") };
    format!("{product}: {}", words.join(", "))
}
