//! How a filled board is written, and read again.
//!
//! Values stand in rows, a character each, or separated by blanks where some have several. Lines are drawn with box
//! characters, one for each cell or corner, which says in which directions lines leave it; lines of moves are pairs of
//! cells. A board without values is its lines.

use super::terrain::{Course, Lines};
use super::vocabulary::Vocabulary;
use crate::board::Cell;
use crate::solution::Candidate;
use crate::source::pad_left;
use serde_json::{Value, json};
use std::sync::Arc;

/// By the directions in which lines leave: up 1, right 2, down 4, left 8.
const BOXES: [char; 16] = ['.', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Writes filled boards.
pub struct Writer {
    vocabulary: Arc<Vocabulary>,
}

impl Writer {
    /// For boards of this vocabulary.
    pub fn new(vocabulary: &Arc<Vocabulary>) -> Writer {
        Writer { vocabulary: vocabulary.clone() }
    }

    /// The values by layer and cell, and the lines, as a claimed solution.
    pub fn candidate(&self, values: &[Vec<usize>], lines: &[bool]) -> Candidate {
        let vocabulary = &self.vocabulary;
        let rows = |layer: usize| rows(vocabulary, |cell| &vocabulary.layers[layer].values[values[layer][cell]], layer);
        let drawn = vocabulary.lines.as_ref().map(|kind| draw(kind, lines));
        let mut candidate = match (vocabulary.layers.is_empty(), &drawn) {
            (false, _) => Candidate::new(rows(0)),
            (true, Some(Ok(drawn))) => return Candidate::new(drawn.clone()),
            // Lines of moves: a cell is visited or not.
            (true, _) => Candidate::new(self.visited(lines)),
        };
        match drawn {
            Some(Ok(drawn)) => candidate = candidate.with("lines", drawn),
            Some(Err(pairs)) => candidate = candidate.with("lines", pairs),
            None => {}
        }
        if vocabulary.layers.len() > 1 {
            let further = vocabulary.layers.iter().enumerate().skip(1);
            let layers: serde_json::Map<String, Value> =
                further.map(|(index, layer)| (layer.name.clone(), json!(rows(index)))).collect();
            candidate = candidate.with("layers", layers);
        }
        candidate
    }

    fn visited(&self, lines: &[bool]) -> Vec<String> {
        let terrain = &self.vocabulary.terrain;
        let at = |cell: usize| self.vocabulary.lines.as_ref().map_or(&[][..], |kind| &kind.at_cell[cell]);
        let character = |place: Cell| match terrain.id(place) {
            None => '_',
            Some(cell) if at(cell).iter().any(|&line| lines[line]) => 'o',
            Some(_) => '.',
        };
        let row = |row: usize| (0..terrain.width).map(|column| character(Cell::new(row, column))).collect();
        (0..terrain.height).map(row).collect()
    }
}

/// Whether the values of a layer are written with blanks between.
fn spaced(vocabulary: &Vocabulary, layer: usize) -> bool {
    vocabulary.layers[layer].values.iter().any(|value| value.chars().count() > 1)
}

fn rows<'v>(vocabulary: &'v Vocabulary, value: impl Fn(usize) -> &'v String, layer: usize) -> Vec<String> {
    let terrain = &vocabulary.terrain;
    let spaced = spaced(vocabulary, layer);
    let width = vocabulary.layers[layer].values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
    let word = |place: Cell| terrain.id(place).map_or("_", |cell| value(cell));
    let row = |row: usize| {
        let words = (0..terrain.width).map(|column| word(Cell::new(row, column)));
        match spaced {
            true => words.map(|word| pad_left(word, width)).collect::<Vec<_>>().join(" "),
            false => words.collect(),
        }
    };
    (0..terrain.height).map(row).collect()
}

/// The picture of lines along cells, or pairs of cells.
fn draw(kind: &Lines, there: &[bool]) -> Result<Vec<String>, Value> {
    if let Course::Moves(_) = kind.course {
        let pair = |line: usize| {
            let [a, b] = kind.lines[line].ends.map(|point| kind.points[point]);
            json!([[a.row + 1, a.column + 1], [b.row + 1, b.column + 1]])
        };
        return Err((0..there.len()).filter(|&line| there[line]).map(pair).collect());
    }
    let height = kind.points.iter().map(|point| point.row + 1).max().unwrap_or(0);
    let width = kind.points.iter().map(|point| point.column + 1).max().unwrap_or(0);
    let mut rows = vec![vec!['_'; width]; height];
    for (point, at) in kind.points.iter().enumerate() {
        let mut ends = 0;
        for &line in kind.at_point[point].iter().filter(|&&line| there[line]) {
            ends |= side(kind.direction(line, point));
        }
        rows[at.row][at.column] = BOXES[ends];
    }
    Ok(rows.into_iter().map(|row| row.into_iter().collect()).collect())
}

fn side(direction: (i64, i64)) -> usize {
    match direction {
        (-1, _) => 1,
        (1, _) => 4,
        (_, 1) => 2,
        _ => 8,
    }
}

/// A filled board, as a candidate claims it: values by layer and cell, lines.
///
/// # Errors
/// What is not as it should be, in words.
pub fn read(vocabulary: &Vocabulary, candidate: &Candidate) -> Result<(Vec<Vec<usize>>, Vec<bool>), String> {
    let mut values = Vec::new();
    for (index, layer) in vocabulary.layers.iter().enumerate() {
        let rows: Vec<String> = if index == 0 {
            candidate.board.clone()
        } else {
            let given = candidate.details.get("layers").and_then(|layers| layers.get(&layer.name));
            let given = given.ok_or_else(|| format!("`layers` has no `{}`", layer.name))?;
            texts(given).ok_or_else(|| format!("the layer `{}` is a list of row strings", layer.name))?
        };
        values.push(read_rows(vocabulary, index, &rows)?);
    }
    let Some(kind) = &vocabulary.lines else { return Ok((values, Vec::new())) };
    let given = candidate.details.get("lines");
    let lines = match kind.course {
        Course::Moves(_) => read_pairs(kind, given.ok_or("the solution has no `lines`")?)?,
        _ if vocabulary.layers.is_empty() => read_drawn(kind, &candidate.board)?,
        _ => {
            let rows = texts(given.ok_or("the solution has no `lines`")?);
            read_drawn(kind, &rows.ok_or("`lines` is a list of row strings")?)?
        }
    };
    Ok((values, lines))
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|row| row.as_str().map(str::to_string)).collect()
}

fn read_rows(vocabulary: &Vocabulary, layer: usize, rows: &[String]) -> Result<Vec<usize>, String> {
    let terrain = &vocabulary.terrain;
    let words: Vec<Vec<String>> = rows
        .iter()
        .map(|row| match spaced(vocabulary, layer) || row.trim().contains(' ') {
            true => row.split_whitespace().map(str::to_string).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    if words.len() != terrain.height || words.iter().any(|row| row.len() != terrain.width) {
        return Err(format!("the board has to be {} rows of {} cells", terrain.height, terrain.width));
    }
    let mut values = Vec::with_capacity(terrain.cells.len());
    for at in terrain.places() {
        let word = &words[at.row][at.column];
        match (terrain.id(at), vocabulary.layers[layer].values.iter().position(|value| value == word)) {
            (None, _) if word == "_" => {}
            (None, _) => return Err(format!("`{word}` at {at}, where there is no cell")),
            (Some(_), Some(value)) => values.push(value),
            (Some(_), None) => {
                let known = vocabulary.layers[layer].values.join(", ");
                return Err(format!("`{word}` at {at}: a cell is one of {known}"));
            }
        }
    }
    Ok(values)
}

fn read_drawn(kind: &Lines, rows: &[String]) -> Result<Vec<bool>, String> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut ends = Vec::with_capacity(kind.points.len());
    for &at in &kind.points {
        let character = rows.get(at.row).and_then(|row| row.get(at.column));
        let character = *character.ok_or_else(|| format!("the picture of lines ends before {at}"))?;
        let sides = BOXES.iter().position(|&known| known == character);
        ends.push(sides.ok_or_else(|| format!("`{character}` at {at} is no drawing of lines"))?);
    }
    let mut lines = Vec::with_capacity(kind.lines.len());
    let mut drawn = vec![0; kind.points.len()];
    for (line, ends_at) in kind.lines.iter().enumerate().map(|(index, line)| (index, line.ends)) {
        let there = ends_at.map(|point| ends[point] & side(kind.direction(line, point)) != 0);
        if there[0] != there[1] {
            let [a, b] = ends_at.map(|point| kind.points[point]);
            return Err(format!("a line between {a} and {b} is drawn at one end only"));
        }
        if there[0] {
            ends_at.iter().for_each(|&point| drawn[point] |= side(kind.direction(line, point)));
        }
        lines.push(there[0]);
    }
    match (0..drawn.len()).find(|&point| drawn[point] != ends[point]) {
        Some(point) => Err(format!("a line at {} leads nowhere", kind.points[point])),
        None => Ok(lines),
    }
}

fn read_pairs(kind: &Lines, given: &Value) -> Result<Vec<bool>, String> {
    let cell = |value: &Value| -> Option<Cell> {
        let parts = value.as_array().filter(|parts| parts.len() == 2)?;
        let part = |index: usize| parts[index].as_u64().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
        Some(Cell::new(part(0)?, part(1)?))
    };
    let mut lines = vec![false; kind.lines.len()];
    for pair in given.as_array().ok_or("`lines` is a list of pairs of cells")? {
        let ends = pair.as_array().filter(|ends| ends.len() == 2);
        let ends = ends.and_then(|ends| Some([cell(&ends[0])?, cell(&ends[1])?]));
        let [a, b] = ends.ok_or("a line is [[row, column], [row, column]]")?;
        let joins = |line: &super::terrain::Line| {
            let [from, to] = line.ends.map(|point| kind.points[point]);
            (from, to) == (a, b) || (from, to) == (b, a)
        };
        let line = kind.lines.iter().position(joins).ok_or_else(|| format!("no line can join {a} and {b}"))?;
        if std::mem::replace(&mut lines[line], true) {
            return Err(format!("the line between {a} and {b} is there twice"));
        }
    }
    Ok(lines)
}
