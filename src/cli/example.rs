//! `boardwright example MODEL`: checks the `[[example]]` tables of a model, or makes some.

use super::exit::explained;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit, new};
use crate::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::genre::blank;
use boardwright_model::{Mutant, RuleChange};
use boardwright_puzzle::capability::stances::BrokenRule;
use boardwright_puzzle::{Example, LoadError, Loaded, Verdict};
use boardwright_tasks::task::examples::{self, ExampleError, Made, Making, MakingRequest, Outcome, Survey};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, - for standard input, or the name of a genre, such as slitherlink
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Make the examples that are missing: a board that obeys all rules, and for each rule one that breaks it alone
    #[arg(long, help_heading = "Question")]
    make: bool,
    /// Change each rule, and list the changes that no example notices; with --make, make examples that notice them
    ///
    /// A change drops a rule, adds 1 to a number or subtracts 1 from it, or turns a comparison. --make then changes the marks of the
    /// puzzle, too.
    #[arg(long, help_heading = "Question")]
    mutants: bool,
    /// Random seed of --make
    #[arg(long, value_name = "N", default_value_t = 1, requires = "make", help_heading = "Question")]
    seed: u64,
    /// Rows of the board of a genre [default: those of its file]
    #[arg(long, value_name = "N", requires = "make", help_heading = "Board", value_parser = super::whole::whole::<u16, 1, 100>)]
    rows: Option<u16>,
    /// Columns of the board of a genre [default: as many as rows]
    #[arg(long, value_name = "N", requires = "rows", help_heading = "Board", value_parser = super::whole::whole::<u16, 1, 100>)]
    columns: Option<u16>,
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
    let (source, loaded) = model(arguments, session)?;
    watch::enter(Phase::Solve);
    let failed = |error| failed(error, &source);
    let (text, exit) = match (arguments.make, arguments.mutants) {
        (true, mutants) => {
            let request = MakingRequest { mutants, seed: arguments.seed };
            let making = examples::make(&source, &loaded, &request, &session.budget).map_err(failed)?;
            let is_open = making.made.iter().any(|made| matches!(made, Made::Open(..)));
            (tables(&making), if is_open { Exit::Unknown } else { Exit::Answered })
        }
        (false, true) => {
            let survey = examples::survey(&loaded, &session.budget).map_err(failed)?;
            (listed(&survey), if survey.survivors.is_empty() { Exit::Answered } else { Exit::No })
        }
        (false, false) => {
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

/// Reads the model: a file, or that of a genre.
fn model(arguments: &Arguments, session: &Session) -> Result<(Source, Loaded), Quit> {
    let name = arguments.model.to_string_lossy();
    let is_name = name != "-" && !name.contains(['.', '/', '\\']) && !arguments.model.exists();
    if !is_name {
        if arguments.rows.is_some() {
            return Err(Quit::wrong("--rows requires the name of a genre; a model has its own size"));
        }
        return session.load(&arguments.model, &arguments.settings, false);
    }
    let file = new::genre(&name)?;
    let text = match arguments.rows {
        None => file.text.to_string(),
        Some(rows) => {
            let columns = arguments.columns.unwrap_or(rows);
            blank::blank(REGISTRY, file, rows, columns, &session.budget).map_err(Quit::wrong)?
        }
    };
    let source = arguments.settings.apply(Source::new(file.name, text))?;
    let loaded = session.loaded(&source, false)?;
    Ok((source, loaded))
}

/// Lists the changes of rules that no example notices.
fn listed(survey: &Survey) -> String {
    let noticed = survey.mutants - survey.survivors.len();
    let lines = survey.survivors.iter().map(|mutant| format!("not noticed: {}\n", change(mutant)));
    format!("{}{noticed} of {} changes of rules are noticed\n", lines.collect::<String>(), survey.mutants)
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

/// Returns the tables of a model for examples, and what is missing as comments.
fn tables(making: &Making) -> String {
    let mut parts: Vec<String> = making.made.iter().map(made).collect();
    parts.extend(making.survivors.iter().map(|mutant| format!("# no example notices: {}\n", change(mutant))));
    match parts.is_empty() {
        true => "# no example is missing\n".to_string(),
        false => parts.join("\n"),
    }
}

fn made(made: &Made) -> String {
    match made {
        Made::Example(example) => example.toml(),
        Made::Nothing(None) => "# no board obeys all rules\n".to_string(),
        Made::Nothing(Some(name)) => {
            format!("# no board breaks {name:?} alone: it follows from the other rules\n")
        }
        Made::Open(name, stop) => {
            let what = match name {
                None => "a board that obeys all rules".to_string(),
                Some(name) => format!("{name:?} alone"),
            };
            let why = stop.map_or("its violation cannot be stated as constraints", |stop| stop.describe());
            format!("# unknown: {what}: {why}\n")
        }
    }
}

/// Says what was changed in a rule.
fn change(mutant: &Mutant) -> String {
    let rule = mutant.name.as_ref().map_or_else(|| format!("rule {}", mutant.rule + 1), |name| format!("{name:?}"));
    match &mutant.change {
        RuleChange::Dropped => format!("{rule} dropped"),
        RuleChange::Number { key, from, to } => format!("{rule} with {to} instead of {from} in `{key}`"),
        RuleChange::Turned { from, to } => format!("{rule} with `{to}` instead of `{from}`"),
    }
}
