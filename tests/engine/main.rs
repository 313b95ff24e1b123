//! Encodings, backends, propagators and proofs against brute force. `cargo test --test engine oracle::` runs one subject.

#[path = "../support/mod.rs"]
mod support;

mod candidates;
mod certificates;
mod encodings;
mod diagram;
mod facade;
mod frontier;
mod labels;
mod layers;
mod oracle;
mod proofs;
mod propagated;
mod setup;
