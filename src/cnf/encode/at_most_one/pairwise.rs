//! Stub.
use crate::cnf::encode::{Counts, Encode, Encoding, Kind};
/// Stub.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "pairwise",
    summary: "",
    variables: "",
    clauses: "",
    consistency: "",
    counts: Counts::Preserved,
    reference: "",
    encode: Encode::AtMostOne(|_, _, _| todo!()),
};
