//! `boardwright import FILE`: converts a puzzle of another program to a model.

use super::Quit;
use super::exit::explained;
use super::input::Session;
use super::limits::Limits;
use super::outputs::{self, Output};
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::words::COMMAND_LINE;
use crate::REGISTRY;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::Source;
use boardwright_exchange::genre::files;
use boardwright_exchange::import::{FORMATS, Format, Options, games, import, import_as};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = formats())]
pub(super) struct Arguments {
    /// File, - for standard input, a puzzle link or a game ID; the format is detected
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Allow pieces to be flipped, if the file does not say
    #[arg(long, help_heading = "Input")]
    flip: bool,
    /// Size of the board, such as 4x6, if the file has only pieces
    #[arg(long, help_heading = "Input", value_name = "ROWSxCOLUMNS", value_parser = rows_and_columns)]
    board: Option<(usize, usize)>,
    /// Number of the problem in a file with several, from 1
    #[arg(long, help_heading = "Input", value_name = "N", value_parser = super::whole::positive::<usize>)]
    problem: Option<usize>,
    /// Game of Simon Tatham's collection, if the ID does not name it
    #[arg(long, help_heading = "Input", value_name = "GAME", value_parser = game)]
    from: Option<String>,
    /// Genre of the drawing or the puzzle link, such as Masyu, or a genre file that says how the link is read
    #[arg(long, help_heading = "Input", value_name = "GENRE", conflicts_with_all = ["flip", "board", "problem", "from"])]
    genre: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Write the model to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.file, AnswerForm::File, &None))
    }
}

/// Lists the formats for the help.
fn formats() -> String {
    let line = |format: &Format| format!("  {}: {}", format.name, (format.summary)().worded(COMMAND_LINE));
    let lines: Vec<String> = FORMATS.iter().map(line).collect();
    format!("Formats:\n{}", lines.join("\n"))
}

/// A reason why the value of an option is rejected.
#[derive(Debug, thiserror::Error)]
enum BadValue {
    /// It is not a game of the collection.
    #[error("expected one of {}", games(REGISTRY).into_iter().collect::<Vec<_>>().join(", "))]
    Game,
    /// It is not the size of a board.
    #[error("expected rows and columns, such as 4x6")]
    Size,
}

fn game(text: &str) -> Result<String, BadValue> {
    games(REGISTRY).take(text).ok_or(BadValue::Game)
}

fn rows_and_columns(text: &str) -> Result<(usize, usize), BadValue> {
    let sides = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let sides = sides.filter(|&(rows, columns): &(usize, usize)| rows > 0 && columns > 0);
    sides.ok_or(BadValue::Size)
}

/// Returns the argument itself if it is a link, `https://...`, or a game ID, `3x3:...`, instead of a file.
fn itself(file: &Path) -> Option<&str> {
    let text = file.to_str()?;
    let is_escaped = || text.to_ascii_lowercase().contains("%3a%2f%2f") && !file.exists();
    (text.contains("://") || text.contains(':') && !file.exists() || is_escaped()).then_some(text)
}

/// Returns the text of a genre: of a file, or of the genre in the program that has this name.
fn genre_source(genre: &Path, session: &Session) -> Result<Source, Quit> {
    let name = genre.to_string_lossy();
    let is_name = !name.contains(['.', '/', '\\']) && name != "-" && !genre.exists();
    match files::named(&name, files::fields(REGISTRY)) {
        Some(opened) if is_name => Ok(opened.source),
        None if is_name => {
            let wrong = Diagnostics::from(files::unknown(&name).help("or pass a genre file"));
            Err(explained(&wrong, &Source::new("the command line", "")))
        }
        _ => session.read_source(genre),
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    // That the output is an input is the clearer error than that it exists.
    if itself(&arguments.file).is_none() {
        outputs::note_read(&arguments.file)?;
    }
    let output = Output::open_new(&arguments.output, "model", arguments.force)?;
    let (name, bytes) = match itself(&arguments.file) {
        Some(link) => ("the command line".to_string(), link.as_bytes().to_vec()),
        None => (arguments.file.display().to_string(), session.read_bytes(&arguments.file)?),
    };
    let options = Options {
        flip: arguments.flip,
        board: arguments.board,
        problem: arguments.problem,
        from: arguments.from.clone(),
    };
    watch::enter(Phase::Model);
    let imported = match &arguments.genre {
        Some(genre) => import_as(REGISTRY, genre_source(genre, session)?, &name, &bytes, &session.budget),
        None => import(REGISTRY, &name, &bytes, &options, &session.budget),
    };
    let model = imported.map_err(|refused| {
        if let Some(stop) = refused.stopped {
            return Quit::stopped(stop);
        }
        explained(&refused.wrong, &refused.source)
    })?;
    output.write_file(&model)?;
    Ok(0)
}
