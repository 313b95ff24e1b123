//! The figures of a report as one JSON object.
//!
//! ```json
//! {"title": "Knights", "warnings": [], "records": 12, "versions": ["0.1.0"], "machines": [{"host": ..., "records": 12}],
//!  "sections": [{"title": "g", "group": "g", "question": "one", "instances": 6, "shared_instances": 6,
//!    "configurations": [{"name": "ladder", "solved": 6, "par2_cpu_s": 0.123, ...}], "virtual_best": {...},
//!    "models": [{"model": "models/a.toml", "configurations": [{"name": "ladder", "cpu_s": {"median": ...}}]}]}]}
//! ```
//!
//! The keys are a contract; inapplicable and unknown values are null. The names of seconds end in `_s`. The figures are those
//! of `statistics`; the CSV has the raw records.

use super::estimate::{COVERAGE, Estimate};
use super::number::several;
use super::paired::{LEVEL, Pair};
use super::section::{Apart, Section};
use super::statistics::{self, Spread};
use super::table::Sheet;
use super::{Report, machines, versions};
use crate::job::Configuration;
use crate::record::Sizes;
use serde_json::{Value, json};

/// Returns the whole report.
pub(super) fn render(report: &Report) -> Value {
    let machine = |(machine, records)| {
        let mut value = serde_json::to_value(machine).unwrap_or_default();
        value["records"] = json!(records);
        value
    };
    let sections = report.sections();
    json!({
        "title": report.title,
        "warnings": report.warnings,
        "records": report.records.len(),
        "versions": versions(&report.records),
        "machines": machines(&report.records).into_iter().map(machine).collect::<Vec<_>>(),
        "waited": report.waited.iter().map(|record| json!({
            "model": record.model,
            "configuration": record.configuration.describe(),
            "seed": record.seed,
            "cpu_s": record.cost.cpu,
            "wall_s": record.cost.wall,
        })).collect::<Vec<_>>(),
        "sections": sections.iter().map(|(title, it)| section(title, it)).collect::<Vec<_>>(),
    })
}

fn section(title: &str, section: &Section) -> Value {
    let names = section.names().names;
    let every_name = |column: usize| -> Vec<String> {
        let others = section.aliases[column].iter().copied();
        std::iter::once(section.configurations[column]).chain(others).map(Configuration::describe).collect()
    };
    let sheet = Sheet::new(title, section);
    let Sheet { summaries, best, .. } = &sheet;
    let configuration = |column: usize| {
        let summary = &summaries[column];
        json!({
            "name": names[column],
            "configuration": section.configurations[column],
            "names": every_name(column),
            "apart": apart(section.apart[column]),
            "applicable": summary.applicable(),
            "solved": summary.solved,
            "timeout": summary.timeouts,
            "wall_limit": summary.wall_limits,
            "memory": summary.memory,
            "inapplicable": summary.inapplicable,
            "unknown": summary.unknown,
            "wrong": summary.wrong,
            "crashed": summary.crashed,
            "missing": summary.missing,
            "shared_solved": summary.shared_solved,
            "par2_cpu_s": summary.par2,
            "own_par2_cpu_s": summary.own_par2,
            "cpu_s": spread(summary.time),
            "fastest": summary.fastest,
            "alone": summary.alone,
            "margin_cpu_s": summary.margin,
            "estimates": {
                "par2_cpu_s": estimate(sheet.estimates.par2(column)),
                "shifted_geometric_mean_s": estimate(sheet.estimates.shifted(column)),
            },
            "shared_sizes": sizes(statistics::total_sizes(section, column)),
        })
    };
    let columns = || 0..section.configurations.len();
    json!({
        "title": title,
        "group": section.group,
        "question": section.question,
        "time_limit_cpu_s": section.wall_limit.map(|_| section.time_limit),
        "time_limit_wall_s": section.wall_limit.unwrap_or(section.time_limit),
        "memory_limit_bytes": section.memory_limit,
        "version": section.version,
        "cpu_model": section.cpu,
        "seeds": section.seeds,
        "instances": section.instances.len(),
        "shared_instances": section.shared_count(),
        "note": format!(
            "par2_cpu_s, cpu_s, fastest, alone and margin_cpu_s are over the {} that every ranked configuration \
             has run, own_par2_cpu_s over those a configuration applies to; pairs are over the instances that both have run",
            several(section.shared_count(), "shared instance")
        ),
        "winner": sheet.winner().map(|column| &names[column]),
        "level": LEVEL,
        "pairs": pairs(&sheet),
        "identical": identical(section, every_name),
        "configurations": columns().map(configuration).collect::<Vec<_>>(),
        "virtual_best": {"shared_solved": best.solved, "par2_cpu_s": best.par2, "cpu_s": spread(best.time)},
        "models": (0..section.models.len()).map(|row| model(section, &names, row)).collect::<Vec<_>>(),
    })
}

/// Returns the results of all configurations on a model.
fn model(section: &Section, names: &[String], row: usize) -> Value {
    let cell = |column: usize| {
        let cell = statistics::cell(section, row, column);
        json!({
            "name": names[column],
            "cpu_s": spread(cell.time),
            "sizes": sizes(cell.sizes),
            "conflicts": spread(cell.conflicts),
            "decisions": spread(cell.decisions),
            "propagations": spread(cell.propagations),
            "restarts": spread(cell.restarts),
            "failures": cell.failures,
        })
    };
    json!({
        "model": section.models[row].path,
        "set": section.models[row].set,
        "digest": section.models[row].digest,
        "configurations": (0..section.configurations.len()).map(cell).collect::<Vec<_>>(),
    })
}

/// Returns the reason why a configuration is not ranked; null if it is.
fn apart(apart: Option<Apart>) -> Value {
    match apart {
        None => Value::Null,
        Some(Apart::Never) => "no-runs".into(),
        Some(Apart::Inapplicable(_)) => "inapplicable".into(),
        Some(Apart::Problem { .. }) => "other-problem".into(),
    }
}

/// Returns the comparisons of pairs.
fn pairs(sheet: &Sheet) -> Vec<Value> {
    let pair = |pair: &Pair| {
        json!({
            "names": pair.columns.map(|column| &sheet.names.names[column]),
            "ranked": pair.ranked,
            "models": pair.models,
            "instances": pair.instances,
            "faster_models": pair.faster,
            "par2_cpu_s": pair.par2,
            "par2_ratio": estimate(sheet.estimates.ratio(pair.columns)),
            "p": pair.p,
            "p_holm": pair.adjusted,
        })
    };
    sheet.pairs.iter().map(pair).collect()
}

/// Returns a mean with its interval, which is null for few models; null if there is no mean.
fn estimate(estimate: Option<Estimate>) -> Value {
    estimate.map_or(
        Value::Null,
        |Estimate { value, interval }| json!({"value": value, "interval": interval, "level": COVERAGE}),
    )
}

/// Returns the names of identical formulas: in every run if `models` is null, otherwise on those models.
fn identical(section: &Section, every_name: impl Fn(usize) -> Vec<String>) -> Vec<Value> {
    let whole = (0..section.configurations.len()).filter(|&column| !section.aliases[column].is_empty());
    let whole = whole.map(|column| json!({"names": every_name(column), "models": Value::Null}));
    let partly = section.partly_identical().into_iter().map(|(columns, models)| {
        let names: Vec<String> = columns.iter().flat_map(|&column| every_name(column)).collect();
        let models: Vec<&str> = models.iter().map(|&model| section.models[model].path).collect();
        json!({"names": names, "models": models})
    });
    whole.chain(partly).collect()
}

/// `median`, `least` or `most` is null if it falls on an unsolved run.
fn spread(spread: Spread) -> Value {
    let Spread { runs, solved, least, median, most } = spread;
    json!({"runs": runs, "solved": solved, "least": least, "median": median, "most": most})
}

fn sizes(sizes: Sizes) -> Value {
    serde_json::to_value(sizes).unwrap_or_default()
}
