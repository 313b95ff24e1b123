//! The jobs of a campaign: which are missing, and how text names them.

use super::super::compare::spool::Spool;
use super::super::trust::program;
use super::engine::quoted;
use boardwright_study::record::Record;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// Returns the numbers of the jobs to run for a record of every job: those without one, and of several with the same key (a run
/// in several groups) the first.
pub(super) fn missing(spool: &Spool, records: &BTreeMap<String, Record>) -> Vec<usize> {
    let mut seen = HashSet::new();
    let jobs = spool.jobs.iter().enumerate();
    jobs.filter(|(_, job)| {
        let key = job.key();
        !records.contains_key(&key) && seen.insert(key)
    })
    .map(|(number, _)| number)
    .collect()
}

/// Returns the longest time that jobs can take one after the other: the sum of their limits on elapsed time.
pub(super) fn longest(spool: &Spool, jobs: &[usize]) -> f64 {
    // An empty sum is -0.0.
    0.0 + jobs.iter().map(|&number| spool.jobs[number].wall_limit).sum::<f64>()
}

/// Returns the line with the command that follows a plan.
pub(super) fn next_command(folder: &Path, spool: &Spool) -> String {
    let allow = if spool.jobs.iter().any(|job| program(job).is_some()) { " --allow-exec" } else { "" };
    let folder = quoted(&folder.display().to_string());
    format!("next: boardwright campaign submit {folder} --engine local{allow}\n")
}

/// Formats as `12 runs`, `1 run`.
pub(super) fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}
