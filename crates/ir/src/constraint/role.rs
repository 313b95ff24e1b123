//! Roles: why a constraint is part of a problem, and which of them a form keeps.

/// The role of a constraint in a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of the rules.
    Required,
    /// Implied by the rules; speeds up solvers.
    Redundant,
    /// Removes equivalent solutions; left out when solutions are counted or listed.
    Symmetry,
    /// Removes solutions from which others follow: see [`super::dominance`]. Left out when solutions are counted or listed.
    Dominance,
}

/// Which roles to keep besides [`Role::Required`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roles {
    /// Keep [`Role::Redundant`].
    pub redundant: bool,
    /// Keep [`Role::Symmetry`].
    pub symmetry: bool,
    /// Keep [`Role::Dominance`].
    pub dominance: bool,
}

impl Roles {
    /// All roles: for finding one solution.
    pub const ALL: Roles = Roles { redundant: true, symmetry: true, dominance: true };
    /// No constraint that removes solutions: for listing and counting.
    pub const FAITHFUL: Roles = Roles { redundant: true, symmetry: false, dominance: false };
    /// Without the solutions that follow from others: for finding whether there are two.
    pub const DOMINANT: Roles = Roles { redundant: true, symmetry: false, dominance: true };
    /// The required constraints only: for proofs.
    pub const REQUIRED: Roles = Roles { redundant: false, symmetry: false, dominance: false };

    /// Returns whether constraints of this role are kept.
    pub fn keep(self, role: Role) -> bool {
        match role {
            Role::Required => true,
            Role::Redundant => self.redundant,
            Role::Symmetry => self.symmetry,
            Role::Dominance => self.dominance,
        }
    }
}
