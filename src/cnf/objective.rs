//! Bounds on a cost as assumptions, for optimisation by SAT.
//!
//! For the cost `a + b + c`, "at most 1" adds the part of a totalizer over `a, b, c` that defines the output "at least
//! 2" and returns the negation of that output as an assumption; "at most 0" then adds nothing and assumes `¬a, ¬b, ¬c`.
//! The clauses only define outputs, so they exclude no solution, and bounds can be requested in any order.
//!
//! Equal weights get the incremental totalizer (R. Martins, S. Joshi, V. Manquinho, I. Lynce, "Incremental Cardinality
//! Constraints for MaxSAT", CP 2014), others the generalized totalizer (S. Joshi, R. Martins, V. Manquinho, "Generalized
//! Totalizer Encoding for Pseudo-Boolean Constraints", CP 2015), both from the crate rustsat. Sizes, for `n` literals and
//! bounds up to `k`: at most `n·k` clauses a level of the tree and `k` variables a node for the first; for the second, as
//! many variables a node as it has different sums up to `k` plus the largest weight.

use super::encode::rustsat::{self as bridge, from_theirs, theirs};
use super::lower::Cost;
use super::{Cnf, Lit};
use rustsat::encodings::{card, pb};

/// Incremental bounds on a cost.
pub struct Bounds {
    literals: Vec<Lit>,
    /// The greatest common divisor of the weights.
    unit: u64,
    /// The sum of the weights, in units.
    total: u64,
    counter: Counter,
}

enum Counter {
    Unit(card::Totalizer),
    Weighted(pb::GeneralizedTotalizer),
}

impl Bounds {
    /// Returns the bounds for a cost.
    pub fn new(cost: &Cost) -> Bounds {
        let unit = cost.terms.iter().fold(0, |divisor, &(weight, _)| gcd(divisor, weight)).max(1);
        let literals: Vec<Lit> = cost.terms.iter().map(|&(_, literal)| literal).collect();
        let counter = if cost.terms.iter().all(|&(weight, _)| weight == unit) {
            Counter::Unit(literals.iter().copied().map(theirs).collect())
        } else {
            let weighted = cost.terms.iter().map(|&(weight, literal)| (theirs(literal), (weight / unit) as usize));
            Counter::Weighted(weighted.collect())
        };
        let total = cost.terms.iter().map(|&(weight, _)| weight / unit).sum();
        Bounds { literals, unit, total, counter }
    }

    /// Returns the greatest common divisor of the weights.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns assumptions that limit the weight of the cost's true literals to `weight`. Adds the required clauses to
    /// `cnf`; the caller passes them on to the solver ([`Cnf::clauses_from`]). No assumption is needed if `weight` is
    /// at least the total.
    pub fn at_most(&mut self, cnf: &mut Cnf, weight: u64) -> Vec<Lit> {
        let bound = weight / self.unit;
        if bound >= self.total {
            return Vec::new();
        }
        if bound == 0 {
            return self.literals.iter().map(|&literal| !literal).collect();
        }
        let bound = bound as usize;
        let assumptions = bridge::encode(cnf, |clauses, variables| match &mut self.counter {
            Counter::Unit(totalizer) => {
                use card::{BoundUpper, BoundUpperIncremental};
                let encoded = totalizer.encode_ub_change(bound..=bound, clauses, variables);
                encoded.ok().and_then(|()| totalizer.enforce_ub(bound).ok())
            }
            Counter::Weighted(totalizer) => {
                use pb::{BoundUpper, BoundUpperIncremental};
                let encoded = totalizer.encode_ub_change(bound..=bound, clauses, variables);
                encoded.ok().and_then(|()| totalizer.enforce_ub(bound).ok())
            }
        });
        let assumptions = assumptions.expect("a bound that was just encoded can be enforced, memory permitting");
        assumptions.into_iter().map(from_theirs).collect()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
