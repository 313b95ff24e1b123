//! How a filled board is written, and read again.
//!
//! Values stand in rows, a character each, or separated by blanks where some have several. Lines are drawn with box
//! characters, one for each cell or corner, which says in which directions lines leave it; lines of moves are pairs of
//! cells. A board without values is its lines.

use super::symbols::SymbolTable;
use super::topology::{LineKind, Lines};
use crate::board::Cell;
use crate::solution::Candidate;
use crate::solution::notation::{Object, Written, list, natural, number, pair, string, texts};
use crate::source::pad_left;
use serde_json::Value;

/// By the directions in which lines leave: up 1, right 2, down 4, left 8.
const BOXES: [char; 16] = ['.', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Writes a filled board.
pub(super) fn write(symbols: &SymbolTable, board: &Candidate, to: &mut Object<'_>) {
    let lines = symbols.lines.as_ref();
    let moves = lines.filter(|kind| matches!(kind.kind, LineKind::Moves(_)));
    match (lines, moves) {
        _ if !symbols.layers.is_empty() => rows(symbols, 0, &board.layers[0], to.field("board")),
        (Some(kind), None) => return drawn(kind, &board.lines, to, "board"),
        _ => to.rows("board", visited(symbols, &board.lines), |text, row| text.push_str(&row)),
    }
    match (lines, moves) {
        (Some(kind), None) => drawn(kind, &board.lines, to, "lines"),
        (Some(kind), Some(_)) => pairs(kind, &board.lines, to.field("lines")),
        _ => {}
    }
    if symbols.layers.len() > 1 {
        Object::append(to.field("layers"), |object| {
            for (index, layer) in symbols.layers.iter().enumerate().skip(1) {
                rows(symbols, index, &board.layers[index], object.field(&layer.name));
            }
        });
    }
}

/// The board of lines that are moves: a cell is visited or not.
fn visited(symbols: &SymbolTable, lines: &[bool]) -> Vec<String> {
    let topology = &symbols.topology;
    let at = |cell: usize| symbols.lines.as_ref().map_or(&[][..], |kind| &kind.at_cell[cell]);
    let character = |place: Cell| match topology.id(place) {
        None => '_',
        Some(cell) if at(cell).iter().any(|&line| lines[line]) => 'o',
        Some(_) => '.',
    };
    let row = |row: usize| (0..topology.width).map(|column| character(Cell::new(row, column))).collect();
    (0..topology.height).map(row).collect()
}

/// Whether the values of a layer are written with blanks between.
fn spaced(symbols: &SymbolTable, layer: usize) -> bool {
    symbols.layers[layer].values.iter().any(|value| value.chars().count() > 1)
}

/// Appends the rows of a layer.
fn rows(symbols: &SymbolTable, layer: usize, held: &[u16], text: &mut String) {
    let topology = &symbols.topology;
    let values = &symbols.layers[layer].values;
    let width = spaced(symbols, layer).then(|| values.iter().map(|value| value.chars().count()).max().unwrap_or(1));
    let mut line = String::new();
    list(text, 0..topology.height, |text, row| {
        line.clear();
        for column in 0..topology.width {
            let id = topology.id(Cell::new(row, column));
            let word = id.map_or("_", |cell| &values[usize::from(held[cell])]);
            match width {
                Some(width) => {
                    line.push_str(if column > 0 { " " } else { "" });
                    line.push_str(&pad_left(word, width));
                }
                None => line.push_str(word),
            }
        }
        string(text, &line);
    });
}

/// Writes pairs of cells.
fn pairs(kind: &Lines, there: &[bool], text: &mut String) {
    let pair = |text: &mut String, line: usize| {
        let ends = kind.lines[line].ends.map(|point| kind.points[point]);
        list(text, ends, |text, at| list(text, [at.row + 1, at.column + 1], number));
    };
    list(text, (0..there.len()).filter(|&line| there[line]), pair);
}

/// Writes the picture of lines along cells.
fn drawn(kind: &Lines, there: &[bool], to: &mut Object<'_>, field: &str) {
    let (height, width) = extent(kind);
    let mut rows = vec!['_'; width * height];
    for (point, at) in kind.points.iter().enumerate() {
        let mut ends = 0;
        for &line in kind.at_point[point].iter().filter(|&&line| there[line]) {
            ends |= side(kind.direction(line, point));
        }
        rows[at.row * width + at.column] = BOXES[ends];
    }
    to.rows(field, rows.chunks(width), Extend::extend);
}

/// Rows and columns of the picture of lines.
fn extent(kind: &Lines) -> (usize, usize) {
    let height = kind.points.iter().map(|point| point.row + 1).max().unwrap_or(0);
    let width = kind.points.iter().map(|point| point.column + 1).max().unwrap_or(0);
    (height, width)
}

fn side(direction: (i64, i64)) -> usize {
    match direction {
        (-1, _) => 1,
        (1, _) => 4,
        (_, 1) => 2,
        _ => 8,
    }
}

/// Reads a filled board. All that is there has to say the same.
///
/// # Errors
/// What is not as it should be, in words.
pub(super) fn read(symbols: &SymbolTable, written: &Written) -> Result<Candidate, String> {
    let layers = written.details.get("layers");
    if let Some(layers) = layers {
        let layers = layers.as_object().ok_or("`layers`: expected an object with the rows of each layer by name")?;
        let is_unknown = |name: &&String| symbols.layers.iter().skip(1).all(|layer| layer.name != **name);
        if let Some(name) = layers.keys().find(is_unknown) {
            let further = symbols.layers.iter().skip(1).map(|layer| format!("`{}`", layer.name));
            let further = further.collect::<Vec<_>>().join(", ");
            return Err(format!("unknown layer `{}` in `layers` (expected {further})", name.escape_debug()));
        }
    }
    let mut board = Candidate::default();
    for (index, layer) in symbols.layers.iter().enumerate() {
        board.layers.push(if index == 0 {
            read_rows(symbols, index, &written.board)?
        } else {
            let given = layers.and_then(|layers| layers.get(&layer.name));
            let given = given.ok_or_else(|| format!("missing layer `{}` in `layers`", layer.name))?;
            let rows =
                texts(given).ok_or_else(|| format!("the layer `{}`: expected a list of row strings", layer.name))?;
            read_rows(symbols, index, &rows)?
        });
    }
    if let Some(kind) = &symbols.lines {
        board.lines = read_lines(symbols, kind, written)?;
    }
    Ok(board)
}

fn read_lines(symbols: &SymbolTable, kind: &Lines, written: &Written) -> Result<Vec<bool>, String> {
    let given = written.details.get("lines");
    if let LineKind::Moves(_) = kind.kind {
        let lines = read_pairs(kind, given.ok_or("missing `lines` in the solution")?)?;
        if symbols.layers.is_empty() {
            shows_visited(symbols, &lines, &written.board)?;
        }
        return Ok(lines);
    }
    let drawn = given
        .map(|given| read_drawn(kind, &texts(given).ok_or("`lines`: expected a list of row strings")?))
        .transpose()?;
    if !symbols.layers.is_empty() {
        return drawn.ok_or_else(|| "missing `lines` in the solution".to_string());
    }
    let lines = read_drawn(kind, &written.board)?;
    if drawn.is_some_and(|drawn| drawn != lines) {
        return Err("`lines` and the board show different lines".to_string());
    }
    Ok(lines)
}

/// Whether a board shows the cells that lines come to, and no others.
fn shows_visited(symbols: &SymbolTable, lines: &[bool], board: &[String]) -> Result<(), String> {
    let expected = visited(symbols, lines);
    let width = symbols.topology.width;
    if board.len() != expected.len() || board.iter().any(|row| row.chars().count() != width) {
        return Err(format!("expected a board of {} rows of {width} cells", expected.len()));
    }
    for (row, (found, expected)) in board.iter().zip(&expected).enumerate() {
        if let Some(column) = found.chars().zip(expected.chars()).position(|(found, expected)| found != expected) {
            let [found, expected] = [found, expected].map(|text| text.chars().nth(column).unwrap_or_default());
            let (found, at) = (found.escape_debug(), Cell::new(row, column));
            return Err(format!(
                "expected `{expected}`, found `{found}` at {at} of the board: `o` is a cell with a line"
            ));
        }
    }
    Ok(())
}

fn read_rows(symbols: &SymbolTable, layer: usize, rows: &[String]) -> Result<Vec<u16>, String> {
    let topology = &symbols.topology;
    let words: Vec<Vec<String>> = rows
        .iter()
        .map(|row| match spaced(symbols, layer) || row.trim().contains(' ') {
            true => row.split_whitespace().map(str::to_string).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    if words.len() != topology.height || words.iter().any(|row| row.len() != topology.width) {
        return Err(format!("expected a board of {} rows of {} cells", topology.height, topology.width));
    }
    let mut values = Vec::with_capacity(topology.cells.len());
    for at in topology.places() {
        let word = &words[at.row][at.column];
        match (topology.id(at), symbols.layers[layer].values.iter().position(|value| value == word)) {
            (None, _) if word == "_" => {}
            (None, _) => return Err(format!("`{word}` at {at}, which is not a cell")),
            (Some(_), Some(value)) => values.push(value as u16),
            (Some(_), None) => {
                let known = symbols.layers[layer].values.join(", ");
                return Err(format!("unknown value `{word}` at {at}; expected {known}"));
            }
        }
    }
    Ok(values)
}

fn read_drawn(kind: &Lines, rows: &[String]) -> Result<Vec<bool>, String> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (height, width) = extent(kind);
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err(format!("expected a picture of lines of {height} rows of {width} characters"));
    }
    let mut is_point = vec![vec![false; width]; height];
    kind.points.iter().for_each(|at| is_point[at.row][at.column] = true);
    for (row, characters) in rows.iter().enumerate() {
        let wrong =
            characters.iter().zip(&is_point[row]).position(|(&character, is_point)| !is_point && character != '_');
        if let Some(column) = wrong {
            let (character, at) = (characters[column].escape_debug(), Cell::new(row, column));
            return Err(format!("`{character}` at {at} of the picture of lines, where no line is possible (`_`)"));
        }
    }
    let mut ends = Vec::with_capacity(kind.points.len());
    for &at in &kind.points {
        let character = rows[at.row][at.column];
        let sides = BOXES.iter().position(|&known| known == character);
        ends.push(sides.ok_or_else(|| format!("`{character}` at {at} is not a line character"))?);
    }
    let mut lines = Vec::with_capacity(kind.lines.len());
    let mut drawn = vec![0; kind.points.len()];
    for (line, ends_at) in kind.lines.iter().enumerate().map(|(index, line)| (index, line.ends)) {
        let there = ends_at.map(|point| ends[point] & side(kind.direction(line, point)) != 0);
        if there[0] != there[1] {
            let [a, b] = ends_at.map(|point| kind.points[point]);
            return Err(format!("the line between {a} and {b} is drawn at one end only"));
        }
        if there[0] {
            ends_at.iter().for_each(|&point| drawn[point] |= side(kind.direction(line, point)));
        }
        lines.push(there[0]);
    }
    match (0..drawn.len()).find(|&point| drawn[point] != ends[point]) {
        Some(point) => Err(format!("the line at {} has no other end", kind.points[point])),
        None => Ok(lines),
    }
}

fn read_pairs(kind: &Lines, given: &Value) -> Result<Vec<bool>, String> {
    let cell = |value: &Value| -> Option<Cell> {
        let [row, column] = pair(value)?.map(|part| natural(part)?.checked_sub(1));
        Some(Cell::new(row?, column?))
    };
    let mut lines = vec![false; kind.lines.len()];
    for given in given.as_array().ok_or("`lines`: expected a list of pairs of cells")? {
        let ends = pair(given).and_then(|[a, b]| Some([cell(a)?, cell(b)?]));
        let [a, b] = ends.ok_or("expected a line [[row, column], [row, column]]")?;
        let joins = |line: &super::topology::Line| {
            let [from, to] = line.ends.map(|point| kind.points[point]);
            (from, to) == (a, b) || (from, to) == (b, a)
        };
        let line =
            kind.lines.iter().position(joins).ok_or_else(|| format!("no line is possible between {a} and {b}"))?;
        if std::mem::replace(&mut lines[line], true) {
            return Err(format!("duplicate line between {a} and {b}"));
        }
    }
    Ok(lines)
}
