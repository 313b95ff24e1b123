//! `boardwright campaign status DIR`: the progress of a campaign.
//!
//! ```text
//! Two ways to say at most one: 12 of 40 runs are done
//!   solved        10
//!   timeout       2
//!   running       2
//!   lost          1   (taken up by a worker that is gone; `campaign submit` submits them again)
//!   not begun     25
//! spent 3 min of CPU; about 8 min to go one after the other, 28 min at most
//! ```
//!
//! Running and lost jobs are distinguished as far as this machine can see; neither has a result yet.

use super::super::compare::{run::duration, spool::Spool};
use super::super::outputs::Output;
use super::super::{Exit, Quit};
use super::jobs::{longest, missing};
use super::merge::{machines, versions};
use super::traces;
use boardwright_study::record::Record;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Print the status as text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The progress of a campaign. It counts runs, not jobs: a run in several groups counts once.
struct Status {
    planned: usize,
    done: usize,
    running: usize,
    lost: usize,
    not_begun: usize,
    /// The numbers of runs by status.
    ended: BTreeMap<&'static str, usize>,
    /// CPU seconds and elapsed seconds of the records.
    cpu: f64,
    wall: f64,
    /// Sequential seconds of the missing runs: an estimate by the average of the finished runs, and the sum of the limits on
    /// elapsed time.
    likely: Option<f64>,
    at_most: f64,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let spool = Spool::open(&arguments.folder)?;
    let mut records = spool.records()?;
    // Jobs of an earlier plan are ignored.
    let planned: std::collections::HashSet<String> = spool.jobs.iter().map(boardwright_study::job::Job::key).collect();
    records.retain(|key, _| planned.contains(key));
    let status = status(&spool, &records)?;
    let done: Vec<&Record> = records.values().collect();
    let answer = match arguments.format {
        Format::Text => text(&spool.title, &status),
        Format::Json => {
            let machines: Vec<Value> = machines(&done)
                .into_iter()
                .map(|(machine, count)| json!({ "machine": machine, "runs": count }))
                .collect();
            let ended: Map<String, Value> =
                status.ended.iter().map(|(name, count)| (name.to_string(), json!(count))).collect();
            let value = json!({
                "title": spool.title,
                "runs": status.planned,
                "done": status.done,
                "missing": status.planned - status.done,
                "running": status.running,
                "lost": status.lost,
                "not_begun": status.not_begun,
                "statuses": ended,
                "seconds": { "cpu": status.cpu, "wall": status.wall, "left": status.likely, "left_at_most": status.at_most },
                "machines": machines,
                "versions": versions(&done),
            });
            format!("{value:#}\n")
        }
    };
    Output::Stdout.write(&answer)?;
    Ok(Exit::Answered.code())
}

fn status(spool: &Spool, records: &BTreeMap<String, Record>) -> Result<Status, Quit> {
    let missing = missing(spool, records);
    let taken = traces::taken_up(spool)?;
    let state = |wanted: Option<bool>| {
        missing.iter().filter(|&&number| taken.get(&spool.jobs[number].key()).copied() == wanted).count()
    };
    let mut ended = BTreeMap::new();
    for record in records.values() {
        *ended.entry(record.outcome.status.name()).or_default() += 1;
    }
    // An empty sum is -0.0.
    let wall = 0.0 + records.values().map(|record| record.cost.wall).sum::<f64>();
    let likely = (!records.is_empty()).then(|| wall / records.len() as f64 * missing.len() as f64);
    Ok(Status {
        planned: records.len() + missing.len(),
        done: records.len(),
        running: state(Some(true)),
        lost: state(Some(false)),
        not_begun: state(None),
        ended,
        cpu: 0.0 + records.values().map(|record| record.cost.cpu).sum::<f64>(),
        wall,
        likely,
        at_most: longest(spool, &missing),
    })
}

fn text(title: &str, status: &Status) -> String {
    let mut out = format!("{title}: {} of {} runs are done\n", status.done, status.planned);
    let lost = "   (taken up by a worker that is gone; `campaign submit` submits them again)";
    let ended = status.ended.iter().map(|(&name, &count)| (name, count, ""));
    let open = [("running", status.running, ""), ("lost", status.lost, lost), ("not begun", status.not_begun, "")];
    for (name, count, note) in ended.chain(open.into_iter().filter(|(_, count, _)| *count > 0)) {
        out.push_str(&format!("  {name:12}  {count}{note}\n"));
    }
    let mut times = vec![format!("spent {} of CPU", duration(status.cpu))];
    if status.done < status.planned {
        let likely = status.likely.map(|seconds| format!("about {} to go", duration(seconds)));
        let at_most = format!("{} at most, one after the other", duration(status.at_most));
        times.push(likely.map_or(at_most.clone(), |likely| format!("{likely}, {at_most}")));
    }
    out + &times.join("; ") + "\n"
}
