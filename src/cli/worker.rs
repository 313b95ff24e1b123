//! `boardwright worker FOLDER --job N`: one job of a planned comparison, on whatever machine.
//!
//! Safe to call any number of times, by any number of machines at a time: a job that has its result is left alone, and a
//! result is there as a whole or not at all. A run that meets a limit has a result and is a success; only a machine that
//! could not run it is a failure, so that an engine tries again what is worth trying again. A run that somebody killed is
//! tried again too, since machines go down that way; the third time it is recorded as crashed.

use super::compare::spool::Spool;
use super::compare::supervise::{self, Ended, Place};
use super::compare::{inside, provenance};
use super::trust::Trust;
use super::watch::interrupt;
use super::{Exit, Quit};
use clap::Args;
use std::path::PathBuf;

/// The attempt that is recorded even when the run was killed.
const LAST: u32 = 3;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Number of the job, from 0
    #[arg(long, value_name = "N")]
    job: usize,
    /// Pin the run to these cores, such as 0,1
    #[arg(long, value_name = "CORE,...", value_delimiter = ',')]
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

/// The run itself, in the process that was started for it.
pub(super) fn run_job(arguments: &RunJob) -> Result<u8, Quit> {
    inside::run(&arguments.trust)
}
