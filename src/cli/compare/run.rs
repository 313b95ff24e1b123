//! Runs the jobs of a plan that have no record yet, several at a time, until they are done, Ctrl-C is pressed, or two answers
//! contradict each other.
//!
//! A few threads make the runs, each waiting for one process at a time. One thread appends the records as they arrive and shows
//! the progress on a terminal.

use super::super::Quit;
use super::super::files::redraw;
use super::provenance;
use super::spool::Spool;
use super::supervise::{self, Ended, Place};
use boardwright_study::agreement::Agreement;
use boardwright_study::job::Job;
use boardwright_study::record::Record;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The end of a comparison.
pub(super) enum End {
    Done,
    /// Ctrl-C, with this number of missing runs.
    Interrupted {
        left: usize,
    },
    /// Two answers contradict each other.
    Disagreement(String),
}

/// Runs the missing jobs, one at a time in each slot, pinned to its cores. Returns all records of the plan, by key, and the end.
pub(super) fn all(
    spool: &Spool,
    slots: &[Vec<usize>],
    logs: Option<&Path>,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<(BTreeMap<String, Record>, End), Quit> {
    let mut journal = spool.journal()?;
    let mut records = spool.records()?;
    let mut agreement = Agreement::new();
    for job in &spool.jobs {
        if let Some(record) = records.get(&job.key())
            && let Some(words) = agreement.take(record)
        {
            return Ok((records, End::Disagreement(words.to_string())));
        }
    }
    let missing: Vec<&Job> = spool.missing(&records);
    let machine = provenance::machine();
    let next = AtomicUsize::new(0);
    // Set to end runs and start no more: by Ctrl-C, or by a failure here.
    let over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let progress = Progress::new(missing.len(), quiet);
    let mut end = End::Done;
    std::thread::scope(|scope| -> Result<(), Quit> {
        for cpus in slots.iter().take(missing.len()) {
            let place = Place { machine: machine.clone(), cpus: cpus.clone(), logs: logs.map(Path::to_path_buf) };
            let (sender, next, missing, over) = (sender.clone(), &next, &missing, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let Some(job) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    // After a disagreement nobody receives records.
                    let _ = sender.send(supervise::run(job, &place, 1, over));
                }
            });
        }
        drop(sender);
        let mut done = 0;
        let mut failure = None;
        loop {
            let received = receiver.recv_timeout(Duration::from_millis(50));
            if stop.load(Ordering::Relaxed) {
                over.store(true, Ordering::Relaxed);
            }
            let record = match received {
                Ok(Ok(Ended::Reported(record) | Ended::Killed(record))) => *record,
                Ok(Ok(Ended::Interrupted)) | Err(mpsc::RecvTimeoutError::Timeout) => continue,
                Ok(Err(quit)) => {
                    over.store(true, Ordering::Relaxed);
                    failure = failure.or(Some(quit));
                    continue;
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            if let Err(quit) = journal.append(&record) {
                over.store(true, Ordering::Relaxed);
                failure = failure.or(Some(quit));
                continue;
            }
            done += 1;
            progress.show(done, &record);
            if matches!(end, End::Done)
                && let Some(words) = agreement.take(&record)
            {
                over.store(true, Ordering::Relaxed);
                end = End::Disagreement(words.to_string());
            }
            records.insert(record.key.clone(), record);
        }
        progress.clear();
        if done < missing.len() && matches!(end, End::Done) {
            end = End::Interrupted { left: missing.len() - done };
        }
        failure.map_or(Ok(()), Err)
    })?;
    Ok((records, end))
}

/// Shows the progress on a terminal.
struct Progress {
    total: usize,
    shown: bool,
    start: Instant,
}

impl Progress {
    fn new(total: usize, quiet: bool) -> Progress {
        Progress { total, shown: !quiet && total > 0 && std::io::stderr().is_terminal(), start: Instant::now() }
    }

    fn show(&self, done: usize, record: &Record) {
        if !self.shown {
            return;
        }
        let left = self.start.elapsed().as_secs_f64() / done as f64 * (self.total - done) as f64;
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let line = format!(
            "{done} of {}, about {} left: {} {}, {}",
            self.total,
            duration(left),
            record.model,
            record.configuration.describe(),
            record.outcome.status.name()
        );
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        redraw(&line);
    }

    fn clear(&self) {
        if self.shown {
            redraw("");
        }
    }
}

/// Formats as `42 s`, `3 min`, `2.5 h`.
pub(in crate::cli) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
