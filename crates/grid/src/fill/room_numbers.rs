//! The numbers of rooms that fit a board: by their sizes, and by what rules count in rooms and in rows.
//!
//! If each row has two stars and each room has two, there are as many rooms as rows. This is known before any room is made.

use super::united::words;
use crate::Grid;
use crate::sets;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Setting, Text};
use boardwright_model::Table;
use boardwright_puzzle::capability::filling::FillRequest;

/// What a rule counts in each room, and how much of it there is on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Needed {
    /// The test.
    of: String,
    in_room: i64,
    on_board: i64,
}

impl Needed {
    /// Returns the number of rooms; `None` if no number fits.
    pub(super) fn rooms(&self) -> Option<usize> {
        let is_whole = self.in_room > 0 && self.on_board % self.in_room == 0;
        is_whole.then(|| usize::try_from(self.on_board / self.in_room).ok()).flatten()
    }
}

/// Returns what the rules count in rooms and in all rows, columns or blocks.
pub(super) fn needed(grid: &Grid, fields: &Table, name: &str) -> Option<Needed> {
    let region = format!("region {name}");
    let is_plain = |rule: &&Table| rule.entries().all(|(key, _)| ["name", "each", "exactly"].contains(&key));
    let plain: Vec<&Table> = fields.tables("rule").iter().filter(is_plain).collect();
    let sets_of = |rule: &Table| rule.get("each").map_or(Vec::new(), |each| words(&each.value));
    // By test, the number on the board.
    let parts = plain.iter().flat_map(|rule| sets_of(rule).into_iter().map(move |word| (*rule, word)));
    let totals = parts.filter(|(_, word)| ["row", "column"].contains(&word.as_str()) || word.starts_with("block "));
    let totals = totals.flat_map(|(rule, word)| {
        let count = sets::each(&grid.symbols, &word, &Budget::none()).map_or(0, |sets| sets.len());
        let entries = rule.map("exactly").iter();
        entries.filter_map(move |(test, each)| Some((&test.value, each.value.as_integer()?.checked_mul(count as i64)?)))
    });
    let totals: Vec<(&String, i64)> = totals.collect();
    let of_rooms = plain.iter().filter(|rule| sets_of(rule).contains(&region));
    let mut counts = of_rooms.flat_map(|rule| rule.map("exactly"));
    counts.find_map(|(test, in_room)| {
        let (_, on_board) = totals.iter().find(|(of, _)| **of == test.value)?;
        Some(Needed { of: test.value.clone(), in_room: in_room.value.as_integer()?, on_board: *on_board })
    })
}

/// Returns the error for rooms of which no number fits a board with this many cells.
pub(super) fn unfit(request: &FillRequest, needed: Option<Needed>, cells: usize) -> Option<Diagnostic> {
    let sizes = request.sizes.clone().unwrap_or(1..=cells);
    let (least, most) = (cells.div_ceil((*sizes.end()).max(1)), cells / (*sizes.start()).max(1));
    let wanted = request.rooms.unwrap_or(least);
    let text = match (request.rooms, &request.sizes) {
        (Some(1), Some(sizes)) => format!("one room of {} to {} cells does", sizes.start(), sizes.end()),
        (Some(rooms), Some(sizes)) => format!("{rooms} rooms of {} to {} cells do", sizes.start(), sizes.end()),
        (Some(1), None) => "one room does".to_string(),
        (Some(rooms), None) => format!("{rooms} rooms do"),
        (None, _) => format!("rooms of {} to {} cells do", sizes.start(), sizes.end()),
    };
    let unfit = |what: String| Some(Diagnostic::new("unfit-rooms", format!("{text} not fit {what}")));
    if least > most || !(least..=most).contains(&wanted) {
        return unfit(format!("a board of {cells} cells")).map(|unfit| match least <= most {
            true => unfit.help(Text::from("expected ").and(Setting::Rooms).and(format!(" from {least} to {most}"))),
            false => unfit.help(format!("choose sizes that add up to {cells} cells")),
        });
    }
    let needed = needed?;
    let Needed { of, in_room, on_board } = &needed;
    let rule = format!("the rules: the board has {on_board} of `{of}`, and each room has {in_room}");
    match (needed.rooms(), request.rooms) {
        (None, _) => unfit(rule).map(|unfit| unfit.help("change the rules, or the size of the board")),
        (Some(count), Some(rooms)) if rooms != count => {
            unfit(rule).map(|unfit| unfit.help(Text::from("expected ").and(Setting::Rooms).and(format!(" {count}"))))
        }
        (Some(count), _) if !(least..=most).contains(&count) => {
            let board = format!(" for {count} rooms on a board of {cells} cells");
            unfit(rule).map(|unfit| unfit.help(Text::from("choose ").and(Setting::Sizes).and(board)))
        }
        _ => None,
    }
}
