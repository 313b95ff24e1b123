//! How pictures are drawn, by their marks and by the rules that use them. Start with [`of`].

use crate::Grid;
use crate::condition::adjacent;
use crate::symbols::SymbolTable;
use boardwright_base::board::signs::{circle, is_number, ring};
use std::collections::BTreeMap;

/// The way a picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Heavy lines between its regions.
    Regions,
    /// Broken outlines around its regions.
    Cages,
    /// Its regions are tinted.
    Tinted,
    /// Circles.
    Circles,
    /// Circles and numbers.
    Numbered,
    /// Texts.
    Texts,
    /// Not drawn: it is hidden.
    Hidden,
}

/// Returns how each picture is drawn; `has_blocks`: heavy lines separate blocks already.
pub(super) fn of(grid: &Grid, has_blocks: bool) -> Vec<Role> {
    let symbols = &grid.symbols;
    let mut parted = has_blocks;
    let role = |index: usize, parted: &mut bool| {
        let picture = &symbols.pictures[index];
        let marks = || picture.marks.iter().flatten().map(|mark| mark.text.as_str());
        let is_used = grid.uses.regions.contains(&index);
        if !symbols.shows(&picture.name) {
            Role::Hidden
        } else if is_used && symbols.colours.contains_key(&picture.name) {
            Role::Tinted
        } else if is_used && !is_scattered(symbols, index) {
            if std::mem::replace(parted, true) { Role::Cages } else { Role::Regions }
        } else if marks().all(|mark| circle(mark).is_some()) && marks().next().is_some() {
            Role::Circles
        } else if marks().all(|mark| ring(mark).is_some() || is_number(mark)) {
            Role::Numbered
        } else {
            Role::Texts
        }
    };
    (0..symbols.pictures.len()).map(|index| role(index, &mut parted)).collect()
}

/// Returns whether most regions of several cells have no two cells side by side, such as those of equal letters: only their marks can
/// say what belongs together.
fn is_scattered(symbols: &SymbolTable, picture: usize) -> bool {
    let topology = &symbols.topology;
    let mut regions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (id, &at) in topology.cells.iter().enumerate() {
        if let Some(mark) = symbols.mark(picture, at) {
            regions.entry(&mark.text).or_default().push(id);
        }
    }
    regions.retain(|_, cells| cells.len() > 1);
    let is_apart = |cells: &Vec<usize>| adjacent(symbols, cells, &[(0, 1), (1, 0), (0, -1), (-1, 0)]).is_empty();
    2 * regions.values().filter(|cells| is_apart(cells)).count() > regions.len()
}
