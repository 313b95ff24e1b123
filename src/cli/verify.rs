//! `boardwright verify MODEL SOLUTION`: checks a solution from any source.

use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_puzzle::solution::{Solution, Violation, notation};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// JSON or JSON lines that `solve` prints, or the rows of the board; - for standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    limits: Limits,
    /// Print the result as text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = if self.format == Format::Json { AnswerForm::Object } else { AnswerForm::Text };
        (&self.limits, Unanswered::new(&self.model, form, &self.output))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let (_, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    let name = arguments.solution.display().to_string();
    let text = session.read_source(&arguments.solution)?.text;
    watch::enter(Phase::Verify);
    let claimed =
        notation::read(&text, loaded.puzzle.name()).map_err(|reason| Quit::wrong(format!("{name}: {reason}")))?;
    let mut results: Vec<Result<Solution, Violation>> = Vec::with_capacity(claimed.len());
    for written in claimed {
        session.budget.check().map_err(Quit::stopped)?;
        results.push(Solution::read(&*loaded.instance, &written));
    }
    let wrong = results.iter().filter(|result| result.is_err()).count();
    watch::enter(Phase::Answer);
    let checked = |solution: &Solution| loaded.instance.analysis().and_then(|family| family.checked(solution));
    let answer = match arguments.format {
        Format::Json => {
            let solutions: Vec<Value> = results
                .iter()
                .map(|result| {
                    let checked = result.as_ref().ok().and_then(checked);
                    let violation = result.as_ref().err().map(ToString::to_string);
                    json!({ "verified": result.is_ok(), "violation": violation, "checked": checked })
                })
                .collect();
            let object = json!({
                "model": arguments.model.display().to_string(),
                "puzzle": loaded.puzzle.name(),
                "verified": wrong == 0,
                "solutions": solutions,
            });
            format!("{object:#}\n")
        }
        Format::Text => {
            let mut out = String::new();
            for (index, result) in results.iter().enumerate() {
                let which = if results.len() > 1 { format!("solution {}: ", index + 1) } else { String::new() };
                match result {
                    Ok(solution) => {
                        let checked = checked(solution);
                        let checked = checked.map_or(String::new(), |checked| format!(": {checked}"));
                        out.push_str(&format!("{which}verified{checked}\n"));
                    }
                    Err(violation) => out.push_str(&format!("{which}not a solution: {violation}\n")),
                }
            }
            out
        }
    };
    output.write(&answer)?;
    Ok(if wrong == 0 { Exit::Answered } else { Exit::No }.code())
}
