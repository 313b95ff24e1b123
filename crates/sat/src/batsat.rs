//! batsat: MiniSat 2.2 in Rust, with graph constraints as its theory.
//!
//! batsat calls [`Callbacks::stop`] before every decision, about 150,000 times per second, so it stops within
//! milliseconds and can be reused. The cost of reading the clock each time is not measurable.
//!
//! Undocumented requirements of batsat 0.6.0 on a theory: it must not propagate a false literal (conflict analysis
//! assumes that it belongs to the current level), and a conflict with a single literal must not be false at level 0 (it
//! would be assigned again). Before a new level begins, the theory has seen all literals of the previous one.
//! Propagating a literal later than its reasons' level is allowed unless all reasons are at level 0.
//!
//! Graph constraints that a complete assignment violates become clauses, all at once, and the search starts again: these
//! short clauses stay, and replace most propagation. Small graphs are always propagated, because that costs as much as a
//! few clauses. The others are propagated at level 0, and deeper only in a search that finds no complete assignment for
//! long.

use super::graph::{Network, Reason};
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;
use crate::{Sat, SatOutcome};
use ::batsat::theory::{Theory, TheoryArg};
use ::batsat::{Callbacks, Solver, SolverInterface, SolverOpts, Var, lbool};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::effort::Effort;
use std::cell::Cell;

/// The name of the solver.
pub const NAME: &str = "batsat";
/// What it is, in a line.
pub const SUMMARY: &str = "batsat 0.6.0, MiniSat in Rust; propagates graph constraints";

/// Opens a new solver.
pub fn open() -> Box<dyn Sat> {
    Box::new(Batsat::new(Policy::DEFAULT))
}

/// When graphs are propagated below level 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    /// The number of nodes up to which a graph is small: it is always propagated.
    pub(super) small: usize,
    /// The number of backjumps without a complete assignment after which the other graphs are propagated, too, until
    /// there is one.
    pub(super) patience: u32,
}

impl Policy {
    /// Of 16, 32 and 64 nodes none was better. Of 100, 300, 1000 and no limit for the patience, 300 was best for large
    /// LITS, Numberlink and Palisade; other kinds rarely need as many.
    const DEFAULT: Policy = Policy { small: 32, patience: 300 };
}

struct Batsat {
    solver: Solver<Watch>,
    graphs: Graphs,
    /// The clause that is being added: formulas have too many to allocate each.
    clause: Vec<::batsat::Lit>,
    /// By variable, whether decisions prefer true; batsat reads it when a variable is created.
    preferred: Vec<Option<bool>>,
    /// The limit of decisions of each search.
    most: Option<u64>,
}

/// Implements [`Callbacks::stop`].
#[derive(Default)]
struct Watch {
    budget: Budget,
    met: Cell<Option<Stop>>,
    /// The decisions that are left, if they are limited.
    left: Cell<Option<u64>>,
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        let left = self.left.get().map(|left| left.saturating_sub(1));
        self.left.set(left);
        let gave_up = (left == Some(0)).then_some(Stop::GaveUp);
        self.met.set(self.met.get().or_else(|| self.budget.reached()).or(gave_up));
        self.met.get().is_some()
    }
}

impl Batsat {
    fn new(policy: Policy) -> Batsat {
        Batsat {
            solver: Solver::new(SolverOpts::default(), Watch::default()),
            graphs: Graphs::new(policy),
            clause: Vec::new(),
            preferred: Vec::new(),
            most: None,
        }
    }

    /// Searches for a model, adding clauses for violated graph constraints.
    fn solve_with_graphs(&mut self, assumptions: &[::batsat::Lit]) -> lbool {
        loop {
            let answer = self.solver.solve_limited_th(&mut self.graphs, assumptions);
            let cuts = std::mem::take(&mut self.graphs.cuts);
            if answer != lbool::TRUE || cuts.is_empty() {
                return answer;
            }
            cuts.iter().for_each(|cut| self.add(cut));
        }
    }

    fn model(&self) -> Vec<bool> {
        self.solver.get_model().iter().map(|&value| value == lbool::TRUE).collect()
    }
}

/// Returns the solver with another policy.
#[cfg(test)]
pub(super) fn with_policy(policy: Policy) -> Box<dyn Sat> {
    Box::new(Batsat::new(policy))
}

/// Converts a literal to batsat's; variables have the same numbers.
fn foreign(literal: Lit) -> ::batsat::Lit {
    ::batsat::Lit::new(Var::unsafe_from_idx(literal.variable()), !literal.negated())
}

/// Converts batsat's literal to ours.
fn ours(literal: ::batsat::Lit) -> Lit {
    Lit::new(literal.var().idx(), !literal.sign())
}

impl Sat for Batsat {
    fn reserve(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            let preferred = self.preferred.get(self.solver.num_vars() as usize).copied().flatten();
            match preferred {
                None => self.solver.new_var_default(),
                Some(true) => self.solver.new_var(lbool::TRUE, true),
                Some(false) => self.solver.new_var(lbool::FALSE, true),
            };
        }
    }

    fn prefer(&mut self, literals: &[Lit]) {
        for literal in literals {
            let variable = literal.variable() as usize;
            if self.preferred.len() <= variable {
                self.preferred.resize(variable + 1, None);
            }
            self.preferred[variable] = Some(!literal.negated());
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&literal| foreign(literal)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn add_graph(&mut self, constraint: &GraphConstraint) -> bool {
        if self.graphs.add_graph(constraint) {
            self.add(&[]);
        }
        true
    }

    fn limit_decisions(&mut self, most: Option<u64>) {
        self.most = most;
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        if let Some(stop) = budget.reached() {
            return SatOutcome::Stopped(stop);
        }
        let assumptions: Vec<::batsat::Lit> = assumptions.iter().map(|&literal| foreign(literal)).collect();
        *self.solver.cb_mut() = Watch { budget: budget.clone(), left: Cell::new(self.most), ..Watch::default() };
        self.graphs.reserve(self.solver.num_vars() as usize);
        let answer = if self.graphs.networks.is_empty() {
            self.solver.solve_limited(&assumptions)
        } else {
            self.solve_with_graphs(&assumptions)
        };
        if answer == lbool::TRUE {
            SatOutcome::Satisfiable(self.model())
        } else if answer == lbool::FALSE {
            SatOutcome::Unsatisfiable
        } else {
            SatOutcome::Stopped(self.solver.cb().met.get().expect("batsat gives up only when the watch says so"))
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        // batsat's core is a clause: the negations of the failed assumptions.
        Some(self.solver.unsat_core().iter().map(|&literal| ours(!literal)).collect())
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.num_restarts()),
        })
    }
}

/// The item that a literal decides.
#[derive(Clone, Copy)]
struct Decides {
    network: u32,
    item: u32,
    there: bool,
}

/// The state at the start of a decision level.
#[derive(Clone, Copy)]
struct Level {
    seen: usize,
    decided: usize,
    reasons: usize,
}

/// The graph constraints as a theory for batsat.
struct Graphs {
    policy: Policy,
    networks: Vec<Network>,
    /// Indexed by batsat's literal.
    decides: Vec<Vec<Decides>>,
    /// The number of literals of the trail that were processed.
    seen: usize,
    /// The decided items in order, as pairs of network and item.
    decided: Vec<(u32, u32)>,
    levels: Vec<Level>,
    /// Whether there are small networks.
    some_small: bool,
    /// Whether large networks are propagated at every level.
    eager: bool,
    /// The number of backjumps since the last complete assignment.
    backjumps: u32,
    /// Clauses that the last complete assignment violates.
    cuts: Vec<Vec<Lit>>,
    /// The reasons of propagated literals: the network and the data for an explanation.
    reasons: Vec<(u32, Reason)>,
    /// For each variable, the reason of its literal if the theory propagated it.
    reason_of: Vec<u32>,
    /// The last explanation.
    why: Vec<::batsat::Lit>,
}

impl Graphs {
    fn new(policy: Policy) -> Graphs {
        Graphs {
            policy,
            networks: Vec::new(),
            decides: Vec::new(),
            seen: 0,
            decided: Vec::new(),
            levels: Vec::new(),
            some_small: false,
            eager: false,
            backjumps: 0,
            cuts: Vec::new(),
            reasons: Vec::new(),
            reason_of: Vec::new(),
            why: Vec::new(),
        }
    }

    /// Adds a constraint; returns whether it is unsatisfiable regardless of its literals.
    fn add_graph(&mut self, constraint: &GraphConstraint) -> bool {
        let mut network = Network::new(constraint);
        let impossible = network.propagate(0);
        for (item, literal) in network.literals().iter().enumerate() {
            let Some(literal) = *literal else { continue };
            for (literal, there) in [(literal, true), (!literal, false)] {
                let index = foreign(literal).idx() as usize;
                if self.decides.len() <= index {
                    self.decides.resize(index + 1, Vec::new());
                }
                self.decides[index].push(Decides { network: self.networks.len() as u32, item: item as u32, there });
            }
        }
        self.some_small |= network.has_at_most(self.policy.small);
        self.networks.push(network);
        // The new network must see the literals that were already processed.
        for (network, item) in self.decided.drain(..) {
            self.networks[network as usize].forget(item);
        }
        for network in &mut self.networks {
            network.propagate_fully();
        }
        self.seen = 0;
        impossible
    }

    fn reserve(&mut self, variables: usize) {
        self.reason_of.resize(variables, 0);
        if self.decides.len() < 2 * variables {
            self.decides.resize(2 * variables, Vec::new());
        }
    }

    /// Processes the new literals of the trail.
    fn see(&mut self, trail: &[::batsat::Lit]) {
        for (position, literal) in trail.iter().enumerate().skip(self.seen) {
            for decides in &self.decides[literal.idx() as usize] {
                let network = &mut self.networks[decides.network as usize];
                network.decide(decides.item, decides.there, position as u32 + 1);
                self.decided.push((decides.network, decides.item));
            }
        }
        self.seen = trail.len();
    }

    /// Propagates; large networks only as far as [`Graphs::skips`] allows.
    fn propagate(&mut self, acts: &mut TheoryArg) {
        self.see(acts.model());
        let now = self.seen as u32;
        for index in 0..self.networks.len() {
            if !self.networks[index].dirty {
                self.networks[index].clean(now);
                continue;
            }
            if self.skips(&self.networks[index]) {
                continue;
            }
            if self.networks[index].propagate(now) {
                let network = &self.networks[index];
                self.why.clear();
                self.why.extend(network.why.iter().map(|&literal| !foreign(literal)));
                self.conflict(acts);
                return;
            }
            let before = self.reasons.len();
            for position in 0..self.networks[index].forced.len() {
                let (literal, rule) = self.networks[index].forced[position];
                let literal = foreign(literal);
                let value = acts.value(literal.var()) ^ !literal.sign();
                if value == lbool::UNDEF {
                    self.reason_of[literal.var().idx() as usize] = self.reasons.len() as u32;
                    self.reasons.push((index as u32, Reason { rule, until: now }));
                    acts.propagate(literal);
                } else if value == lbool::FALSE {
                    // The opposite literal was propagated for another item by the same call.
                    self.networks[index].explain(rule, now);
                    self.why.clear();
                    self.why.extend(self.networks[index].why.iter().map(|&literal| !foreign(literal)));
                    self.why.push(literal);
                    self.conflict(acts);
                    return;
                }
            }
            if self.reasons.len() > before {
                return;
            }
        }
    }

    /// Returns whether the propagation of a network is skipped.
    fn skips(&self, network: &Network) -> bool {
        if network.has_at_most(self.policy.small) {
            false
        } else if self.eager {
            // batsat does not recognise a conflict of level 0 literals on a higher level.
            !self.levels.is_empty() && network.skips()
        } else {
            !self.levels.is_empty() || network.skips()
        }
    }

    /// Raises a conflict: a clause whose literals are all false.
    fn conflict(&mut self, acts: &mut TheoryArg) {
        if self.why.len() < 2 {
            // Another false literal prevents batsat from assigning a level 0 literal again.
            let only = self.why.first().copied();
            let other = acts.model().iter().map(|&literal| !literal).find(|&literal| Some(literal) != only);
            self.why.extend(other);
        }
        acts.raise_conflict(&self.why, false);
    }
}

impl Theory for Graphs {
    fn final_check(&mut self, acts: &mut TheoryArg) {
        self.see(acts.model());
        for network in &mut self.networks {
            network.violated(self.seen as u32, &mut self.cuts);
        }
        self.eager = false;
        self.backjumps = 0;
    }

    fn partial_check(&mut self, acts: &mut TheoryArg) {
        if self.levels.is_empty() {
            self.eager |= self.backjumps > self.policy.patience;
        } else if !self.eager && !self.some_small {
            return;
        }
        self.propagate(acts);
    }

    fn create_level(&mut self) {
        self.levels.push(Level { seen: self.seen, decided: self.decided.len(), reasons: self.reasons.len() });
    }

    fn pop_levels(&mut self, n: usize) {
        let Some(&level) = self.levels.get(self.levels.len().wrapping_sub(n)) else { return };
        self.levels.truncate(self.levels.len() - n);
        self.backjumps += 1;
        for (network, item) in self.decided.drain(level.decided..) {
            self.networks[network as usize].forget(item);
        }
        self.reasons.truncate(level.reasons);
        self.seen = level.seen;
        self.networks.iter_mut().for_each(|network| network.restored(level.seen as u32));
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, literal: ::batsat::Lit) -> &[::batsat::Lit] {
        let (network, reason) = self.reasons[self.reason_of[literal.var().idx() as usize] as usize];
        let network = &mut self.networks[network as usize];
        network.explain(reason.rule, reason.until);
        self.why.clear();
        self.why.extend(network.why.iter().map(|&literal| foreign(literal)));
        &self.why
    }
}
