//! At most `k` by partial sorting: a sorting network in which every part keeps only its first `k + 1` outputs.
//!
//! For at most 2 of `a, b, c, d`: two comparators, and a merge without the fourth output and half of the comparator for
//! it: 9 variables, 14 clauses, and a unit that makes the third output false. At most: outputs may exceed the count, so
//! models must be counted after projection. Exactly: comparators are defined in both directions, and output `k` is
//! true; models are preserved.
//!
//! Sizes: with S full comparators and T with the output `∨` only, 2S + T variables; 3S + 2T + 1 clauses, 6S + 3T + 2
//! for exactly. With w = k + 1: the network over n literals consists of those over ⌊n/2⌋ and ⌈n/2⌉ and a merge
//! M(min(⌊n/2⌋, w), min(⌈n/2⌉, w), w); M(a, b, w) consists of M(⌈a/2⌉, ⌈b/2⌉, ⌊w/2⌋ + 1), M(⌊a/2⌋, ⌊b/2⌋, ⌊w/2⌋) and p
//! = min(⌊w/2⌋, ⌊a/2⌋ + ⌊b/2⌋, ⌈a/2⌉ + ⌈b/2⌉ - 1) further comparators, the last without `∧` if 2p = w; M(1, 1, w) is
//! one comparator. About n((log₂ k)²/2 + log₂ k) variables.
//!
//! Implemented here for any number of literals and outputs; those of the paper are powers of two. pindakaas' network
//! chooses between such merges and totalizer merges by a cost table (parametric networks) and has no closed formula for
//! its size.
//!
//! R. Asín, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "Cardinality Networks: a Theoretical and Empirical Study",
//! Constraints 16, 2011.

use super::network::{self, Network};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "cardinality-network",
    summary: "a sorting network limited to k + 1 outputs",
    variables: "2S + T, S comparators and T halves, about n((log₂ k)²/2 + log₂ k)",
    clauses: "3S + 2T + 1; 6S + 3T + 2 for exactly",
    size: |n, k, exactly| network::size(n, k + 1, exactly, 1 + usize::from(exactly)),
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Asín et al., Constraints 2011",
    encode: Encode::Cardinality(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let sorted = Network { cnf, exactly }.sort(literals, k + 1);
    cnf.add(&[!sorted[k]]);
    if exactly {
        cnf.add(&[sorted[k - 1]]);
    }
}
