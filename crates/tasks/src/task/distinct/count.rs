//! The number of orbits of counted solutions: by conjugacy classes without listing, or by listing, whichever is estimated to be
//! less work.
//!
//! The estimates count memory accesses, so that the choice, unlike measured times, is the same in every run.

use super::flood::{Fed, Flood};
use super::{Averaged, Distinct, Orbits, action, burnside};
use crate::answer::Remark;
use crate::task::count::{Tally, divided_up};
use crate::task::cubes::NodePath;
use crate::task::facts::Conclusion;
use crate::task::failure::{BadCount, Failure};
use crate::task::runner::Runner;
use crate::task::search::{NextAssignment, Optimum, open};
use crate::task::setup::Solver;
use boardwright_base::board::symmetry::Group;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::equality::same;
use boardwright_ir::constraint::symmetric::Action;
use boardwright_ir::constraint::{Assignment, Problem, Roles};
use boardwright_puzzle::Formulated;
use boardwright_solvers::backend::Route;
use boardwright_solvers::pipeline::split::{Part, parts};
use num_bigint::BigUint;
use std::sync::Arc;

/// The maximum number of solutions that are listed to find orbits.
const MAX_LISTED: u64 = 1_000_000;
/// The maximum memory for the listed solutions, in bytes.
const MAX_BYTES: u64 = 1 << 29;
/// Accesses per variable of a listed solution besides its images: it is found, checked and stored.
const TOUCHED_LISTING: f64 = 4.0;
/// Accesses per literal of a constraint for a conjugacy class: it is replaced, sorted, compared, lowered and counted.
const TOUCHED_COUNTING: f64 = 50.0;

/// The result of counting orbits.
enum OrbitCount {
    Exactly(BigUint),
    /// A limit was reached; the known results are in the facts.
    Stopped(Stop),
    /// No method applies, for this reason.
    Open(String),
}

impl Runner<'_> {
    /// Counts the orbits of the solutions, whose number is known and above zero.
    pub(in crate::task) fn count_orbits(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        group: &Group,
        all: &BigUint,
        optimum: Option<i64>,
    ) -> Result<Conclusion, Failure> {
        let conclusion = match self.orbits_among(formulated, solver, group, all, optimum)? {
            OrbitCount::Exactly(orbits) => {
                if orbits > *all || orbits < divided_up(all, group.order()) {
                    let (solutions, symmetries) = (all.clone(), group.order().clone());
                    return Err(Failure::check(BadCount::Orbits { orbits, solutions, symmetries }));
                }
                Conclusion { counted: format!("of {all} in all"), ..Conclusion::counted(orbits) }
            }
            OrbitCount::Stopped(stop) => Conclusion::stopped(stop),
            OrbitCount::Open(reason) => Conclusion::open(reason),
        };
        Ok(conclusion.with_optimum(optimum))
    }

    fn orbits_among(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        group: &Group,
        all: &BigUint,
        optimum: Option<i64>,
    ) -> Result<OrbitCount, Failure> {
        if group.is_trivial() {
            return Ok(OrbitCount::Exactly(all.clone()));
        }
        let colours = self.request.work.symmetries.distinct == Some(Distinct::Colours);
        let instance = &*self.request.loaded.instance;
        let orbits = instance.symmetry().and_then(|family| family.orbits(colours, &|| self.budget.reached().is_some()));
        if let Some(orbits) = orbits {
            return Ok(OrbitCount::Exactly(orbits));
        }
        let problem = &formulated.problem;
        let actions =
            group.generators().iter().map(|symmetry| action(instance, formulated, &symmetry.permutation).ok());
        let generators: Option<Vec<Action>> = actions.collect();
        let listed = u64::try_from(all).ok().filter(|&all| all <= MAX_LISTED);
        let flooded = listed.zip(generators.as_ref()).and_then(|(all, generators)| {
            let bytes = Flood::bytes(problem);
            let touched = all as f64 * bytes as f64 * 8.0 * (generators.len() as f64 + TOUCHED_LISTING);
            (all * bytes <= MAX_BYTES).then_some(touched)
        });
        let by_classes = generators.as_ref().and_then(|_| group.work_of_classes()).map(|(classes, listing)| {
            let mut literals = 0.0;
            problem.constraints().iter().for_each(|posted| posted.constraint.each_operand(&mut |_| literals += 1.0));
            listing + classes * literals * TOUCHED_COUNTING
        });
        let mut unfit = None;
        if let Some(by_classes) = by_classes
            && flooded.is_none_or(|flooded| by_classes < flooded)
        {
            match self.orbits_by_classes(formulated, solver, group, all, optimum) {
                // The route supports the problem, but not the quotient in which a variable equals its image.
                Err(Failure::Inapplicable(reason)) => unfit = Some(reason.to_string()),
                counted => {
                    self.facts.remark(Remark::ByClasses { order: group.order().clone() });
                    return counted;
                }
            }
        }
        if listed.is_some() {
            self.facts.remark(Remark::ByListing { reason: unfit });
        }
        if let (Some(generators), Some(_)) = (generators, flooded) {
            let mut flood = Flood::new(problem, &generators, listed.unwrap_or(MAX_LISTED));
            return self.orbits_listed(formulated, solver, optimum, all, &mut |assignment| {
                let stop = || self.budget.reached();
                let decode = || self.verified((formulated.decode)(assignment)).map(drop);
                flood.feed(assignment, &decode, &stop)
            });
        }
        if listed.is_some() {
            let mut orbits = Orbits::new(Arc::clone(&self.request.loaded.instance), group.clone());
            return self.orbits_listed(formulated, solver, optimum, all, &mut |assignment| {
                let candidate = (formulated.decode)(assignment);
                let new = !orbits.contains(&candidate) && orbits.is_new(&self.verified(candidate)?)?;
                Ok(if new { Fed::New } else { Fed::Known })
            });
        }
        Ok(OrbitCount::Open(format!(
            "there are {all} solutions, too many to list, and their symmetries, {group}, cannot be looked at one by one"
        )))
    }

    fn orbits_by_classes(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        group: &Group,
        all: &BigUint,
        optimum: Option<i64>,
    ) -> Result<OrbitCount, Failure> {
        // The first call is for the identity.
        let mut first = Some(all.clone());
        let averaged = burnside(
            group,
            &*self.request.loaded.instance,
            formulated,
            optimum,
            self.budget,
            &mut |fixed| match first.take() {
                // The identity fixes every solution.
                Some(all) => Ok(Some(all)),
                None => self.number(fixed, solver),
            },
        )?;
        Ok(match averaged {
            Averaged::Exactly(orbits) => OrbitCount::Exactly(orbits),
            Averaged::AtLeast(orbits, stop) => {
                self.facts.raise(orbits);
                OrbitCount::Stopped(stop)
            }
        })
    }

    /// Returns the number of assignments of the decision variables; `None` at a limit.
    fn number(&self, problem: &Problem, solver: &Solver) -> Result<Option<BigUint>, Failure> {
        let mut done: Vec<(Part, BigUint)> = Vec::new();
        for part in parts(problem) {
            let twin = done.iter().find(|(other, _)| same(&other.problem, &part.problem));
            let count = match twin {
                Some((_, count)) => count.clone(),
                None => match self.number_of_part(&part.problem, solver)? {
                    Tally::Exactly { count, .. } => count,
                    Tally::Stopped { .. } => return Ok(None),
                },
            };
            if count == BigUint::ZERO {
                return Ok(Some(count));
            }
            done.push((part, count));
        }
        Ok(Some(done.iter().map(|(part, count)| count * &part.factor).product()))
    }

    /// Counts the assignments as for an answer: in turns if no route was chosen.
    fn number_of_part(&self, problem: &Problem, solver: &Solver) -> Result<Tally, Failure> {
        if problem.objective().is_none() && solver.backend.route() == Route::ExactCover {
            match self.count_cover(problem, None, solver, NodePath::root(None, 0), None) {
                // In a quotient, constraints may have other shapes.
                Err(Failure::Inapplicable(_)) => {}
                counted => return counted,
            }
        }
        let mut search = open(problem, solver, Roles::FAITHFUL, true, self.budget)?;
        self.in_turns(&mut *search, problem, solver, None, None)
    }

    /// Counts the orbits by listing the solutions; `feed` returns whether the orbit of a solution is new.
    fn orbits_listed(
        &self,
        formulated: &Formulated,
        solver: &Solver,
        optimum: Option<i64>,
        all: &BigUint,
        feed: &mut dyn FnMut(&Assignment) -> Result<Fed, Failure>,
    ) -> Result<OrbitCount, Failure> {
        let mut search = open(&formulated.problem, solver, Roles::FAITHFUL, true, self.budget)?;
        if optimum.is_some() {
            match search.optimise(self.budget, &mut |_| Ok(()))? {
                Optimum::Proved(_) => {}
                Optimum::Infeasible => {
                    return Err(Failure::check(BadCount::NoneFound(all.clone())));
                }
                Optimum::Stopped(stop) => return Ok(OrbitCount::Stopped(stop)),
            }
        }
        let (mut orbits, mut listed) = (0u64, BigUint::ZERO);
        loop {
            let found = search.next(self.budget)?;
            listed += u32::from(matches!(found, NextAssignment::Found(_)));
            match found {
                NextAssignment::Found(assignment) => match feed(&assignment)? {
                    Fed::Known => {}
                    Fed::New => {
                        orbits += 1;
                        self.facts.raise(orbits.into());
                    }
                    Fed::Stopped(stop) => return Ok(OrbitCount::Stopped(stop)),
                },
                NextAssignment::Exhausted if listed != *all => {
                    return Err(Failure::check(BadCount::Listed { count: all.clone(), listed }));
                }
                NextAssignment::Exhausted => return Ok(OrbitCount::Exactly(orbits.into())),
                NextAssignment::Stopped(stop) => return Ok(OrbitCount::Stopped(stop)),
            }
        }
    }
}
