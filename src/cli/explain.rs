//! `boardwright explain MODEL`: explains the answer to a model.
//!
//! `render::explanation` writes the explanation.

use super::events::EventWriter;
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
use boardwright_render::{explanation, text};
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::explain::{ExplainRequest, Explanation, Finding};
use boardwright_tasks::task::{detached, ignore};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Find a smallest set of clues and rules instead of a minimal one
    ///
    /// No clue or rule can be left out of a minimal set, but another minimal set may be smaller. A smallest set takes longer.
    #[arg(long, help_heading = "Question")]
    smallest: bool,
    /// Use this formulation; see `list formulations` [default: auto]
    #[arg(long, value_name = "NAME", help_heading = "Method")]
    formulation: Option<String>,
    #[command(flatten)]
    limits: Limits,
    /// Print the explanation as text, json, svg or events
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the explanation to FILE instead of standard output
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
    Events,
}

impl Arguments {
    /// Returns the explanation as one text.
    fn answer(&self, source: &Source, loaded: &Loaded, found: &Explanation, output: &Output) -> String {
        match self.format {
            Format::Text => {
                let style = text::Style { colour: output.colour(), width: output.width() };
                explanation::text(source, loaded, found, style)
            }
            Format::Json | Format::Events => format!("{:#}\n", explanation::json(source, loaded, found)),
            Format::Svg => explanation::svg(loaded, found),
        }
    }

    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Object,
            Format::Svg => AnswerForm::File,
            Format::Events => AnswerForm::ObjectEvents,
        };
        (&self.limits, Unanswered::new(&self.model, form, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    let request = ExplainRequest {
        formulation: arguments.formulation.clone(),
        smallest: arguments.smallest,
        ..ExplainRequest::new(&loaded)
    };
    let start = Instant::now();
    watch::enter(Phase::Solve);
    let found = if arguments.format == Format::Events {
        let mut writer = EventWriter::new(output, Some(&*loaded.instance))?;
        let found = detached::explain(&request, &session.budget, &mut |event| writer.event(&event));
        let found = writer.end(found.map_err(|failure| failed(failure, &source)), |found| {
            explanation::json(&source, &loaded, found)
        })?;
        let Some(found) = found else { return Ok(Exit::Answered.code()) };
        found
    } else {
        let found =
            detached::explain(&request, &session.budget, &mut ignore).map_err(|failure| failed(failure, &source))?;
        watch::enter(Phase::Answer);
        let answer = arguments.answer(&source, &loaded, &found, &output);
        output.write(&answer)?;
        found
    };
    if !arguments.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{:.3} s to explain\n", start.elapsed().as_secs_f64()));
    }
    let nothing = matches!(found.finding, Finding::Nothing);
    let open = found.stopped || found.answer == Answer::Unknown || nothing;
    Ok(if open { Exit::Unknown.code() } else { Exit::Answered.code() })
}
