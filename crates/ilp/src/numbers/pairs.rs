//! Sums that are stated in another way: by the pairs of values that clauses allow, and by coefficients of Booleans.

use boardwright_ir::constraint::{BoolVar, Relation};
use std::collections::{BTreeMap, BTreeSet};

/// The pairs of values of two cells that clauses allow.
pub(super) struct Pairs {
    /// By place in the first cell, and in the second one.
    pub allowed: Vec<Vec<bool>>,
    /// The pairs of Booleans that exclude each other, if the clauses state nothing else.
    pub excluded: Option<Vec<[BoolVar; 2]>>,
}

impl Pairs {
    /// Returns the sum or difference of places that the pairs state, with its relation and bound; `possible` says which places of
    /// each cell are possible.
    pub(super) fn sum(&self, cells: [usize; 2], possible: &[&[bool]; 2]) -> Option<(Collected, Relation, i128)> {
        for factor in [1, -1] {
            let value = |one: usize, other: usize| one as i64 + factor * other as i64;
            let all = || {
                let pairs = self.allowed.iter().enumerate().filter(|(one, _)| possible[0][*one]);
                pairs.flat_map(move |(one, row)| {
                    let others = row.iter().enumerate().filter(|(other, _)| possible[1][*other]);
                    others.map(move |(other, &allowed)| (value(one, other), allowed))
                })
            };
            let allowed: BTreeSet<i64> = all().filter(|(_, allowed)| *allowed).map(|(value, _)| value).collect();
            let (Some(&least), Some(&most)) = (allowed.first(), allowed.last()) else { return None };
            let is = |holds: &dyn Fn(i64) -> bool| all().all(|(value, allowed)| holds(value) == allowed);
            let found = if is(&|value| value == most) {
                (Relation::Equal, most)
            } else if is(&|value| value <= most) {
                (Relation::AtMost, most)
            } else if is(&|value| value >= least) {
                (Relation::AtLeast, least)
            } else {
                continue;
            };
            let places =
                |count: usize, factor: i64| (0..count as i64).map(|place| i128::from(factor * place)).collect();
            let of = [(cells[0], places(self.allowed.len(), 1)), (cells[1], places(self.allowed[0].len(), factor))];
            return Some((Collected { of: of.into() }, found.0, found.1.into()));
        }
        None
    }
}

/// The coefficients of a sum over Booleans.
pub(super) struct Collected {
    /// By cell and place.
    pub of: BTreeMap<usize, Vec<i128>>,
}

impl Collected {
    /// Returns the sum as terms over the numbers of cells, and a constant; `None` if it is none, or if it does not fit.
    pub(super) fn over(&self, scales: &[Vec<i64>]) -> Option<(Vec<(usize, i64)>, i128)> {
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (&cell, coefficients) in &self.of {
            let scale = &scales[cell];
            let other = scale.iter().position(|&number| number != scale[0]);
            let difference = |place: usize| coefficients[place] - coefficients[0];
            let step = |place: usize| i128::from(scale[place]) - i128::from(scale[0]);
            let factor = other.map_or(Some(0), |place| {
                (difference(place) % step(place) == 0).then(|| difference(place) / step(place))
            })?;
            if (0..scale.len()).any(|place| difference(place) != factor * step(place)) {
                return None;
            }
            constant += coefficients[0] - factor * i128::from(scale[0]);
            if factor != 0 {
                terms.push((cell, factor.try_into().ok()?));
            }
        }
        Some((terms, constant))
    }
}
