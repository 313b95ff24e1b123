//! What one run came to: a line of `records.jsonl`.
//!
//! A record says what was run, what came out, how large it was and what it cost, and on which machine. A limit that was
//! met is a result; only a run that could not be made is missing. Times are seconds; `cpu` is user and system time of the
//! run's own process and of all programs it started, `wall` is elapsed time, both from the start of the process to its
//! end. `memory` is the peak resident set in bytes. Keys that an older version did not write are null or empty.

use super::job::{Configuration, Question};
use crate::answer::{Answer, Report, Seconds};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

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
    /// With an answer that was checked (all solutions, where all were asked for).
    Solved,
    /// The limit on CPU time came first.
    Timeout,
    /// The limit on elapsed time came first: the machine was busy, or the run waited. Nothing is known about its speed, so
    /// it is never scored.
    WallLimit,
    /// The memory limit came first.
    Memory,
    /// The configuration does not apply to this model; `reason` says why.
    Inapplicable,
    /// It gave up without meeting a limit; `reason` says why.
    Unknown,
    /// A check failed: a wrong answer. Never counts as solved.
    Wrong,
    /// The process ended without a result: it crashed, or was killed by someone else.
    Crashed,
}

impl Status {
    /// The word in records and reports.
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

/// Sizes of what the solver was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sizes {
    /// Constraints of the problem.
    pub constraints: Option<usize>,
    /// Variables of the formula, or columns of the program.
    pub variables: Option<usize>,
    /// Clauses of the formula.
    pub clauses: Option<usize>,
    /// Rows of the program.
    pub rows: Option<usize>,
    /// Variables that bounds on the objective added; part of `variables`.
    pub bound_variables: Option<usize>,
    /// Clauses that bounds on the objective added; part of `clauses`.
    pub bound_clauses: Option<usize>,
    /// Variables that unit propagation leaves open; measured once for each model and configuration.
    pub propagated_variables: Option<usize>,
    /// Clauses that unit propagation leaves unsatisfied.
    pub propagated_clauses: Option<usize>,
}

impl Sizes {
    /// Returns sizes of which `number` computes each, given how to read it from others.
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

/// What the run itself says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// `satisfiable`, `optimal`, `unsatisfiable` or `unknown`.
    pub answer: String,
    /// The proved optimum.
    pub optimum: Option<i64>,
    /// The number of solutions, where it is proved: a number up to 2^53, a decimal string beyond.
    #[serde(with = "exact")]
    pub count: Option<BigUint>,
    /// In words, where there is something to say.
    pub reason: Option<String>,
    /// The family.
    pub puzzle: String,
    /// The route taken; null for a method of the family's own.
    pub route: Option<String>,
    /// The formulation in force.
    pub formulation: Option<String>,
    /// How the optimum was searched for, on the SAT route with an objective.
    #[serde(default)]
    pub search: Option<String>,
    /// The digests of what the solver was handed ([`crate::answer::Statistics::formulas`]).
    #[serde(default)]
    pub formulas: Vec<String>,
    /// Sizes.
    pub sizes: Sizes,
    /// Conflicts, where the solver reports them.
    pub conflicts: Option<u64>,
    /// Decisions, where the solver reports them.
    #[serde(default)]
    pub decisions: Option<u64>,
    /// Propagations, where the solver reports them.
    pub propagations: Option<u64>,
    /// Restarts, where the solver reports them.
    #[serde(default)]
    pub restarts: Option<u64>,
    /// Wall-clock seconds of the parts of the journey.
    pub seconds: Seconds,
}

/// What the process cost.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Seconds of CPU.
    pub cpu: f64,
    /// Seconds by the clock.
    pub wall: f64,
    /// Peak resident set, in bytes.
    pub memory: u64,
}

/// Where it ran.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The host's name.
    pub host: String,
    /// The processor's model.
    pub cpu: String,
    /// Processors that may be used.
    pub cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// Bytes of memory.
    #[serde(default)]
    pub memory: Option<u64>,
    /// The operating system and its kernel with their versions.
    #[serde(default)]
    pub os: Option<String>,
}

/// A program or crate that had a part in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version, where it is known.
    pub version: Option<String>,
    /// Of a program, the digest of its file ([`crate::digest`]); of a crate, the checksum in Cargo.lock (SHA-256).
    pub digest: Option<String>,
    /// The program's file; null for a crate.
    pub path: Option<String>,
}

/// How the program was called that made a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The command line, the program first.
    pub arguments: Vec<String>,
    /// The current folder.
    pub folder: String,
}

/// One run and what it came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`super::job::Job::key`].
    pub key: String,
    /// The part of the campaign.
    pub group: String,
    /// The model's path as the campaign names it.
    pub model: String,
    /// The digest of the model's text.
    pub digest: String,
    /// The way of solving.
    pub configuration: Configuration,
    /// The shuffle.
    pub seed: u64,
    /// What was asked.
    pub question: Question,
    /// Which leaf of the search was counted, where it was not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The limit, in seconds of CPU; of elapsed time in records that have no `wall_limit`.
    pub time_limit: f64,
    /// The limit on elapsed time, in seconds.
    #[serde(default)]
    pub wall_limit: Option<f64>,
    /// The limit, in bytes.
    pub memory_limit: Option<u64>,
    /// The program's version.
    pub version: String,
    /// The command that does the same run by hand.
    pub command: String,
    /// What came out.
    pub outcome: Outcome,
    /// What it cost.
    pub cost: Cost,
    /// Where it ran.
    pub machine: Machine,
    /// The how-manieth try this was, from 1, where an engine tries again.
    pub attempt: u32,
    /// The cores that the run was pinned to; empty: none.
    #[serde(default)]
    pub cpus: Vec<usize>,
    /// The load of the machine when the run began: processes that ran or wanted to, over the last minute.
    #[serde(default)]
    pub load: Option<f64>,
    /// This program and the solver: the crate, or the program that was run.
    #[serde(default)]
    pub programs: Vec<Program>,
    /// How this program was called.
    #[serde(default)]
    pub invocation: Option<Invocation>,
}

impl Outcome {
    /// An outcome with nothing but its status and a reason.
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
            formulas: Vec::new(),
            sizes: Sizes::default(),
            conflicts: None,
            decisions: None,
            propagations: None,
            restarts: None,
            seconds: Seconds::default(),
        }
    }

    /// What a task's report says.
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
            reason: Some(report.reason.clone()).filter(|reason| !reason.is_empty()),
            puzzle: puzzle.into(),
            route: report.route.map(Into::into),
            formulation: report.formulation.map(Into::into),
            search: report.search.map(Into::into),
            formulas: statistics.formulas.clone(),
            sizes: Sizes {
                constraints: statistics.constraints,
                variables: statistics.variables,
                clauses: statistics.clauses,
                rows: statistics.rows,
                bound_variables: statistics.bound_variables,
                bound_clauses: statistics.bound_clauses,
                // Measured apart, since it is no part of the run: see [`super::measure::propagated`].
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
    /// Whether it has an answer that counts.
    pub fn solved(&self) -> bool {
        self.outcome.status == Status::Solved
    }
}
