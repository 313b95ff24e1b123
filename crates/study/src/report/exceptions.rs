//! Runs that ended with neither an answer nor a limit, grouped by configuration, status and reason.
//!
//! ```text
//! bimander  inapplicable  2 runs: a, b    "it needs two variables or more"
//! ladder    wrong         1 run: a        "row 3 has two knights"    boardwright solve a.toml --encoding ...
//! ```

use super::number::several;
use super::table::Sheet;
use crate::record::{Record, Status};

/// The maximum number of named models; the others are counted.
const NAMED: usize = 3;

/// Runs of one configuration with the same status and reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exception {
    pub(super) configuration: String,
    pub(super) status: Status,
    /// The number of runs and their models: `2 runs: a, b`.
    pub(super) runs: String,
    pub(super) reason: String,
    /// The command that repeats the first of them.
    pub(super) command: String,
}

/// Returns those of a section: the worst statuses first, then by the ranking of the configurations.
pub(super) fn exceptions(sheet: &Sheet) -> Vec<Exception> {
    let mut found = Vec::new();
    for status in [Status::Wrong, Status::Crashed, Status::Unknown, Status::Inapplicable] {
        for &column in &sheet.ranking {
            let mut reasons: Vec<(&str, Vec<(usize, &Record)>)> = Vec::new();
            for instance in &sheet.section.instances {
                let Some(run) = instance.runs[column].filter(|run| run.outcome.status == status) else { continue };
                let reason = run.outcome.reason.as_deref().unwrap_or("");
                match reasons.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, runs)) => runs.push((instance.model, run)),
                    None => reasons.push((reason, vec![(instance.model, run)])),
                }
            }
            for (reason, runs) in reasons {
                let mut models: Vec<usize> = runs.iter().map(|(model, _)| *model).collect();
                models.dedup();
                let mut named: Vec<&str> = models.iter().take(NAMED).map(|&model| &*sheet.models[model]).collect();
                let more = format!("{} more", models.len().saturating_sub(NAMED));
                if models.len() > NAMED {
                    named.push(&more);
                }
                found.push(Exception {
                    configuration: sheet.names.names[column].clone(),
                    status,
                    runs: format!("{}: {}", several(runs.len(), "run"), named.join(", ")),
                    reason: reason.to_string(),
                    command: runs[0].1.command.clone(),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::examples::run;
    use super::*;

    #[test]
    fn runs_with_one_reason_are_one_exception() {
        let far = |model: &str, seed| run(model, "varisat").seed(seed).status(Status::Inapplicable).because("too far");
        let mut records: Vec<Record> =
            ["a", "b", "c", "d"].iter().flat_map(|model| [far(model, 0).record, far(model, 1).record]).collect();
        records.push(run("a", "batsat").status(Status::Timeout).record);
        records.push(run("b", "batsat").status(Status::Wrong).because("row 3").record);
        records.push(run("c", "varisat").seed(2).status(Status::Inapplicable).because("too near").record);
        let report = Report::new("", &records);
        let sections = report.sections();
        let found = exceptions(&Sheet::new("", &sections[0].1));
        let shown: Vec<(&str, &str, &str)> =
            found.iter().map(|it| (it.status.name(), it.runs.as_str(), it.reason.as_str())).collect();
        assert_eq!(
            shown,
            [
                ("wrong", "1 run: b", "row 3"),
                ("inapplicable", "8 runs: a, b, c, 1 more", "too far"),
                ("inapplicable", "1 run: c", "too near"),
            ]
        );
        assert_eq!(found[0].command, "boardwright solve models/b.toml --backend batsat");
    }
}
