//! Edit links of penpa-edit: a square grid with what the model prints on it. Rules and answers are not part of them, except as words.
//!
//! A link is lines of settings and JSON, with substitutions for frequent words, deflated, in base64. Points are counted on a board with
//! a margin of two cells: cells, then corners, borders below cells, borders to the right of them, quarters of cells. Source of the
//! format: swaroopg92/penpa-edit, `docs/js/class_p.js` and `class_square.js`. Start with [`export`].

mod packed;
mod walls;

use self::packed::packed;
use self::walls::{Run, runs};
use super::kind;
use super::request::{Exported, Request};
use super::sheet::{PathKind, Printed};
use crate::diagnostic::Diagnostic;
use crate::genre::contents::{Entries, Marks, Slot};
use crate::model::{self, Table};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The size of a cell in pixels.
const PIXELS: usize = 38;

/// Styles of lines: bold, dashed.
const BOLD: usize = 2;
const DASHED: usize = 10;
/// The colours of painted cells, and of white letters.
const BLACK: usize = 4;
const GREY: usize = 3;
const WHITE: usize = 4;

/// Writes the link of a model.
///
/// # Errors
/// That nothing of the model is printed.
pub(super) fn export(request: &Request<'_>) -> Result<Exported, Diagnostic> {
    let printed = Printed::of(request.model);
    let found = kind::of(request);
    if request.genre.is_some() {
        // A wrong name is an error here, too.
        found.as_ref().map_err(Clone::clone)?;
    }
    let of_genre = || found.map_or(String::new(), |found| found.opened.genre.printed_rules());
    let rules = request.model.instructions.clone().unwrap_or_else(of_genre);
    let rules = request.model.parameters.in_words(&rules);
    let mut sheet = Sheet::new(&printed);
    sheet.walls();
    sheet.regions();
    sheet.cells();
    sheet.between();
    sheet.corners();
    sheet.paths();
    sheet.beside();
    for (name, _) in request.model.fields.map("layer").iter().filter(|(name, _)| printed.shows(&name.value)) {
        sheet.lost.push(format!("the layer \"{}\" is not drawn", name.value));
    }
    for rule in request.model.fields.tables("rule").iter().filter(|rule| has_pieces(rule)) {
        let name = rule.text("name").unwrap_or("shapes");
        sheet.lost.push(format!("the pieces of the rule \"{name}\" are not drawn"));
    }
    if rules.is_empty() {
        sheet.lost.push("the link does not say the rules: write them as `instructions`".to_string());
    }
    let text = sheet.text(request.model.title.as_deref().unwrap_or_default(), &rules);
    Ok(Exported {
        text: format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", packed(&text)),
        remarks: sheet.lost,
    })
}

/// Returns whether a rule requires numbers of pieces.
fn has_pieces(rule: &Table) -> bool {
    let has_copies = |piece: &Table| piece.get("copies").is_some();
    match rule.get("shapes").map(|shapes| &shapes.value) {
        Some(model::Value::List(items)) => items.iter().filter_map(|item| item.value.as_table()).any(has_copies),
        Some(model::Value::Tables(tables)) => tables.iter().any(has_copies),
        _ => false,
    }
}

/// A drawing, by points.
struct Sheet<'p> {
    printed: &'p Printed<'p>,
    holes: Vec<bool>,
    /// Holes that are drawn: walls with marks, and mirrors.
    drawn: Vec<bool>,
    /// The style of letters on walls.
    on_walls: usize,
    /// The numbers of lines above, below, to the left and right of the board.
    space: [usize; 4],
    surface: Map<String, Value>,
    number: Map<String, Value>,
    small: Map<String, Value>,
    symbol: Map<String, Value>,
    border: Map<String, Value>,
    line: Map<String, Value>,
    thermometers: Vec<Value>,
    arrows: Vec<Value>,
    cages: Vec<Value>,
    outline: Map<String, Value>,
    lost: Vec<String>,
}

impl<'p> Sheet<'p> {
    fn new(printed: &'p Printed<'p>) -> Self {
        let mut space = [0; 4];
        for (_, entries) in walls::beside(printed) {
            let mut own = [0; 4];
            for (key, entry) in &entries {
                let depth = match entry {
                    Entries::One(_) => 0,
                    Entries::Each(_) => 1,
                    Entries::Runs(lines) => lines.iter().map(Vec::len).max().unwrap_or(0),
                };
                if let Some(side) = side(key) {
                    own[side] = own[side].max(depth);
                }
            }
            (0..4).for_each(|side| space[side] += own[side]);
        }
        Sheet {
            printed,
            holes: printed.holes(),
            drawn: vec![false; printed.rows * printed.columns],
            on_walls: 1,
            space,
            surface: Map::new(),
            number: Map::new(),
            small: Map::new(),
            symbol: Map::new(),
            border: Map::new(),
            line: Map::new(),
            thermometers: Vec::new(),
            arrows: Vec::new(),
            cages: Vec::new(),
            outline: Map::new(),
            lost: Vec::new(),
        }
    }

    /// Returns the columns of points, with the margin.
    fn width(&self) -> usize {
        self.printed.columns + self.space[2] + self.space[3] + 4
    }

    fn height(&self) -> usize {
        self.printed.rows + self.space[0] + self.space[1] + 4
    }

    /// Returns the number of points of a kind.
    fn points(&self) -> usize {
        self.width() * self.height()
    }

    /// Returns the point of a cell of the board.
    fn cell(&self, row: usize, column: usize) -> usize {
        self.width() * (2 + self.space[0] + row) + 2 + self.space[2] + column
    }

    /// Returns the point of a corner, counted from the upper left one of the board.
    fn corner(&self, row: usize, column: usize) -> usize {
        self.points() + self.width() * (1 + self.space[0] + row) + 1 + self.space[2] + column
    }

    /// Returns the point of a place of a picture between cells.
    fn place(&self, row: usize, column: usize) -> usize {
        let cell = self.cell(row / 2, column / 2);
        match (row % 2, column % 2) {
            (0, 0) => cell,
            (1, 1) => self.points() + cell,
            (1, _) => 2 * self.points() + cell,
            _ => 3 * self.points() + cell,
        }
    }

    /// Draws the lines between cells for which `is_apart` returns true.
    fn part(&mut self, is_apart: impl Fn(usize, usize) -> bool) {
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            let sides = [
                (column + 1 < columns, cell + 1, [(row, column + 1), (row + 1, column + 1)]),
                (row + 1 < rows, cell + columns, [(row + 1, column), (row + 1, column + 1)]),
            ];
            for (_, next, ends) in sides.into_iter().filter(|(is_inside, ..)| *is_inside) {
                if !self.holes[cell] && !self.holes[next] && is_apart(cell, next) {
                    let [from, to] = ends.map(|(row, column)| self.corner(row, column));
                    self.border.entry(format!("{from},{to}")).or_insert_with(|| json!(BOLD));
                }
            }
        }
    }

    /// Draws blocks and regions: the first with bold lines, others as cages; and their numbers.
    fn regions(&mut self) {
        let columns = self.printed.columns;
        let mut has_regions = self.printed.blocks.is_some();
        if let Some((height, width)) = self.printed.blocks {
            let block = |cell: usize| (cell / columns / height, cell % columns / width);
            self.part(|one, other| block(one) != block(other));
        }
        for (name, marks) in &self.printed.regions {
            if has_regions {
                self.cages(marks);
                self.outlines(marks);
            } else {
                self.part(|one, other| marks.at(one) != marks.at(other));
            }
            has_regions = true;
            self.totals(name, marks);
        }
    }

    /// Draws the outlines of cages, through the quarters of their cells.
    fn outlines(&mut self, marks: &Marks) {
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        let mark = |row: usize, column: usize| {
            let is_inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
            if is_inside { marks.at((row - 1) * columns + column - 1) } else { "." }
        };
        // Rows and columns are counted from 1 here.
        for (row, column) in (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column))) {
            let own = mark(row, column);
            if own == "." {
                continue;
            }
            let quarter =
                |row: usize, column: usize, at: usize| 4 * self.points() + 4 * self.cell(row - 1, column - 1) + at;
            let is_own = |row: usize, column: usize| mark(row, column) == own;
            let mut lines = Vec::new();
            for (other, from, to) in [
                ((row - 1, column), 0, 1),
                ((row + 1, column), 2, 3),
                ((row, column - 1), 0, 2),
                ((row, column + 1), 1, 3),
            ] {
                if !is_own(other.0, other.1) {
                    lines.push((quarter(row, column, from), quarter(row, column, to)));
                }
            }
            for (beside, from, to) in [(row - 1, 1, 0), (row + 1, 3, 2)] {
                if is_own(row, column + 1) && !(is_own(beside, column) && is_own(beside, column + 1)) {
                    lines.push((quarter(row, column, from), quarter(row, column + 1, to)));
                }
            }
            for (beside, from, to) in [(column - 1, 2, 0), (column + 1, 3, 1)] {
                if is_own(row + 1, column) && !(is_own(row, beside) && is_own(row + 1, beside)) {
                    lines.push((quarter(row, column, from), quarter(row + 1, column, to)));
                }
            }
            for (from, to) in lines {
                self.outline.insert(format!("{},{}", from.min(to), from.max(to)), json!(DASHED));
            }
        }
    }

    /// Notes the cells of each region as a cage.
    fn cages(&mut self, marks: &Marks) {
        let names: BTreeSet<&String> = marks.marks().iter().filter(|mark| *mark != ".").collect();
        for name in names {
            let cells = (0..marks.marks().len()).filter(|cell| marks.at(*cell) == name);
            let columns = self.printed.columns;
            let points: Vec<usize> = cells.map(|cell| self.cell(cell / columns, cell % columns)).collect();
            self.cages.push(json!(points));
        }
    }

    /// Writes the numbers of regions into their first cells.
    fn totals(&mut self, picture: &str, marks: &Marks) {
        let columns = self.printed.columns;
        let mut written = 0;
        for (list, entries) in self.printed.lists() {
            let of_region = |key: &str| marks.marks().iter().position(|mark| mark == key);
            if entries.is_empty()
                || !entries.iter().all(|(key, entry)| matches!(entry, Entries::One(_)) && of_region(key).is_some())
            {
                continue;
            }
            if written == 4 {
                self.lost.push(format!("the list \"{list}\" of \"{picture}\" is not drawn: a cell has four corners"));
                continue;
            }
            for (key, entry) in &entries {
                if let (Entries::One(Some(word)), Some(cell)) = (entry, of_region(key)) {
                    let quarter = 4 * self.points() + 4 * self.cell(cell / columns, cell % columns) + written;
                    self.small.insert(quarter.to_string(), json!([word, 1]));
                }
            }
            written += 1;
        }
    }

    /// Draws walls and mirrors, and the numbers of runs on walls. Walls are holes of the board; if one of them is marked, all are drawn:
    /// black, or grey if painted cells are black.
    fn walls(&mut self) {
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
            let quarter = 4 * self.points() + 4 * self.cell(row, column) + if run.is_across { 1 } else { 2 };
            self.small.insert(quarter.to_string(), json!([run.word, self.on_walls]));
        }
    }

    /// Draws pictures of cells and the given values.
    fn cells(&mut self) {
        let mut all: Vec<(String, Marks)> = self.printed.pictures.clone();
        let given = self.printed.slot(&Slot::Given).filter(|_| self.printed.shows("grid"));
        all.extend(given.map(|marks| ("given".to_string(), marks)));
        let columns = self.printed.columns;
        for (name, marks) in all {
            let circles = has_circles(&marks);
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
                if !is_free {
                    let (row, column) = (cell / columns + 1, cell % columns + 1);
                    self.lost.push(format!(
                        "\"{mark}\" of \"{name}\" at r{row}c{column} is not drawn: another mark is there"
                    ));
                }
            }
        }
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
    fn between(&mut self) {
        let fields = &self.printed.model.fields;
        let names = |table: &str| fields.map(table).iter().map(|(name, _)| name.value.clone());
        let shown = |table: &str| names(table).filter(|name| self.printed.shows(name)).collect::<Vec<_>>();
        let between = shown("between").into_iter().map(Slot::Between);
        let anywhere = shown("anywhere").into_iter().map(Slot::Anywhere);
        let width = 2 * self.printed.columns - 1;
        for slot in between.chain(anywhere).collect::<Vec<_>>() {
            let Some(marks) = self.printed.slot(&slot) else { continue };
            let circles = has_circles(&marks);
            for (place, mark) in marks.marks().iter().enumerate().filter(|(_, mark)| *mark != ".") {
                let (row, column) = (place / width, place % width);
                if mark != "#" || row % 2 == column % 2 {
                    self.mark(self.place(row, column), mark, circles, "5");
                    continue;
                }
                // A wall, or a given line.
                let (one, other) = ((row / 2, column / 2), (row.div_ceil(2), column.div_ceil(2)));
                let (key, map) = if self.is_of_links() {
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

    /// Returns whether lines of the model join cells.
    fn is_of_links(&self) -> bool {
        self.printed.model.fields.table("grid").and_then(|grid| grid.text("lines")) == Some("links")
    }

    /// Draws the pictures of corners.
    fn corners(&mut self) {
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
    fn paths(&mut self) {
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

    /// Writes the numbers beside the board; those of the first list are the farthest.
    fn beside(&mut self) {
        let mut left = self.space;
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        for (_, entries) in walls::beside(self.printed) {
            let mut own = [0; 4];
            for (key, entry) in &entries {
                let Some(side) = side(key) else { continue };
                let lines: Vec<Vec<String>> = match entry {
                    Entries::One(_) => continue,
                    Entries::Each(words) => words.iter().map(|word| word.iter().cloned().collect()).collect(),
                    Entries::Runs(lines) => lines.clone(),
                };
                let depth = lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
                own[side] = own[side].max(depth);
                for (line, words) in lines.iter().enumerate() {
                    for (at, word) in words.iter().rev().enumerate() {
                        // The distance from the board, 0 beside it.
                        let away = left[side] - depth + at;
                        let (row, column) = match side {
                            0 => (self.space[0].wrapping_sub(away + 1), self.space[2] + line),
                            1 => (self.space[0] + rows + away, self.space[2] + line),
                            2 => (self.space[0] + line, self.space[2].wrapping_sub(away + 1)),
                            _ => (self.space[0] + line, self.space[2] + columns + away),
                        };
                        let point = self.width() * (2 + row) + 2 + column;
                        self.number.insert(point.to_string(), number(word, "1"));
                    }
                }
            }
            (0..4).for_each(|side| left[side] -= own[side]);
        }
    }

    /// Returns the text before it is shortened and packed.
    fn text(&self, title: &str, rules: &str) -> String {
        let (nx, ny) = (self.width() - 4, self.height() - 4);
        // The point nearest to the middle: a corner if there is one.
        let middle = self.width() * (self.height() / 2) + self.width() / 2;
        let is_corner = self.width().is_multiple_of(2) && self.height().is_multiple_of(2);
        let centre = if is_corner { self.points() + middle - self.width() - 1 } else { middle };
        let escaped = |text: &str| {
            let text = text.replace('\n', "%2D").replace(',', "%2C").replace('&', "%2E");
            text.replace('=', "%2F")
        };
        let header = format!(
            "square,{nx},{ny},{PIXELS},0,1,1,{},{},{centre},{centre},0,0,0,0,Title: {},Author: ,,{},ON,false",
            (nx + 1) * PIXELS,
            (ny + 1) * PIXELS,
            title.replace([',', '\n'], "%2C"),
            escaped(rules),
        );
        let columns = self.printed.columns;
        let cells = (0..self.holes.len()).filter(|cell| !self.holes[*cell] || self.drawn[*cell]);
        let cells: Vec<usize> = cells.map(|cell| self.cell(cell / columns, cell % columns)).collect();
        let mut steps = Vec::new();
        let mut last = 0;
        for cell in cells {
            steps.push(cell - last);
            last = cell;
        }
        let question = json!({
            "command_redo": { "__a": [] }, "command_undo": { "__a": [] }, "command_replay": { "__a": [] },
            "surface": self.surface, "number": self.number, "numberS": self.small, "symbol": self.symbol,
            "thermo": self.thermometers, "arrows": self.arrows, "direction": [], "squareframe": [], "polygon": [],
            "line": self.line, "lineE": self.border, "wall": {}, "cage": self.outline, "deletelineE": {},
            "killercages": self.cages, "nobulbthermo": [],
        });
        let answer = json!({
            "command_redo": { "__a": [] }, "command_undo": { "__a": [] }, "command_replay": { "__a": [] },
            "surface": {}, "number": {}, "numberS": {}, "symbol": {},
            "thermo": [], "arrows": [], "direction": [], "squareframe": [], "polygon": [],
            "line": {}, "lineE": {}, "wall": {}, "cage": {}, "deletelineE": {},
            "killercages": [], "nobulbthermo": [],
        });
        let [top, bottom, left, right] = self.space;
        let lines = [
            header,
            json!([top, bottom, left, right]).to_string(),
            json!({ "grid": ["1", "2", "1"] }).to_string(),
            // A `z` of a text would begin a substitute.
            question.to_string().replace('z', "\\u007a"),
            answer.to_string(),
            json!(steps).to_string(),
            "[]".to_string(),
            "{}".to_string(),
            "\"x\"".to_string(),
            "\"x\"".to_string(),
            "[3,2,3]".to_string(),
        ];
        lines.join("\n")
    }
}

/// Returns the side of the board for a key of a list: above, below, left, right.
fn side(key: &str) -> Option<usize> {
    match key {
        "columns" | "top" => Some(0),
        "bottom" => Some(1),
        "rows" | "left" => Some(2),
        "right" => Some(3),
        _ => None,
    }
}

/// Returns whether the letters of a picture are the colours of circles.
fn has_circles(marks: &Marks) -> bool {
    let is = |set: [&str; 4]| marks.marks().iter().all(|mark| set.contains(&mark.as_str()));
    is([".", "_", "w", "b"]) || is([".", "_", "o", "x"])
}

/// Returns a text in a cell: with an arrow, as several numbers, or as it is.
fn number(mark: &str, size: &str) -> Value {
    const ARROWS: [[char; 2]; 8] =
        [['^', '↑'], ['<', '←'], ['>', '→'], ['v', '↓'], ['↖', '↖'], ['↗', '↗'], ['↙', '↙'], ['↘', '↘']];
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
