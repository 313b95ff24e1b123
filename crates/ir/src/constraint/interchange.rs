//! Interchangeable values, such as the colours of a colouring. If a set of cells has each of `k` interchangeable values
//! exactly once, the values of these cells can be fixed, and each remaining solution stands for `k!` solutions. If there are
//! more than `k` cells, of which `k` have one of these values each, it stands for `k!` solutions if the values are in order.
//!
//! A family declares which values are interchangeable ([`Problem::interchange`]); the declaration is checked against
//! the constraints before it is used.

pub use super::Interchange;
use super::equality::{exactly_one, sorted_required};
use super::{Atom, BoolVar, Constraint, Literal, Origin, Posted, Problem, Role};
use crate::constraint::origin::BuiltIn;
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};

/// Returns the problem with the values of some cells fixed, and the number of solutions that each of its solutions
/// stands for, or `None` if no declared interchange can be used.
pub fn fixed(problem: &Problem) -> Option<(Problem, BigUint)> {
    if problem.objective().is_some() {
        return None;
    }
    let mut smaller = problem.clone();
    let mut factor = BigUint::from(1u32);
    let mut used = false;
    for interchange in &problem.interchanges {
        // Checked against the problem as changed by the previous interchanges.
        let Some(cells) = usable(&smaller, interchange) else { continue };
        let origin = smaller.origin(Origin::built_in(BuiltIn::Interchange));
        let count = interchange.values[0].len();
        factor *= (1..=count).map(BigUint::from).product::<BigUint>();
        if cells.len() == count {
            for (value, &cell) in cells.iter().enumerate() {
                smaller.post(origin, Constraint::clause([interchange.values[cell][value].into()]));
            }
        } else {
            in_order(&cells, interchange, |constraint| smaller.post(origin, constraint));
        }
        used = true;
    }
    used.then_some((smaller, factor))
}

/// Posts that each value is in an earlier cell than the next value. Wherever the cells are cut in two, at most one of these is the
/// case: the next value is before the cut, the value is after it.
fn in_order(cells: &[usize], interchange: &Interchange, mut post: impl FnMut(Constraint)) {
    let count = interchange.values[0].len();
    for value in 1..count {
        for cut in 1..cells.len() {
            let next = cells[..cut].iter().map(|&cell| interchange.values[cell][value]);
            let own = cells[cut..].iter().map(|&cell| interchange.values[cell][value - 1]);
            post(Constraint::at_most(1, next.chain(own).map(Literal::from)));
        }
    }
}

/// Returns cells of which each value is in exactly one in every solution, no two values in the same cell; as many as there are
/// values if possible. `None` if there are none or if exchanging two values changes the constraints.
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
    let original = sorted_required(problem, &|literal| literal);
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
        if sorted_required(problem, &image) != original {
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
        .filter(|group| group.len() >= count)
        .filter_map(|group| group.iter().map(|variable| cell_of.get(variable).copied()).collect())
        .collect();
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    groups.into_iter().find(|cells| {
        let by_value = (0..count).all(|value| has(&mut cells.iter().map(|&cell| interchange.values[cell][value])));
        // Of the values of a cell at most one holds: they belong to an exactly-one.
        let apart = |values: &[BoolVar]| {
            exactly_one.iter().any(|all| values.iter().all(|variable| all.binary_search(variable).is_ok()))
        };
        by_value && cells.iter().all(|&cell| apart(&interchange.values[cell]))
    })
}
