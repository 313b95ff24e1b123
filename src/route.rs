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
}

impl Route {
    /// All routes there are.
    pub const ALL: [Route; 3] = [Route::Sat, Route::Ilp, Route::ExactCover];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Route::Sat => "sat",
            Route::Ilp => "ilp",
            Route::ExactCover => "exact-cover",
        }
    }
}
