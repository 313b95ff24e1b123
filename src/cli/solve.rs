//! `boardwright solve MODEL`: one solution, or several, as text, JSON, JSON lines or SVG.

mod steps;

use super::checkpoint::Checkpoint;
use super::choices::Choices;
use super::classes::{Classes, up_to};
use super::events;
use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::long::{Long, ProgressLine};
use super::outputs::{self, Output};
use super::proof::{self, Proving};
use super::stream::Stream;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use crate::answer::{Answer, Report};
use crate::board::picture::Picture;
use crate::budget::Budget;
use crate::puzzle::Loaded;
use crate::render::{json, svg, text};
use crate::route::Route;
use crate::solution::Solution;
use crate::source::Source;
use crate::task::detached::{self, Message};
use crate::task::proof::Order;
use crate::task::{Ask, Breaking, Event, Failure, Output as Delivery, Request, Setup, Symmetries, Work};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Find every solution; with an objective, every optimal one
    #[arg(long, conflicts_with = "limit", help_heading = "Question")]
    all: bool,
    /// Find at most N solutions [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Question")]
    limit: Option<u64>,
    #[command(flatten)]
    classes: Classes,
    /// Minimize the number of presses, like `fewest = true` in the model
    #[arg(long, help_heading = "Question")]
    fewest: bool,
    #[command(flatten)]
    choices: Choices,
    /// Add symmetry breaking constraints, or not: break or off
    ///
    /// They exclude solutions that are images of others, so that a single solution is found sooner. The default depends on
    /// the family. Lists, counts and proofs that need every solution never break symmetries.
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true, help_heading = "Method")]
    symmetry: Option<Symmetry>,
    #[command(flatten)]
    long: Long,
    #[command(flatten)]
    proving: Proving,
    /// Print the answer as text, json, jsonl, svg or events
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the answer to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Include every state of a plan in JSON, also for long plans
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    states: bool,
    /// Exit with 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown)
    ///
    /// These are the exit codes of SAT solvers.
    #[arg(long, help_heading = "Output")]
    exit_code: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Jsonl,
    Svg,
    Events,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Symmetry {
    /// Do not break symmetries
    Off,
    /// Break symmetries
    Break,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Report,
            Format::Jsonl => AnswerForm::Line,
            Format::Svg => AnswerForm::File,
            Format::Events => AnswerForm::Events,
        };
        let request = Unanswered::new(&self.model, form, &self.output);
        (&self.choices.limits, if self.exit_code { request.with_solver_code() } else { request })
    }

    fn symmetries(&self) -> Symmetries {
        Symmetries {
            distinct: self.classes.distinct(),
            breaking: self.symmetry.map(|symmetry| match symmetry {
                Symmetry::Off => Breaking::Off,
                Symmetry::Break => Breaking::Break,
            }),
        }
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    arguments.check_long()?;
    arguments.long.reserve()?;
    let output = match &arguments.output {
        // With a checkpoint the list grows in place.
        Some(path) if arguments.long.checkpoint.is_some() => {
            outputs::reserve("--output", path)?;
            Output::Stdout
        }
        path => Output::open(path)?,
    };
    let files = arguments.proving.prepare()?;
    let (source, loaded) = session.load(&arguments.model, arguments.fewest)?;
    if !arguments.choices.quiet {
        session.warn(&source, &loaded)?;
    }
    // Symmetries are broken by clauses, which elimination does not take.
    let eliminated = loaded.instance.route() == Some(Route::Gf2);
    let clauses = eliminated && arguments.symmetry == Some(Symmetry::Break);
    let ask = arguments.ask();
    // One solution and the proof that there is no other are two questions for a solver.
    let several = !matches!(ask, Ask::One | Ask::UpTo(0..=2));
    let setup =
        arguments.choices.setup_for(&loaded, &source, clauses.then_some(Route::Sat), several, &session.budget)?;
    watch::enter(Phase::Solve);
    arguments.check_question(ask)?;
    arguments.check_states(&loaded)?;
    let name = arguments.model.display().to_string();
    let long = matches!(&setup, Setup::Method(method) if loaded.instance.plans().is_some_and(|plans| plans.long_plan(method).is_some()));
    if long && arguments.proving.is_asked() {
        return Err(Quit::wrong("--proof is not supported for a plan of this length"));
    }
    let mut unproved = false;
    let budget = &session.budget;
    // A proof is of the whole list, which is kept for it.
    let streamed = matches!(arguments.format, Format::Text | Format::Jsonl);
    let report = if arguments.format == Format::Events {
        let request = arguments.request(&loaded, &setup, ask, None);
        events::report(&request.with_output(STREAMED), &name, output, budget)?
    } else if long {
        steps::written(arguments, &loaded, &setup, ask, output, budget)?
    } else if streamed && ask != Ask::One && files.is_none() {
        listed(arguments, &source, &loaded, &setup, ask, output, budget)?
    } else {
        let request = arguments.request(&loaded, &setup, ask, None);
        let (report, stopped) = whole(arguments, &name, &request, files, output, budget)?;
        unproved = stopped;
        Some(report)
    };
    // The reader went away.
    let Some(report) = report else { return Ok(Exit::Answered.code()) };
    if !arguments.choices.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{}\n", effort(&setup.describe(), &report)));
    }
    let code = exit_code(&report, arguments.exit_code);
    // Whoever asked for all of them and did not get them, or for a proof, has no answer.
    let open = unproved || arguments.all && !report.complete;
    Ok(if open && !arguments.exit_code { Exit::Unknown.code() } else { code })
}

/// Solutions are delivered as events only.
const STREAMED: Delivery = Delivery { stream: true, boards: false, digests: false };

/// Finds all that is asked for, proves it if so asked, and writes it as one text; the report, and whether a limit ended the
/// proof.
fn whole(
    arguments: &Arguments,
    name: &str,
    request: &Request,
    files: Option<proof::Files>,
    output: Output,
    budget: &Budget,
) -> Result<(Report, bool), Quit> {
    let Request { loaded, setup, .. } = request;
    let mut progress = ProgressLine::new(&arguments.choices);
    let report = detached::run(request, budget, &mut |event| {
        progress.take(&event);
        Ok(())
    });
    progress.clear();
    let mut report = report?;
    if arguments.states {
        for solution in &mut report.solutions {
            *solution = steps::with_boards(loaded, solution)?;
        }
    }
    let mut unproved = false;
    if let Some(files) = files {
        let order = Order {
            loaded: loaded.clone(),
            setup: setup.clone(),
            report: report.clone(),
            model: name.to_string(),
            fewest: arguments.fewest,
            check: arguments.proving.check(),
        };
        let (proof, stopped) = files.prove(&order, budget)?;
        report.proof = Some(proof);
        unproved = stopped;
    }
    watch::enter(Phase::Answer);
    let answer = match arguments.format {
        Format::Text => describe(loaded, &report, style(&output)),
        Format::Json | Format::Events => format!("{:#}\n", json::report(name, loaded, &report)),
        Format::Jsonl => json::lines(name, loaded, &report),
        Format::Svg => drawing(loaded, &report),
    };
    output.write(&answer)?;
    Ok((report, unproved))
}

impl Arguments {
    /// The request, going on from a checkpoint.
    fn request(&self, loaded: &Loaded, setup: &Setup, ask: Ask, checkpoint: Option<&Checkpoint>) -> Request {
        let work = self.long.work(checkpoint, false, self.choices.quiet);
        Request::new(loaded, setup, ask).with_work(Work { symmetries: self.symmetries(), ..work })
    }

    /// The question.
    fn ask(&self) -> Ask {
        match (self.all, self.limit) {
            (true, _) => Ask::All,
            (false, Some(limit)) => Ask::UpTo(usize::try_from(limit).unwrap_or(usize::MAX)),
            (false, None) => Ask::One,
        }
    }

    /// Rejects options that contradict the question.
    fn check_question(&self, ask: Ask) -> Result<(), Quit> {
        if self.classes.distinct().is_some() && ask == Ask::One {
            return Err(Quit::wrong("--distinct requires --all or --limit N"));
        }
        if self.classes.distinct().is_some() && self.proving.is_asked() {
            return Err(Quit::wrong("--proof and --distinct cannot be combined: a proof covers the complete list"));
        }
        if self.format == Format::Events && self.proving.is_asked() {
            return Err(Quit::wrong("--proof is not supported with --format events"));
        }
        Ok(())
    }

    /// Flags that would do nothing are refused.
    fn check_long(&self) -> Result<(), Quit> {
        if self.long.checkpoint.is_some() && !self.all {
            return Err(Quit::wrong("--checkpoint requires --all, --format jsonl and -o FILE"));
        }
        if self.long.is_asked() && !self.all && self.limit.is_none() {
            return Err(Quit::wrong("--threads requires --all or --limit"));
        }
        if self.long.checkpoint.is_some() && self.classes.distinct().is_some() {
            return Err(Quit::wrong("--distinct and --checkpoint cannot be combined"));
        }
        let to_file = self.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
        if self.long.checkpoint.is_some() && !(self.all && self.format == Format::Jsonl && to_file) {
            return Err(Quit::wrong("--checkpoint requires --all, --format jsonl and -o FILE"));
        }
        Ok(())
    }
}

impl Arguments {
    fn check_states(&self, loaded: &Loaded) -> Result<(), Quit> {
        if !self.states {
            return Ok(());
        }
        if loaded.instance.plans().is_none() {
            let family = loaded.puzzle.name();
            return Err(Quit::wrong(format!(
                "--states is not supported for `{family}` models, whose solutions have \
                one state"
            )));
        }
        if !matches!(self.format, Format::Json | Format::Jsonl) {
            return Err(Quit::wrong("--states requires --format json or jsonl"));
        }
        Ok(())
    }
}

/// The boards of a list for a person. The first waits for the second: only then have they numbers.
struct Boards<'a> {
    loaded: &'a Loaded,
    style: text::Style,
    waiting: Option<Box<Solution>>,
    number: u64,
}

impl Boards<'_> {
    /// What is to be written now that there is another solution.
    fn add(&mut self, solution: &Solution) -> String {
        self.number += 1;
        if self.number == 1 {
            self.waiting = Some(Box::new(solution.clone()));
            return title(self.loaded);
        }
        let first = self.waiting.take().map_or(String::new(), |first| self.numbered(1, &first));
        first + &self.numbered(self.number, solution)
    }

    fn numbered(&self, number: u64, solution: &Solution) -> String {
        format!("Solution {number}\n{}\n", text::render(&self.loaded.instance.draw(solution), self.style))
    }

    /// What is left to be written at the end.
    fn rest(mut self, report: &Report) -> String {
        if self.number == 0 {
            return describe(self.loaded, report, self.style);
        }
        let only = self.waiting.take();
        let only = only.map(|only| format!("{}\n", text::render(&self.loaded.instance.draw(&only), self.style)));
        format!("{}{}", only.unwrap_or_default(), conclusion(report))
    }
}

/// What the solving thread sends: a solution as the line that is written, or another event.
enum Item {
    Line(String),
    Event(Event),
}

impl Message for Item {
    fn bytes(&self) -> usize {
        match self {
            Item::Line(line) => line.len(),
            Item::Event(event) => event.bytes(),
        }
    }
}

/// A list that is written while it is found.
struct Listing<'a> {
    arguments: &'a Arguments,
    loaded: &'a Loaded,
    stream: Stream,
    checkpoint: Option<Checkpoint>,
    progress: ProgressLine,
    boards: Boards<'a>,
}

impl Listing<'_> {
    fn take(&mut self, item: Item) -> Result<(), Quit> {
        let event = match item {
            Item::Line(line) => return self.stream.write(&line),
            Item::Event(event) => event,
        };
        self.progress.take(&event);
        match (&event, &mut self.checkpoint) {
            (Event::Solution { solution, .. }, _) if self.arguments.format == Format::Text => {
                self.progress.clear();
                self.stream.write(&self.boards.add(solution))
            }
            (Event::Solution { solution, .. }, _) if self.arguments.states => {
                let solution = steps::with_boards(self.loaded, solution)?;
                self.stream.write(&json::line(&*self.loaded.instance, &solution))
            }
            (Event::Split { node, children }, Some(checkpoint)) => checkpoint.split(node, *children),
            // The solutions are in the list before the leaf counts as done.
            (Event::Cube { node, count }, Some(checkpoint)) => {
                let bytes = self.stream.flush()?;
                checkpoint.done(node, &count.to_string(), Some(bytes))
            }
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), Quit> {
        self.stream.flush().map(drop)
    }
}

/// Lists solutions while they are found, then says what the list is; `None` when the reader went away.
fn listed(
    arguments: &Arguments,
    source: &Source,
    loaded: &Loaded,
    setup: &Setup,
    ask: Ask,
    output: Output,
    budget: &Budget,
) -> Result<Option<Report>, Quit> {
    let name = arguments.model.display().to_string();
    let question = if arguments.fewest { "list --fewest" } else { "list" };
    let checkpoint = arguments.long.open(&name, &source.text, setup, question)?;
    let style = style(&output);
    let stream = match (&checkpoint, &arguments.output) {
        (Some(checkpoint), Some(path)) => Stream::resumed(path, checkpoint.bytes)?,
        _ => Stream::new(output)?,
    };
    let plain = arguments.format == Format::Jsonl && !arguments.states;
    let request = arguments.request(loaded, setup, ask, checkpoint.as_ref()).with_output(STREAMED);
    let mut quit = None;
    let boards = Boards { loaded, style, waiting: None, number: 0 };
    let progress = ProgressLine::new(&arguments.choices);
    let mut listing = Listing { arguments, loaded, stream, checkpoint, progress, boards };
    let instance = Arc::clone(&loaded.instance);
    let prepare = move |event| match event {
        Event::Solution { solution, .. } if plain => Item::Line(json::line(&*instance, &solution)),
        event => Item::Event(event),
    };
    let listed = detached::run_prepared(&request, budget, prepare, &mut |items| {
        // Until the next batch it may take a while.
        let taken = items.into_iter().try_for_each(|item| listing.take(item)).and_then(|()| listing.flush());
        taken.map_err(|failed| {
            let words = failed.words.clone();
            quit = Some(failed);
            Failure::Program(words)
        })
    });
    let Listing { mut stream, mut progress, boards, .. } = listing;
    progress.clear();
    let report = match quit {
        Some(_) if stream.closed => return Ok(None),
        Some(quit) => return Err(quit),
        None => listed?,
    };
    watch::enter(Phase::Answer);
    let written = stream.write(&match arguments.format {
        Format::Text => boards.rest(&report),
        _ => json::lines(&name, loaded, &report),
    });
    if stream.closed {
        return Ok(None);
    }
    written.and_then(|()| stream.finish())?;
    Ok(Some(report))
}

fn exit_code(report: &Report, as_solvers_do: bool) -> u8 {
    if as_solvers_do {
        return match report.answer {
            Answer::Satisfiable | Answer::Optimal => 10,
            Answer::Unsatisfiable => 20,
            Answer::Unknown => 0,
        };
    }
    // The best was asked for, and what was found is not known to be it.
    let open = report.best.is_some() && report.optimum.is_none();
    if open || report.stopped || report.answer == Answer::Unknown {
        Exit::Unknown.code()
    } else {
        Exit::Answered.code()
    }
}

/// The model's title, on a line of its own.
fn title(loaded: &Loaded) -> String {
    loaded.model.title.as_ref().map_or(String::new(), |title| format!("{title}\n\n"))
}

/// How boards are drawn for an output.
pub(super) fn style(output: &Output) -> text::Style {
    text::Style { colour: output.colour(), width: output.width() }
}

/// The answer for a person: the boards, and a sentence about them.
pub(super) fn describe(loaded: &Loaded, report: &Report, style: text::Style) -> String {
    let mut out = title(loaded);
    let several = report.solutions.len() > 1;
    for (index, solution) in report.solutions.iter().enumerate() {
        if several {
            out.push_str(&format!("Solution {}\n", index + 1));
        }
        out.push_str(&text::render(&loaded.instance.draw(solution), style));
        out.push('\n');
    }
    out.push_str(&conclusion(report));
    if let Some(proof) = &report.proof {
        out.push_str(&format!("{}\n", proof::sentence(proof)));
    }
    out
}

/// The answer as a drawing: the boards, or a sentence where there is none.
pub(super) fn drawing(loaded: &Loaded, report: &Report) -> String {
    let mut picture = Picture::default();
    for solution in &report.solutions {
        picture.panels.extend(loaded.instance.draw(solution).panels);
        picture.captions.extend(loaded.instance.draw(solution).captions);
    }
    if report.solutions.is_empty() {
        picture.captions.push(sentence(report));
    }
    svg::titled(&picture, loaded.model.title.as_deref())
}

/// What was found, and what a method says besides, in lines.
fn conclusion(report: &Report) -> String {
    let mut out = sentence(report) + "\n";
    for fact in report.facts.iter().filter(|fact| !fact.words.is_empty()) {
        out.push_str(&format!("{}\n", fact.words));
    }
    out
}

/// What was found, in a sentence.
fn sentence(report: &Report) -> String {
    // Those that were written while they were found are not there any more.
    let found = report.found.max(report.solutions.len() as u64);
    let distinct = if report.distinct.is_some() { "distinct " } else { "" };
    let up_to = report.distinct.as_ref().map_or(String::new(), up_to);
    let mut words = match report.answer {
        Answer::Unsatisfiable => "unsatisfiable: there is no solution".to_string(),
        Answer::Unknown => "unknown".to_string(),
        answer => {
            let name = answer.name();
            let optimum = report.optimum.map_or(String::new(), |optimum| format!(" ({optimum})"));
            match (found, report.complete) {
                (1, true) => format!("{name}{optimum}: the only {distinct}solution{up_to}, verified"),
                (1, false) => format!("{name}{optimum}: a verified solution"),
                (_, true) => format!("{name}{optimum}: all {found} {distinct}solutions{up_to}, verified"),
                (_, false) => {
                    format!("{name}{optimum}: {found} verified {distinct}solutions{up_to}, there may be more")
                }
            }
        }
    };
    if let Some(best) = report.best {
        words.push_str(&format!(", with {best}; better solutions are possible"));
    }
    if let Some(bound) = report.bound {
        words.push_str(&format!("; lower bound {bound}"));
    }
    if !report.reason.is_empty() {
        words.push_str(&format!(" ({})", report.reason));
    }
    words
}

/// What it took, in a line for a terminal.
fn effort(way: &str, report: &Report) -> String {
    let statistics = &report.statistics;
    let size = |number: Option<usize>, what: &str| number.map(|number| format!(", {number} {what}"));
    let sizes: String = [
        size(statistics.constraints, "constraints"),
        size(statistics.variables, "variables"),
        size(statistics.clauses, "clauses"),
        size(statistics.rows, "rows"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let seconds = statistics.seconds;
    let compile = seconds.constrain + seconds.lower;
    format!("{way}{sizes}; {:.3} s to compile, {:.3} s to solve", compile, seconds.solve)
}
