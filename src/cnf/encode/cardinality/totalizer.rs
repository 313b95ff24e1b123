//! Stub.
use crate::cnf::encode::{Counts, Encode, Encoding, Kind};
/// Stub.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "totalizer",
    summary: "",
    variables: "",
    clauses: "",
    consistency: "",
    counts: Counts::Preserved,
    reference: "",
    encode: Encode::Cardinality(|_, _, _, _| todo!()),
};
