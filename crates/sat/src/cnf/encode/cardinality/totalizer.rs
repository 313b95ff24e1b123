//! At most `k` by a balanced tree of unary counts.
//!
//! Every node has outputs "at least 1, 2, ... of the literals below", up to `k`. The sum of two nodes has a clause for
//! every pair of their outputs; the root only excludes pairs that sum to `k + 1`. For at most 2 of `a, b, c, d`: `a +
//! b` and `c + d` have two outputs each, and `(a+b >= 1) ∧ (c+d >= 2)`, `(a+b >= 2) ∧ (c+d >= 1)` are excluded: 4
//! variables, 10 clauses. At most: outputs may exceed the count, so models must be counted after projection. Exactly:
//! outputs are defined in both directions, and models are preserved.
//!
//! The tree pairs neighbours layer by layer; an unpaired node moves up unchanged. With `m(a) = min(a, k)`, a node over
//! `a` and `b` literals has `m(a + b)` variables and, with `[i + j <= t]` counting the pairs `0 <= i <= m(a)`, `0 <= j
//! <= m(b)`: `m(a + b) - 1` clauses that order them, `[i + j <= k + 1] - 1` for lower bounds, and for exactly `[i + j
//! <= m(a + b) - 1]` for upper bounds. The root has `[i + j = k + 1]`, and for exactly also `[i + j = k - 1]` with `i
//! >= k - m(b)` and `j >= k - m(a)`, and a unit for each child if the other child cannot reach `k`. About `n log n`
//! variables and `n·k` clauses for each layer.
//!
//! O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality::{Cardinality, TotalizerEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "totalizer",
    summary: "a balanced tree of sorted counts",
    variables: "min(m, k) for each inner node over m of the n literals, but the root",
    clauses: "O(n·k·log n): one for each pair of outputs of two nodes that are added",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Bailleux and Boufkhad, CP 2003",
    encode: Encode::Cardinality(encode),
};

/// Also supports a bound of 1, for at-most-one.
pub(in crate::cnf::encode) fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    let constraint = |lits| Cardinality::new(lits, comparison, k as i64);
    bridge::encode(cnf, literals, constraint, &TotalizerEncoder::default());
}

fn size(n: usize, k: usize, exactly: bool) -> Size {
    let (mut variables, mut clauses) = (0, 0);
    let mut layer = vec![1; n];
    while layer.len() > 2 {
        for pair in layer.chunks_exact(2) {
            let (a, b, sum) = (pair[0].min(k), pair[1].min(k), (pair[0] + pair[1]).min(k));
            variables += sum;
            clauses += sum - 1 + pairs(a, b, |i, j| i + j <= k + 1) - 1;
            if exactly {
                clauses += pairs(a, b, |i, j| i + j < sum);
            }
        }
        layer = layer.chunks(2).map(|pair| pair.iter().sum()).collect();
    }
    let (a, b) = (layer[0].min(k), layer[1].min(k));
    clauses += pairs(a, b, |i, j| i + j == k + 1);
    if exactly {
        clauses += pairs(a, b, |i, j| i + j == k - 1 && i + b >= k && j + a >= k);
        clauses += usize::from(k > a) + usize::from(k > b);
    }
    Size::Exact { variables, clauses }
}

/// Counts the pairs `0 <= i <= a`, `0 <= j <= b` that satisfy a condition.
pub(super) fn pairs(a: usize, b: usize, kind: impl Fn(usize, usize) -> bool) -> usize {
    (0..=a).map(|i| (0..=b).filter(|&j| kind(i, j)).count()).sum()
}
