//! Connected: whatever of the vertices is there is in one piece.
//!
//! `elimination` follows which vertices hang together while one after the other is taken out; `levels` gives every vertex a
//! neighbour that is nearer to a root.

pub mod elimination;
pub mod levels;
