//! A weighted sum by counting each binary digit in unary, and watching the carry out of the top.
//!
//! A literal goes into a bucket for each bit of its weight, and a constant pads the bound to one less than a multiple of the
//! highest power of two in the weights. A totalizer counts each bucket; half of a count is carried into the next, and the
//! top count may not reach the multiple. For `2a + 3b + 5c <= 7` the power is 4, 7 is one less than 8 as it is, the buckets
//! are `b c`, `a b`, `c`, and of the last count and what is carried into it only one may be true.
//!
//! One watchdog for the whole sum (`polynomial-watchdog`) finds every conflict of at most. One for each literal
//! (`local-polynomial-watchdog`), over the others and what the bound leaves them, finds what is forced too, for n times the
//! size. Equal is a second time the same for the negated literals; conflicts that only both see together are missed.
//! Counts may be larger than need be, so for at most models are counted after projection. For equal one watchdog has no
//! room left, since a count too large would carry up to the top, and models are preserved; of several, those of the false
//! literals have. Not dynamic (T. Paxian, S. Reimer, B. Becker, SAT 2018): there the padding is
//! variable, so that the bound can move; for a bound that stays it is a constant, and this is what is left.
//!
//! Sizes, with b = ⌊log2 k⌋ + 1 digits: for each digit a totalizer over n + 1 literals and an addition to it, its counts at
//! most `2k / 2^r` for digit r from 0. About b·n log n variables and b·n² clauses at most, twice that for equal.
//!
//! O. Bailleux, Y. Boufkhad, O. Roussel, "New Encodings of Pseudo-Boolean Constraints into CNF", SAT 2009.

use super::{encode_with, inner_nodes};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::WatchdogEncoder;

/// The entry in the catalogue: one watchdog.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "polynomial-watchdog",
    summary: "a unary count of each binary digit, carried up to one watchdog",
    variables: "O(n·log n·log k)",
    clauses: "O(n²·log k)",
    size,
    applies: |n, k| super::applies(n, k, size),
    consistency: Consistency::Check,
    counts: Counts::PreservedExactly,
    reference: "Bailleux, Boufkhad and Roussel, SAT 2009",
    encode: Encode::PseudoBoolean(|cnf, terms, bound, equal| encode(cnf, terms, bound, equal, false)),
};

/// The entry in the catalogue: a watchdog for each literal.
pub const LOCAL: Encoding = Encoding {
    name: "local-polynomial-watchdog",
    summary: "a polynomial watchdog for each literal over the others",
    variables: "O(n²·log n·log k)",
    clauses: "O(n³·log k)",
    size: local_size,
    applies: |n, k| super::applies(n, k, local_size),
    consistency: Consistency::ArcAtMost,
    counts: Counts::Projected,
    encode: Encode::PseudoBoolean(|cnf, terms, bound, equal| encode(cnf, terms, bound, equal, true)),
    ..ENCODING
};

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool, local: bool) {
    let mut encoder = WatchdogEncoder::default();
    encoder.with_local(local);
    encode_with(cnf, terms, bound, equal, &encoder);
}

fn size(n: usize, k: usize, equal: bool) -> Size {
    // The negated literals may weigh what all can weigh, less the bound.
    let second = if equal { watchdog(n, k, k.saturating_mul(n - 1)) } else { (0, 0) };
    let (variables, clauses) = watchdog(n, k, k);
    Size::AtMost { variables: variables + second.0, clauses: clauses.saturating_add(second.1) }
}

fn local_size(n: usize, k: usize, equal: bool) -> Size {
    let number = n * (1 + usize::from(equal));
    let (variables, clauses) = watchdog(n - 1, k, usize::MAX);
    Size::AtMost { variables: number * variables, clauses: number.saturating_mul(clauses) }
}

/// Variables and clauses of one watchdog over `n` literals of weights up to `heaviest`, its counts no higher than
/// `bound` needs.
fn watchdog(n: usize, heaviest: usize, bound: usize) -> (usize, usize) {
    let top = heaviest.max(1).ilog2();
    let (mut variables, mut clauses) = (0, 1);
    for digit in 0..=top {
        let cap = bound.saturating_add(1 << top) >> digit;
        // The literals and the padding.
        for (a, b) in inner_nodes(n + 1) {
            variables += (a + b).min(cap);
            clauses += (a.min(cap) + 1) * (b.min(cap) + 1) + (a + b).min(cap);
        }
        if digit > 0 {
            // The count, and half of what is below, which is no more.
            let (count, sum) = ((n + 1).min(cap), (2 * n + 2).min(cap));
            variables += sum;
            clauses += (count + 1) * (count + 1) + sum;
        }
    }
    (variables, clauses)
}
