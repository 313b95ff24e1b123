//! Files that workers leave besides results, and their meaning.
//!
//! ```text
//! attempts/KEY.HOST.PROCESS            a worker took up a job
//! results/KEY.json.tmp.HOST.PROCESS    a worker was killed between writing a result and renaming it
//! ```
//!
//! For a worker on this host, the process is checked; for one on another host, only the age of the file is known. Neither can
//! make a result wrong: a job with a result is done, and one without is missing, whatever attempts exist.

use super::super::Quit;
use super::super::compare::provenance::machine;
use super::super::compare::spool::{Spool, plain};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time beyond its limit that a worker may take: to start, to end and to write.
const MARGIN: Duration = Duration::from_secs(60);
/// The age at which a file that was not renamed is certainly abandoned. Renaming takes milliseconds.
const FORGOTTEN: Duration = Duration::from_secs(600);

struct Trace {
    path: PathBuf,
    key: String,
    age: Duration,
    /// `None` for a worker of another host.
    alive: Option<bool>,
}

/// Returns the jobs that a worker took up, by key, and whether one of those workers may still be running.
pub(super) fn taken_up(spool: &Spool) -> Result<BTreeMap<String, bool>, Quit> {
    let budget: HashMap<String, f64> = spool.jobs.iter().map(|job| (job.key(), job.wall_limit)).collect();
    let mut taken = BTreeMap::new();
    for trace in traces(&spool.file("attempts"), "")? {
        let Some(&limit) = budget.get(&trace.key) else { continue };
        let in_time = trace.age < Duration::from_secs_f64(limit) + MARGIN;
        *taken.entry(trace.key).or_default() |= in_time && trace.alive != Some(false);
    }
    Ok(taken)
}

/// Removes incomplete results of workers that are gone.
pub(super) fn sweep(spool: &Spool) -> Result<(), Quit> {
    for trace in traces(&spool.file("results"), "json.tmp.")? {
        if trace.alive.map_or(trace.age > FORGOTTEN, |alive| !alive) {
            // Another program may have removed it by now.
            let _ = std::fs::remove_file(&trace.path);
        }
    }
    Ok(())
}

/// Returns the files of a folder that are named KEY.INFIX HOST.PROCESS.
fn traces(folder: &Path, infix: &str) -> Result<Vec<Trace>, Quit> {
    let here = plain(&machine().host);
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Quit::wrong(format!("{} cannot be read: {error}", folder.display())))?;
    let traces = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (key, rest) = name.split_once('.')?;
        let (host, process) = rest.strip_prefix(infix)?.split_once('.')?;
        let process: i32 = process.parse().ok()?;
        // A file that is gone, or has a time in the future, counts as new.
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
