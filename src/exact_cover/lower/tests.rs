//! The lowering, against the IR.
