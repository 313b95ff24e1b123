//! `boardwright campaign`: comparisons that are too large for one machine, run by existing engines.
//!
//! ```text
//! boardwright campaign plan study.toml -o study          the list of jobs
//! boardwright campaign submit study --engine slurm       submits the missing jobs to Slurm; repeat as needed
//! boardwright campaign status study
//! boardwright campaign merge study -o study.jsonl        every record exactly once, in the order of the plan
//! ```
//!
//! The folder holds the whole state (`compare::spool`): a job without a record in it is missing, whichever engine got it. There
//! is no list of submitted jobs that could become wrong.

pub(super) mod cubes;
mod engine;
mod jobs;
mod merge;
mod plan;
mod status;
mod submit;
mod tasks;
mod traces;

use super::Quit;
use super::input::Session;
use super::limits::InputLimit;
use clap::{Args, Subcommand};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    step: Step,
}

impl Arguments {
    /// Returns what the step may read.
    pub(super) fn input(&self) -> InputLimit {
        match &self.step {
            Step::Plan(arguments) => arguments.input.clone(),
            _ => InputLimit::default(),
        }
    }
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
