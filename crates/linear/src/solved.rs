//! The result of solving a linear system.

use crate::Space;

/// The result of [`System::solve`](super::System::solve).
#[derive(Debug, Clone)]
pub enum Solved {
    /// The solutions.
    Space(Space),
    /// There is no solution.
    Conflict,
    /// The computation was halted.
    Halted,
}
