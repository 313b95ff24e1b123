//! `boardwright explain MODEL`: why there is no solution, where several differ, or how few clues force the only one.
//!
//! The text has three parts: words, the model with carets, and the board with the cells marked. `words` finds the words,
//! `json` the keys.

mod json;
mod words;

use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::request::{AnswerForm, Request};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use crate::answer::Answer;
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::constraint::{Origin, OriginKind};
use crate::diagnostic::Diagnostic;
use crate::puzzle::Loaded;
use crate::render::{svg, text};
use crate::source::{Source, Span};
use crate::task::explain::{self, Explanation, Finding, Wish};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Instant;

/// So many places in the model are shown.
const PLACES: usize = 10;

#[derive(Args)]
pub(super) struct Arguments {
    /// The model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Look for a smallest set of clues and rules; without it, for one of which nothing can be left out
    #[arg(long)]
    smallest: bool,
    /// How to print the explanation
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the explanation to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the rules become constraints; `list formulations` names them
    #[arg(long, value_name = "NAME")]
    formulation: Option<String>,
    #[command(flatten)]
    limits: Limits,
    /// Nothing on stderr but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Request) {
        let form = match self.format {
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Object,
            Format::Svg => AnswerForm::File,
        };
        (&self.limits, Request::new(&self.model, form, &self.output))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::open(&arguments.output)?;
    let (source, loaded) = session.load(&arguments.model, false)?;
    let wish = Wish { formulation: arguments.formulation.clone(), smallest: arguments.smallest };
    let start = Instant::now();
    watch::enter(Phase::Solve);
    let explanation = explain::run(&loaded, &wish, &session.budget)?;
    watch::enter(Phase::Answer);
    let answer = match arguments.format {
        Format::Text => describe(&source, &loaded, &explanation, &output),
        Format::Json => format!("{:#}\n", json::explanation(&source, &loaded, &explanation)),
        Format::Svg => svg::titled(&picture(&loaded, &explanation, true), loaded.model.title.as_deref()),
    };
    output.write(&answer)?;
    if !arguments.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{:.3} s to explain\n", start.elapsed().as_secs_f64()));
    }
    let nothing = matches!(explanation.finding, Finding::Nothing);
    let open = explanation.stopped || explanation.answer == Answer::Unknown || nothing;
    Ok(if open { Exit::Unknown.code() } else { Exit::Answered.code() })
}

/// The explanation for a person.
fn describe(source: &Source, loaded: &Loaded, explanation: &Explanation, output: &Output) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    parts.push(words::paragraph(explanation));
    parts.extend(places(explanation).map(|diagnostic| diagnostic.explanation(source, output.colour())));
    let style = text::Style { colour: output.colour(), width: output.width() };
    parts.push(text::render(&picture(loaded, explanation, false), style));
    parts.push(words::advice(explanation));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The clues that the explanation speaks of, in the model.
fn places(explanation: &Explanation) -> Option<Diagnostic> {
    let (code, message, origins): (_, _, Vec<&Origin>) = match &explanation.finding {
        Finding::Contradiction(found) => {
            ("contradiction", "these contradict each other, with the rules", found.origins.iter().collect())
        }
        Finding::Forced(forced) if !forced.needed.is_empty() && !forced.spare.is_empty() => {
            ("forced", "these clues can be left out", forced.spare.iter().collect())
        }
        _ => return None,
    };
    let mut with_place: Vec<(Span, &Origin)> =
        origins.into_iter().filter_map(|origin| Some((origin.span?, origin))).collect();
    // Cells are marked on the board, too; what is no cell is not to be lost among them.
    with_place.sort_by_key(|(span, origin)| (!origin.cells.is_empty(), *span));
    let message =
        if let ([_], "contradiction") = (with_place.as_slice(), code) { "this contradicts the rules" } else { message };
    let mut diagnostic = Diagnostic::new(code, message);
    let places: Vec<&[(Span, &Origin)]> = with_place.chunk_by(|one, other| one.0 == other.0).collect();
    for origins in places.iter().take(PLACES) {
        let label = match origins {
            // The argument has been read already.
            [(_, origin)] if argument(explanation) == Some(&origin.detail) => String::new(),
            [(_, origin)] => words::name(origin),
            several => format!("{} of them", several.len()),
        };
        diagnostic = diagnostic.at(origins[0].0, label);
    }
    if places.len() > PLACES {
        diagnostic = diagnostic.help(format!("and {} more places", places.len() - PLACES));
    }
    (!places.is_empty()).then_some(diagnostic)
}

/// The argument that needs no search, if there is one.
fn argument(explanation: &Explanation) -> Option<&String> {
    match &explanation.finding {
        Finding::Contradiction(found) => found.argument.as_ref(),
        _ => None,
    }
}

/// The cells that the explanation speaks of.
fn marked(explanation: &Explanation) -> Vec<Cell> {
    let cells_of = |origins: &mut dyn Iterator<Item = &Origin>| -> Vec<Cell> {
        origins.flat_map(|origin| origin.cells.iter().copied()).collect()
    };
    let mut cells = match &explanation.finding {
        Finding::Nothing => Vec::new(),
        Finding::Contradiction(found) => {
            let clues = cells_of(&mut found.origins.iter().filter(|origin| origin.kind == OriginKind::Clue));
            // A row is marked only where there is no clue to mark.
            if clues.is_empty() { cells_of(&mut found.origins.iter()) } else { clues }
        }
        Finding::Differences(found) => found.varying.iter().filter_map(|varying| varying.cell).collect(),
        Finding::Forced(forced) => cells_of(&mut forced.needed.iter()),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The board with the cells marked; with captions when the picture has to speak for itself.
fn picture(loaded: &Loaded, explanation: &Explanation, captions: bool) -> Picture {
    let instance = &loaded.instance;
    let mut picture = match &explanation.finding {
        Finding::Nothing => instance.draw_givens(),
        Finding::Contradiction(_) => instance.draw_givens(),
        Finding::Forced(forced) => instance.draw(&forced.solution),
        Finding::Differences(found) => {
            let apart: Vec<Cell> = found.apart.iter().filter_map(|&index| found.varying[index].cell).collect();
            let mut picture = Picture::default();
            for (solution, title) in found.pair.iter().zip(["one solution", "another"]) {
                let mut drawn = instance.draw(solution);
                drawn.mark(&apart);
                for panel in &mut drawn.panels {
                    panel.title = [title, &panel.title].join(" ").trim_end().to_string();
                }
                picture.panels.extend(drawn.panels);
            }
            picture
        }
    };
    if !matches!(explanation.finding, Finding::Differences(_)) {
        picture.mark(&marked(explanation));
    }
    if captions {
        picture.captions.extend(words::paragraph(explanation).lines().map(str::to_string));
        let advice = words::advice(explanation);
        if !advice.is_empty() {
            picture.captions.push(String::new());
            picture.captions.extend(advice.lines().map(str::to_string));
        }
    }
    picture
}
