//! Configurations that make the identical formula: one configuration with several names.
//!
//! ```text
//! queens.toml    connected=levels    connected=elimination    auto        no graph constraints: the same clauses for all
//! ```
//!
//! Two runs of a model under a seed are *the same run* if the same solver got the same formula (equal digests) and searched
//! in the same way. Their times differ only by noise, so each of them gets the median time of all. Columns that have the same
//! run in every row become one column with all their names. Runs that reached a limit may lack digests; a missing digest
//! contradicts nothing. If only some models distinguish two configurations, the two stay separate and share a time on the
//! other models.

use super::section::{Instance, applies, scored};
use crate::record::{Record, Status};

/// Returns whether two runs of one instance are known to be the same run.
pub(super) fn same(one: &Record, other: &Record) -> bool {
    let (a, b) = (&one.outcome.formulas, &other.outcome.formulas);
    let length = a.len().min(b.len());
    // A run that reached a limit has made fewer formulas.
    let whole = a.len() == b.len() || !(one.solved() && other.solved());
    length > 0
        && whole
        && a[..length] == b[..length]
        && one.configuration.backend == other.configuration.backend
        && one.outcome.search == other.outcome.search
        && one.outcome.bounds == other.outcome.bounds
}

/// Returns whether two cells of one row may belong to one column: the same run, or indistinguishable runs.
fn compatible(one: Option<&Record>, other: Option<&Record>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) if !applies(one) || !applies(other) => applies(one) == applies(other),
        (Some(one), Some(other)) => {
            let silent = |record: &Record| record.outcome.formulas.is_empty() && !record.solved();
            let backend = one.configuration.backend == other.configuration.backend;
            same(one, other) || backend && (silent(one) || silent(other))
        }
        _ => false,
    }
}

/// Returns the columns that are one configuration, by the first of each.
pub(super) fn columns(instances: &[Instance], columns: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for column in 0..columns {
        let one = |other: usize| {
            let cells = || instances.iter().map(|instance| (instance.runs[other], instance.runs[column]));
            cells().all(|(one, other)| compatible(one, other))
                && cells().any(|(one, other)| one.zip(other).is_some_and(|(one, other)| same(one, other)))
        };
        match groups.iter_mut().find(|group| group.iter().all(|&other| one(other))) {
            Some(group) => group.push(column),
            None => groups.push(vec![column]),
        }
    }
    groups
}

/// Returns the classes of the same run among the cells of a row, each with at least two cells.
pub(super) fn classes(runs: &[Option<&Record>]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (column, run) in runs.iter().enumerate() {
        let Some(run) = run.filter(|run| scored(run)) else { continue };
        let mate =
            |class: &&mut Vec<usize>| class.iter().all(|&other| runs[other].is_some_and(|other| same(other, run)));
        match classes.iter_mut().find(mate) {
            Some(class) => class.push(column),
            None => classes.push(vec![column]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// Joins several names: `varisat, adder = bdd` if they have a common beginning.
pub(super) fn joined(names: &[String]) -> String {
    let parts: Vec<Vec<&str>> = names.iter().map(|name| name.split(", ").collect()).collect();
    let shortest = parts.iter().map(Vec::len).min().unwrap_or(0);
    let alike = (0..shortest.saturating_sub(1)).take_while(|&at| parts.iter().all(|it| it[at] == parts[0][at])).count();
    let rest = parts.iter().enumerate().map(|(index, parts)| parts[if index == 0 { 0 } else { alike }..].join(", "));
    rest.collect::<Vec<_>>().join(" = ")
}

/// Returns the run that represents several equal runs: a failed one if there is one, otherwise the median by CPU time, where
/// an unsolved run counts as longer than any solved one. `None` if there is no run.
pub(super) fn representative<'a>(runs: impl IntoIterator<Item = &'a Record>) -> Option<&'a Record> {
    let mut runs: Vec<&Record> = runs.into_iter().collect();
    if let Some(failed) = runs.iter().find(|run| matches!(run.outcome.status, Status::Wrong | Status::Crashed)) {
        return Some(failed);
    }
    if runs.iter().any(|run| scored(run)) {
        runs.retain(|run| scored(run));
    }
    let time = |run: &Record| if run.solved() { run.cost.cpu } else { f64::INFINITY };
    runs.sort_by(|one, other| time(one).total_cmp(&time(other)).then_with(|| one.key.cmp(&other.key)));
    runs.get(runs.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::examples::{Run, run};

    fn formula(model: &str, encoding: &str, formula: &str, cpu: f64) -> Run {
        run(model, "varisat").encoding(encoding).formula(formula).cpu(cpu)
    }

    /// Three names of one formula, and another formula.
    fn three_and_one() -> Vec<super::Record> {
        vec![
            formula("a", "cardinality=adder", "f", 1.0).record,
            formula("a", "cardinality=bdd", "f", 3.0).record,
            formula("a", "cardinality=totalizer", "f", 2.0).record,
            formula("a", "parity=direct", "g", 2.5).record,
        ]
    }

    #[test]
    fn the_same_formula_is_one_configuration_in_every_form() {
        let report = Report::new("t", &three_and_one());
        let text = report.text(200);
        let name = "cardinality=adder = cardinality=bdd = cardinality=totalizer make the identical";
        assert!(text.contains(name), "{text}");
        let json = report.json();
        let configurations = json["sections"][0]["configurations"].as_array().expect("it is a list");
        assert_eq!(configurations.len(), 2, "{json}");
        assert_eq!(configurations[0]["names"].as_array().map(Vec::len), Some(3));
        assert_eq!(configurations[0]["par2_cpu_s"], 2.0, "the run in the middle: {json}");
        assert_eq!(configurations[0]["fastest"], 1);
        assert_eq!(json["sections"][0]["identical"][0]["names"].as_array().map(Vec::len), Some(3));
        assert!(report.html().contains("make the identical formula in every run"));
        let csv = report.csv();
        assert_eq!(csv.matches("varisat, cardinality=bdd = varisat, cardinality=totalizer").count(), 1, "{csv}");
    }

    #[test]
    fn names_are_joined_after_their_common_beginning() {
        let joined = |names: &[&str]| super::joined(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(joined(&["varisat, adder", "varisat, bdd"]), "varisat, adder = bdd");
        assert_eq!(joined(&["adder", "bdd", "auto"]), "adder = bdd = auto");
        assert_eq!(joined(&["varisat, auto"]), "varisat, auto");
    }

    #[test]
    fn no_configuration_is_fastest_if_all_are_the_same() {
        let mut records = three_and_one();
        records.pop();
        let report = Report::new("t", &records);
        let json = report.json();
        assert_eq!(json["sections"][0]["configurations"][0]["fastest"], 0, "{json}");
        assert!(report.text(200).lines().filter(|line| line.starts_with("a ")).all(|line| !line.contains('*')));
    }

    #[test]
    fn configurations_that_differ_on_some_models_stay_separate() {
        let mut records = three_and_one();
        records.extend([
            formula("b", "cardinality=adder", "h", 1.0).record,
            formula("b", "cardinality=bdd", "i", 2.0).record,
            formula("b", "cardinality=totalizer", "j", 3.0).record,
            formula("b", "parity=direct", "k", 4.0).record,
        ]);
        let report = Report::new("t", &records);
        let json = report.json();
        let section = &json["sections"][0];
        assert_eq!(section["configurations"].as_array().map(Vec::len), Some(4));
        // On `a` three share the time of 2 s, the least: each of them is fastest; on `b` only adder is.
        let fastest: Vec<_> =
            section["configurations"].as_array().into_iter().flatten().map(|it| &it["fastest"]).collect();
        assert_eq!(fastest, [2, 1, 1, 0]);
        assert_eq!(section["identical"][0]["models"], serde_json::json!(["models/a.toml"]));
        assert!(report.text(200).contains("share one time"), "{}", report.text(200));
    }

    #[test]
    fn other_solvers_seeds_and_searches_are_not_the_same() {
        let records = [
            formula("a", "cardinality=adder", "f", 1.0).record,
            run("a", "batsat").encoding("cardinality=adder").formula("f").record,
            formula("a", "cardinality=bdd", "f", 1.0).search("core-guided").record,
        ];
        assert_eq!(
            Report::new("t", &records).json()["sections"][0]["configurations"].as_array().map(Vec::len),
            Some(3)
        );
    }

    #[test]
    fn a_failure_is_not_hidden_by_equal_runs() {
        let mut records = three_and_one();
        records[1].outcome.status = super::Status::Wrong;
        let json = Report::new("t", &records).json();
        let configurations = json["sections"][0]["configurations"].as_array().expect("it is a list");
        assert!(configurations.iter().any(|it| it["wrong"] == 1), "{json}");
    }
}
