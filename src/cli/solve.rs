//! `boardwright solve MODEL`: one solution, or several, as text, JSON, JSON lines or SVG.

use super::choices::Choices;
use super::files::{Output, load, print_error};
use super::proof::{self, Proving};
use super::{Exit, Quit};
use crate::answer::{Answer, Report};
use crate::board::picture::Picture;
use crate::puzzle::Loaded;
use crate::render::{json, svg, text};
use crate::task::proof::Order;
use crate::task::{self, Ask};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// The model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Every solution (with an objective: every optimal one)
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// At most so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Ask for the fewest (presses), as `fewest = true` in the model does
    #[arg(long)]
    fewest: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the answer to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The solvers' exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    proving: Proving,
    #[command(flatten)]
    choices: Choices,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Jsonl,
    Svg,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let (source, loaded) = load(&arguments.model, arguments.fewest)?;
    let setup = arguments.choices.setup(&loaded, &source)?;
    let ask = match (arguments.all, arguments.limit) {
        (true, _) => Ask::All,
        (false, Some(limit)) => Ask::UpTo(usize::try_from(limit).unwrap_or(usize::MAX)),
        (false, None) => Ask::One,
    };
    let files = arguments.proving.prepare(&arguments.model, &arguments.output)?;
    let limits = arguments.choices.limits();
    let mut report = task::run(&loaded, &setup, ask, &limits)?;
    let output = Output::new(&arguments.output);
    let name = arguments.model.display().to_string();
    let mut unproved = false;
    if let Some(files) = files {
        let order = Order {
            loaded: loaded.clone(),
            setup: setup.clone(),
            report: report.clone(),
            model: name.clone(),
            fewest: arguments.fewest,
            check: arguments.proving.check(),
        };
        let (proof, stopped) = files.prove(&order, &limits)?;
        report.proof = Some(proof);
        unproved = stopped;
    }
    let answer = match arguments.format {
        Format::Text => describe(&loaded, &report, &output),
        Format::Json => format!("{:#}\n", json::report(&name, loaded.puzzle.name(), &report)),
        Format::Jsonl => json::lines(&name, loaded.puzzle.name(), &report),
        Format::Svg => drawing(&loaded, &report),
    };
    output.write(&answer)?;
    if !arguments.choices.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{}\n", effort(&setup.describe(), &report)));
    }
    let code = exit_code(&report, arguments.exit_code);
    Ok(if unproved && !arguments.exit_code { Exit::Unknown.code() } else { code })
}

fn exit_code(report: &Report, as_solvers_do: bool) -> u8 {
    if as_solvers_do {
        return match report.answer {
            Answer::Satisfiable | Answer::Optimal => 10,
            Answer::Unsatisfiable => 20,
            Answer::Unknown => 0,
        };
    }
    if report.stopped || report.answer == Answer::Unknown { Exit::Unknown.code() } else { Exit::Answered.code() }
}

/// The answer for a person: the boards, and a sentence about them.
pub(super) fn describe(loaded: &Loaded, report: &Report, output: &Output) -> String {
    let style = text::Style { colour: output.colour(), width: output.width() };
    let mut out = String::new();
    if let Some(title) = &loaded.model.title {
        out.push_str(&format!("{title}\n\n"));
    }
    let several = report.solutions.len() > 1;
    for (index, solution) in report.solutions.iter().enumerate() {
        if several {
            out.push_str(&format!("Solution {}\n", index + 1));
        }
        out.push_str(&text::render(&loaded.instance.draw(solution), style));
        out.push('\n');
    }
    out.push_str(&sentence(report));
    out.push('\n');
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
    svg::render(&picture)
}

/// What was found, in a sentence.
fn sentence(report: &Report) -> String {
    let found = report.solutions.len();
    let mut words = match report.answer {
        Answer::Unsatisfiable => "unsatisfiable: there is no solution".to_string(),
        Answer::Unknown => "unknown".to_string(),
        answer => {
            let name = answer.name();
            let optimum = report.optimum.map_or(String::new(), |optimum| format!(" ({optimum})"));
            match (found, report.complete) {
                (1, true) => format!("{name}{optimum}: the only solution, verified"),
                (1, false) => format!("{name}{optimum}: a verified solution"),
                (_, true) => format!("{name}{optimum}: all {found} solutions, verified"),
                (_, false) => format!("{name}{optimum}: {found} verified solutions, there may be more"),
            }
        }
    };
    if let Some(best) = report.best {
        words.push_str(&format!(", with {best}; better ones are not ruled out"));
    }
    if let Some(bound) = report.bound {
        words.push_str(&format!("; fewer than {bound} are ruled out"));
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
