//! `boardwright steps MODEL`: the way to the solution as steps that a person can follow.
//!
//! `render::steps` writes them.

use super::exit::failed;
use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_render::{steps as render, text};
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::steps::{self, CALLS, StepsRequest};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Print only the next steps from a position, up to the next value or line; "" is the empty position
    ///
    /// The position is entries such as "r3c4=5 r1c1-r1c2", or a file, or - for standard input. A file has entries, one a line, or a board
    /// in the symbols of the model, where ? is an unknown cell, or JSON with `board` or `known`.
    #[arg(long, value_name = "STATE", help_heading = "Question")]
    hint: Option<String>,
    /// Name the wrong entries of the position; without it, a position with wrong entries is an error
    #[arg(long, requires = "hint", help_heading = "Question")]
    check: bool,
    /// Print the file, line and column of each clue and rule
    #[arg(long, help_heading = "Output")]
    places: bool,
    /// Print the size of each step, and whether it is proved to be the smallest
    #[arg(long, short, conflicts_with = "quiet", help_heading = "Output")]
    verbose: bool,
    /// Use this formulation; see `list formulations` [default: auto]
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    formulation: Option<String>,
    /// Search for a smaller reason with at most N solver calls for each step
    ///
    /// A step whose search ends at the limit has a lower bound instead of a certificate.
    #[arg(long, value_name = "N", default_value_t = CALLS, help_heading = "Limits", value_parser = super::whole::any::<u64>)]
    calls: u64,
    #[command(flatten)]
    limits: Limits,
    /// Print the steps as text, json, svg or html
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the steps to FILE instead of standard output
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
    Svg,
    Html,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Object,
            Format::Svg | Format::Html => AnswerForm::File,
        };
        (&self.limits, Unanswered::new(&self.model, form, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    if loaded.instance.plans().is_some() {
        return moves(arguments, session, output, &source, &loaded);
    }
    let mut request = StepsRequest {
        formulation: arguments.formulation.clone(),
        calls: arguments.calls,
        ..StepsRequest::new(&loaded)
    };
    if let Some(state) = &arguments.hint {
        let state = match steps::typed(state) {
            Some(entries) => Source::new("--hint", entries),
            None => session.read_source(Path::new(state))?,
        };
        let sheet = loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
        let entries = steps::entries(&state.text, loaded.puzzle.name(), &sheet);
        request.from = Some(entries.map_err(|reason| Quit::wrong(format!("{}: {reason}", state.name)))?);
    }
    let start = Instant::now();
    watch::enter(Phase::Solve);
    let found = steps::run(&request, &session.budget).map_err(|failure| failed(failure, &source))?;
    watch::enter(Phase::Answer);
    if !found.wrong.is_empty() && !arguments.check {
        return Err(Quit::wrong("the position contradicts the solution; --check names the wrong entries"));
    }
    let detail = render::Detail { sizes: arguments.verbose, places: arguments.places };
    let answer = match arguments.format {
        Format::Text => {
            let style = text::Style { colour: output.colour(), width: output.width() };
            render::text(&source, &loaded, &found, detail, style)
        }
        Format::Json => format!("{:#}\n", render::json(&source, &loaded, &found)),
        Format::Svg => render::film(&loaded, &found),
        Format::Html => render::page(&source, &loaded, &found, detail),
    };
    output.write(&answer)?;
    if !arguments.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{:.3} s for {} steps\n", start.elapsed().as_secs_f64(), found.steps.len()));
    }
    let open = found.stopped || found.answer == Answer::Unknown;
    Ok(if open { Exit::Unknown.code() } else { Exit::Answered.code() })
}

/// Prints the moves of a plan.
fn moves(
    arguments: &Arguments,
    session: &Session,
    output: Output,
    source: &Source,
    loaded: &Loaded,
) -> Result<u8, Quit> {
    if arguments.hint.is_some() {
        return Err(Quit::wrong("`--hint` does not support plans; the start of the model is the position"));
    }
    let request = StepsRequest { formulation: arguments.formulation.clone(), ..StepsRequest::new(loaded) };
    watch::enter(Phase::Solve);
    let found = steps::moves::run(&request, &session.budget).map_err(|failure| failed(failure, source))?;
    watch::enter(Phase::Answer);
    let answer = match arguments.format {
        Format::Text => {
            let style = text::Style { colour: output.colour(), width: output.width() };
            render::moves::text(loaded, &found, style)
        }
        Format::Json => format!("{:#}\n", render::moves::json(source, loaded, &found)),
        Format::Svg => render::moves::film(loaded, &found),
        Format::Html => render::moves::page(loaded, &found),
    };
    output.write(&answer)?;
    Ok(if found.stopped || found.answer == Answer::Unknown { Exit::Unknown.code() } else { Exit::Answered.code() })
}
