//! `boardwright new KIND`: prints a commented model as a start.

use super::Quit;
use super::list::kinds;
use super::outputs::Output;
use crate::REGISTRY;
use boardwright_base::diagnostic::nearest;
use boardwright_exchange::genre::aliases;
use boardwright_exchange::genre::{files, write};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "The model is a complete puzzle. Its comments name the keys that you can change.\n\nExample: boardwright new sudoku -o sudoku.toml"
)]
pub(super) struct Arguments {
    /// Kind of puzzle [default: list the kinds]
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Write the model to the new file FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let Some(name) = arguments.kind.as_deref() else {
        if arguments.output.is_some() {
            return Err(Quit::wrong(format!("missing kind of puzzle; expected one of {}", names().join(", "))));
        }
        Output::open(&None)?.write(&kinds())?;
        return Ok(0);
    };
    let text = match (REGISTRY.kinds().find(|kind| kind.name == name), files::find(name)) {
        (Some(kind), _) => kind.text.to_string(),
        (None, Some(file)) => write::template(file.text),
        (None, None) => return Err(unknown(name)),
    };
    Output::open_new(&arguments.output, "model", arguments.force)?.write_file(&text)?;
    Ok(0)
}

fn names() -> Vec<&'static str> {
    REGISTRY.kinds().map(|kind| kind.name).chain(files::FILES.iter().map(|file| file.name)).collect()
}

fn unknown(name: &str) -> Quit {
    let of_family: Vec<&str> = REGISTRY.kinds().filter(|kind| kind.family == name).map(|kind| kind.name).collect();
    if !of_family.is_empty() {
        return Quit::wrong(format!("`{name}` is a family; its kinds: {}", of_family.join(", ")));
    }
    if let Some(same) = names().into_iter().find(|kind| aliases::are_one(kind, name)) {
        return Quit::wrong(format!("unknown kind of puzzle `{name}`; did you mean `{same}`? (both names are used)"));
    }
    if let Some(known) = aliases::names_of(name) {
        let message = aliases::not_supported(known);
        return Quit::wrong(format!("unknown kind of puzzle `{name}`: {message} (kinds: {})", names().join(", ")));
    }
    let meant = nearest(name, names()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Quit::wrong(format!("unknown kind of puzzle `{name}`{meant} (kinds: {})", names().join(", ")))
}
