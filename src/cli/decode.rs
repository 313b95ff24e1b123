//! `boardwright decode MODEL OUTPUT`: turns the output of another solver into a verified board.
//!
//! The model is compiled again, by the comment lines of the file of `--from` or by the options. The values must satisfy the
//! compiled problem, and the board must be correct. Other statements of the solver (there is no solution, none is better) are
//! reported as its claims.
//! none, that none are better) is passed on as its word.

use super::compile::Shape;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::pace::Pace;
use super::settings::Settings;
use super::solve::{describe, drawing, style};
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Solution;
use boardwright_render::json;
use boardwright_solvers::output::{self, Status, Values};
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::compile::{Compiled, DecodeError};
use boardwright_tasks::task::recipe::{Form, Recipe};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Output of the solver, or - for standard input
    ///
    /// Accepted are lines `s` and `v`, and the solution files of minisat, glpsol, cbc and HiGHS.
    #[arg(value_name = "OUTPUT")]
    output_of_solver: PathBuf,
    /// Compiled file that the solver read; its comments record how it was compiled
    ///
    /// Without it, the options of Question and Method must repeat those of `compile`. The file must belong to the model.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    from: Option<PathBuf>,
    #[command(flatten)]
    choices: Shape,
    #[command(flatten)]
    limits: Limits,
    /// Print the answer as text, json or svg
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Report,
            Format::Svg => AnswerForm::File,
        };
        (&self.limits, Unanswered::new(&self.model, form, &self.output))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let name = arguments.output_of_solver.display().to_string();
    if name == "-" && arguments.model.as_os_str() == "-" {
        return Err(Quit::wrong("the model and the solver's output cannot both be standard input"));
    }
    if arguments.from.is_some() && arguments.choices.is_chosen() {
        return Err(Quit::wrong("--from cannot be combined with options that describe how the file was compiled"));
    }
    let from = arguments.from.as_deref().map(|path| session.read_source(path)).transpose()?;
    let recorded = from.as_ref().map(record).transpose()?;
    let fewest = recorded.as_ref().map_or(arguments.choices.fewest, |recipe| recipe.fewest);
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, fewest)?;
    let printed = session.read_source(&arguments.output_of_solver)?;
    watch::enter(Phase::Compile);
    let misread = |error| Quit::wrong(format!("{name}, {error}"));
    let said = output::read(&printed.text).map_err(misread)?;
    let recipe = match recorded {
        Some(recipe) => recipe,
        None => arguments.choices.recipe(form_of(said.values.as_ref()), &loaded, &source)?,
    };
    let compiled = Compiled::new(&loaded, &recipe, &session.budget)?;
    if let Some(from) = &from {
        compiled.says(&from.text).map_err(|error| {
            Quit::wrong(format!("{} is not what {} compiles to: {error}", from.name, arguments.model.display()))
        })?;
    }
    let report = |answer, reason, found| report(&recipe, &compiled, answer, reason, found);
    let report = match (said.status, &said.values) {
        (Some(Status::Unsatisfiable), _) => {
            report(Answer::Unsatisfiable, "the solver reports unsatisfiable, which is not checked", None)
        }
        (Some(Status::Unknown), _) | (_, None) => report(Answer::Unknown, "the solver ended without an answer", None),
        (status, Some(values)) => match compiled.judge(&loaded, values) {
            Ok((solution, cost)) => {
                let is_optimal = status == Some(Status::Optimal) && cost.is_some();
                let reason = if is_optimal { "the solver reports optimal, which is not checked" } else { "" };
                report(Answer::Satisfiable, reason, Some((solution, cost)))
            }
            Err(broken @ (DecodeError::Clause { .. } | DecodeError::Program(_))) => {
                return refuse(arguments, &loaded, &broken.to_string(), output);
            }
            Err(DecodeError::Foreign(error)) => return Err(misread(error)),
            Err(DecodeError::Failed(failure)) => return Err(failure.into()),
        },
    };
    watch::enter(Phase::Answer);
    let answer = match arguments.format {
        Format::Text => describe(&loaded, &report, style(&output), &mut Pace::new(&session.budget)),
        Format::Json => {
            format!("{:#}\n", json::report(&arguments.model.display().to_string(), &loaded, &report))
        }
        Format::Svg => drawing(&loaded, &report, &mut Pace::new(&session.budget)),
    };
    output.write(&answer)?;
    Ok(if report.answer == Answer::Unknown { Exit::Unknown } else { Exit::Answered }.code())
}

/// Returns the recipe that a compiled file records.
fn record(from: &Source) -> Result<Recipe, Quit> {
    Recipe::read(&from.text).map_err(|reason| Quit::wrong(format!("{}: {reason}", from.name)))
}

/// Returns the form that values belong to.
fn form_of(values: Option<&Values>) -> Form {
    match values {
        None | Some(Values::Literals(_) | Values::Bits(..)) => Form::Cnf,
        Some(Values::Named(_)) => Form::Opb,
        Some(Values::Columns(_)) => Form::Lp,
    }
}

/// Returns the report of an answer that was read, with a verified solution and its value where there are any.
fn report(
    recipe: &Recipe,
    compiled: &Compiled,
    answer: Answer,
    reason: &str,
    found: Option<(Solution, Option<i64>)>,
) -> Report {
    let has_clauses = recipe.form.has_clauses();
    let (solution, best) = found.map_or((None, None), |(solution, cost)| (Some(solution), cost));
    Report {
        answer,
        best,
        solutions: solution.into_iter().collect(),
        route: Some(if has_clauses { "sat" } else { "ilp" }),
        formulation: Some(compiled.formulation()),
        encoding: if has_clauses { recipe.encoding.names() } else { Vec::new() },
        statistics: compiled.statistics(),
        ..Report::unanswered(reason)
    }
}

/// Reports that the solver's values do not satisfy the compiled problem: a no, as of `verify`.
fn refuse(arguments: &Arguments, loaded: &Loaded, violation: &str, output: Output) -> Result<u8, Quit> {
    let answer = match arguments.format {
        Format::Json => {
            let object = json!({
                "model": arguments.model.display().to_string(),
                "puzzle": loaded.puzzle.name(),
                "verified": false,
                "violation": violation,
            });
            format!("{object:#}\n")
        }
        Format::Text | Format::Svg => format!("not a solution: {violation}\n"),
    };
    output.write(&answer)?;
    Ok(Exit::No.code())
}
