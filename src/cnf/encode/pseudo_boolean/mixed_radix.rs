//! A weighted sum by adding digits in a mixed radix, each digit in unary.
//!
//! The base is chosen from the weights: the prime up to 13 that divides most of them, if that is half of them or more, and
//! else √n (from 2 to 16); then again for what is left of the weights after division, until the bound is used up. Literals
//! become numbers in that base, a balanced tree adds them digit by digit with carries, and no node passes the bound.
//! With `2a + 3b + 5c <= 7` no prime divides half of what is left for long: the base is 3, 2, 2, and `a` is the digit 2, `b` the
//! digits 0 1, `c` the digits 2 1. With weights 4, 4, 8, 12 the base starts with 2, 2 and the two lowest digits are no work.
//!
//! Digits are defined by the literals, so the number of models stays the same. A carry says nothing before the digits below
//! are known, so conflicts are missed as the adder misses them ([`super::adder`]), though within a digit they are found.
//!
//! Sizes: a digit with radix β takes, in each of the n - 1 nodes of the tree, at most 4β variables and 2(β + 1)² + 11β
//! clauses, where β counts as no more than the node's sums; with β <= 16 that is O(n log k) of both.
//!
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the base; A. Zha,
//! M. Koshimura, H. Fujita, "N-level Modulo-Based CNF Encodings of Pseudo-Boolean Constraints for MaxSAT", Constraints
//! 24(2), 2019, for the tree.

use super::{encode_with, inner_nodes, sums};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::MixedRadixEncoder;

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "mixed-radix",
    summary: "a tree of sums in a mixed radix chosen from the weights, digits in unary",
    variables: "O(n·log k)",
    clauses: "O(n·log k): 2(β + 1)² + 11β for each digit of a node, β <= 16",
    size,
    applies: |n, k| super::applies(n, k, size),
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "Eén and Sörensson, JSAT 2006; Zha, Koshimura and Fujita, Constraints 2019",
    encode: Encode::PseudoBoolean(encode),
};

/// The greatest radix. pindakaas would choose up to 1024 itself, and a digit takes the square of that in clauses.
const GREATEST: usize = 16;

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    let mut encoder = MixedRadixEncoder::default();
    encoder.with_base(Some(base(terms.iter().map(|&(weight, _)| weight).collect(), bound)));
    encode_with(cnf, terms, bound, equal, &encoder);
}

/// The radixes, lowest digit first.
fn base(mut weights: Vec<u64>, mut bound: u64) -> Vec<i64> {
    let otherwise = (weights.len().isqrt()).clamp(2, GREATEST) as u64;
    let mut base = Vec::new();
    while bound > 0 {
        weights.retain(|&weight| weight > 0);
        let divided = |prime: u64| weights.iter().filter(|&&weight| weight % prime == 0).count();
        // Of equals the smallest.
        let (count, prime) = [13, 11, 7, 5, 3, 2]
            .map(|prime| (divided(prime), prime))
            .into_iter()
            .fold((0, otherwise), |best, other| if other.0 >= best.0 { other } else { best });
        let radix = if 2 * count >= weights.len().max(1) { prime } else { otherwise };
        base.push(radix as i64);
        bound /= radix;
        weights.iter_mut().for_each(|weight| *weight /= radix);
    }
    base
}

fn size(n: usize, k: usize, _: bool) -> Size {
    let (mut variables, mut clauses) = (0, 0);
    for (a, b) in inner_nodes(n) {
        // As if every digit had the radix that costs most: how many digits, and how many values each has here.
        let digits = (2..=GREATEST).map(|radix| (k.max(1).ilog(radix) as usize + 2, radix.min(sums(a + b, k) + 1)));
        variables += digits.clone().map(|(digits, values)| digits * 4 * values).max().unwrap_or(0);
        clauses += digits.map(|(digits, values)| digits * (2 * (values + 1).pow(2) + 11 * values)).max().unwrap_or(0);
    }
    Size::AtMost { variables, clauses }
}
