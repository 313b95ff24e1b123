//! The error type of tasks.
//!
//! It imports the types that it is built from: a fault of a backend, a limit, a form that a problem does not have.

pub mod check;
pub mod inapplicable;

pub use self::check::{
    BadCount, BadMethod, BadProof, BadTree, Disagreement, FailedCheck, Invariant, NotAPath, ProofReason, RejectedBoard,
};
pub use self::inapplicable::{
    Inapplicable, Misuse, Named, NoDiagram, NoJobs, NoRecipe, NoRoute, NoSteps, UnknownName, Unsymmetric,
};

use boardwright_base::budget::{Refused, Stop};
use boardwright_base::diagnostic::{Diagnostics, Text};
use boardwright_puzzle::capability::symmetry::NoSymmetries;
use boardwright_sat::cnf::encode::NotApplicable;
use boardwright_sat::cnf::lower::LowerError;
use boardwright_solvers::backend::{Fault, SystemError, Unusable};
use boardwright_solvers::pipeline::NoForm;

/// A reason why a task has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The request names something unknown or does not apply here.
    #[error("{0}")]
    Inapplicable(Inapplicable),
    /// The model itself names something unknown, such as an encoding.
    #[error("{0}")]
    Model(Diagnostics),
    /// An internal check failed: a bug of the program or of a solver. Nothing is reported.
    #[error("a check failed: {0}")]
    Check(FailedCheck),
    /// An external program cannot be run, or failed.
    #[error("{0}")]
    Program(ProgramFailure),
    /// A limit was reached before there were results.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// The work was lost: memory ran out, or a solver crashed.
    #[error("{0}")]
    Lost(Lost),
    /// The receiver of the events ended the work, for a reason of its own.
    #[error("the receiver of the events ended the work")]
    Unobserved,
}

/// What failed outside the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFailure {
    /// A solver cannot be used.
    #[error(transparent)]
    Solver(#[from] Unusable),
    /// The proof cannot be stored.
    #[error("the proof cannot be written: {0}")]
    ProofNotWritten(SystemError),
    /// The program refutes a formula without a proof.
    #[error("`{program}` says unsatisfiable and wrote no proof")]
    NoProof {
        /// The command.
        program: String,
    },
}

/// How work was lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// The system has no thread for it.
    #[error("cannot start a thread: {0}")]
    NotStarted(SystemError),
    /// Its thread ended without an answer.
    #[error("the {thread} thread ended without an answer")]
    Ended {
        /// The work of the thread.
        thread: &'static str,
    },
    /// It was abandoned after a limit.
    #[error("the run was abandoned")]
    Abandoned,
    /// A limit ended it, and nobody waits for the answer.
    #[error("the run was cut short")]
    CutShort,
    /// It ended without a result that the next part of the work needs.
    #[error("{reason}")]
    NoAnswer {
        /// The reason of the report.
        reason: String,
    },
    /// A limit of one part ended it.
    #[error("{0}")]
    Part(Stop),
}

impl Failure {
    /// Returns the failure of an internal check.
    pub fn check(what: impl Into<FailedCheck>) -> Failure {
        Failure::Check(what.into())
    }

    /// Returns the failure of a request that does not apply.
    pub fn inapplicable(reason: impl Into<Inapplicable>) -> Failure {
        Failure::Inapplicable(reason.into())
    }

    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        match self {
            Failure::Inapplicable(reason) => reason.text(),
            other => other.to_string().into(),
        }
    }
}

impl From<Inapplicable> for Failure {
    fn from(reason: Inapplicable) -> Failure {
        Failure::Inapplicable(reason)
    }
}

impl From<Misuse> for Failure {
    fn from(misuse: Misuse) -> Failure {
        Failure::inapplicable(misuse)
    }
}

impl From<NoSymmetries> for Failure {
    fn from(reason: NoSymmetries) -> Failure {
        Failure::inapplicable(reason)
    }
}

impl From<NotApplicable> for Failure {
    fn from(reason: NotApplicable) -> Failure {
        Failure::inapplicable(NoForm::from(LowerError::from(reason)))
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        match fault {
            Fault::Unusable(reason) => Failure::Program(reason.into()),
            Fault::Wrong(wrong) => Failure::check(wrong),
        }
    }
}

impl<R: Into<Inapplicable>> From<Refused<R>> for Failure {
    fn from(refused: Refused<R>) -> Failure {
        match refused {
            Refused::Inapplicable(reason) => Failure::inapplicable(reason),
            Refused::Stopped(stop) => Failure::Stopped(stop),
        }
    }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Failure {
        NoForm::of_clauses(error).into()
    }
}
