//! `boardwright export MODEL --to FORMAT`: prints the link or the game ID of a model.

use super::Quit;
use super::exit::explained;
use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::unanswered::{AnswerForm, Unanswered};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_exchange::export::{Exported, Format, Request, export};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "A rule or a mark that the format cannot say is an error; with --lossy it is a warning.\n\n\
    Example: boardwright export models/genres/slitherlink.toml --to puzz.link")]
pub(super) struct Arguments {
    /// Model of the family `grid`
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Format of the link
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    to: To,
    /// Genre of the model [default: the one that the model names, or that has its title or its rules]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    genre: Option<String>,
    #[command(flatten)]
    limits: Limits,
    /// Write a link that does not say all of the model, too
    #[arg(long, help_heading = "Output")]
    lossy: bool,
    /// Write the link to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// The names of the formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// Link of puzz.link, by the codes of the genre
    #[value(name = "puzz.link")]
    PuzzLink,
    /// Edit link of penpa-edit: any square grid, with what is printed on it
    Penpa,
    /// Game ID of Simon Tatham's collection, by the codes of the genre
    Tatham,
    /// Link of f-puzzles, for models like a Sudoku
    Fpuzzles,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.model, AnswerForm::File, &None))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::named(&arguments.output, "text")?;
    let source = session.read_model(&arguments.model)?;
    let loaded = session.loaded(&source, false)?;
    let format = match arguments.to {
        To::PuzzLink => Format::PuzzLink,
        To::Penpa => Format::Penpa,
        To::Tatham => Format::Tatham,
        To::Fpuzzles => Format::FPuzzles,
    };
    let genre = arguments.genre.as_deref();
    let request = Request { source: &source, model: &loaded.model, genre, format, registry: loaded.registry };
    let exported = export(&request).map_err(|wrong| explained(&wrong.into(), &source))?;
    if !arguments.lossy && !exported.lost.is_empty() {
        return Err(explained(&lossy(&exported).into(), &source));
    }
    let warnings: String = exported.remarks().iter().map(|remark| format!("warning: {remark}\n")).collect();
    if !warnings.is_empty() {
        print_error(&warnings);
    }
    output.write(&format!("{}\n", exported.text))?;
    Ok(0)
}

/// Returns the error for a link that does not say all of the model.
fn lossy(exported: &Exported) -> Diagnostic {
    let wrong = Diagnostic::new("export-lossy", "the link does not say all of the model; nothing is written");
    let wrong = exported.remarks().into_iter().fold(wrong, Diagnostic::help);
    wrong.help("--lossy writes the link without these parts")
}
