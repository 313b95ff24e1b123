//! At most `k` by sorting: the literals go through a sorting network, and the output at place `k + 1` is false.
//!
//! For at most 2 of `a, b, c, d`, Batcher's network of four has five comparators (`network.rs`): 10 variables, 15
//! clauses, and the unit for the third output. At most: outputs may be true without need, so models are counted after
//! projection. Exactly: comparators are defined in both directions, and the output at place `k` is true; models are preserved.
//!
//! Sizes: with S(n) comparators, 2S(n) variables; 3S(n) + 1 clauses, 6S(n) + 2 for exactly. S(n) = S(⌊n/2⌋) + S(⌈n/2⌉) +
//! M(⌊n/2⌋, ⌈n/2⌉), S(1) = 0; M(a, b) = M(⌈a/2⌉, ⌈b/2⌉) + M(⌊a/2⌋, ⌊b/2⌋) + p with p = min(⌊a/2⌋ + ⌊b/2⌋, ⌈a/2⌉ + ⌈b/2⌉ - 1) pairs
//! compared, M(1, 1) = 1, M(a, 0) = M(0, b) = 0. That is about n·(log₂ n)²/4, whatever `k` is: everything is sorted, which
//! pays when several bounds are put on the same literals. For one bound [`super::cardinality_network`] leaves out the rest.
//!
//! pindakaas has networks too, but never the whole one: it keeps no more outputs than the bound needs.
//!
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, with K. E. Batcher's network, 1968.

use super::network::{self, Network};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};
use crate::cnf::{Cnf, Lit};

/// The entry in the catalogue.
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
