//! Boards of tilings in game IDs: the letter with its number says which tiling, and a patch may stand before the clues.
//!
//! Imports `board` for the tilings, and `scan`. Start with [`Tiled`].

use super::scan::Scan;
use boardwright_base::board::tiling::named::{self, NoTiling};
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_model::Model;

/// A board of a tiling.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tiled {
    /// The name of the tiling.
    pub name: String,
    /// Rows and columns of the tiling.
    pub size: (usize, usize),
    /// Its patch, if it has no period.
    pub patch: Option<String>,
    /// The polygons in each row of the pictures.
    pub lengths: Vec<usize>,
}

impl Tiled {
    /// Reads the board at the beginning of the description of an ID: `PATCH_` for a tiling without a period.
    pub(crate) fn read(name: &str, size: (usize, usize), text: &mut Scan<'_>) -> Result<Tiled, Diagnostic> {
        let Some(own) = named::find(name) else {
            return Err(Diagnostic::new("unknown-tiling", format!("unknown tiling {}", quote(name))));
        };
        let patch = own.has_patch.then(|| text.until('_'));
        let given = patch.map(|patch| patch.rest().to_string());
        Tiled::new(name, size, given).map_err(|reason: NoTiling| {
            let span = patch.map_or(text.here(), |patch| patch.span());
            let help =
                format!("the part before `_` says which part of the tiling the board is, such as {}", own.example);
            Diagnostic::new("game-cells", reason.to_string()).at(span, "").help(help)
        })
    }

    /// Returns the board of a model, if it is of a tiling with a name.
    pub(crate) fn of(model: &Model) -> Option<Tiled> {
        let grid = model.fields.table("grid")?;
        let side = |key: &str| grid.integer(key).and_then(|side| usize::try_from(side).ok());
        let size = (side("rows")?, side("columns")?);
        Tiled::new(grid.text("tiling")?, size, grid.text("patch").map(str::to_string)).ok()
    }

    fn new(name: &str, size: (usize, usize), patch: Option<String>) -> Result<Tiled, NoTiling> {
        let rows = named::polygons(name, size, patch.as_deref().unwrap_or_default())?;
        let lengths = rows.iter().map(Vec::len).collect();
        Ok(Tiled { name: name.to_string(), size, patch, lengths })
    }

    /// Returns the rows and columns of the pictures.
    pub(crate) fn board(&self) -> (usize, usize) {
        (self.lengths.len(), self.lengths.iter().max().copied().unwrap_or(0))
    }

    /// Returns the text before the clues of an ID.
    pub(crate) fn prefix(&self) -> String {
        self.patch.as_ref().map_or(String::new(), |patch| format!("{patch}_"))
    }

    /// Returns the keys of `[grid]`.
    pub(crate) fn toml(&self) -> String {
        let patch = self.patch.as_ref().map_or(String::new(), |patch| format!("patch = \"{patch}\"\n"));
        let (rows, columns) = self.size;
        format!("tiling = \"{}\"\nrows = {rows}\ncolumns = {columns}\n{patch}", self.name)
    }
}
