//! Detection of runs of the same model that contradict each other.
//!
//! Example: two encodings of one puzzle, one of which lost a clause:
//!
//! ```text
//! knights.toml: two runs disagree on the number of solutions
//!   varisat, at-most-one=pairwise: 8 solutions
//!     boardwright solve knights.toml --encoding at-most-one=pairwise --backend varisat --all
//!   varisat, at-most-one=ladder: 9 solutions
//!     boardwright solve knights.toml --encoding at-most-one=ladder --backend varisat --all
//! ```
//!
//! Solved runs of the same model (the same digest) must agree on the existence of a solution, and on the optimum and the
//! number of solutions if both have one. A run that was asked for one solution is compared with a run that was asked for
//! all; only the latter has a number. Agreement is transitive, so each run is compared with the first run that made the same
//! kind of claim: constant time per run and three claims per model. A run that failed its own check contradicts the rules of
//! the puzzle and needs no second run.

use super::record::{Record, Status};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt;

/// The subject of a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispute {
    /// The existence of a solution.
    Existence,
    /// The optimum.
    Optimum,
    /// The number of solutions.
    Count,
    /// The answer of one run, which failed the run's own check.
    Check,
}

/// One side of a disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The configuration, as text.
    pub configuration: String,
    /// The answer, as text.
    pub answer: String,
    /// The command that repeats the run.
    pub command: String,
}

/// Two runs that contradict each other, or one that contradicts the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The subject.
    pub dispute: Dispute,
    /// The path of the model.
    pub model: String,
    /// The claims in the order of the runs: two, or one if a run failed its own check.
    pub claims: Vec<Claim>,
}

/// The claims of the runs so far, by model.
#[derive(Debug, Clone, Default)]
pub struct Agreement {
    models: HashMap<String, Known>,
}

/// The first claim of each kind about one model, and its run.
#[derive(Debug, Clone, Default)]
struct Known {
    existence: Option<(bool, Claim)>,
    optimum: Option<(i64, Claim)>,
    count: Option<(BigUint, Claim)>,
}

impl Agreement {
    /// Returns an agreement without runs.
    pub fn new() -> Agreement {
        Agreement::default()
    }

    /// Adds a run. Returns a disagreement if the run contradicts an earlier one; such a run is not added.
    pub fn take(&mut self, record: &Record) -> Option<Disagreement> {
        let outcome = &record.outcome;
        let found = |dispute, claims| Some(Disagreement { dispute, model: record.model.clone(), claims });
        match outcome.status {
            Status::Wrong => {
                let reason = outcome.reason.clone().unwrap_or_else(|| "its check failed".into());
                return found(Dispute::Check, vec![claim(record, reason)]);
            }
            // Leaves of one search differ by design.
            Status::Solved if record.leaf.is_none() => {}
            _ => return None,
        }
        let known = self.models.entry(record.digest.clone()).or_default();
        let existence = match outcome.answer.as_str() {
            "satisfiable" | "optimal" => Some(true),
            "unsatisfiable" => Some(false),
            _ => None,
        };
        if let Some((_, first)) = known.existence.as_ref().filter(|(first, _)| existence.is_some_and(|it| it != *first))
        {
            return found(Dispute::Existence, vec![first.clone(), claim(record, outcome.answer.clone())]);
        }
        let optimum = |value: i64| format!("optimum {value}");
        if let Some(((first, earlier), value)) = known.optimum.as_ref().zip(outcome.optimum)
            && *first != value
        {
            return found(Dispute::Optimum, vec![earlier.clone(), claim(record, optimum(value))]);
        }
        let count =
            |value: &BigUint| format!("{value} solution{}", if *value == BigUint::from(1u32) { "" } else { "s" });
        if let Some(((first, earlier), value)) = known.count.as_ref().zip(outcome.count.as_ref())
            && first != value
        {
            return found(Dispute::Count, vec![earlier.clone(), claim(record, count(value))]);
        }
        if known.existence.is_none() {
            known.existence = existence.map(|exists| (exists, claim(record, outcome.answer.clone())));
        }
        if known.optimum.is_none() {
            known.optimum = outcome.optimum.map(|value| (value, claim(record, optimum(value))));
        }
        if known.count.is_none() {
            known.count = outcome.count.as_ref().map(|value| (value.clone(), claim(record, count(value))));
        }
        None
    }
}

/// Returns the first disagreement among the records, in their order.
pub fn disagreement(records: &[Record]) -> Option<Disagreement> {
    let mut agreement = Agreement::new();
    records.iter().find_map(|record| agreement.take(record))
}

fn claim(record: &Record, answer: String) -> Claim {
    Claim { configuration: record.configuration.describe(), answer, command: record.command.clone() }
}

impl fmt::Display for Disagreement {
    /// Formats as several lines, without a line break at the end.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = match self.dispute {
            Dispute::Existence => "two runs disagree on whether there is a solution",
            Dispute::Optimum => "two runs disagree on the optimum",
            Dispute::Count => "two runs disagree on the number of solutions",
            Dispute::Check => "a run failed its own check",
        };
        write!(out, "{}: {about}", self.model)?;
        for Claim { configuration, answer, command } in &self.claims {
            write!(out, "\n  {configuration}: {answer}\n    {command}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Disagreement {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Question;
    use crate::report::examples::run;

    #[test]
    fn agreeing_runs_pass() {
        let records = [
            run("a", "varisat").answered("satisfiable").record,
            run("a", "batsat").answered("optimal").optimum(3).record,
            run("a", "cadical").answered("optimal").optimum(3).record,
            run("a", "microlp").answered("satisfiable").count(8).asked(Question::All).record,
            run("b", "varisat").answered("unsatisfiable").record,
            run("b", "batsat").status(Status::Timeout).record,
            run("b", "cadical").status(Status::Crashed).record,
        ];
        assert_eq!(disagreement(&records), None);
    }

    #[test]
    fn satisfiable_and_unsatisfiable_disagree() {
        let records = [
            run("a", "varisat").answered("optimal").optimum(1).record,
            run("b", "batsat").answered("unsatisfiable").record,
            run("a", "cadical").answered("unsatisfiable").record,
        ];
        let found = disagreement(&records).expect("they disagree");
        assert_eq!(found.dispute, Dispute::Existence);
        assert_eq!(
            found.to_string(),
            "models/a.toml: two runs disagree on whether there is a solution\n  \
             varisat: optimal\n    boardwright solve models/a.toml --backend varisat\n  \
             cadical: unsatisfiable\n    boardwright solve models/a.toml --backend cadical"
        );
    }

    #[test]
    fn optima_are_compared_past_runs_without_one() {
        let mut agreement = Agreement::new();
        assert_eq!(agreement.take(&run("a", "varisat").answered("satisfiable").record), None);
        assert_eq!(agreement.take(&run("a", "batsat").answered("optimal").optimum(-2).record), None);
        assert_eq!(agreement.take(&run("a", "minilp").answered("satisfiable").record), None);
        let found = agreement.take(&run("a", "cadical").answered("optimal").optimum(2).record).expect("they disagree");
        assert_eq!(found.dispute, Dispute::Optimum);
        let claims: Vec<_> = found.claims.iter().map(|it| (it.configuration.as_str(), it.answer.as_str())).collect();
        assert_eq!(claims, [("batsat", "optimum -2"), ("cadical", "optimum 2")]);
    }

    #[test]
    fn counts_are_compared() {
        let records = [
            run("a", "varisat").answered("satisfiable").count(8).asked(Question::All).record,
            run("a", "batsat").answered("satisfiable").count(1).asked(Question::All).record,
        ];
        let found = disagreement(&records).expect("they disagree");
        assert_eq!(found.dispute, Dispute::Count);
        assert_eq!(found.claims[0].answer, "8 solutions");
        assert_eq!(found.claims[1].answer, "1 solution");
    }

    #[test]
    fn only_solved_runs_and_equal_texts_are_compared() {
        let mut edited = run("a", "varisat").answered("unsatisfiable").record;
        edited.digest = "of another text".into();
        let mut cut_short = run("a", "varisat").answered("unsatisfiable").record;
        cut_short.outcome.status = Status::Timeout;
        assert_eq!(disagreement(&[run("a", "batsat").record, edited, cut_short]), None);
    }

    #[test]
    fn a_wrong_run_stands_alone() {
        let found = disagreement(&[run("a", "batsat").status(Status::Wrong).because("row 3 has two").record]);
        let found = found.expect("it is wrong");
        assert_eq!(found.dispute, Dispute::Check);
        assert_eq!(
            found.to_string(),
            "models/a.toml: a run failed its own check\n  \
             batsat: row 3 has two\n    boardwright solve models/a.toml --backend batsat"
        );
    }
}
