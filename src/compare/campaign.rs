//! A campaign: what is to be compared, read from a TOML file or made of flags, and the list of jobs it becomes.
//!
//! ```toml
//! title = "Two ways to say at most one"
//! time_limit = "10s"
//! seeds = [0, 1, 2]
//!
//! [[group]]
//! name = "one of many"
//! models = ["../knightdoku/*.toml"]
//! formulations = ["cardinality"]
//! encodings = ["at-most-one=*"]
//! backends = ["varisat", "batsat"]
//! ```
//!
//! Within a group every model meets every formulation, encoding, search, backend and seed. `*` stands for all there are:
//! of the model's family, of the kind, of the registry. Jobs are ordered by seed first, so that a comparison that is
//! stopped has seen everything once before it sees anything twice, and by model next, so that the runs that are
//! compared lie close together in time.

use super::job::{Configuration, Job, Question, wall_limit_for};
use crate::backend::{self, NoBackend};
use crate::budget;
use crate::cnf::encode::selection::Selection;
use crate::cnf::encode::{ChoiceError, ENCODINGS, Kind as Constraint};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest, quote};
use crate::model::{Field, Kind, Table, read_table};
use crate::puzzle::PUZZLES;
use crate::source::{Source, Span};
use crate::task::optimize::Strategy;
use std::collections::BTreeSet;
use std::fmt::Display;

/// What is to be compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    /// The title of the report.
    pub title: String,
    /// At least one; each is compared in itself.
    pub groups: Vec<Group>,
    /// Cores to pin runs to; empty: none.
    pub cpus: Vec<usize>,
}

/// Models and ways of solving, every one with every other.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The heading in the report.
    pub name: String,
    /// Paths and patterns, relative to the campaign file, with their places in it.
    pub models: Vec<(String, Span)>,
    /// Names; `auto`, or `*` for all of the model's family.
    pub formulations: Vec<String>,
    /// Selections, `auto` included; without `*`.
    pub encodings: Vec<String>,
    /// Names, `auto` included.
    pub searches: Vec<String>,
    /// Names; never `auto`.
    pub backends: Vec<String>,
    /// How problems are shuffled.
    pub seeds: Vec<u64>,
    /// What is asked.
    pub question: Question,
    /// Seconds of CPU for each run.
    pub time_limit: f64,
    /// Elapsed seconds for each run; three times the CPU time where it is not chosen.
    pub wall_limit: Option<f64>,
    /// Bytes for each run.
    pub memory_limit: Option<u64>,
}

impl Default for Group {
    /// What a campaign takes where it says nothing: no models, the program's own choices on the default backend, 60 s.
    fn default() -> Group {
        Group {
            name: "all".into(),
            models: Vec::new(),
            formulations: vec!["auto".into()],
            encodings: vec!["auto".into()],
            searches: vec!["auto".into()],
            backends: vec![backend::default_for(backend::Route::Sat).name.to_string()],
            seeds: vec![0],
            question: Question::One,
            time_limit: 60.0,
            wall_limit: None,
            memory_limit: None,
        }
    }
}

/// A model as it goes into jobs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path, as reports name it.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its family.
    pub puzzle: String,
}

const OPTIONAL: Field =
    Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "\"...\"" };
const NAMES: Kind = Kind::List { item: &Kind::Text, min: 1, max: usize::MAX };
const SEEDS: Field = Field {
    name: "seeds",
    kind: Kind::List { item: &Kind::Integer { min: 0, max: i64::MAX }, min: 1, max: usize::MAX },
    doc: "how problems are shuffled, one run for each; 0: not at all",
    example: "[0, 1, 2]",
    ..OPTIONAL
};
const QUESTION: Field = Field {
    name: "question",
    kind: Kind::Choice(&["one", "all", "count"]),
    doc: "one solution (an optimal one, where there is an objective), all of them, or their number",
    example: "\"one\"",
    ..OPTIONAL
};
const TIME_LIMIT: Field = Field {
    name: "time_limit",
    doc: "CPU time for each run, all its processes together",
    example: "\"10s\"",
    ..OPTIONAL
};
const WALL_LIMIT: Field =
    Field { name: "wall_limit", doc: "elapsed time for each run, as a safeguard", example: "\"30s\"", ..OPTIONAL };
const CPUS: Field = Field {
    name: "cpus",
    kind: Kind::List { item: &Kind::Integer { min: 0, max: 1_000_000 }, min: 1, max: usize::MAX },
    doc: "cores of this machine to pin runs to",
    example: "[0, 1]",
    ..OPTIONAL
};
const MEMORY_LIMIT: Field =
    Field { name: "memory_limit", doc: "for each run, of address space", example: "\"2GB\"", ..OPTIONAL };

/// The keys of a campaign file.
pub const FIELDS: &[Field] = &[
    Field { name: "title", doc: "the title of the report", example: "\"Two ways\"", ..OPTIONAL },
    SEEDS,
    QUESTION,
    TIME_LIMIT,
    WALL_LIMIT,
    MEMORY_LIMIT,
    CPUS,
    Field {
        name: "group",
        kind: Kind::Tables(GROUP),
        required: true,
        doc: "models and ways of solving, every one with every other",
        example: "[{ name = \"counts\", models = [\"../knightdoku/*.toml\"] }]",
        ..OPTIONAL
    },
];

const GROUP: &[Field] = &[
    Field { name: "name", required: true, doc: "the heading in the report", example: "\"counts\"", ..OPTIONAL },
    Field {
        name: "models",
        kind: NAMES,
        required: true,
        doc: "model files, relative to the campaign file; * stands for any part of a name",
        example: "[\"../knightdoku/*.toml\"]",
        ..OPTIONAL
    },
    Field {
        name: "formulations",
        kind: NAMES,
        doc: "names, or * for all of the model's family",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    Field {
        name: "encodings",
        kind: NAMES,
        doc: "as --encoding takes them; * for all of a kind",
        example: "[\"auto\", \"at-most-one=*\"]",
        ..OPTIONAL
    },
    Field {
        name: "searches",
        kind: NAMES,
        doc: "how SAT finds an optimum, or * for all",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    Field {
        name: "backends",
        kind: NAMES,
        doc: "names; * for all that are built in, sat:*, ilp:*, exact-cover:* and gf2:* for those of a route",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    SEEDS,
    QUESTION,
    TIME_LIMIT,
    WALL_LIMIT,
    MEMORY_LIMIT,
];

/// Whether a TOML file looks like a model: it names a puzzle.
pub fn is_model(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_start().strip_prefix("puzzle").is_some_and(|rest| rest.trim_start().starts_with('=')))
}

/// Whether a TOML file looks like a campaign rather than a model: it has a group, or means to.
pub fn is_campaign(text: &str) -> bool {
    let group = |line: &str| ["[[group]]", "[group]"].iter().any(|header| line.trim_start().starts_with(header));
    !is_model(text) && text.lines().any(group)
}

/// Reads a campaign file.
///
/// # Errors
/// Everything that is wrong with it: keys, types, names that do not exist.
pub fn read(source: &Source) -> Result<Campaign, Diagnostics> {
    let table = read_table(source, FIELDS)?;
    let mut wrong = Diagnostics::none();
    let common = common(&table, Group::default(), &mut wrong);
    let groups = table.tables("group").iter().map(|table| group(table, &common, &mut wrong)).collect();
    let title = table.text("title").unwrap_or("A comparison").to_string();
    let cpus = table.list("cpus").unwrap_or_default().iter();
    let cpus = cpus.filter_map(|cpu| usize::try_from(cpu.value.as_integer()?).ok()).collect();
    wrong.into_result(Campaign { title, groups, cpus })
}

/// The keys that stand for all groups or for one.
fn common(table: &Table, mut group: Group, wrong: &mut Diagnostics) -> Group {
    if let Some(seeds) = table.list("seeds") {
        group.seeds = seeds.iter().filter_map(|seed| u64::try_from(seed.value.as_integer()?).ok()).collect();
    }
    match table.text("question") {
        Some("all") => group.question = Question::All,
        Some("count") => group.question = Question::Count,
        Some(_) => group.question = Question::One,
        None => {}
    }
    if let Some(text) = table.text("time_limit") {
        match budget::time(text) {
            Ok(time) if !time.is_zero() => group.time_limit = time.as_secs_f64(),
            Ok(_) => wrong.push(mistake(table, "time_limit", "no time at all is no limit to run within")),
            Err(reason) => wrong.push(mistake(table, "time_limit", reason)),
        }
    }
    if let Some(text) = table.text("wall_limit") {
        match budget::time(text) {
            Ok(time) => group.wall_limit = Some(time.as_secs_f64()),
            Err(reason) => wrong.push(mistake(table, "wall_limit", reason)),
        }
    }
    if let Some(text) = table.text("memory_limit") {
        match budget::memory(text) {
            Ok(bytes) => group.memory_limit = Some(bytes),
            Err(reason) => wrong.push(mistake(table, "memory_limit", reason)),
        }
    }
    group
}

fn mistake(table: &Table, key: &'static str, reason: impl Display) -> Diagnostic {
    Diagnostic::new("wrong-value", format!("`{key}`: {reason}")).at(table.span_of(key), "")
}

fn group(table: &Table, common_keys: &Group, wrong: &mut Diagnostics) -> Group {
    let mut group = common(table, common_keys.clone(), wrong);
    group.name = table.text("name").unwrap_or_default().to_string();
    let texts = |key: &str| -> Option<Vec<(String, Span)>> {
        let items = table.list(key)?.iter();
        Some(items.filter_map(|item| Some((item.value.as_text()?.to_string(), item.span))).collect())
    };
    group.models = texts("models").unwrap_or_default();
    let mut expanded = |key: &'static str, expand: &dyn Fn(&str) -> Result<Vec<String>, UnknownName>| {
        let mut names: Vec<String> = Vec::new();
        for (text, span) in texts(key)? {
            match expand(&text) {
                Ok(more) => names.extend(more),
                Err(reason) => wrong.push(Diagnostic::new("unknown-name", reason.to_string()).at(span, "")),
            }
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        Some(names)
    };
    group.formulations = expanded("formulations", &formulations).unwrap_or(group.formulations);
    group.encodings = expanded("encodings", &encodings).unwrap_or(group.encodings);
    group.searches = expanded("searches", &searches).unwrap_or(group.searches);
    group.backends = expanded("backends", &backends).unwrap_or(group.backends);
    group
}

/// A name that a comparison does not have, or a way of solving that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownName {
    /// There is nothing of this name.
    #[error("unknown {what} {}{}; expected one of {}", quote(name), did_you_mean(name, names), names.join(", "))]
    Unknown {
        /// What it should name: `formulation`.
        what: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        names: Vec<&'static str>,
    },
    /// It is no selection of encodings.
    #[error(transparent)]
    Encoding(#[from] ChoiceError),
    /// It is no backend of this build, or no command.
    #[error(transparent)]
    Backend(NoBackend),
}

fn did_you_mean(name: &str, names: &[&str]) -> String {
    nearest(name, names.iter().copied()).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

/// A name among those there are.
fn known(name: &str, what: &'static str, names: Vec<&'static str>) -> Result<Vec<String>, UnknownName> {
    if names.contains(&name) {
        return Ok(vec![name.to_string()]);
    }
    Err(UnknownName::Unknown { what, name: name.to_string(), names })
}

/// `*`, which depends on the model, stays what it is.
///
/// # Errors
/// When no family has it.
pub fn formulations(text: &str) -> Result<Vec<String>, UnknownName> {
    let mut names = vec!["auto", "*"];
    names.extend(PUZZLES.iter().flat_map(|puzzle| puzzle.formulations()).map(|named| named.name));
    known(text, "formulation", names)
}

/// `kind=*` becomes one selection for each encoding of the kind, several of them every combination.
///
/// # Errors
/// When a kind or an encoding does not exist.
pub fn encodings(text: &str) -> Result<Vec<String>, UnknownName> {
    if text == "auto" {
        return Ok(vec!["auto".into()]);
    }
    let mut selections = vec![String::new()];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let parts: Vec<String> = match part.split_once('=') {
            Some((key, name)) if name.trim() == "*" => {
                let kind = key.rsplit('.').next().unwrap_or(key).trim();
                let of_kind = ENCODINGS.iter().filter(|encoding| encoding.kind.name() == kind);
                let all: Vec<String> = of_kind.map(|encoding| format!("{}={}", key.trim(), encoding.name)).collect();
                if all.is_empty() {
                    return known(kind, "constraint kind", Constraint::ALL.map(Constraint::name).into());
                }
                all
            }
            _ => vec![part.to_string()],
        };
        selections = selections
            .iter()
            .flat_map(|before| parts.iter().map(move |part| format!("{before},{part}")))
            .map(|selection| selection.trim_start_matches(',').to_string())
            .collect();
    }
    for selection in &selections {
        Selection::default().parse(selection)?;
    }
    Ok(selections)
}

/// `*` becomes all of them.
///
/// # Errors
/// When it does not exist.
pub fn searches(text: &str) -> Result<Vec<String>, UnknownName> {
    let all = Strategy::ALL.map(Strategy::name);
    if text == "*" {
        return Ok(all.map(str::to_string).into());
    }
    known(text, "search", [&["auto"], &all[..]].concat())
}

/// `*` becomes all that are built in, `sat:*`, `ilp:*` and the like those of a route.
///
/// # Errors
/// When it does not exist.
pub fn backends(text: &str) -> Result<Vec<String>, UnknownName> {
    if let Some(route) = backend::Route::ALL.into_iter().find(|route| text.strip_suffix(":*") == Some(route.name())) {
        let of_route = backend::BACKENDS.iter().filter(|backend| backend.route() == route);
        return Ok(of_route.map(|backend| backend.name.to_string()).collect());
    }
    let all: Vec<&str> = backend::BACKENDS.iter().map(|backend| &*backend.name).collect();
    match backend::find(text) {
        _ if text == "*" => Ok(all.into_iter().map(str::to_string).collect()),
        Ok(_) => Ok(vec![text.to_string()]),
        Err(NoBackend::Unknown(_)) => known(text, "backend", all),
        Err(reason) => Err(UnknownName::Backend(reason)),
    }
}

impl Campaign {
    /// The jobs, in the order in which they are best run. `entries` has the models of each group. A group that asks for all
    /// formulations of several families becomes one for each family: their formulations have nothing in common.
    pub fn jobs(&self, entries: &[Vec<Entry>]) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (group, entries) in self.groups.iter().zip(entries) {
            let families: BTreeSet<&str> = entries.iter().map(|entry| entry.puzzle.as_str()).collect();
            let split = families.len() > 1 && group.formulations.iter().any(|name| name == "*");
            for (round, &seed) in group.seeds.iter().enumerate() {
                for entry in entries {
                    for configuration in group.configurations(&entry.puzzle) {
                        jobs.push(Job {
                            group: match split {
                                true => format!("{}, {}", group.name, entry.puzzle),
                                false => group.name.clone(),
                            },
                            model: entry.path.clone(),
                            text: entry.text.clone(),
                            configuration,
                            seed,
                            question: group.question,
                            time_limit: group.time_limit,
                            wall_limit: group.wall_limit.unwrap_or_else(|| wall_limit_for(group.time_limit)),
                            memory_limit: group.memory_limit,
                            sizes: round == 0,
                            program: None,
                            leaf: None,
                            version: env!("CARGO_PKG_VERSION").into(),
                        });
                    }
                }
            }
        }
        jobs
    }
}

impl Group {
    /// The ways of solving a model of this family. Encodings and searches are the SAT route's: a backend of another route
    /// has one configuration for all of them.
    fn configurations(&self, puzzle: &str) -> Vec<Configuration> {
        let family = PUZZLES.iter().find(|family| family.name() == puzzle);
        let all = || family.map_or(&[][..], |family| family.formulations()).iter().map(|named| named.name.to_string());
        let mut formulations: Vec<String> = Vec::new();
        for name in &self.formulations {
            if name == "*" { formulations.extend(all()) } else { formulations.push(name.clone()) }
        }
        let mut configurations = Vec::new();
        for formulation in &formulations {
            for encoding in &self.encodings {
                for search in &self.searches {
                    for backend in &self.backends {
                        let sat = backend::find(backend).is_ok_and(|backend| backend.route() == backend::Route::Sat);
                        let of_sat = |name: &String| if sat { name.clone() } else { "auto".into() };
                        let configuration = Configuration {
                            formulation: formulation.clone(),
                            encoding: of_sat(encoding),
                            search: of_sat(search),
                            backend: backend.clone(),
                        };
                        if !configurations.contains(&configuration) {
                            configurations.push(configuration);
                        }
                    }
                }
            }
        }
        configurations
    }
}

#[cfg(test)]
mod tests;
