//! `boardwright check MODEL...`: checks errors, `[expect]`, and uniqueness, and prints the route.

use super::choices::Choices;
use super::compare::planned;
use super::deep;
use super::example;
use super::input::Session;
use super::limits::Limits;
use super::outputs::{self, Output};
use super::sequence::{self, Kind, Question};
use super::settings::{Settings, sizes};
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::way::Verbosity;
use super::{Exit, Quit, complain};
use boardwright_base::budget::Budget;
use boardwright_base::source::{Source, pad_right};
use boardwright_model::{Expect, Sequence};
use boardwright_puzzle::Loaded;
use boardwright_render::json;
use boardwright_study::campaign::is_campaign;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::distinct::{self, Distinct, Symmetries};
use boardwright_tasks::task::{Ask, Failure, Request, Setup, detached, ignore, sweep_outlook};
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model or campaign files
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    verbosity: Verbosity,
    /// Search for superfluous rules and clues, and for values that no solution has [default limit: 60s for each model]
    ///
    /// A rule is superfluous if it follows from the others: with the clues of the model, and without clues, where each set of a
    /// rule is asked about.
    #[arg(long, help_heading = "Question")]
    deep: bool,
    /// With --deep: search for rules that follow from the others, without clues, for each number of a range, such as n=2..6
    #[arg(long, value_name = "NAME=FROM..TO", value_parser = sizes, requires = "deep", help_heading = "Question")]
    sizes: Option<(String, [i64; 2])>,
    /// Print the results as text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The findings about one model.
struct Checked {
    name: String,
    puzzle: String,
    /// `unique`, `several`, `none` or `unknown`; with an objective, of optimal solutions.
    solutions: &'static str,
    /// The number of solutions, if known.
    count: Option<BigUint>,
    answer: &'static str,
    /// The number of solutions up to symmetry, if `[expect]` has one and it is known.
    distinct: Option<usize>,
    /// The group of symmetries, if known.
    symmetries: Option<String>,
    optimum: Option<i64>,
    way: String,
    /// Why it was chosen.
    why: String,
    /// How a count would go on, if that was asked for.
    counting: Option<String>,
    /// Differences between `[expect]` and the answer.
    broken: Vec<String>,
    /// Whether the model has an `[expect]`.
    expects: bool,
    /// The numbers of compared and of all terms of the expected sequence.
    sequence: Option<[usize; 2]>,
    /// The findings of `--deep`.
    deep: Option<deep::Findings>,
    /// The number of runs of a campaign, about which nothing else is known.
    runs: Option<usize>,
    /// The limit that was reached before there was an answer.
    reason: Option<String>,
    exit: Exit,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let first = self.models.first().map_or(Path::new(""), PathBuf::as_path);
        let form = if self.format == Format::Json { AnswerForm::Object } else { AnswerForm::Text };
        (&self.choices.limits, Unanswered::new(first, form, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    // Read all models before solving the first.
    arguments.models.iter().try_for_each(|path| outputs::note_read(path))?;
    let mut worst = Exit::Answered;
    let mut checked = Vec::new();
    for path in &arguments.models {
        // Each model has the whole time.
        let session = Session { budget: arguments.choices.limits.budget()?, ..session.clone() };
        watch::renew(&session.budget);
        match checked_within(path, arguments, &session) {
            Ok(result) => {
                worst = worst.worse(result.exit);
                checked.push(result);
            }
            Err(quit) if quit.exit == Exit::Stopped => {
                worst = worst.worse(quit.exit);
                checked.push(Checked::stopped(path, quit.words));
            }
            Err(quit) => {
                let name = path.display().to_string();
                let named = quit.words.is_empty() || quit.words.contains(&name);
                complain(&if named { quit.words } else { format!("{name}: {}", quit.words) });
                worst = worst.worse(quit.exit);
            }
        }
    }
    // If the only model is invalid, stdout stays empty.
    if !checked.is_empty() {
        let answer = match arguments.format {
            Format::Text => text(&checked),
            Format::Json => {
                let models: Vec<Value> = checked.iter().map(Checked::to_json).collect();
                format!("{:#}\n", serde_json::json!({ "models": models, "holds": worst == Exit::Answered }))
            }
        };
        output.write(&answer)?;
    }
    Ok(worst.code())
}

/// The maximum number of solutions that are listed to compare with the expected number.
const LISTED: usize = 20_000;

/// Checks a model, and abandons it if it does not react to a limit, so that the following models are checked.
fn checked_within(path: &Path, arguments: &Arguments, session: &Session) -> Result<Checked, Quit> {
    let (path, within) = (path.to_path_buf(), session.clone());
    let (settings, choices) = (arguments.settings.clone(), arguments.choices.clone());
    let sizes = arguments.sizes.clone();
    let extent = Extent { verbose: arguments.verbosity.verbose, deep: arguments.deep, sizes };
    let work = move || check(&path, &settings, &choices, &extent, &within);
    watch::abandonable(&session.budget, work).unwrap_or_else(|stop| Err(Quit::stopped(stop)))
}

/// What is found out besides the answer.
struct Extent {
    verbose: bool,
    deep: bool,
    sizes: Option<(String, [i64; 2])>,
}

fn check(
    path: &Path,
    settings: &Settings,
    choices: &Choices,
    extent: &Extent,
    session: &Session,
) -> Result<Checked, Quit> {
    let source = session.read_model(path)?;
    if is_campaign(&source.text) {
        let (_, jobs) = planned(path, &source, session)?;
        let (puzzle, runs) = ("campaign".into(), Some(jobs.len()));
        return Ok(Checked { puzzle, runs, exit: Exit::Answered, ..Checked::unknown(path) });
    }
    let source = settings.apply(source)?;
    let loaded = session.loaded(&source, false)?;
    if settings.is_empty() {
        session.examples(&source, &loaded)?;
    }
    // `[expect]` is about the defaults of the parameters.
    let expect = loaded.model.expect.clone().filter(|_| settings.is_empty());
    let several = expect.as_ref().and_then(|expect| expect.count).is_some_and(|count| count > 1);
    let setup = choices.setup(&loaded, &source, several, false, &session.budget)?;
    if !choices.quiet {
        session.warn(&source, &loaded, &setup)?;
    }
    let budget = &session.budget;
    watch::enter(Phase::Solve);
    let wanted = expect.as_ref().and_then(|expect| expect.count).unwrap_or(1).saturating_add(1).max(2);
    let ask = |ask| detached::run(&choices.request(&loaded, &setup, ask), budget, &mut ignore);
    let (first, all) = answers(wanted, ask)?;
    let solutions = verdict(&first, &all);
    let mut broken = expect.as_ref().map_or(Vec::new(), |expect| broken(expect, &first, &all));
    if settings.is_empty() && !loaded.model.examples.is_empty() {
        broken.extend(example::wrong(&loaded, &source, budget)?);
    }
    let mut undecided = first.answer == Answer::Unknown || first.stopped || all.stopped;
    let symmetries = loaded.instance.symmetries(false).ok().map(|group| group.to_string());
    let mut distinct = None;
    if let Some(wanted) = expect.as_ref().and_then(|expect| expect.distinct)
        && !undecided
    {
        let (number, known) = distinct_solutions(&loaded, &setup, &all, wanted, budget)?;
        undecided |= !known && number as u64 <= wanted;
        if number as u64 > wanted {
            broken.push(format!("expected {wanted} distinct solutions, found more"));
        } else if known && number as u64 != wanted {
            broken.push(format!("expected {wanted} distinct solutions, found {number}"));
        }
        distinct = Some(number).filter(|_| known);
    }
    let known = expect.as_ref().and_then(|expect| expect.sequence.as_ref());
    let known = known.filter(|_| broken.is_empty() && !undecided);
    let sequence = known.map(|known| terms(&source, known, choices, session, &mut broken)).transpose()?;
    let counting = extent.verbose.then(|| counting(&loaded, &source, choices, budget)).transpose()?;
    let examine = || deep::examine(&source, &loaded, extent.sizes.as_ref(), choices.limits.time_limit, session);
    let deep = extent.deep.then(examine).transpose()?;
    undecided |= deep.as_ref().is_some_and(deep::Findings::is_open);
    let superfluous = expect.as_ref().and_then(|expect| expect.superfluous.as_ref());
    broken.extend(deep.as_ref().zip(superfluous).and_then(|(deep, expected)| deep.differs(expected)));
    let exit = if !broken.is_empty() {
        Exit::No
    } else if undecided {
        Exit::Unknown
    } else {
        Exit::Answered
    };
    Ok(Checked {
        name: path.display().to_string(),
        puzzle: loaded.puzzle.name().to_string(),
        solutions,
        count: all.count.clone(),
        distinct,
        symmetries,
        answer: first.answer.name(),
        optimum: first.optimum,
        way: setup.describe(),
        why: setup.reason(),
        counting,
        broken,
        expects: expect.is_some(),
        sequence,
        deep,
        runs: None,
        reason: None,
        exit,
    })
}

/// Asks for a solution, then for one more than the expected number of them.
fn answers(wanted: u64, ask: impl Fn(Ask) -> Result<Report, Failure>) -> Result<(Report, Report), Failure> {
    let first = ask(Ask::One)?;
    let found = matches!(first.answer, Answer::Satisfiable | Answer::Optimal);
    if !found || first.complete || first.stopped {
        return Ok((first.clone(), first));
    }
    // Up to here, a list that stops at one too many is faster than a count.
    let all = ask(match usize::try_from(wanted) {
        Ok(limit) if limit <= LISTED => Ask::UpTo(limit),
        _ => Ask::Count,
    })?;
    Ok((first, all))
}

/// Returns whether there are solutions, from reports about one and about several.
fn verdict(first: &Report, all: &Report) -> &'static str {
    match (first.answer, all.solutions.len(), all.complete) {
        (Answer::Unsatisfiable, _, _) => "none",
        (_, 1, true) => "unique",
        (_, 2.., _) | (_, 0, true) => "several",
        _ => "unknown",
    }
}

/// Describes how a count would go.
fn counting(loaded: &Loaded, source: &Source, choices: &Choices, budget: &Budget) -> Result<String, Quit> {
    let setup = choices.setup(loaded, source, true, false, budget)?;
    let sweep = sweep_outlook(loaded, &setup, budget)?.map_or(String::new(), |remark| format!("; {remark}"));
    Ok(format!("{}: {}{sweep}", setup.describe(), setup.reason()))
}

/// Compares the terms of a sequence, in order, as long as they are found within [`SEQUENCE`]. Returns the numbers of compared and of
/// all terms. What is left open is no difference.
fn terms(
    source: &Source,
    sequence: &Sequence,
    choices: &Choices,
    session: &Session,
    broken: &mut Vec<String>,
) -> Result<[usize; 2], Quit> {
    let (first, last) = sequence.range();
    let parameter = sequence.parameter.clone();
    let question = Question { source: source.clone(), parameter, range: (first, last), settings: Settings::default() };
    // The reader accepts no other names.
    let kind = Kind::named(&sequence.of).unwrap_or(Kind::Count);
    let session = Session { budget: session.budget.at_most(Some(SEQUENCE)), ..session.clone() };
    let mut compared = 0;
    for (value, right) in (first..=last).zip(&sequence.terms) {
        let term = question.term(value, kind, choices, &session)?;
        if let sequence::Value::Open(_) = term.value {
            break;
        }
        if term.value.differs(right) {
            let found = term.value;
            broken.push(format!("expected {right} for {} = {value}, found {found}", question.parameter));
            break;
        }
        compared += 1;
    }
    Ok([compared, sequence.terms.len()])
}

/// The time for the terms of a sequence.
const SEQUENCE: Duration = Duration::from_secs(2);

/// Returns the number of solutions up to symmetry, at most `wanted` plus one, and whether that is all.
fn distinct_solutions(
    loaded: &Loaded,
    setup: &Setup,
    all: &Report,
    wanted: u64,
    budget: &Budget,
) -> Result<(usize, bool), Quit> {
    let symmetries = Symmetries { distinct: Some(Distinct::Symmetries), breaking: None };
    if all.complete && all.count != Some(all.solutions.len().into()) {
        // The solutions were counted, not listed.
        let report = detached::run(&Request::new(loaded, setup, Ask::Count).up_to(symmetries), budget, &mut ignore)?;
        let number = report.count.as_ref().or(report.at_least.as_ref()).and_then(|count| usize::try_from(count).ok());
        return Ok((number.unwrap_or(usize::MAX), report.complete));
    }
    if all.complete {
        return Ok((distinct::among(&loaded.instance, Distinct::Symmetries, &all.solutions)?, true));
    }
    let ask = Ask::UpTo(usize::try_from(wanted.saturating_add(1)).unwrap_or(usize::MAX));
    let report = detached::run(&Request::new(loaded, setup, ask).up_to(symmetries), budget, &mut ignore)?;
    Ok((report.solutions.len(), report.complete))
}

/// Returns differences between `[expect]` and the answer. What a limit left open is no difference.
fn broken(expect: &Expect, first: &Report, all: &Report) -> Vec<String> {
    let mut broken = Vec::new();
    let known = first.answer != Answer::Unknown && !first.stopped;
    if let Some(answer) = expect.answer.as_deref().filter(|_| known) {
        // A model with an objective is also satisfiable.
        let fits = answer == first.answer.name() || (answer == "satisfiable" && first.answer == Answer::Optimal);
        if !fits {
            broken.push(format!("expected {answer}, found {}", first.answer.name()));
        }
    }
    if let Some(optimum) = expect.optimum.filter(|_| known)
        && first.optimum != Some(optimum)
    {
        let found = first.optimum.map_or("none".to_string(), |found| found.to_string());
        broken.push(format!("expected optimum {optimum}, found {found}"));
    }
    if let Some(count) = expect.count {
        let found = all.count.clone().unwrap_or_else(|| all.solutions.len().into());
        if !all.complete && found > count.into() {
            broken.push(format!("expected {count} solutions, found more"));
        } else if all.complete && all.count != Some(count.into()) {
            broken.push(format!("expected {count} solutions, found {found}"));
        }
    }
    broken
}

impl Checked {
    /// Returns empty findings.
    fn unknown(path: &Path) -> Checked {
        Checked {
            name: path.display().to_string(),
            puzzle: String::new(),
            solutions: "unknown",
            count: None,
            distinct: None,
            symmetries: None,
            answer: Answer::Unknown.name(),
            optimum: None,
            way: String::new(),
            why: String::new(),
            counting: None,
            broken: Vec::new(),
            expects: false,
            sequence: None,
            deep: None,
            runs: None,
            reason: None,
            exit: Exit::Unknown,
        }
    }

    /// Returns the findings at a limit before an answer.
    fn stopped(path: &Path, reason: String) -> Checked {
        Checked { reason: Some(reason), ..Checked::unknown(path) }
    }

    fn to_json(&self) -> Value {
        serde_json::json!({
            "model": self.name,
            "puzzle": if self.puzzle.is_empty() { Value::Null } else { self.puzzle.as_str().into() },
            "answer": self.answer,
            "solutions": self.solutions,
            "count": self.count.as_ref().map(json::count),
            "distinct": self.distinct,
            "symmetries": self.symmetries,
            "optimum": self.optimum,
            "way": self.way,
            "why": self.why,
            "counting": self.counting,
            "runs": self.runs,
            "expect": if self.expects { Value::from(self.broken.is_empty() && self.exit == Exit::Answered) } else { Value::Null },
            "sequence": self.sequence.map(|[compared, all]| json!({ "compared": compared, "terms": all })),
            "broken": self.broken,
            "deep": self.deep.as_ref().map(deep::Findings::to_json),
            "reason": self.reason,
        })
    }
}

/// Formats one line per model, followed by the differences.
fn text(checked: &[Checked]) -> String {
    let width = |of: fn(&Checked) -> usize| checked.iter().map(of).max().unwrap_or(0);
    let names = width(|checked| checked.name.chars().count());
    let findings: Vec<String> = checked.iter().map(finding).collect();
    let widest = findings.iter().map(|finding| finding.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (checked, finding) in checked.iter().zip(&findings) {
        let verdict = match checked.exit {
            Exit::Answered => "ok     ",
            Exit::No => "FAILED ",
            _ => "unknown",
        };
        let symmetries = checked.symmetries.as_ref().map_or(String::new(), |group| format!(", symmetries: {group}"));
        let (name, finding) = (pad_right(&checked.name, names), pad_right(finding, widest));
        let line = format!("{verdict}  {name}  {finding}  {}{symmetries}", checked.way);
        out.push_str(line.trim_end());
        out.push('\n');
        if let Some(counting) = &checked.counting {
            out.push_str(&format!("         {}: {}\n         counted by {counting}\n", checked.way, checked.why));
        }
        let deep = checked.deep.iter().flat_map(deep::Findings::lines);
        for line in checked.broken.iter().cloned().chain(deep) {
            out.push_str(&format!("         {line}\n"));
        }
    }
    out
}

/// Describes a number of solutions up to symmetry, and of all, if known.
fn up_to_symmetry(distinct: usize, count: Option<&BigUint>) -> String {
    let of = count.map_or(String::new(), |count| format!(" ({count} solutions)"));
    match distinct {
        1 => format!("unique up to symmetry{of}"),
        number => format!("{number} solutions up to symmetry{of}"),
    }
}

fn finding(checked: &Checked) -> String {
    if let Some(runs) = checked.runs {
        return format!("a campaign of {runs} runs");
    }
    if let Some(reason) = &checked.reason {
        return reason.clone();
    }
    let count = match (checked.solutions, &checked.count) {
        ("several", count) => match (checked.distinct, count) {
            (Some(distinct), count) => up_to_symmetry(distinct, count.as_ref()),
            (None, Some(count)) => format!("{count} solutions"),
            (None, None) => "several solutions".to_string(),
        },
        ("unique", _) => "unique".to_string(),
        ("none", _) => "no solution".to_string(),
        _ if ["satisfiable", "optimal"].contains(&checked.answer) => "a solution".to_string(),
        _ => "unknown".to_string(),
    };
    let optimum = checked.optimum.map_or(String::new(), |optimum| format!(", optimum {optimum}"));
    let expect = if !checked.expects { ", no [expect]" } else { "" };
    let sequence = checked.sequence.map(|[compared, all]| format!(", sequence: {compared} of {all} terms"));
    format!("{count}{optimum}{expect}{}", sequence.unwrap_or_default())
}
