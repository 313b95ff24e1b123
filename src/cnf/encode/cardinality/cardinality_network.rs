//! At most `k` by sorting only as far as need be: a sorting network of which every part keeps its first `k + 1` outputs.
//!
//! For at most 2 of `a, b, c, d`: two comparators, and a merge of which the fourth output is left out, and with it half of
//! a comparator: 9 variables, 14 clauses, and the unit that makes the third output false. At most: outputs may be true without
//! need, so models are counted after projection. Exactly: comparators are defined in both directions, and the output at
//! place `k` is true; models are preserved.
//!
//! Sizes: with S whole comparators and T that have only the output `∨`, 2S + T variables; 3S + 2T + 1 clauses, 6S + 3T + 2 for
//! exactly. Where w = k + 1: the network over n literals adds up those over ⌊n/2⌋ and ⌈n/2⌉ and a merge M(min(⌊n/2⌋, w),
//! min(⌈n/2⌉, w), w); M(a, b, w) has those of M(⌈a/2⌉, ⌈b/2⌉, ⌊w/2⌋ + 1) and M(⌊a/2⌋, ⌊b/2⌋, ⌊w/2⌋) and p = min(⌊w/2⌋, ⌊a/2⌋ + ⌊b/2⌋,
//! ⌈a/2⌉ + ⌈b/2⌉ - 1) of its own, the last without `∧` if 2p = w; M(1, 1, w) is one comparator. About n((log₂ k)²/2 + log₂ k)
//! variables.
//!
//! By hand, for literals of any number and outputs of any number; the paper's are powers of two. pindakaas' network chooses
//! by a table of costs between such merges and a totalizer's, which is a third thing (parametric networks), without a
//! formula for its size.
//!
//! R. Asín, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "Cardinality Networks: a Theoretical and Empirical Study",
//! Constraints 16, 2011.

use super::network::{self, Network};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};
use crate::cnf::{Cnf, Lit};

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "cardinality-network",
    summary: "sorts no further than the first k + 1 places",
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
