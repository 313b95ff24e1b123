//! One incremental solver for every choice of groups and known facts.
//!
//! Every clause of a group has the group's selector as a further literal. Definitions always hold.

use crate::backend::{Backend, Opened, Sat, SatOutcome};
use crate::budget::Budget;
use crate::cnf::Lit;
use crate::cnf::lower::Lowered;
use crate::task::explain::Halt;
use crate::task::failure::Failure;

/// The clauses of a problem with a selector for each group.
pub(super) struct Guarded {
    clauses: Vec<Vec<Lit>>,
    variables: usize,
    selectors: Vec<Lit>,
}

impl Guarded {
    /// Guards the clauses of constraints that belong to a group.
    pub(super) fn new(lowered: &mut Lowered, group_of: &[Option<usize>], groups: usize) -> Guarded {
        let selectors: Vec<Lit> = (0..groups).map(|_| lowered.cnf.variable()).collect();
        let mut selector_of = vec![None; lowered.cnf.len()];
        for (index, range) in lowered.ranges() {
            selector_of[range.clone()].fill(group_of[*index].map(|group| !selectors[group]));
        }
        let guarded =
            |(clause, selector): (&[Lit], Option<Lit>)| selector.into_iter().chain(clause.iter().copied()).collect();
        let clauses = lowered.cnf.clauses().zip(selector_of).map(guarded).collect();
        Guarded { clauses, variables: lowered.cnf.variables(), selectors }
    }
}

/// The result of a call.
pub(super) enum Proof {
    /// A model of the formula.
    Model(Vec<bool>),
    /// Literals of the call that contradict the groups.
    Core(Vec<Lit>),
}

/// A solver for every choice of groups and literals.
pub(super) struct Prover {
    solver: Box<dyn Sat>,
    selectors: Vec<Lit>,
    variables: usize,
    budget: Budget,
    /// The number of calls.
    pub(super) calls: u64,
}

impl Prover {
    /// Opens a solver; its decisions prefer these literals.
    pub(super) fn new(guarded: &Guarded, backend: &Backend, budget: &Budget, prefer: &[Lit]) -> Result<Prover, Halt> {
        let Opened::Sat(mut solver) = backend.open() else {
            let words = format!("{} is not a SAT solver", backend.name);
            return Err(Halt::Failed(Failure::Inapplicable(words)));
        };
        solver.prefer(prefer);
        solver.reserve(guarded.variables);
        guarded.clauses.iter().for_each(|clause| solver.add(clause));
        let (selectors, variables) = (guarded.selectors.clone(), guarded.variables);
        Ok(Prover { solver, selectors, variables, budget: budget.clone(), calls: 0 })
    }

    /// Returns a literal under which one of these holds; [`Prover::retire`] drops it.
    pub(super) fn any_of(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let name = Lit::new(self.variables as u32, false);
        self.variables += 1;
        self.solver.reserve(self.variables);
        let clause: Vec<Lit> = std::iter::once(!name).chain(literals).collect();
        self.solver.add(&clause);
        name
    }

    /// Drops a literal of [`Prover::any_of`].
    pub(super) fn retire(&mut self, name: Lit) {
        self.solver.add(&[!name]);
    }

    /// Searches for a model in which these groups and literals hold. The first literals tend to be in the core.
    pub(super) fn solve(&mut self, groups: &[usize], literals: &[Lit]) -> Result<Proof, Halt> {
        let mut assumptions: Vec<Lit> = groups.iter().map(|&group| self.selectors[group]).collect();
        assumptions.extend_from_slice(literals);
        self.calls += 1;
        match self.solver.solve(&assumptions, &self.budget) {
            SatOutcome::Satisfiable(model) => Ok(Proof::Model(model)),
            SatOutcome::Unsatisfiable => Ok(Proof::Core(self.solver.core().unwrap_or(assumptions))),
            SatOutcome::Stopped(stop) => Err(Halt::Stopped(stop)),
            SatOutcome::Failed(fault) => Err(Halt::Failed(fault.into())),
        }
    }

    /// Returns whether these groups and literals contradict each other.
    pub(super) fn contradicts(&mut self, groups: &[usize], literals: &[Lit]) -> Result<bool, Halt> {
        Ok(matches!(self.solve(groups, literals)?, Proof::Core(_)))
    }

    /// Returns the groups of a core.
    pub(super) fn groups_in(&self, core: &[Lit], among: &[usize]) -> Vec<usize> {
        among.iter().copied().filter(|&group| core.contains(&self.selectors[group])).collect()
    }
}
