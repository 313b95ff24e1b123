//! The strategies of optimisation on the SAT route, chosen by name; [`super::optimize`] runs them.

/// How the optimum of an objective is found on the SAT route.
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
    /// All there are.
    pub const ALL: [Strategy; 3] = [Strategy::LinearDown, Strategy::LinearUp, Strategy::CoreGuided];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::LinearDown => "linear-down",
            Strategy::LinearUp => "linear-up",
            Strategy::CoreGuided => "core-guided",
        }
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::LinearDown => "searches for a better solution after each solution, until none exists",
            Strategy::LinearUp => "raises the bound on the objective until a solution exists",
            Strategy::CoreGuided => "relaxes unsatisfiable cores of the objective until none is left (OLL)",
        }
    }
}
