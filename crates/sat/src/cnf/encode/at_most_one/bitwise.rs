//! At most one by indices: the true literal determines an index in binary.
//!
//! Two true literals require different values of some bit. For at most one of `a, b, c` with the bits `y1 y0`: `a`
//! requires 00, `b` 01 and `c` 10, so `¬a ∨ ¬y0`, `¬a ∨ ¬y1`, `¬b ∨ y0`, `¬b ∨ ¬y1`, `¬c ∨ ¬y0`, `¬c ∨ y1`; exactly one
//! adds `a ∨ b ∨ c`. With w = ⌈log₂ n⌉ bits: w variables, n·w clauses, plus one for exactly. The bits are free if all
//! literals are false and determined otherwise, so models are preserved for exactly one.
//!
//! Propagation on the literals is complete. Unused indices are not excluded: if other constraints set the bits to 11 in
//! the example, the conflict is found only after `a`, `b` and `c` have been refuted.
//!
//! S. D. Prestwich, "Finding Large Cliques using SAT Local Search", in Trends in Constraint Programming, 2007; A. M. Frisch,
//! T. J. Peugniez, A. J. Doggett, P. W. Nightingale, "Solving Non-Boolean Satisfiability Problems with Stochastic Local
//! Search", Journal of Automated Reasoning 35, 2005.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality_one::{BitwiseEncoder, CardinalityOne};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "bitwise",
    summary: "the true literal writes its index in binary",
    variables: "⌈log₂ n⌉",
    clauses: "n⌈log₂ n⌉, and 1 for exactly one",
    size: |n, _, exactly| {
        let bits = n.next_power_of_two().ilog2() as usize;
        Size::Exact { variables: bits, clauses: n * bits + usize::from(exactly) }
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Prestwich 2007",
    encode: Encode::AtMostOne(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    bridge::encode(cnf, literals, |lits| CardinalityOne::new(lits, comparison), &BitwiseEncoder::default());
}
