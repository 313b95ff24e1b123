//! Incremental solvers: one for every choice of groups, or one for a part of the formula.
//!
//! In a solver for every choice, each clause of a group has the group's selector as a further literal. What always holds has none.
//! Each fact is added once, as soon as it is known.

use super::formula::{Formula, Part};
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Inapplicable};
use boardwright_base::budget::{Budget, Stop};
use boardwright_sat::cnf::Lit;
use boardwright_solvers::backend::{Backend, Opened, Sat, SatOutcome};
use std::cell::Cell;
use std::rc::Rc;

/// The number of decisions after which a short search ends.
const BRIEF: u64 = 1000;
/// The number of conflicts that counts as a further call.
const CONFLICTS_PER_CALL: u64 = 10;

/// The result of a call.
pub(super) enum Proof {
    /// A model of the formula, by variable of the solver.
    Model(Vec<bool>),
    /// Literals of the call that contradict the groups.
    Core(Vec<Lit>),
}

/// What the solvers of a task share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) budget: Budget,
    /// The number of calls.
    pub(super) calls: Rc<Cell<u64>>,
}

/// A solver for choices of groups and literals.
pub(super) struct Prover {
    solver: Box<dyn Sat>,
    /// The selectors of groups that can be chosen.
    selectors: Vec<Option<Lit>>,
    variables: usize,
    /// By variable, if they differ from those of the formula: theirs.
    names: Option<Vec<u32>>,
    shared: Shared,
    /// The work so far: the number of calls, where a hard one counts as several.
    pub(super) spent: u64,
    /// The number of clauses of its part.
    pub(super) clauses: usize,
    /// The number of known facts that were added, in the order in which they became known.
    added: usize,
}

fn open(backend: &Backend) -> Result<Box<dyn Sat>, Halt> {
    match backend.open() {
        Opened::Sat(solver) => Ok(solver),
        _ => Err(Failure::inapplicable(Inapplicable::NotSat(backend.name.to_string())).into()),
    }
}

impl Prover {
    /// Opens a solver for every choice of groups; its decisions prefer these literals.
    pub(super) fn of_all(
        formula: &Formula,
        backend: &Backend,
        shared: &Shared,
        prefer: &[Lit],
    ) -> Result<Prover, Halt> {
        let mut solver = open(backend)?;
        let mut variables = formula.variables;
        let mut selector = |group| {
            (!formula.is_base(group)).then(|| {
                variables += 1;
                Lit::new(variables as u32 - 1, false)
            })
        };
        let selectors: Vec<Option<Lit>> = (0..formula.groups()).map(&mut selector).collect();
        solver.prefer(prefer);
        solver.reserve(variables);
        let mut guarded = Vec::new();
        for (clause, group) in formula.clauses.iter().zip(&formula.group_of) {
            guarded.clear();
            guarded.extend(group.and_then(|group| selectors[group]).map(|selector| !selector));
            guarded.extend_from_slice(clause);
            solver.add(&guarded);
        }
        formula.graphs.iter().for_each(|graph| {
            solver.add_graph(graph);
        });
        Ok(Prover {
            solver,
            selectors,
            variables,
            names: None,
            shared: shared.clone(),
            spent: 0,
            clauses: formula.clauses.len(),
            added: 0,
        })
    }

    /// Opens a solver for a part of the formula; its decisions prefer these literals of the formula.
    pub(super) fn of_part(part: Part, backend: &Backend, shared: &Shared, prefer: &[Lit]) -> Result<Prover, Halt> {
        let variables = part.names.len();
        let solver = open(backend)?;
        let (names, clauses) = (Some(part.names), part.clauses.len());
        let shared = shared.clone();
        let mut prover =
            Prover { solver, selectors: Vec::new(), variables, names, shared, spent: 0, clauses, added: 0 };
        let own: Vec<Lit> = prefer.iter().filter_map(|&literal| prover.literal(literal)).collect();
        prover.solver.prefer(&own);
        prover.solver.reserve(variables);
        part.clauses.iter().for_each(|clause| prover.solver.add(clause));
        part.graphs.iter().for_each(|graph| {
            prover.solver.add_graph(graph);
        });
        Ok(prover)
    }

    /// Returns the solver's literal for one of the formula; `None` if it is not in the part.
    pub(super) fn literal(&self, literal: Lit) -> Option<Lit> {
        match &self.names {
            None => Some(literal),
            Some(names) => {
                let index = names.binary_search(&literal.variable()).ok()?;
                Some(Lit::new(index as u32, literal.negated()))
            }
        }
    }

    /// Returns whether the solver has a literal of the formula.
    pub(super) fn has(&self, literal: Lit) -> bool {
        self.literal(literal).is_some()
    }

    /// Adds the known facts that the solver lacks; `known` are all facts so far in their order.
    pub(super) fn add_known(&mut self, known: &[Lit]) {
        for &literal in &known[self.added..] {
            if let Some(own) = self.literal(literal) {
                self.solver.add(&[own]);
            }
        }
        self.added = known.len();
    }

    /// Chooses a group for all further calls.
    pub(super) fn choose(&mut self, group: usize) {
        if let Some(selector) = self.selectors[group] {
            self.solver.add(&[selector]);
        }
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

    /// Returns the selectors of groups; those that always hold have none.
    pub(super) fn selected(&self, groups: &[usize]) -> Vec<Lit> {
        groups.iter().filter_map(|&group| self.selectors[group]).collect()
    }

    /// Searches for a model in which these literals hold. The first literals tend to be in the core.
    pub(super) fn solve(&mut self, assumptions: &[Lit]) -> Result<Proof, Halt> {
        self.shared.calls.set(self.shared.calls.get() + 1);
        let before = self.conflicts();
        let found = self.solver.solve(assumptions, &self.shared.budget);
        self.spent += 1 + (self.conflicts() - before) / CONFLICTS_PER_CALL;
        match found {
            SatOutcome::Satisfiable(model) => Ok(Proof::Model(model)),
            SatOutcome::Unsatisfiable => Ok(Proof::Core(self.solver.core().unwrap_or_else(|| assumptions.to_vec()))),
            SatOutcome::Stopped(stop) => Err(Halt::Stopped(stop)),
            SatOutcome::Failed(fault) => Err(Halt::Failed(fault.into())),
        }
    }

    fn conflicts(&self) -> u64 {
        self.solver.effort().and_then(|effort| effort.conflicts).unwrap_or(0)
    }

    /// [`Prover::solve`] with at most so many decisions, if they are limited; `None` if they do not suffice.
    pub(super) fn tried(&mut self, decisions: Option<u64>, assumptions: &[Lit]) -> Result<Option<Proof>, Halt> {
        self.solver.limit_decisions(decisions);
        let found = self.solve(assumptions);
        self.solver.limit_decisions(None);
        match found {
            Err(Halt::Stopped(Stop::GaveUp)) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Returns whether these literals contradict the formula.
    pub(super) fn contradicts(&mut self, literals: &[Lit]) -> Result<bool, Halt> {
        Ok(matches!(self.solve(literals)?, Proof::Core(_)))
    }

    /// Returns literals that contradict the formula among these; `None` if a short search does not find that they do.
    pub(super) fn briefly(&mut self, literals: &[Lit]) -> Result<Option<Vec<Lit>>, Halt> {
        Ok(match self.tried(Some(BRIEF), literals)? {
            Some(Proof::Core(core)) => Some(core),
            Some(Proof::Model(_)) | None => None,
        })
    }

    /// Returns the groups of a core.
    pub(super) fn groups_in(&self, core: &[Lit], among: &[usize]) -> Vec<usize> {
        among
            .iter()
            .copied()
            .filter(|&group| self.selectors[group].is_some_and(|selector| core.contains(&selector)))
            .collect()
    }
}
