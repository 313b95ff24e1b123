//! Whether problems say the same: required constraints, whatever the order in which they and their terms were posted.

use super::{Atom, BoolVar, Constraint, Literal, Operand, Problem, Relation, Role, Term};

/// A constraint with its terms in order, so that equal ones are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sorted {
    Clause(Vec<Literal>),
    Sum(Vec<Term>, i8, i64),
    Modular(Vec<Term>, i64, i64),
}

/// Whether two problems have the same variables, objectives and required constraints, number by number. Then they have the
/// same solutions.
pub fn same(one: &Problem, other: &Problem) -> bool {
    let decisions = |problem: &Problem| {
        let booleans: Vec<bool> = problem.booleans().iter().map(|boolean| boolean.decision).collect();
        let integers: Vec<_> =
            problem.integers().iter().map(|integer| (integer.domain.clone(), integer.decision)).collect();
        (booleans, integers)
    };
    let objective = |problem: &Problem| {
        problem.objective().map(|objective| {
            let mut terms = objective.terms.clone();
            terms.sort_unstable();
            (objective.direction, terms)
        })
    };
    decisions(one) == decisions(other)
        && objective(one) == objective(other)
        && saying(one, &|literal| literal) == saying(other, &|literal| literal)
}

/// The required constraints with every literal replaced, in order. Integer variables in sums stay.
pub(super) fn saying(problem: &Problem, image: &dyn Fn(Literal) -> Literal) -> Vec<Sorted> {
    let required = problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    let mut sorted: Vec<Sorted> = required.map(|posted| replaced(&posted.constraint, image)).collect();
    sorted.sort_unstable();
    sorted
}

fn replaced(constraint: &Constraint, image: &dyn Fn(Literal) -> Literal) -> Sorted {
    let terms = |terms: &[Term]| {
        let term = |term: &Term| match term.operand {
            Operand::Literal(literal) => Term { operand: Operand::Literal(image(literal)), ..*term },
            Operand::Integer(_) => *term,
        };
        let mut terms: Vec<Term> = terms.iter().map(term).collect();
        terms.sort_unstable();
        terms
    };
    match constraint {
        Constraint::Clause(literals) => {
            let mut literals: Vec<Literal> = literals.iter().map(|&literal| image(literal)).collect();
            literals.sort_unstable();
            Sorted::Clause(literals)
        }
        Constraint::Sum { terms: found, relation, bound } => {
            let relation = match relation {
                Relation::AtMost => -1,
                Relation::Equal => 0,
                Relation::AtLeast => 1,
            };
            Sorted::Sum(terms(found), relation, *bound)
        }
        Constraint::Modular { terms: found, modulus, residue } => Sorted::Modular(terms(found), *modulus, *residue),
    }
}

/// The variables of an exactly-one over different Boolean variables, in order.
pub(super) fn exactly_one(constraint: &Constraint) -> Option<Vec<BoolVar>> {
    let Constraint::Sum { terms, relation: Relation::Equal, bound: 1 } = constraint else { return None };
    let variable = |term: &Term| match (term.coefficient, term.operand) {
        (1, Operand::Literal(Literal { atom: Atom::Boolean(variable), negated: false })) => Some(variable),
        _ => None,
    };
    let mut variables: Vec<BoolVar> = terms.iter().map(variable).collect::<Option<_>>()?;
    variables.sort_unstable();
    variables.windows(2).all(|pair| pair[0] != pair[1]).then_some(variables)
}
