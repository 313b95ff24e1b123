//! `boardwright solve MODEL`: one solution, or several, as text, JSON, JSON lines, events or SVG.

mod arguments;
mod candidates;
mod presentation;
mod steps;

pub(super) use self::arguments::Arguments;
pub(super) use self::presentation::{describe, drawing, style};

use self::arguments::Format;
use self::presentation::{conclusion, title};
use super::checkpoint::Checkpoint;
use super::events;
use super::files::print_error;
use super::input::Session;
use super::long::ProgressLine;
use super::outputs::{self, Output};
use super::pace::Pace;
use super::posed::Symmetry;
use super::proof;
use super::stream::Stream;
use super::watch::{self, Phase};
use super::way::effort;
use super::{Exit, Quit};
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::route::Route;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Fact, Loaded};
use boardwright_render::{json, text};
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::certificate::{self, Statement};
use boardwright_tasks::task::detached::{self, Message};
use boardwright_tasks::task::proof::Order;
use boardwright_tasks::task::{Ask, Event, Failure, Output as Delivery, Request, Setup};
use std::io::IsTerminal;
use std::sync::Arc;

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    if arguments.candidates {
        return candidates::run(arguments, session);
    }
    arguments.check_long()?;
    arguments.long.reserve()?;
    outputs::check_ending(&arguments.output, arguments.format)?;
    let output = match &arguments.output {
        // With a checkpoint the list grows in place.
        Some(path) if arguments.long.checkpoint.is_some() => {
            outputs::reserve("--output", path)?;
            Output::Stdout
        }
        path => Output::open(path)?,
    };
    let files = arguments.proving.prepare()?;
    let (source, mut loaded) = session.load(&arguments.model, &arguments.settings, arguments.fewest)?;
    let changed = if arguments.nearest { Some(arguments.change(&mut loaded, &session.budget)?) } else { None };
    // The process ends before anybody needs the memory back.
    std::mem::forget(loaded.clone());
    // Clauses break symmetries, which elimination does not support.
    let eliminated = loaded.instance.route() == Some(Route::Gf2);
    let clauses = eliminated && arguments.posed.symmetry == Some(Symmetry::Break);
    let ask = arguments.ask();
    let solver = arguments.posed.symmetry.is_some() || arguments.long.is_asked() || files.is_some();
    let route = ask.of_diagram().map(|_| Route::Frontier).or(clauses.then_some(Route::Sat));
    let setup = arguments.choices.setup_for(&loaded, &source, route, ask, solver, &session.budget)?;
    std::mem::forget(setup.clone());
    if !arguments.choices.quiet {
        session.warn(&source, &loaded, &setup)?;
    }
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
    let statement = arguments.proving.is_certificate().then(|| Statement {
        formulation: arguments.choices.lowering.formulation.clone(),
        words: Some(boardwright_render::compiled::origins),
    });
    if let Some(statement) = &statement {
        certificate::check(&loaded, &setup, statement, budget)?;
    }
    // A proof needs the whole list, which is stored for it.
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
        let files = files.map(|files| (files, statement));
        let (report, stopped) = whole(arguments, &name, &request, (files, changed), output, budget)?;
        unproved = stopped;
        Some(report)
    };
    // The reader closed the output.
    let Some(report) = report else { return Ok(Exit::Answered.code()) };
    arguments.verbosity.tell(&setup, &report);
    if !arguments.choices.quiet && !arguments.verbosity.verbose && std::io::stderr().is_terminal() {
        print_error(&format!("{}\n", effort(&setup, &report)));
    }
    let code = exit_code(&report, arguments.exit_code);
    // If the requested list or proof is incomplete, the answer is unknown.
    let open = unproved || arguments.all && !report.complete;
    Ok(if open && !arguments.exit_code { Exit::Unknown.code() } else { code })
}

/// Returns the options that deliver solutions as events only.
const STREAMED: Delivery = Delivery { stream: true, boards: false, digests: false };

/// Finds and proves as requested, and writes the result as one text; returns the report, and whether a limit ended the proof.
fn whole(
    arguments: &Arguments,
    name: &str,
    request: &Request,
    (files, changed): (Option<(proof::Files, Option<Statement>)>, Option<Fact>),
    output: Output,
    budget: &Budget,
) -> Result<(Report, bool), Quit> {
    let Request { loaded, setup, .. } = request;
    let mut progress = ProgressLine::new(arguments.choices.quiet);
    let report = detached::run(request, budget, &mut |event| {
        progress.take(&event);
        Ok(())
    });
    progress.clear();
    let mut report = if arguments.states { with_states(loaded, report?)? } else { report? };
    report.facts.extend(changed);
    let (report, unproved) = match files {
        None => (report, false),
        Some((files, certificate)) => {
            let order = Order {
                loaded: loaded.clone(),
                setup: setup.clone(),
                report: report.clone(),
                model: name.to_string(),
                fewest: arguments.fewest,
                check: arguments.proving.check(),
                certificate,
            };
            let (proof, stopped) = files.prove(&order, budget)?;
            (report.with_proof(proof), stopped)
        }
    };
    watch::enter(Phase::Answer);
    // What was found is not lost, however long a drawing takes.
    let _writing = watch::writing();
    let mut pace = Pace::new(budget);
    let answer = match arguments.format {
        Format::Text => describe(loaded, &report, style(&output), &mut pace),
        Format::Json | Format::Events => format!("{:#}\n", object(name, loaded, &report, &mut pace)),
        Format::Jsonl => json::lines(name, loaded, &report),
        Format::Svg => drawing(loaded, &report, &mut pace),
    };
    output.write(&answer)?;
    Ok((pace.reported(report), unproved))
}

/// Returns the report as JSON, with solutions as long as `pace` allows; if some are left out, with the number found.
fn object(name: &str, loaded: &Loaded, report: &Report, pace: &mut Pace) -> serde_json::Value {
    let solutions = report.solutions.iter().filter(|_| pace.draws());
    let solutions: Vec<serde_json::Value> = solutions.map(|solution| solution.to_json(&*loaded.instance)).collect();
    let is_whole = solutions.len() == report.solutions.len();
    let mut object = json::summary(name, loaded.puzzle.name(), &pace.reported(report.clone()));
    if !is_whole {
        object["complete"] = false.into();
        object["found"] = report.found.max(report.solutions.len() as u64).into();
    }
    object["solutions"] = solutions.into();
    object
}

/// Returns the report with every state in its solutions.
fn with_states(loaded: &Loaded, report: Report) -> Result<Report, Quit> {
    let solutions = report.solutions.iter().map(|solution| steps::with_boards(loaded, solution));
    let solutions = solutions.collect::<Result<Vec<Solution>, Quit>>()?;
    Ok(Report { solutions, ..report })
}

/// The boards of a list for a person. The first waits for the second: boards are numbered only if there are several.
struct Boards<'a> {
    loaded: &'a Loaded,
    style: text::Style,
    waiting: Option<Box<Solution>>,
    number: u64,
    pace: Pace,
}

impl Boards<'_> {
    /// Returns the text to write after another solution.
    fn add(&mut self, solution: &Solution) -> String {
        if !self.pace.draws() {
            return String::new();
        }
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

    /// Returns the text to write at the end.
    fn rest(&mut self, report: &Report) -> String {
        if self.number == 0 {
            return describe(self.loaded, report, self.style, &mut self.pace);
        }
        let only = self.waiting.take();
        let only = only.map(|only| format!("{}\n", text::render(&self.loaded.instance.draw(&only), self.style)));
        format!("{}{}", only.unwrap_or_default(), conclusion(report))
    }
}

/// A message of the solving thread: a solution as a formatted line, or another event.
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

/// Lists solutions while they are found, then writes the conclusion; `None` if the reader closed the output.
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
    let boards = Boards { loaded, style, waiting: None, number: 0, pace: Pace::new(budget) };
    let progress = ProgressLine::new(arguments.choices.quiet);
    let mut listing = Listing { arguments, loaded, stream, checkpoint, progress, boards };
    let instance = Arc::clone(&loaded.instance);
    let prepare = move |event| match event {
        Event::Solution { solution, .. } if plain => Item::Line(json::line(&*instance, &solution)),
        event => Item::Event(event),
    };
    let listed = detached::run_prepared(&request, budget, prepare, &mut |items| {
        // A limit cuts no drawing, and the next batch may take a while.
        let _writing = watch::writing();
        let taken = items.into_iter().try_for_each(|item| listing.take(item)).and_then(|()| listing.flush());
        taken.map_err(|failed| {
            quit = Some(failed);
            Failure::Unobserved
        })
    });
    let Listing { mut stream, mut progress, mut boards, .. } = listing;
    progress.clear();
    let report = match quit {
        Some(_) if stream.closed => return Ok(None),
        Some(quit) => return Err(quit),
        None => listed?,
    };
    watch::enter(Phase::Answer);
    let _writing = watch::writing();
    let report = boards.pace.reported(report);
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
    // The solution is not known to be optimal as requested.
    let open = report.best.is_some() && report.optimum.is_none();
    if open || report.stopped || report.answer == Answer::Unknown {
        Exit::Unknown.code()
    } else {
        Exit::Answered.code()
    }
}
