//! `boardwright generate FAMILY`: makes a puzzle with one solution, as a model file.

use super::choices::limits_of;
use super::files::{Output, colour_for, print_error};
use super::{Exit, Quit};
use crate::backend::limits;
use crate::diagnostic::nearest;
use crate::puzzle::generator::Wish;
use crate::puzzle::{self, PUZZLES};
use crate::task::generate::{Generated, Refused, generate};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(super) struct Arguments {
    /// knightdoku, lights-out or dissection
    #[arg(value_name = "FAMILY")]
    family: String,
    /// Rows of the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    rows: Option<u16>,
    /// Columns of the board; as many as rows when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    columns: Option<u16>,
    /// Pieces of a dissection
    #[arg(long, value_name = "N")]
    pieces: Option<u16>,
    /// A pattern that a half turn keeps; of a dissection: a whole board, with one tiling up to its symmetries
    #[arg(long)]
    symmetric: bool,
    /// A further key of the model and its value, such as per_line=2, states=3 or flip=false
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Another puzzle for every number; the same for the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the model to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Stop after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    time_limit: Option<Duration>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let family = &arguments.family;
    let Some(puzzle) = puzzle::find(family) else {
        let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name()).collect();
        let meant = nearest(family, names.iter().copied()).map_or(String::new(), |m| format!(" (did you mean `{m}`?)"));
        return Err(Quit::wrong(format!("there is no puzzle `{family}`{meant}; there is {}", names.join(", "))));
    };
    let wish = Wish {
        rows: arguments.rows.map(usize::from),
        columns: arguments.columns.map(usize::from),
        pieces: arguments.pieces.map(usize::from),
        symmetric: arguments.symmetric,
        settings: arguments.settings.iter().map(|setting| setting_of(setting)).collect::<Result<_, _>>()?,
    };
    let limits = limits_of(arguments.time_limit);
    match generate(puzzle, &wish, arguments.seed, &limits) {
        Ok(generated) => {
            Output::new(&arguments.output).write(&text(arguments, &generated))?;
            Ok(Exit::Answered.code())
        }
        Err(Refused::Wish(words)) => Err(Quit::wrong(words)),
        Err(Refused::Model(source, wrong)) => {
            print_error(&wrong.render(&source, colour_for(&std::io::stderr())));
            Err(Quit::wrong(""))
        }
        Err(Refused::Stopped(stop)) => {
            Err(Quit { exit: Exit::Unknown, words: format!("no puzzle was made: {}", stop.describe()) })
        }
        Err(Refused::Failed(failure)) => Err(failure.into()),
    }
}

/// `states=3` as the key and the value.
fn setting_of(text: &str) -> Result<(String, String), Quit> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() && !value.contains('\n') => {
            Ok((key.trim().to_string(), value.trim().to_string()))
        }
        _ => Err(Quit::wrong(format!("--set {text}: write a key of the model and its value, such as --set states=3"))),
    }
}

/// The model with its comments and what is expected of it.
fn text(arguments: &Arguments, generated: &Generated) -> String {
    let Generated { made, checked_by, .. } = generated;
    let mut command = format!("boardwright generate {}", arguments.family);
    let numbers = [("rows", arguments.rows), ("columns", arguments.columns), ("pieces", arguments.pieces)];
    for (name, number) in numbers.into_iter().filter_map(|(name, number)| Some((name, number?))) {
        command.push_str(&format!(" --{name} {number}"));
    }
    if arguments.symmetric {
        command.push_str(" --symmetric");
    }
    for setting in &arguments.settings {
        let quoted = shlex::try_quote(setting).unwrap_or(setting.into());
        command.push_str(&format!(" --set {quoted}"));
    }
    let remarks: String = made.remarks.iter().map(|remark| format!("# {remark}.\n")).collect();
    let (one, expect) = match made.distinct {
        false => ("one solution", "count = 1"),
        true => ("one solution up to the symmetries of the board", "distinct = 1"),
    };
    format!(
        "# Made by: {command} --seed {}\n# It has {one}, checked by {checked_by}.\n{remarks}{}\n[expect]\n{expect}\n",
        arguments.seed, made.model
    )
}
