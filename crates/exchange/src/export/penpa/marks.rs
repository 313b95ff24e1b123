//! The marks of a drawing: in cells, on walls, between cells, at corners, and the paths of rules.
//!
//! Imports what is printed. Start with `Sheet::cells`.

use super::sheet::{BOLD, Sheet};
use super::walls::{self, Run, runs};
use crate::genre::contents::{Marks, Slot};
use crate::genre::penpa::ARROWS;
use crate::genre::printed::PathKind;
use serde_json::{Value, json};

/// The colours of painted cells, and of white letters.
const BLACK: usize = 4;
const GREY: usize = 3;
const WHITE: usize = 4;

impl Sheet<'_> {
    /// Draws walls and mirrors, and the numbers of runs on walls. Walls are holes of the board; if one of them is marked, all are drawn:
    /// black, or grey if painted cells are black.
    pub(super) fn walls(&mut self) {
        let columns = self.printed.columns;
        let mut is_marked = false;
        for (cell, _) in self.holes.clone().iter().enumerate().filter(|(_, is_hole)| **is_hole) {
            let marks: Vec<&str> = self.printed.pictures.iter().map(|(_, marks)| marks.at(cell)).collect();
            for mark in marks.into_iter().filter(|mark| !matches!(*mark, "." | "_")) {
                let (row, column) = (cell / columns, cell % columns);
                let ends = match mark {
                    "/" => [(row, column + 1), (row + 1, column)],
                    "\\" => [(row, column), (row + 1, column + 1)],
                    _ => {
                        is_marked = true;
                        continue;
                    }
                };
                let [from, to] = ends.map(|(row, column)| self.corner(row, column));
                self.border.insert(format!("{from},{to}"), json!(BOLD));
                self.drawn[cell] = true;
            }
        }
        let runs: Vec<Run> = runs(self.printed).into_iter().filter(|run| run.wall().is_some()).collect();
        if !is_marked && runs.is_empty() {
            return;
        }
        let ground = if self.printed.is_painted() { GREY } else { BLACK };
        self.on_walls = if ground == BLACK { WHITE } else { 1 };
        for cell in (0..self.holes.len()).filter(|&cell| self.holes[cell] && !self.drawn[cell]).collect::<Vec<_>>() {
            self.surface.insert(self.cell(cell / columns, cell % columns).to_string(), json!(ground));
            self.drawn[cell] = true;
        }
        for run in runs {
            let Some((row, column)) = run.wall() else { continue };
            // The upper right quarter for a run to the right, the lower left one for a run down.
            let quarter = self.quarter(row, column, if run.is_across { 1 } else { 2 });
            self.small.insert(quarter.to_string(), json!([run.word, self.on_walls]));
        }
    }

    /// Draws pictures of cells and the given values.
    pub(super) fn cells(&mut self) {
        let mut all: Vec<(String, Marks)> = self.printed.pictures.clone();
        let given = self.printed.slot(&Slot::Given).filter(|_| self.printed.shows("grid"));
        all.extend(given.map(|marks| ("given".to_string(), marks)));
        let columns = self.printed.columns;
        for (name, marks) in all {
            // The value `.` is given as `x`, which is no circle.
            let circles = has_circles(&marks) && !(name == "given" && self.printed.gives_nothing());
            for (cell, mark) in marks.marks().iter().enumerate() {
                let is_mirror = self.holes[cell] && walls::is_mirror(mark);
                if matches!(mark.as_str(), "." | "_") || is_mirror {
                    continue;
                }
                let point = self.cell(cell / columns, cell % columns);
                let is_free = self.mark(point, mark, circles, "1");
                if let Some(letters) = self.number.get_mut(&point.to_string()).filter(|_| self.holes[cell]) {
                    letters[1] = json!(self.on_walls);
                }
                let is_free = is_free || mark != "x" && self.in_quarter(cell, mark);
                if !is_free {
                    let (row, column) = (cell / columns + 1, cell % columns + 1);
                    self.lost.push(format!(
                        "\"{mark}\" of \"{name}\" at r{row}c{column} is not drawn: another mark is there"
                    ));
                }
            }
        }
    }

    /// Writes a text into a quarter of a cell; returns whether there was room.
    pub(super) fn in_quarter(&mut self, cell: usize, text: &str) -> bool {
        let (row, column) = (cell / self.printed.columns, cell % self.printed.columns);
        let quarters = (0..4).map(|quarter| self.quarter(row, column, quarter).to_string());
        let Some(free) = quarters.into_iter().find(|quarter| !self.small.contains_key(quarter)) else { return false };
        self.small.insert(free, json!([text, 1]));
        true
    }

    /// Draws a mark at a point; returns whether there was room.
    fn mark(&mut self, point: usize, mark: &str, circles: bool, size: &str) -> bool {
        let key = point.to_string();
        let style = if size == "1" { "circle_L" } else { "circle_SS" };
        let (map, value) = match mark {
            "#" if size == "1" => (&mut self.surface, json!(BLACK)),
            "w" | "o" if circles => (&mut self.symbol, json!([1, style, 1])),
            "b" | "x" if circles => (&mut self.symbol, json!([2, style, 1])),
            "<" | "^" | ">" | "v" if size != "1" => {
                let number = ["<", "^", ">", "v"].iter().position(|sign| *sign == mark).map_or(1, |at| at + 1);
                (&mut self.symbol, json!([number, "inequality", 1]))
            }
            _ => (&mut self.number, number(mark, size)),
        };
        let is_free = !map.contains_key(&key);
        if is_free {
            map.insert(key, value);
        }
        is_free
    }

    /// Draws the pictures between cells.
    pub(super) fn between(&mut self) {
        let fields = &self.printed.model.fields;
        let names = |table: &str| fields.map(table).iter().map(|(name, _)| name.value.clone());
        let shown = |table: &str| names(table).filter(|name| self.printed.shows(name)).collect::<Vec<_>>();
        let between = shown("between").into_iter().map(Slot::Between);
        let anywhere = shown("anywhere").into_iter().map(Slot::Anywhere);
        let width = 2 * self.printed.columns - 1;
        for slot in between.chain(anywhere).collect::<Vec<_>>() {
            let Some(marks) = self.printed.slot(&slot) else { continue };
            let circles = has_circles(&marks);
            let is_line = matches!(&slot, Slot::Between(name) if self.printed.is_line(name));
            for (place, mark) in marks.marks().iter().enumerate().filter(|(_, mark)| *mark != ".") {
                let (row, column) = (place / width, place % width);
                if mark != "#" || row % 2 == column % 2 {
                    self.mark(self.place(row, column), mark, circles, "5");
                    continue;
                }
                // A wall, or a given line.
                let (one, other) = ((row / 2, column / 2), (row.div_ceil(2), column.div_ceil(2)));
                let (key, map) = if is_line {
                    let ends = [self.cell(one.0, one.1), self.cell(other.0, other.1)];
                    (format!("{},{}", ends[0], ends[1]), &mut self.line)
                } else {
                    let ends = [self.corner(other.0, other.1), self.corner(one.0 + 1, one.1 + 1)];
                    (format!("{},{}", ends[0], ends[1]), &mut self.border)
                };
                map.insert(key, json!(BOLD));
            }
        }
    }

    /// Draws the pictures of corners.
    pub(super) fn corners(&mut self) {
        let names = self.printed.model.fields.map("corner").iter().map(|(name, _)| name.value.clone());
        let names = names.filter(|name| self.printed.shows(name));
        let width = self.printed.columns + 1;
        for name in names.collect::<Vec<_>>() {
            let Some(marks) = self.printed.slot(&Slot::Corner(name)) else { continue };
            let circles = has_circles(&marks);
            for (place, mark) in marks.marks().iter().enumerate().filter(|(_, mark)| *mark != ".") {
                let point = self.corner(place / width, place % width);
                let is_dot = circles || mark == "#";
                if is_dot {
                    self.mark(point, if mark == "#" { "b" } else { mark }, true, "5");
                } else {
                    // A number in a circle.
                    self.number.insert(point.to_string(), json!([mark, 6, "6"]));
                }
            }
        }
    }

    /// Draws the paths of rules.
    pub(super) fn paths(&mut self) {
        for path in &self.printed.paths {
            let points: Vec<usize> = path.cells.iter().map(|(row, column)| self.cell(*row, *column)).collect();
            match path.kind {
                PathKind::Thermometer => self.thermometers.push(json!(points)),
                PathKind::Arrow => self.arrows.push(json!(points)),
                PathKind::Line => {
                    for ends in points.windows(2) {
                        self.line.insert(format!("{},{}", ends[0].min(ends[1]), ends[0].max(ends[1])), json!(5));
                    }
                }
            }
        }
    }
}

/// Returns whether the letters of a picture are the colours of circles.
fn has_circles(marks: &Marks) -> bool {
    let is = |set: [&str; 4]| marks.marks().iter().all(|mark| set.contains(&mark.as_str()));
    // Crosses alone are no circles.
    is([".", "_", "w", "b"]) || is([".", "_", "o", "x"]) && marks.marks().iter().any(|mark| mark == "o")
}

/// Returns a text in a cell: with an arrow, as several numbers, or as it is.
pub(super) fn number(mark: &str, size: &str) -> Value {
    let at = mark.chars().find_map(|letter| ARROWS.iter().position(|own| own.contains(&letter)));
    let rest: String = mark.chars().filter(|letter| !ARROWS.iter().flatten().any(|arrow| arrow == letter)).collect();
    match at {
        Some(at) if rest.chars().any(|letter| letter.is_ascii_digit()) => json!([format!("{rest}_{at}"), 1, "2"]),
        _ if mark.contains(',') => json!([mark.replace(',', ""), 1, "4"]),
        _ => json!([mark, 1, size]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_cells_have_the_styles_of_their_kinds() {
        assert_eq!(number("3>", "1"), json!(["3_2", 1, "2"]));
        assert_eq!(number("1,3", "1"), json!(["13", 1, "4"]));
        assert_eq!(number("↘", "1"), json!(["↘", 1, "1"]));
    }
}
