//! At most one by excluding every pair.
//!
//! `a + b + c <= 1` becomes `¬a ∨ ¬b`, `¬a ∨ ¬c`, `¬b ∨ ¬c`; exactly one adds `a ∨ b ∨ c`. No auxiliary variables,
//! n(n - 1)/2 clauses. The clauses are all prime implicates, so propagation is optimal.
//!
//! Folklore; surveyed in S. Prestwich, "CNF Encodings", Handbook of Satisfiability, 2009.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "pairwise",
    summary: "a clause for every pair",
    variables: "0",
    clauses: "n(n - 1)/2, and 1 for exactly one",
    size: |n, _, exactly| Size::Exact { variables: 0, clauses: n * (n - 1) / 2 + usize::from(exactly) },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Prestwich, Handbook of Satisfiability 2009",
    encode: Encode::AtMostOne(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    if exactly {
        cnf.add(literals);
    }
    pairs(cnf, literals);
}

/// Excludes every pair; other encodings use it for their groups.
pub(super) fn pairs(cnf: &mut Cnf, literals: &[Lit]) {
    for (index, &first) in literals.iter().enumerate() {
        for &second in &literals[index + 1..] {
            cnf.add(&[!first, !second]);
        }
    }
}
