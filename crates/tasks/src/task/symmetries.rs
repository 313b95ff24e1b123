//! The use of symmetries in a request: which solutions count as one, and whether the search may drop some.
//!
//! [`super::distinct`] lists and counts by it.

use super::failure::Failure;
use crate::answer::UpTo;
use boardwright_base::board::symmetry::Group;
use boardwright_puzzle::Instance;

/// The symmetries under which solutions count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distinct {
    /// Turns, flips and shifts.
    Symmetries,
    /// Turns, flips and shifts, and permutations of colours.
    Colours,
}

impl Distinct {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Distinct::Symmetries => "symmetries",
            Distinct::Colours => "colours",
        }
    }

    /// Returns the symmetries of an instance.
    ///
    /// # Errors
    /// If they are not known, or too many.
    pub fn group(self, instance: &dyn Instance) -> Result<Group, Failure> {
        Ok(instance.symmetries(self == Distinct::Colours)?)
    }

    /// Returns the description for a report.
    pub(super) fn up_to(self, group: &Group) -> UpTo {
        UpTo {
            by: self.name(),
            symmetry: group.to_string(),
            symbol: group.symbol().to_string(),
            order: group.order().clone(),
        }
    }
}

/// Whether the search may drop equivalent solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breaking {
    /// It may not, even if the formulation does by default.
    Off,
    /// It does.
    Break,
}

/// The use of symmetries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// List one solution of each orbit.
    pub distinct: Option<Distinct>,
    /// Break them, for one solution. Without a choice formulations that break symmetries by default
    /// do, and a search for an optimum where it is known to help.
    pub breaking: Option<Breaking>,
}
