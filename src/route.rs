//! What a problem is lowered to: the word that families, backends and tasks share. Knows nothing else.

/// What a problem is lowered to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Route {
    /// Clauses, for a SAT solver.
    Sat,
    /// Linear rows over integers, for an ILP solver.
    Ilp,
    /// Options that cover items, for an exact cover engine.
    ExactCover,
    /// A linear system modulo 2, or another small number, for elimination.
    Gf2,
}

impl Route {
    /// All routes there are.
    pub const ALL: [Route; 4] = [Route::Sat, Route::Ilp, Route::ExactCover, Route::Gf2];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Route::Sat => "sat",
            Route::Ilp => "ilp",
            Route::ExactCover => "exact-cover",
            Route::Gf2 => "gf2",
        }
    }
}
