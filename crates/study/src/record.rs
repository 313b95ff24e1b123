//! The result of one run: a line of `records.jsonl`.
//!
//! A record states what was run, the result, the sizes, the cost, and the machine. A reached limit is a result; only a run
//! that could not be made has none. Times are in seconds: `cpu` is user and system time of the run's process and of all
//! programs it started, `wall` is elapsed time, both over the whole process. `memory` is the peak resident set in bytes.
//! Keys that an older version did not write are null or empty.

use super::job::{Configuration, Question};
use boardwright_render::reason;
use boardwright_tasks::answer::{Answer, Report, Seconds};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Exact numbers in JSON.
mod exact {
    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Number {
        Small(u64),
        Large(String),
    }

    pub(super) fn serialize<S: Serializer>(count: &Option<BigUint>, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |count: &BigUint| match u64::try_from(count) {
            Ok(small) if small <= 1 << 53 => Number::Small(small),
            _ => Number::Large(count.to_string()),
        };
        count.as_ref().map(number).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BigUint>, D::Error> {
        Ok(match Option::<Number>::deserialize(deserializer)? {
            None => None,
            Some(Number::Small(small)) => Some(small.into()),
            Some(Number::Large(digits)) => Some(digits.parse().map_err(serde::de::Error::custom)?),
        })
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a checked answer (with all solutions, if all were requested).
    Solved,
    /// At the limit on CPU time.
    Timeout,
    /// At the limit on elapsed time before the limit on CPU time: the machine was busy, or the run waited. The run says nothing
    /// about speed and is not scored.
    WallLimit,
    /// At the memory limit.
    Memory,
    /// Not at all: the configuration does not apply to this model; `reason` gives the reason.
    Inapplicable,
    /// Without an answer and without reaching a limit; `reason` gives the reason.
    Unknown,
    /// With a failed check: a wrong answer. Never counts as solved.
    Wrong,
    /// Without a result: the process crashed, or something else killed it.
    Crashed,
}

impl Status {
    /// Returns the word for records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Timeout => "timeout",
            Status::WallLimit => "wall-limit",
            Status::Memory => "memory",
            Status::Inapplicable => "inapplicable",
            Status::Unknown => "unknown",
            Status::Wrong => "wrong",
            Status::Crashed => "crashed",
        }
    }
}

/// Sizes of the solver's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sizes {
    /// Constraints of the problem.
    pub constraints: Option<usize>,
    /// Variables of the formula, or columns of the integer program.
    pub variables: Option<usize>,
    /// Clauses of the formula.
    pub clauses: Option<usize>,
    /// Rows of the integer program.
    pub rows: Option<usize>,
    /// Variables added by bounds on the objective; part of `variables`.
    pub bound_variables: Option<usize>,
    /// Clauses added by bounds on the objective; part of `clauses`.
    pub bound_clauses: Option<usize>,
    /// Unassigned variables after unit propagation; measured once per model and configuration.
    pub propagated_variables: Option<usize>,
    /// Clauses not satisfied after unit propagation.
    pub propagated_clauses: Option<usize>,
}

impl Sizes {
    /// Returns sizes computed by `number`, which receives an accessor for each field.
    pub(super) fn each(number: impl Fn(fn(&Sizes) -> Option<usize>) -> Option<usize>) -> Sizes {
        Sizes {
            constraints: number(|sizes| sizes.constraints),
            variables: number(|sizes| sizes.variables),
            clauses: number(|sizes| sizes.clauses),
            rows: number(|sizes| sizes.rows),
            bound_variables: number(|sizes| sizes.bound_variables),
            bound_clauses: number(|sizes| sizes.bound_clauses),
            propagated_variables: number(|sizes| sizes.propagated_variables),
            propagated_clauses: number(|sizes| sizes.propagated_clauses),
        }
    }
}

/// The outcome of a run, as the run itself reports it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// `satisfiable`, `optimal`, `unsatisfiable` or `unknown`.
    pub answer: String,
    /// The proved optimum.
    pub optimum: Option<i64>,
    /// The number of solutions, if proved: a number up to 2^53, otherwise a decimal string.
    #[serde(with = "exact")]
    pub count: Option<BigUint>,
    /// An explanation, if any.
    pub reason: Option<String>,
    /// The family.
    pub puzzle: String,
    /// The route; null for a method of the family.
    pub route: Option<String>,
    /// The formulation that was used.
    pub formulation: Option<String>,
    /// The search for the optimum, on the SAT route with an objective.
    #[serde(default)]
    pub search: Option<String>,
    /// The digest of the problem before encoding ([`boardwright_tasks::answer::Statistics::problem`]).
    #[serde(default)]
    pub problem: Option<String>,
    /// The digests of the solver's input ([`boardwright_tasks::answer::Statistics::formulas`]).
    #[serde(default)]
    pub formulas: Vec<String>,
    /// The encoding of bounds on the objective, on the SAT route.
    #[serde(default)]
    pub bounds: Option<String>,
    /// Sizes.
    pub sizes: Sizes,
    /// Conflicts, if the solver reports them.
    pub conflicts: Option<u64>,
    /// Decisions, if the solver reports them.
    #[serde(default)]
    pub decisions: Option<u64>,
    /// Propagations, if the solver reports them.
    pub propagations: Option<u64>,
    /// Restarts, if the solver reports them.
    #[serde(default)]
    pub restarts: Option<u64>,
    /// Elapsed seconds of each stage.
    pub seconds: Seconds,
}

/// The cost of the process.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Seconds of CPU.
    pub cpu: f64,
    /// Elapsed seconds.
    pub wall: f64,
    /// Peak resident set, in bytes.
    pub memory: u64,
}

/// The machine of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the host.
    pub host: String,
    /// The processor model.
    pub cpu: String,
    /// Usable processors.
    pub cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// Bytes of memory.
    #[serde(default)]
    pub memory: Option<u64>,
    /// The operating system and its kernel, with versions.
    #[serde(default)]
    pub os: Option<String>,
}

/// A program or crate that took part in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The name.
    pub name: String,
    /// The version, if known.
    pub version: Option<String>,
    /// For a program, the digest of its file ([`boardwright_base::digest`]); for a crate, the checksum in Cargo.lock (SHA-256).
    pub digest: Option<String>,
    /// The file of the program; null for a crate.
    pub path: Option<String>,
}

/// The invocation of the program that made a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The command line, including the program.
    pub arguments: Vec<String>,
    /// The current folder.
    pub folder: String,
}

/// One run and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`super::job::Job::key`].
    pub key: String,
    /// The group of the campaign.
    pub group: String,
    /// The path of the model in the campaign.
    pub model: String,
    /// The values of its parameters that were set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, i64>,
    /// The digest of the model's text.
    pub digest: String,
    /// The configuration.
    pub configuration: Configuration,
    /// The seed.
    pub seed: u64,
    /// The question.
    pub question: Question,
    /// The leaf of the search that was counted, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The limit in CPU seconds; in elapsed seconds in records without `wall_limit`.
    pub time_limit: f64,
    /// The limit in elapsed seconds.
    #[serde(default)]
    pub wall_limit: Option<f64>,
    /// The memory limit in bytes.
    pub memory_limit: Option<u64>,
    /// The version of the program.
    pub version: String,
    /// The command that repeats the run.
    pub command: String,
    /// The result.
    pub outcome: Outcome,
    /// The cost.
    pub cost: Cost,
    /// The machine.
    pub machine: Machine,
    /// The number of the attempt, from 1, if an engine retries.
    pub attempt: u32,
    /// The cores that the run was pinned to; empty for none.
    #[serde(default)]
    pub cpus: Vec<usize>,
    /// The load average of the machine over the last minute when the run began.
    #[serde(default)]
    pub load: Option<f64>,
    /// This program and the solver: a crate or an external program.
    #[serde(default)]
    pub programs: Vec<Program>,
    /// The invocation of this program.
    #[serde(default)]
    pub invocation: Option<Invocation>,
}

impl Outcome {
    /// Returns an outcome with a status and a reason only.
    pub fn bare(status: Status, reason: impl Into<String>) -> Outcome {
        Outcome {
            status,
            answer: Answer::Unknown.name().into(),
            optimum: None,
            count: None,
            reason: Some(reason.into()),
            puzzle: String::new(),
            route: None,
            formulation: None,
            search: None,
            problem: None,
            formulas: Vec::new(),
            bounds: None,
            sizes: Sizes::default(),
            conflicts: None,
            decisions: None,
            propagations: None,
            restarts: None,
            seconds: Seconds::default(),
        }
    }

    /// Returns the outcome of a task's report.
    pub fn of(puzzle: &str, question: Question, report: &Report) -> Outcome {
        let answered = report.answer != Answer::Unknown && !report.stopped;
        let status = match (answered, question) {
            (true, Question::One) => Status::Solved,
            (true, Question::All | Question::Count) if report.complete => Status::Solved,
            _ if report.stopped => Status::Timeout,
            _ => Status::Unknown,
        };
        let statistics = &report.statistics;
        Outcome {
            status,
            answer: report.answer.name().into(),
            optimum: report.optimum,
            count: if question == Question::One { None } else { report.count.clone() },
            reason: Some(reason::of_report(report)).filter(|reason| !reason.is_empty()),
            puzzle: puzzle.into(),
            route: report.route.map(Into::into),
            formulation: report.formulation.map(Into::into),
            search: report.search.map(Into::into),
            problem: statistics.problem.clone(),
            formulas: statistics.formulas.clone(),
            bounds: statistics.bounds.map(Into::into),
            sizes: Sizes {
                constraints: statistics.constraints,
                variables: statistics.variables,
                clauses: statistics.clauses,
                rows: statistics.rows,
                bound_variables: statistics.bound_variables,
                bound_clauses: statistics.bound_clauses,
                // Measured separately, because it is not part of the run: see [`super::measure::propagated`].
                ..Sizes::default()
            },
            conflicts: statistics.effort.conflicts,
            decisions: statistics.effort.decisions,
            propagations: statistics.effort.propagations,
            restarts: statistics.effort.restarts,
            seconds: statistics.seconds,
        }
    }
}

impl Record {
    /// Returns whether the run has an answer that counts.
    pub fn solved(&self) -> bool {
        self.outcome.status == Status::Solved
    }
}
