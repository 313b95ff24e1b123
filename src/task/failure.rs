//! The error type of tasks.
//!
//! It imports the types that it is built from: a fault of a backend, a limit, an encoding that does not apply.

use crate::backend::Fault;
use crate::budget::{Refused, Stop};
use crate::cnf::encode::NotApplicable;
use crate::cnf::lower::LowerError;
use crate::diagnostic::Diagnostics;
use crate::puzzle::capability::symmetry::NoSymmetries;

/// A reason why a task has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The request names something unknown or does not apply here.
    #[error("{0}")]
    Inapplicable(String),
    /// The model itself names something unknown, such as an encoding.
    #[error("{0}")]
    Model(Diagnostics),
    /// An internal check failed: a bug of the program or of a solver. Nothing is reported.
    #[error("a check failed: {0}")]
    Check(String),
    /// An external program cannot be run, or failed.
    #[error("{0}")]
    Program(String),
    /// A limit was reached before there were results.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// No thread could be started, or it was lost: memory ran out, or a solver crashed.
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
