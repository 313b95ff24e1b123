//! At most one by a running total: the cardinality encoding of that name with a bound of 1.
//!
//! For each literal but the last, a variable states that one of the literals so far is true. For at most one of `a, b,
//! c`: `a -> s1`, `b -> s2`, `s1 -> s2`, and the conflicts `¬b ∨ ¬s1`, `¬c ∨ ¬s2`: n - 1 variables, 3n - 4 clauses; the
//! total may exceed the count, so models must be counted after projection. Exactly one: the total is defined in both
//! directions and must be one at the end, n - 1 variables, 4n - 4 clauses, models preserved; this is the ladder
//! ([`super::ladder`]) with negated steps. Two literals need no auxiliary variables.
//!
//! C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005. rustsat calls it a ladder.

use crate::cnf::encode::cardinality::sequential_counter;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "sequential-counter",
    summary: "a running total after each literal, which stops at one",
    variables: "n - 1; 0 for n = 2",
    clauses: "3n - 4; 4n - 4 for exactly one; 1 and 2 for n = 2",
    size: |n, _, exactly| match (n, exactly) {
        (2, _) => Size::Exact { variables: 0, clauses: 1 + usize::from(exactly) },
        (_, true) => Size::Exact { variables: n - 1, clauses: 4 * n - 4 },
        (_, false) => Size::Exact { variables: n - 1, clauses: 3 * n - 4 },
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Sinz, CP 2005",
    encode: Encode::AtMostOne(|cnf, literals, exactly| sequential_counter::encode(cnf, literals, 1, exactly)),
};
