//! Parity cut into pieces: a chain of short parities, each handing the parity so far to the next.
//!
//! With pieces of at most three literals `a ⊕ b ⊕ c ⊕ d = 1` becomes `a ⊕ b = x` and `x ⊕ c ⊕ d = 1`. `cutL` has pieces of at
//! most L literals, connecting ones included: the first takes L - 1 of the n literals, those between L - 2 each, the last
//! what is left. Every piece is encoded directly ([`super::direct`]). The new variables are defined by the literals, so the
//! number of models stays the same; two pieces share one variable, so propagation stays complete.
//!
//! Cuts c = ⌈(n - L)/(L - 2)⌉, none if n <= L: c variables, c·2^(L-1) + 2^(m-1) clauses with m = n - c(L - 2) literals in the
//! last piece.
//!
//! G. V. Bard, N. T. Courtois, C. Jefferson, "Efficient Methods for Conversion and Solution of Sparse Systems of
//! Low-Degree Multivariate Polynomials over GF(2) via SAT-Solvers", ePrint 2007/024, where L is the cutting number.

use super::direct;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The entries in the catalogue: pieces of at most 3, 4, ... 8 literals.
pub const ENCODINGS: [Encoding; 6] = [
    entry::<3>("cut3", "a chain of pieces of at most 3 literals"),
    entry::<4>("cut4", "a chain of pieces of at most 4 literals"),
    entry::<5>("cut5", "a chain of pieces of at most 5 literals"),
    entry::<6>("cut6", "a chain of pieces of at most 6 literals"),
    entry::<7>("cut7", "a chain of pieces of at most 7 literals"),
    entry::<8>("cut8", "a chain of pieces of at most 8 literals"),
];

const fn entry<const L: usize>(name: &'static str, summary: &'static str) -> Encoding {
    Encoding {
        kind: Kind::Parity,
        name,
        summary,
        variables: "c = ⌈(n - L)/(L - 2)⌉ for pieces of L literals",
        clauses: "c·2^(L-1) + 2^(n - c(L-2) - 1)",
        size: |n, _, _| {
            let cuts = n.saturating_sub(L).div_ceil(L - 2);
            Size::Exact { variables: cuts, clauses: (cuts << (L - 1)) + (1 << (n - cuts * (L - 2) - 1)) }
        },
        applies: always,
        consistency: Consistency::Arc,
        counts: Counts::Preserved,
        reference: "Bard, Courtois and Jefferson, ePrint 2007/024",
        encode: Encode::Parity(encode::<L>),
    }
}

fn encode<const L: usize>(cnf: &mut Cnf, literals: &[Lit], odd: bool) {
    let mut piece: Vec<Lit> = Vec::with_capacity(L);
    let mut rest = literals;
    while piece.len() + rest.len() > L {
        let (taken, left) = rest.split_at(L - 1 - piece.len());
        let parity = cnf.variable();
        piece.extend_from_slice(taken);
        piece.push(parity);
        direct::encode(cnf, &piece, false);
        piece.clear();
        piece.push(parity);
        rest = left;
    }
    piece.extend_from_slice(rest);
    direct::encode(cnf, &piece, odd);
}
