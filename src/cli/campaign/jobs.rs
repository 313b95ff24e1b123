//! The jobs of a campaign: which are missing, and how text names them.

use super::super::compare::spool::Spool;
use super::super::trust::program;
use super::engine::quoted;
use crate::compare::record::Record;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// The numbers of the jobs that have to be run for a record of every job: those without one, and of those with the same
/// key (a run that stands in several groups) the first.
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

/// The command that comes after a plan, in a line.
pub(super) fn next_command(folder: &Path, spool: &Spool) -> String {
    let allow = if spool.jobs.iter().any(|job| program(job).is_some()) { " --allow-exec" } else { "" };
    let folder = quoted(&folder.display().to_string());
    format!("next: boardwright campaign submit {folder} --engine local{allow}\n")
}

/// `12 runs`, `1 run`.
pub(super) fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}

/// Numbers in ascending order, neighbours drawn together: `0-3, 7`.
pub(super) fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[5]), "5");
        assert_eq!(ranges(&[0, 1, 2, 4, 7, 8]), "0-2, 4, 7-8");
    }
}
