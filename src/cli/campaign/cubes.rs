//! Counts in jobs: `count --split N -o DIR` plans one, `campaign split DIR` splits slow leaves, and `campaign merge DIR` adds up.
//!
//! ```text
//! boardwright count board.toml --split 200 -o board        at least 200 jobs, one leaf of the search each
//! boardwright campaign submit board --engine slurm
//! boardwright campaign split board                          leaves that reached their limit become several jobs
//! boardwright campaign submit board --engine slurm          the next round
//! boardwright campaign merge board                          the count, once every leaf is done
//! ```

use super::super::compare::spool::Spool;
use super::super::outputs::Output;
use super::super::{Exit, Quit};
use super::engine::quoted;
use super::jobs::{next_command, runs};
use crate::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_study::count::{self, Total};
use boardwright_study::job::Job;
use boardwright_study::record::Record;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Split each leaf into at least N
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = super::super::whole::whole::<u32, 2, 100_000>)]
    into: u32,
}

/// Plans a count.
pub(in crate::cli) fn plan(job: &Job, pieces: usize, folder: &Path, budget: &Budget) -> Result<u8, Quit> {
    let Some(jobs) = count::cut(REGISTRY, job, pieces, budget)? else {
        Output::Stdout.write("0 solutions: nothing to split\n")?;
        return Ok(Exit::Answered.code());
    };
    if let Ok(there) = Spool::open(folder)
        && there.jobs != jobs
    {
        return Err(Quit::wrong(format!(
            "{} has another plan, which may have running workers: choose another folder, or remove it",
            folder.display()
        )));
    }
    let spool = Spool::plan(folder, &format!("The count of {}", job.model), jobs, &[])?;
    let (count, next) = (runs(spool.jobs.len()), next_command(folder, &spool));
    let folder = quoted(&folder.display().to_string());
    Output::Stdout.write(&format!("{}: {count} planned in {folder}\n{next}", spool.title))?;
    Ok(Exit::Answered.code())
}

/// Splits the leaves that reached a limit.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let spool = Spool::open(&arguments.folder)?;
    let records = spool.records()?;
    let (cut, new) = count::cut_further(REGISTRY, &spool.jobs, &records, arguments.into as usize, &Budget::none())?;
    if cut == 0 {
        Output::Stdout.write("no leaf that reached a limit can be split\n")?;
        return Ok(Exit::Answered.code());
    }
    let count = runs(new.len());
    let title = spool.title.clone();
    let mut jobs = spool.jobs.clone();
    jobs.extend(new);
    // The old jobs keep their numbers, because workers may still wait to run them.
    let spool = Spool::plan(&arguments.folder, &title, jobs, &spool.cpus)?;
    let leaves = if cut == 1 { "1 leaf was".to_string() } else { format!("{cut} leaves were") };
    let next = next_command(&arguments.folder, &spool);
    Output::Stdout.write(&format!("{leaves} split: {count} more\n{next}"))?;
    Ok(Exit::Answered.code())
}

/// Returns the sum of the leaves, if the folder is that of a count. With `partial`, prints the partial sum if leaves are missing.
pub(in crate::cli) fn total(
    spool: &Spool,
    records: &BTreeMap<String, Record>,
    partial: bool,
) -> Result<Option<String>, Quit> {
    if spool.jobs.iter().all(|job| job.leaf.is_none()) {
        return Ok(None);
    }
    match count::total(REGISTRY, &spool.jobs, records, &Budget::none())? {
        Total::Known(total, multiplied) => {
            let noun = if total.to_string() == "1" { "solution" } else { "solutions" };
            let multiplied = if multiplied.is_empty() { String::new() } else { format!(" = {multiplied}") };
            Ok(Some(format!("{total} {noun}{multiplied}, from {}\n", runs(spool.jobs.len()))))
        }
        Total::Missing { nodes, at_least } => {
            if partial {
                Output::Stdout.write(&format!("at least {at_least}: the count is not complete\n"))?;
            }
            let shown: Vec<&str> = nodes.iter().take(8).map(String::as_str).collect();
            let more = if nodes.len() > shown.len() { ", ..." } else { "" };
            Err(Quit {
                exit: Exit::Unknown,
                words: format!(
                    "missing counts: {} of the search {} no count: {}{more}; `campaign submit` runs missing jobs, \
                        `campaign split` splits jobs that reached their limit",
                    if nodes.len() == 1 { "1 leaf".into() } else { format!("{} leaves", nodes.len()) },
                    if nodes.len() == 1 { "has" } else { "have" },
                    shown.join(", ")
                ),
            })
        }
    }
}
