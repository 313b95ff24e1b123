//! The strategies of optimisation on the SAT route, selected by name; [`super::optimize`] runs them.

/// A strategy for the optimum of an objective on the SAT route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    /// Every solution found bounds the next.
    #[default]
    LinearDown,
    /// The bound grows until there is a solution.
    LinearUp,
    /// Unsatisfiable cores raise the bound.
    CoreGuided,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 3] = [Strategy::LinearDown, Strategy::LinearUp, Strategy::CoreGuided];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::LinearDown => "linear-down",
            Strategy::LinearUp => "linear-up",
            Strategy::CoreGuided => "core-guided",
        }
    }

    /// Returns a description in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::LinearDown => "searches for a better solution after each solution, until none exists",
            Strategy::LinearUp => "raises the bound on the objective until a solution exists",
            Strategy::CoreGuided => "relaxes unsatisfiable cores of the objective until none is left (OLL)",
        }
    }
}
