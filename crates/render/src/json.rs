//! Reports as JSON: one object for a run; or a line for each solution and then the summary.
//!
//! The keys are a contract; values that do not apply are null. A count above 2^53 is a decimal string, so that readers
//! with floating-point numbers keep it exact.

pub use super::number::count;

use super::breakdown;
use crate::reason;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Fact, Instance, Loaded};
use boardwright_tasks::answer::Report;
use serde_json::{Map, Value, json};

/// Returns the whole report as one object.
pub fn report(model: &str, loaded: &Loaded, report: &Report) -> Value {
    let mut object = summary(model, loaded.puzzle.name(), report);
    object["solutions"] = report.solutions.iter().map(|solution| solution.to_json(&*loaded.instance)).collect();
    object
}

/// Returns one solution as a line.
pub fn line(instance: &dyn Instance, solution: &Solution) -> String {
    let mut line = String::new();
    solution.candidate().write(instance, &mut line);
    line.push('\n');
    line
}

/// Returns a line for each solution, then the summary without them.
pub fn lines(model: &str, loaded: &Loaded, report: &Report) -> String {
    let mut out = String::new();
    for solution in &report.solutions {
        out.push_str(&line(&*loaded.instance, solution));
    }
    out.push_str(&format!("{}\n", summary(model, loaded.puzzle.name(), report)));
    out
}

/// Returns the whole report but its solutions.
pub fn summary(model: &str, puzzle: &str, report: &Report) -> Value {
    let encoding: Map<String, Value> =
        report.encoding.iter().map(|(kind, name)| (kind.clone(), (*name).into())).collect();
    let statistics = &report.statistics;
    let seconds = statistics.seconds;
    let mut object = json!({
        "model": model,
        "puzzle": puzzle,
        "answer": report.answer.name(),
        "complete": report.complete,
        "count": report.count.as_ref().map(count),
        "at_least": report.at_least.as_ref().map(count),
        "optimum": report.optimum,
        "best": report.best,
        "bound": report.bound,
        "reason": Some(reason::of_report(report)).filter(|reason| !reason.is_empty()),
        "solutions": [],
        "distinct": report.distinct.as_ref().map(|up_to| up_to.by),
        "symmetry": report.distinct.as_ref().map(|up_to| &up_to.symmetry),
        "route": report.route,
        "method": report.method,
        "backend": report.backend,
        "formulation": report.formulation,
        "encoding": if encoding.is_empty() { Value::Null } else { encoding.into() },
        "search": report.search,
        "statistics": {
            "variables": statistics.variables,
            "clauses": statistics.clauses,
            "rows": statistics.rows,
            "bound_variables": statistics.bound_variables,
            "bound_clauses": statistics.bound_clauses,
            "conflicts": statistics.effort.conflicts,
            "decisions": statistics.effort.decisions,
            "propagations": statistics.effort.propagations,
            "restarts": statistics.effort.restarts,
            "constraints": statistics.constraints,
            "method": if report.facts.is_empty() { Value::Null } else { facts(&report.facts) },
            "seconds": {
                "constrain": seconds.constrain,
                "lower": seconds.lower,
                "solve": seconds.solve,
                "verify": seconds.verify,
            },
        },
        "counted": if report.counted.is_empty() { Value::Null } else { report.counted.clone().into() },
        "verified": if report.solutions.is_empty() && report.found == 0 && report.example.is_none() {
            Value::Null
        } else {
            true.into()
        },
    });
    if report.bound.is_some() {
        object["bound_kind"] = bound_kind(report.maximises).into();
    }
    if let Some(table) = &report.by {
        object["by"] = breakdown::json(table);
    }
    if let Some(seed) = report.drawn {
        object["drawn"] = json!({ "seed": seed, "with_replacement": true });
    }
    if let Some(proof) = &report.proof {
        object["proof"] = json!({
            "file": proof.file,
            "formula": proof.formula,
            "claim": proof.claim,
            "format": proof.format,
            "solver": proof.solver,
            "steps": proof.steps,
            "checked_by": proof.checked_by,
            "trusted": proof.trusted,
            "reason": proof.reason,
        });
    }
    if let Some(trusted) = &report.trusted {
        object["trusted"] = trusted.clone().into();
    }
    object
}

/// Returns the facts of a method or an analysis as an object.
pub fn facts(facts: &[Fact]) -> Value {
    Value::Object(facts.iter().map(|fact| (fact.name.to_string(), fact.value.clone())).collect())
}

/// Returns the kind of a bound on an objective.
pub fn bound_kind(is_upper: bool) -> &'static str {
    if is_upper { "upper" } else { "lower" }
}
