//! The notation of filled boards: writer and reader.
//!
//! Values are in rows, one character each, or separated by blanks where some have several characters. Lines are drawn
//! with box characters, one for each cell or corner, which show the directions of the lines there; lines of moves are
//! pairs of cells. The board of a puzzle without values is its lines.

use super::symbols::SymbolTable;
use super::topology::Lines;
use boardwright_base::board::Cell;
use boardwright_base::source::pad_left;
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::solution::notation::{Object, Written, list, natural, number, pair, string, texts};
use serde_json::Value;

/// The characters, by the directions of the lines: up 1, right 2, down 4, left 8.
const BOXES: [char; 16] = ['.', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Writes a filled board.
pub(super) fn write(symbols: &SymbolTable, board: &Candidate, to: &mut Object<'_>) {
    let lines = symbols.lines.as_ref();
    let moves = lines.filter(|kind| !kind.in_boxes);
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

/// Returns the board of lines that are moves: whether a cell is visited.
fn visited(symbols: &SymbolTable, lines: &[bool]) -> Vec<String> {
    let topology = &symbols.topology;
    let at = |cell: usize| symbols.lines.as_ref().map_or(&[][..], |kind| &kind.at_cell[cell]);
    let character = |place: Cell| match topology.id(place) {
        None => '_',
        Some(cell) if at(cell).iter().any(|&line| lines[line]) => 'o',
        Some(_) => '.',
    };
    let row = |row: usize| (0..topology.lengths[row]).map(|column| character(Cell::new(row, column))).collect();
    (0..topology.height).map(row).collect()
}

/// Checks whether the values of a layer are separated by blanks.
fn spaced(symbols: &SymbolTable, layer: usize) -> bool {
    symbols.layers[layer].values.iter().any(|value| value.chars().count() > 1)
}

/// Appends the rows of a layer.
fn rows(symbols: &SymbolTable, layer: usize, held: &[u16], text: &mut String) {
    let topology = &symbols.topology;
    let (values, is_held) = (&symbols.layers[layer].values, &symbols.layers[layer].is_held);
    let width = spaced(symbols, layer).then(|| values.iter().map(|value| value.chars().count()).max().unwrap_or(1));
    let mut line = String::new();
    list(text, 0..topology.height, |text, row| {
        line.clear();
        for column in 0..topology.lengths[row] {
            let id = topology.id(Cell::new(row, column));
            let word = id.filter(|&cell| is_held[cell]).map_or("_", |cell| &values[usize::from(held[cell])]);
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

/// Returns the rows and columns of the picture of lines.
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

/// Reads a filled board. All its parts must agree.
///
/// # Errors
/// The reason why it is not valid.
/// What is malformed in a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The field `layers` is something else.
    #[error("`layers`: expected an object with the rows of each layer by name")]
    Layers,
    /// A name is not that of a layer.
    #[error("unknown layer `{}` in `layers` (expected {})", name.escape_debug(), known.join(", "))]
    UnknownLayer {
        /// The name.
        name: String,
        /// The names of the further layers, in backquotes.
        known: Vec<String>,
    },
    /// A layer is missing.
    #[error("missing layer `{0}` in `layers`")]
    MissingLayer(String),
    /// A layer is something else than rows.
    #[error("the layer `{0}`: expected a list of row strings")]
    Layer(String),
    /// The field `lines` is missing.
    #[error("missing `lines` in the solution")]
    MissingLines,
    /// The field `lines` is something else than a list of these.
    #[error("`lines`: expected a list of {0}")]
    Lines(&'static str),
    /// The field `lines` contradicts the board.
    #[error("`lines` and the board show different lines")]
    DifferentLines,
    /// A board has other numbers of rows or cells.
    #[error("expected a board of {rows} rows of {cells} cells")]
    Size {
        /// The number of rows of the puzzle.
        rows: usize,
        /// The number of cells in each.
        cells: usize,
    },
    /// A row has another number of cells, on a board with rows of different lengths.
    #[error("row {row} of the board has {found} cells; expected {expected}")]
    RowSize {
        /// The row, from 1.
        row: usize,
        /// Its number of cells.
        found: usize,
        /// The number of places in the row.
        expected: usize,
    },
    /// The board contradicts the lines at a cell.
    #[error("expected `{expected}`, found `{}` at {at} of the board: `o` is a cell with a line", found.escape_debug())]
    Visited {
        /// The character that the lines require.
        expected: char,
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
    },
    /// A value stands where there is no cell.
    #[error("`{found}` at {at}, which is not a cell")]
    NoCell {
        /// The value.
        found: String,
        /// Its place.
        at: Cell,
    },
    /// A value stands at a cell that holds none of the layer.
    #[error("`{found}` at {at}, which holds no value of the layer `{layer}`")]
    NoValue {
        /// The layer.
        layer: String,
        /// The value.
        found: String,
        /// The cell.
        at: Cell,
    },
    /// A cell has a value that the layer does not have.
    #[error("unknown value `{found}` at {at}; expected {}", known.join(", "))]
    UnknownValue {
        /// The value.
        found: String,
        /// The cell.
        at: Cell,
        /// The values of the layer.
        known: Vec<String>,
    },
    /// A picture of lines has other numbers of rows or characters.
    #[error("expected a picture of lines of {rows} rows of {characters} characters")]
    PictureSize {
        /// The number of rows of the puzzle.
        rows: usize,
        /// The number of characters in each.
        characters: usize,
    },
    /// A line is drawn where there is no point.
    #[error("`{}` at {at} of the picture of lines, where no line is possible (`_`)", found.escape_debug())]
    NoPoint {
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
    },
    /// A character does not draw lines.
    #[error("`{found}` at {at} is not a line character")]
    NotALine {
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
    },
    /// A line is drawn at one of its ends.
    #[error("the line between {} and {} is drawn at one end only", ends[0], ends[1])]
    OneEnd {
        /// The ends.
        ends: [Cell; 2],
    },
    /// A line leads where there is no point.
    #[error("the line at {0} has no other end")]
    NoOtherEnd(Cell),
    /// An item of `lines` is something else than a line.
    #[error("expected a line [[row, column], [row, column]]")]
    Line,
    /// The puzzle has no line between two cells.
    #[error("no line is possible between {} and {}", ends[0], ends[1])]
    NoLine {
        /// The cells.
        ends: [Cell; 2],
    },
    /// A line is listed twice.
    #[error("duplicate line between {} and {}", ends[0], ends[1])]
    DuplicateLine {
        /// The cells.
        ends: [Cell; 2],
    },
}

pub(super) fn read(symbols: &SymbolTable, written: &Written) -> Result<Candidate, Unreadable> {
    let layers = written.details.get("layers");
    if let Some(layers) = layers {
        let layers = layers.as_object().ok_or(Unreadable::Layers)?;
        let is_unknown = |name: &&String| symbols.layers.iter().skip(1).all(|layer| layer.name != **name);
        if let Some(name) = layers.keys().find(is_unknown) {
            let known = symbols.layers.iter().skip(1).map(|layer| format!("`{}`", layer.name)).collect();
            return Err(Unreadable::UnknownLayer { name: name.clone(), known });
        }
    }
    let mut board = Candidate::default();
    for (index, layer) in symbols.layers.iter().enumerate() {
        board.layers.push(if index == 0 {
            read_rows(symbols, index, &written.board)?
        } else {
            let given = layers.and_then(|layers| layers.get(&layer.name));
            let given = given.ok_or_else(|| Unreadable::MissingLayer(layer.name.clone()))?;
            let rows = texts(given).ok_or_else(|| Unreadable::Layer(layer.name.clone()))?;
            read_rows(symbols, index, &rows)?
        });
    }
    if let Some(kind) = &symbols.lines {
        board.lines = read_lines(symbols, kind, written)?;
    }
    Ok(board)
}

fn read_lines(symbols: &SymbolTable, kind: &Lines, written: &Written) -> Result<Vec<bool>, Unreadable> {
    let given = written.details.get("lines");
    if !kind.in_boxes {
        let lines = read_pairs(kind, given.ok_or(Unreadable::MissingLines)?)?;
        if symbols.layers.is_empty() {
            shows_visited(symbols, &lines, &written.board)?;
        }
        return Ok(lines);
    }
    let drawn =
        given.map(|given| read_drawn(kind, &texts(given).ok_or(Unreadable::Lines("row strings"))?)).transpose()?;
    if !symbols.layers.is_empty() {
        return drawn.ok_or(Unreadable::MissingLines);
    }
    let lines = read_drawn(kind, &written.board)?;
    if drawn.is_some_and(|drawn| drawn != lines) {
        return Err(Unreadable::DifferentLines);
    }
    Ok(lines)
}

/// Checks whether a board shows exactly the cells that lines touch.
fn shows_visited(symbols: &SymbolTable, lines: &[bool], board: &[String]) -> Result<(), Unreadable> {
    let expected = visited(symbols, lines);
    has_size(symbols, &board.iter().map(|row| row.chars().count()).collect::<Vec<_>>())?;
    for (row, (found, expected)) in board.iter().zip(&expected).enumerate() {
        if let Some(column) = found.chars().zip(expected.chars()).position(|(found, expected)| found != expected) {
            let [found, expected] = [found, expected].map(|text| text.chars().nth(column).unwrap_or_default());
            return Err(Unreadable::Visited { expected, found, at: Cell::new(row, column) });
        }
    }
    Ok(())
}

/// Checks the numbers of places in the rows of a board.
fn has_size(symbols: &SymbolTable, found: &[usize]) -> Result<(), Unreadable> {
    let topology = &symbols.topology;
    let is_even = topology.lengths.iter().all(|&length| length == topology.width);
    match found.iter().zip(&topology.lengths).position(|(found, expected)| found != expected) {
        _ if found.len() != topology.height => {}
        None => return Ok(()),
        Some(row) if !is_even => {
            return Err(Unreadable::RowSize { row: row + 1, found: found[row], expected: topology.lengths[row] });
        }
        Some(_) => {}
    }
    Err(Unreadable::Size { rows: topology.height, cells: topology.width })
}

fn read_rows(symbols: &SymbolTable, layer: usize, rows: &[String]) -> Result<Vec<u16>, Unreadable> {
    let topology = &symbols.topology;
    let words: Vec<Vec<String>> = rows
        .iter()
        .map(|row| match spaced(symbols, layer) || row.trim().contains(' ') {
            true => row.split_whitespace().map(str::to_string).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    has_size(symbols, &words.iter().map(Vec::len).collect::<Vec<_>>())?;
    let mut values = Vec::with_capacity(topology.cells.len());
    for at in topology.places().filter(|at| at.column < topology.lengths[at.row]) {
        let word = &words[at.row][at.column];
        let of = &symbols.layers[layer];
        match (topology.id(at), of.values.iter().position(|value| value == word)) {
            (None, _) if word == "_" => {}
            (Some(cell), _) if !of.is_held[cell] => {
                if word != "_" {
                    return Err(Unreadable::NoValue { layer: of.called().to_string(), found: word.clone(), at });
                }
                values.push(0);
            }
            (None, _) => return Err(Unreadable::NoCell { found: word.clone(), at }),
            (Some(_), Some(value)) => values.push(value as u16),
            (Some(_), None) => {
                let known = of.values.clone();
                return Err(Unreadable::UnknownValue { found: word.clone(), at, known });
            }
        }
    }
    Ok(values)
}

fn read_drawn(kind: &Lines, rows: &[String]) -> Result<Vec<bool>, Unreadable> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (height, width) = extent(kind);
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err(Unreadable::PictureSize { rows: height, characters: width });
    }
    let mut is_point = vec![vec![false; width]; height];
    kind.points.iter().for_each(|at| is_point[at.row][at.column] = true);
    for (row, characters) in rows.iter().enumerate() {
        let wrong =
            characters.iter().zip(&is_point[row]).position(|(&character, is_point)| !is_point && character != '_');
        if let Some(column) = wrong {
            return Err(Unreadable::NoPoint { found: characters[column], at: Cell::new(row, column) });
        }
    }
    let mut ends = Vec::with_capacity(kind.points.len());
    for &at in &kind.points {
        let character = rows[at.row][at.column];
        let sides = BOXES.iter().position(|&known| known == character);
        ends.push(sides.ok_or(Unreadable::NotALine { found: character, at })?);
    }
    let mut lines = Vec::with_capacity(kind.lines.len());
    let mut drawn = vec![0; kind.points.len()];
    for (line, ends_at) in kind.lines.iter().enumerate().map(|(index, line)| (index, line.ends)) {
        let there = ends_at.map(|point| ends[point] & side(kind.direction(line, point)) != 0);
        if there[0] != there[1] {
            let [a, b] = ends_at.map(|point| kind.points[point]);
            return Err(Unreadable::OneEnd { ends: [a, b] });
        }
        if there[0] {
            ends_at.iter().for_each(|&point| drawn[point] |= side(kind.direction(line, point)));
        }
        lines.push(there[0]);
    }
    match (0..drawn.len()).find(|&point| drawn[point] != ends[point]) {
        Some(point) => Err(Unreadable::NoOtherEnd(kind.points[point])),
        None => Ok(lines),
    }
}

fn read_pairs(kind: &Lines, given: &Value) -> Result<Vec<bool>, Unreadable> {
    let cell = |value: &Value| -> Option<Cell> {
        let [row, column] = pair(value)?.map(|part| natural(part)?.checked_sub(1));
        Some(Cell::new(row?, column?))
    };
    let mut lines = vec![false; kind.lines.len()];
    for given in given.as_array().ok_or(Unreadable::Lines("pairs of cells"))? {
        let ends = pair(given).and_then(|[a, b]| Some([cell(a)?, cell(b)?]));
        let [a, b] = ends.ok_or(Unreadable::Line)?;
        let joins = |line: &super::topology::Line| {
            let [from, to] = line.ends.map(|point| kind.points[point]);
            (from, to) == (a, b) || (from, to) == (b, a)
        };
        let line = kind.lines.iter().position(joins).ok_or(Unreadable::NoLine { ends: [a, b] })?;
        if std::mem::replace(&mut lines[line], true) {
            return Err(Unreadable::DuplicateLine { ends: [a, b] });
        }
    }
    Ok(lines)
}
