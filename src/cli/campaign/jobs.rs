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

/// Formats numbers in ascending order with ranges: `0-3, 7`.
pub(super) fn ranges(numbers: &[usize], to: &str, separator: &str) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}{to}{last}"),
    });
    words.collect::<Vec<_>>().join(separator)
}

/// Packs jobs, each with its seconds, into tasks of at most `most` seconds, in their order; a longer job is a task of its own.
pub(super) fn packed(jobs: &[(usize, f64)], most: f64) -> Vec<Vec<usize>> {
    let (mut tasks, mut spent): (Vec<Vec<usize>>, f64) = (Vec::new(), 0.0);
    for &(job, seconds) in jobs {
        match tasks.last_mut() {
            Some(task) if spent + seconds <= most => task.push(job),
            _ => {
                tasks.push(vec![job]);
                spent = 0.0;
            }
        }
        spent += seconds;
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_ranges() {
        assert_eq!(ranges(&[], "-", ", "), "");
        assert_eq!(ranges(&[5], "-", ", "), "5");
        assert_eq!(ranges(&[0, 1, 2, 4, 7, 8], "-", ", "), "0-2, 4, 7-8");
        assert_eq!(ranges(&[0, 1, 4], "..", ","), "0..1,4");
    }

    #[test]
    fn tasks_keep_to_their_time() {
        let jobs = [(0, 30.0), (1, 30.0), (4, 30.0), (5, 100.0), (6, 10.0)];
        assert_eq!(packed(&jobs, 60.0), [vec![0, 1], vec![4], vec![5], vec![6]]);
        assert_eq!(packed(&jobs, 0.0).len(), 5, "one job for each task");
        assert!(packed(&[], 60.0).is_empty());
    }
}
