//! The state of the work: solvers, groups, and what is known; questions about reasons and facts.

use super::fact::{Fact, facts};
use super::position;
use super::prover::{Guarded, Proof, Prover};
use super::step::{Argument, Steps, StepsRequest};
use crate::answer::Answer;
use crate::backend::{self, Route};
use crate::board::Cell;
use crate::budget::Budget;
use crate::cnf::Lit;
use crate::cnf::graph::Graphs;
use crate::cnf::lower::Lowered;
use crate::constraint::{Assignment, Atom, BoolVar, Constraint, Literal, Operand, Problem, Relation, Role, Roles};
use crate::pipeline::LoweringRequest;
use crate::puzzle::capability::cells::Cells;
use crate::puzzle::{Formulated, Loaded, Question};
use crate::solution::Solution;
use crate::task::explain::Halt;
use crate::task::explain::groups::{Group, Variable, groups, variables};
use crate::task::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The state of the work.
pub(super) struct Work {
    problem: Arc<Problem>,
    pub(super) groups: Vec<Group>,
    lowered: Lowered,
    /// The solver that prefers values that contradict the solution.
    pub(super) finder: Prover,
    /// The solver that prefers the values of the solution.
    pub(super) near: Prover,
    pub(super) checker: Prover,
    /// By fact: its literal, which is true.
    pub(super) literals: Vec<Lit>,
    /// By fact: its cells.
    pub(super) cells: Vec<Vec<Cell>>,
    by_atom: BTreeMap<Atom, (usize, bool)>,
    pub(super) known: Vec<bool>,
    /// Groups that always hold: given values.
    base: Vec<usize>,
    /// By group: the facts that it may imply.
    pub(super) reach: Vec<Vec<usize>>,
    /// The cells of the last step.
    pub(super) focus: Vec<Cell>,
    pub(super) limit: u64,
    pub(super) only_next: bool,
    budget: Budget,
}

/// A problem with its groups and clauses.
struct Model {
    problem: Arc<Problem>,
    groups: Vec<Group>,
    group_of: Vec<Option<usize>>,
    lowered: Lowered,
    guarded: Guarded,
}

/// Returns the formulation whose decisions are facts.
fn formulated(request: &StepsRequest, budget: &Budget) -> Result<(&'static str, Formulated), Failure> {
    let Loaded { instance, puzzle, .. } = &request.loaded;
    if matches!(instance.question(), Question::Plan { .. }) {
        return Err(Failure::Inapplicable(format!(
            "`steps` does not support plans, such as those of {}",
            puzzle.name()
        )));
    }
    let names: Vec<&'static str> = puzzle.formulations().iter().map(|named| named.name).collect();
    let tried: Vec<&'static str> = match &request.formulation {
        Some(name) => match names.iter().find(|own| *own == name) {
            Some(own) => vec![own],
            None => {
                return Err(Failure::Inapplicable(format!(
                    "unknown formulation `{name}` (known: {})",
                    names.join(", ")
                )));
            }
        },
        None => instance.formulation(Route::Sat).into_iter().chain(names).collect(),
    };
    let mut refused = None;
    for name in tried {
        match instance.constrain_by_clue(name, budget).map_err(Failure::from) {
            Ok(formulated) if formulated.decisions.is_some() => return Ok((name, formulated)),
            Ok(_) => {}
            Err(Failure::Stopped(stop)) => return Err(Failure::Stopped(stop)),
            Err(failure) => refused = Some(failure),
        }
    }
    let words = format!("`steps` does not support this model of {}: no formulation decides its cells", puzzle.name());
    Err(refused.unwrap_or(Failure::Inapplicable(words)))
}

impl Work {
    /// Solves the model and finds the facts on which all solutions agree; `None` if there is no solution.
    pub(super) fn start(request: &StepsRequest, budget: &Budget, steps: &mut Steps) -> Result<Option<Work>, Halt> {
        let (name, Formulated { problem, decode, decisions }) = formulated(request, budget)?;
        steps.formulation = name;
        let instance = &*request.loaded.instance;
        if problem.objective().is_some() {
            return Err(Halt::Failed(Failure::Inapplicable(
                "`steps` does not support models with an objective".into(),
            )));
        }
        let decisions = decisions.unwrap_or_default();
        let sheet = instance.cells().map(Cells::sheet).unwrap_or_default();
        let mut lowered = LoweringRequest::automatic(&problem, Roles::REQUIRED, budget).to_cnf(Graphs::Decomposed)?;
        let decided = decisions.layers.iter().flatten().flatten().chain(&decisions.lines);
        for literal in decided.copied().chain(decisions.placements.iter().map(|placed| placed.literal)) {
            lowered.cube(&[literal]);
        }
        let groups = groups(&problem);
        let mut group_of = vec![None; problem.constraints().len()];
        for (number, group) in groups.iter().enumerate() {
            group.constraints.iter().for_each(|&index| group_of[index] = Some(number));
        }
        let guarded = Guarded::new(&mut lowered, &group_of, groups.len());
        let mut first = Prover::new(&guarded, backend::incremental(), budget, &[])?;
        let all: Vec<usize> = (0..groups.len()).collect();
        let Proof::Model(model) = first.solve(&all, &[])? else {
            steps.answer = Answer::Unsatisfiable;
            steps.reason = "there is no solution; `explain` says why".into();
            return Ok(None);
        };
        let verified = |assignment: &Assignment| {
            Solution::verified(instance, decode(assignment)).map_err(|violation| {
                Halt::Failed(Failure::Check(format!("a decoded board breaks the rules: {violation}")))
            })
        };
        let nearest = model;
        let assignment = lowered.assignment(&nearest);
        steps.solution = Some(verified(&assignment)?);
        steps.answer = Answer::Satisfiable;
        let mut found: Vec<(Fact, Lit)> = Vec::new();
        for fact in facts(&decisions, &sheet, &problem, &assignment) {
            if let Some([literal]) = lowered.cube(&[fact.literal]).as_deref() {
                found.push((fact, *literal));
            }
        }
        let count = found.len();
        loop {
            let other = first.any_of(found.iter().map(|(_, literal)| !*literal));
            let Proof::Model(model) = first.solve(&all, &[other])? else { break };
            verified(&lowered.assignment(&model))?;
            found.retain(|(_, literal)| literal.holds_in(&model));
            first.retire(other);
            steps.unique = Some(false);
        }
        steps.unique = Some(found.len() == count);
        let (facts, literals): (Vec<Fact>, Vec<Lit>) = found.into_iter().unzip();
        let model = Model { problem, groups, group_of, lowered, guarded };
        let mut work = Work::new(model, &facts, literals, &nearest, request, budget)?;
        work.begin(request, &facts, steps)?;
        steps.facts = facts;
        steps.calls = first.calls;
        Ok(Some(work))
    }

    /// Opens the solvers; `nearest` is a model of the formula whose board is the solution.
    fn new(
        model: Model,
        facts: &[Fact],
        literals: Vec<Lit>,
        nearest: &[bool],
        request: &StepsRequest,
        budget: &Budget,
    ) -> Result<Work, Halt> {
        let Model { problem, groups, group_of, lowered, guarded } = model;
        let towards: Vec<Lit> = (0..lowered.cnf.variables() as u32)
            .map(|variable| Lit::new(variable, !nearest.get(variable as usize).copied().unwrap_or(false)))
            .collect();
        let away: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        let by_atom =
            facts.iter().enumerate().map(|(i, fact)| (fact.literal.atom, (i, !fact.literal.negated))).collect();
        let is_given = |group: &Group| {
            let is_unit = |&index: &usize| matches!(&problem.constraints()[index].constraint, Constraint::Clause(own) if own.len() == 1);
            group.is_clue() && group.origin.rule == "given" && group.constraints.iter().all(is_unit)
        };
        Ok(Work {
            finder: Prover::new(&guarded, backend::incremental(), budget, &away)?,
            near: Prover::new(&guarded, backend::incremental(), budget, &towards)?,
            checker: Prover::new(&guarded, backend::default_for(Route::Sat), budget, &[])?,
            cells: facts.iter().map(|fact| fact.cells.clone()).collect(),
            known: vec![false; facts.len()],
            base: (0..groups.len()).filter(|&group| is_given(&groups[group])).collect(),
            reach: reach(&problem, &groups, &group_of, facts),
            focus: Vec::new(),
            limit: request.calls,
            only_next: request.from.is_some(),
            budget: budget.clone(),
            problem,
            groups,
            lowered,
            literals,
            by_atom,
        })
    }

    /// Determines the facts of the first position.
    fn begin(&mut self, request: &StepsRequest, facts: &[Fact], steps: &mut Steps) -> Result<(), Halt> {
        if let Some(entries) = &request.from {
            let read = position::place(entries, facts);
            steps.wrong = read.wrong;
            read.known.iter().for_each(|&fact| self.known[fact] = true);
        }
        let open = self.open();
        for fact in self.consequences(&[], open, |_| ())? {
            self.known[fact] = true;
        }
        steps.given = (0..facts.len()).filter(|&fact| self.known[fact]).collect();
        Ok(())
    }

    /// Fails once a limit was reached.
    pub(super) fn check(&self) -> Result<(), Halt> {
        self.budget.check().map_err(Halt::Stopped)
    }

    /// Returns the unknown facts.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.known.len()).filter(|&fact| !self.known[fact]).collect()
    }

    /// Returns groups together with those that always hold.
    pub(super) fn with_base(&self, groups: &[usize]) -> Vec<usize> {
        groups.iter().chain(&self.base).copied().collect()
    }

    /// Returns whether a group always holds.
    pub(super) fn is_base(&self, group: usize) -> bool {
        self.base.contains(&group)
    }

    /// Returns these literals and those of the known facts.
    pub(super) fn assume(&self, first: &[Lit]) -> Vec<Lit> {
        let known = (0..self.known.len()).filter(|&fact| self.known[fact]).map(|fact| self.literals[fact]);
        first.iter().copied().chain(known).collect()
    }

    /// Returns the facts among `open` that follow from a reason and the known facts; `see` receives models of the reason.
    pub(super) fn consequences(
        &mut self,
        reason: &[usize],
        mut open: Vec<usize>,
        mut see: impl FnMut(&[bool]),
    ) -> Result<Vec<usize>, Halt> {
        let groups = self.with_base(reason);
        while !open.is_empty() {
            let some = self.finder.any_of(open.iter().map(|&fact| !self.literals[fact]));
            let assumed = self.assume(&[some]);
            let found = self.finder.solve(&groups, &assumed)?;
            self.finder.retire(some);
            match found {
                Proof::Core(_) => return Ok(open),
                Proof::Model(model) => {
                    see(&model);
                    open.retain(|&fact| self.literals[fact].holds_in(&model));
                }
            }
        }
        Ok(open)
    }

    /// Returns the groups that a model violates.
    pub(super) fn violated(&self, model: &[bool]) -> Vec<usize> {
        let assignment = self.lowered.assignment(model);
        let constraints = self.problem.constraints();
        let holds =
            |group: &Group| group.constraints.iter().all(|&index| constraints[index].constraint.holds(&assignment));
        (0..self.groups.len()).filter(|&group| !holds(&self.groups[group])).collect()
    }

    /// Returns the distance of a fact from the last step.
    pub(super) fn distance(&self, fact: usize) -> usize {
        let between = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
        let own = &self.cells[fact];
        own.iter().flat_map(|a| self.focus.iter().map(move |b| between(a, b))).min().unwrap_or(0)
    }

    /// Returns known facts that suffice for the new ones together with the reason.
    pub(super) fn uses(&mut self, reason: &[usize], new: &[usize]) -> Result<Vec<usize>, Halt> {
        let mut uses: Vec<usize> = Vec::new();
        let of_literal: BTreeMap<Lit, usize> =
            self.literals.iter().enumerate().map(|(fact, &lit)| (lit, fact)).collect();
        for &fact in new {
            let goal = !self.literals[fact];
            let literals = |facts: &[usize], literals: &[Lit]| -> Vec<Lit> {
                std::iter::once(goal).chain(facts.iter().map(|&fact| literals[fact])).collect()
            };
            let own = literals(&uses, &self.literals);
            if self.near.contradicts(reason, &own)? {
                continue;
            }
            let assumed = self.assume(&[goal]);
            let Proof::Core(core) = self.near.solve(reason, &assumed)? else {
                return Err(Halt::Failed(Failure::Check("a fact does not follow without the givens".into())));
            };
            let mut kept: Vec<usize> = core
                .iter()
                .filter(|&&literal| literal != goal)
                .filter_map(|literal| of_literal.get(literal).copied())
                .collect();
            kept.sort_unstable();
            kept.retain(|fact| !uses.contains(fact));
            // Exclusions go first: a value says more.
            let mut index = 0;
            while index < kept.len() {
                let without: Vec<usize> =
                    uses.iter().chain(&kept).copied().filter(|&other| other != kept[index]).collect();
                let own = literals(&without, &self.literals);
                match self.near.solve(reason, &own)? {
                    Proof::Core(core) => {
                        let removed = kept[index];
                        kept.retain(|&other| other != removed && (core.contains(&self.literals[other])));
                    }
                    Proof::Model(_) => index += 1,
                }
            }
            uses.extend(kept);
        }
        uses.sort_unstable();
        Ok(uses)
    }

    /// Verifies a step by another solver: its reason and the facts that it uses imply every new fact.
    pub(super) fn verify(&mut self, reason: &[usize], uses: &[usize], new: &[usize]) -> Result<(), Halt> {
        let some = self.checker.any_of(new.iter().map(|&fact| !self.literals[fact]));
        let assumed: Vec<Lit> = std::iter::once(some).chain(uses.iter().map(|&fact| self.literals[fact])).collect();
        let holds = self.checker.contradicts(reason, &assumed)?;
        self.checker.retire(some);
        match holds {
            true => Ok(()),
            false => Err(Halt::Failed(Failure::Check("another solver refutes a step".into()))),
        }
    }

    /// Returns the argument of a step whose reason counts.
    pub(super) fn argument(&self, reason: &[usize], new: &[usize]) -> Argument {
        let [group] = reason else { return Argument::Other };
        let found = self.groups[*group].constraints.iter().find_map(|&index| self.counted(index, new));
        found.unwrap_or(Argument::Other)
    }

    /// Returns the argument if a sum of known and new facts decides the new ones.
    fn counted(&self, index: usize, new: &[usize]) -> Option<Argument> {
        let Constraint::Sum { terms, relation, bound } = &self.problem.constraints()[index].constraint else {
            return None;
        };
        let (mut there, mut open, mut rising) = (0, Vec::new(), 0);
        for term in terms {
            let Operand::Literal(Literal { atom, negated }) = term.operand else { return None };
            let &(fact, holds) = self.by_atom.get(&atom).filter(|_| term.coefficient == 1)?;
            let is_true = holds != negated;
            if self.known[fact] {
                there += i64::from(is_true);
            } else {
                open.push(fact);
                rising += i64::from(is_true);
            }
        }
        let settled = open.iter().all(|fact| new.contains(fact));
        if open.is_empty() || !settled || !new.iter().all(|fact| open.contains(fact)) {
            return None;
        }
        match (rising, relation) {
            (0, Relation::AtMost | Relation::Equal) if there == *bound => Some(Argument::Complete(*bound)),
            (all, Relation::AtLeast | Relation::Equal) if all == open.len() as i64 && there + all == *bound => {
                Some(Argument::Remaining(all))
            }
            _ => None,
        }
    }
}

/// Returns by group the facts about variables of its constraints, also through the definitions of auxiliary variables, and the
/// other facts of the same cells.
fn reach(problem: &Problem, groups: &[Group], group_of: &[Option<usize>], facts: &[Fact]) -> Vec<Vec<usize>> {
    let of_atom = |atom: Atom| match atom {
        Atom::Boolean(variable) => Variable::Boolean(variable),
        Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => Variable::Integer(variable),
    };
    let mut definitions: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
    for (index, posted) in problem.constraints().iter().enumerate() {
        if posted.role == Role::Required && group_of[index].is_none() {
            for variable in variables(&posted.constraint) {
                definitions.entry(variable).or_default().push(index);
            }
        }
    }
    let mut of_variable: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
    let mut of_cell: BTreeMap<Vec<Cell>, Vec<usize>> = BTreeMap::new();
    for (index, fact) in facts.iter().enumerate() {
        of_variable.entry(of_atom(fact.literal.atom)).or_default().push(index);
        of_cell.entry(fact.cells.clone()).or_default().push(index);
    }
    let is_auxiliary = |variable: Variable| match variable {
        Variable::Boolean(BoolVar(index)) => !problem.booleans()[index as usize].decision,
        Variable::Integer(variable) => !problem.integers()[variable.0 as usize].decision,
    };
    let of_group = |group: &Group| {
        let constraints = group.constraints.iter();
        let mut open: Vec<Variable> =
            constraints.flat_map(|&index| variables(&problem.constraints()[index].constraint)).collect();
        let mut seen: BTreeSet<Variable> = open.iter().copied().collect();
        let mut used: BTreeSet<usize> = BTreeSet::new();
        while let Some(variable) = open.pop() {
            for &index in definitions.get(&variable).into_iter().flatten().filter(|_| is_auxiliary(variable)) {
                if used.insert(index) {
                    let own = variables(&problem.constraints()[index].constraint);
                    open.extend(own.into_iter().filter(|&variable| seen.insert(variable)));
                }
            }
        }
        let direct = seen.iter().filter_map(|variable| of_variable.get(variable)).flatten();
        let facts: BTreeSet<usize> = direct.flat_map(|&fact| of_cell[&facts[fact].cells].iter().copied()).collect();
        facts.into_iter().collect()
    };
    groups.iter().map(of_group).collect()
}
