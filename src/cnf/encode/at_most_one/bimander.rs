//! At most one by numbered groups of two: pairwise inside, and the group of the true literal writes its index in binary.
//!
//! Between [`super::commander`], which has the groups, and [`super::bitwise`], which has the numbers. For at most one of
//! `a, b, c, d` the groups are `a, b` and `c, d`, and one bit numbers them: `¬a ∨ ¬b`, `¬a ∨ ¬y`, `¬b ∨ ¬y`, `¬c ∨ ¬d`,
//! `¬c ∨ y`, `¬d ∨ y`; exactly one adds `a ∨ b ∨ c ∨ d`. With g = ⌈n/2⌉ groups and w = max(1, ⌈log₂ g⌉) bits: w variables and
//! n·w + ⌊n/2⌋ clauses, and one more for exactly. That is a bit and n/2 clauses less than bitwise. With all literals false the
//! bits are free; otherwise they are known.
//!
//! V.-H. Nguyen, S. T. Mai, "A New Method to Encode the At-Most-One Constraint into SAT", SoICT 2015, where groups are of any
//! size: of one they give bitwise, and all in one pairwise.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, rustsat as bridge};
use crate::cnf::{Cnf, Lit};
use rustsat::encodings::am1::Bimander;

/// The entry in the catalogue.
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
