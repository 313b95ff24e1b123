//! Catalogue entries for graphs whose present vertices are connected; see [`boardwright_ir::constraint::decompose::connected`].

use super::{Consistency, Counts, Encode, Encoding, Kind, Size, Unsupported, always};
use boardwright_ir::constraint::Graph;
use boardwright_ir::constraint::decompose::connected::{elimination, labels, levels};

/// Returns the encoding for `auto`.
pub fn by_size(graph: &Graph) -> &'static Encoding {
    if elimination::joins_few(graph, elimination::PAIRS) { &ELIMINATION } else { &LABELS }
}

/// The catalogue entry of `elimination`.
pub const ELIMINATION: Encoding = Encoding {
    kind: Kind::Connected,
    name: "elimination",
    summary: "eliminates vertices one by one and joins their neighbours",
    variables: "k + t + p + n at most: t triangles and p pairs when all are taken out; about 5n√n on a board",
    clauses: "5k + 4t + 2p + 5n at most",
    size: |n, k, _| {
        let (pairs, triangles) = complete(n);
        Size::AtMost {
            variables: k + triangles + pairs + n + 1,
            clauses: 5 * k + 4 * triangles + 2 * pairs + 5 * n + 1,
        }
    },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "after Rankooh, Rintanen, AAAI 2022",
    encode: Encode::Connected(elimination::decompose),
};

/// The catalogue entry of `labels`.
pub const LABELS: Encoding = Encoding {
    kind: Kind::Connected,
    name: "labels",
    summary: "eliminates vertices with few neighbours, and connects the others by a tree",
    variables: "at most 29n + k, and for each of at most m pairs of neighbours left 2; about 16n on a board",
    clauses: "at most 57n + 5k, and for each of at most m pairs 2b + 3, b bits a label; about 55n on a board",
    size: |n, k, _| {
        let (pairs, triangles) = complete(n);
        let bits = 2 + 2 * n.max(1).ilog2() as usize;
        Size::AtMost {
            variables: k + triangles + 3 * pairs + n * (bits + 1) + 1,
            clauses: 5 * k + 4 * triangles + pairs * (4 * bits + 8) + 6 * n + 1,
        }
    },
    applies: always,
    consistency: Consistency::Search,
    counts: Counts::Projected,
    reference: "after Rankooh, Rintanen, AAAI 2022; Heule, SAT 2021",
    encode: Encode::Connected(labels::decompose),
};

/// The catalogue entry of `levels`.
pub const LEVELS: Encoding = Encoding {
    kind: Kind::Connected,
    name: "levels",
    summary: "every vertex except a root has a neighbour on a lower level",
    variables: "at most n(n-1) + 2n + 2k",
    clauses: "at most n(n-2) + 7n + 2k(n+4)",
    size: size_of_levels,
    applies: levels_apply,
    consistency: Consistency::Search,
    counts: Counts::Projected,
    reference: "Gebser, Janhunen, Rintanen, JELIA 2014",
    encode: Encode::Connected(levels::decompose),
};

/// The catalogue entry of `propagated`: the solver propagates the constraint.
pub const PROPAGATED: Encoding = Encoding {
    kind: Kind::Connected,
    name: "propagated",
    summary: "batsat propagates it; other built-in SAT solvers get clauses for violations",
    variables: "0",
    clauses: "0",
    size: |_, _, _| Size::Exact { variables: 0, clauses: 0 },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Gebser, Janhunen, Rintanen, JELIA 2014; Tarjan, 1972",
    encode: Encode::Propagated,
};

/// Returns the numbers of pairs and triangles of the complete graph on `n` vertices.
pub(super) fn complete(n: usize) -> (usize, usize) {
    (n * n.saturating_sub(1) / 2, n * n.saturating_sub(1) * n.saturating_sub(2) / 6)
}

/// The maximal number of clauses.
const MAX_CLAUSES: usize = 5_000_000;

fn size_of_levels(n: usize, k: usize, _: bool) -> Size {
    let levels = n.saturating_sub(1);
    let clauses = n.saturating_mul(levels.saturating_sub(1)).saturating_add(7 * n + 2);
    Size::AtMost {
        variables: n.saturating_mul(levels).saturating_add(2 * n + 2 * k + 1),
        clauses: clauses.saturating_add(k.saturating_mul(2).saturating_mul(n + 4)),
    }
}

fn levels_apply(n: usize, k: usize) -> Result<(), Unsupported> {
    match size_of_levels(n, k, true) {
        Size::AtMost { clauses, .. } | Size::Exact { clauses, .. } if clauses > MAX_CLAUSES => {
            Err(Unsupported::GraphClauses { n, k, most: MAX_CLAUSES })
        }
        _ => Ok(()),
    }
}
