//! The places of cells, labels and clues in a drawing of characters.

use crate::strokes::Strokes;
use boardwright_base::board::picture::Panel;
use std::collections::BTreeMap;

/// The layout of a panel.
pub(super) struct Layout<'a> {
    pub(super) panel: &'a Panel,
    /// Whether fine lines are omitted.
    pub(super) compact: bool,
    /// The lines of the solution.
    pub(super) strokes: Strokes,
    /// The symbol of each cell; blank for holes.
    pub(super) symbols: Vec<Vec<String>>,
    /// The width of the widest symbol.
    pub(super) symbol_width: usize,
    /// For each seam beside columns, `0..=width`, whether it has room for a line.
    pub(super) columns: Vec<bool>,
    /// For each seam between rows, `0..=height`, whether it has a line of text.
    pub(super) rows: Vec<bool>,
    /// The background of each region that has its own.
    pub(super) colours: BTreeMap<usize, usize>,
}
