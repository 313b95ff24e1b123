//! Congruences modulo any `m`: the remainder of each partial sum is an integer variable.
//!
//! `x + y + z ≡ 1 (mod 3)` with `x, y, z` in 0..2 has one remainder (of `x + y`), nine clauses that define it and six
//! that forbid wrong final sums. Remainders are functions of the terms, so the number of models is preserved. Parities
//! over literals have their own encodings ([`super::parity`]). Size: at most `m` variables and `m²` clauses for each
//! term, plus an exactly-one for each remainder.

use super::{Choice, NotApplicable};
use crate::cnf::{Cnf, Lit};

/// A term: its possible contributions to the sum, each with its literal. Exactly one of the literals is true.
pub(crate) type Contributions = Vec<(i64, Lit)>;

/// Returns a number modulo `modulus`.
pub(crate) fn reduced(number: i128, modulus: i64) -> i64 {
    number.rem_euclid(i128::from(modulus)) as i64
}

fn plus(one: i64, other: i64, modulus: i64) -> i64 {
    reduced(i128::from(one) + i128::from(other), modulus)
}

/// Encodes that the contributions add up to `residue` modulo `modulus`.
///
/// # Errors
/// If the chosen at-most-one encoding does not support the number of remainders.
pub(crate) fn encode(
    cnf: &mut Cnf,
    choice: &Choice,
    terms: &[Contributions],
    modulus: i64,
    residue: i64,
) -> Result<(), NotApplicable> {
    let residue = residue.rem_euclid(modulus);
    let Some((last, before)) = terms.split_last() else {
        if residue != 0 {
            cnf.add(&[]);
        }
        return Ok(());
    };
    // The possible remainders of the partial sum; a remainder without literal is the only one.
    let mut remainders: Vec<(i64, Option<Lit>)> = vec![(0, None)];
    for term in before {
        remainders = advance(cnf, choice, &remainders, term, modulus)?;
    }
    for &(remainder, is) in &remainders {
        for &(amount, adds) in last {
            if plus(remainder, amount, modulus) != residue {
                let clause: Vec<Lit> = is.into_iter().chain([adds]).map(|literal| !literal).collect();
                cnf.add(&clause);
            }
        }
    }
    Ok(())
}

/// Returns the remainders after another term.
fn advance(
    cnf: &mut Cnf,
    choice: &Choice,
    remainders: &[(i64, Option<Lit>)],
    term: &Contributions,
    modulus: i64,
) -> Result<Vec<(i64, Option<Lit>)>, NotApplicable> {
    let mut reachable: Vec<i64> = remainders
        .iter()
        .flat_map(|&(remainder, _)| term.iter().map(move |&(amount, _)| plus(remainder, amount, modulus)))
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
            let sum = plus(remainder, amount, modulus);
            let target = next.iter().find(|&&(value, _)| value == sum).and_then(|&(_, literal)| literal);
            if let Some(target) = target {
                let clause: Vec<Lit> = is.map(|literal| !literal).into_iter().chain([!adds, target]).collect();
                cnf.add(&clause);
            }
        }
    }
    Ok(next)
}
