//! A run, seen from inside: called in the process that was started for it. Reads what to do, does it within its limits, and
//! prints what came of it.
//!
//! A thread polls the CPU time of the process and of everything it started, the clock, and Ctrl-C; the first limit that
//! is met stops the run, and decides how it ended. The operating system's own limit stands behind it: it is a little
//! later, and for each process by itself.

use super::super::trust::Trust;
use super::super::watch::interrupt;
use super::super::{Exit, Quit, standard};
use super::{platform, tree};
use crate::backend::exec;
use crate::budget::Budget;
use crate::compare::job::Job;
use crate::compare::measure;
use crate::compare::record::{Cost, Outcome, Status};
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// How a run ends that was asked to stop, and so has nothing to report.
pub(super) const INTERRUPTED: Exit = Exit::Unknown;

/// How often time is looked at. Reading `/proc` takes some 50 microseconds.
const TICK: Duration = Duration::from_millis(20);

/// Bytes of stack of the thread that looks: it counts towards the limit on memory.
const STACK: usize = 128 << 10;

/// Seconds of CPU that the operating system gives each process beyond the limit.
const SPARE: f64 = 3.0;

/// What a run is to do, and where.
#[derive(Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) job: Job,
    /// The cores to pin it to; empty: none.
    pub(super) cpus: Vec<usize>,
    /// Where the output of programs is kept, if it is.
    pub(super) logs: Option<PathBuf>,
}

/// What a run reports to its supervisor.
#[derive(Serialize, Deserialize)]
pub(super) struct Reported {
    pub(super) outcome: Outcome,
    pub(super) cost: Cost,
    /// Elapsed seconds that it took to measure what is no part of the run.
    pub(super) afterwards: f64,
}

/// Which limit was met first.
const NONE: u8 = 0;
const CPU: u8 = 1;
const WALL: u8 = 2;
const ASKED: u8 = 3;

/// Stops a run at its limits. Returns its budget, and which limit was met as soon as one is.
fn watched(job: &Job, start: Instant) -> Result<(Budget, Arc<AtomicU8>), Quit> {
    let (stop, met) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU8::new(NONE)));
    let (flag, verdict, asked) = (Arc::clone(&stop), Arc::clone(&met), interrupt());
    let (cpu_limit, wall_limit) = (job.time_limit, job.wall_limit);
    let watch = move || {
        loop {
            let elapsed = start.elapsed().as_secs_f64();
            // Where the system does not tell, CPU time is taken to be elapsed time.
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
    thread.map_err(|error| Quit::wrong(format!("no thread to watch the limits: {error}")))?;
    Ok((Budget { interrupt: stop, ..Budget::none() }, met))
}

/// Makes the run. A job that runs a program is refused without permission.
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
    // The thread that watches needs its stack, whatever the limit on memory is.
    let (budget, met) = watched(&job, start)?;
    if let Some(bytes) = job.memory_limit {
        platform::limit_memory(bytes).map_err(Quit::wrong)?;
    }
    platform::limit_cpu((allowance(&job) * job.time_limit + SPARE).ceil() as u64);
    let mut outcome = measure::run(&job, &budget);
    let cost = platform::cost();
    // What programs have left behind would slow down the runs that come next.
    platform::kill_all(&tree::descendants(std::process::id()));
    let met = met.load(Ordering::Relaxed);
    let unsolved = matches!(outcome.status, Status::Timeout | Status::Unknown | Status::Crashed);
    match met {
        ASKED if outcome.status != Status::Solved => return Ok(INTERRUPTED.code()),
        CPU if unsolved => limited(&mut outcome, Status::Timeout, "the limit on CPU time was reached"),
        WALL if unsolved => limited(&mut outcome, Status::WallLimit, "the limit on elapsed time was reached"),
        // It met no limit of ours, so it gave up.
        _ if outcome.status == Status::Timeout => outcome.status = Status::Unknown,
        _ => {}
    }
    let over = Instant::now();
    if job.sizes && outcome.status == Status::Solved {
        let horizon = outcome.optimum.and_then(|optimum| usize::try_from(optimum).ok());
        if let Some((variables, clauses)) = measure::propagated(&job, horizon) {
            outcome.sizes.propagated_variables = Some(variables);
            outcome.sizes.propagated_clauses = Some(clauses);
        }
    }
    let reported = Reported { outcome, cost, afterwards: over.elapsed().as_secs_f64() };
    standard::write(&serde_json::to_string(&reported).map_err(Quit::wrong)?)?;
    Ok(0)
}

/// How many times the limit a run may take with all it does: where sizes are measured, the formula is made once more
/// after it, which may take as long as it did in the run.
pub(super) fn allowance(job: &Job) -> f64 {
    if job.sizes { 2.0 } else { 1.0 }
}

fn limited(outcome: &mut Outcome, status: Status, reason: &str) {
    outcome.status = status;
    outcome.reason = Some(reason.into());
}
