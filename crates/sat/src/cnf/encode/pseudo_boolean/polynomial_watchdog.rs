//! A weighted sum by unary counts of the binary digits, with a watchdog on the top carry.
//!
//! A literal is added to a bucket for each bit of its weight, and a constant pads the bound to one less than a multiple
//! of the highest power of two in the weights. A totalizer counts each bucket, half of a count is carried into the next
//! bucket, and the top count must not reach the multiple. For `2a + 3b + 5c <= 7` the power is 4, 7 is already one less
//! than 8, the buckets are `b c`, `a b`, `c`, and at most one of the last bucket and what is carried into it is true.
//!
//! One watchdog for the whole sum (`polynomial-watchdog`) finds every conflict of at most. One watchdog for each
//! literal (`local-polynomial-watchdog`), over the others and the remaining bound, also finds implied literals, at n
//! times the size. Equal adds the same for the negated literals; conflicts that need both are missed. Counts may exceed
//! their values, so for at most models must be counted after projection. For equal a single watchdog leaves no slack,
//! because a count that is too large would carry up to the top, and models are preserved; with several watchdogs, those
//! of false literals have slack. The dynamic watchdog (T. Paxian, S. Reimer, B. Becker, SAT 2018) differs only in a
//! variable padding that lets the bound change.
//!
//! Sizes, with b = ⌊log2 k⌋ + 1 digits: for each digit a totalizer over n + 1 literals and an addition, with counts of
//! at most `2k / 2^r` for digit r from 0. About b·n log n variables and at most b·n² clauses, twice that for equal.
//!
//! O. Bailleux, Y. Boufkhad, O. Roussel, "New Encodings of Pseudo-Boolean Constraints into CNF", SAT 2009.

use super::{encode_with, inner_nodes};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::WatchdogEncoder;

/// The catalogue entry: one watchdog.
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

/// The catalogue entry: a watchdog for each literal.
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
    // The negated literals' bound is the sum of all weights less the bound.
    let second = if equal { watchdog(n, k, k.saturating_mul(n - 1)) } else { (0, 0) };
    let (variables, clauses) = watchdog(n, k, k);
    Size::AtMost { variables: variables + second.0, clauses: clauses.saturating_add(second.1) }
}

fn local_size(n: usize, k: usize, equal: bool) -> Size {
    let number = n * (1 + usize::from(equal));
    let (variables, clauses) = watchdog(n - 1, k, usize::MAX);
    Size::AtMost { variables: number * variables, clauses: number.saturating_mul(clauses) }
}

/// Returns the numbers of variables and clauses of one watchdog over `n` literals with weights up to `heaviest` and
/// this `bound`.
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
            // The count, and half of the count below, which is at most as large.
            let (count, sum) = ((n + 1).min(cap), (2 * n + 2).min(cap));
            variables += sum;
            clauses += (count + 1) * (count + 1) + sum;
        }
    }
    (variables, clauses)
}
