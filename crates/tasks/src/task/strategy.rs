//! The strategies of optimisation on the SAT route, selected by name; [`super::optimize`] runs them.
//!
//! [`Strategy::suited_to`] chooses one by the constraints.

use boardwright_ir::constraint::{Atom, Constraint, Operand, Problem, Relation};

/// The most terms of an objective for which cores are the default.
const MAX_TERMS_FOR_CORES: usize = 100;

/// A strategy for the optimum of an objective on the SAT route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    /// Every solution found bounds the next.
    #[default]
    LinearDown,
    /// The bound grows until there is a solution.
    LinearUp,
    /// Unsatisfiable cores raise the bound.
    CoreGuided,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 3] = [Strategy::LinearDown, Strategy::LinearUp, Strategy::CoreGuided];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::LinearDown => "linear-down",
            Strategy::LinearUp => "linear-up",
            Strategy::CoreGuided => "core-guided",
        }
    }

    /// Returns a description in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::LinearDown => "searches for a better solution after each solution, until none exists",
            Strategy::LinearUp => "raises the bound on the objective until a solution exists",
            Strategy::CoreGuided => "relaxes unsatisfiable cores of the objective until none is left (OLL)",
        }
    }

    /// Returns the strategy for a problem. Cores are small, and few, if the terms of the objective are few and weigh the same,
    /// and every constraint on them concerns a part of them; a parity, or a count over most of them, makes them large. If there
    /// are many, the optimum is probably not proved within a limit, and searching down has better solutions by then.
    pub(super) fn suited_to(problem: &Problem) -> Strategy {
        let Some(costs) = costs(problem) else { return Strategy::LinearDown };
        let number = costs.iter().filter(|&&cost| cost).count();
        if number > MAX_TERMS_FOR_CORES {
            return Strategy::LinearDown;
        }
        let is_local = |constraint: &Constraint| {
            let mut concerned = 0;
            constraint.each_operand(&mut |operand| concerned += usize::from(is_cost(operand, &costs)));
            match constraint {
                Constraint::Modular { .. } => concerned == 0,
                Constraint::Sum { .. } => 2 * concerned <= number,
                _ => true,
            }
        };
        let all = problem.constraints().iter().all(|posted| is_local(&posted.constraint));
        if all { Strategy::CoreGuided } else { Strategy::LinearDown }
    }
}

/// Returns whether the objective is to cover with as few, or to pack as many, as possible: its terms weigh the same, and all
/// constraints state that one, at most one or none of its variables is true. Then breaking symmetries shortens the proof.
pub(super) fn covers_or_packs(problem: &Problem) -> bool {
    let Some(costs) = costs(problem) else { return false };
    problem.constraints().iter().all(|posted| {
        let mut all = true;
        posted.constraint.each_operand(&mut |operand| all &= is_cost(operand, &costs));
        all && is_one_or_none(&posted.constraint)
    })
}

fn is_one_or_none(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Clause(_) => true,
        Constraint::Sum { terms, relation, bound } => {
            let some = *relation == Relation::AtLeast && *bound == 1;
            let few = *relation == Relation::AtMost && *bound <= 1 || *relation == Relation::Equal && *bound == 0;
            (some || few) && terms.iter().all(|term| term.coefficient == 1)
        }
        Constraint::If { then, .. } => is_one_or_none(then),
        _ => false,
    }
}

/// Returns for each Boolean variable whether it is a term of the objective; `None` if there is no objective, or its terms
/// differ in weight or are not Boolean variables.
fn costs(problem: &Problem) -> Option<Vec<bool>> {
    let terms = &problem.objective()?.terms;
    let mut costs = vec![false; problem.booleans().len()];
    for term in terms {
        match term.operand {
            Operand::Literal(literal) if term.coefficient == terms[0].coefficient => match literal.atom {
                Atom::Boolean(variable) => costs[variable.0 as usize] = true,
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(costs)
}

fn is_cost(operand: Operand, costs: &[bool]) -> bool {
    match operand {
        Operand::Literal(literal) => matches!(literal.atom, Atom::Boolean(variable) if costs[variable.0 as usize]),
        Operand::Integer(_) => false,
    }
}
