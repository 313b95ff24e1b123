//! At most `k` by binary addition and comparison of the digits of the sum with those of `k`.
//!
//! A full adder maps three literals of one weight to a sum of that weight and a carry of the next; a half adder does so
//! for two literals. For at most 2 of `a, b, c, d`: `a + b + c` gives a one and a two, the one and `d` give the lowest
//! digit and a two, and the two twos give the middle digit and a four: 6 variables and 14 + 7 + 7 clauses. The sum is
//! not 3 (`¬middle ∨ ¬lowest`), nor 4 or more (`¬four`): 30 clauses; exactly two is three units. All digits are
//! functions of the literals, so models are preserved for at most as well.
//!
//! Sizes, where `n` has L binary digits and s(n) of them are ones: L - s(n) half adders with 7 clauses, n - L full
//! adders with 14, two variables each: 2(n - s(n)) variables and 7(2n - L - s(n)) clauses. The comparison has a clause
//! for each zero in the L digits of `k`, or L clauses for exactly. This is the smallest encoding and the weakest: a
//! digit is determined only after everything it depends on, so propagation only checks complete assignments.
//!
//! pindakaas' adder is not used because its simplifications for equality have no closed formula for the size.
//!
//! J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form", Information Processing
//! Letters 68, 1998; as by N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};
use std::collections::VecDeque;

/// The catalogue entry.
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
            // The sum exceeds k if this digit and all higher digits where k has ones are ones.
            let above = (index + 1..digits.len()).filter(|&higher| one(higher));
            let clause: Vec<Lit> = std::iter::once(index).chain(above).map(|index| !digits[index]).collect();
            cnf.add(&clause);
        }
    }
}

/// Returns the digits of the number of true literals, lowest first.
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

/// Returns the lower and the higher digit of the sum of two or three literals.
fn add(cnf: &mut Cnf, literals: &[Lit]) -> (Lit, Lit) {
    let (digit, carry) = (cnf.variable(), cnf.variable());
    for values in 0u32..1 << literals.len() {
        // If the literals have these values, the digit is their parity.
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
