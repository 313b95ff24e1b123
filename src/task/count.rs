//! How many solutions there are, exactly.
//!
//! A count uses what the problem is made of. Parts that have nothing to do with each other are counted apart and their
//! numbers multiplied; values that can be exchanged for each other are given to some cells and counted `k!` times; a
//! route that can tell without visiting every solution (a kernel has `2^nullity` elements) does so. What is left is
//! visited solution by solution. For strategies of the devil's chessboard with eight squares that is: two parts, each with
//! eight colours that can be exchanged, and 27360 colourings of each that are visited.
//!
//! With an objective the optimal solutions are counted. Every solution that is visited is checked against the problem, and
//! verified as a board where it is a whole one; of every count at least one whole board is verified.

use super::cubes::{Ended, Event, Leaf, Outcome, Path, Plan, explore};
use super::distinct::{Distinct, burnside};
use super::search::orbits::OrbitSearch;
use super::search::{Counted, Found, Optimum, Search, open};
use super::{Failure, Job, News, Solver};
use crate::answer::Answer;
use crate::backend::Route;
use crate::budget::{Budget, Stop};
use crate::constraint::alike::same;
use crate::constraint::components::{Component, components};
use crate::constraint::interchange;
use crate::constraint::split::{Cube, Splitter};
use crate::constraint::{Assignment, Problem, Roles};
use crate::puzzle::{Decoder, Formulated};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A part of a problem that is counted by itself.
pub struct Part {
    /// What is counted: the part, with values given to cells where they can be exchanged.
    pub problem: Problem,
    /// How many solutions each counted one stands for.
    pub factor: BigUint,
    component: Component,
}

/// The parts of a problem.
pub fn parts(problem: &Problem) -> Vec<Part> {
    components(problem, Roles::FAITHFUL)
        .into_iter()
        .map(|component| {
            let (problem, factor) = interchange::fixed(&component.problem)
                .unwrap_or_else(|| (component.problem.clone(), BigUint::from(1u32)));
            Part { problem, factor, component }
        })
        .collect()
}

/// What a part came to.
#[derive(Debug, Clone, Default)]
struct PartCount {
    count: BigUint,
    example: Option<Assignment>,
    optimum: Option<i64>,
}

/// What became of going through a search.
enum Tally {
    Exactly { count: BigUint, example: Option<Assignment> },
    Stopped { at_least: BigUint, stop: Stop },
}

impl Job {
    /// Counts the boards.
    pub(super) fn count_boards(&self, formulation: &str, solver: &Solver) -> Result<(), Failure> {
        let formulated = self.formulated(formulation, None)?;
        if let Some(distinct) = self.work.symmetries.distinct {
            return self.count_distinct(&formulated, solver, distinct);
        }
        let answer = if formulated.problem.objective().is_some() { Answer::Optimal } else { Answer::Satisfiable };
        if self.count_problem(&formulated, solver, answer, None)? == Some(false) {
            let reason = self.why_none(&formulated.problem, solver)?;
            self.none(&reason);
        }
        Ok(())
    }

    /// Counts the solutions of a problem. Whether there are any; `None` when a limit was met.
    pub(super) fn count_problem(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        answer: Answer,
        horizon: Option<usize>,
    ) -> Result<Option<bool>, Failure> {
        let Formulated { problem, decode, .. } = formulated;
        let parts = parts(problem);
        let whole = parts.len() == 1;
        let mut total = BigUint::from(1u32);
        let mut optimum = problem.objective().map(|_| 0);
        let mut board = Some(Assignment {
            booleans: vec![false; problem.booleans().len()],
            integers: vec![0; problem.integers().len()],
        });
        let mut done: Vec<PartCount> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            // A part that says what another one said has as many solutions.
            let twin = (0..index).find(|&twin| same(&parts[twin].problem, &part.problem));
            let counted = match twin {
                Some(twin) => done[twin].clone(),
                None => {
                    let of_whole = whole.then_some(formulated);
                    match self.count_part(part, of_whole, solver, root(horizon, index))? {
                        Ok(counted) => counted,
                        Err((at_least, stop)) => {
                            self.stop(stop);
                            // Parts that were not looked at may have no solution at all.
                            let at_least = if whole { at_least * &part.factor } else { BigUint::ZERO };
                            self.progress.update(|report| {
                                if at_least > BigUint::ZERO {
                                    report.answer = answer;
                                }
                                report.at_least = Some(at_least);
                            });
                            return Ok(None);
                        }
                    }
                }
            };
            if counted.count == BigUint::ZERO {
                return Ok(Some(false));
            }
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
            self.progress.update(|report| report.example = Some(solution));
        }
        self.progress.update(|report| {
            report.answer = answer;
            report.complete = true;
            report.optimum = report.optimum.or(optimum);
            report.best = None;
            report.bound = None;
            report.solutions.clear();
            report.count = Some(total);
            report.counted = described(&factors);
        });
        Ok(Some(true))
    }

    /// Counts a part; or how many were met when a limit was. `of_whole` is the whole problem, where the part is that.
    fn count_part(
        &self,
        part: &Part,
        of_whole: Option<&Formulated>,
        solver: &Solver,
        root: Path,
    ) -> Result<Result<PartCount, (BigUint, Stop)>, Failure> {
        let decode = of_whole.map(|whole| &whole.decode);
        let mut optimum = None;
        let tally = if part.problem.objective().is_some() {
            let mut search = self.opened(&part.problem, solver)?;
            let found = match decode {
                Some(decode) => self.optimised(&mut *search, decode)?,
                None => search.optimise(&self.budget, &mut |_| Ok(()))?,
            };
            let best = match found {
                Optimum::Proved(best) => best,
                Optimum::Infeasible => return Ok(Ok(PartCount::default())),
                Optimum::Stopped(stop) => return Ok(Err((BigUint::ZERO, stop))),
            };
            optimum = Some(best);
            // Elimination counts what is best in one go.
            if self.work.is_plain() || solver.backend.route() == Route::Gf2 {
                self.visited(&mut *search, decode)?
            } else {
                drop(search);
                self.tally(&part.problem.clone().at(best), root, solver, decode)?
            }
        } else {
            let acting = of_whole.and_then(|whole| whole.acting.as_ref());
            let branches = acting.filter(|_| !self.work.kept && self.work.threads <= 1);
            let branches = branches.and_then(|acting| self.branches(&part.problem, acting));
            match branches.filter(|_| solver.backend.route() != Route::Gf2) {
                Some(branches) => {
                    let search = self.opened(&part.problem, solver)?;
                    self.visited(&mut OrbitSearch::new(search, branches), decode)?
                }
                None if self.work.is_plain() => self.visited(&mut *self.opened(&part.problem, solver)?, decode)?,
                None => self.tally(&part.problem, root, solver, decode)?,
            }
        };
        Ok(match tally {
            Tally::Exactly { count, example } => Ok(PartCount { count, example, optimum }),
            Tally::Stopped { at_least, stop } => Err((at_least, stop)),
        })
    }

    /// Counts the orbits: by Burnside's lemma where the symmetries can be looked at one by one, by listing otherwise.
    pub(super) fn count_distinct(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        distinct: Distinct,
    ) -> Result<(), Failure> {
        let Formulated { problem, acting, .. } = formulated;
        let answer = if problem.objective().is_some() { Answer::Optimal } else { Answer::Satisfiable };
        let group = distinct.group(&*self.loaded.instance)?;
        // No orbit is larger than the group.
        let least = |all: &BigUint| (all + group.order() - 1u32) / group.order();
        match self.count_problem(formulated, solver, answer, None)? {
            None => {
                self.progress.update(|report| report.at_least = report.at_least.as_ref().map(least));
                return Ok(());
            }
            Some(false) => {
                let reason = self.why_none(problem, solver)?;
                self.none(&reason);
                return Ok(());
            }
            Some(true) => {}
        }
        let report = self.progress.report();
        let all = report.count.clone().unwrap_or_default();
        let by_classes = match (acting, group.classes()) {
            (Some(_), Some(_)) => {
                let mut first = Some(all.clone());
                let orbits = burnside(&group, formulated, report.optimum, &mut |fixed| match first.take() {
                    // The identity keeps every solution.
                    Some(all) => Ok(Some(all)),
                    None => self.number(fixed, solver),
                });
                match orbits {
                    // The route takes the problem, but not what is left of it when a variable and its image are one.
                    Err(Failure::Inapplicable(_)) => None,
                    orbits => Some(orbits?),
                }
            }
            _ => None,
        };
        let counted = match by_classes {
            Some(counted) => counted,
            None if all > BigUint::from(LISTED) => {
                self.progress.update(|report| {
                    report.reason = format!(
                        "there are {all} solutions, too many to list, and their symmetries, {group}, cannot be looked at one \
                         by one"
                    );
                });
                None
            }
            None => self.listed_orbits(formulated, solver, report.optimum)?,
        };
        self.progress.update(|report| match counted {
            Some(orbits) => {
                report.counted = format!("of {all} in all");
                report.count = Some(orbits);
            }
            None => {
                report.complete = false;
                report.count = None;
                report.counted = String::new();
                report.at_least = Some(least(&all));
            }
        });
        Ok(())
    }

    /// The number of assignments of the decisions; `None` when a limit was met.
    fn number(&self, problem: &Problem, solver: &Solver) -> Result<Option<BigUint>, Failure> {
        let mut product = BigUint::from(1u32);
        for part in parts(problem) {
            let mut search = open(&part.problem, solver, Roles::FAITHFUL, true, &self.budget)?;
            match self.visited(&mut *search, None)? {
                Tally::Exactly { count, .. } => product *= count * &part.factor,
                Tally::Stopped { stop, .. } => {
                    self.stop(stop);
                    return Ok(None);
                }
            }
        }
        Ok(Some(product))
    }

    /// The number of orbits by listing; `None` when a limit was met.
    fn listed_orbits(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        optimum: Option<i64>,
    ) -> Result<Option<BigUint>, Failure> {
        let Some(mut orbits) = self.orbits()? else { return Ok(None) };
        let mut search = open(&formulated.problem, solver, Roles::FAITHFUL, true, &self.budget)?;
        if optimum.is_some() && !matches!(search.optimise(&self.budget, &mut |_| Ok(()))?, Optimum::Proved(_)) {
            return Ok(None);
        }
        loop {
            match search.next(&self.budget)? {
                Found::Assignment(assignment) => {
                    orbits.is_new(&self.verified((formulated.decode)(&assignment))?)?;
                }
                Found::Exhausted => return Ok(Some(orbits.number().into())),
                Found::Stopped(stop) => {
                    self.stop(stop);
                    return Ok(None);
                }
            }
        }
    }

    /// Counts the one part of a count that was cut into jobs, or one cube of it.
    pub(super) fn count_cube(&self, formulation: &str, solver: &Solver, cube: &CubeJob) -> Result<(), Failure> {
        let Formulated { problem, decode, .. } = self.formulated(formulation, cube.horizon)?;
        let parts = parts(&problem);
        let Some(part) = cube.path.0.get(1).and_then(|&index| parts.get(index as usize)) else {
            return Err(Failure::Check(format!("the problem has no part that node {} is in", cube.path)));
        };
        let fixed = match cube.optimum {
            Some(value) => part.problem.clone().at(value),
            None => part.problem.clone(),
        };
        let mut search = self.opened(&fixed, solver)?;
        search.enter(&cube.cube)?;
        match self.visited(&mut *search, (parts.len() == 1).then_some(&decode))? {
            Tally::Exactly { count, .. } => self.progress.update(|report| {
                report.answer = if count > BigUint::ZERO { Answer::Satisfiable } else { Answer::Unsatisfiable };
                report.complete = true;
                report.count = Some(count);
            }),
            Tally::Stopped { at_least, stop } => {
                self.stop(stop);
                self.progress.update(|report| report.at_least = Some(at_least));
            }
        }
        Ok(())
    }

    /// Counts what a search has in its cube, after its optimisation if there is an objective.
    fn visited(&self, search: &mut dyn Search, decode: Option<&Decoder>) -> Result<Tally, Failure> {
        let start = Instant::now();
        let mut told = Instant::now();
        let tally = self.visit(search, decode, &self.budget, &mut |found| {
            if decode.is_some() && told.elapsed() >= TELL {
                told = Instant::now();
                self.tell(News::Share { share: None, found: found.clone(), part: None })?;
            }
            Ok(())
        })?;
        self.spent(search, start);
        Ok(tally)
    }

    /// Counts what a search has in its cube, telling how many were visited.
    fn visit(
        &self,
        search: &mut dyn Search,
        decode: Option<&Decoder>,
        budget: &Budget,
        visited: &mut dyn FnMut(&BigUint) -> Result<(), Failure>,
    ) -> Result<Tally, Failure> {
        match search.count(budget)? {
            Some(Counted::Exactly(count)) => {
                let example = match search.next(budget)? {
                    Found::Assignment(assignment) => Some(assignment),
                    Found::Exhausted if count > BigUint::ZERO => {
                        return Err(Failure::Check(format!("{count} solutions were counted, and none is found")));
                    }
                    _ => None,
                };
                if example.is_some() && count == BigUint::ZERO {
                    return Err(Failure::Check("no solution was counted, and one is found".into()));
                }
                return Ok(Tally::Exactly { count, example });
            }
            Some(Counted::AtLeast(at_least, stop)) => return Ok(Tally::Stopped { at_least, stop }),
            None => {}
        }
        let mut count = 0u64;
        let mut example = None;
        loop {
            match search.next(budget)? {
                Found::Assignment(assignment) => {
                    if let Some(decode) = decode {
                        self.verified(decode(&assignment))?;
                    }
                    count += 1;
                    example.get_or_insert(assignment);
                    visited(&count.into())?;
                }
                Found::Exhausted => return Ok(Tally::Exactly { count: count.into(), example }),
                Found::Stopped(stop) => return Ok(Tally::Stopped { at_least: count.into(), stop }),
            }
        }
    }

    /// Counts a part by the cubes it is cut into, on several threads, going on from what is known.
    fn tally(
        &self,
        problem: &Problem,
        root: Path,
        solver: &Solver,
        decode: Option<&Decoder>,
    ) -> Result<Tally, Failure> {
        let start = Instant::now();
        let part = decode.is_none().then(|| root.0.last().map_or(1, |index| index + 1));
        let splitter = Splitter::new(problem);
        let example: Mutex<Option<Assignment>> = Mutex::new(None);
        let (mut share, mut count) = (0.0, BigUint::ZERO);
        let so_far = Mutex::new((share, count.clone()));
        // What was met in leaves that a limit cut short.
        let met = Mutex::new(BigUint::ZERO);
        let plan = Plan {
            threads: self.work.threads,
            leaf_time: Some(self.work.leaf_time.unwrap_or(LEAF_TIME)),
            known: &self.work.known,
        };
        let worker = || {
            let mut search: Option<Box<dyn Search + '_>> = None;
            let (example, met, so_far) = (&example, &met, &so_far);
            move |leaf: &Leaf| -> Result<Ended<BigUint>, Failure> {
                if search.is_none() {
                    search = Some(open(problem, solver, Roles::FAITHFUL, true, &self.budget)?);
                }
                let Some(opened) = &mut search else { return Err(Failure::Lost("the search was lost".into())) };
                opened.enter(&leaf.cube)?;
                let budget = self.budget.at_most(leaf.leaf_time);
                let mut told = Instant::now();
                let visited = self.visit(&mut **opened, decode, &budget, &mut |here| {
                    // The solutions of a part are none of the whole.
                    if decode.is_some() && told.elapsed() >= TELL {
                        told = Instant::now();
                        let (share, before) = so_far.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        self.tell(News::Share { share: Some(share), found: before + here, part: None })?;
                    }
                    Ok(())
                });
                match visited? {
                    Tally::Exactly { count, example: found } => {
                        if let Some(found) = found {
                            example.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                        }
                        Ok(Ended::Done(count))
                    }
                    Tally::Stopped { at_least, .. } => {
                        if self.budget.reached().is_some() {
                            *met.lock().unwrap_or_else(PoisonError::into_inner) += at_least;
                        }
                        // A stopped solver may be spent, and one that excluded solutions must not go on in a smaller cube.
                        search = None;
                        Ok(self.budget.reached().map_or(Ended::Late, Ended::Stopped))
                    }
                }
            }
        };
        let outcome = explore(&splitter, root, &plan, worker, &mut |event| {
            match event {
                Event::Known { share: its, count: earlier } => {
                    share += its;
                    count += earlier;
                }
                Event::Done { path, share: its, result } => {
                    share += its;
                    count += &result;
                    *so_far.lock().unwrap_or_else(PoisonError::into_inner) = (share, count.clone());
                    self.tell(News::Done { path, count: result })?;
                    self.tell(News::Share { share: Some(share), found: count.clone(), part })?;
                }
                Event::Split { path, children } => self.tell(News::Split { path, children })?,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.progress.update(|report| report.statistics.seconds.solve += start.elapsed().as_secs_f64());
        if let Outcome::Stopped(stop) = outcome {
            let met = met.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok(Tally::Stopped { at_least: count + met, stop });
        }
        let mut example = example.into_inner().unwrap_or_else(PoisonError::into_inner);
        if example.is_none() && count > BigUint::ZERO {
            // Everything was counted in an earlier run.
            if let Found::Assignment(found) =
                open(problem, solver, Roles::FAITHFUL, true, &self.budget)?.next(&self.budget)?
            {
                example = Some(found);
            }
        }
        Ok(Tally::Exactly { count, example })
    }
}

/// The root of the tree of a part: the number of steps of a plan (0 otherwise), then the part.
pub fn root(horizon: Option<usize>, part: usize) -> Path {
    Path(vec![horizon.unwrap_or(0) as u32, part as u32])
}

/// Orbits of so many solutions are found by listing them, where the symmetries are too many.
const LISTED: u32 = 1_000_000;

/// Threads have something to do once a leaf took so long.
const LEAF_TIME: Duration = Duration::from_millis(20);

/// How often a count says how far it is.
pub(super) const TELL: Duration = Duration::from_millis(200);

/// One leaf of a count that was cut into jobs.
#[derive(Debug, Clone)]
pub struct CubeJob {
    /// Which node of the tree; its first steps are the number of steps and the part.
    pub path: Path,
    /// Its literals, over the variables of the part.
    pub cube: Cube,
    /// The optimum of the part, if it has an objective.
    pub optimum: Option<i64>,
    /// The number of steps, for a plan.
    pub horizon: Option<usize>,
}

impl Part {
    /// Puts a solution of the part into one of the whole.
    fn put(&self, example: &Assignment, board: &mut Assignment) {
        for (&whole, &value) in self.component.booleans.iter().zip(&example.booleans) {
            board.booleans[whole.0 as usize] = value;
        }
        for (&whole, &value) in self.component.integers.iter().zip(&example.integers) {
            board.integers[whole.0 as usize] = value;
        }
    }
}

/// The optimum of each part that has an objective; `None` when a part has no solution.
///
/// # Errors
/// When a limit is met first, or the route does not take a part.
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
            Optimum::Stopped(stop) => return Err(Failure::Lost(stop.describe().into())),
        }
    }
    Ok(Some(optima))
}

/// What was multiplied; empty when nothing was.
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
