//! Reports on records: tables for the terminal, CSV, JSON, one HTML page, and BenchExec's format.
//!
//! ```text
//! Knights
//! 12 runs; boardwright 0.1.0; AMD EPYC, 2 cores, linux x86_64
//!
//! all: varisat, cardinality
//! at-most-one      solved  timeout  PAR-2 s  median s  fastest  alone  margin s
//! ladder              6/6        0    0.123     0.101        4      0     0.012
//! ```
//!
//! A report is a function of its records: the same records in any order give the same bytes. Of records with the same group
//! and key, the last one counts. Runs that are not comparable are kept apart: a table holds runs of one group, question,
//! limit, program version and processor model. If records differ in these or contradict each other, every format says so at
//! its top ([`Report::warnings`]). A reached time limit is a result; a wrong answer never counts as solved. Compared
//! times are CPU seconds (`statistics` has the definitions).

mod content;
mod benchexec;
mod csv;
mod estimate;
mod exceptions;
mod html;
mod identical;
mod instance;
mod json;
mod latex;
mod markup;
mod naming;
mod number;
mod paired;
mod plot;
mod ranked;
mod section;
mod statistics;
mod table;
mod text;
mod wilcoxon;

pub use self::content::Report;
use self::content::{asked, limit, machines, versions};
pub use self::markup::escape;
use self::number::several;
use self::section::{Section, sections, sort};
use super::agreement::Agreement;
use super::job::{Configuration, Question};
use super::record::{Machine, Record, Status};
use std::collections::{BTreeSet, HashMap};

/// The ratio of elapsed time to CPU time above which a run is warned about.
const WAITING: f64 = 1.5;
/// Runs with less elapsed seconds are not warned about: starting the process dominates their time.
const UNWARNED_SECONDS: f64 = 0.5;
/// The maximum number of such runs in the warning; the JSON has all of them.
const NAMED: usize = 10;

impl Report {
    /// Sorts the records. Of several with the same group and key, the last one counts. The sizes after unit propagation, measured
    /// once per model and configuration, are copied to all their runs.
    pub fn new(title: &str, records: &[Record]) -> Report {
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut kept: Vec<Record> = Vec::new();
        for record in records {
            match places.get(&(record.group.as_str(), record.key.as_str())) {
                Some(&place) => kept[place] = record.clone(),
                None => {
                    places.insert((&record.group, &record.key), kept.len());
                    kept.push(record.clone());
                }
            }
        }
        sort(&mut kept);
        join_sizes(&mut kept);
        let waited: Vec<Record> = kept.iter().filter(|record| has_waited(record)).cloned().collect();
        let mut warnings = warnings(&kept);
        warnings.extend(waiting(&waited, kept.len()));
        Report { title: title.into(), records: kept, waited, warnings }
    }

    /// Returns the warnings that apply to all figures: several machines or versions, missing runs, wrong answers,
    /// contradictions. Each has one or more sentences, without a line break at the end.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns tables for a terminal of `width` characters, at least 40; ends with a line break.
    pub fn text(&self, width: usize) -> String {
        text::render(self, width.max(40))
    }

    /// Returns one line per record after a line of headings, in the format of RFC 4180.
    pub fn csv(&self) -> String {
        csv::render(&self.records)
    }

    /// Returns all figures of the tables.
    pub fn json(&self) -> serde_json::Value {
        json::render(self)
    }

    /// Returns a page that needs no other file and works without its script.
    pub fn html(&self) -> String {
        html::render(self)
    }

    /// Returns tables and plots to be included in a LaTeX document.
    pub fn latex(&self) -> String {
        latex::render(self)
    }

    /// Returns files for BenchExec's `table-generator`, one per configuration of each table: name and content.
    pub fn benchexec(&self) -> Vec<(String, String)> {
        benchexec::render(self)
    }

    /// Returns the comparable parts, with their titles.
    fn sections(&self) -> Vec<(String, Section<'_>)> {
        let sections = sections(&self.records);
        let titles: Vec<String> = sections.iter().map(|section| title(section, &sections)).collect();
        titles.into_iter().zip(sections).collect()
    }

    /// Returns the number of records, the versions and the machines, a few words each.
    fn facts(&self) -> Vec<String> {
        let mut facts = vec![several(self.records.len(), "run")];
        facts.extend(versions(&self.records).into_iter().map(|version| format!("boardwright {version}")));
        facts.extend(machines(&self.records).into_keys().map(describe));
        facts
    }
}

/// Formats as `AMD EPYC, 2 cores, linux x86_64 (host)`.
fn describe(machine: &Machine) -> String {
    let Machine { host, cpu, cores, system, .. } = machine;
    format!("{cpu}, {}, {system} ({host})", several(*cores, "core"))
}

/// Returns the group, and in brackets the properties that distinguish its tables if it has several.
fn title(section: &Section, sections: &[Section]) -> String {
    let siblings = || sections.iter().filter(|other| other.group == section.group);
    let budget = |it: &Section| (it.time_limit.to_bits(), it.wall_limit.map(f64::to_bits), it.memory_limit);
    let mut apart = Vec::new();
    if siblings().any(|other| other.question != section.question) {
        apart.push(asked(section.question).to_string());
    }
    if siblings().any(|other| budget(other) != budget(section)) {
        apart.push(limit(section));
    }
    if siblings().any(|other| other.version != section.version) {
        apart.push(format!("boardwright {}", section.version));
    }
    if siblings().any(|other| other.cpu != section.cpu) {
        apart.push(section.cpu.to_string());
    }
    let group = if section.group.is_empty() { "all runs" } else { section.group };
    if apart.is_empty() { group.to_string() } else { format!("{group} ({})", apart.join(", ")) }
}

/// Returns whether a run took much longer than it computed.
fn has_waited(record: &Record) -> bool {
    let (cpu, wall) = (record.cost.cpu, record.cost.wall);
    section::applies(record) && wall >= UNWARNED_SECONDS && wall > WAITING * cpu
}

/// Returns the warning about runs that took much longer than they computed.
fn waiting(waited: &[Record], all: usize) -> Option<String> {
    if waited.is_empty() {
        return None;
    }
    let name = |record: &Record| {
        let Record { model, configuration, seed, cost, .. } = record;
        format!("{model}, {}, seed {seed} ({:.2} s of CPU in {:.2} s)", configuration.describe(), cost.cpu, cost.wall)
    };
    let named: Vec<String> = waited.iter().take(NAMED).map(name).collect();
    let more = match waited.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    Some(format!(
        "The elapsed time of {} of {all} was more than {WAITING} times the CPU time: the machine was busy, or the run \
         waited. Scores are of CPU time, but caches and memory are shared. (Runs under {UNWARNED_SECONDS} s are not checked.) {}{more}.",
        several(waited.len(), "run"),
        named.join("; ")
    ))
}

/// Copies the sizes after unit propagation to all records of their model and configuration.
fn join_sizes(records: &mut [Record]) {
    type Measured = (Option<usize>, Option<usize>);
    fn cell(record: &Record) -> (String, Configuration, Question, String) {
        (record.digest.clone(), record.configuration.clone(), record.question, record.version.clone())
    }
    let mut measured: HashMap<_, Measured> = HashMap::new();
    for record in records.iter() {
        let sizes = &record.outcome.sizes;
        if sizes.propagated_variables.is_some() || sizes.propagated_clauses.is_some() {
            measured.entry(cell(record)).or_insert((sizes.propagated_variables, sizes.propagated_clauses));
        }
    }
    for record in records.iter_mut().filter(|record| section::applies(record)) {
        if let Some(&(variables, clauses)) = measured.get(&cell(record)) {
            let sizes = &mut record.outcome.sizes;
            sizes.propagated_variables = sizes.propagated_variables.or(variables);
            sizes.propagated_clauses = sizes.propagated_clauses.or(clauses);
        }
    }
}

fn warnings(records: &[Record]) -> Vec<String> {
    let mut warnings = Vec::new();
    // A separate warning covers wrong runs.
    let mut agreement = Agreement::new();
    let mut others = records.iter().filter(|record| record.outcome.status != Status::Wrong);
    if let Some(disagreement) = others.find_map(|record| agreement.take(record)) {
        warnings.push(format!("Runs contradict each other; do not trust any figure here. {disagreement}"));
    }
    let wrong = records.iter().filter(|record| record.outcome.status == Status::Wrong).count();
    if wrong > 0 {
        warnings.push(format!("{} failed their own check. They do not count as solved.", several(wrong, "run")));
    }
    let machines = machines(records);
    if machines.len() > 1 {
        let list: Vec<String> = machines
            .iter()
            .map(|(machine, runs)| format!("{}: {}", describe(machine), several(*runs, "run")))
            .collect();
        let cpus: BTreeSet<&str> = machines.keys().map(|machine| machine.cpu.as_str()).collect();
        let apart = match cpus.len() {
            1 => "They have the same processor model and are compared with each other.",
            _ => "Runs on different processor models are in different tables.",
        };
        warnings.push(format!(
            "The records come from {} machines, so times may not be comparable. {apart} {}.",
            machines.len(),
            list.join("; ")
        ));
    }
    let versions = versions(records);
    if versions.len() > 1 {
        let list: Vec<&str> = versions.into_iter().collect();
        warnings.push(format!(
            "The records come from {} versions of the program, which are in different tables: {}.",
            list.len(),
            list.join(", ")
        ));
    }
    let sections = sections(records);
    let holes = |section: &Section| -> usize {
        section.instances.iter().map(|instance| instance.runs.iter().filter(|run| run.is_none()).count()).sum()
    };
    let missing: usize = sections.iter().map(holes).sum();
    if missing > 0 {
        let are = if missing == 1 { "is" } else { "are" };
        warnings.push(format!(
            "{} {are} missing where other configurations have run: the campaign is not finished, or it is spread over \
             different processors or versions.",
            several(missing, "run")
        ));
    }
    warnings
}

#[cfg(test)]
pub(crate) mod examples;
#[cfg(test)]
mod tests;
