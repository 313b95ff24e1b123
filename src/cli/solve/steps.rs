//! A plan too long to be stored, written while it is made and checked.
//!
//! In JSON the solution comes before the answer, which is not known until the last step has been checked:
//! `{"model", "puzzle", "solutions": [{"moves": [[2, 42], ...], "board": [...]}], "answer", ...}`. A plan that a limit interrupts
//! has no `board`, so that it cannot be mistaken for a complete one. Text shows the first and the last steps.

use super::arguments::{Arguments, Format};
use super::presentation::{conclusion, style, title};
use crate::cli::exit::Quit;
use crate::cli::long::ProgressLine;
use crate::cli::outputs::Output;
use crate::cli::stream::Stream;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::plans::PlanExcerpt;
use boardwright_puzzle::solution::{Solution, Step};
use boardwright_render::{json, svg, text};
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::failure::RejectedBoard;
use boardwright_tasks::task::{Ask, Event, Failure, Output as Delivery, Request, Setup, Work, detached};
use serde_json::Value;
use std::fmt::Write;

/// Writes the plan of a method; `None` if the reader closed the output.
pub(super) fn written(
    arguments: &Arguments,
    loaded: &Loaded,
    setup: &Setup,
    ask: Ask,
    output: Output,
    budget: &Budget,
) -> Result<Option<Report>, Quit> {
    let style = style(&output);
    let stream = Stream::new(output)?;
    let budget = budget.clone();
    let mut writer =
        Writer { arguments, loaded, setup, ask, budget, stream, excerpt: PlanExcerpt::default(), first: true };
    let report = match writer.write(style) {
        Err(_) if writer.stream.closed => return Ok(None),
        report => report?,
    };
    writer.stream.finish()?;
    Ok(Some(report))
}

/// Writes the solution with every board, if it has too many to store.
pub(super) fn with_boards(loaded: &Loaded, solution: &Solution) -> Result<Solution, Quit> {
    let written = solution.written(&*loaded.instance);
    let rules = loaded.instance.plans().map(|plans| plans.follow());
    let steps = solution.candidate().steps.as_ref();
    let (Some(mut rules), Some(steps), None) = (rules, steps, written.details.get("states")) else {
        return Ok(solution.clone());
    };
    let failed = |violation| Quit::from(Failure::check(RejectedBoard::Plan(violation)));
    let mut states = rules.board();
    for &step in steps {
        rules.step(step).map_err(failed)?;
        states.extend(rules.board());
    }
    Solution::read(&*loaded.instance, &written.with("states", states)).map_err(failed)
}

struct Writer<'a> {
    arguments: &'a Arguments,
    loaded: &'a Loaded,
    setup: &'a Setup,
    ask: Ask,
    budget: Budget,
    stream: Stream,
    excerpt: PlanExcerpt,
    /// Returns whether the next item is the first of its list.
    first: bool,
}

impl Writer<'_> {
    fn write(&mut self, style: text::Style) -> Result<Report, Quit> {
        let model = self.arguments.model.display().to_string();
        let puzzle = self.loaded.puzzle.name();
        match self.arguments.format {
            Format::Json => {
                let (model, puzzle) = (Value::from(model.as_str()), Value::from(puzzle));
                self.stream.write(&format!(
                    "{{\n  \"model\": {model},\n  \"puzzle\": {puzzle},\n  \"solutions\": [\n    {{"
                ))?;
                self.list("moves")?;
            }
            Format::Jsonl => {
                self.stream.write("{")?;
                self.list("moves")?;
            }
            Format::Text | Format::Svg | Format::Events => {}
        }
        let report = self.run(false)?;
        let ended = report.found > 0;
        let report = if self.arguments.states && ended && self.format() != Format::Text {
            self.stream.write(",")?;
            self.list("states")?;
            let again = self.run(true)?;
            // The plan is known by now; a limit may interrupt its states.
            Report { stopped: again.stopped, reason: again.reason, ..report }
        } else {
            report
        };
        match self.arguments.format {
            Format::Json => {
                let mut rest = json::summary(&model, puzzle, &report);
                if let Some(object) = rest.as_object_mut() {
                    ["model", "puzzle", "solutions"].iter().for_each(|key| drop(object.shift_remove(*key)));
                }
                let rest = format!("{rest:#}");
                self.stream.write("\n    }\n  ],")?;
                self.stream.write(rest.strip_prefix('{').unwrap_or(&rest))?;
                self.stream.write("\n")?;
            }
            Format::Jsonl => {
                self.stream.write("}\n")?;
                self.stream.write(&json::lines(&model, self.loaded, &report))?;
            }
            Format::Text | Format::Svg | Format::Events => {
                let rules = self.loaded.instance.plans().map(|plans| plans.follow());
                let captions = rules.map_or(Vec::new(), |rules| self.excerpt.lines(&*rules));
                let mut picture = Picture { panels: Vec::new(), captions };
                if self.arguments.format == Format::Svg {
                    let title = self.loaded.model.title.clone();
                    picture
                        .captions
                        .insert(0, title.unwrap_or_else(|| format!("A plan by the {}", self.setup.describe())));
                    picture.captions.extend(conclusion(&report).lines().map(str::to_string));
                    self.stream.write(&svg::titled(&picture, self.loaded.model.title.as_deref()))?;
                } else {
                    let plan = if ended { text::render(&picture, style) + "\n" } else { String::new() };
                    self.stream.write(&(title(self.loaded) + &plan + &conclusion(&report)))?;
                }
            }
        }
        Ok(report)
    }

    /// Follows the plan once, and writes its steps and the last board, or every board.
    fn run(&mut self, boards: bool) -> Result<Report, Quit> {
        let request = Request::new(self.loaded, self.setup, self.ask)
            .with_work(self.arguments.posed.work(self.arguments.classes.distinct(), Work::default()))
            .with_output(Delivery { stream: true, boards, ..Delivery::default() });
        let mut progress = ProgressLine::new(self.arguments.choices.quiet);
        let budget = self.budget.clone();
        let mut quit = None;
        let report = detached::run(&request, &budget, &mut |event| {
            progress.take(&event);
            self.take(&event, boards).map_err(|failed| {
                quit = Some(failed);
                Failure::Unobserved
            })
        });
        let report = match quit {
            Some(quit) => return Err(quit),
            None => report?,
        };
        if report.found == 0 {
            // If interrupted, close what is open.
            self.end_list()?;
        }
        Ok(report)
    }

    fn take(&mut self, event: &Event, boards: bool) -> Result<(), Quit> {
        match event {
            Event::Steps(steps) if self.format() == Format::Text => {
                steps.iter().for_each(|&step| self.excerpt.add(step));
            }
            Event::Steps(steps) => return self.steps(steps),
            Event::Board(board) => return self.item(&Value::from(board.concat()).to_string()),
            Event::Goal(board) => {
                self.end_list()?;
                if !boards && self.format() != Format::Text {
                    let board = Value::from(board.clone());
                    let key = if self.format() == Format::Json { ",\n      \"board\": " } else { ",\"board\":" };
                    return self.stream.write(&format!("{key}{board}"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The format of steps: JSON on several lines or on one, or text.
    fn format(&self) -> Format {
        if self.arguments.format == Format::Svg { Format::Text } else { self.arguments.format }
    }

    fn list(&mut self, key: &str) -> Result<(), Quit> {
        self.first = true;
        match self.format() {
            Format::Json => self.stream.write(&format!("\n      \"{key}\": [")),
            _ => self.stream.write(&format!("\"{key}\":[")),
        }
    }

    fn end_list(&mut self) -> Result<(), Quit> {
        match self.format() {
            Format::Json => self.stream.write("\n      ]"),
            Format::Jsonl => self.stream.write("]"),
            Format::Text | Format::Svg | Format::Events => Ok(()),
        }
    }

    fn item(&mut self, text: &str) -> Result<(), Quit> {
        let separator = match (self.format(), std::mem::take(&mut self.first)) {
            (Format::Json, true) => "\n        ",
            (Format::Json, false) => ",\n        ",
            (_, true) => "",
            (_, false) => ",",
        };
        self.stream.write(separator)?;
        self.stream.write(text)
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), Quit> {
        let mut text = String::with_capacity(32 * steps.len());
        let (line, blank) = if self.format() == Format::Json { ("\n        ", " ") } else { ("", "") };
        for (from, to) in steps {
            let comma = if std::mem::take(&mut self.first) { "" } else { "," };
            // Writing to a string does not fail.
            let _ = write!(text, "{comma}{line}[{from},{blank}{to}]");
        }
        self.stream.write(&text)
    }
}
