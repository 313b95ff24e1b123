//! Routes: the form that a problem is lowered to. Shared by families, backends and tasks; imports no other room. Start with
//! [`Route`].

/// The form that a problem is lowered to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Route {
    /// Clauses, for a SAT solver.
    Sat,
    /// Linear rows over integers, for an ILP solver.
    Ilp,
    /// Items and options, for an exact cover engine.
    ExactCover,
    /// A linear system modulo 2, or another small number, for Gaussian elimination.
    Gf2,
    /// Variables in an order and automata, for a sweep over the frontier, which counts.
    Frontier,
}

impl Route {
    /// All routes.
    pub const ALL: [Route; 5] = [Route::Sat, Route::Ilp, Route::ExactCover, Route::Gf2, Route::Frontier];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Route::Sat => "sat",
            Route::Ilp => "ilp",
            Route::ExactCover => "exact-cover",
            Route::Gf2 => "gf2",
            Route::Frontier => "frontier",
        }
    }
}
