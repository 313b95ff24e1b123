//! `boardwright campaign`: comparisons that one machine is too small for, on engines that exist.
//!
//! ```text
//! boardwright campaign plan study.toml -o study          the list of jobs
//! boardwright campaign submit study --engine slurm       the missing ones to Slurm; again and again, as often as need be
//! boardwright campaign status study
//! boardwright campaign merge study -o study.jsonl        every record exactly once, in the order of the plan
//! ```
//!
//! All of it is in the folder (`compare::spool`): what is missing is what has no record there, whoever was asked to run
//! it. There is no list of what was handed over, hence none that could be wrong.

pub(super) mod cubes;
mod engine;
mod merge;
mod plan;
mod status;
mod submit;
mod traces;

use super::Quit;
use super::compare::spool::Spool;
use super::input::Session;
use super::trust::program;
use crate::compare::record::Record;
use clap::{Args, Subcommand};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Plan the runs of a campaign file
    Plan(plan::Arguments),
    /// Submit the missing runs to an engine
    Submit(submit::Arguments),
    /// Print how many runs are done, running, lost or missing
    Status(status::Arguments),
    /// Split the jobs of a count that reached their limit
    Split(cubes::Arguments),
    /// Merge the records of a comparison, or print the total of a count
    Merge(merge::Arguments),
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    match &arguments.step {
        Step::Plan(arguments) => plan::run(arguments, session),
        Step::Submit(arguments) => submit::run(arguments),
        Step::Status(arguments) => status::run(arguments),
        Step::Split(arguments) => cubes::run(arguments),
        Step::Merge(arguments) => merge::run(arguments),
    }
}

/// The numbers of the jobs that have to be run for a record of every job: those without one, and of those with the same
/// key (a run that stands in several groups) the first.
fn missing(spool: &Spool, records: &BTreeMap<String, Record>) -> Vec<usize> {
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
fn next(folder: &Path, spool: &Spool) -> String {
    let allow = if spool.jobs.iter().any(|job| program(job).is_some()) { " --allow-exec" } else { "" };
    let folder = engine::quoted(&folder.display().to_string());
    format!("next: boardwright campaign submit {folder} --engine local{allow}\n")
}

/// `12 runs`, `1 run`.
fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}

/// Numbers in ascending order, neighbours drawn together: `0-3, 7`.
fn ranges(numbers: &[usize]) -> String {
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
