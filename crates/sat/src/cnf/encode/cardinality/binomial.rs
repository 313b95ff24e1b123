//! At most `k` by excluding every set of `k + 1` literals.
//!
//! At most 2 of `a, b, c, d`: `¬a ∨ ¬b ∨ ¬c`, `¬a ∨ ¬b ∨ ¬d`, `¬a ∨ ¬c ∨ ¬d`, `¬b ∨ ¬c ∨ ¬d`. Exactly: in addition, one
//! of any n - k + 1 literals is true, in the example one of any three: 8 clauses. No auxiliary variables; C(n, k + 1)
//! clauses, and C(n, k - 1) more for exactly. The clauses are all prime implicates, so propagation is optimal. Pairwise
//! is the case k = 1.
//!
//! The size grows exponentially (at most 10 of 20 has 167,960 clauses), so the encoding does not apply if exactly would
//! need more than half a million clauses.
//!
//! Folklore; the "binomial" or naive encoding in surveys, such as C. Sinz, "Towards an Optimal CNF Encoding of Boolean
//! Cardinality Constraints", CP 2005.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, Unsupported};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "binomial",
    summary: "a clause for every set of k + 1; up to half a million clauses",
    variables: "0",
    clauses: "C(n, k + 1), and C(n, k - 1) more for exactly",
    size: |n, k, exactly| {
        let at_least = if exactly { choose(n, k - 1) } else { 0 };
        Size::Exact { variables: 0, clauses: choose(n, k + 1) + at_least }
    },
    applies: |n, k| few_enough(n, k, choose(n, k + 1).saturating_add(choose(n, k - 1))),
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Sinz, CP 2005, as the naive one",
    encode: Encode::Cardinality(encode),
};

/// The maximal number of clauses.
const MOST_CLAUSES: usize = 500_000;

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let n = literals.len();
    let mut clause = Vec::new();
    subsets(n, k + 1, |chosen| {
        clause.clear();
        clause.extend(chosen.iter().map(|&index| !literals[index]));
        cnf.add(&clause);
    });
    if exactly {
        subsets(n, n - k + 1, |chosen| {
            clause.clear();
            clause.extend(chosen.iter().map(|&index| literals[index]));
            cnf.add(&clause);
        });
    }
}

/// Fails for more than [`MOST_CLAUSES`].
pub(super) fn few_enough(n: usize, k: usize, clauses: usize) -> Result<(), Unsupported> {
    if clauses <= MOST_CLAUSES {
        return Ok(());
    }
    Err(Unsupported::CardinalityClauses { n, k, most: MOST_CLAUSES })
}

/// Returns `n` choose `k`, or `usize::MAX` on overflow.
pub(super) fn choose(n: usize, k: usize) -> usize {
    let mut result: usize = 1;
    for i in 0..k.min(n - k) {
        // Exact: the product is a multiple of i + 1.
        match result.checked_mul(n - i) {
            Some(product) => result = product / (i + 1),
            None => return usize::MAX,
        }
    }
    result
}

/// Visits the subsets of `0..n` with `size` elements, each ascending, in lexicographic order.
pub(super) fn subsets(n: usize, size: usize, mut visit: impl FnMut(&[usize])) {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        visit(&chosen);
        let Some(position) = (0..size).rev().find(|&i| chosen[i] < n - size + i) else { return };
        chosen[position] += 1;
        for i in position + 1..size {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}
