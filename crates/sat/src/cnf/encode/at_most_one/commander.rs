//! At most one by groups of three: each group has a commander that is true if one of its literals is, and at most one
//! commander is true.
//!
//! The commanders are grouped recursively until at most three are left. For at most one of `a, b, c, d`: the pairs of
//! `a, b, c`; the commander `x = a ∨ b ∨ c` in four clauses; `d` alone is its own commander; and `¬x ∨ ¬d`. One
//! variable, 8 clauses; exactly one adds `x ∨ d`. Commanders are functions of their groups, so models are preserved.
//!
//! Sizes: a level over m > 3 literals has ⌊m/3⌋ groups with 1 variable and 7 clauses each and, if two literals are left
//! over, a group with 1 variable and 4 clauses; the next level has ⌈m/3⌉ literals. The last m <= 3 literals have m(m -
//! 1)/2 clauses, plus 1 for exactly one. About n/2 variables and 3.5n clauses in total.
//!
//! This is not rustsat's commander encoding, which has a single level, and so O(n²) clauses, and leaves the commander
//! of a false group free, so that a solution has several models.
//!
//! W. Klieber, G. Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects", CFV 2007.

use super::pairwise;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "commander",
    summary: "groups of three, at most one of which has a true literal",
    variables: "about n/2: one for each group of two or three",
    clauses: "about 3.5n: 7 for each group of three, 4 of two",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Klieber and Kwon, CFV 2007",
    encode: Encode::AtMostOne(encode),
};

const GROUP: usize = 3;

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    let mut level = literals.to_vec();
    while level.len() > GROUP {
        level = level.chunks(GROUP).map(|group| commander(cnf, group)).collect();
    }
    pairwise::pairs(cnf, &level);
    if exactly {
        cnf.add(&level);
    }
}

/// Adds at-most-one of the group and returns the literal "one of them is true".
fn commander(cnf: &mut Cnf, group: &[Lit]) -> Lit {
    if let [only] = *group {
        return only;
    }
    pairwise::pairs(cnf, group);
    let commander = cnf.variable();
    for &literal in group {
        cnf.add(&[!literal, commander]);
    }
    let mut some = vec![!commander];
    some.extend_from_slice(group);
    cnf.add(&some);
    commander
}

fn size(n: usize, _: usize, exactly: bool) -> Size {
    let (mut variables, mut clauses, mut level) = (0, usize::from(exactly), n);
    while level > 3 {
        let two_left = usize::from(level % 3 == 2);
        variables += level / 3 + two_left;
        clauses += 7 * (level / 3) + 4 * two_left;
        level = level.div_ceil(3);
    }
    Size::Exact { variables, clauses: clauses + level * (level - 1) / 2 }
}
