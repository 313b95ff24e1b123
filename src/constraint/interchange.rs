//! Values that can be exchanged for each other without breaking a rule: the colours of a colouring. Of `k` such values each
//! solution is one of `k!`, once a set of cells is known that has each value exactly once; then these cells may be given
//! their values, and the solutions that are left count `k!` each.
//!
//! A family says which literals are values of the same kind ([`Problem::interchange`]); what it says is checked here
//! against the constraints before anything is made of it.

use super::alike::{exactly_one, saying};
use super::{Atom, BoolVar, Constraint, Literal, Origin, Posted, Problem, Role};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};

/// `values[cell][value]` is the variable that says that the cell has the value; every cell has the same number of values.
#[derive(Debug, Clone)]
pub struct Interchange {
    /// By cell and value.
    pub values: Vec<Vec<BoolVar>>,
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
        posted.constraint.each_literal(&mut |literal| {
            if let Atom::Boolean(variable) = literal.atom {
                plain &= problem.booleans()[variable.0 as usize].decision;
            }
        });
        plain
    };
    if count < 2 || !required().all(plain) {
        return None;
    }
    let as_they_are = saying(problem, &|literal| literal);
    for value in 1..count {
        let exchanged: HashMap<BoolVar, BoolVar> = interchange
            .values
            .iter()
            .flat_map(|values| [(values[value - 1], values[value]), (values[value], values[value - 1])])
            .collect();
        let image = |literal: Literal| match literal.atom {
            Atom::Boolean(variable) => {
                Literal { atom: Atom::Boolean(*exchanged.get(&variable).unwrap_or(&variable)), ..literal }
            }
            _ => literal,
        };
        if saying(problem, &image) != as_they_are {
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
