//! `boardwright worker FOLDER --job N`: runs one job of a planned comparison on any machine.
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
use clap::Args;
use std::path::PathBuf;

/// The number of the attempt that is recorded even if the run was killed.
const LAST: u32 = 3;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Number of the job, from 0
    #[arg(long, value_name = "N", value_parser = super::whole::any::<usize>)]
    job: usize,
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

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let spool = Spool::open(&arguments.folder)?;
    let Some(job) = spool.jobs.get(arguments.job) else {
        let count = spool.jobs.len();
        return Err(Quit::wrong(format!("unknown job {}; the plan has jobs 0 to {}", arguments.job, count.max(1) - 1)));
    };
    let key = job.key();
    if spool.result(&key)?.is_some() {
        return Ok(Exit::Answered.code());
    }
    arguments.trust.check(&arguments.folder, [job])?;
    let logs = arguments.keep_logs.then(|| spool.file("logs"));
    let place = Place { machine: provenance::machine(), cpus: arguments.cpus.clone(), logs };
    let attempt = spool.attempt(&key, &place.machine.host)?;
    let record = match supervise::run(job, &place, attempt, &interrupt())? {
        Ended::Reported(record) => record,
        Ended::Killed(record) if attempt >= LAST => record,
        Ended::Killed(_) => {
            return Err(nothing("the run was killed; no result was saved, so the job can be run again"));
        }
        Ended::Interrupted => return Err(nothing("interrupted; no result was saved")),
    };
    spool.keep(&record)?;
    Ok(Exit::Answered.code())
}

fn nothing(words: &str) -> Quit {
    Quit { exit: Exit::Unknown, words: words.into() }
}

/// Makes the run, in the process that was started for it.
pub(super) fn run_job(arguments: &RunJob) -> Result<u8, Quit> {
    inside::run(&arguments.trust)
}
