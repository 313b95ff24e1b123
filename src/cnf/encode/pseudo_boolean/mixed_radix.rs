//! A weighted sum by adding digits in a mixed radix, each digit in unary.
//!
//! The base is chosen from the weights: the prime up to 13 that divides most of them, if that is half of them or more, and
//! else √n (from 2 to 16); then again for what is left of the weights after division, until the bound is used up. Literals
//! become numbers in that base, a balanced tree adds them digit by digit with carries, and no node passes the bound.
//! For `2a + 3b + 5c <= 7` the base is 2, 2, 2, since no prime divides two of the weights: `a` is 010, `b` 011 and `c` 101, `a + b`
//! is added first, then `c`, and a fourth digit is forbidden. With weights 6, 12, 18 and 7 it starts with 2, and then with 3.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_follows_the_weights() {
        assert_eq!(base(vec![2, 3, 5], 7), [2, 2, 2]);
        // 6, 12, 18, 7 by 2 are 3, 6, 9, 3, which are 1, 2, 3, 1 by 3; then √4, until the base is past 30.
        assert_eq!(base(vec![6, 12, 18, 7], 30), [2, 3, 2, 2, 2]);
        // Nothing divides half of a hundred ones: √100.
        assert_eq!(base(vec![1; 100], 50), [10, 10]);
        assert_eq!(base(vec![1; 10_000], 50), [16, 16]);
        // What is used up has no say: 1 and 13 by 13 are 0 and 1.
        assert_eq!(base(vec![1, 13], 13), [13, 2]);
    }
}
