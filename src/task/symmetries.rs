//! What a request says about symmetries: which solutions count as one, and whether the search may drop some.
//!
//! [`super::distinct`] lists and counts accordingly.

use super::failure::Failure;
use crate::answer::UpTo;
use crate::board::symmetry::Group;
use crate::puzzle::Instance;

/// Which solutions count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distinct {
    /// Those that a turn, a flip or a shift makes of each other.
    Symmetries,
    /// Those, and with exchanges of colours.
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

    /// The symmetries of an instance.
    ///
    /// # Errors
    /// When they are not known or too many, in words.
    pub fn group(self, instance: &dyn Instance) -> Result<Group, Failure> {
        Ok(instance.symmetries(self == Distinct::Colours)?)
    }

    /// What a report says about it.
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
    /// It may not, whatever the formulation says.
    Off,
    /// It does.
    Break,
}

/// What is done about symmetries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// List one solution of each orbit.
    pub distinct: Option<Distinct>,
    /// Break them, for one solution. When nobody chooses, only formulations that do so themselves do.
    pub breaking: Option<Breaking>,
}
