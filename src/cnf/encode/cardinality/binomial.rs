//! At most `k` with every set of `k + 1` literals spelled out.
//!
//! At most 2 of `a, b, c, d`: `¬a ∨ ¬b ∨ ¬c`, `¬a ∨ ¬b ∨ ¬d`, `¬a ∨ ¬c ∨ ¬d`, `¬b ∨ ¬c ∨ ¬d`. Exactly: also, of any n - k + 1
//! literals one is true, here any three again, 8 clauses. No auxiliary variables; C(n, k + 1) clauses, and C(n, k - 1) more for
//! exactly. These are all the prime implicates there are, so nothing propagates better, and pairwise is the case k = 1.
//!
//! It grows without measure (at most 10 of 20 has 167,960 clauses), so it refuses what would take more than half a
//! million clauses for exactly.
//!
//! Older than any paper; the "binomial" or naive encoding in surveys, such as C. Sinz, "Towards an Optimal CNF Encoding of
//! Boolean Cardinality Constraints", CP 2005.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};

/// The entry in the catalogue.
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

/// The most clauses that are spelled out.
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

/// Refuses more than [`MOST_CLAUSES`].
pub(super) fn few_enough(n: usize, k: usize, clauses: usize) -> Result<(), String> {
    if clauses <= MOST_CLAUSES {
        return Ok(());
    }
    Err(format!("it takes at most {MOST_CLAUSES} clauses, and {k} of {n} literals need more"))
}

/// `n` choose `k`, or `usize::MAX` when that is too large to be a number of clauses.
pub(super) fn choose(n: usize, k: usize) -> usize {
    let mut result: usize = 1;
    for i in 0..k.min(n - k) {
        // Exact: before division it is a multiple of i + 1.
        match result.checked_mul(n - i) {
            Some(product) => result = product / (i + 1),
            None => return usize::MAX,
        }
    }
    result
}

/// The sets of `size` numbers below `n`, each in ascending order, in lexicographic order.
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
