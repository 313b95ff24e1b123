//! A campaign: the description of a comparison, read from a TOML file or made from flags, and its list of jobs.
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
//! In a group every model is combined with every formulation, encoding, search, backend and seed. `*` stands for all
//! formulations of the model's family, all encodings of a kind, or all entries of the registry. Jobs are ordered by seed
//! first, so an interrupted comparison has run everything once before anything twice. Then they are ordered by model, so runs
//! that are compared with each other are close in time.

use super::job::{Configuration, Job, Question, wall_limit_for};
use super::ranges::{Settings, numbers};
use boardwright_base::budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest, quote};
use boardwright_base::program;
use boardwright_base::source::{Source, Span};
use boardwright_model::{Field, Kind, Table, read_table};
use boardwright_puzzle::{Puzzle, Registry};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{ChoiceError, ENCODINGS, Kind as Constraint};
use boardwright_solvers::backend::{self, NoBackend};
use boardwright_tasks::task::optimize::Strategy;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// The description of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    /// The title of the report.
    pub title: String,
    /// The groups, at least one. Only runs of one group are compared with each other.
    pub groups: Vec<Group>,
    /// The cores to pin runs to; empty for none.
    pub cpus: Vec<usize>,
}

/// Models and configurations, all combined with each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The heading in the report.
    pub name: String,
    /// Paths and patterns, relative to the campaign file, with their spans in it.
    pub models: Vec<(String, Span)>,
    /// Names of formulations; `auto`, or `*` for all of the model's family.
    pub formulations: Vec<String>,
    /// Selections of encodings, including `auto`, without `*`.
    pub encodings: Vec<String>,
    /// Names of searches, including `auto`.
    pub searches: Vec<String>,
    /// Names of backends, without `auto`.
    pub backends: Vec<String>,
    /// Whether symmetries are broken: `auto`, `off`, `break`.
    pub symmetries: Vec<String>,
    /// Whether redundant constraints are kept: `auto`, `off`.
    pub redundant: Vec<String>,
    /// Values of parameters of the models; all combinations are run.
    pub set: Vec<Settings>,
    /// The seeds that shuffle problems; 0 for none.
    pub seeds: Vec<u64>,
    /// The question.
    pub question: Question,
    /// CPU seconds per run.
    pub time_limit: f64,
    /// Elapsed seconds per run; by default three times the CPU time.
    pub wall_limit: Option<f64>,
    /// Bytes per run.
    pub memory_limit: Option<u64>,
}

impl Default for Group {
    /// Returns the defaults of a campaign: no models, the default formulation, encodings and backend, 60 s.
    fn default() -> Group {
        Group {
            name: "all".into(),
            models: Vec::new(),
            formulations: vec!["auto".into()],
            encodings: vec!["auto".into()],
            searches: vec!["auto".into()],
            backends: vec![backend::default_for(backend::Route::Sat).name.to_string()],
            symmetries: vec!["auto".into()],
            redundant: vec!["auto".into()],
            set: Vec::new(),
            seeds: vec![0],
            question: Question::One,
            time_limit: 60.0,
            wall_limit: None,
            memory_limit: None,
        }
    }
}

/// A model of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path, as reports show it.
    pub path: String,
    /// The values of its parameters that were set.
    pub set: BTreeMap<String, i64>,
    /// The text, with these values.
    pub text: String,
    /// The family.
    pub puzzle: String,
}

const OPTIONAL: Field =
    Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "\"...\"" };
const NAMES: Kind = Kind::List { item: &Kind::Text, min: 1, max: usize::MAX };
const SEEDS: Field = Field {
    name: "seeds",
    kind: Kind::OneOf(&[
        Kind::List { item: &Kind::Integer { min: 0, max: i64::MAX }, min: 1, max: usize::MAX },
        Kind::Text,
    ]),
    doc: "random seeds, a list or a range such as \"1..30\", one run for each; each shuffles the problem, except 0",
    example: "[0, 1, 2]",
    ..OPTIONAL
};
const NUMBERS: Kind = Kind::OneOf(&[
    Kind::Integer { min: i64::MIN, max: i64::MAX },
    Kind::Text,
    Kind::List { item: &Kind::Integer { min: i64::MIN, max: i64::MAX }, min: 1, max: usize::MAX },
]);
const SET: Field = Field {
    name: "set",
    kind: Kind::Map(&NUMBERS),
    doc: "parameters of the models: a number, a list of numbers, or a range; each combination is a model",
    example: "{ n = \"8..14\" }",
    ..OPTIONAL
};
const QUESTION: Field = Field {
    name: "question",
    kind: Kind::Choice(&["one", "all", "count"]),
    doc: "one solution (an optimal one, if there is an objective), all solutions, or their number",
    example: "\"one\"",
    ..OPTIONAL
};
const TIME_LIMIT: Field =
    Field { name: "time_limit", doc: "CPU time for each run, over all its processes", example: "\"10s\"", ..OPTIONAL };
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
    Field { name: "memory_limit", doc: "address space for each run", example: "\"2GB\"", ..OPTIONAL };

/// The keys of a campaign file.
pub const FIELDS: &[Field] = &[
    Field { name: "title", doc: "the title of the report", example: "\"Two ways\"", ..OPTIONAL },
    SET,
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
        doc: "models and configurations, all combined with each other",
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
        doc: "choices such as `at-most-one=ladder`; * for all of a kind",
        example: "[\"auto\", \"at-most-one=*\"]",
        ..OPTIONAL
    },
    Field {
        name: "searches",
        kind: NAMES,
        doc: "searches for an optimum on the SAT route, or * for all",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    Field {
        name: "backends",
        kind: NAMES,
        doc: "names; * for all built-in backends, sat:*, ilp:*, exact-cover:*, gf2:* and frontier:* for those of a route",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    Field {
        name: "symmetries",
        kind: NAMES,
        doc: "`off`: symmetries are not broken; `break`: they are; `auto`: where it is known to help; * for off and break",
        example: "[\"off\", \"break\"]",
        ..OPTIONAL
    },
    Field {
        name: "redundant",
        kind: NAMES,
        doc: "`auto`: with the redundant constraints of the formulation; `off`: without them; * for both",
        example: "[\"*\"]",
        ..OPTIONAL
    },
    SET,
    SEEDS,
    QUESTION,
    TIME_LIMIT,
    WALL_LIMIT,
    MEMORY_LIMIT,
];

/// Returns whether a TOML file looks like a model: it has the key `puzzle`.
pub fn is_model(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_start().strip_prefix("puzzle").is_some_and(|rest| rest.trim_start().starts_with('=')))
}

/// Returns whether a TOML file looks like a campaign and not like a model: it has a group, or a misspelled one.
pub fn is_campaign(text: &str) -> bool {
    let group = |line: &str| ["[[group]]", "[group]"].iter().any(|header| line.trim_start().starts_with(header));
    !is_model(text) && text.lines().any(group)
}

/// Reads a campaign file.
///
/// # Errors
/// All errors in the file: keys, types, unknown names.
pub fn read(registry: Registry, source: &Source) -> Result<Campaign, Diagnostics> {
    let table = read_table(source, FIELDS)?;
    let mut wrong = Diagnostics::none();
    let common = common(&table, Group::default(), &mut wrong);
    let groups = table.tables("group").iter().map(|table| group(registry, table, &common, &mut wrong)).collect();
    let title = table.text("title").unwrap_or("A comparison").to_string();
    let cpus = table.list("cpus").unwrap_or_default().iter();
    let cpus = cpus.filter_map(|cpu| usize::try_from(cpu.value.as_integer()?).ok()).collect();
    wrong.into_result(Campaign { title, groups, cpus })
}

/// Reads the keys that are valid at the top, for all groups, and in a group.
fn common(table: &Table, mut group: Group, wrong: &mut Diagnostics) -> Group {
    if let Some(seeds) = table.get("seeds") {
        let numbers = numbers(seeds).map(|seeds| seeds.into_iter().map(u64::try_from).collect());
        match numbers {
            Ok(Ok(seeds)) => group.seeds = seeds,
            Ok(Err(_)) => wrong.push(mistake(table, "seeds", "a seed is at least 0")),
            Err(reason) => wrong.push(mistake(table, "seeds", reason)),
        }
    }
    if !table.map("set").is_empty() {
        group.set.clear();
    }
    for (name, value) in table.map("set") {
        match numbers(value) {
            Ok(values) => group.set.push(Settings { name: name.value.clone(), span: name.span, values }),
            Err(reason) => {
                let message = format!("`set.{}`: {reason}", name.value);
                wrong.push(Diagnostic::new("wrong-value", message).at(value.span, ""));
            }
        }
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
            Ok(_) => wrong.push(mistake(table, "time_limit", "the time limit must be above zero")),
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

fn group(registry: Registry, table: &Table, common_keys: &Group, wrong: &mut Diagnostics) -> Group {
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
    group.formulations = expanded("formulations", &|text| formulations(registry, text)).unwrap_or(group.formulations);
    group.encodings = expanded("encodings", &encodings).unwrap_or(group.encodings);
    group.searches = expanded("searches", &searches).unwrap_or(group.searches);
    group.backends = expanded("backends", &backends).unwrap_or(group.backends);
    group.symmetries = expanded("symmetries", &symmetries).unwrap_or(group.symmetries);
    group.redundant = expanded("redundant", &redundant).unwrap_or(group.redundant);
    group
}

/// An unknown name or an invalid choice in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownName {
    /// An unknown name.
    #[error("unknown {what} {}{}; expected one of {}", quote(name), did_you_mean(name, names), names.join(", "))]
    Unknown {
        /// The kind of name: `formulation`.
        what: &'static str,
        /// The name.
        name: String,
        /// The known names.
        names: Vec<&'static str>,
    },
    /// An invalid selection of encodings.
    #[error(transparent)]
    Encoding(#[from] ChoiceError),
    /// A backend that this build lacks, or an invalid command.
    #[error(transparent)]
    Backend(NoBackend),
}

fn did_you_mean(name: &str, names: &[&str]) -> String {
    nearest(name, names.iter().copied()).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

/// Returns an error with the known names if a name is unknown.
fn known(name: &str, what: &'static str, names: Vec<&'static str>) -> Result<Vec<String>, UnknownName> {
    if names.contains(&name) {
        return Ok(vec![name.to_string()]);
    }
    Err(UnknownName::Unknown { what, name: name.to_string(), names })
}

/// Checks the name of a formulation; `*`, which depends on the model, is kept.
///
/// # Errors
/// When no family has it.
pub fn formulations(registry: Registry, text: &str) -> Result<Vec<String>, UnknownName> {
    let mut names = vec!["auto", "*"];
    names.extend(registry.families().iter().flat_map(|puzzle| puzzle.formulations()).map(|named| named.name));
    known(text, "formulation", names)
}

/// Expands `kind=*` to one selection for each encoding of the kind, and several of them to all combinations.
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

/// Expands `*` to all searches.
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

/// Expands `*` to both choices about symmetries.
///
/// # Errors
/// When it is another word.
pub fn symmetries(text: &str) -> Result<Vec<String>, UnknownName> {
    if text == "*" {
        return Ok(vec!["off".into(), "break".into()]);
    }
    known(text, "choice about symmetries", vec!["auto", "off", "break"])
}

/// Expands `*` to both choices about redundant constraints.
///
/// # Errors
/// When it is another word.
pub fn redundant(text: &str) -> Result<Vec<String>, UnknownName> {
    if text == "*" {
        return Ok(vec!["auto".into(), "off".into()]);
    }
    known(text, "choice about redundant constraints", vec!["auto", "off"])
}

/// Expands `*` to all built-in backends and `sat:*`, `ilp:*` and the like to those of a route.
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
    /// Returns the jobs in the order in which they should run. `entries` has the models of each group. A group with all
    /// formulations of several families becomes one group per family, because their formulations differ.
    pub fn jobs(&self, registry: Registry, entries: &[Vec<Entry>]) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (group, entries) in self.groups.iter().zip(entries) {
            let families: BTreeSet<&str> = entries.iter().map(|entry| entry.puzzle.as_str()).collect();
            let split = families.len() > 1 && group.formulations.iter().any(|name| name == "*");
            for (round, &seed) in group.seeds.iter().enumerate() {
                for entry in entries {
                    for configuration in group.configurations(registry.find(&entry.puzzle)) {
                        jobs.push(Job {
                            group: match split {
                                true => format!("{}, {}", group.name, entry.puzzle),
                                false => group.name.clone(),
                            },
                            model: entry.path.clone(),
                            set: entry.set.clone(),
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
                            version: program::VERSION.into(),
                        });
                    }
                }
            }
        }
        jobs
    }
}

impl Group {
    /// Returns the configurations for a model of this family. Encodings and searches apply to the SAT route only; a backend of
    /// another route has one configuration for all of them.
    fn configurations(&self, family: Option<&dyn Puzzle>) -> Vec<Configuration> {
        let all = || family.map_or(&[][..], |family| family.formulations()).iter().map(|named| named.name.to_string());
        let mut formulations: Vec<String> = Vec::new();
        for name in &self.formulations {
            if name == "*" { formulations.extend(all()) } else { formulations.push(name.clone()) }
        }
        let mut configurations = Vec::new();
        let encoded =
            self.encodings.iter().flat_map(|encoding| self.searches.iter().map(move |search| (encoding, search)));
        let posed: Vec<(&String, &String)> =
            self.symmetries.iter().flat_map(|one| self.redundant.iter().map(move |other| (one, other))).collect();
        let encoded: Vec<(&String, &String)> = encoded.collect();
        for formulation in &formulations {
            for (symmetry, redundant) in &posed {
                for (encoding, search) in &encoded {
                    for backend in &self.backends {
                        let sat = backend::find(backend).is_ok_and(|backend| backend.route() == backend::Route::Sat);
                        let of_sat = |name: &String| if sat { name.clone() } else { "auto".into() };
                        let configuration = Configuration {
                            formulation: formulation.clone(),
                            encoding: of_sat(encoding),
                            search: of_sat(search),
                            backend: backend.clone(),
                            symmetry: (*symmetry).clone(),
                            redundant: (*redundant).clone(),
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
