//! Values that can be exchanged for each other without breaking a rule: the colours of a colouring. Of `k` such values each
//! solution is one of `k!`, once a set of cells is known that has each value exactly once; then these cells may be given
//! their values, and the solutions that are left count `k!` each.
//!
//! A family says which literals are values of the same kind ([`Problem::interchange`]); what it says is checked here
//! against the constraints before anything is made of it.

use super::{Atom, BoolVar, Constraint, Literal, Operand, Origin, Posted, Problem, Relation, Role, Term};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};

/// `values[cell][value]` is the variable that says that the cell has the value; every cell has the same number of values.
#[derive(Debug, Clone)]
pub struct Interchange {
    /// By cell and value.
    pub values: Vec<Vec<BoolVar>>,
}

/// A constraint with its terms in order, so that equal ones are equal.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Clone)]
enum Sorted {
    Clause(Vec<Literal>),
    Sum(Vec<Term>, i8, i64),
    Modular(Vec<Term>, i64, i64),
}

/// The problem with the values of some cells given, and how many solutions each solution of it stands for; `None` when
/// no interchange it was told of can be used.
pub fn fixed(problem: &Problem) -> Option<(Problem, BigUint)> {
    if problem.objective().is_some() {
        return None;
    }
    let mut smaller = problem.clone();
    let mut factor = BigUint::from(1u32);
    let mut used = false;
    for interchange in &problem.interchanges {
        // Checked against what is left after the interchanges before this one.
        let Some(cells) = usable(&smaller, interchange) else { continue };
        let origin = smaller.origin(Origin::rule("interchange").detail("values that can be exchanged are given"));
        for (value, &cell) in cells.iter().enumerate() {
            smaller.post(origin, Constraint::clause([interchange.values[cell][value].into()]));
            factor *= value + 1;
        }
        used = true;
    }
    used.then_some((smaller, factor))
}

/// As many cells as there are values, of which each has another one in every solution, if the constraints stay the same
/// when any two values are exchanged.
fn usable(problem: &Problem, interchange: &Interchange) -> Option<Vec<usize>> {
    let count = interchange.values.first()?.len();
    if interchange.values.iter().any(|values| values.len() != count) {
        return None;
    }
    let required = || problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    let plain = |posted: &Posted| {
        let mut plain = true;
        each_boolean(&posted.constraint, &mut |variable| plain &= problem.booleans()[variable.0 as usize].decision);
        plain
    };
    if count < 2 || !required().all(plain) {
        return None;
    }
    let as_they_are = multiset(required(), &HashMap::new());
    for value in 1..count {
        let exchanged: HashMap<BoolVar, BoolVar> = interchange
            .values
            .iter()
            .flat_map(|values| [(values[value - 1], values[value]), (values[value], values[value - 1])])
            .collect();
        if multiset(required(), &exchanged) != as_they_are {
            return None;
        }
    }
    let exactly_one: HashSet<Vec<BoolVar>> = required().filter_map(|posted| exactly_one(&posted.constraint)).collect();
    let has = |variables: &mut dyn Iterator<Item = BoolVar>| {
        let mut variables: Vec<BoolVar> = variables.collect();
        variables.sort_unstable();
        exactly_one.contains(&variables)
    };
    let cell_of: HashMap<BoolVar, usize> =
        interchange.values.iter().enumerate().map(|(cell, values)| (values[0], cell)).collect();
    let mut groups: Vec<Vec<usize>> = exactly_one
        .iter()
        .filter(|group| group.len() == count)
        .filter_map(|group| group.iter().map(|variable| cell_of.get(variable).copied()).collect())
        .collect();
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable();
    groups.into_iter().find(|cells| {
        let by_value = (0..count).all(|value| has(&mut cells.iter().map(|&cell| interchange.values[cell][value])));
        by_value && cells.iter().all(|&cell| has(&mut interchange.values[cell].iter().copied()))
    })
}

/// The variables of an exactly-one over Boolean variables, in order.
fn exactly_one(constraint: &Constraint) -> Option<Vec<BoolVar>> {
    let Constraint::Sum { terms, relation: Relation::Equal, bound: 1 } = constraint else { return None };
    let variable = |term: &Term| match (term.coefficient, term.operand) {
        (1, Operand::Literal(Literal { atom: Atom::Boolean(variable), negated: false })) => Some(variable),
        _ => None,
    };
    let mut variables: Vec<BoolVar> = terms.iter().map(variable).collect::<Option<_>>()?;
    variables.sort_unstable();
    Some(variables)
}

fn multiset<'a>(constraints: impl Iterator<Item = &'a Posted>, exchanged: &HashMap<BoolVar, BoolVar>) -> Vec<Sorted> {
    let mut sorted: Vec<Sorted> = constraints.map(|posted| renamed(&posted.constraint, exchanged)).collect();
    sorted.sort_unstable();
    sorted
}

fn renamed(constraint: &Constraint, exchanged: &HashMap<BoolVar, BoolVar>) -> Sorted {
    let literal = |literal: &Literal| match literal.atom {
        Atom::Boolean(variable) => {
            Literal { atom: Atom::Boolean(*exchanged.get(&variable).unwrap_or(&variable)), ..*literal }
        }
        _ => *literal,
    };
    let terms = |terms: &[Term]| {
        let term = |term: &Term| match &term.operand {
            Operand::Literal(found) => Term { operand: Operand::Literal(literal(found)), ..*term },
            Operand::Integer(_) => *term,
        };
        let mut terms: Vec<Term> = terms.iter().map(term).collect();
        terms.sort_unstable();
        terms
    };
    match constraint {
        Constraint::Clause(literals) => {
            let mut literals: Vec<Literal> = literals.iter().map(literal).collect();
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

fn each_boolean(constraint: &Constraint, visit: &mut dyn FnMut(BoolVar)) {
    let mut literal = |literal: &Literal| {
        if let Atom::Boolean(variable) = literal.atom {
            visit(variable);
        }
    };
    match constraint {
        Constraint::Clause(literals) => literals.iter().for_each(literal),
        Constraint::Sum { terms, .. } | Constraint::Modular { terms, .. } => terms.iter().for_each(|term| {
            if let Operand::Literal(found) = &term.operand {
                literal(found);
            }
        }),
    }
}
