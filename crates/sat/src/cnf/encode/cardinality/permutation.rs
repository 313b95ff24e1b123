//! At most `k` by enumeration of all arrangements, the form used in the article on Knightdoku.
//!
//! The article lists every permutation of a row's knights and blanks as a conjunction over all cells of the row and
//! joins them by "or". In CNF: a variable for each arrangement, which implies the value of every literal, and a clause
//! that requires one arrangement. Exactly 2 of `a, b, c, d` has the arrangements 1100, 1010, 1001, 0110, 0101, 0011: 6
//! variables and 6·4 + 1 clauses, the first being `x1 -> a`, `x1 -> b`, `x1 -> ¬c`, `x1 -> ¬d`. At most: the
//! arrangements with up to `k` true literals, in the example 1 + 4 + 6.
//!
//! With A = C(n, k) arrangements for exactly and C(n, 0) + ... + C(n, k) for at most: A variables, n·A + 1 clauses. Any
//! two arrangements differ in a literal, so exactly one holds, and models are preserved. Propagation on the literals is
//! complete.
//!
//! Does not apply if at most would need more than half a million clauses. The formulation `permutations` of Knightdoku
//! uses the same idea.
//!
//! M. Sottile, "Solving Knightdoku Challenges the Wolfram Way", Wolfram blog, 2021.

use super::binomial::{choose, few_enough, subsets};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "permutation",
    summary: "a variable for every arrangement; up to half a million clauses",
    variables: "A = C(n, 0) + ... + C(n, k); A = C(n, k) for exactly",
    clauses: "nA + 1",
    size: |n, k, exactly| {
        let arrangements = if exactly { choose(n, k) } else { up_to(n, k) };
        Size::Exact { variables: arrangements, clauses: n * arrangements + 1 }
    },
    applies: |n, k| few_enough(n, k, up_to(n, k).saturating_mul(n).saturating_add(1)),
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Sottile 2021, on Knightdoku",
    encode: Encode::Cardinality(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let mut some = Vec::new();
    for number in if exactly { k..=k } else { 0..=k } {
        subsets(literals.len(), number, |chosen| {
            let arrangement = cnf.variable();
            some.push(arrangement);
            for (index, &literal) in literals.iter().enumerate() {
                let value = if chosen.binary_search(&index).is_ok() { literal } else { !literal };
                cnf.add(&[!arrangement, value]);
            }
        });
    }
    cnf.add(&some);
}

/// Returns the number of arrangements with at most `k` true literals.
fn up_to(n: usize, k: usize) -> usize {
    (0..=k).fold(0, |sum: usize, number| sum.saturating_add(choose(n, number)))
}
