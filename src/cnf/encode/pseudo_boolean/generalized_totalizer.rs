//! Stub.
use crate::cnf::encode::{Counts, Encode, Encoding, Kind};
/// Stub.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "generalized-totalizer",
    summary: "",
    variables: "",
    clauses: "",
    consistency: "",
    counts: Counts::Preserved,
    reference: "",
    encode: Encode::PseudoBoolean(|_, _, _, _| todo!()),
};
