//! `boardwright import PUZZLE`: a puzzle that was written for another program, in a file or itself, as a model.

use super::Quit;
use super::files::{Output, apart, print_error, read_bytes, stderr_colour};
use crate::import::{FORMATS, Wishes, import, is_puzzle};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = formats())]
pub(super) struct Arguments {
    /// The file, - for standard input, or the puzzle itself where it is a game ID; its format is told from its content
    #[arg(value_name = "PUZZLE")]
    file: PathBuf,
    /// Write the model to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Let pieces be turned over, where the file does not say
    #[arg(long)]
    flip: bool,
    /// The rows and columns of the board, such as 4x6, where the file has only the pieces
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = rows_and_columns)]
    board: Option<(usize, usize)>,
    /// Which problem to take of a file with several, from 1
    #[arg(long, value_name = "N")]
    problem: Option<usize>,
}

/// The formats, for the help.
fn formats() -> String {
    let lines: Vec<String> = FORMATS.iter().map(|format| format!("  {}: {}", format.name, format.summary)).collect();
    format!("Formats:\n{}", lines.join("\n"))
}

fn rows_and_columns(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let sides = sides.filter(|&(rows, columns): &(usize, usize)| rows > 0 && columns > 0);
    sides.ok_or_else(|| "write the rows and the columns, such as 4x6".to_string())
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    apart("-o", arguments.output.as_deref(), &[Some(&arguments.file)])?;
    let (name, bytes) = match arguments.file.to_str().filter(|text| !arguments.file.exists() && is_puzzle(text)) {
        Some(text) => ("the command line".to_string(), text.as_bytes().to_vec()),
        None => (arguments.file.display().to_string(), read_bytes(&arguments.file)?),
    };
    let wishes = Wishes { flip: arguments.flip, board: arguments.board, problem: arguments.problem };
    let model = import(&name, &bytes, &wishes).map_err(|refused| {
        print_error(&refused.render(stderr_colour()));
        Quit::wrong("")
    })?;
    Output::new(&arguments.output).write(&model)?;
    Ok(0)
}
