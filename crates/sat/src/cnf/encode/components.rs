//! Catalogue entries for the weights of connected components; see [`boardwright_ir::constraint::decompose::components`].

use super::connected::complete;
use super::{Consistency, Counts, Encode, Encoding, Kind, Size, Unsupported, always};
use boardwright_ir::constraint::decompose::components::{elimination, has_few_owners, owners};
use boardwright_ir::constraint::{Components, Problem};

/// Returns the encoding for `auto`.
pub fn by_size(components: &Components, problem: &Problem) -> &'static Encoding {
    if has_few_owners(components, problem) { &OWNERS } else { &ELIMINATION }
}

/// The catalogue entry of `elimination`.
pub const ELIMINATION: Encoding = Encoding {
    kind: Kind::Components,
    name: "elimination",
    summary: "eliminates vertices and passes their weights to neighbours",
    variables: "those of connected=elimination, and for each of its pairs some 2 + 2w, w thresholds at most",
    clauses: "those of connected=elimination, and for each of its pairs some w² + 4w + 6",
    size: |n, k, _| {
        let (pairs, triangles) = complete(n);
        Size::AtMost {
            variables: k + triangles + pairs * (4 + 3 * n) + n * (n + 3) + 1,
            clauses: 5 * k + 4 * triangles + pairs * (12 + 2 * (n + 1) * (n + 1) + 8 * n) + n * (5 * n + 10) + 1,
        }
    },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "after Rankooh, Rintanen, AAAI 2022",
    encode: Encode::Components(elimination::decompose),
};

/// The catalogue entry of `owners`.
pub const OWNERS: Encoding = Encoding {
    kind: Kind::Components,
    name: "owners",
    summary: "assigns every vertex to the owner of its component",
    variables: "those of connected=elimination, one for each vertex and possible owner, and sums for each owner",
    clauses: "those of connected=elimination, and 2 for each edge and owner beside sums for each owner",
    size: size_of_owners,
    applies: owners_apply,
    consistency: Consistency::Check,
    counts: Counts::Projected,
    reference: "Bailleux, Boufkhad, CP 2003, for the sums; the owners are ours",
    encode: Encode::Components(owners::decompose),
};

/// The catalogue entry of `propagated`: the solver propagates the constraint.
pub const PROPAGATED: Encoding = Encoding {
    kind: Kind::Components,
    name: "propagated",
    summary: "batsat propagates it; other built-in SAT solvers get clauses for violations",
    variables: "0",
    clauses: "0",
    size: |_, _, _| Size::Exact { variables: 0, clauses: 0 },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "bounds from the present and the reachable weight",
    encode: Encode::Propagated,
};

/// The maximal number of vertices, since any vertex may own any other.
const MAX_VERTICES: usize = 2000;

fn size_of_owners(n: usize, k: usize, _: bool) -> Size {
    let (pairs, triangles) = complete(n);
    let sums = n.saturating_mul(n).saturating_mul(n + 1);
    Size::AtMost {
        variables: k + triangles + pairs * 2 + 3 * n + n * n + sums + 1,
        clauses: 5 * k * (n + 1)
            + 4 * triangles
            + pairs * 6
            + n * (n + 1) * (n + 8)
            + sums.saturating_mul(2 * n + 4)
            + 1,
    }
}

fn owners_apply(n: usize, _: usize) -> Result<(), Unsupported> {
    if n <= MAX_VERTICES { Ok(()) } else { Err(Unsupported::Vertices { most: MAX_VERTICES, found: n }) }
}
