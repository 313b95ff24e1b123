//! At most `k` by adding up in binary, and comparing the digits of the sum with those of `k`.
//!
//! A full adder takes three literals of one weight and gives their sum and a carry of the next weight; a half adder takes the
//! last two. For at most 2 of `a, b, c, d`: `a + b + c` gives a one and a two, the one and `d` give the lowest digit and a
//! two, the two twos give the middle digit and a four: 6 variables and 14 + 7 + 7 clauses. The sum may not be
//! 3 (`¬middle ∨ ¬lowest`), nor 4 or more (`¬four`): 30 clauses; exactly two is three units. Everything is defined by the
//! literals, so models are preserved, for at most too.
//!
//! Sizes, with L binary digits in `n` of which s(n) are ones: L - s(n) half adders of 7 clauses, n - L full adders of 14, two
//! variables each: 2(n - s(n)) variables, 7(2n - L - s(n)) clauses, and for the comparison one for each zero in the L digits of
//! `k`, or L for exactly. The smallest of all, and the weakest: a digit is not known before all that it depends on is, so
//! propagation only checks.
//!
//! pindakaas has an adder too; for equality it merges what the digits of `k` make equal, by rules that no formula follows.
//!
//! J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form", Information Processing
//! Letters 68, 1998; as by N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};
use std::collections::VecDeque;

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "adder",
    summary: "adds up in binary and compares digits",
    variables: "2(n - s(n)), with s(n) ones in binary n",
    clauses: "7(2n - L - s(n)) + L - s(k), with L digits; 7(2n - L - s(n)) + L for exactly",
    size: |n, k, exactly| {
        let (digits, ones) = ((n.ilog2() + 1) as usize, n.count_ones() as usize);
        let comparison = if exactly { digits } else { digits - k.count_ones() as usize };
        Size::Exact { variables: 2 * (n - ones), clauses: 7 * (2 * n - digits - ones) + comparison }
    },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "Warners, IPL 1998",
    encode: Encode::Cardinality(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let digits = sum(cnf, literals);
    let one = |index: usize| k >> index & 1 == 1;
    for (index, &digit) in digits.iter().enumerate() {
        if exactly {
            cnf.add(&[if one(index) { digit } else { !digit }]);
        } else if !one(index) {
            // The sum is larger when this digit is one and those above, where k has ones, are ones too.
            let above = (index + 1..digits.len()).filter(|&higher| one(higher));
            let clause: Vec<Lit> = std::iter::once(index).chain(above).map(|index| !digits[index]).collect();
            cnf.add(&clause);
        }
    }
}

/// The digits of the number of true literals, lowest first.
fn sum(cnf: &mut Cnf, literals: &[Lit]) -> Vec<Lit> {
    let mut digits = Vec::new();
    let mut column: VecDeque<Lit> = literals.iter().copied().collect();
    while !column.is_empty() {
        let mut carries = VecDeque::with_capacity(column.len() / 2);
        // First in, first out: the adders form a shallow tree.
        while column.len() > 1 {
            let taken: Vec<Lit> = column.drain(..column.len().min(3)).collect();
            let (digit, carry) = add(cnf, &taken);
            column.push_back(digit);
            carries.push_back(carry);
        }
        digits.extend(column);
        column = carries;
    }
    digits
}

/// The sum of two or three literals: its lower and its higher digit.
fn add(cnf: &mut Cnf, literals: &[Lit]) -> (Lit, Lit) {
    let (digit, carry) = (cnf.variable(), cnf.variable());
    for values in 0u32..1 << literals.len() {
        // Unless the literals have these values, the digit is their parity.
        let mut clause: Vec<Lit> =
            literals.iter().enumerate().map(|(i, &lit)| if values >> i & 1 == 1 { !lit } else { lit }).collect();
        clause.push(if values.count_ones() % 2 == 1 { digit } else { !digit });
        cnf.add(&clause);
    }
    match *literals {
        [a, b] => {
            cnf.add(&[!a, !b, carry]);
            cnf.add(&[a, !carry]);
            cnf.add(&[b, !carry]);
        }
        _ => {
            for (index, &a) in literals.iter().enumerate() {
                for &b in &literals[index + 1..] {
                    cnf.add(&[!a, !b, carry]);
                    cnf.add(&[a, b, !carry]);
                }
            }
        }
    }
    (digit, carry)
}
