//! The supervision of a run: starts it in a process of its own, watches it, ends it, and makes its record.
//!
//! The program calls itself (`boardwright run-job`, which is internal), writes the job to its standard input, and reads the
//! outcome and its cost from its standard output. The run enforces its own limits ([`super::inside`]). If it fails to, the
//! supervisor ends it and its children a little later. The operating system enforces the memory limit.

use super::super::Quit;
use super::super::trust;
use super::inside::{INTERRUPTED, Order, Reported, allowance};
use super::{platform, provenance, tree};
use boardwright_base::digest::digest;
use boardwright_base::program;
use boardwright_solvers::backend::exec::{self, TemporaryFolder};
use boardwright_study::job::Job;
use boardwright_study::record::{Cost, Machine, Outcome, Record, Status};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Seconds after a limit until the supervisor ends a run.
const GRACE: f64 = 2.0;
/// The time that a run has to stop when asked.
const FAREWELL: Duration = Duration::from_millis(500);
/// The interval at which Ctrl-C is polled.
const TICK: Duration = Duration::from_millis(50);
/// The number of ticks between two polls of the CPU time of a run.
const TICKS: u32 = 4;

/// The place of a run.
pub(in crate::cli) struct Place {
    pub(in crate::cli) machine: Machine,
    /// The cores to pin a run to; empty for none.
    pub(in crate::cli) cpus: Vec<usize>,
    /// The folder for the logs of external programs, if they are stored.
    pub(in crate::cli) logs: Option<PathBuf>,
}

/// The end of a run in a process of its own.
pub(in crate::cli) enum Ended {
    /// With a record.
    Reported(Box<Record>),
    /// Killed by another program or the operating system: the record says that it crashed, which may not be its fault.
    Killed(Box<Record>),
    /// Asked to stop, by the supervisor or directly: there is no record.
    Interrupted,
}

/// Runs a job in a process of its own; `interrupt` ends it.
pub(in crate::cli) fn run(job: &Job, place: &Place, attempt: u32, interrupt: &AtomicBool) -> Result<Ended, Quit> {
    let version = program::VERSION;
    if job.version != version {
        return Err(Quit::wrong(format!(
            "version {} planned this run, and this is version {version}: plan it again",
            job.version
        )));
    }
    let load = provenance::load();
    let start = Instant::now();
    // Files left by a program of a killed run are removed with this folder.
    let temporary = trust::program(job).map(|_| TemporaryFolder::new()).transpose();
    let temporary = temporary.map_err(|error| Quit::wrong(format!("cannot create a temporary folder: {error}")))?;
    let mut child = spawn(job, place, temporary.as_ref())?;
    let (sender, receiver) = mpsc::channel();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::spawn(move || {
        // Read both at the same time: a full pipe without a reader would stop the run.
        let err = std::thread::spawn(move || all_of(stderr));
        let out = all_of(stdout);
        let _ = sender.send((out, err.join().unwrap_or_default(), start.elapsed()));
    });
    let (mut reported, mut late, mut cpu, mut ticks) = (None, None, 0.0, 0);
    while reported.is_none() && late.is_none() {
        match receiver.recv_timeout(TICK) {
            Ok(all) => reported = Some(all),
            Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                end(&mut child, &receiver);
                return Ok(Ended::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) => {
                ticks += 1;
                if ticks % TICKS == 0 {
                    cpu = tree::seconds(child.id()).unwrap_or(0.0).max(cpu);
                }
                late = overdue(job, cpu, start.elapsed().as_secs_f64());
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if reported.is_none() {
        end(&mut child, &receiver);
    }
    let status = child.wait().map_err(|error| Quit::wrong(format!("a run was lost: {error}")))?;
    let asked = status.code() == Some(INTERRUPTED.code().into()) || platform::was_asked_to_stop(&status);
    if late.is_none() && (asked || interrupt.load(Ordering::Relaxed) && !status.success()) {
        return Ok(Ended::Interrupted);
    }
    if late.is_none() && platform::met_cpu_limit(&status) {
        late = Some(Status::Timeout);
    }
    let (out, err, wall) = reported.unwrap_or_else(|| (String::new(), String::new(), start.elapsed()));
    let mut wall = wall.as_secs_f64();
    let (outcome, mut cost) = match serde_json::from_str::<Reported>(&out) {
        Ok(reported) => {
            wall -= reported.afterwards;
            (reported.outcome, reported.cost)
        }
        Err(_) => {
            let (status, reason) = verdict(job, late, &status.to_string(), &err);
            (Outcome::bare(status, reason), Cost { cpu, ..Cost::default() })
        }
    };
    cost.wall = wall;
    let record = Box::new(Record { load, ..record(job, outcome, cost, place, attempt) });
    Ok(if late.is_none() && platform::was_killed(&status) { Ended::Killed(record) } else { Ended::Reported(record) })
}

/// Returns the status of a run that is far past a limit and does not stop by itself.
fn overdue(job: &Job, cpu: f64, wall: f64) -> Option<Status> {
    let past = |spent: f64, limit: f64| spent >= allowance(job) * limit + GRACE;
    match () {
        () if past(cpu, job.time_limit) => Some(Status::Timeout),
        () if past(wall, job.wall_limit) => Some(Status::WallLimit),
        () => None,
    }
}

/// Reads a whole stream; unreadable parts are missing.
fn all_of(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the meaning of a process that ended without a report.
fn verdict(job: &Job, late: Option<Status>, status: &str, err: &str) -> (Status, String) {
    let last = err.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if let Some(status) = late {
        (status, "the run did not stop at its limit and was killed".into())
    } else if job.memory_limit.is_some() && (err.contains("memory allocation of") || err.contains("bad_alloc")) {
        (Status::Memory, "the memory limit was reached".into())
    } else {
        (
            Status::Crashed,
            format!("the run ended without a result ({status}){}{last}", if last.is_empty() { "" } else { ": " }),
        )
    }
}

fn record(job: &Job, outcome: Outcome, cost: Cost, place: &Place, attempt: u32) -> Record {
    Record {
        key: job.key(),
        group: job.group.clone(),
        model: job.model.clone(),
        set: job.set.clone(),
        digest: digest(&job.text),
        configuration: job.configuration.clone(),
        seed: job.seed,
        question: job.question,
        leaf: job.leaf.as_ref().map(|leaf| leaf.path.clone()),
        time_limit: job.time_limit,
        wall_limit: Some(job.wall_limit),
        memory_limit: job.memory_limit,
        version: job.version.clone(),
        command: job.command(),
        outcome,
        cost,
        machine: place.machine.clone(),
        attempt,
        cpus: place.cpus.clone(),
        load: None,
        programs: provenance::programs(&job.configuration.backend),
        invocation: Some(provenance::invocation()),
    }
}

fn spawn(job: &Job, place: &Place, temporary: Option<&TemporaryFolder>) -> Result<Child, Quit> {
    let lost = |error: std::io::Error| Quit::wrong(format!("cannot start a run: {error}"));
    let program = std::env::current_exe().map_err(lost)?;
    let mut command = Command::new(program);
    command.arg("run-job");
    if let Some(folder) = temporary {
        // The caller has checked that the program may run.
        command.arg("--allow-exec").env("TMPDIR", folder.path());
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    platform::apart(&mut command);
    let mut child = command.spawn().map_err(lost)?;
    let logs = place.logs.as_ref().map(|logs| logs.join(job.key()));
    let order = Order { job: job.clone(), cpus: place.cpus.clone(), logs };
    let text = serde_json::to_string(&order).map_err(Quit::wrong)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that does not read its job ends without a result, which is recorded.
        let _ = stdin.write_all(text.as_bytes());
    }
    Ok(child)
}

/// Asks a run to stop, so that it can end its children, and then kills it.
fn end<T>(child: &mut Child, finished: &mpsc::Receiver<T>) {
    let descendants = tree::descendants(child.id());
    platform::ask_to_stop(child);
    if let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(FAREWELL) {
        // It may have ended by now.
        exec::kill_tree(child.id());
        let _ = child.kill();
        platform::kill_all(&descendants);
    }
    let _ = child.wait();
}
