//! A weighted sum by addition in a mixed radix, each digit in unary.
//!
//! The base is chosen from the weights: the prime up to 13 that divides most of them if that is at least half of them,
//! otherwise √n (from 2 to 16); then the weights are divided and this repeats until the bound is used up. Literals
//! become numbers in that base, a balanced tree adds them digit by digit with carries, and nodes are limited by the
//! bound. For `2a + 3b + 5c <= 7` the base is 2, 2, 2, because no prime divides two of the weights: `a` is 010, `b` 011
//! and `c` 101; `a + b` is added first, then `c`, and a fourth digit is excluded. With weights 6, 12, 18 and 7 the base
//! starts with 2, then 3.
//!
//! Digits are functions of the literals, so the number of models is preserved. A carry is determined only after the
//! digits below, so conflicts across digits are missed as by the adder ([`super::adder`]); those within a digit are
//! found.
//!
//! Sizes: a digit with radix β has, in each of the n - 1 nodes of the tree, at most 4β variables and 2(β + 1)² + 11β
//! clauses, where β is limited by the node's number of sums; with β <= 16 that is O(n log k) of both.
//!
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the base; A. Zha,
//! M. Koshimura, H. Fujita, "N-level Modulo-Based CNF Encodings of Pseudo-Boolean Constraints for MaxSAT", Constraints
//! 24(2), 2019, for the tree.

use super::{encode_with, inner_nodes, sums};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::MixedRadixEncoder;

/// The catalogue entry.
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

/// The maximal radix. pindakaas would choose up to 1024, and the clauses of a digit grow with the square.
const GREATEST: usize = 16;

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    let mut encoder = MixedRadixEncoder::default();
    encoder.with_base(Some(base(terms.iter().map(|&(weight, _)| weight).collect(), bound)));
    encode_with(cnf, terms, bound, equal, &encoder);
}

/// Returns the radixes, lowest digit first.
fn base(mut weights: Vec<u64>, mut bound: u64) -> Vec<i64> {
    let otherwise = (weights.len().isqrt()).clamp(2, GREATEST) as u64;
    let mut base = Vec::new();
    while bound > 0 {
        weights.retain(|&weight| weight > 0);
        let divided = |prime: u64| weights.iter().filter(|&&weight| weight % prime == 0).count();
        // On ties the smallest prime wins.
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
        // The maximum over all radixes: the number of digits, and the number of values of each at this node.
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
        // 6, 12, 18, 7 divided by 2 are 3, 6, 9, 3, and by 3 then 1, 2, 3, 1; then √4 until the base exceeds 30.
        assert_eq!(base(vec![6, 12, 18, 7], 30), [2, 3, 2, 2, 2]);
        // No prime divides half of a hundred ones: √100.
        assert_eq!(base(vec![1; 100], 50), [10, 10]);
        assert_eq!(base(vec![1; 10_000], 50), [16, 16]);
        // Weights that became 0 are ignored: 1 and 13 divided by 13 are 0 and 1.
        assert_eq!(base(vec![1, 13], 13), [13, 2]);
    }
}
