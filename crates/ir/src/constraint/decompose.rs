//! Decompositions: graph and regular constraints as plain constraints over auxiliary variables, for every form.
//!
//! A decomposition posts parts to a [`super::decomposed::Replacement`]. Its name, sizes and properties as clauses are in the
//! catalogue of encodings (`cnf::encode`), and `pipeline::decompose` chooses between them. Imports the IR
//! only. Start with [`connected::elimination`].

pub mod acyclic;
pub mod components;
pub mod connected;
pub mod regular;

/// A graph is too large for vertex elimination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("eliminating {vertices} vertices joins more than {most} pairs of their neighbours")]
pub struct TooManyPairs {
    /// The number of vertices.
    pub vertices: usize,
    /// The maximal number of pairs.
    pub most: usize,
}
