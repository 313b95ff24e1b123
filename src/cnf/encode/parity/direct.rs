//! Stub.
use crate::cnf::encode::{Counts, Encode, Encoding, Kind};
/// Stub.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Parity,
    name: "direct",
    summary: "",
    variables: "",
    clauses: "",
    consistency: "",
    counts: Counts::Preserved,
    reference: "",
    encode: Encode::Parity(|_, _, _| todo!()),
};
