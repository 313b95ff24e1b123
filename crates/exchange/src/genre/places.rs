//! What a code has an item for: cells, borders, corners, and places beside the board, in the order of links.
//!
//! Imports `contents` and `rooms`. Start with [`Over`] and [`places`].

use super::contents::{Contents, Slot};
use super::rooms::{NO_ROOM, Rooms};

/// A kind of place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// The cells of the board of the link, in reading order.
    Cells,
    /// The cells of the board of the model, in reading order: for models whose cells are the corners of the link's cells.
    Board,
    /// The borders between cells of a row in reading order, then those between cells of a column.
    Borders,
    /// The points where four cells of the board of the model meet: where its cells are the corners of the link's cells, these.
    Corners,
    /// All corners of cells, with those on the edge of the board.
    Points,
    /// The centres of cells, the borders and the corners inside the board, in reading order.
    Dots,
    /// An entry of a list for each of the columns, rows, or lines as seen from a side.
    Beside(&'static str),
    /// The entries of a list all around the board, clockwise from its upper left corner.
    Around,
    /// As many entries for each column as it can have runs, the last run first.
    ColumnRuns,
    /// The same for rows.
    RowRuns,
    /// The cells, as starts of runs of cells between walls: the entry of the run `across` or `down` that begins there; of a run of one cell,
    /// the cell.
    Starts(&'static str),
    /// The regions of a picture, in the order of their first cells.
    Region(String),
    /// The cells, the first of each region of a picture with the region's entry.
    First(String),
    /// The columns with their lowest cells, then the rows with their leftmost cells.
    Exits,
    /// The holes of the board of the link, in reading order.
    Holes,
    /// One item.
    Once,
}

/// The words for places beside the board.
const BESIDE: [&str; 6] = ["columns", "rows", "top", "bottom", "left", "right"];

impl Over {
    /// Returns the kind of place of a word, if there is one.
    pub fn of(word: &str) -> Option<Over> {
        Some(match word {
            "cells" => Over::Cells,
            "board" => Over::Board,
            "borders" => Over::Borders,
            "corners" => Over::Corners,
            "points" => Over::Points,
            "dots" => Over::Dots,
            "around" => Over::Around,
            "column runs" => Over::ColumnRuns,
            "row runs" => Over::RowRuns,
            "across" => Over::Starts("across"),
            "down" => Over::Starts("down"),
            "exits" => Over::Exits,
            "holes" => Over::Holes,
            "once" => Over::Once,
            _ if word.starts_with("first of ") => Over::First(word["first of ".len()..].trim().to_string()),
            _ => match (word.strip_prefix("region "), BESIDE.into_iter().find(|beside| *beside == word)) {
                (Some(picture), _) => Over::Region(picture.trim().to_string()),
                (None, Some(beside)) => Over::Beside(beside),
                (None, None) => return None,
            },
        })
    }

    /// Returns the plural noun for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Over::Cells | Over::Board | Over::Starts(_) | Over::First(_) => "cells",
            Over::Borders => "borders",
            Over::Corners | Over::Points => "corners",
            Over::Dots => "places for dots",
            Over::Beside(_) | Over::Around | Over::Exits => "places beside the board",
            Over::ColumnRuns | Over::RowRuns => "places for numbers",
            Over::Region(_) => "rooms",
            Over::Holes => "holes",
            Over::Once => "numbers",
        }
    }
}

/// A place of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// The entry of a region.
    One(String),
    /// The entry of a line.
    Each(&'static str, usize),
    /// A run of a line, counted from the last one.
    Run(&'static str, usize),
}

/// Where the item of a code is on the board of the model: places of pictures, counted in reading order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The cell; for a region, its first cell.
    pub cell: Option<usize>,
    /// The place of a picture of `[between]`.
    pub between: Option<usize>,
    /// The place of a picture of `[corner]`.
    pub corner: Option<usize>,
    /// The place of a list.
    pub entry: Option<Entry>,
}

/// Returns the places of a kind. `size` has the rows and columns of the board of the link, and `frame` the width of the ring
/// around it.
pub fn places(over: &Over, contents: &Contents, size: (usize, usize), frame: usize) -> Vec<Place> {
    let (rows, columns) = size;
    let cell = |row: usize, column: usize| (row + frame) * contents.columns + column + frame;
    let doubled = |row: usize, column: usize| (row + 2 * frame) * (2 * contents.columns - 1) + column + 2 * frame;
    let corner = |row: usize, column: usize| (row + frame) * (contents.columns + 1) + column + frame;
    let entry = |entry| Place { entry: Some(entry), ..Place::default() };
    let lines = |beside: &str| if matches!(beside, "columns" | "top" | "bottom") { columns } else { rows };
    match over {
        Over::Cells => {
            let place = |(row, column)| Place { cell: Some(cell(row, column)), ..Place::default() };
            grid(rows, columns).map(place).collect()
        }
        Over::Board => {
            let place = |cell| Place { cell: Some(cell), ..Place::default() };
            (0..contents.rows * contents.columns).filter(|&cell| contents.is_place(cell)).map(place).collect()
        }
        Over::Borders => {
            let upright = grid(rows, columns - 1).map(|(row, column)| doubled(2 * row, 2 * column + 1));
            let level = grid(rows - 1, columns).map(|(row, column)| doubled(2 * row + 1, 2 * column));
            upright.chain(level).map(|at| Place { between: Some(at), ..Place::default() }).collect()
        }
        Over::Corners => {
            let corner = |row: usize, column: usize| row * (contents.columns + 1) + column;
            let place = |(row, column)| Place { corner: Some(corner(row + 1, column + 1)), ..Place::default() };
            grid(contents.rows - 1, contents.columns - 1).map(place).collect()
        }
        Over::Points => {
            let place = |(row, column)| Place { corner: Some(corner(row, column)), ..Place::default() };
            grid(rows + 1, columns + 1).map(place).collect()
        }
        Over::Dots => {
            let place = |(row, column)| Place {
                between: Some(doubled(row, column)),
                cell: (row % 2 == 0 && column % 2 == 0).then(|| cell(row / 2, column / 2)),
                corner: (row % 2 == 1 && column % 2 == 1).then(|| corner(row.div_ceil(2), column.div_ceil(2))),
                ..Place::default()
            };
            grid(2 * rows - 1, 2 * columns - 1).map(place).collect()
        }
        Over::Beside(beside) => (0..lines(beside)).map(|line| entry(Entry::Each(beside, line))).collect(),
        Over::Around => {
            let there = |beside| (0..lines(beside)).map(move |line| Entry::Each(beside, line));
            let back = there("bottom").rev().chain(there("left").rev());
            there("top").chain(there("right")).chain(back).map(entry).collect()
        }
        Over::ColumnRuns => {
            grid(columns, rows.div_ceil(2)).map(|(column, _)| entry(Entry::Run("columns", column))).collect()
        }
        Over::RowRuns => grid(rows, columns.div_ceil(2)).map(|(row, _)| entry(Entry::Run("rows", row))).collect(),
        Over::Region(picture) => {
            let rooms = regions(contents, picture);
            let place = |room: usize| Place {
                cell: rooms.room.iter().position(|own| *own == room),
                entry: Some(Entry::One(rooms.name(room))),
                ..Place::default()
            };
            (0..rooms.count).map(place).collect()
        }
        Over::First(picture) => {
            let rooms = regions(contents, picture);
            let is_first = |cell: usize| rooms.room[cell] != NO_ROOM && !rooms.room[..cell].contains(&rooms.room[cell]);
            let place = |cell: usize| Place {
                cell: Some(cell),
                entry: is_first(cell).then(|| Entry::One(rooms.name(rooms.room[cell]))),
                ..Place::default()
            };
            (0..rooms.room.len()).map(place).collect()
        }
        Over::Exits => {
            let beside = |beside, line, cell| Place { cell: Some(cell), ..entry(Entry::Each(beside, line)) };
            let below = (0..columns).map(|column| beside("columns", column, cell(rows - 1, column)));
            below.chain((0..rows).map(|row| beside("rows", row, cell(row, 0)))).collect()
        }
        Over::Starts(way) => starts(way, contents),
        Over::Holes => {
            let holes =
                grid(rows, columns).map(|(row, column)| cell(row, column)).filter(|&cell| contents.is_hole(cell));
            holes.map(|cell| Place { cell: Some(cell), ..Place::default() }).collect()
        }
        Over::Once => vec![Place::default()],
    }
}

/// Returns the places of the runs between walls, by their first cells.
fn starts(way: &'static str, contents: &Contents) -> Vec<Place> {
    let (rows, columns) = (contents.rows, contents.columns);
    let (walls, given) = (contents.slot(&Slot::Walls), contents.slot(&Slot::Given));
    let is_open = |row: usize, column: usize| {
        let cell = row * columns + column;
        row < rows && column < columns && walls.at(cell) != "_" && given.at(cell) != "_"
    };
    let mut runs = 0;
    let mut place = |(row, column): (usize, usize)| {
        let (before, after) = match way {
            "across" => (column > 0 && is_open(row, column - 1), is_open(row, column + 1)),
            _ => (row > 0 && is_open(row - 1, column), is_open(row + 1, column)),
        };
        if !is_open(row, column) || before {
            return Place::default();
        }
        if !after {
            return Place { cell: Some(row * columns + column), ..Place::default() };
        }
        runs += 1;
        Place { entry: Some(Entry::Each(way, runs - 1)), ..Place::default() }
    };
    grid(rows, columns).map(&mut place).collect()
}

/// Returns the regions of a picture: connected cells with the same mark.
pub(super) fn regions(contents: &Contents, picture: &str) -> Rooms {
    let marks = contents.slot(&Slot::Picture(picture.to_string()));
    let is_cell = |cell: usize| !contents.is_hole(cell);
    Rooms::within(contents.rows, contents.columns, is_cell, |from, to| marks.at(from) == marks.at(to))
}

fn grid(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}
