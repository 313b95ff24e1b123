//! At most one by coordinates: the literals are arranged in a grid, and at most one row and one column are used.
//!
//! Seven literals are arranged in three rows of three, three and one. Rows and columns are variables; a literal implies
//! its row and its column (14 clauses), a row or column implies one of its literals (6), and pairs of rows and pairs of
//! columns are excluded (3 and 3): 6 variables, 26 clauses, and for exactly one also "some row" and "some column". Rows
//! and columns are functions of the literals, so models are preserved.
//!
//! Up to six literals are encoded pairwise. Otherwise, with p = ⌈√n⌉ columns and q = ⌈n/p⌉ rows: p + q variables and
//! 2n + p + q clauses, plus the at-most-one over rows and over columns, encoded recursively: about 2√n variables and
//! 2n + 6√n clauses.
//!
//! J. Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010, which lacks the implications from rows and
//! columns to their literals that preserve the number of models.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality_one::{CardinalityOne, ProductEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "product",
    summary: "a grid in which at most one row and one column are used",
    variables: "v(n) = p + q + v(p) + v(q), p = ⌈√n⌉, q = ⌈n/p⌉; 0 up to 6",
    clauses: "c(n) = 2n + p + q + c(p) + c(q); as pairwise up to 6",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Chen, ModRef 2010",
    encode: Encode::AtMostOne(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    bridge::encode(cnf, literals, |lits| CardinalityOne::new(lits, comparison), &ProductEncoder::default());
}

fn size(n: usize, _: usize, exactly: bool) -> Size {
    let (variables, clauses) = grid(n, usize::from(exactly));
    Size::Exact { variables, clauses }
}

/// Returns the numbers of variables and clauses over `n` literals; `some` is the number of clauses for "at least one".
fn grid(n: usize, some: usize) -> (usize, usize) {
    if n <= 6 {
        return (0, n * (n - 1) / 2 + some);
    }
    let columns = n.isqrt() + usize::from(n.isqrt().pow(2) < n);
    let rows = n.div_ceil(columns);
    let (of_columns, of_rows) = (grid(columns, some), grid(rows, some));
    (columns + rows + of_columns.0 + of_rows.0, 2 * n + columns + rows + of_columns.1 + of_rows.1)
}
