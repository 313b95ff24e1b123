//! The reasons why a solver has no usable result. Imports only `source`; start with [`Fault`].

use boardwright_base::source::Malformed;
use std::io;

/// The reason why a solver has no usable result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The solver cannot be started, or ended with an error and without a result.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// The solver failed while running, or returned a wrong solution.
    #[error(transparent)]
    Wrong(#[from] WrongResult),
}

/// The reason why a solver cannot be started, or ended without a result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The system does not run the program.
    #[error("`{program}` cannot be run: {reason}")]
    NotRun {
        /// The command.
        program: String,
        /// The error of the system.
        reason: SystemError,
    },
    /// The program wrote too much and was killed.
    #[error("`{program}` wrote more than {megabytes} MB to {output} and was killed")]
    TooMuch {
        /// The command.
        program: String,
        /// The limit.
        megabytes: u64,
        /// Which output it was.
        output: &'static str,
    },
    /// The program ended with an error, without an answer.
    #[error("`{program}` {} and without an answer{}", ending(*.code), printed(.last))]
    Ended {
        /// The command.
        program: String,
        /// The exit code; `None` if a signal killed it.
        code: Option<i32>,
        /// The last lines that it printed.
        last: Vec<String>,
    },
    /// The solver cannot write the proof.
    #[error("{reason}")]
    Proof {
        /// The solver.
        solver: &'static str,
        /// Its message.
        reason: String,
    },
    /// The cover is larger than the largest engine.
    #[error("xcc supports at most {most} items, colours and options without a deciding item; this cover has {slots}")]
    Slots {
        /// The slots of the cover.
        slots: usize,
        /// The slots of the largest engine.
        most: usize,
    },
    /// An engine with a cover received another one.
    #[error("an engine of one size takes one cover")]
    Loaded,
    /// The program has numbers that a solver would round.
    #[error(transparent)]
    Inexact(#[from] Inexact),
    /// A bound of a column exceeds the integers of a solver.
    #[error("microlp supports bounds within i32; {name:?} is in {lower}..={upper}")]
    Bounds {
        /// The name of the column.
        name: String,
        /// Its lower bound.
        lower: i64,
        /// Its upper bound.
        upper: i64,
    },
    /// A coefficient is too large for the tolerances of a solver.
    #[error("microlp supports coefficients up to {most}; the program has {largest}; minilp has no such limit")]
    Coefficient {
        /// The largest coefficient of the program.
        largest: u64,
        /// The largest coefficient that the solver supports.
        most: u64,
    },
}

/// A solver that failed while running, or returned a wrong result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongResult {
    /// The output of a program.
    #[error("`{program}`: {what}")]
    Program {
        /// The command.
        program: String,
        /// What is wrong with it.
        what: WrongOutput,
    },
    /// A program whose columns are bounded is called unbounded.
    #[error("{0} calls a bounded program unbounded")]
    Unbounded(&'static str),
    /// A vector that is no solution.
    #[error("{0} returned a vector that is not a solution")]
    NoSolution(&'static str),
    /// The end without a result.
    #[error("{0} ended without an answer")]
    NoAnswer(&'static str),
    /// The solver panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// The solver reports an error.
    #[error("{reason}")]
    Reported {
        /// The solver.
        solver: &'static str,
        /// Its message.
        reason: String,
    },
}

/// A part of an integer program whose numbers `f64` cannot represent exactly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inexact {
    /// A bound of a column.
    #[error("column {index} {name:?} has a bound beyond 2^53")]
    Column {
        /// The index of the column.
        index: usize,
        /// Its name.
        name: String,
    },
    /// The value of a row.
    #[error("row {0} can exceed 2^53")]
    Row(usize),
    /// The value of the objective.
    #[error("the objective can exceed 2^53")]
    Objective,
}

/// A panic of a foreign solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the solver panicked: {message}")]
pub struct Panicked {
    /// The message.
    pub message: String,
}

/// An error of the operating system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SystemError {
    /// The kind.
    pub kind: io::ErrorKind,
    /// The message of the system.
    pub message: String,
}

impl From<io::Error> for SystemError {
    fn from(error: io::Error) -> SystemError {
        SystemError { kind: error.kind(), message: error.to_string() }
    }
}

impl From<Panicked> for Fault {
    fn from(panicked: Panicked) -> Fault {
        Fault::Wrong(panicked.into())
    }
}

/// What is wrong with the output of a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongOutput {
    /// It is malformed.
    #[error("its output cannot be read: {0}")]
    Malformed(Malformed),
    /// Its values are not those of the problem.
    #[error("{0}")]
    Values(Malformed),
    /// A signal killed the program after the answer.
    #[error("it reports unsatisfiable and is then killed by a signal")]
    Killed,
    /// A satisfying assignment is missing.
    #[error("it reports satisfiable (exit code 10) but gives no values")]
    NoValues,
    /// The values are no model.
    #[error("it reports satisfiable, but its values do not satisfy the formula")]
    NoModel,
    /// The values are no solution.
    #[error("its values are not a solution: {0}")]
    NoSolution(Violated),
    /// The program failed after it printed a count.
    #[error("it prints a count and then {}", .0.map_or("is killed by a signal".into(), |code| format!("ends with exit code {code}")))]
    CountAndError(Option<i32>),
    /// A count is missing.
    #[error("its output has no count, such as `c s exact arb int 97` or `s mc 97`")]
    NoCount,
}

fn ending(code: Option<i32>) -> String {
    code.map_or("was killed by a signal".into(), |code| format!("ended with exit code {code}"))
}

fn printed(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; it printed:\n  {}", last.join("\n  ")) }
}

/// What a vector violates in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Violated {
    /// The number of values is not the number of columns.
    #[error("there are {values} values for {columns} columns")]
    Length {
        /// The number of values.
        values: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A value is outside the bounds of its column.
    #[error("column {} is {value}, not within {lower} and {upper}", index + 1)]
    Bound {
        /// The index of the column.
        index: usize,
        /// The value.
        value: i64,
        /// The lower bound.
        lower: i64,
        /// The upper bound.
        upper: i64,
    },
    /// The row with this index does not hold.
    #[error("row {} does not hold", .0 + 1)]
    Row(usize),
}
