//! The state of the work: solvers, groups, and what is known; questions about reasons and facts.

use super::fact::{Fact, facts};
use super::formula::Formula;
use super::position;
use super::prover::{Proof, Prover, Shared};
use super::start::{self, Compiled, formulated, with_optimum};
use super::step::{Steps, StepsRequest};
use crate::answer::Answer;
use crate::task::explain::Halt;
use crate::task::explain::groups::Group;
use crate::task::failure::{Disagreement, Failure, Invariant, RejectedBoard};
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, Atom, Problem};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::solution::Solution;
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::backend::{self, Route};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The least limit of a search, in decisions beyond those of a model.
const DECISIONS: u64 = 1000;
/// So many times the decisions of other searches are allowed where a step cannot be certified without the answer.
const CERTIFYING_FACTOR: u64 = 100;

/// The state of the work.
pub(super) struct Work {
    pub(super) problem: Arc<Problem>,
    pub(super) groups: Vec<Group>,
    lowered: Lowered,
    /// The formula with propagated graphs, for questions.
    pub(super) formula: Formula,
    /// The formula without graphs, for another solver.
    checks: Formula,
    /// By reason of size 1: its solver.
    checkers: BTreeMap<usize, Prover>,
    pub(super) shared: Shared,
    /// By fact: its literal, which is true.
    pub(super) literals: Vec<Lit>,
    /// By fact: its literal in `checks`.
    checked: Vec<Lit>,
    /// By fact: its cells.
    pub(super) cells: Vec<Vec<Cell>>,
    /// By atom: its fact, and whether the atom is true in the solution.
    pub(super) by_atom: BTreeMap<Atom, (usize, bool)>,
    pub(super) known: Vec<bool>,
    /// The known facts, in the order in which they became known.
    learned: Vec<usize>,
    /// The literals of a model whose board is the solution.
    pub(super) towards: Vec<Lit>,
    /// The literals that contradict the facts.
    pub(super) away: Vec<Lit>,
    /// The cells of the last step.
    pub(super) focus: Vec<Cell>,
    /// The limit of the search for a smallest reason, in calls for each step, and of one call, in decisions.
    pub(super) limit: u64,
    pub(super) only_next: bool,
}

/// Returns the facts among `open`, given with the solver's literals, that follow from what the solver has; `see` receives models.
/// `None` if a search would need more than so many decisions.
pub(super) fn implied(
    prover: &mut Prover,
    mut open: Vec<(usize, Lit)>,
    decisions: Option<u64>,
    mut see: impl FnMut(&[bool]),
) -> Result<Option<Vec<usize>>, Halt> {
    while !open.is_empty() {
        let some = prover.any_of(open.iter().map(|&(_, literal)| !literal));
        let found = prover.tried(decisions, &[some])?;
        prover.retire(some);
        match found {
            Some(Proof::Core(_)) => break,
            Some(Proof::Model(model)) => {
                see(&model);
                open.retain(|(_, literal)| literal.holds_in(&model));
            }
            None => return Ok(None),
        }
    }
    Ok(Some(open.into_iter().map(|(fact, _)| fact).collect()))
}

impl Work {
    /// Solves the model and finds the facts on which all solutions agree; `None` if there is no solution.
    pub(super) fn start(request: &StepsRequest, budget: &Budget, steps: &mut Steps) -> Result<Option<Work>, Halt> {
        steps.formulation = start::formulations(request)?.first().copied().unwrap_or_default();
        if !start::decided(request, budget, steps)? {
            return Ok(None);
        }
        let (name, Formulated { problem, decode, decisions }) = formulated(request, budget)?;
        steps.formulation = name;
        let instance = &*request.loaded.instance;
        let problem = with_optimum(problem, steps);
        let decisions = decisions.unwrap_or_default();
        let Compiled { groups, mut lowered, formula, mut decomposed, checks } =
            Compiled::new(&problem, &decisions, budget)?;
        let shared = Shared { budget: budget.clone(), calls: Rc::default() };
        let mut first = Prover::of_all(&formula, backend::incremental(), &shared, &[])?;
        (0..groups.len()).for_each(|group| first.choose(group));
        let Proof::Model(nearest) = first.solve(&[])? else {
            return Err(Halt::Failed(Failure::check(Disagreement::NoSteps)));
        };
        let verified = |assignment: &Assignment| {
            let verified = Solution::verified(instance, decode(assignment));
            verified.map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))
        };
        let assignment = lowered.assignment(&nearest);
        steps.solution = Some(verified(&assignment)?);
        steps.answer = if steps.optimum.is_some() { Answer::Optimal } else { Answer::Satisfiable };
        let mut found: Vec<(Fact, Lit)> = Vec::new();
        for fact in facts(&decisions, &steps.sheet, &assignment) {
            if let Some([literal]) = lowered.cube(&[fact.literal]).as_deref() {
                found.push((fact, *literal));
            }
        }
        let count = found.len();
        loop {
            let other = first.any_of(found.iter().map(|(_, literal)| !*literal));
            let Proof::Model(model) = first.solve(&[other])? else { break };
            verified(&lowered.assignment(&model))?;
            found.retain(|(_, literal)| literal.holds_in(&model));
            first.retire(other);
            steps.unique = Some(false);
        }
        steps.unique = Some(found.len() == count);
        let (facts, literals): (Vec<Fact>, Vec<Lit>) = found.into_iter().unzip();
        let towards =
            (0..lowered.cnf.variables() as u32).map(|variable| Lit::new(variable, !nearest[variable as usize]));
        let checked: Vec<Lit> =
            facts.iter().flat_map(|fact| decomposed.cube(&[fact.literal]).unwrap_or_default()).collect();
        if checked.len() != facts.len() {
            return Err(Failure::check(Invariant::NoLiteral).into());
        }
        let mut work = Work {
            checked,
            checks,
            checkers: BTreeMap::new(),
            cells: facts.iter().map(|fact| fact.cells.clone()).collect(),
            known: vec![false; facts.len()],
            learned: Vec::new(),
            towards: towards.collect(),
            away: literals.iter().map(|&literal| !literal).collect(),
            focus: Vec::new(),
            limit: request.calls,
            only_next: request.from.is_some(),
            by_atom: (0..facts.len()).map(|i| (facts[i].literal.atom, (i, !facts[i].literal.negated))).collect(),
            problem,
            groups,
            lowered,
            formula,
            shared,
            literals,
        };
        work.begin(request, &facts, steps)?;
        steps.facts = facts;
        Ok(Some(work))
    }

    /// Determines the facts of the first position.
    fn begin(&mut self, request: &StepsRequest, facts: &[Fact], steps: &mut Steps) -> Result<(), Halt> {
        if let Some(entries) = &request.from {
            let read = position::place(entries, facts);
            steps.wrong = read.wrong;
            self.learn(&read.known);
        }
        let free = self.free()?;
        self.learn(&free);
        steps.given = (0..facts.len()).filter(|&fact| self.known[fact]).collect();
        Ok(())
    }

    /// Records that facts are known.
    pub(super) fn learn(&mut self, facts: &[usize]) {
        for &fact in facts {
            if !std::mem::replace(&mut self.known[fact], true) {
                self.learned.push(fact);
            }
        }
    }

    /// Returns the literals of the known facts, in the order in which they became known.
    pub(super) fn known_literals(&self) -> Vec<Lit> {
        self.learned.iter().map(|&fact| self.literals[fact]).collect()
    }

    /// Fails once a limit was reached.
    pub(super) fn check(&self) -> Result<(), Halt> {
        self.shared.budget.check().map_err(Halt::Stopped)
    }

    /// Returns the number of decisions after which it stays open whether groups imply a fact.
    pub(super) fn decisions(&self) -> u64 {
        // A model may take a decision for each variable.
        self.limit.max(DECISIONS) + 2 * self.formula.variables as u64
    }

    /// Returns the same number for a search without whose answer a step cannot be certified.
    pub(super) fn decisive(&self) -> u64 {
        CERTIFYING_FACTOR * self.decisions()
    }

    /// Returns the unknown facts.
    pub(super) fn unknown(&self) -> Vec<usize> {
        (0..self.known.len()).filter(|&fact| !self.known[fact]).collect()
    }

    /// Returns the unknown facts among these that a solver has, with its literals.
    pub(super) fn unknown_in(&self, prover: &Prover, facts: &[usize]) -> Vec<(usize, Lit)> {
        let unknown = facts.iter().filter(|&&fact| !self.known[fact]);
        unknown.filter_map(|&fact| Some((fact, prover.literal(self.literals[fact])?))).collect()
    }

    /// Returns whether a group always holds.
    pub(super) fn is_base(&self, group: usize) -> bool {
        self.formula.is_base(group)
    }

    /// Opens a solver for groups and variables, with the groups that always hold, that prefers models that contradict facts.
    fn open(&self, groups: &[usize], variables: u32) -> Result<Prover, Halt> {
        let part = self.formula.part(groups, 0..variables, true);
        let mut prover = Prover::of_part(part, backend::incremental(), &self.shared, &self.away)?;
        prover.add_known(&self.known_literals());
        Ok(prover)
    }

    /// Opens a solver for groups with those that always hold.
    pub(super) fn part(&self, groups: &[usize]) -> Result<Prover, Halt> {
        self.open(groups, 0)
    }

    /// Returns the unknown facts that follow from what is known and from definitions.
    pub(super) fn free(&self) -> Result<Vec<usize>, Halt> {
        let mut prover = self.open(&[], self.formula.variables as u32)?;
        let open = self.unknown_in(&prover, &self.unknown());
        Ok(implied(&mut prover, open, None, |_| ())?.unwrap_or_default())
    }

    /// Returns the unknown facts that follow from a reason; only this one, which follows, if a short search does not find them.
    pub(super) fn consequences(&self, reason: &[usize], fact: usize) -> Result<Vec<usize>, Halt> {
        let mut prover = self.part(reason)?;
        let open = self.unknown_in(&prover, &self.unknown());
        Ok(implied(&mut prover, open, Some(self.decisive()), |_| ())?.unwrap_or_else(|| vec![fact]))
    }

    /// Returns the groups that a model violates.
    pub(super) fn violated(&self, model: &[bool]) -> Vec<usize> {
        self.violated_of(0..self.groups.len(), model)
    }

    /// Returns those of some groups that a model violates.
    pub(super) fn violated_of(&self, groups: impl IntoIterator<Item = usize>, model: &[bool]) -> Vec<usize> {
        let assignment = self.lowered.assignment(model);
        let constraints = self.problem.constraints();
        let holds =
            |group: &Group| group.constraints.iter().all(|&index| constraints[index].constraint.holds(&assignment));
        groups.into_iter().filter(|&group| !holds(&self.groups[group])).collect()
    }

    /// Returns the distance of a fact from the last step.
    pub(super) fn distance(&self, fact: usize) -> usize {
        let between = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
        let own = &self.cells[fact];
        own.iter().flat_map(|a| self.focus.iter().map(move |b| between(a, b))).min().unwrap_or(0)
    }

    /// Returns known facts that suffice for the new ones together with the reason.
    pub(super) fn uses(&self, reason: &[usize], new: &[usize]) -> Result<Vec<usize>, Halt> {
        let part = self.formula.part(reason, std::iter::empty(), false);
        let mut prover = Prover::of_part(part, backend::incremental(), &self.shared, &self.towards)?;
        let known: Vec<(usize, Lit)> = (0..self.known.len())
            .filter(|&fact| self.known[fact])
            .filter_map(|fact| Some((fact, prover.literal(self.literals[fact])?)))
            .collect();
        let goals: Option<Vec<Lit>> =
            new.iter().map(|&fact| prover.literal(self.literals[fact]).map(|literal| !literal)).collect();
        let goals = goals.ok_or_else(|| Failure::check(Invariant::NotInPart))?;
        let some = prover.any_of(goals.iter().copied());
        let assumed = |goal: Lit, facts: &mut dyn Iterator<Item = &(usize, Lit)>| -> Vec<Lit> {
            std::iter::once(goal).chain(facts.map(|&(_, literal)| literal)).collect()
        };
        let Proof::Core(core) = prover.solve(&assumed(some, &mut known.iter()))? else {
            return Err(Failure::check(Invariant::WithoutGivens).into());
        };
        let enough: Vec<(usize, Lit)> = known.into_iter().filter(|(_, literal)| core.contains(literal)).collect();
        let mut uses: Vec<(usize, Lit)> = Vec::new();
        for goal in goals {
            if prover.briefly(&assumed(goal, &mut uses.iter()))?.is_some() {
                continue;
            }
            let Some(core) = prover.briefly(&assumed(goal, &mut enough.iter()))? else {
                uses = enough;
                break;
            };
            let is_new = |fact: &&(usize, Lit)| core.contains(&fact.1) && !uses.contains(fact);
            let mut kept: Vec<(usize, Lit)> = enough.iter().filter(is_new).copied().collect();
            let mut index = 0;
            while index < kept.len() {
                let removed = kept[index];
                let others = kept.iter().filter(|&&other| other != removed);
                match prover.briefly(&assumed(goal, &mut uses.iter().chain(others)))? {
                    Some(core) => kept.retain(|other| *other != removed && core.contains(&other.1)),
                    None => index += 1,
                }
            }
            uses.extend(kept);
        }
        let mut uses: Vec<usize> = uses.into_iter().map(|(fact, _)| fact).collect();
        uses.sort_unstable();
        Ok(uses)
    }

    /// Verifies a step by another solver: its reason and the facts that it uses imply every new fact. With clauses for graphs,
    /// which propagate little, all known facts are given.
    pub(super) fn verify(&mut self, reason: &[usize], uses: &[usize], new: &[usize]) -> Result<(), Halt> {
        let single = <[usize; 1]>::try_from(reason).ok().map(|[group]| group);
        let mut prover = match single.and_then(|group| self.checkers.remove(&group)) {
            Some(prover) => prover,
            None => {
                let part = self.checks.part(reason, std::iter::empty(), false);
                Prover::of_part(part, backend::default_for(Route::Sat), &self.shared, &[])?
            }
        };
        let has_graph = self.formula.has_graph(reason);
        if has_graph {
            prover.add_known(&self.learned.iter().map(|&fact| self.checked[fact]).collect::<Vec<_>>());
        }
        let own = |fact: &usize| prover.literal(self.checked[*fact]);
        let uses: Vec<Lit> = uses.iter().filter_map(own).collect();
        let Some(new) = new.iter().map(own).collect::<Option<Vec<Lit>>>() else {
            return Err(Failure::check(Invariant::NotInPart).into());
        };
        let some = prover.any_of(new.iter().map(|&literal| !literal));
        let assumed: Vec<Lit> = std::iter::once(some).chain(uses).collect();
        let holds = prover.contradicts(&assumed)?;
        prover.retire(some);
        if let Some(group) = single {
            self.checkers.insert(group, prover);
        }
        match holds {
            true => Ok(()),
            false => Err(Failure::check(Invariant::RefutedStep).into()),
        }
    }
}
