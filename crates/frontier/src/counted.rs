//! The exact number of solutions of a problem, and the solutions as a diagram, in one call each. Start with [`count`].

use crate::automaton::NoAutomaton;
use crate::diagram::Diagram;
use crate::lower::{Lowered, NotFrontier, lower};
use crate::order::{self, Ordered};
use crate::{FrontierCount, FrontierDiagram, Reach, layers};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::Problem;
use num_bigint::BigUint;

/// Why a problem was not counted, or its solutions not kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// It has no automata.
    #[error(transparent)]
    NotFrontier(#[from] NotFrontier),
    /// A constraint has too large an automaton in every order that was tried.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
    /// A layer has states of more bits than the engine supports.
    #[error("the frontier is too wide")]
    TooWide,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Returns the number of solutions of the required constraints of a problem, without listing them. Auxiliary variables have to be
/// determined by the others.
///
/// # Errors
/// Why it was not counted.
pub fn count(problem: &Problem, budget: &Budget) -> Result<BigUint, Uncounted> {
    let (lowered, ordered) = prepared(problem, budget)?;
    match layers::count(&lowered.form, &ordered, Reach::ALL, budget) {
        FrontierCount::Exactly { count, .. } => Ok(count),
        FrontierCount::TooWide => Err(Uncounted::TooWide),
        FrontierCount::Stopped(stop) => Err(stop.into()),
    }
}

/// Returns the solutions of the required constraints of a problem as a diagram over the variables of its form, and the
/// form, which translates them back ([`Lowered::assignment`]). Auxiliary variables have to be determined by the others.
/// The memory of the diagram counts against the limit of the budget.
///
/// # Errors
/// Why it was not kept.
pub fn keep(problem: &Problem, budget: &Budget) -> Result<(Lowered, Diagram), Uncounted> {
    let (lowered, ordered) = prepared(problem, budget)?;
    match layers::diagram(&lowered.form, &ordered, budget) {
        FrontierDiagram::Kept(diagram) => Ok((lowered, diagram)),
        FrontierDiagram::TooWide => Err(Uncounted::TooWide),
        FrontierDiagram::Stopped(stop) => Err(stop.into()),
    }
}

/// Returns the form of a problem, and its automata in the best order.
fn prepared(problem: &Problem, budget: &Budget) -> Result<(Lowered, Ordered), Uncounted> {
    let lowered = match lower(problem, budget) {
        Ok(lowered) => lowered,
        Err(Refused::Inapplicable(reason)) => return Err(reason.into()),
        Err(Refused::Stopped(stop)) => return Err(stop.into()),
    };
    let ordered = order::best(&lowered.form, budget)??;
    Ok((lowered, ordered))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_ir::constraint::{Constraint, Direction, Literal, Origin, Relation, Term};
    use std::collections::BTreeSet;

    #[test]
    fn kept_solutions_are_those_that_hold() {
        let mut problem = Problem::new();
        let literals: Vec<Literal> = (0..5).map(|index| problem.boolean(format!("x{index}")).into()).collect();
        let size = problem.integer("size", 1..=3);
        let rule = problem.origin(Origin::named(0, "sizes"));
        // As many as the size, of which the first two are not both true.
        let terms =
            literals.iter().map(|&literal| Term::literal(1, literal)).chain([Term::integer(-1, size)]).collect();
        problem.post(rule, Constraint::Sum { terms, relation: Relation::Equal, bound: 0 });
        problem.post(rule, Constraint::at_most(1, literals[..2].to_vec()));
        problem.set_objective(Direction::Minimise, vec![Term::integer(1, size)]);
        let (lowered, diagram) = keep(&problem, &Budget::none()).expect("it is small");
        let found: Vec<(Vec<bool>, Vec<i64>)> = diagram
            .solutions()
            .map(|values| {
                let assignment = lowered.assignment(&values);
                assert!(problem.holds(&assignment));
                (assignment.booleans, assignment.integers)
            })
            .collect();
        // 5 + 10 + 10 sets, without 1 of two and 3 of three that have both.
        assert_eq!(found.len(), 21, "the objective drops none");
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 21);
        assert_eq!(count(&problem, &Budget::none()), Ok(21u32.into()));
    }

    #[test]
    fn a_limit_is_an_error() {
        let budget = Budget::within(std::time::Duration::ZERO);
        let mut problem = Problem::new();
        let rule = problem.origin(Origin::named(0, "none"));
        let literal = problem.boolean("a").into();
        problem.post(rule, Constraint::clause([literal]));
        assert_eq!(count(&problem, &budget), Err(Stop::Time.into()));
        assert!(matches!(keep(&problem, &budget), Err(Uncounted::Stopped(Stop::Time))));
    }
}
