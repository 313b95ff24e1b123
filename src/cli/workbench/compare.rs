//! Comparisons that the page asks for: the ways to solve its model, and their runs, one after the other, each in a process of its own.
//!
//! The requests `ways` and `compare` are those of the server alone; the engine of the page knows no processes. Backends are those built
//! in: a page cannot name a program to run. Start with [`answer`].

use super::super::Quit;
use super::super::compare::provenance;
use super::super::compare::supervise::{self, Ended, Place};
use crate::REGISTRY;
use boardwright_base::budget::{self, Budget};
use boardwright_base::source::Source;
use boardwright_page::VERSION;
use boardwright_puzzle::Loaded;
use boardwright_render::json;
use boardwright_sat::cnf::encode::{ENCODINGS, Kind};
use boardwright_solvers::backend::BACKENDS;
use boardwright_study::agreement::Agreement;
use boardwright_study::campaign::{self, Campaign, Entry, Group};
use boardwright_study::job::{Job, Question};
use boardwright_study::record::Record;
use boardwright_study::report::Report;
use boardwright_tasks::task::optimize::Strategy;
use boardwright_tasks::task::{Options, Setup};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The CPU seconds of a run, unless the request says otherwise.
const SECONDS: f64 = 10.0;
/// The maximum number of runs.
const MAX_RUNS: usize = 1_000;

/// The keys of both requests.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "kebab-case")]
struct Asked {
    boardwright_workbench: u32,
    ask: String,
    model: String,
    name: String,
    formulations: Vec<String>,
    encodings: Vec<String>,
    searches: Vec<String>,
    backends: Vec<String>,
    seeds: Vec<u64>,
    question: Option<Question>,
    time_limit: Option<String>,
}

/// Answers a request about comparisons; `false`: it is another one.
pub(super) fn answer(request: &[u8], budget: &Budget, write: &mut dyn FnMut(&Value)) -> bool {
    let Ok(asked) = serde_json::from_slice::<Asked>(request) else { return false };
    let work = match &asked.ask[..] {
        "ways" => ways,
        "compare" => compare,
        _ => return false,
    };
    let end = match asked.boardwright_workbench {
        VERSION => work(&asked, budget, write),
        other => Err(Quit::wrong(format!("the page has version {other} of the protocol; reload the page"))),
    };
    let error = end.err().map(|quit| quit.words);
    write(&json!({ "event": "end", "stopped": budget.reached().is_some(), "error": error }));
    true
}

fn load(asked: &Asked, budget: &Budget) -> Result<Loaded, Quit> {
    let source = Source::new(&asked.name, asked.model.as_str());
    REGISTRY.load(&source, budget).map_err(|_| Quit::wrong("the model has errors"))
}

/// Sends the choices for this model: formulations of its family, searches if it has an objective, backends by route, encodings by kind.
fn ways(asked: &Asked, budget: &Budget, write: &mut dyn FnMut(&Value)) -> Result<(), Quit> {
    let loaded = load(asked, budget)?;
    let setup =
        Setup::resolve(&loaded, &Options { solver: true, ..Options::default() }, budget).map_err(Quit::wrong)?;
    let has_objective = setup.has_objective(&loaded, budget).map_err(Quit::wrong)?;
    let searches: &[Strategy] = if has_objective { &Strategy::ALL } else { &[] };
    let named = |name: &str, summary: &str| json!({ "name": name, "summary": summary });
    let kinds = Kind::ALL.iter().map(|kind| {
        let of_kind = ENCODINGS.iter().filter(|encoding| encoding.kind.name() == kind.name());
        json!({ "kind": kind.name(), "names": of_kind.map(|encoding| encoding.name).collect::<Vec<_>>() })
    });
    let backends = BACKENDS
        .iter()
        .map(|backend| json!({ "name": backend.name, "summary": backend.summary, "route": backend.route().name() }));
    write(&json!({
        "event": "ways",
        "formulations": loaded.puzzle.formulations().iter().map(|own| named(own.name, own.summary)).collect::<Vec<_>>(),
        "searches": searches.iter().map(|search| search.name()).collect::<Vec<_>>(),
        "encodings": kinds.collect::<Vec<_>>(),
        "backends": backends.collect::<Vec<_>>(),
    }));
    Ok(())
}

/// Makes the runs and sends each as it ends; then the report.
fn compare(asked: &Asked, budget: &Budget, write: &mut dyn FnMut(&Value)) -> Result<(), Quit> {
    let loaded = load(asked, budget)?;
    let (title, jobs) = plan(asked, &loaded)?;
    write(&json!({ "event": "plan", "runs": jobs.len() }));
    let place = Place { machine: provenance::machine(), cpus: Vec::new(), logs: None };
    let mut agreement = Agreement::new();
    let mut records = Vec::new();
    let mut disagreement = None;
    for job in &jobs {
        if disagreement.is_some() || budget.reached().is_some() {
            break;
        }
        let record = match supervise::run(job, &place, 1, &budget.interrupt)? {
            Ended::Reported(record) | Ended::Killed(record) => *record,
            Ended::Interrupted => break,
        };
        write(&run(&record));
        disagreement = agreement.take(&record).map(|found| found.to_string());
        records.push(record);
    }
    let report = Report::new(&title, &records);
    write(&json!({
        "event": "comparison", "html": report.html(), "csv": report.csv(), "warnings": report.warnings(),
        "disagreement": disagreement,
    }));
    Ok(())
}

/// Returns the title of the comparison and its runs.
fn plan(asked: &Asked, loaded: &Loaded) -> Result<(String, Vec<Job>), Quit> {
    let plain = Group::default();
    let or = |own: &[String], otherwise: Vec<String>| if own.is_empty() { otherwise } else { own.to_vec() };
    for name in &asked.formulations {
        campaign::formulations(REGISTRY, name).map_err(Quit::wrong)?;
    }
    for name in &asked.searches {
        campaign::searches(name).map_err(Quit::wrong)?;
    }
    let mut encodings = Vec::new();
    for text in &asked.encodings {
        encodings.extend(campaign::encodings(text).map_err(Quit::wrong)?);
    }
    if let Some(name) = asked.backends.iter().find(|name| !BACKENDS.iter().any(|own| own.name == **name)) {
        return Err(Quit::wrong(format!("unknown backend `{name}`")));
    }
    let limit = asked.time_limit.as_deref().map(budget::time).transpose().map_err(Quit::wrong)?;
    let group = Group {
        formulations: or(&asked.formulations, plain.formulations.clone()),
        encodings: or(&encodings, plain.encodings.clone()),
        searches: or(&asked.searches, plain.searches.clone()),
        backends: or(&asked.backends, plain.backends.clone()),
        seeds: if asked.seeds.is_empty() { plain.seeds.clone() } else { asked.seeds.clone() },
        question: asked.question.unwrap_or(Question::One),
        time_limit: limit.map_or(SECONDS, |limit| limit.as_secs_f64()),
        ..plain
    };
    let (path, text) = (asked.name.clone(), asked.model.clone());
    let entry = Entry { path, set: BTreeMap::new(), text, puzzle: loaded.puzzle.name().into() };
    let title = loaded.model.title.clone().unwrap_or_else(|| asked.name.clone());
    let campaign = Campaign { title: title.clone(), groups: vec![group], cpus: Vec::new() };
    let jobs = campaign.jobs(REGISTRY, &[vec![entry]]);
    match jobs.len() {
        0 => Err(Quit::wrong("nothing to run")),
        runs if runs > MAX_RUNS => Err(Quit::wrong(format!("{runs} runs are too many; the maximum is {MAX_RUNS}"))),
        _ => Ok((title, jobs)),
    }
}

/// Returns a run as an event.
fn run(record: &Record) -> Value {
    let outcome = &record.outcome;
    json!({
        "event": "run",
        "configuration": record.configuration.describe(), "seed": record.seed,
        "backend": record.configuration.backend, "formulation": outcome.formulation, "route": outcome.route,
        "encoding": record.configuration.encoding, "search": outcome.search,
        "status": outcome.status.name(), "answer": outcome.answer, "optimum": outcome.optimum,
        "count": outcome.count.as_ref().map(json::count), "reason": outcome.reason,
        "cpu": record.cost.cpu, "wall": record.cost.wall, "memory": record.cost.memory,
        "variables": outcome.sizes.variables, "clauses": outcome.sizes.clauses, "conflicts": outcome.conflicts,
    })
}
