//! The report of a task: the answer, the solutions, how they were found, and statistics.
//!
//! *Unsatisfiable* and *unknown* are answers, not errors. A report has only verified boards: a [`Solution`] exists only
//! after verification. Imports `output`, `puzzle` and `solution`. Start with [`Report`].

pub use crate::output::Effort;
use crate::puzzle::Fact;
use crate::solution::Solution;
use num_bigint::BigUint;

/// The four answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is a solution.
    Satisfiable,
    /// There is a solution and it is proved that none is better.
    Optimal,
    /// It is proved that there is none.
    Unsatisfiable,
    /// A limit was met first.
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

/// What it took.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statistics {
    /// Variables of the formula, or columns of the program.
    pub variables: Option<usize>,
    /// Clauses of the formula; none for a program.
    pub clauses: Option<usize>,
    /// Rows of the program; none for a formula.
    pub rows: Option<usize>,
    /// Constraints of the problem.
    pub constraints: Option<usize>,
    /// Variables that bounds on the objective added; part of `variables`.
    pub bound_variables: Option<usize>,
    /// Clauses that bounds on the objective added; part of `clauses`.
    pub bound_clauses: Option<usize>,
    /// What the solver reports of its work (of the last horizon, for a plan).
    pub effort: Effort,
    /// The digests of what the solver was handed, in order, where they were asked for: several for a plan, one for each
    /// number of steps, and for a count in parts.
    pub formulas: Vec<String>,
    /// Wall-clock seconds spent in each part of the journey.
    pub seconds: Seconds,
}

/// Wall-clock seconds by part.
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

/// Which solutions count as one.
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

/// The answer to a question about one model.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// Whether it is proved that no solution is missing from the list.
    pub complete: bool,
    /// The number of solutions, where it is known.
    pub count: Option<BigUint>,
    /// So many there are at least, when a count was cut short; then there is no [`Report::count`].
    pub at_least: Option<BigUint>,
    /// The proved optimum, where there is an objective.
    pub optimum: Option<i64>,
    /// The best value found when a limit was met before the proof.
    pub best: Option<i64>,
    /// What the optimum is proved not to be better than, when a limit was met before the proof.
    pub bound: Option<i64>,
    /// The solutions found, each different; those that were handed over one by one are not here.
    pub solutions: Vec<Solution>,
    /// How many solutions were found and verified, here or handed over.
    pub found: u64,
    /// Of a count: one of those that were counted, verified.
    pub example: Option<Solution>,
    /// Of a count: what was multiplied, in words; empty when nothing was.
    pub counted: String,
    /// Where one solution of each orbit was listed: of which symmetries. Then only distinct solutions count.
    pub distinct: Option<UpTo>,
    /// Why there is no solution, or why it is unknown, in words; empty when the solver's word is all there is.
    pub reason: String,
    /// Whether a limit or an interrupt cut the work short.
    pub stopped: bool,
    /// The route taken, if a solver was asked.
    pub route: Option<&'static str>,
    /// The family's own method, if one was used.
    pub method: Option<&'static str>,
    /// What the method did and found out on the way.
    pub facts: Vec<Fact>,
    /// The solver, if one was asked.
    pub backend: Option<String>,
    /// The formulation, if a solver was asked.
    pub formulation: Option<&'static str>,
    /// The encoding in force for each kind of constraint, on the SAT route.
    pub encoding: Vec<(String, &'static str)>,
    /// How the optimum was looked for, on the SAT route with an objective.
    pub search: Option<&'static str>,
    /// The proof, where one was asked for.
    pub proof: Option<Proof>,
    /// What it took.
    pub statistics: Statistics,
}

/// A proof of what an answer claims beyond its solutions, or why there is none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proof {
    /// The proof's file.
    pub file: Option<String>,
    /// The file of the formula that it refutes.
    pub formula: Option<String>,
    /// What follows from the refutation, in words.
    pub claim: Option<String>,
    /// How it is written.
    pub format: Option<&'static str>,
    /// The solver that wrote it.
    pub solver: Option<String>,
    /// Clauses added and deleted.
    pub steps: Option<u64>,
    /// Who accepted it; empty when it was not checked.
    pub checked_by: Vec<String>,
    /// What has to be believed all the same, in words.
    pub trusted: Vec<String>,
    /// Why there is none, in words.
    pub reason: Option<String>,
}

impl Report {
    /// A report that knows nothing yet.
    pub fn unknown() -> Report {
        Report {
            answer: Answer::Unknown,
            complete: false,
            count: None,
            at_least: None,
            optimum: None,
            best: None,
            bound: None,
            solutions: Vec::new(),
            found: 0,
            example: None,
            counted: String::new(),
            distinct: None,
            reason: String::new(),
            stopped: false,
            route: None,
            method: None,
            facts: Vec::new(),
            backend: None,
            formulation: None,
            encoding: Vec::new(),
            search: None,
            proof: None,
            statistics: Statistics::default(),
        }
    }
}
