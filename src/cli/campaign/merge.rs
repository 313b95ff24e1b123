//! `boardwright campaign merge DIR -o results.jsonl`: the records of the plan, in its order, each exactly once; and
//! `boardwright campaign merge A B -o C`: the records of several folders of one plan in one folder.
//!
//! There is one line per job, so a run in two groups of the campaign has a line in each. Incomplete results need `--partial`, and
//! end with exit code 3. Contradicting answers are written, so that they can be examined, and end with exit code 4. Records
//! from several machines cause a warning.

use super::super::compare::{in_order, spool::Spool};
use super::super::files::print_error;
use super::super::outputs::Output;
use super::super::{Exit, Quit};
use super::engine::quoted;
use super::jobs::{missing, runs};
use super::tasks::ranges;
use super::{cubes, traces};
use boardwright_study::agreement;
use boardwright_study::record::{Machine, Record};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote; several folders of one plan become one
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Write the records to FILE, one JSON object per line; with several folders, the new folder
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Merge incomplete results, and exit with 3
    #[arg(long)]
    partial: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let folder = match &arguments.folders[..] {
        [folder] => folder,
        folders => return joined(folders, arguments.output.as_deref()),
    };
    let output = Output::named(&arguments.output, "jsonl")?;
    let spool = Spool::open(folder)?;
    let records = spool.records()?;
    let missing = missing(&spool, &records);
    let incomplete = (!missing.is_empty()).then(|| {
        let (count, which) = (missing.len(), ranges(&missing, "-", ", "));
        let remedy = "`campaign submit` runs them";
        let (verb, jobs) = if count == 1 { ("is", "job") } else { ("are", "jobs") };
        let words = format!("{} {verb} missing: {jobs} {which}; {remedy}", runs(count));
        Quit {
            exit: Exit::Unknown,
            words: words
                + if arguments.partial {
                    ""
                } else {
                    ", --partial merges without \
            them"
                },
        }
    });
    if let Some(incomplete) = incomplete {
        if !arguments.partial {
            return Err(incomplete);
        }
        // A count prints its total; a comparison, its records.
        cubes::total(&spool, &records, true)?;
        write(output, &spool, &records)?;
        return Err(incomplete);
    }
    traces::sweep(&spool)?;
    if let Some(total) = cubes::total(&spool, &records, arguments.partial)? {
        if arguments.output.is_some() {
            write(output, &spool, &records)?;
        }
        Output::Stdout.write(&total)?;
        return Ok(Exit::Answered.code());
    }
    write(output, &spool, &records)?;
    Ok(Exit::Answered.code())
}

/// Joins the records of several folders of one plan, which machines without a common file system have filled, in a folder. Of
/// several records of a job, the first one counts.
fn joined(folders: &[PathBuf], to: Option<&Path>) -> Result<u8, Quit> {
    let to = to.ok_or_else(|| Quit::wrong("several folders require --output, the folder for all their records"))?;
    let first = Spool::open(&folders[0])?;
    let mut records = first.records()?;
    for folder in &folders[1..] {
        let other = Spool::open(folder)?;
        if other.jobs != first.jobs {
            let (folder, first) = (folder.display(), folders[0].display());
            return Err(Quit::wrong(format!(
                "{folder} has another plan than {first}; only folders of one plan can be merged"
            )));
        }
        for (key, record) in other.records()? {
            records.entry(key).or_insert(record);
        }
    }
    if let Ok(there) = Spool::open(to)
        && there.jobs != first.jobs
    {
        return Err(Quit::wrong(format!("{} has another plan: choose another folder", to.display())));
    }
    let spool = Spool::plan(to, &first.title, first.jobs, &first.cpus)?;
    let known = spool.records()?;
    let mut journal = spool.journal()?;
    let mut written = std::collections::HashSet::new();
    for job in &spool.jobs {
        let key = job.key();
        if let Some(record) = records.get(&key).filter(|_| !known.contains_key(&key) && written.insert(key.clone())) {
            journal.append(record)?;
        }
    }
    let left = missing(&spool, &spool.records()?).len();
    let (all, shown) = (missing(&spool, &BTreeMap::new()).len(), quoted(&to.display().to_string()));
    let next =
        if left > 0 { format!("campaign submit {shown} --engine local") } else { format!("compare --folder {shown}") };
    Output::Stdout.write(&format!(
        "{}: {} of {all} runs are in {shown}\nnext: boardwright {next}\n",
        spool.title,
        all - left
    ))?;
    Ok(Exit::Answered.code())
}

fn write(output: Output, spool: &Spool, records: &BTreeMap<String, Record>) -> Result<(), Quit> {
    let records = in_order(spool, records);
    let lines: Result<Vec<String>, _> = records.iter().map(serde_json::to_string).collect();
    let text: String = lines.map_err(Quit::wrong)?.into_iter().map(|line| line + "\n").collect();
    output.write(&text)?;
    let all: Vec<&Record> = records.iter().collect();
    let machines = machines(&all);
    if machines.len() > 1 {
        print_error("warning: the records come from several machines; their times are not comparable\n");
        for (machine, count) in machines {
            let Machine { host, cpu, cores, system, .. } = machine;
            print_error(&format!("  {host}: {} ({cpu}, {cores} cores, {system})\n", runs(count)));
        }
    }
    let versions = versions(&all);
    if versions.len() > 1 {
        let list: Vec<&str> = versions.keys().map(String::as_str).collect();
        print_error(&format!("warning: the records come from several versions: {}\n", list.join(", ")));
    }
    match agreement::disagreement(&records) {
        Some(disagreement) => Err(Quit { exit: Exit::CheckFailed, words: disagreement.to_string() }),
        None => Ok(()),
    }
}

/// Returns the machines of the records, with their numbers of records.
pub(super) fn machines(records: &[&Record]) -> BTreeMap<Machine, usize> {
    let mut machines = BTreeMap::new();
    for record in records {
        *machines.entry(record.machine.clone()).or_default() += 1;
    }
    machines
}

/// Returns the versions of the program in the records, with their numbers of records.
pub(super) fn versions(records: &[&Record]) -> BTreeMap<String, usize> {
    let mut versions = BTreeMap::new();
    for record in records {
        *versions.entry(record.version.clone()).or_default() += 1;
    }
    versions
}
