//! A drawing: the board, and the objects on it with their places.
//!
//! Start with [`Drawing`]; `header` and `objects` read it.

use crate::genre::penpa::{Part, Spot};
use std::collections::{BTreeMap, BTreeSet};

/// What an object looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Look {
    /// A coloured cell.
    Shade(i64),
    /// A text: the marks that it may stand for, the usual one first. None is a text without letters.
    Text(Vec<String>),
    /// The circle around a text: white, black or grey.
    Ring(i64),
    /// A circle for a text, without one.
    Blank(i64),
    /// A symbol: its name, and its number or the numbers of its parts.
    Symbol(String, Vec<i64>),
    /// A bold line on a side of a cell.
    Border,
    /// A line through a cell, `/` or `\`.
    Diagonal(char),
    /// A line between two cells.
    Link,
}

impl Look {
    /// Returns whether it is a circle, on which a text may stand.
    pub(super) fn is_circle(&self) -> bool {
        matches!(self, Look::Symbol(name, _) if name.starts_with("circle_"))
    }

    /// Returns whether it is a text.
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Look::Text(_))
    }
}

/// An object.
#[derive(Debug, Clone)]
pub(super) struct Object {
    /// Its place, counted from the first cell of the board.
    pub(super) at: Spot,
    pub(super) look: Look,
    /// Whether the model has it, or it says nothing.
    pub(super) is_used: bool,
}

/// The kind of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKind {
    Thermometer,
    Arrow,
    Direction,
}

/// A drawing.
pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) author: String,
    /// The rules in words.
    pub(super) rules: String,
    /// The tags of genres.
    pub(super) tags: Vec<String>,
    /// The rows of the board, without the space for clues beside it.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each cell, whether it is no cell of the board.
    pub(super) holes: Vec<bool>,
    pub(super) objects: Vec<Object>,
    /// The places of bold lines on sides.
    pub(super) borders: BTreeSet<(i64, i64)>,
    /// The cells of each path, in double steps.
    pub(super) paths: Vec<(PathKind, Vec<(i64, i64)>)>,
    /// The cells of each cage.
    pub(super) cages: Vec<Vec<usize>>,
    /// What is not read, and how many there are.
    pub(super) unread: BTreeMap<&'static str, usize>,
}

impl Drawing {
    /// Returns the cell of a place: that of the whole cell or a part of it.
    pub(super) fn cell(&self, at: Spot) -> Option<usize> {
        let (row, column) = (usize::try_from(at.row).ok()?, usize::try_from(at.column).ok()?);
        let is_cell = row.is_multiple_of(2) && column.is_multiple_of(2);
        (is_cell && row < 2 * self.rows && column < 2 * self.columns).then(|| row / 2 * self.columns + column / 2)
    }

    /// Returns the place of a picture between cells: that of a side or a corner inside the board, or of a cell.
    pub(super) fn between(&self, at: Spot) -> Option<usize> {
        let (row, column) = (usize::try_from(at.row).ok()?, usize::try_from(at.column).ok()?);
        let is_inside = row + 1 < 2 * self.rows && column + 1 < 2 * self.columns;
        (is_inside && at.part == Part::Whole).then(|| row * (2 * self.columns - 1) + column)
    }

    /// Returns the place of a picture of corners.
    pub(super) fn corner(&self, at: Spot) -> Option<usize> {
        let (row, column) = (usize::try_from(at.row + 1).ok()?, usize::try_from(at.column + 1).ok()?);
        let is_corner = row.is_multiple_of(2) && column.is_multiple_of(2) && at.part == Part::Whole;
        let is_inside = row <= 2 * self.rows && column <= 2 * self.columns;
        (is_corner && is_inside).then(|| row / 2 * (self.columns + 1) + column / 2)
    }

    /// Returns whether a place is a side between two cells.
    pub(super) fn is_side(at: Spot) -> bool {
        at.row.rem_euclid(2) != at.column.rem_euclid(2)
    }

    /// Returns the side of the board on which a place beside it lies (above, below, left, right), the line, and the distance.
    pub(super) fn beside(&self, at: Spot) -> Option<(usize, usize, usize)> {
        if at.row % 2 != 0 || at.column % 2 != 0 {
            return None;
        }
        let (row, column) = (at.row / 2, at.column / 2);
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let line = |line: i64| usize::try_from(line).unwrap_or(0);
        match ((0..rows).contains(&row), (0..columns).contains(&column)) {
            (false, true) if row < 0 => Some((0, line(column), line(-1 - row))),
            (false, true) => Some((1, line(column), line(row - rows))),
            (true, false) if column < 0 => Some((2, line(row), line(-1 - column))),
            (true, false) => Some((3, line(row), line(column - columns))),
            _ => None,
        }
    }

    /// Returns whether a bold line lies between neighbours, the second to the right of the first or below it.
    pub(super) fn is_parted(&self, from: usize, to: usize) -> bool {
        let (row, column) = ((from / self.columns) as i64 * 2, (from % self.columns) as i64 * 2);
        self.borders.contains(&if to == from + 1 { (row, column + 1) } else { (row + 1, column) })
    }

    /// Moves the board into a larger one, with half of the new rows before the first: 1 makes cells of corners, 2 adds a ring.
    pub(super) fn move_by(&mut self, lines: usize) {
        let by = lines as i64;
        let moved = |(row, column): (i64, i64)| (row + by, column + by);
        let (rows, columns) = (self.rows + lines, self.columns + lines);
        let mut holes = vec![false; rows * columns];
        for (cell, is_hole) in self.holes.iter().enumerate().filter(|_| lines == 2) {
            holes[(cell / self.columns + 1) * columns + cell % self.columns + 1] = *is_hole;
        }
        for object in &mut self.objects {
            (object.at.row, object.at.column) = moved((object.at.row, object.at.column));
        }
        self.borders = self.borders.iter().copied().map(moved).collect();
        self.paths.iter_mut().flat_map(|(_, cells)| cells).for_each(|cell| *cell = moved(*cell));
        let cell = |cell: usize| (cell / self.columns + lines / 2) * columns + cell % self.columns + lines / 2;
        self.cages.iter_mut().flatten().for_each(|own| *own = cell(*own));
        (self.rows, self.columns, self.holes) = (rows, columns, holes);
    }

    /// Returns the words for a place.
    pub(super) fn located(&self, at: Spot) -> String {
        let number = |double: i64| double.div_euclid(2) + 1;
        let (row, column) = (number(at.row), number(at.column));
        match (at.row.rem_euclid(2), at.column.rem_euclid(2)) {
            (0, 0) => match self.beside(at) {
                Some((side, line, _)) => {
                    let side = ["above column", "below column", "left of row", "right of row"][side];
                    format!("{side} {}", line + 1)
                }
                None => format!("r{row}c{column}"),
            },
            (1, 1) => format!("the lower right corner of r{row}c{column}"),
            (1, _) => format!("the lower side of r{row}c{column}"),
            _ => format!("the right side of r{row}c{column}"),
        }
    }
}
