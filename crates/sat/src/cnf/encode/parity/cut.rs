//! Parity by cutting: a long parity becomes short ones that are linked by auxiliary variables.
//!
//! With pieces of at most three literals `a ⊕ b ⊕ c ⊕ d = 1` becomes `a ⊕ b = x` and `x ⊕ c ⊕ d = 1`. `cutL` has pieces
//! of at most L literals, auxiliary variables included: it takes L - 1 literals from the front of a list, replaces them
//! by the variable of their parity, and repeats until L are left. Every piece is encoded directly ([`super::direct`]).
//!
//! The position of the new variable determines the order. `cutL` puts it at the front: a chain, whose ends are n/L
//! pieces apart. `cutL-pooled` puts it at the end: a tree, whose leaves are about log n pieces apart. Ten literals in
//! pieces of four are `abc|x, xde|y, yfg|z, zhij` and, pooled, `abc|x, def|y, ghi|z, jxyz`.
//!
//! The auxiliary variables are functions of the literals, so the number of models is preserved. In both orders the
//! pieces form a tree in which neighbours share one variable, so propagation is complete.
//!
//! Cuts c = ⌈(n - L)/(L - 2)⌉, none if n <= L: c variables, c·2^(L-1) + 2^(m-1) clauses with m = n - c(L - 2) literals
//! in the last piece, in both orders.
//!
//! G. V. Bard, N. T. Courtois, C. Jefferson, "Efficient Methods for Conversion and Solution of Sparse Systems of
//! Low-Degree Multivariate Polynomials over GF(2) via SAT-Solvers", ePrint 2007/024, where L is the cutting number.
//! W. Nawrocki, Z. Liu, A. Fröhlich, M. J. H. Heule, A. Biere, "XOR Local Search for Boolean Brent Equations", SAT 2021,
//! where the orders are called linear and pooled.

use super::direct;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entries: chains of pieces of at most 3, 4, ... 8 literals.
pub const ENCODINGS: [Encoding; 6] = [
    chain::<3>("cut3", "a chain of pieces of at most 3 literals"),
    chain::<4>("cut4", "a chain of pieces of at most 4 literals"),
    chain::<5>("cut5", "a chain of pieces of at most 5 literals"),
    chain::<6>("cut6", "a chain of pieces of at most 6 literals"),
    chain::<7>("cut7", "a chain of pieces of at most 7 literals"),
    chain::<8>("cut8", "a chain of pieces of at most 8 literals"),
];

/// The catalogue entries: trees of pieces of at most 3, 4, ... 8 literals.
pub const POOLED: [Encoding; 6] = [
    tree::<3>("cut3-pooled", "a tree of pieces of at most 3 literals"),
    tree::<4>("cut4-pooled", "a tree of pieces of at most 4 literals"),
    tree::<5>("cut5-pooled", "a tree of pieces of at most 5 literals"),
    tree::<6>("cut6-pooled", "a tree of pieces of at most 6 literals"),
    tree::<7>("cut7-pooled", "a tree of pieces of at most 7 literals"),
    tree::<8>("cut8-pooled", "a tree of pieces of at most 8 literals"),
];

const fn chain<const L: usize>(name: &'static str, summary: &'static str) -> Encoding {
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
        encode: Encode::Parity(encode_chain::<L>),
    }
}

/// Differs from the chain only in the order.
const fn tree<const L: usize>(name: &'static str, summary: &'static str) -> Encoding {
    Encoding {
        reference: "Nawrocki, Liu, Fröhlich, Heule and Biere, SAT 2021",
        encode: Encode::Parity(encode_tree::<L>),
        ..chain::<L>(name, summary)
    }
}

fn encode_chain<const L: usize>(cnf: &mut Cnf, literals: &[Lit], odd: bool) {
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

fn encode_tree<const L: usize>(cnf: &mut Cnf, literals: &[Lit], odd: bool) {
    let mut queue = literals.to_vec();
    let mut front = 0;
    while queue.len() - front > L {
        let parity = cnf.variable();
        let piece = [&queue[front..front + L - 1], &[parity]].concat();
        direct::encode(cnf, &piece, false);
        front += L - 1;
        queue.push(parity);
    }
    direct::encode(cnf, &queue[front..], odd);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The pieces as lists of 1-based variables, in the order in which they are cut.
    fn pieces(encode: fn(&mut Cnf, &[Lit], bool)) -> Vec<Vec<u32>> {
        let mut cnf = Cnf::new();
        let literals: Vec<Lit> = (0..10).map(|_| cnf.variable()).collect();
        encode(&mut cnf, &literals, true);
        let variables = |clause: &[Lit]| clause.iter().map(|literal| literal.variable() + 1).collect::<BTreeSet<u32>>();
        let mut pieces: Vec<Vec<u32>> = cnf.clauses().map(|clause| variables(clause).into_iter().collect()).collect();
        pieces.dedup();
        pieces
    }

    #[test]
    fn ten_literals_are_cut_as_the_header_says() {
        // a to j are 1 to 10; x, y, z are 11 to 13.
        let chain = [[1, 2, 3, 11], [4, 5, 11, 12], [6, 7, 12, 13], [8, 9, 10, 13]];
        let tree = [[1, 2, 3, 11], [4, 5, 6, 12], [7, 8, 9, 13], [10, 11, 12, 13]];
        assert_eq!(pieces(encode_chain::<4>), chain);
        assert_eq!(pieces(encode_tree::<4>), tree);
    }
}
