//! `boardwright example MODEL`: checks the `[[example]]` tables of a model, or makes some.

use super::exit::explained;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::capability::stances::BrokenRule;
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::{Example, LoadError, Loaded, Verdict};
use boardwright_tasks::task::examples::{self, ExampleError, Found, Made, Outcome};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Make examples: a board that obeys all rules, and for each rule one that breaks it alone
    #[arg(long, help_heading = "Question")]
    make: bool,
    #[command(flatten)]
    limits: Limits,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.model, AnswerForm::Text, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::open(&arguments.output)?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    watch::enter(Phase::Solve);
    let (text, exit) = match arguments.make {
        true => {
            let made = examples::make(&loaded, &session.budget).map_err(|error| failed(error, &source))?;
            let is_open = made.iter().any(|made| matches!(made.found, Found::Open(_)));
            (tables(&loaded, &made), if is_open { Exit::Unknown } else { Exit::Answered })
        }
        false => {
            let outcomes = outcomes(&loaded, &source, &session.budget)?;
            let is_right = outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::AsStated));
            let lines = outcomes.iter().map(|(example, outcome)| format!("{}\n", line(example, outcome)));
            let lines: String = lines.collect();
            let text = if lines.is_empty() { "the model has no [[example]]\n".to_string() } else { lines };
            (text, if is_right { Exit::Answered } else { Exit::No })
        }
    };
    watch::enter(Phase::Answer);
    output.write(&text)?;
    Ok(exit.code())
}

/// Returns a line for each example of a model that is not what it states.
pub(super) fn wrong(loaded: &Loaded, source: &Source, budget: &Budget) -> Result<Vec<String>, Quit> {
    let outcomes = outcomes(loaded, source, budget)?.into_iter();
    let wrong = outcomes.filter(|(_, outcome)| !matches!(outcome, Outcome::AsStated));
    Ok(wrong.map(|(example, outcome)| line(example, &outcome)).collect())
}

fn outcomes<'l>(loaded: &'l Loaded, source: &Source, budget: &Budget) -> Result<Vec<(&'l Example, Outcome)>, Quit> {
    let outcomes = examples::check(loaded, budget).map_err(|error| failed(error, source))?;
    Ok(loaded.model.examples.iter().zip(outcomes).collect())
}

fn failed(error: ExampleError, source: &Source) -> Quit {
    match error {
        ExampleError::Picture(LoadError::Wrong(wrong)) => explained(&wrong, source),
        ExampleError::Picture(LoadError::Stopped(stop, _)) => Quit::stopped(stop),
        ExampleError::Family(family) => Quit::wrong(format!("[[example]] is not supported for `{family}`")),
        ExampleError::Failed(failure) => failure.into(),
    }
}

/// Says what an example is, and what it states if that is something else.
fn line(example: &Example, outcome: &Outcome) -> String {
    let stated = match &example.verdict {
        Verdict::Valid => "valid".to_string(),
        Verdict::Invalid => "invalid".to_string(),
        Verdict::Breaks(name) => format!("breaks `{}`", name.value),
    };
    let place = format!("example at line {}", example.line);
    match outcome {
        Outcome::AsStated => format!("{place}: {stated}"),
        Outcome::Obeys => format!("{place}: expected {stated}, but the board obeys all rules"),
        Outcome::Breaks(rules) => format!("{place}: expected {stated}, but {}", violations(rules)),
        Outcome::Unreadable(malformed) => format!("{place}: cannot read the board: {malformed}"),
        Outcome::OtherBoard(violation) => format!("{place}: cannot read the board: {violation}"),
    }
}

fn violations(rules: &[BrokenRule]) -> String {
    rules.iter().map(|rule| rule.violation.to_string()).collect::<Vec<_>>().join("; ")
}

/// Returns the tables of a model for examples.
fn tables(loaded: &Loaded, made: &[Made]) -> String {
    let mut out = String::new();
    for Made { breaks, found } in made {
        let name = breaks.as_ref().map(|rule| quoted(&rule.rule_name()));
        match (found, name) {
            (Found::Board(board), name) => {
                let verdict = name.map_or_else(|| "valid = true".to_string(), |name| format!("breaks = {name}"));
                out.push_str(&format!("[[example]]\n{verdict}\nboard = '''\n{}'''\n\n", text(loaded, board)));
            }
            (Found::Nothing, None) => out.push_str("# no board obeys all rules\n\n"),
            (Found::Nothing, Some(name)) => {
                out.push_str(&format!("# no board breaks {name} alone: it follows from the other rules\n\n"));
            }
            (Found::Open(stop), name) => {
                let what = name.map_or_else(|| "a board that obeys all rules".into(), |name| format!("{name} alone"));
                let why = stop.map_or("its violation cannot be stated as constraints", |stop| stop.describe());
                out.push_str(&format!("# unknown: {what}: {why}\n\n"));
            }
        }
    }
    out
}

/// Returns a text as a TOML string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns a board as `verify` reads it: rows, or JSON if it has more than one layer.
fn text(loaded: &Loaded, board: &Candidate) -> String {
    let json = board.to_json(&*loaded.instance);
    let rows = json["board"].as_array().filter(|_| json.as_object().is_some_and(|object| object.len() == 1));
    match rows {
        Some(rows) => rows.iter().filter_map(|row| row.as_str()).map(|row| format!("{row}\n")).collect(),
        None => format!("{json}\n"),
    }
}
