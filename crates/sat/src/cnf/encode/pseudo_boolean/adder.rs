//! A weighted sum by binary addition and comparison of the digits with those of the bound.
//!
//! A literal is added to a bucket for each bit of its weight. From the lowest bucket up, a full adder replaces three
//! bits of a bucket by a sum bit in the same bucket and a carry in the next, until one bit is left; two bits at the end
//! use a half adder. For `2a + 3b + 5c <= 7` the buckets are `b c`, `a b`, `c`: `b + c` has a carry `d` (its sum bit
//! does not matter for 7 = 111), `a + b + d` has a carry `e`, and `c` and `e` are not both true, because that would
//! give a fourth bit.
//!
//! All bits are functions of the literals, so the number of models is preserved. This is the smallest of these
//! encodings and the weakest: it finds no conflict before all literals of a column are assigned.
//!
//! Sizes, with b bits in `k`: at most n·b bits enter the buckets, each full adder removes one, and each column ends in
//! at most one half adder. So at most 2b(n + 1) variables; 14 clauses for a full adder, 7 for a half adder, and one for
//! the comparison of each bit: at most 14nb + 8b.
//!
//! J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form", Information
//! Processing Letters 68(2), 1998; N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use super::encode_with;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::AdderEncoder;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "adder",
    summary: "binary addition in full adders, compared bit by bit",
    variables: "<= 2b(n + 1) for b = ⌊log2 k⌋ + 1",
    clauses: "<= 14bn + 8b",
    size,
    applies: |n, k| super::applies(n, k, size),
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "Warners 1998, Eén and Sörensson, JSAT 2006",
    encode: Encode::PseudoBoolean(encode),
};

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    encode_with(cnf, terms, bound, equal, &AdderEncoder::default());
}

fn size(n: usize, k: usize, _: bool) -> Size {
    let bits = k.max(1).ilog2() as usize + 1;
    Size::AtMost { variables: 2 * bits * (n + 1), clauses: 14 * bits * n + 8 * bits }
}
