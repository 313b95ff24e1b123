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
//!
//! Where an encoding was chosen (`cardinality` for equal weights, `pseudo-boolean` for others), each bound is a constraint
//! of its own in that encoding: every clause is widened by the negation of a fresh variable, which is the assumption.
//! Nothing is shared between bounds, so a search that asks for many of them makes many times as many clauses.

use super::encode::rustsat::{self as bridge, from_theirs, theirs};
use super::encode::{Choice, Kind, NotApplicable};
use super::lower::{Cost, encode_sum};
use super::{Cnf, Lit};
use boardwright_ir::constraint::Relation;
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
    Incremental(Incremental),
    /// Every bound anew, in the encoding chosen; the weights in units.
    Chosen(Box<Choice>, Vec<(i64, Lit)>),
}

enum Incremental {
    Unit(card::Totalizer),
    Weighted(pb::GeneralizedTotalizer),
}

impl Bounds {
    /// Returns the bounds for a cost, in incremental totalizers.
    pub fn new(cost: &Cost) -> Bounds {
        Bounds::chosen(cost, &Choice::default())
    }

    /// Returns bounds on the weights of this cost, in the encodings that were chosen; [`Bounds::new`] where none was.
    pub fn chosen(cost: &Cost, choice: &Choice) -> Bounds {
        let unit = cost.terms.iter().fold(0, |divisor, &(weight, _)| gcd(divisor, weight)).max(1);
        let literals: Vec<Lit> = cost.terms.iter().map(|&(_, literal)| literal).collect();
        let total: u64 = cost.terms.iter().map(|&(weight, _)| weight / unit).sum();
        // The totalizers of rustsat compute in `usize`.
        let counter = if encoding(cost, choice).is_some() || usize::try_from(total).is_err() {
            let terms = cost.terms.iter().map(|&(weight, literal)| ((weight / unit) as i64, literal));
            Counter::Chosen(Box::new(*choice), terms.collect())
        } else if cost.terms.iter().all(|&(weight, _)| weight == unit) {
            Counter::Incremental(Incremental::Unit(literals.iter().copied().map(theirs).collect()))
        } else {
            let weighted = cost.terms.iter().map(|&(weight, literal)| (theirs(literal), (weight / unit) as usize));
            Counter::Incremental(Incremental::Weighted(weighted.collect()))
        };
        Bounds { literals, unit, total, counter }
    }

    /// Returns the greatest common divisor of the weights.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns assumptions that limit the weight of the cost's true literals to `weight`. Adds the required clauses to
    /// `cnf`; the caller passes them on to the solver ([`Cnf::clauses_from`]). No assumption is needed if `weight` is
    /// at least the total.
    ///
    /// # Errors
    /// If the chosen encoding does not apply to this bound.
    pub fn at_most(&mut self, cnf: &mut Cnf, weight: u64) -> Result<Vec<Lit>, NotApplicable> {
        let bound = weight / self.unit;
        if bound >= self.total {
            return Ok(Vec::new());
        }
        if bound == 0 {
            return Ok(self.literals.iter().map(|&literal| !literal).collect());
        }
        let counter = match &mut self.counter {
            Counter::Incremental(counter) => counter,
            Counter::Chosen(choice, terms) => {
                let assumption = cnf.variable();
                let first = cnf.len();
                encode_sum(cnf, choice, terms, Relation::AtMost, bound as i64)?;
                cnf.widen(first, &[!assumption]);
                return Ok(vec![assumption]);
            }
        };
        let bound = bound as usize;
        let assumptions = bridge::encode(cnf, |clauses, variables| match counter {
            Incremental::Unit(totalizer) => {
                use card::{BoundUpper, BoundUpperIncremental};
                let encoded = totalizer.encode_ub_change(bound..=bound, clauses, variables);
                encoded.ok().and_then(|()| totalizer.enforce_ub(bound).ok())
            }
            Incremental::Weighted(totalizer) => {
                use pb::{BoundUpper, BoundUpperIncremental};
                let encoded = totalizer.encode_ub_change(bound..=bound, clauses, variables);
                encoded.ok().and_then(|()| totalizer.enforce_ub(bound).ok())
            }
        });
        let assumptions = assumptions.expect("a bound that was just encoded can be enforced, memory permitting");
        Ok(assumptions.into_iter().map(from_theirs).collect())
    }
}

/// Returns the name of the encoding that bounds on this cost take, if one was chosen.
pub fn encoding(cost: &Cost, choice: &Choice) -> Option<&'static str> {
    let equal = cost.terms.windows(2).all(|pair| pair[0].0 == pair[1].0);
    let kind = if equal { Kind::Cardinality } else { Kind::PseudoBoolean };
    Some(choice.name(kind)).filter(|&name| name != "auto")
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
