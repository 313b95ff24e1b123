//! `boardwright booklet MODEL...`: puzzles with their rules on pages, and their solutions at the end, as PDF or HTML.

use super::input::Session;
use super::limits::Limits;
use super::outputs::{self, Output};
use super::printing::{self, Look};
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit, complain};
use boardwright_base::source::Source;
use boardwright_exchange::export;
use boardwright_puzzle::Loaded;
use boardwright_render::booklet::{self, Booklet, Entry};
use boardwright_render::page::Paper;
use boardwright_render::reason;
use boardwright_render::theme;
use boardwright_tasks::task::steps::{self, StepsRequest, grade};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example: boardwright booklet models/genres/*.toml --title Genres -o genres.pdf")]
pub(super) struct Arguments {
    /// Model files, in the order of the booklet; - for standard input
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Print this title on the first page
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, help_heading = "Output")]
    title: String,
    /// Place N puzzles on a page, from 1 to 6
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Output")]
    #[arg(value_parser = super::whole::whole::<u8, 1, 6>)]
    per_page: u8,
    /// Leave out the solutions, and do not solve
    #[arg(long, help_heading = "Output")]
    no_solutions: bool,
    /// Print the difficulty of each puzzle, by its steps
    ///
    /// The steps can take much longer than the solution; `boardwright steps` shows them. Puzzles without steps have no such
    /// line.
    #[arg(long, help_heading = "Question")]
    difficulty: bool,
    #[command(flatten)]
    limits: Limits,
    /// Write the booklet as pdf or html [default: by the ending of FILE]
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "Output")]
    format: Option<Format>,
    /// Use paper of this size: a3, a4, a5, a6, letter, legal, or WIDTHxHEIGHT in millimetres
    #[arg(long, value_name = "SIZE", value_parser = Paper::parse, default_value = "a4", help_heading = "Output")]
    page: Paper,
    #[command(flatten)]
    look: Look,
    /// Write the booklet to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Pdf,
    Html,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.models[0], AnswerForm::File, &self.output))
    }

    /// Returns the format: the option, or the ending of the file.
    fn format(&self) -> Result<Format, Quit> {
        let path = self.output.as_ref().filter(|path| path.as_os_str() != "-");
        let ending = path.and_then(|path| outputs::ending(path));
        match (self.format, ending.as_deref()) {
            (Some(format), _) => Ok(format),
            (None, Some("pdf")) => Ok(Format::Pdf),
            (None, Some("html" | "htm")) => Ok(Format::Html),
            (None, Some(other)) => Err(Quit::wrong(format!(
                "unknown ending `.{other}`; expected .pdf or .html\nhelp: give the format with --format"
            ))),
            (None, None) => Err(Quit::wrong("expected --format pdf or html, or -o FILE with the ending .pdf or .html")),
        }
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let format = arguments.format()?;
    let output = Output::of(&arguments.output, format)?;
    if format == Format::Pdf {
        output.check_binary()?;
    }
    let models = arguments.models.iter().map(|path| session.load(path, &arguments.settings, false));
    let models = models.collect::<Result<Vec<(Source, Loaded)>, Quit>>()?;
    let mut open = Vec::new();
    let entries = models.iter().map(|(source, loaded)| entry(arguments, source, loaded, session, &mut open));
    let entries = entries.collect::<Result<Vec<Entry>, Quit>>()?;
    watch::enter(Phase::Answer);
    let booklet = Booklet {
        title: arguments.title.clone(),
        entries,
        per_page: usize::from(arguments.per_page),
        paper: arguments.page,
    };
    let theme = arguments.look.theme();
    match format {
        Format::Html => output.write(&booklet::html(&booklet, theme))?,
        Format::Pdf => {
            let pages: Vec<String> = booklet::pages(&booklet).iter().map(|page| theme::apply(page, theme)).collect();
            output.write_bytes(&as_pdf(arguments, &pages, session)?)?;
        }
    }
    open.iter().for_each(|words| complain(words));
    Ok(if open.is_empty() { Exit::Answered } else { Exit::Unknown }.code())
}

/// Returns a puzzle as the booklet has it. What a limit leaves out is added to `open`: the puzzle stays.
fn entry(
    arguments: &Arguments,
    source: &Source,
    loaded: &Loaded,
    session: &Session,
    open: &mut Vec<String>,
) -> Result<Entry, Quit> {
    let mut known = |quit: Quit| match quit.exit {
        Exit::Unknown | Exit::Stopped => {
            open.push(quit.words);
            Ok(())
        }
        _ => Err(quit),
    };
    let mut solution = None;
    if !arguments.no_solutions {
        match printing::solution(loaded, &source.name, session) {
            Ok(found) => solution = Some(loaded.instance.draw(&found)),
            Err(quit) => known(quit)?,
        }
    }
    let mut grade = String::new();
    if arguments.difficulty {
        match difficulty(loaded, &source.name, session) {
            Ok(found) => grade = found,
            Err(quit) => known(quit)?,
        }
    }
    let title = loaded.model.title.clone().unwrap_or_else(|| loaded.puzzle.name().to_string());
    let puzzle = loaded.instance.draw_puzzle();
    Ok(Entry { title, rules: rules(source, loaded), difficulty: grade, puzzle, solution })
}

/// Returns the rules in words: the model's own instructions, the rules of its genre, or the family in a line.
fn rules(source: &Source, loaded: &Loaded) -> String {
    export::rules_of(source, &loaded.model, loaded.registry).unwrap_or_else(|| family_rules(loaded))
}

/// Returns the rules of a family in words; none for grids, whose rules are those of the model.
fn family_rules(loaded: &Loaded) -> String {
    match loaded.puzzle.name() {
        "lights-out" => "Press lights until all are off. A press changes the lights that it reaches.",
        "dissection" => "Cover the board with the pieces. Their colours match those of the board.",
        "knightdoku" => {
            "Place knights so that each row, column and block has as many as required. A number is on a knight and says how many \
             other knights it attacks."
        }
        "devils-chessboard" => {
            "The devil lays a coin on each square and points at one. The first prisoner turns one coin; the second sees the coins \
             and names the square."
        }
        "alternation" => "Move blocks of adjacent pieces into vacant cells until the row is as required, in the fewest moves.",
        _ => "",
    }
    .to_string()
}

/// Returns the line about the difficulty; empty for a puzzle without steps.
fn difficulty(loaded: &Loaded, name: &str, session: &Session) -> Result<String, Quit> {
    if loaded.instance.cells().is_none() {
        return Ok(String::new());
    }
    let found = steps::run(&StepsRequest::new(loaded), &session.budget)?;
    if found.stopped {
        let words = format!("{name}: the difficulty is unknown: {}", reason::of(&found.reason));
        return Err(Quit { exit: Exit::Unknown, words });
    }
    if found.steps.is_empty() || !found.reason.is_unstated() {
        return Ok(String::new());
    }
    let difficulty = grade::difficulty(&found);
    let steps = if found.steps.len() == 1 { "step" } else { "steps" };
    Ok(format!("Difficulty: {} ({} {steps})", difficulty.grade, found.steps.len()))
}

#[cfg(feature = "print")]
fn as_pdf(arguments: &Arguments, pages: &[String], session: &Session) -> Result<Vec<u8>, Quit> {
    let title = if arguments.title.is_empty() { "Puzzles" } else { &arguments.title };
    boardwright_render::print::pdf(pages, title, &arguments.look.fonts(session)?).map_err(Quit::wrong)
}

#[cfg(not(feature = "print"))]
fn as_pdf(_: &Arguments, _: &[String], _: &Session) -> Result<Vec<u8>, Quit> {
    Err(printing::not_built("pdf"))
}
