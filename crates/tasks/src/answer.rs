//! The report of a task: the answer, the solutions, how they were found, and statistics.
//!
//! *Unsatisfiable* and *unknown* are answers, not errors. A report has only verified boards: a [`Solution`] exists only
//! after verification. Imports `output`, `puzzle` and `solution`. Start with [`Report`].

use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::sums::Sums;
pub use boardwright_ir::effort::Effort;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::cells::Sheet;
use boardwright_puzzle::solution::Solution;
use num_bigint::BigUint;

/// The four answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is a solution.
    Satisfiable,
    /// There is a solution, and it is proved that none is better.
    Optimal,
    /// It is proved that there is no solution.
    Unsatisfiable,
    /// A limit was reached first.
    Unknown,
}

impl Answer {
    /// The word in reports and models.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Satisfiable => "satisfiable",
            Answer::Optimal => "optimal",
            Answer::Unsatisfiable => "unsatisfiable",
            Answer::Unknown => "unknown",
        }
    }
}

/// The reason why there is no solution, or why the answer is unknown. `render` words it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Reason {
    /// None is given: it took a search.
    #[default]
    Unstated,
    /// What a limit, a method or a solver states.
    Stated(String),
    /// An argument of the family.
    Argument(Argument),
    /// Constraints that contradict each other, by their origins, and how often each is added.
    Contradicting(Vec<(Origin, u8)>),
    /// Sums that contradict each other.
    Sums(Box<Sums>),
}

impl Reason {
    /// Returns whether there is none.
    pub fn is_unstated(&self) -> bool {
        matches!(self, Reason::Unstated)
    }

    /// Returns what a limit, a method or a solver states; empty for other reasons.
    pub fn stated(&self) -> &str {
        if let Reason::Stated(stated) = self { stated } else { "" }
    }
}

impl From<String> for Reason {
    fn from(stated: String) -> Reason {
        if stated.is_empty() { Reason::Unstated } else { Reason::Stated(stated) }
    }
}

impl From<&str> for Reason {
    fn from(stated: &str) -> Reason {
        stated.to_string().into()
    }
}

impl From<Argument> for Reason {
    fn from(argument: Argument) -> Reason {
        Reason::Argument(argument)
    }
}

impl From<Vec<(Origin, u8)>> for Reason {
    fn from(added: Vec<(Origin, u8)>) -> Reason {
        if added.is_empty() { Reason::Unstated } else { Reason::Contradicting(added) }
    }
}

impl From<Sums> for Reason {
    fn from(sums: Sums) -> Reason {
        Reason::Sums(Box::new(sums))
    }
}

/// The effort of a task.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statistics {
    /// Variables of the formula, or columns of the integer program.
    pub variables: Option<usize>,
    /// Clauses of the formula; none for an integer program.
    pub clauses: Option<usize>,
    /// Rows of the integer program; none for a formula.
    pub rows: Option<usize>,
    /// Constraints of the problem.
    pub constraints: Option<usize>,
    /// Variables added by bounds on the objective; part of `variables`.
    pub bound_variables: Option<usize>,
    /// Clauses added by bounds on the objective; part of `clauses`.
    pub bound_clauses: Option<usize>,
    /// The effort that the solver reports (of the last horizon, for a plan).
    pub effort: Effort,
    /// The digest of the problem before encoding, if requested: [`boardwright_ir::constraint::Problem::digest`]. Of a plan, that
    /// of the first number of steps.
    pub problem: Option<String>,
    /// The digests of the solver's input, in order, if requested: several for a plan, one for each number of steps, and for a
    /// count in parts.
    pub formulas: Vec<String>,
    /// The encoding of the bounds on the objective in the last of these formulas, if it has an objective.
    pub bounds: Option<&'static str>,
    /// Elapsed seconds of each stage.
    pub seconds: Seconds,
}

/// Elapsed seconds by stage.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Seconds {
    /// From the instance to constraints.
    pub constrain: f64,
    /// From constraints to clauses or rows.
    pub lower: f64,
    /// In the solver, or the method.
    pub solve: f64,
    /// Decoding and verifying.
    pub verify: f64,
}

/// The symmetries under which solutions count as one.
#[derive(Debug, Clone, PartialEq)]
pub struct UpTo {
    /// `symmetries` or `colours`.
    pub by: &'static str,
    /// The group of symmetries: `D4 (order 8)`.
    pub symmetry: String,
    /// Its name alone: `D4`.
    pub symbol: String,
    /// The number of its elements.
    pub order: BigUint,
}

/// The answer to a question about one model. It is built in one expression when the work has ended, and does not change.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// Whether it is proved that the list lacks no solution.
    pub complete: bool,
    /// The number of solutions, if known.
    pub count: Option<BigUint>,
    /// A lower bound on the number of solutions, if a count was cut short; then there is no [`Report::count`].
    pub at_least: Option<BigUint>,
    /// The proved optimum, if there is an objective.
    pub optimum: Option<i64>,
    /// The best value found when a limit was reached before the proof.
    pub best: Option<i64>,
    /// The proved bound on the optimum when a limit was reached before the proof: an upper bound if the objective is maximised.
    pub bound: Option<i64>,
    /// Whether the objective is maximised.
    pub maximises: bool,
    /// The solutions found, each different; solutions that were delivered as events are not included.
    pub solutions: Vec<Solution>,
    /// The number of solutions found and verified, included or delivered.
    pub found: u64,
    /// For a count: one of the counted solutions, verified.
    pub example: Option<Solution>,
    /// For a count: the factors of the product, as text; empty if there was one factor.
    pub counted: String,
    /// The symmetries, if one solution of each orbit was listed. Then only distinct solutions count.
    pub distinct: Option<UpTo>,
    /// The reason why there is no solution or why the answer is unknown.
    pub reason: Reason,
    /// Whether a limit or an interrupt cut the work short.
    pub stopped: bool,
    /// The route, if a solver was used.
    pub route: Option<&'static str>,
    /// The family's own method, if one was used.
    pub method: Option<&'static str>,
    /// Facts from the method.
    pub facts: Vec<Fact>,
    /// The solver, if one was used.
    pub backend: Option<String>,
    /// The formulation, if a solver was used.
    pub formulation: Option<&'static str>,
    /// The encoding for each kind of constraint, on the SAT route.
    pub encoding: Vec<(String, &'static str)>,
    /// The search for the optimum, on the SAT route with an objective.
    pub search: Option<&'static str>,
    /// The proof, if requested.
    pub proof: Option<Proof>,
    /// What remains to be trusted of a count by an external program, as text.
    pub trusted: Option<String>,
    /// The table of numbers of solutions, if requested.
    pub by: Option<Breakdown>,
    /// The seed, if solutions were drawn at random, with replacement; then [`Report::count`] is the number of all.
    pub drawn: Option<u64>,
    /// The effort.
    pub statistics: Statistics,
    /// Remarks on the way to the answer, in order.
    pub remarks: Vec<Remark>,
}

/// A remark on the way to an answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Remark {
    /// The states of a sweep over the frontier were searched depth first, which answered the question.
    #[error("the states of a sweep over the frontier were searched depth first")]
    DepthFirst,
    /// The problem was searched as whole numbers, most of which follow from sums, or by exchanging numbers.
    #[error("the board was searched as whole numbers and sums")]
    WholeNumbers,
    /// A sweep over the frontier, which counts all solutions or is stopped after some steps.
    #[error(
        "a sweep over the frontier, with at most 2^{states:.0} states in a layer, {}",
        if *counted { "counted all solutions".to_string() } else { format!("was stopped after {steps} steps") }
    )]
    Sweep {
        /// The logarithm to base 2 of the bound on the number of states of a layer.
        states: f64,
        /// The number of steps that it was given.
        steps: u64,
        /// Whether it counted all solutions.
        counted: bool,
    },
    /// What a sweep would need, before one is tried.
    #[error("a sweep over the frontier would have at most 2^{states:.0} states in a layer")]
    Outlook {
        /// The logarithm to base 2 of the bound on the number of states of a layer.
        states: f64,
    },
    /// No sweep was tried, because it might need too many states.
    #[error("no sweep over the frontier was tried: it might need 2^{states:.0} states in a layer")]
    Unpromising {
        /// The logarithm to base 2 of the bound on the number of states of a layer.
        states: f64,
    },
    /// No sweep is possible, for this reason.
    #[error("no sweep over the frontier: {0}")]
    NoSweep(String),
    /// The optimal solutions were counted by another engine than the one that found the optimum.
    #[error("the optimal solutions are those of a covering of bounded size, which the exact cover engine counted")]
    OptimalCovering,
    /// The orbits were counted by the solutions that each symmetry keeps.
    #[error("the distinct solutions are the number of solutions that a symmetry keeps, averaged over all {order}")]
    ByClasses {
        /// The number of symmetries.
        order: BigUint,
    },
    /// The solutions were listed to count the orbits.
    #[error("the distinct solutions were counted by listing all solutions{}", reason.as_ref().map_or(String::new(), |reason| format!(": {reason}")))]
    ByListing {
        /// The reason why that was necessary; `None` if it is less work.
        reason: Option<String>,
    },
}

/// A table of numbers of solutions.
#[derive(Debug, Clone, PartialEq)]
pub enum Breakdown {
    /// By what each cell and line is.
    Cells(CellCounts),
    /// By a sum.
    Distribution {
        /// What is summed, as text: `cells with the value K`.
        of: String,
        /// Each sum with the number of solutions that have it; ascending, or the best first for the best solutions.
        sums: Vec<(i64, BigUint)>,
    },
}

/// In how many solutions each cell has each value, and each line is there.
#[derive(Debug, Clone, PartialEq)]
pub struct CellCounts {
    /// The cells and lines.
    pub sheet: Sheet,
    /// The number of solutions.
    pub total: BigUint,
    /// By layer, cell and value.
    pub layers: Vec<Vec<Vec<BigUint>>>,
    /// By line.
    pub lines: Vec<BigUint>,
}

/// A proof of the claims of an answer beyond its solutions, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proof {
    /// The proof's file.
    pub file: Option<String>,
    /// The file of the formula that it refutes.
    pub formula: Option<String>,
    /// The claim that follows from the refutation.
    pub claim: Option<String>,
    /// The format.
    pub format: Option<&'static str>,
    /// The solver that wrote it.
    pub solver: Option<String>,
    /// Clauses added and deleted.
    pub steps: Option<u64>,
    /// The checkers that accepted it; empty if it was not checked.
    pub checked_by: Vec<String>,
    /// The statements that remain to be trusted.
    pub trusted: Vec<String>,
    /// The reason why there is none.
    pub reason: Option<String>,
}

impl Report {
    /// Returns the report of a question that was not answered, for this reason, and of which nothing is known.
    pub fn unanswered(reason: impl Into<Reason>) -> Report {
        Report {
            answer: Answer::Unknown,
            complete: false,
            count: None,
            at_least: None,
            optimum: None,
            best: None,
            bound: None,
            maximises: false,
            solutions: Vec::new(),
            found: 0,
            example: None,
            counted: String::new(),
            distinct: None,
            reason: reason.into(),
            stopped: false,
            route: None,
            method: None,
            facts: Vec::new(),
            backend: None,
            formulation: None,
            encoding: Vec::new(),
            search: None,
            proof: None,
            trusted: None,
            by: None,
            drawn: None,
            statistics: Statistics::default(),
            remarks: Vec::new(),
        }
    }

    /// Returns the report with a proof of its answer, or with the reason why there is none.
    #[must_use]
    pub fn with_proof(self, proof: Proof) -> Report {
        Report { proof: Some(proof), ..self }
    }
}
