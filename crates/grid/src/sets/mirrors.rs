//! Views that mirrors turn: `each = "from left"` with `mirrors = "PICTURE"`.
//!
//! A mirror `/` turns a view from the left upwards, and `\` turns it downwards. A view goes on until it leaves the board, and
//! passes holes. A cell that it crosses twice is a member twice. Start with [`views`].

use super::parts::picture;
use crate::rule::{Element, Key, Member, Set};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::board::names::{SetName, Side};
use boardwright_base::board::no_sets::NoSets;
use boardwright_base::board::tiling::Tiling;

/// The sides by their words in `each`, with the direction of a view from there.
const SIDES: [(&str, Side, (i64, i64)); 4] = [
    ("from left", Side::Left, (0, 1)),
    ("from right", Side::Right, (0, -1)),
    ("from top", Side::Top, (1, 0)),
    ("from bottom", Side::Bottom, (-1, 0)),
];

/// Returns the views from one side, a view for each row or column; none for a word that is no side.
///
/// # Errors
/// A picture that does not exist; boards without sides.
pub fn views(symbols: &SymbolTable, word: &str, mirrors: &str) -> Result<Option<Vec<Set>>, NoSets> {
    let mirrors = picture(symbols, mirrors)?;
    let topology = &symbols.topology;
    if topology.tiling != Tiling::Square || topology.wrap {
        return Err(NoSets::NoSides);
    }
    let Some(&(_, side, step)) = SIDES.iter().find(|(name, ..)| *name == word) else { return Ok(None) };
    let (height, width) = (topology.height, topology.width);
    let is_row = step.0 == 0;
    let view = |index: usize| {
        let start = match side {
            Side::Left => Cell::new(index, 0),
            Side::Right => Cell::new(index, width - 1),
            Side::Top => Cell::new(0, index),
            Side::Bottom => Cell::new(height - 1, index),
        };
        let (name, key) = (SetName::From(side, index), Key::Side(side.word(), index));
        Set { name, own: None, key, members: members(symbols, mirrors, start, step), parts: Vec::new() }
    };
    Ok(Some((0..if is_row { height } else { width }).map(view).collect()))
}

fn members(symbols: &SymbolTable, mirrors: usize, start: Cell, mut step: (i64, i64)) -> Vec<Member> {
    let topology = &symbols.topology;
    let (mut members, mut reflected, mut at) = (Vec::new(), false, Some(start));
    while let Some(here) = at {
        match symbols.mark(mirrors, here).map(|mark| mark.text.as_str()) {
            Some("/") => (step, reflected) = ((-step.1, -step.0), true),
            Some("\\") => (step, reflected) = ((step.1, step.0), true),
            _ => {
                let cell = topology.id(here).map(|id| Member { reflected, ..Member::of(Element::Cell(id)) });
                members.extend(cell);
            }
        }
        let next = |at: usize, by: i64, size: usize| at.checked_add_signed(by as isize).filter(|&next| next < size);
        let row = next(here.row, step.0, topology.height);
        at = row.zip(next(here.column, step.1, topology.width)).map(|(row, column)| Cell::new(row, column));
    }
    members
}
