//! Converts models to links and game IDs of other programs: the way back from [`import`](mod@crate::import).
//!
//! Links of puzz.link and IDs of Simon Tatham's collection are written by the codes of the model's [`genre`](crate::genre). Penpa takes any
//! square grid with what is printed on it, and f-puzzles models like a Sudoku. What a format cannot say is listed in
//! [`Exported::lost`]; the caller decides whether the link is of use without it. Start with [`export()`].
//!
//! Imports `genre`, `model`, `board`, `source` and `diagnostic`, and `import` to read drawings back. It reads no files.

mod back;
mod fpuzzles;
mod kind;
mod link;
mod penpa;
mod request;

pub use self::kind::{genre_of, rules_of};
pub use self::request::{Exported, Format, Request};
use crate::genre::link::Site;
use boardwright_base::diagnostic::{Command, Diagnostic, Text};

/// Writes the link of a model.
///
/// # Errors
/// The reason why the format cannot say the puzzle.
pub fn export(request: &Request<'_>) -> Result<Exported, Diagnostic> {
    let model = request.model;
    let shape = model.fields.table("grid").and_then(|grid| grid.text("shape")).unwrap_or("square");
    if model.puzzle != "grid" {
        let message = Text::from(Command::Export).and(format!(" does not support `{}` models", model.puzzle));
        return Err(Diagnostic::new("export-family", message).help("it supports models of the family `grid`"));
    }
    if shape != "square" && request.format != Format::Tatham {
        let message =
            Text::from("no format of ").and(Command::Export).and(format!(" has boards of the shape `{shape}`"));
        return Err(Diagnostic::new("export-shape", message));
    }
    if !model.fields.tables("move").is_empty() {
        let message = Text::from("no format of ").and(Command::Export).and(" has puzzles with moves");
        return Err(Diagnostic::new("export-family", message));
    }
    let exported = match request.format {
        Format::PuzzLink => link::export(request, Site::PuzzLink),
        Format::Tatham => link::export(request, Site::Tatham),
        Format::Penpa => penpa::export(request),
        Format::FPuzzles => fpuzzles::export(request),
    };
    exported.map(Exported::merged)
}
