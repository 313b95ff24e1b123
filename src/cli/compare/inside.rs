//! The inside of a run: the process that was started for it reads its job, does it within its limits, and prints the outcome.
//!
//! A thread polls the CPU time of the process and its descendants, the clock, and Ctrl-C. The first limit that is reached stops
//! the run and determines its status. The operating system's own limit is a backstop: it is a little later, and applies to each
//! process separately.

use super::super::trust::Trust;
use super::super::watch::interrupt;
use super::super::{Exit, Quit, standard};
use super::{platform, tree};
use crate::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_solvers::backend::exec;
use boardwright_study::job::Job;
use boardwright_study::measure;
use boardwright_study::record::{Cost, Outcome, Status};
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a run that was asked to stop and has nothing to report.
pub(super) const INTERRUPTED: Exit = Exit::Unknown;

/// The interval of polling. Reading `/proc` takes some 50 microseconds.
const TICK: Duration = Duration::from_millis(20);

/// Bytes of stack of the polling thread, which count towards the memory limit.
const STACK: usize = 128 << 10;

/// CPU seconds beyond the limit until the operating system stops a process.
const SPARE: f64 = 3.0;

/// The job of a run, and its environment.
#[derive(Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) job: Job,
    /// The cores to pin it to; empty for none.
    pub(super) cpus: Vec<usize>,
    /// The folder for the output of programs, if it is stored.
    pub(super) logs: Option<PathBuf>,
}

/// What a run reports to its supervisor.
#[derive(Serialize, Deserialize)]
pub(super) struct Reported {
    pub(super) outcome: Outcome,
    pub(super) cost: Cost,
    /// Elapsed seconds of measurements that are not part of the run.
    pub(super) afterwards: f64,
}

/// The first limit that was reached.
const NONE: u8 = 0;
const CPU: u8 = 1;
const WALL: u8 = 2;
const ASKED: u8 = 3;

/// Stops a run at its limits. Returns its budget and, once one is reached, the limit.
fn watched(job: &Job, start: Instant) -> Result<(Budget, Arc<AtomicU8>), Quit> {
    let (stop, met) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU8::new(NONE)));
    let (flag, verdict, asked) = (Arc::clone(&stop), Arc::clone(&met), interrupt());
    let (cpu_limit, wall_limit) = (job.time_limit, job.wall_limit);
    let watch = move || {
        loop {
            let elapsed = start.elapsed().as_secs_f64();
            // If the system does not report CPU time, elapsed time replaces it.
            let limit = match () {
                () if asked.load(Ordering::Relaxed) => ASKED,
                () if tree::own().unwrap_or(elapsed) >= cpu_limit => CPU,
                () if elapsed >= wall_limit => WALL,
                () => NONE,
            };
            if limit != NONE {
                verdict.store(limit, Ordering::Relaxed);
                flag.store(true, Ordering::Relaxed);
                return;
            }
            std::thread::sleep(TICK);
        }
    };
    let thread = std::thread::Builder::new().name("watch".into()).stack_size(STACK).spawn(watch);
    thread.map_err(|error| Quit::wrong(format!("cannot start the thread that watches the limits: {error}")))?;
    Ok((Budget { interrupt: stop, ..Budget::none() }, met))
}

/// Makes the run. A job that runs a program needs permission.
pub(in crate::cli) fn run(allowed: &Trust) -> Result<u8, Quit> {
    let start = Instant::now();
    platform::belong_to_supervisor();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| Quit::wrong(format!("no job: {error}")))?;
    let order: Order = serde_json::from_str(&text).map_err(|error| Quit::wrong(format!("not a job: {error}")))?;
    let Order { job, cpus, logs } = order;
    allowed.check(Path::new("standard input"), [&job])?;
    if !cpus.is_empty() {
        platform::pin(&cpus).map_err(Quit::wrong)?;
    }
    if let Some(folder) = logs {
        exec::keep_logs(folder);
    }
    // The polling thread needs its stack, whatever the memory limit is.
    let (budget, met) = watched(&job, start)?;
    if let Some(bytes) = job.memory_limit {
        platform::limit_memory(bytes).map_err(Quit::wrong)?;
    }
    platform::limit_cpu((allowance(&job) * job.time_limit + SPARE).ceil() as u64);
    let mut outcome = measure::run(REGISTRY, &job, &budget);
    let cost = platform::cost();
    // Processes left by programs would slow down the next runs.
    platform::kill_all(&tree::descendants(std::process::id()));
    let met = met.load(Ordering::Relaxed);
    let unsolved = matches!(outcome.status, Status::Timeout | Status::Unknown | Status::Crashed);
    match met {
        ASKED if outcome.status != Status::Solved => return Ok(INTERRUPTED.code()),
        CPU if unsolved => limited(&mut outcome, Status::Timeout, "the limit on CPU time was reached"),
        WALL if unsolved => limited(&mut outcome, Status::WallLimit, "the limit on elapsed time was reached"),
        // It reached no limit, so it gave up.
        _ if outcome.status == Status::Timeout => outcome.status = Status::Unknown,
        _ => {}
    }
    let over = Instant::now();
    if job.sizes && outcome.status == Status::Solved {
        let horizon = outcome.optimum.and_then(|optimum| usize::try_from(optimum).ok());
        if let Some((variables, clauses)) = measure::propagated(REGISTRY, &job, horizon) {
            outcome.sizes.propagated_variables = Some(variables);
            outcome.sizes.propagated_clauses = Some(clauses);
        }
    }
    let reported = Reported { outcome, cost, afterwards: over.elapsed().as_secs_f64() };
    standard::write(&serde_json::to_string(&reported).map_err(Quit::wrong)?)?;
    Ok(0)
}

/// The factor by which a run may exceed its limit with all measurements: to measure sizes, the formula is made again, which may
/// take as long as in the run.
pub(super) fn allowance(job: &Job) -> f64 {
    if job.sizes { 2.0 } else { 1.0 }
}

fn limited(outcome: &mut Outcome, status: Status, reason: &str) {
    outcome.status = status;
    outcome.reason = Some(reason.into());
}
