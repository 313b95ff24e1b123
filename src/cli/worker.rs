//! `boardwright worker FOLDER --jobs N`: runs jobs of a planned comparison on any machine, one after the other.
//!
//! It can be called any number of times, on any number of machines at the same time: a job with a result is skipped, and a result
//! is complete or absent. A run that reaches a limit has a result and succeeds. Only a machine that could not run it fails, so
//! that an engine retries it. A killed run is retried too, because failing machines kill runs; the third time it is recorded as
//! crashed.

use super::compare::spool::Spool;
use super::compare::supervise::{self, Ended, Place};
use super::compare::{inside, provenance};
use super::trust::Trust;
use super::watch::interrupt;
use super::{Exit, Quit};
use boardwright_study::job::Job;
use clap::Args;
use std::path::PathBuf;

/// The number of the attempt that is recorded even if the run was killed.
const LAST: u32 = 3;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Numbers of the jobs, from 0, such as 7 or 0..9,12; they run one after the other
    #[arg(long, visible_alias = "job", value_name = "N,...", value_delimiter = ',', required = true, value_parser = numbers)]
    jobs: Vec<Numbers>,
    /// Pin the run to these cores, such as 0,1
    #[arg(long, value_name = "CORE,...", value_delimiter = ',', value_parser = super::whole::any::<usize>)]
    cpus: Vec<usize>,
    /// Keep the output of external programs in logs/ of the folder
    #[arg(long)]
    keep_logs: bool,
    #[command(flatten)]
    trust: Trust,
}

#[derive(Args)]
pub(super) struct RunJob {
    #[command(flatten)]
    trust: Trust,
}

/// Numbers in ascending order, both ends included.
type Numbers = std::ops::RangeInclusive<usize>;

/// Why a text has no numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum NotNumbers {
    /// It has another form.
    #[error("expected a whole number from 0 on, or a range such as 0..9")]
    Form,
    /// The last number is below the first.
    #[error("the range {0}..{1} is empty")]
    Empty(usize, usize),
}

/// Parses `7` or `0..9`.
fn numbers(text: &str) -> Result<Numbers, NotNumbers> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(from..=to),
        (Ok(from), Ok(to)) => Err(NotNumbers::Empty(from, to)),
        _ => Err(NotNumbers::Form),
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let numbers: Vec<usize> = arguments.jobs.iter().cloned().flatten().collect();
    let spool = Spool::some(&arguments.folder, &numbers)?;
    let mut killed = 0;
    for job in &spool.jobs {
        if spool.result(&job.key())?.is_none() && !arguments.run_one(&spool, job)? {
            killed += 1;
        }
    }
    match (killed, spool.jobs.len()) {
        (0, _) => Ok(Exit::Answered.code()),
        (_, 1) => Err(nothing("the run was killed; no result was saved, so the job can be run again")),
        (killed, all) => Err(nothing(&format!(
            "{killed} of {all} runs were killed; no result of theirs was saved, run the jobs again"
        ))),
    }
}

impl Arguments {
    /// Runs a job; returns whether it has a result.
    fn run_one(&self, spool: &Spool, job: &Job) -> Result<bool, Quit> {
        self.trust.check(&self.folder, [job])?;
        let logs = self.keep_logs.then(|| spool.file("logs"));
        let place = Place { machine: provenance::machine(), cpus: self.cpus.clone(), logs };
        let attempt = spool.attempt(&job.key(), &place.machine.host)?;
        let record = match supervise::run(job, &place, attempt, &interrupt())? {
            Ended::Reported(record) => record,
            Ended::Killed(record) if attempt >= LAST => record,
            Ended::Killed(_) => return Ok(false),
            Ended::Interrupted => return Err(nothing("interrupted; no result was saved")),
        };
        spool.keep(&record)?;
        Ok(true)
    }
}

fn nothing(words: &str) -> Quit {
    Quit { exit: Exit::Unknown, words: words.into() }
}

/// Makes the run, in the process that was started for it.
pub(super) fn run_job(arguments: &RunJob) -> Result<u8, Quit> {
    inside::run(&arguments.trust)
}
