//! A problem as groups that can be left out: a clue, a row, a piece, each with all its constraints.
//!
//! Every clause of a group contains the group's *selector* as a further literal, so one solver answers for every choice of
//! groups: the selectors of the chosen groups are assumptions. Definitions of the literals of integer variables, and of the
//! meaning of variables, belong to no group and always hold. Only required constraints take part: a redundant or symmetry
//! breaking constraint would not be a reason that a person could follow.
//!
//! With the groups `a or b`, `not a`, `not b`: all three contradict each other, any two do not.

use super::explainer::Halt;
use crate::task::failure::{Failure, Inapplicable, Invariant};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::origin::{Instance, RuleId};
use boardwright_ir::constraint::{
    Assignment, Atom, BoolVar, Constraint, IntVar, Literal, Operand, Origin, OriginKind, Problem, Role, Roles,
};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::backend::{Backend, Opened, Sat, SatOutcome};
use boardwright_solvers::pipeline::LoweringRequest;
use std::collections::{BTreeMap, BTreeSet};

/// Constraints that a person regards as one thing.
pub(in crate::task) struct Group {
    /// Their origin.
    pub(in crate::task) origin: Origin,
    /// Their indices in the problem.
    pub(in crate::task) constraints: Vec<usize>,
}

impl Group {
    /// Whether it has a place in the model.
    pub(in crate::task) fn is_clue(&self) -> bool {
        self.origin.kind == OriginKind::Clue
    }
}

/// Returns the required constraints of a problem, grouped by their origins, in the order of their first constraints.
pub(in crate::task) fn groups(problem: &Problem) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_identity: BTreeMap<(RuleId, &Instance), usize> = BTreeMap::new();
    for (index, posted) in problem.constraints().iter().enumerate() {
        if posted.role != Role::Required {
            continue;
        }
        let origin = problem.origin_of(posted.origin);
        if origin.kind == OriginKind::Definition {
            continue;
        }
        let group = *by_identity.entry(origin.identity()).or_insert_with(|| {
            groups.push(Group { origin: origin.clone(), constraints: Vec::new() });
            groups.len() - 1
        });
        groups[group].constraints.push(index);
    }
    groups
}

/// The result for a choice of groups.
pub(super) enum Tested {
    /// They can all hold, as in this assignment.
    Satisfiable(Assignment),
    /// They contradict each other; so do these of them, in the given order.
    Contradiction(Vec<usize>),
}

/// A variable of the problem, Boolean or integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::task) enum Variable {
    Boolean(BoolVar),
    Integer(IntVar),
}

/// A solver that answers for every choice of groups.
pub(super) struct Oracle<'a> {
    pub(super) problem: &'a Problem,
    pub(super) groups: Vec<Group>,
    solver: Box<dyn Sat>,
    lowered: Lowered,
    /// The selector of each group.
    selectors: Vec<Lit>,
    budget: Budget,
    /// For each variable, its constraints: the group, if any, and the index.
    occurrences: BTreeMap<Variable, Vec<(Option<usize>, usize)>>,
}

impl<'a> Oracle<'a> {
    /// Lowers a problem for a SAT backend.
    pub(super) fn new(problem: &'a Problem, backend: &Backend, budget: &Budget) -> Result<Oracle<'a>, Halt> {
        let mut lowered =
            LoweringRequest::automatic(problem, Roles::REQUIRED, budget).to_separate_cnf(Graphs::Decomposed)?;
        let Opened::Sat(mut solver) = backend.open() else {
            return Err(Failure::inapplicable(Inapplicable::NotSat(backend.name.to_string())).into());
        };
        let groups = groups(problem);
        let mut group_of = vec![None; problem.constraints().len()];
        let mut occurrences: BTreeMap<Variable, Vec<(Option<usize>, usize)>> = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            group.constraints.iter().for_each(|&index| group_of[index] = Some(number));
        }
        for (index, posted) in problem.constraints().iter().enumerate() {
            if index % 64 == 0 {
                budget.check().map_err(Halt::Stopped)?;
            }
            if posted.role == Role::Required {
                for variable in variables(&posted.constraint) {
                    occurrences.entry(variable).or_default().push((group_of[index], index));
                }
            }
        }
        let selectors: Vec<Lit> = groups.iter().map(|_| lowered.cnf.variable()).collect();
        solver.reserve(lowered.cnf.variables());
        let mut selector_of = vec![None; lowered.cnf.len()];
        for (index, range) in lowered.ranges() {
            selector_of[range.clone()].fill(group_of[*index].map(|group| !selectors[group]));
        }
        let mut guarded = Vec::new();
        for (clause, selector) in lowered.cnf.clauses().zip(selector_of) {
            guarded.clear();
            guarded.extend(selector);
            guarded.extend_from_slice(clause);
            solver.add(&guarded);
        }
        Ok(Oracle { problem, groups, solver, lowered, selectors, budget: budget.clone(), occurrences })
    }

    /// Adds the condition that some decision differs from this assignment.
    pub(super) fn exclude(&mut self, assignment: &Assignment) {
        // Groups may be left out, so their equations imply nothing.
        let clause = self.lowered.blocking_clause(self.problem, assignment, &[]);
        self.solver.add(&clause);
    }

    /// Returns whether these groups, all different, can hold together.
    pub(super) fn test(&mut self, kept: &[usize]) -> Result<Tested, Halt> {
        let assumptions: Vec<Lit> = kept.iter().map(|&group| self.selectors[group]).collect();
        match self.solver.solve(&assumptions, &self.budget) {
            SatOutcome::Satisfiable(model) => {
                let assignment = self.lowered.assignment(&model);
                if kept.iter().any(|&group| !self.holds(group, &assignment)) {
                    return Err(Failure::check(Invariant::Assignment).into());
                }
                Ok(Tested::Satisfiable(assignment))
            }
            SatOutcome::Unsatisfiable => {
                let core: BTreeSet<Lit> = self.solver.core().unwrap_or(assumptions).into_iter().collect();
                let is_in = |group: &usize| core.contains(&self.selectors[*group]);
                Ok(Tested::Contradiction(kept.iter().copied().filter(is_in).collect()))
            }
            SatOutcome::Stopped(stop) => Err(Halt::Stopped(stop)),
            SatOutcome::Failed(fault) => Err(Halt::Failed(fault.into())),
        }
    }

    /// Returns whether an assignment satisfies a group.
    pub(super) fn holds(&self, group: usize, assignment: &Assignment) -> bool {
        let constraints = self.problem.constraints();
        self.groups[group].constraints.iter().all(|&index| constraints[index].constraint.holds(assignment))
    }

    /// Returns the variables of the constraints of a group that an assignment violates.
    pub(super) fn at_fault(&self, group: usize, assignment: &Assignment) -> Vec<Variable> {
        let constraints = self.groups[group].constraints.iter().map(|&index| &self.problem.constraints()[index]);
        let violated = constraints.filter(|posted| !posted.constraint.holds(assignment));
        let mut found: Vec<Variable> = violated.flat_map(|posted| variables(&posted.constraint)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the assignments that differ in this variable only.
    pub(super) fn neighbours(&self, assignment: &Assignment, variable: Variable) -> Vec<Assignment> {
        let mut neighbours = Vec::new();
        match variable {
            Variable::Boolean(BoolVar(index)) => {
                let mut other = assignment.clone();
                other.booleans[index as usize] ^= true;
                neighbours.push(other);
            }
            Variable::Integer(IntVar(index)) => {
                for value in self.problem.integers()[index as usize].domain.clone() {
                    let mut other = assignment.clone();
                    if std::mem::replace(&mut other.integers[index as usize], value) != value {
                        neighbours.push(other);
                    }
                }
            }
        }
        neighbours
    }

    /// Returns the only one of these groups that an assignment violates, if there is exactly one and nothing else is violated.
    /// The assignment differs in `variable` from one that violates `before` only.
    pub(super) fn only_violated(
        &self,
        assignment: &Assignment,
        variable: Variable,
        before: usize,
        is_kept: &[bool],
    ) -> Option<usize> {
        let mut violated = if self.holds(before, assignment) { None } else { Some(before) };
        for &(group, index) in self.occurrences.get(&variable).into_iter().flatten() {
            // Constraints outside all groups always have to hold.
            if group.is_none_or(|group| is_kept[group])
                && (group.is_none() || violated != group)
                && !self.problem.constraints()[index].constraint.holds(assignment)
                && (group.is_none() || std::mem::replace(&mut violated, group).is_some())
            {
                return None;
            }
        }
        violated
    }
}

/// Returns the variables of a constraint, each once.
pub(in crate::task) fn variables(constraint: &Constraint) -> Vec<Variable> {
    let of_literal = |literal: Literal| match literal.atom {
        Atom::Boolean(variable) => Variable::Boolean(variable),
        Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => Variable::Integer(variable),
    };
    let mut found = Vec::new();
    constraint.each_operand(&mut |operand| {
        found.push(match operand {
            Operand::Literal(literal) => of_literal(literal),
            Operand::Integer(variable) => Variable::Integer(variable),
        });
    });
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Options, Setup};
    use boardwright_base::source::Source;

    /// Returns the number of groups of a grid of 2x2 cells with this text after its size.
    fn number(text: &str) -> usize {
        let source = Source::new("a.toml", format!("puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\n{text}"));
        let loaded = boardwright_families::load(&source, &Budget::none())
            .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
        groups(&setup.prepared().expect("it is formulated").formulated.problem).len()
    }

    /// Sets that begin at one cell, and rules of one name, are different things.
    #[test]
    fn instances_that_look_alike_are_groups_of_their_own() {
        let marks = "values = ['.', '#']\n[[rule]]\nat-most = { '#' = 1 }\n";
        assert_eq!(number(&format!("{marks}each = ['window 1x2', 'window 2x1']\n")), 4);
        assert_eq!(number(&format!("{marks}each = ['block 1x2', 'block 2x1']\n")), 4);
        assert_eq!(number(&format!("{marks}along = [[[1, 1], [1, 2]], [[1, 1], [2, 1]]]\n")), 2);
        // Two rules of one name are two rules.
        assert_eq!(
            number(&format!(
                "{marks}name = 'a'\neach = 'row'\n[[rule]]\nname = 'a'\nat-most = {{ '#' = 1 }}\neach = 'row'\n"
            )),
            4
        );
    }
}
