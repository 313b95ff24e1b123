//! One run in a process of its own: started, watched, ended, and made a record of.
//!
//! The program calls itself (`boardwright run-job`, which people have no use for), writes the job to its standard input
//! and reads the outcome and its cost from its standard output. The run keeps its own time limit; one that does not is
//! ended a little later from outside, with whatever it has started. The memory limit is the operating system's.

use super::super::trust::{self, Trust};
use super::super::{Exit, Quit};
use crate::backend::exec::{self, TemporaryFolder};
use crate::budget::Budget;
use crate::compare::job::{Job, digest};
use crate::compare::measure;
use crate::compare::record::{Cost, Machine, Outcome, Record, Status};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long after its time limit a run is ended from outside.
const GRACE: Duration = Duration::from_secs(2);
/// How long a run that was asked to stop may take to do so.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(50);

/// How a run ends that was asked to stop, and so has nothing to tell.
const INTERRUPTED: Exit = Exit::Unknown;

/// How a run in a process of its own ended.
pub(in crate::cli) enum Ended {
    /// With something to record.
    Told(Box<Record>),
    /// Killed by someone else, be it the operating system: the record says that it crashed, which may be no doing of its
    /// own.
    Killed(Box<Record>),
    /// Asked to stop, by way of us or directly: there is nothing to record.
    Interrupted,
}

/// What a run tells its supervisor.
#[derive(Serialize, Deserialize)]
struct Told {
    outcome: Outcome,
    cost: Cost,
    /// Seconds by the clock that it took to measure what is no part of the run.
    afterwards: f64,
}

/// The run itself: called in the process that was started for it. Reads the job, prints what it tells.
/// A job that runs a program is refused without permission.
pub(in crate::cli) fn inside(allowed: &Trust, budget: impl FnOnce(Duration) -> Budget) -> Result<u8, Quit> {
    platform::end_with_supervisor();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| Quit::wrong(format!("no job: {error}")))?;
    let job: Job = serde_json::from_str(&text).map_err(|error| Quit::wrong(format!("not a job: {error}")))?;
    allowed.check(Path::new("standard input"), [&job])?;
    if let Some(bytes) = job.memory_limit {
        platform::limit_memory(bytes).map_err(Quit::wrong)?;
    }
    let budget = budget(Duration::from_secs_f64(job.time_limit));
    let mut outcome = measure::run(&job, &budget);
    if outcome.status != Status::Solved && budget.interrupt.load(Ordering::Relaxed) {
        return Ok(INTERRUPTED.code());
    }
    let cost = platform::cost();
    let over = Instant::now();
    if job.sizes && outcome.status == Status::Solved {
        let horizon = outcome.optimum.and_then(|optimum| usize::try_from(optimum).ok());
        if let Some((variables, clauses)) = measure::propagated(&job, horizon) {
            outcome.sizes.propagated_variables = Some(variables);
            outcome.sizes.propagated_clauses = Some(clauses);
        }
    }
    let told = serde_json::to_string(&Told { outcome, cost, afterwards: over.elapsed().as_secs_f64() })
        .map_err(Quit::wrong)?;
    super::super::standard::write(&told)?;
    Ok(0)
}

/// Runs a job in a process of its own; `interrupt` ends it.
pub(in crate::cli) fn run(job: &Job, machine: &Machine, attempt: u32, interrupt: &AtomicBool) -> Result<Ended, Quit> {
    let version = env!("CARGO_PKG_VERSION");
    if job.version != version {
        return Err(Quit::wrong(format!(
            "version {} planned this run and this is {version}: plan it again",
            job.version
        )));
    }
    let start = Instant::now();
    // What a program leaves behind whose run is killed goes with this folder.
    let temporary = trust::program(job).map(|_| TemporaryFolder::new()).transpose();
    let temporary = temporary.map_err(|error| Quit::wrong(format!("cannot create a temporary folder: {error}")))?;
    let mut child = spawn(job, temporary.as_ref())?;
    let (sender, receiver) = mpsc::channel();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::spawn(move || {
        // Both at a time: a full pipe that nobody reads would stop the run.
        let err = std::thread::spawn(move || all_of(stderr));
        let out = all_of(stdout);
        let _ = sender.send((out, err.join().unwrap_or_default(), start.elapsed()));
    });
    let mut deadline = start + Duration::from_secs_f64(job.time_limit) + GRACE;
    if job.sizes {
        // The formula is made once more, which may take as long as it did in the run.
        deadline += Duration::from_secs_f64(job.time_limit);
    }
    let (mut told, mut late) = (None, false);
    while told.is_none() && !late {
        match receiver.recv_timeout(TICK) {
            Ok(all) => told = Some(all),
            Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                end(&mut child, &receiver);
                return Ok(Ended::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) => late = Instant::now() >= deadline,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if told.is_none() {
        end(&mut child, &receiver);
    }
    let status = child.wait().map_err(|error| Quit::wrong(format!("a run was lost: {error}")))?;
    let asked = status.code() == Some(INTERRUPTED.code().into()) || platform::was_asked_to_stop(&status);
    if !late && (asked || interrupt.load(Ordering::Relaxed) && !status.success()) {
        return Ok(Ended::Interrupted);
    }
    let (out, err, wall) = told.unwrap_or_else(|| (String::new(), String::new(), start.elapsed()));
    let mut wall = wall.as_secs_f64();
    let (outcome, mut cost) = match serde_json::from_str::<Told>(&out) {
        Ok(told) => {
            wall -= told.afterwards;
            (told.outcome, told.cost)
        }
        Err(_) => {
            let (status, reason) = verdict(job, late, &status.to_string(), &err);
            (Outcome::bare(status, reason), Cost { cpu: wall, ..Cost::default() })
        }
    };
    cost.wall = wall;
    let record = Box::new(record(job, outcome, cost, machine.clone(), attempt));
    Ok(if !late && platform::was_killed(&status) { Ended::Killed(record) } else { Ended::Told(record) })
}

/// Everything a stream has; what cannot be read any more is missing, which shows.
fn all_of(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What it means that a process ended without telling anything.
fn verdict(job: &Job, late: bool, status: &str, err: &str) -> (Status, String) {
    let last = err.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if late {
        (Status::Timeout, "the run did not react to its time limit and was ended".into())
    } else if job.memory_limit.is_some() && (err.contains("memory allocation of") || err.contains("bad_alloc")) {
        (Status::Memory, "the memory limit was reached".into())
    } else {
        (
            Status::Crashed,
            format!("the run ended without a result ({status}){}{last}", if last.is_empty() { "" } else { ": " }),
        )
    }
}

fn record(job: &Job, outcome: Outcome, cost: Cost, machine: Machine, attempt: u32) -> Record {
    Record {
        key: job.key(),
        group: job.group.clone(),
        model: job.model.clone(),
        digest: digest(&job.text),
        configuration: job.configuration.clone(),
        seed: job.seed,
        question: job.question,
        leaf: job.leaf.as_ref().map(|leaf| leaf.path.clone()),
        time_limit: job.time_limit,
        memory_limit: job.memory_limit,
        version: job.version.clone(),
        command: job.command(),
        outcome,
        cost,
        machine,
        attempt,
    }
}

fn spawn(job: &Job, temporary: Option<&TemporaryFolder>) -> Result<Child, Quit> {
    let lost = |error: std::io::Error| Quit::wrong(format!("a run cannot be started: {error}"));
    let program = std::env::current_exe().map_err(lost)?;
    let mut command = Command::new(program);
    command.arg("run-job");
    if let Some(folder) = temporary {
        // Whoever called this has checked that the program may run.
        command.arg("--allow-exec").env("TMPDIR", folder.path());
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    platform::apart(&mut command);
    let mut child = command.spawn().map_err(lost)?;
    let text = serde_json::to_string(job).map_err(Quit::wrong)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that does not read its job ends without a result, which is recorded.
        let _ = stdin.write_all(text.as_bytes());
    }
    Ok(child)
}

/// Asks a run to stop, so that it can end what it has started, and then ends it.
fn end<T>(child: &mut Child, finished: &mpsc::Receiver<T>) {
    platform::ask_to_stop(child);
    if let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(FAREWELL) {
        // It may be gone by now.
        exec::kill_tree(child.id());
        let _ = child.kill();
    }
    let _ = child.wait();
}

/// This machine.
pub(in crate::cli) fn machine() -> Machine {
    let first_line = |path: &str| std::fs::read_to_string(path).ok().map(|text| text.trim().to_string());
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    Machine {
        host: first_line("/proc/sys/kernel/hostname").unwrap_or_else(|| "unknown".into()),
        cpu: model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.trim().to_string()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}

#[cfg(unix)]
mod platform {
    use crate::compare::record::Cost;
    use nix::sys::resource::{Resource, Usage, UsageWho, getrusage, setrlimit};
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    /// Limits the address space of this process and of those it starts.
    pub(super) fn limit_memory(bytes: u64) -> Result<(), String> {
        setrlimit(Resource::RLIMIT_AS, bytes, bytes).map_err(|error| format!("the memory limit cannot be set: {error}"))
    }

    /// What this process and those it has waited for have cost so far.
    pub(super) fn cost() -> Cost {
        let seconds = |usage: &Usage| {
            let parts = [usage.user_time(), usage.system_time()];
            parts.iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum::<f64>()
        };
        let usages = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(getrusage);
        let usages: Vec<Usage> = usages.into_iter().flatten().collect();
        // Linux counts the peak in KiB.
        let memory = usages.iter().map(|usage| usage.max_rss().unsigned_abs() * 1024).max().unwrap_or(0);
        Cost { cpu: usages.iter().map(seconds).sum(), wall: 0.0, memory }
    }

    /// A run whose supervisor is gone has nobody to tell, and would slow down those that come after it.
    pub(super) fn end_with_supervisor() {
        // Where this cannot be had, the run goes on to its time limit, as it does on systems without it.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGTERM);
    }

    pub(super) fn was_asked_to_stop(status: &ExitStatus) -> bool {
        status.signal().is_some_and(|signal| signal == Signal::SIGTERM as i32 || signal == Signal::SIGINT as i32)
    }

    pub(super) fn was_killed(status: &ExitStatus) -> bool {
        status.signal() == Some(Signal::SIGKILL as i32)
    }

    /// A process group of its own, so that Ctrl-C reaches it through its supervisor only.
    pub(super) fn apart(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn ask_to_stop(child: &Child) {
        // It may be gone already.
        let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
    }
}

#[cfg(not(unix))]
mod platform {
    use crate::compare::record::Cost;
    use std::process::{Child, Command, ExitStatus};

    pub(super) fn limit_memory(_: u64) -> Result<(), String> {
        Err("memory limits need Unix".into())
    }

    pub(super) fn cost() -> Cost {
        Cost::default()
    }

    pub(super) fn end_with_supervisor() {}

    pub(super) fn was_asked_to_stop(_: &ExitStatus) -> bool {
        false
    }

    pub(super) fn was_killed(_: &ExitStatus) -> bool {
        false
    }

    pub(super) fn apart(_: &mut Command) {}

    pub(super) fn ask_to_stop(_: &Child) {}
}
