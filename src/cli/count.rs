//! `boardwright count MODEL`: the exact number of solutions.

use super::by::Property;
use super::campaign::cubes;
use super::checkpoint::Checkpoint;
use super::choices::Choices;
use super::classes::{Classes, up_to};
use super::events;
use super::input::Session;
use super::limits::Limits;
use super::long::{Long, ProgressLine};
use super::outputs::Output;
use super::posed::Posed;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered, incomplete};
use super::watch::{self, Phase};
use super::way::Verbosity;
use super::{Exit, Quit};
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;
use boardwright_render::reason;
use boardwright_render::{breakdown, json, svg};
use boardwright_solvers::backend::Route;
use boardwright_tasks::answer::{Answer, Breakdown, Report};
use boardwright_tasks::task::{Ask, Event, Failure, Request, Work, detached};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Count only the solutions with the fewest presses
    ///
    /// Has the effect of `fewest = true` in the model.
    #[arg(long, help_heading = "Question")]
    fewest: bool,
    /// Count by a property: cell, value=K, lines or objective
    ///
    /// cell: in how many solutions each cell has each value, and each line is there. value=K: solutions by their number of cells
    /// with the value K (LAYER.K if several layers have it). lines: by their number of lines. objective: all solutions by the
    /// value of the objective. Uses the route frontier.
    #[arg(long, value_name = "WHAT", value_parser = super::by::property, help_heading = "Question")]
    #[arg(conflicts_with_all = ["distinct", "split", "threads", "checkpoint"])]
    by: Option<Property>,
    /// Stop at N solutions, and print that there are at least N
    ///
    /// A number below N is exact. With --distinct, N orbits.
    #[arg(long, value_name = "N", value_parser = super::whole::positive::<u64>, help_heading = "Question")]
    #[arg(conflicts_with_all = ["by", "split"])]
    limit: Option<u64>,
    #[command(flatten)]
    classes: Classes,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    posed: Posed,
    #[command(flatten)]
    verbosity: Verbosity,
    /// Split the count into at least N jobs; see `campaign`
    ///
    /// Writes the jobs to the folder --output.
    #[arg(long, help_heading = "Method", value_name = "N", requires = "output", conflicts_with_all = ["threads", "checkpoint", "format", "fewest", "distinct"])]
    #[arg(value_parser = super::whole::whole::<u32, 1, 1_000_000>)]
    split: Option<u32>,
    #[command(flatten)]
    pub(super) long: Long,
    /// Print the answer as text, json, events or svg (a heat map, with --by cell)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE; with --split, the folder of the jobs
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Events,
    Svg,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            _ if self.split.is_some() => AnswerForm::File,
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Report,
            Format::Events => AnswerForm::Events,
            Format::Svg => AnswerForm::File,
        };
        (&self.choices.limits, Unanswered::new(&self.model, form, &self.output).counting())
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    // With --split it is a folder.
    let output =
        if arguments.split.is_some() { Output::Stdout } else { Output::of(&arguments.output, arguments.format)? };
    arguments.long.reserve()?;
    arguments.check_format()?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, arguments.fewest)?;
    let solver = arguments.split.is_some() || arguments.long.is_asked();
    let ask = arguments.by.as_ref().map_or(Ok(Ask::Count), |by| by.of(&loaded).map(Ask::CountBy))?;
    let route = arguments.by.as_ref().map(|_| Route::Frontier);
    let setup = arguments.choices.setup_for(&loaded, &source, route, ask, solver, &session.budget)?;
    if !arguments.choices.quiet {
        session.warn(&source, &loaded, &setup)?;
    }
    watch::enter(Phase::Solve);
    let name = arguments.model.display().to_string();
    if let (Some(pieces), Some(folder)) = (arguments.split, &arguments.output) {
        let mut job = arguments.choices.job(&name, &source.text)?;
        arguments.posed.choose(&mut job.configuration);
        return cubes::plan(&job, pieces as usize, folder, &session.budget);
    }
    if arguments.classes.distinct().is_some() && arguments.long.is_asked() {
        return Err(Quit::wrong("--distinct cannot be combined with --threads or --checkpoint"));
    }
    if arguments.format == Format::Events && arguments.long.checkpoint.is_some() {
        return Err(Quit::wrong("--checkpoint is not supported with --format events"));
    }
    let question = if arguments.fewest { "count --fewest" } else { "count" };
    let checkpoint = arguments.long.open(&name, &source.text, &setup, question)?;
    let distinct = arguments.classes.distinct();
    let work = match distinct {
        Some(_) => Work::default(),
        None => arguments.long.work(checkpoint.as_ref(), true, arguments.choices.quiet),
    };
    let work = arguments.posed.work(distinct, Work { at_most: arguments.limit, ..work });
    let request = arguments.choices.with_other_ways(Request::new(&loaded, &setup, ask).with_work(work));
    let report = if arguments.format == Format::Events {
        match events::report(&request, &name, output, &session.budget)? {
            Some(report) => report,
            None => return Ok(Exit::Answered.code()),
        }
    } else {
        let report = arguments.counted(&request, checkpoint, &session.budget)?;
        watch::enter(Phase::Answer);
        output.write(&arguments.answer(&name, &loaded, &report))?;
        report
    };
    arguments.verbosity.tell(&setup, &report);
    let answered = report.count.is_some() || reaches_limit(&report);
    Ok(if answered && !report.stopped { Exit::Answered.code() } else { Exit::Unknown.code() })
}

impl Arguments {
    /// Rejects formats that do not show the answer.
    fn check_format(&self) -> Result<(), Quit> {
        match self.format {
            Format::Svg if self.by != Some(Property::Cell) => {
                Err(Quit::wrong("--format svg requires --by cell, which has a picture"))
            }
            Format::Events if self.by.is_some() => Err(Quit::wrong("--by is not supported with --format events")),
            _ => Ok(()),
        }
    }

    /// Counts, with progress on the terminal and a checkpoint.
    fn counted(&self, request: &Request, mut checkpoint: Option<Checkpoint>, budget: &Budget) -> Result<Report, Quit> {
        let mut progress = ProgressLine::new(self.choices.quiet);
        let mut quit = None;
        let counted = detached::run(request, budget, &mut |event| {
            progress.take(&event);
            let Some(checkpoint) = &mut checkpoint else { return Ok(()) };
            let kept = match &event {
                Event::Split { node, children } => checkpoint.split(node, *children),
                Event::Cube { node, count } => checkpoint.done(node, &count.to_string(), None),
                Event::Layer { node, layer } => checkpoint.layer(node, layer),
                _ => Ok(()),
            };
            kept.map_err(|failed| {
                quit = Some(failed);
                Failure::Unobserved
            })
        });
        progress.clear();
        quit.map_or_else(|| Ok(counted?), Err)
    }

    /// Returns the count as one text.
    fn answer(&self, name: &str, loaded: &Loaded, report: &Report) -> String {
        if let (Format::Svg, Some(Breakdown::Cells(cells))) = (self.format, &report.by) {
            let picture = breakdown::picture(&*loaded.instance, cells);
            return svg::titled(&picture, loaded.model.title.as_deref());
        }
        if self.format == Format::Svg {
            return svg::titled(&Picture { captions: vec![sentence(report)], ..Picture::default() }, None);
        }
        if self.format != Format::Text {
            return format!("{:#}\n", json::report(name, loaded, report));
        }
        // For a method chosen by default the number is enough.
        let facts = report.facts.iter().filter(|fact| !fact.words.is_empty());
        let facts = facts.filter(|_| self.choices.method.is_some());
        let table = report.by.as_ref().map_or(String::new(), breakdown::text);
        facts.fold(table + &sentence(report) + "\n", |text, fact| format!("{text}{}\n", fact.words))
    }
}

/// Returns whether the count ended at --limit: it is open, but no other limit was reached and nothing kept it from going on.
fn reaches_limit(report: &Report) -> bool {
    report.count.is_none()
        && !report.stopped
        && reason::of_report(report).is_empty()
        && report.answer != Answer::Unknown
}

/// Formats the count for a person: the number comes first.
fn sentence(report: &Report) -> String {
    let least = report.at_least.clone().unwrap_or_default();
    let (bound, count) = match &report.count {
        Some(count) => ("", count),
        None if reaches_limit(report) => ("at least ", &least),
        None => return incomplete(&least, &reason::of_report(report)),
    };
    let optimum = report.optimum.map_or(String::new(), |optimum| format!(" with the optimum, {optimum}"));
    let noun = if count.to_string() == "1" { "solution" } else { "solutions" };
    let distinct = if report.distinct.is_some() { "distinct " } else { "" };
    let symmetries = report.distinct.as_ref().map_or(String::new(), up_to);
    let mut words = format!("{bound}{count} {distinct}{noun}{optimum}{symmetries}");
    if report.distinct.is_some() && !report.counted.is_empty() {
        words.push_str(&format!(", {}", report.counted));
        return match &report.trusted {
            Some(trusted) => format!("{words} (not verified: {trusted})"),
            None => words,
        };
    }
    if !report.counted.is_empty() {
        words.push_str(&format!(" = {}", report.counted));
    }
    if let Some(trusted) = &report.trusted {
        words.push_str(&format!(" (not verified: {trusted})"));
    }
    let reason = reason::of_report(report);
    if report.answer == Answer::Unsatisfiable && !reason.is_empty() {
        words.push_str(&format!(" ({reason})"));
    }
    words
}
