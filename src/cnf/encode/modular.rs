//! Congruences modulo any `m`: the remainder of the running sum as an integer variable, one after each term.
//!
//! `x + y + z ≡ 1 (mod 3)` with `x, y, z` in 0..2 makes one remainder (after `x` and `y`), nine clauses that carry it
//! forward and six that forbid the wrong endings. Remainders are defined by the terms, so the number of models stays
//! the same. Parity over literals has encodings of its own ([`super::parity`]); this is for everything else.
//! At most `m` variables and `m²` clauses a term, and the exactly-one of each remainder.

use super::{Choice, DoesNotApply};
use crate::cnf::{Cnf, Lit};

/// One term: what it adds to the sum, and the literal that says so. Exactly one of the literals is true.
pub(crate) type Contributions = Vec<(i64, Lit)>;

/// Encodes: the contributions add up to `residue` modulo `modulus`.
///
/// # Errors
/// When the at-most-one encoding chosen does not take the remainders.
pub(crate) fn encode(
    cnf: &mut Cnf,
    choice: &Choice,
    terms: &[Contributions],
    modulus: i64,
    residue: i64,
) -> Result<(), DoesNotApply> {
    let residue = residue.rem_euclid(modulus);
    let Some((last, before)) = terms.split_last() else {
        if residue != 0 {
            cnf.add(&[]);
        }
        return Ok(());
    };
    // The remainders the sum so far can have; a remainder without literal is the only one.
    let mut remainders: Vec<(i64, Option<Lit>)> = vec![(0, None)];
    for term in before {
        remainders = advance(cnf, choice, &remainders, term, modulus)?;
    }
    for &(remainder, is) in &remainders {
        for &(amount, adds) in last {
            if (remainder + amount).rem_euclid(modulus) != residue {
                let clause: Vec<Lit> = is.into_iter().chain([adds]).map(|literal| !literal).collect();
                cnf.add(&clause);
            }
        }
    }
    Ok(())
}

/// The remainders after one more term.
fn advance(
    cnf: &mut Cnf,
    choice: &Choice,
    remainders: &[(i64, Option<Lit>)],
    term: &Contributions,
    modulus: i64,
) -> Result<Vec<(i64, Option<Lit>)>, DoesNotApply> {
    let mut reachable: Vec<i64> = remainders
        .iter()
        .flat_map(|&(remainder, _)| term.iter().map(move |&(amount, _)| (remainder + amount).rem_euclid(modulus)))
        .collect();
    reachable.sort_unstable();
    reachable.dedup();
    let literals: Vec<Option<Lit>> = match reachable.len() {
        1 => vec![None],
        2 => {
            let second = cnf.variable();
            vec![Some(!second), Some(second)]
        }
        count => {
            let literals: Vec<Lit> = (0..count).map(|_| cnf.variable()).collect();
            choice.at_most_one(cnf, &literals, true)?;
            literals.into_iter().map(Some).collect()
        }
    };
    let next: Vec<(i64, Option<Lit>)> = reachable.into_iter().zip(literals).collect();
    for &(remainder, is) in remainders {
        for &(amount, adds) in term {
            let sum = (remainder + amount).rem_euclid(modulus);
            let target = next.iter().find(|&&(value, _)| value == sum).and_then(|&(_, literal)| literal);
            if let Some(target) = target {
                let clause: Vec<Lit> = is.map(|literal| !literal).into_iter().chain([!adds, target]).collect();
                cnf.add(&clause);
            }
        }
    }
    Ok(next)
}
