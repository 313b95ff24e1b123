//! What workers leave behind besides results, and what it says about those who left it.
//!
//! ```text
//! attempts/KEY.HOST.PROCESS            somebody took up a job
//! results/KEY.json.tmp.HOST.PROCESS    somebody was killed between writing a result and moving it to its place
//! ```
//!
//! A worker on this host is asked after; of one on another host it is only known how long ago it was there. Neither can
//! make a result wrong: a job with a result is done, and one without is missing, whatever is left of the attempts.

use super::super::Quit;
use super::super::compare::provenance::machine;
use super::super::compare::spool::{Spool, plain};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much longer than its time limit a worker may take: to start, to be ended, to write.
const MARGIN: Duration = Duration::from_secs(60);
/// How long after its writing a file that was not moved to its place is certainly nobody's. Moving takes milliseconds.
const FORGOTTEN: Duration = Duration::from_secs(600);

struct Trace {
    path: PathBuf,
    key: String,
    age: Duration,
    /// `None` for a worker of another host.
    alive: Option<bool>,
}

/// The jobs that somebody took up, by key, and whether one of those may still be at it.
pub(super) fn taken_up(spool: &Spool) -> Result<BTreeMap<String, bool>, Quit> {
    let budget: HashMap<String, f64> = spool.jobs.iter().map(|job| (job.key(), job.time_limit)).collect();
    let mut taken = BTreeMap::new();
    for trace in traces(&spool.file("attempts"), "")? {
        let Some(&limit) = budget.get(&trace.key) else { continue };
        let in_time = trace.age < Duration::from_secs_f64(limit) + MARGIN;
        *taken.entry(trace.key).or_default() |= in_time && trace.alive != Some(false);
    }
    Ok(taken)
}

/// Removes half-made results whose makers are gone.
pub(super) fn sweep(spool: &Spool) -> Result<(), Quit> {
    for trace in traces(&spool.file("results"), "json.tmp.")? {
        if trace.alive.map_or(trace.age > FORGOTTEN, |alive| !alive) {
            // Another program may have swept it away by now.
            let _ = std::fs::remove_file(&trace.path);
        }
    }
    Ok(())
}

/// The files of a folder that are named KEY.INFIX HOST.PROCESS.
fn traces(folder: &Path, infix: &str) -> Result<Vec<Trace>, Quit> {
    let here = plain(&machine().host);
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Quit::wrong(format!("{} cannot be read: {error}", folder.display())))?;
    let traces = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (key, rest) = name.split_once('.')?;
        let (host, process) = rest.strip_prefix(infix)?.split_once('.')?;
        let process: i32 = process.parse().ok()?;
        // A file that is gone by now, or comes from a clock that is ahead of ours, is as good as new.
        let age = entry.metadata().ok().and_then(|data| data.modified().ok()?.elapsed().ok()).unwrap_or_default();
        let alive = (host == here).then(|| is_alive(process));
        Some(Trace { path: entry.path(), key: key.into(), age, alive })
    });
    Ok(traces.collect())
}

#[cfg(unix)]
fn is_alive(process: i32) -> bool {
    use nix::{errno::Errno, sys::signal::kill, unistd::Pid};
    kill(Pid::from_raw(process), None) != Err(Errno::ESRCH)
}

#[cfg(not(unix))]
fn is_alive(_: i32) -> bool {
    true
}
