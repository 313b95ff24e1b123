//! At most one by numbered groups of two: pairwise within a group, and the group of the true literal determines an
//! index in binary.
//!
//! This combines [`super::commander`] (groups) and [`super::bitwise`] (indices). For at most one of `a, b, c, d` the
//! groups are `a, b` and `c, d`, numbered by one bit: `¬a ∨ ¬b`, `¬a ∨ ¬y`, `¬b ∨ ¬y`, `¬c ∨ ¬d`, `¬c ∨ y`, `¬d ∨ y`;
//! exactly one adds `a ∨ b ∨ c ∨ d`. With g = ⌈n/2⌉ groups and w = max(1, ⌈log₂ g⌉) bits: w variables and n·w + ⌊n/2⌋
//! clauses, plus one for exactly. That is one bit and about n/2 clauses less than bitwise. The bits are free if all
//! literals are false and determined otherwise.
//!
//! V.-H. Nguyen, S. T. Mai, "A New Method to Encode the At-Most-One Constraint into SAT", SoICT 2015, with groups of
//! any size: groups of one give bitwise, a single group gives pairwise.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, rustsat as bridge};
use crate::cnf::{Cnf, Lit};
use rustsat::encodings::am1::Bimander;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "bimander",
    summary: "groups of two, the true literal's group writes its index in binary",
    variables: "w = max(1, ⌈log₂ ⌈n/2⌉⌉)",
    clauses: "nw + ⌊n/2⌋, and 1 for exactly one",
    size: |n, _, exactly| {
        let bits = (n.div_ceil(2).next_power_of_two().ilog2() as usize).max(1);
        Size::Exact { variables: bits, clauses: n * bits + n / 2 + usize::from(exactly) }
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Nguyen and Mai, SoICT 2015",
    encode: Encode::AtMostOne(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    bridge::at_most_one::<Bimander<2>>(cnf, literals);
    if exactly {
        cnf.add(literals);
    }
}
