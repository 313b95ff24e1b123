//! The optimum of a cost by a SAT solver: three strategies, selected like encodings.
//!
//! Example: a board whose best solution costs 5, and whose first solution costs 9. `linear-down` asks for at most 8 and gets 6,
//! asks for at most 5 and gets 5, and asks for at most 4, which is unsatisfiable. `linear-up` asks for 0, 1, 2, 3 and 4, which
//! are unsatisfiable, and then for 5, which is satisfiable. `core-guided` assumes that every cost is zero, gets a core of
//! costs that contradict each other, counts one of them as paid, and continues until the formula is satisfiable. All begin
//! with a solution of any cost, so that there is a result at a limit; the last two then have a bound, too.
//!
//! core-guided is OLL (B. Andres, B. Kaufmann, O. Matheis, T. Schaub, "Unsatisfiability-based optimization in clasp",
//! ICLP 2012; A. Morgado, C. Dodaro, J. Marques-Silva, "Core-Guided MaxSAT with Soft Cardinality Constraints", CP 2014):
//! a core of n literals of weight w and more becomes w paid, and a counter of which each "two or more", "three or more",
//! ... costs w again; the next threshold is considered only after the one before was in a core.

use super::failure::{Failure, Invariant, Misuse};
use super::search::{Improvement, ObserveImprovements, Optimum, SatSearch, checked};
pub use super::strategy::Strategy;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::Direction;
use boardwright_sat::cnf::lower::{Cost, Lowered};
use boardwright_sat::cnf::objective::Bounds;
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_solvers::backend::SatOutcome;
use std::collections::BTreeMap;

/// The optimal weight, or the limit that was reached.
enum Outcome {
    Optimal(u64),
    Stopped(Stop),
}

/// The result of one call of the solver.
enum CallResult {
    /// A model of this weight, which was reported.
    Model(u64),
    None,
    Stopped(Stop),
}

impl SatSearch<'_> {
    /// Finds the optimum; with `listing`, leaves only optimal solutions for later calls.
    pub(super) fn optimum(
        &mut self,
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<Optimum, Failure> {
        let Some(cost) = self.lowered.cost.clone() else {
            return Err(Failure::check(Invariant::NoObjective));
        };
        let mut bounds = Bounds::chosen(&cost, &self.lowered.choice);
        let first = match self.step(&cost, &[], budget, observe)? {
            CallResult::Model(weight) => weight,
            CallResult::None => return Ok(Optimum::Infeasible),
            CallResult::Stopped(stop) => return Ok(Optimum::Stopped(stop)),
        };
        let outcome = match self.strategy {
            Strategy::LinearDown => self.linear_down(&cost, &mut bounds, first, budget, observe)?,
            Strategy::LinearUp => self.linear_up(&cost, &mut bounds, first, budget, observe)?,
            Strategy::CoreGuided => self.core_guided(&cost, first, budget, observe)?,
        };
        let best = match outcome {
            Outcome::Optimal(best) => best,
            Outcome::Stopped(stop) => return Ok(Optimum::Stopped(stop)),
        };
        if self.listing {
            let literals = self.bounded(|cnf| bounds.at_most(cnf, best))?;
            self.bounded(|cnf| literals.iter().for_each(|&literal| cnf.add(&[literal])));
            self.hand_over();
            // An optimum is an equation, too: what has a good solution's true literals and others is worse.
            self.implied = Lowered::implied(&self.problem.clone().with_objective_value(cost.value(best)));
        }
        Ok(Optimum::Proved(cost.value(best)))
    }

    fn linear_down(
        &mut self,
        cost: &Cost,
        bounds: &mut Bounds,
        first: u64,
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<Outcome, Failure> {
        let mut best = first;
        while best > 0 {
            let assumptions = self.bounded(|cnf| bounds.at_most(cnf, best - 1))?;
            match self.step(cost, &assumptions, budget, observe)? {
                CallResult::Model(weight) => best = weight,
                CallResult::None => break,
                CallResult::Stopped(stop) => return Ok(Outcome::Stopped(stop)),
            }
        }
        Ok(Outcome::Optimal(best))
    }

    fn linear_up(
        &mut self,
        cost: &Cost,
        bounds: &mut Bounds,
        first: u64,
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<Outcome, Failure> {
        let mut bound = 0;
        while bound < first {
            let assumptions = self.bounded(|cnf| bounds.at_most(cnf, bound))?;
            match self.step(cost, &assumptions, budget, observe)? {
                // Smaller values were excluded in the step before.
                CallResult::Model(weight) => return Ok(Outcome::Optimal(weight)),
                CallResult::None => bound += bounds.unit(),
                CallResult::Stopped(stop) => return Ok(Outcome::Stopped(stop)),
            }
            observe(Improvement::Bound(cost.value(bound)))?;
        }
        Ok(Outcome::Optimal(first))
    }

    fn core_guided(
        &mut self,
        cost: &Cost,
        first: u64,
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<Outcome, Failure> {
        // The cost of each literal being false; the literals are assumed. A sorted map makes runs reproducible.
        let mut soft: BTreeMap<Lit, u64> = cost.terms.iter().map(|&(weight, literal)| (!literal, weight)).collect();
        let mut counters: BTreeMap<Lit, Counter> = BTreeMap::new();
        let mut paid = 0;
        while paid < first {
            let assumptions: Vec<Lit> = soft.keys().copied().collect();
            match self.step(cost, &assumptions, budget, observe)? {
                CallResult::Model(weight) => return Ok(Outcome::Optimal(weight)),
                CallResult::Stopped(stop) => return Ok(Outcome::Stopped(stop)),
                CallResult::None => {}
            }
            let Some(core) = self.smaller_core(budget) else {
                return Err(Misuse::SearchWithoutCores.into());
            };
            let Some(weight) = core.iter().map(|literal| soft[literal]).min() else {
                return Err(Failure::check(Invariant::NoModel));
            };
            paid += weight;
            observe(Improvement::Bound(cost.value(paid.min(first))))?;
            for &literal in &core {
                let left = soft[&literal] - weight;
                if left == 0 {
                    soft.remove(&literal);
                } else {
                    soft.insert(literal, left);
                }
                if let Some(mut counter) = counters.remove(&literal) {
                    counter.allowed += 1;
                    self.count(counter, &mut soft, &mut counters)?;
                }
            }
            // At least one is false, which is paid for; each further one costs as much again.
            let falsified: Vec<Lit> = core.iter().map(|&literal| !literal).collect();
            self.bounded(|cnf| cnf.add(&falsified));
            let one_each = Cost {
                terms: falsified.iter().map(|&literal| (1, literal)).collect(),
                offset: 0,
                direction: Direction::Minimise,
            };
            let bounds = Bounds::chosen(&one_each, &self.lowered.choice);
            let counter = Counter { bounds, size: core.len() as u64, allowed: 1, weight };
            self.count(counter, &mut soft, &mut counters)?;
        }
        Ok(Outcome::Optimal(first))
    }

    /// Makes the next threshold of a counter soft, if there is one.
    fn count(
        &mut self,
        mut counter: Counter,
        soft: &mut BTreeMap<Lit, u64>,
        counters: &mut BTreeMap<Lit, Counter>,
    ) -> Result<(), Failure> {
        if counter.allowed >= counter.size {
            return Ok(());
        }
        // Equal weights and a bound above zero: one output suffices.
        let outputs = self.bounded(|cnf| counter.bounds.at_most(cnf, counter.allowed))?;
        if let Some(&output) = outputs.first() {
            *soft.entry(output).or_default() += counter.weight;
            counters.insert(output, counter);
        }
        Ok(())
    }

    /// Adds the clauses for bounds on the objective to the formula; they count towards [`super::search::Size::bounds`].
    fn bounded<T>(&mut self, add: impl FnOnce(&mut Cnf) -> T) -> T {
        let cnf = &mut self.lowered.cnf;
        let before = (cnf.variables(), cnf.len());
        let added = add(cnf);
        self.bounds.variables += cnf.variables() - before.0;
        self.bounds.clauses += cnf.len() - before.1;
        added
    }

    /// Returns the solver's core, minimised by repeated calls: small cores make small counters.
    fn smaller_core(&mut self, budget: &Budget) -> Option<Vec<Lit>> {
        let mut core = self.solver.core()?;
        for _ in 0..4 {
            match self.solver.solve(&core, budget) {
                SatOutcome::Unsatisfiable => {}
                // At a limit the current core is valid, and the next call reaches the limit.
                _ => break,
            }
            let smaller = self.solver.core()?;
            if smaller.len() >= core.len() {
                break;
            }
            core = smaller;
        }
        core.sort_unstable();
        core.dedup();
        Some(core)
    }

    /// Makes one call under assumptions; a model is checked and reported.
    fn step(
        &mut self,
        cost: &Cost,
        assumptions: &[Lit],
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<CallResult, Failure> {
        self.hand_over();
        match self.ask(assumptions, budget) {
            SatOutcome::Stopped(stop) => Ok(CallResult::Stopped(stop)),
            SatOutcome::Failed(fault) => Err(fault.into()),
            SatOutcome::Unsatisfiable => Ok(CallResult::None),
            SatOutcome::Satisfiable(model) => {
                let weight = cost.weight(&model);
                let assignment = checked(self.problem, self.lowered.assignment(&model))?;
                observe(Improvement::Better(&assignment, cost.value(weight)))?;
                self.found = Some(assignment);
                Ok(CallResult::Model(weight))
            }
        }
    }
}

/// A counter over the literals of a core.
struct Counter {
    bounds: Bounds,
    /// The literals it counts.
    size: u64,
    /// The maximum number of literals that are assumed true.
    allowed: u64,
    /// The cost of each one more.
    weight: u64,
}
