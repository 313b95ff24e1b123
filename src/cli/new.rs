//! `boardwright new KIND`: prints a commented model as a start.

use super::Quit;
use super::list::kinds;
use super::outputs::Output;
use crate::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::nearest;
use boardwright_exchange::genre::aliases;
use boardwright_exchange::genre::{blank, files, write};
use boardwright_exchange::import::missing;
use clap::Args;
use std::path::PathBuf;

/// The rows and columns of an empty board.
const SIDE: u16 = 10;

#[derive(Args)]
#[command(
    after_help = "The model is a complete puzzle. Its comments name the keys that you can change.\n\nExamples:\n  boardwright new sudoku -o sudoku.toml\n  boardwright new slitherlink --empty --rows 12 --columns 8"
)]
pub(super) struct Arguments {
    /// Kind of puzzle [default: list the kinds]
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Print an empty board of this genre, or of numbers without rules if no KIND is named
    #[arg(long, help_heading = "Board")]
    empty: bool,
    /// Rows of the empty board [default: 10]
    #[arg(long, value_name = "N", requires = "empty", help_heading = "Board", value_parser = super::whole::whole::<u16, 1, 100>)]
    rows: Option<u16>,
    /// Columns of the empty board [default: 10]
    #[arg(long, value_name = "N", requires = "empty", help_heading = "Board", value_parser = super::whole::whole::<u16, 1, 100>)]
    columns: Option<u16>,
    /// Write the model to the new file FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let name = arguments.kind.as_deref().map(meant);
    if arguments.empty {
        let text = empty(name, arguments)?;
        Output::open_new(&arguments.output, "model", arguments.force)?.write_file(&text)?;
        return Ok(0);
    }
    let Some(name) = name else {
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

/// Returns the kind with a name that may be written as in a text: `Heyawake`, `Yin Yang`.
fn meant(name: &str) -> &str {
    let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "-");
    names().into_iter().find(|kind| *kind == plain(name)).unwrap_or(name)
}

/// Returns an empty board of a genre, or one without rules.
fn empty(name: Option<&str>, arguments: &Arguments) -> Result<String, Quit> {
    let (rows, columns) = (arguments.rows.unwrap_or(SIDE), arguments.columns.unwrap_or(SIDE));
    let Some(name) = name else { return blank::plain(rows, columns).map_err(Quit::wrong) };
    if REGISTRY.kinds().any(|kind| kind.name == name) {
        return Err(Quit::wrong(format!("`{name}` has no empty board; --empty supports genres, such as slitherlink")));
    }
    let file = files::find(name).ok_or_else(|| unknown(name))?;
    blank::blank(REGISTRY, file, rows, columns, &Budget::none()).map_err(Quit::wrong)
}

/// Returns the file of a genre with a name that may be written as in a text.
pub(super) fn genre(name: &str) -> Result<&'static files::File, Quit> {
    let meant = meant(name);
    files::find(meant).ok_or_else(|| unknown(meant))
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
    let known = aliases::names_of(name);
    let missing = missing::named(name).or_else(|| known?.iter().find_map(|name| missing::named(name)));
    if let Some(missing) = missing {
        let message = known.map_or_else(|| format!("{} is not supported", missing.name), aliases::not_supported);
        return Quit::wrong(format!("unknown kind of puzzle `{name}`: {message}; no genre yet: {}", missing.lacks));
    }
    if let Some(known) = known {
        let message = aliases::not_supported(known);
        return Quit::wrong(format!("unknown kind of puzzle `{name}`: {message} (kinds: {})", names().join(", ")));
    }
    let meant = nearest(name, names()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Quit::wrong(format!("unknown kind of puzzle `{name}`{meant} (kinds: {})", names().join(", ")))
}
