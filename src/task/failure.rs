//! Why a task has no answer.
//!
//! It imports what it is made from: a fault of a backend, a limit, an encoding that does not apply.

use crate::backend::Fault;
use crate::budget::{Refused, Stop};
use crate::cnf::encode::NotApplicable;
use crate::cnf::lower::LowerError;
use crate::puzzle::capability::symmetry::NoSymmetries;

/// Why a task has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// What was asked for does not exist or does not apply here; in words.
    #[error("{0}")]
    Inapplicable(String),
    /// A check of our own failed: a bug here or in a solver. Nothing is reported.
    #[error("a check failed: {0}")]
    Check(String),
    /// A program that was to be run cannot be run, or broke off; in words.
    #[error("{0}")]
    Program(String),
    /// A limit was reached before there was anything to report.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// There is no thread to solve on, or it was lost: memory ran out, or a solver crashed.
    #[error("{0}")]
    Lost(String),
}

impl From<NoSymmetries> for Failure {
    fn from(reason: NoSymmetries) -> Failure {
        Failure::Inapplicable(reason.to_string())
    }
}

impl From<NotApplicable> for Failure {
    fn from(reason: NotApplicable) -> Failure {
        Failure::Inapplicable(reason.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        match fault {
            Fault::Unusable(reason) => Failure::Program(reason),
            Fault::Wrong(reason) => Failure::Check(reason),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Inapplicable(reason) => Failure::Inapplicable(reason),
            Refused::Stopped(stop) => Failure::Stopped(stop),
        }
    }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Failure {
        Refused::from(error).into()
    }
}
