//! Parity without auxiliary variables: a clause for every assignment of the wrong parity.
//!
//! `a ⊕ b = 1` is `a ∨ b` and `¬a ∨ ¬b`. There are 2^(n-1) clauses of n literals, the minimum without auxiliary
//! variables. The limit is 16 literals, 32,768 clauses; [`super::cut`] handles more.
//!
//! G. S. Tseitin, "On the Complexity of Derivation in Propositional Calculus", 1968, uses it for his graph formulas.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, Unsupported};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Parity,
    name: "direct",
    summary: "a clause for every wrong assignment; up to 16 literals",
    variables: "0",
    clauses: "2^(n-1)",
    size: |n, _, _| Size::Exact { variables: 0, clauses: 1 << (n - 1) },
    applies,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Tseitin 1968",
    encode: Encode::Parity(encode),
};

/// The maximal number of literals: 2^15 clauses.
const LONGEST: usize = 16;

/// Requires at least one literal.
pub(super) fn encode(cnf: &mut Cnf, literals: &[Lit], odd: bool) {
    let mut clause = Vec::with_capacity(literals.len());
    for assignment in 0u32..1 << literals.len() {
        if (assignment.count_ones() % 2 == 1) == odd {
            continue;
        }
        clause.clear();
        clause.extend(literals.iter().enumerate().map(|(i, &lit)| if assignment >> i & 1 == 1 { !lit } else { lit }));
        cnf.add(&clause);
    }
}

fn applies(n: usize, _: usize) -> Result<(), Unsupported> {
    if n <= LONGEST { Ok(()) } else { Err(Unsupported::Literals { most: LONGEST, found: n }) }
}
