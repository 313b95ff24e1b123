//! `boardwright compare MODELS-or-CAMPAIGN`: compares formulations, encodings and backends on models.
//!
//! The command line or a campaign file becomes a list of jobs. Each runs in a process of its own, `--jobs` at a time. The records
//! are stored in a folder, compared, and reported. A folder with records is resumed.

mod platform;
pub(super) mod inside;
pub(super) mod provenance;
pub(super) mod run;
pub(super) mod spool;
pub(super) mod supervise;
mod tree;

use super::campaign::cubes;
use super::exit::explained;
use super::files::print_error;
use super::input::Session;
use super::limits::InputLimit;
use super::outputs::{self, Output};
use super::settings::Settings;
use super::trust::Trust;
use super::watch;
use super::whole::{any, whole};
use super::{Exit, Quit};
use crate::REGISTRY;
use boardwright_base::budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_base::digest::digest;
use boardwright_base::source::Source;
use boardwright_study::campaign::{self, Campaign, Entry, Group, UnknownName};
use boardwright_study::job::{Job, Question};
use boardwright_study::ranges::{self, Settings as Set};
use boardwright_study::record::Record;
use boardwright_study::report::Report;
use clap::{Args, ValueEnum};
use spool::Spool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model files, or one campaign file
    #[arg(value_name = "MODEL or CAMPAIGN", required_unless_present = "folder")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    trust: Trust,
    /// Find all solutions instead of one
    #[arg(long, help_heading = "Question")]
    all: bool,
    /// Count the solutions instead of finding one
    #[arg(long, help_heading = "Question", conflicts_with = "all")]
    count: bool,
    /// Compare these formulations; * for all [default: auto]
    #[arg(long, help_heading = "Method", value_name = "NAME,...", value_delimiter = ',')]
    formulations: Vec<String>,
    /// Compare encodings, such as 'at-most-one=*' [default: auto]
    ///
    /// May be repeated.
    #[arg(long, help_heading = "Method", value_name = "KIND=NAME,...")]
    encodings: Vec<String>,
    /// Compare these searches; * for all [default: auto]
    #[arg(long, help_heading = "Method", value_name = "NAME,...", value_delimiter = ',')]
    searches: Vec<String>,
    /// Compare a backend; may be repeated [default: varisat]
    ///
    /// * stands for all built-in backends, sat:* for those of the SAT route.
    #[arg(long, help_heading = "Method", value_name = "NAME")]
    backends: Vec<String>,
    /// Compare whether symmetries are broken: off, break, auto; * for off and break [default: auto]
    #[arg(long, help_heading = "Method", value_name = "WHAT,...", hide_short_help = true, value_delimiter = ',')]
    symmetries: Vec<String>,
    /// Compare whether redundant constraints are kept: auto, off; * for both [default: auto]
    #[arg(long, help_heading = "Method", value_name = "WHAT,...", hide_short_help = true, value_delimiter = ',')]
    redundant: Vec<String>,
    /// Repeat every run with these random seeds [default: 0]
    #[arg(long, help_heading = "Method", value_name = "N,...", value_delimiter = ',', value_parser = any::<u64>)]
    seeds: Vec<u64>,
    /// Limit the CPU time of each run, over all its processes [default: 60s]
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = budget::time)]
    time_limit: Option<Duration>,
    /// Limit the elapsed time of each run [default: three times the CPU time]
    ///
    /// A run that reaches this limit is not scored.
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = budget::time)]
    wall_limit: Option<Duration>,
    /// Limit the address space of each run, such as 2GB [default: none]
    #[arg(long, help_heading = "Limits", value_name = "SIZE", value_parser = budget::memory)]
    memory_limit: Option<u64>,
    /// Run N jobs at a time; parallel runs slow each other down
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 1, value_parser = whole::<u16, 1, 65_535>)]
    jobs: u16,
    /// Pin runs to these cores, such as 0,1, divided among the --jobs
    #[arg(long, help_heading = "Limits", value_name = "CORE,...", value_delimiter = ',', value_parser = any::<usize>)]
    cpus: Vec<usize>,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    pub(super) input: InputLimit,
    /// Keep records and reports in FOLDER, and resume from them
    ///
    /// The default for a campaign file NAME.toml is NAME.results.
    #[arg(long, help_heading = "Output", value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Keep the output of external programs in logs/ of the folder
    #[arg(long, help_heading = "Output")]
    keep_logs: bool,
    /// Print the report as text, json, csv, html or latex
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the report to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print only errors on stderr
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
    Html,
    Latex,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let spool = spool(arguments, session)?;
    let cpus = if arguments.cpus.is_empty() { &spool.cpus } else { &arguments.cpus };
    let slots = slots(cpus, usize::from(arguments.jobs))?;
    if arguments.keep_logs && !spool.lasting() {
        return Err(Quit::wrong("--keep-logs requires --folder, where the logs are kept"));
    }
    let reports = arguments.folder.is_some() || spool.lasting();
    if reports {
        REPORTS.iter().try_for_each(|name| outputs::reserve("the report", &spool.file(name)))?;
    }
    let stop = watch::interrupt();
    let logs = arguments.keep_logs.then(|| spool.file("logs"));
    let (records, end) = run::all(&spool, &slots, logs.as_deref(), arguments.quiet, &stop)?;
    if let Some(total) = cubes::total(&spool, &records, false)? {
        output.write(&total)?;
        return Ok(Exit::Answered.code());
    }
    let records = in_order(&spool, &records);
    let report = Report::new(&spool.title, &records);
    if reports {
        write_reports(&spool, &report)?;
    }
    let answer = match arguments.format {
        Format::Text => report.text(output.width()),
        Format::Json => format!("{:#}\n", report.json()),
        Format::Csv => report.csv(),
        Format::Html => report.html(),
        Format::Latex => report.latex(),
    };
    output.write(&answer)?;
    match end {
        run::End::Done => Ok(Exit::Answered.code()),
        run::End::Interrupted { left } => {
            let again = if spool.lasting() { "; run it again to go on" } else { "" };
            print_error(&format!("interrupted: {left} of {} runs are missing{again}\n", spool.jobs.len()));
            Ok(Exit::Unknown.code())
        }
        run::End::Disagreement(words) => Err(Quit { exit: Exit::CheckFailed, words }),
    }
}

/// Returns the cores of each concurrent run: every core belongs to one of them. All are empty if there are no cores to pin to.
fn slots(cpus: &[usize], jobs: usize) -> Result<Vec<Vec<usize>>, Quit> {
    if cpus.is_empty() {
        return Ok(vec![Vec::new(); jobs]);
    }
    let Some(cores) = platform::cores() else { return Err(Quit::wrong("--cpus is supported on Linux only")) };
    if let Some(core) = cpus.iter().find(|core| !cores.contains(core)) {
        let cores: Vec<String> = cores.iter().map(usize::to_string).collect();
        return Err(Quit::wrong(format!("--cpus: unknown core {core}; available: {}", cores.join(", "))));
    }
    if let Some(twice) = (1..cpus.len()).find(|&place| cpus[..place].contains(&cpus[place])) {
        return Err(Quit::wrong(format!("--cpus: core {} is listed twice", cpus[twice])));
    }
    if cpus.len() < jobs {
        return Err(Quit::wrong(format!("--jobs {jobs} requires at least {jobs} cores; --cpus has {}", cpus.len())));
    }
    Ok((0..jobs).map(|slot| cpus.iter().copied().skip(slot).step_by(jobs).collect()).collect())
}

/// Returns the folder of the comparison with its jobs: a new plan, or the existing one.
fn spool(arguments: &Arguments, session: &Session) -> Result<Spool, Quit> {
    if arguments.files.is_empty() {
        let folder = arguments.folder.as_deref().ok_or_else(|| Quit::wrong("nothing to compare"))?;
        if let Some(flag) = planning_flag(arguments) {
            return Err(Quit::wrong(format!("{flag} requires models; the folder already has a plan")));
        }
        let spool = Spool::open(folder)?;
        arguments.trust.check(folder, spool.missing(&spool.records()?))?;
        return Ok(spool);
    }
    let stdin = arguments.files.iter().find(|file| file.as_os_str() == "-");
    let stdin = stdin.map(|file| session.read_model(file)).transpose()?;
    let Described { campaign, base, name, file } = campaign_of(arguments, stdin.as_ref(), session)?;
    let jobs = jobs(&campaign, &base, (stdin.as_ref(), file.as_ref()), &arguments.settings, session)?;
    if let (Some(_), [file]) = (&name, &arguments.files[..]) {
        arguments.trust.check(file, &jobs)?;
    }
    match (&arguments.folder, name) {
        (Some(folder), _) => Spool::plan(folder, &campaign.title, jobs, &campaign.cpus),
        (None, Some(name)) => Spool::plan(Path::new(&format!("{name}.results")), &campaign.title, jobs, &campaign.cpus),
        (None, None) => Spool::passing(&campaign.title, jobs),
    }
}

/// A campaign, and the folder that its paths are relative to.
struct Described {
    campaign: Campaign,
    base: PathBuf,
    /// Its name and its text, if it is a file.
    name: Option<String>,
    file: Option<Source>,
}

/// Returns the campaign of the command line.
fn campaign_of(arguments: &Arguments, stdin: Option<&Source>, session: &Session) -> Result<Described, Quit> {
    if let [file] = &arguments.files[..] {
        let source = stdin.cloned().map_or_else(|| session.read_model(file), Ok)?;
        if campaign::is_campaign(&source.text) {
            if let Some(flag) = planning_flag(arguments) {
                return Err(Quit::wrong(format!("{flag} requires models; set it in the campaign file")));
            }
            let campaign = campaign::read(REGISTRY, &source).map_err(|wrong| explained(&wrong, &source))?;
            let base = file.parent().unwrap_or(Path::new("")).to_path_buf();
            let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = Some(name.unwrap_or_else(|| "campaign".into()));
            return Ok(Described { campaign, base, name, file: Some(source) });
        }
    }
    Ok(Described { campaign: from_flags(arguments)?, base: PathBuf::new(), name: None, file: None })
}

/// Returns an option on the command line that describes runs, if there is one.
fn planning_flag(arguments: &Arguments) -> Option<&'static str> {
    let flags = [
        ("--formulations", !arguments.formulations.is_empty()),
        ("--encodings", !arguments.encodings.is_empty()),
        ("--searches", !arguments.searches.is_empty()),
        ("--backends", !arguments.backends.is_empty()),
        ("--symmetries", !arguments.symmetries.is_empty()),
        ("--redundant", !arguments.redundant.is_empty()),
        ("--seeds", !arguments.seeds.is_empty()),
        ("--all", arguments.all),
        ("--count", arguments.count),
        ("--time-limit", arguments.time_limit.is_some()),
        ("--wall-limit", arguments.wall_limit.is_some()),
        ("--memory-limit", arguments.memory_limit.is_some()),
        ("--set", !arguments.settings.is_empty()),
    ];
    flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
}

fn from_flags(arguments: &Arguments) -> Result<Campaign, Quit> {
    let expand = |texts: &[String], otherwise: Vec<String>, expand: fn(&str) -> Result<Vec<String>, UnknownName>| {
        let mut names = Vec::new();
        for text in texts {
            names.extend(expand(text).map_err(Quit::wrong)?);
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        Ok::<_, Quit>(if names.is_empty() { otherwise } else { names })
    };
    let plain = Group::default();
    let group = Group {
        models: arguments.files.iter().map(|path| (path.display().to_string(), Default::default())).collect(),
        formulations: expand(&arguments.formulations, plain.formulations, |text| {
            campaign::formulations(REGISTRY, text)
        })?,
        encodings: expand(&arguments.encodings, plain.encodings, campaign::encodings)?,
        searches: expand(&arguments.searches, plain.searches, campaign::searches)?,
        backends: expand(&arguments.backends, plain.backends, campaign::backends)?,
        symmetries: expand(&arguments.symmetries, plain.symmetries, campaign::symmetries)?,
        redundant: expand(&arguments.redundant, plain.redundant, campaign::redundant)?,
        seeds: if arguments.seeds.is_empty() { plain.seeds } else { arguments.seeds.clone() },
        question: match (arguments.all, arguments.count) {
            (true, _) => Question::All,
            (false, true) => Question::Count,
            (false, false) => Question::One,
        },
        time_limit: arguments.time_limit.map_or(plain.time_limit, |time| time.as_secs_f64()),
        wall_limit: arguments.wall_limit.map(|time| time.as_secs_f64()),
        memory_limit: arguments.memory_limit,
        ..plain
    };
    Ok(Campaign { title: "A comparison".into(), groups: vec![group], cpus: Vec::new() })
}

/// Reads a campaign file and returns its jobs.
pub(super) fn planned(file: &Path, source: &Source, session: &Session) -> Result<(Campaign, Vec<Job>), Quit> {
    if campaign::is_model(&source.text) {
        let name = &source.name;
        return Err(Quit::wrong(format!("{name} is a model, not a campaign; use `boardwright compare {name}`")));
    }
    let campaign = campaign::read(REGISTRY, source).map_err(|wrong| explained(&wrong, source))?;
    let base = file.parent().unwrap_or(Path::new(""));
    let jobs = jobs(&campaign, base, (None, Some(source)), &Settings::default(), session)?;
    Ok((campaign, jobs))
}

/// Finds and reads the models. All must be valid before the first run. `texts` are those of a model on standard input and of the
/// campaign file.
fn jobs(
    campaign: &Campaign,
    base: &Path,
    texts: (Option<&Source>, Option<&Source>),
    settings: &Settings,
    session: &Session,
) -> Result<Vec<Job>, Quit> {
    let mut entries = Vec::new();
    for group in &campaign.groups {
        let mut models = Vec::new();
        for (pattern, _) in &group.models {
            for path in matching(base, pattern)? {
                let source = match texts.0 {
                    Some(source) if path.as_os_str() == "-" => source.clone(),
                    _ => session.read_model(&path)?,
                };
                check_parameters(&group.set, &source, texts.1, session)?;
                for values in ranges::combinations(&group.set) {
                    let settings = values.iter().fold(settings.clone(), |all, (name, value)| all.with(name, *value));
                    let source = settings.apply(source.clone())?;
                    let puzzle = session.loaded(&source, false)?.puzzle.name().into();
                    let path = path.display().to_string();
                    models.push(Entry {
                        path,
                        set: settings.values().iter().cloned().collect(),
                        text: source.text,
                        puzzle,
                    });
                }
            }
        }
        models.dedup();
        entries.push(models);
    }
    let mut jobs = campaign.jobs(REGISTRY, &entries);
    let mut programs: BTreeMap<String, Option<String>> = BTreeMap::new();
    for job in &mut jobs {
        let backend = &job.configuration.backend;
        job.program = programs.entry(backend.clone()).or_insert_with(|| program_digest(backend)).clone();
        if job.program.is_none() && backend.starts_with("exec") {
            return Err(Quit::wrong(format!("cannot run `{backend}`: program not found")));
        }
    }
    if jobs.is_empty() { Err(Quit::wrong("nothing to run")) } else { Ok(jobs) }
}

/// Rejects settings of a campaign that a model does not declare, at their place in the campaign file.
fn check_parameters(set: &[Set], model: &Source, campaign: Option<&Source>, session: &Session) -> Result<(), Quit> {
    let Some(campaign) = campaign.filter(|_| !set.is_empty()) else { return Ok(()) };
    let loaded = session.loaded(model, false)?;
    let names: Vec<&str> = loaded.model.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut wrong = Diagnostics::none();
    for Set { name, span, .. } in set.iter().filter(|set| !names.contains(&set.name.as_str())) {
        let message = format!("unknown parameter `{name}` of {}", model.name);
        let mistake = Diagnostic::new("unknown-parameter", message).at(*span, "");
        let near = nearest(name, names.iter().copied());
        wrong.push(match names.is_empty() {
            true => mistake.help("the model has no parameters"),
            false => mistake.meant(name, near).help(format!("parameters: {}", names.join(", "))),
        });
    }
    wrong.into_result(()).map_err(|wrong| explained(&wrong, campaign))
}

/// Returns the digest of the program that a backend runs, if it can be found; errors in running it show later.
pub(super) fn program_digest(backend: &str) -> Option<String> {
    std::fs::read(provenance::program_file(backend)?).ok().map(digest)
}

/// Returns the files that match a pattern, sorted. A name without `*` need not exist: reading it reports the error.
fn matching(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, Quit> {
    let whole = base.join(pattern);
    if !pattern.contains(['*', '?', '[']) {
        return Ok(vec![whole]);
    }
    let text = whole.to_string_lossy();
    let paths = glob::glob(&text).map_err(|error| Quit::wrong(format!("invalid pattern {pattern}: {error}")))?;
    let mut found: Vec<PathBuf> = paths.flatten().collect();
    found.sort();
    if found.is_empty() { Err(Quit::wrong(format!("no file matches {text}"))) } else { Ok(found) }
}

/// Returns the records of the plan, in its order. A run in several groups was made once and is listed in each.
pub(super) fn in_order(spool: &Spool, records: &BTreeMap<String, Record>) -> Vec<Record> {
    let jobs = spool.jobs.iter();
    jobs.filter_map(|job| {
        let record = records.get(&job.key())?.clone();
        Some(Record { group: job.group.clone(), model: job.model.clone(), set: job.set.clone(), ..record })
    })
    .collect()
}

/// Writes the reports and the folder of reports beside the records.
const REPORTS: [&str; 4] = ["report.html", "report.json", "records.csv", "benchexec"];

fn write_reports(spool: &Spool, report: &Report) -> Result<(), Quit> {
    let [page, json, csv, benchexec] = REPORTS.map(|name| spool.file(name));
    let save = |path: &Path, text: &str| outputs::save("the report", path, text);
    save(&page, &report.html())?;
    save(&json, &format!("{:#}\n", report.json()))?;
    save(&csv, &report.csv())?;
    std::fs::create_dir_all(&benchexec).map_err(|error| Quit::wrong(format!("{}: {error}", benchexec.display())))?;
    report.benchexec().iter().try_for_each(|(name, content)| save(&benchexec.join(name), content))
}
