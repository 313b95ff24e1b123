//! The objects of a drawing: tables by the numbers of places, and lists of paths.
//!
//! Start with [`read`].

use super::drawing::{Drawing, Look, Object, PathKind};
use super::looks;
use crate::genre::penpa::{Part, Points, Spot};
use crate::genre::rooms::Rooms;
use boardwright_base::diagnostic::{Diagnostic, quote};
use serde_json::Value;
use std::collections::BTreeSet;

/// The tables of marks at places.
const MARKS: [&str; 4] = ["surface", "number", "numberS", "symbol"];

/// The tables of lines.
const LINES: [&str; 4] = ["lineE", "freelineE", "line", "freeline"];

/// The tables and lists that are not read, in words.
const UNREAD: [(&str, &str); 4] = [
    ("wall", "bars between cells"),
    ("deletelineE", "grid lines that are deleted"),
    ("squareframe", "frames around cells"),
    ("polygon", "polygons"),
];

/// Styles of lines on sides: such as the grid has them, and solid ones.
const THIN: [i64; 3] = [0, 1, 80];
const SOLID: [i64; 9] = [2, 3, 4, 5, 6, 8, 9, 20, 21];

/// The style of a cross at a place.
const CROSS: i64 = 98;

/// Returns the entries of a table.
fn table<'v>(question: &'v Value, name: &str) -> impl Iterator<Item = (&'v String, &'v Value)> {
    question.get(name).and_then(Value::as_object).into_iter().flatten()
}

/// Returns the items of a list.
fn list<'v>(question: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    question.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the number of objects.
pub(super) fn count(question: &Value) -> usize {
    let tables = MARKS.iter().chain(&LINES).chain(&["wall", "cage"]).map(|name| table(question, name).count());
    let lists = ["thermo", "nobulbthermo", "arrows", "direction", "squareframe", "polygon"];
    tables.sum::<usize>() + lists.iter().map(|name| list(question, name).count()).sum::<usize>()
}

/// Returns the places of marks and of colours.
pub(super) fn spots(question: &Value, points: Points) -> Vec<Spot> {
    let keys = MARKS.iter().flat_map(|name| table(question, name)).map(|(key, _)| key);
    keys.filter_map(|key| points.find(key.trim_end_matches('E').parse().ok()?)).collect()
}

/// Reads the objects. `board` has the row and the column of the first cell of the board.
///
/// # Errors
/// The first object with a place or a form that penpa does not have.
pub(super) fn read(
    question: &Value,
    points: Points,
    board: (i64, i64),
    drawing: &mut Drawing,
) -> Result<(), Diagnostic> {
    let places = Places { points, board };
    if !question.is_object() {
        let message = format!("line 4 of the drawing: expected a table, found {}", quote(&question.to_string()));
        return Err(Diagnostic::new("penpa-line", message));
    }
    for name in MARKS {
        for (key, value) in table(question, name) {
            let at = places.find(name, key.trim_end_matches('E'))?;
            let looks = match name {
                "surface" => value.as_i64().map(|colour| vec![Look::Shade(colour)]),
                "symbol" => looks::symbol(value),
                _ => looks::text(value),
            };
            let looks = looks.ok_or_else(|| malformed(name, key, value))?;
            // Colour 0 is transparent.
            let looks = looks.into_iter().filter(|look| *look != Look::Shade(0));
            drawing.objects.extend(looks.map(|look| Object { at, is_used: false, look }));
        }
    }
    for name in LINES {
        for (key, value) in table(question, name) {
            let style = value.as_i64().ok_or_else(|| malformed(name, key, value))?;
            line(name, key, style, &places, drawing)?;
        }
    }
    for (name, kind) in [
        ("thermo", PathKind::Thermometer),
        ("nobulbthermo", PathKind::Thermometer),
        ("arrows", PathKind::Arrow),
        ("direction", PathKind::Direction),
    ] {
        for path in list(question, name) {
            let cells = places.path(name, path)?;
            if cells.len() > 1 {
                drawing.paths.push((kind, cells.iter().map(|at| (at.row, at.column)).collect()));
            }
        }
    }
    for cage in list(question, "killercages") {
        let cells = places.path("killercages", cage)?;
        let cells: BTreeSet<usize> = cells.into_iter().filter_map(|at| drawing.cell(at)).collect();
        drawing.cages.extend((!cells.is_empty()).then(|| cells.into_iter().collect()));
    }
    if drawing.cages.is_empty() {
        drawing.cages = outlined(question, &places, drawing)?;
    }
    for (name, words) in UNREAD {
        let drawn = table(question, name).count() + list(question, name).count();
        if drawn > 0 {
            drawing.unread.insert(words, drawn);
        }
    }
    Ok(())
}

fn malformed(table: &str, key: &str, value: &Value) -> Diagnostic {
    let form = match table {
        "number" => "[text, colour, style]",
        "numberS" => "[text, colour]",
        "symbol" => "[number, name, layer]",
        _ => "a whole number",
    };
    let message = format!("`{table}` at {}: expected {form}, found {}", quote(key), quote(&value.to_string()));
    Diagnostic::new("penpa-object", message)
}

/// The places of a sheet, counted from the first cell of the board.
struct Places {
    points: Points,
    board: (i64, i64),
}

impl Places {
    /// Returns the place of a number.
    fn find(&self, table: &str, text: &str) -> Result<Spot, Diagnostic> {
        let found = text.parse().ok().and_then(|point| self.points.find(point));
        let moved =
            |spot: Spot| Spot { row: spot.row - 2 * self.board.0, column: spot.column - 2 * self.board.1, ..spot };
        found.map(moved).ok_or_else(|| {
            let Points { rows, columns } = self.points;
            let message = format!("`{table}`: the sheet of {rows} x {columns} cells has no place {}", quote(text));
            let most = 12 * self.points.count() - 1;
            Diagnostic::new("penpa-place", message).help(format!("expected 0 to {most}"))
        })
    }

    /// Returns the places of a path.
    fn path(&self, name: &str, path: &Value) -> Result<Vec<Spot>, Diagnostic> {
        let Some(items) = path.as_array() else {
            let message = format!("`{name}`: expected a list of places, found {}", quote(&path.to_string()));
            return Err(Diagnostic::new("penpa-object", message));
        };
        let places = items.iter().map(|item| match item {
            Value::String(text) => self.find(name, text),
            other => self.find(name, &other.to_string()),
        });
        places.collect()
    }

    /// Returns the ends of a line.
    fn ends(&self, table: &str, key: &str) -> Result<[Spot; 2], Diagnostic> {
        let Some((from, to)) = key.split_once(',') else {
            let message = format!("`{table}`: expected two places, as in `81,82`, found {}", quote(key));
            return Err(Diagnostic::new("penpa-object", message));
        };
        Ok([self.find(table, from)?, self.find(table, to)?])
    }
}

/// Reads a line: a bold line on sides, a line through a cell, or one from cell to cell.
fn line(name: &str, key: &str, style: i64, places: &Places, drawing: &mut Drawing) -> Result<(), Diagnostic> {
    if style == CROSS {
        let at = places.find(name, key)?;
        drawing.objects.push(Object { at, look: Look::Symbol("x".to_string(), vec![1]), is_used: false });
        return Ok(());
    }
    let [from, to] = places.ends(name, key)?;
    let (down, right) = (to.row - from.row, to.column - from.column);
    let steps = down.abs().max(right.abs()) / 2;
    let is_straight = down == 0 || right == 0 || down.abs() == right.abs();
    let is_even = [down, right].iter().all(|way| way % 2 == 0) && steps > 0;
    let is_on_sides = name.ends_with('E');
    let is_place = [from.row, from.column].iter().all(|at| at.rem_euclid(2) == i64::from(is_on_sides));
    if is_on_sides && THIN.contains(&style) {
        return Ok(());
    }
    if !is_straight || !is_even || !is_place || is_on_sides && !SOLID.contains(&style) {
        let words =
            if is_on_sides && is_straight && is_even && is_place { "lines that are not solid" } else { "free lines" };
        *drawing.unread.entry(words).or_default() += 1;
        return Ok(());
    }
    for step in 0..steps {
        let half = |from: i64, way: i64| from + way.signum() * (2 * step + 1);
        let at = Spot { row: half(from.row, down), column: half(from.column, right), part: Part::Whole };
        let look = match (is_on_sides, down != 0 && right != 0) {
            (true, false) => Look::Border,
            (true, true) => Look::Diagonal(if (down > 0) == (right > 0) { '\\' } else { '/' }),
            _ => Look::Link,
        };
        if look == Look::Border {
            drawing.borders.insert((at.row, at.column));
        }
        drawing.objects.push(Object { at, look, is_used: false });
    }
    Ok(())
}

/// Returns the cages with these outlines: a line from a quarter of a cell to one of another joins the cells.
fn outlined(question: &Value, places: &Places, drawing: &Drawing) -> Result<Vec<Vec<usize>>, Diagnostic> {
    let (mut cells, mut joined): (BTreeSet<usize>, BTreeSet<[usize; 2]>) = Default::default();
    for (key, _) in table(question, "cage") {
        let [from, to] = places.ends("cage", key)?;
        if let (Some(from), Some(to)) = (drawing.cell(from), drawing.cell(to)) {
            cells.extend([from, to]);
            joined.insert([from.min(to), from.max(to)]);
        }
    }
    let is_joined = |from: usize, to: usize| joined.contains(&[from.min(to), from.max(to)]);
    let rooms = Rooms::within(drawing.rows, drawing.columns, |cell| cells.contains(&cell), is_joined);
    let mut cages = vec![Vec::new(); rooms.count];
    cells.into_iter().for_each(|cell| cages[rooms.room[cell]].push(cell));
    Ok(cages)
}
