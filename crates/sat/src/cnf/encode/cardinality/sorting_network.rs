//! At most `k` by sorting: output `k + 1` of a sorting network over the literals is false.
//!
//! For at most 2 of `a, b, c, d`, Batcher's network of four has five comparators (`network.rs`): 10 variables, 15
//! clauses, and a unit for the third output. At most: outputs may exceed the count, so models must be counted after
//! projection. Exactly: comparators are defined in both directions, and output `k` is true; models are preserved.
//!
//! Sizes: with S(n) comparators, 2S(n) variables; 3S(n) + 1 clauses, 6S(n) + 2 for exactly. S(n) = S(⌊n/2⌋) +
//! S(⌈n/2⌉) + M(⌊n/2⌋, ⌈n/2⌉), S(1) = 0; M(a, b) = M(⌈a/2⌉, ⌈b/2⌉) + M(⌊a/2⌋, ⌊b/2⌋) + p with p = min(⌊a/2⌋ + ⌊b/2⌋,
//! ⌈a/2⌉ + ⌈b/2⌉ - 1) comparators, M(1, 1) = 1, M(a, 0) = M(0, b) = 0. That is about n·(log₂ n)²/4 for every `k`: all
//! literals are sorted. For a single bound, [`super::cardinality_network`] is smaller.
//!
//! pindakaas' networks are always partial: they keep no more outputs than the bound needs.
//!
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, with K. E. Batcher's network, 1968.

use super::network::{self, Network};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "sorting-network",
    summary: "sorts all literals by odd-even merges",
    variables: "2S(n), S(n) comparators, about n(log₂ n)²/4",
    clauses: "3S(n) + 1; 6S(n) + 2 for exactly",
    size: |n, _, exactly| network::size(n, n, exactly, 1 + usize::from(exactly)),
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Eén and Sörensson, JSAT 2006",
    encode: Encode::Cardinality(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let sorted = Network { cnf, exactly }.sort(literals, literals.len());
    cnf.add(&[!sorted[k]]);
    if exactly {
        cnf.add(&[sorted[k - 1]]);
    }
}
