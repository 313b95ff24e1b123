//! Boards without a model: rows of text, from which the size and the values follow. Start with [`Boards::read`].

use boardwright_puzzle::solution::notation::{self, Malformed, Written};

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 400;
/// The maximum number of values.
const MAX_VALUES: usize = 100;

/// Boards of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct Boards {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The values, in order: numbers ascending, `.` first, others as the boards have them.
    pub values: Vec<String>,
    /// By row and column, whether there is a cell.
    pub(super) cells: Vec<Vec<bool>>,
    /// The boards as a model of the values reads them.
    pub written: Vec<Written>,
}

/// A text that is not a list of boards.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}{fault}", place(text, *board))]
pub struct BoardsError {
    /// The name of the text; empty if the mistake is not in one.
    pub text: String,
    /// The number of the board in it, from 1; 0 if the mistake is not in one.
    pub board: usize,
    /// What is wrong.
    pub fault: Fault,
}

fn place(text: &str, board: usize) -> String {
    match (text, board) {
        ("", _) => String::new(),
        (text, 0) => format!("{text}: "),
        (text, board) => format!("{text}, board {board}: "),
    }
}

/// What is wrong with boards.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The text is malformed.
    #[error("{0}")]
    Malformed(Malformed),
    /// A row has another length than the first one.
    #[error("row {row} has {cells} instead of {first} cells, as row 1 has")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of cells in the first row.
        first: usize,
    },
    /// A board has another size than the first one.
    #[error(
        "{rows} rows of {columns} cells; expected {expected_rows} rows of {expected_columns}, as in the first board"
    )]
    OtherSize {
        /// The number of its rows.
        rows: usize,
        /// The number of its columns.
        columns: usize,
        /// The number of rows of the first board.
        expected_rows: usize,
        /// The number of columns of the first board.
        expected_columns: usize,
    },
    /// A board has holes in other places than the first one.
    #[error("row {row}, column {column} is a hole in one of this board and the first one; expected the same holes")]
    OtherHoles {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A cell has a value that is not among the given ones.
    #[error("unknown value `{}` in row {row}, column {column}; expected one of {}", value.escape_debug(), list(expected))]
    UnknownValue {
        /// The value.
        value: String,
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The values.
        expected: Vec<String>,
    },
    /// A board has an unknown cell.
    #[error("`?` in row {row}, column {column} is not a value; expected a solved board")]
    UnknownCell {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A value has a character that is not printed.
    #[error("the value `{}` has a control character", .0.escape_debug())]
    Control(String),
    /// There is only one value.
    #[error("all cells have the value `{}`; expected at least two values", .0.escape_debug())]
    OneValue(String),
    /// The boards are too large.
    #[error("{0} cells; expected at most {MAX_CELLS}")]
    TooLarge(usize),
    /// There are too many values.
    #[error("{0} values; expected at most {MAX_VALUES}")]
    TooManyValues(usize),
    /// There is no board.
    #[error("expected at least one solved board")]
    None,
}

fn list(values: &[String]) -> String {
    values.iter().map(|value| format!("`{}`", value.escape_debug())).collect::<Vec<_>>().join(", ")
}

impl Boards {
    /// Reads boards from texts with names: rows, with an empty line between two boards, or JSON as `solve` prints it. `values` are
    /// the values that cells may have; if there are none, those on the boards.
    ///
    /// # Errors
    /// What is wrong, and in which board.
    pub fn read(texts: &[(String, String)], values: &[String]) -> Result<Boards, BoardsError> {
        let mut all: Vec<(&str, usize, Vec<String>)> = Vec::new();
        for (name, text) in texts {
            let wrong = |malformed| BoardsError { text: name.clone(), board: 0, fault: Fault::Malformed(malformed) };
            let written = written(text).map_err(wrong)?;
            all.extend(written.into_iter().enumerate().map(|(number, one)| (name.as_str(), number + 1, one.board)));
        }
        let is_spaced = all.iter().flat_map(|(_, _, rows)| rows).any(|row| row.trim().contains(' '));
        let cells = |row: &String| -> Vec<String> {
            match is_spaced {
                true => row.split_whitespace().map(str::to_string).collect(),
                false => row.trim().chars().map(String::from).collect(),
            }
        };
        let all: Vec<(&str, usize, Vec<Vec<String>>)> =
            all.into_iter().map(|(name, number, rows)| (name, number, rows.iter().map(cells).collect())).collect();
        let Some((_, _, first)) = all.first() else {
            return Err(BoardsError { text: String::new(), board: 0, fault: Fault::None });
        };
        let first = first.clone();
        let found = found_values(all.iter().flat_map(|(_, _, rows)| rows.iter().flatten()));
        let known = if values.is_empty() { &found } else { values };
        for (name, number, rows) in &all {
            check(rows, &first, known).map_err(|fault| BoardsError {
                text: name.to_string(),
                board: *number,
                fault,
            })?;
        }
        let wrong = |fault| BoardsError { text: String::new(), board: 0, fault };
        match known {
            [only] => return Err(wrong(Fault::OneValue(only.clone()))),
            _ if known.len() > MAX_VALUES => return Err(wrong(Fault::TooManyValues(known.len()))),
            _ => {}
        }
        let separator = if known.iter().any(|value| value.chars().count() > 1) { " " } else { "" };
        let row = |row: &Vec<String>| row.join(separator);
        let written = all.iter().map(|(_, _, rows)| Written::new(rows.iter().map(row).collect())).collect();
        Ok(Boards {
            rows: first.len(),
            columns: first.first().map_or(0, Vec::len),
            values: known.to_vec(),
            cells: first.iter().map(|row| row.iter().map(|value| value != "_").collect()).collect(),
            written,
        })
    }

    /// Returns the numbers that the values are; `None` if one is something else.
    pub(super) fn numbers(&self) -> Option<Vec<i64>> {
        self.values.iter().map(|value| number(value)).collect()
    }

    /// Returns the values of the first board by row and column; `None` in holes.
    pub(super) fn first(&self) -> Vec<Vec<Option<usize>>> {
        let is_spaced = self.values.iter().any(|value| value.chars().count() > 1);
        let value = |text: &str| self.values.iter().position(|value| value == text);
        let rows = self.written.first().map_or(&[][..], |written| &written.board);
        let of_row = |row: &String| match is_spaced {
            true => row.split_whitespace().map(value).collect(),
            false => row.chars().map(|c| value(c.encode_utf8(&mut [0; 4]))).collect(),
        };
        rows.iter().map(of_row).collect()
    }
}

/// Returns the boards of a text.
fn written(text: &str) -> Result<Vec<Written>, Malformed> {
    const FAMILY: &str = "grid";
    if text.trim_start().starts_with(['{', '[']) {
        return notation::read(text, FAMILY);
    }
    let mut boards = Vec::new();
    let mut rows = String::new();
    for line in text.lines().chain([""]) {
        if !line.trim().is_empty() {
            rows.push_str(line);
            rows.push('\n');
        } else if !rows.is_empty() {
            boards.extend(notation::read(&std::mem::take(&mut rows), FAMILY)?);
        }
    }
    if boards.is_empty() { Err(Malformed::Empty) } else { Ok(boards) }
}

/// Returns the number that a value is, if it is written in the usual way.
fn number(value: &str) -> Option<i64> {
    value.parse().ok().filter(|number: &i64| number.to_string() == value)
}

/// Returns the values of cells, in order.
fn found_values<'v>(cells: impl Iterator<Item = &'v String>) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in cells.filter(|value| *value != "_") {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values.sort_by_key(|value| (value != ".", number(value).unwrap_or(i64::MAX)));
    values
}

/// Checks a board against the size and the holes of the first one.
fn check(rows: &[Vec<String>], first: &[Vec<String>], values: &[String]) -> Result<(), Fault> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        return Err(Fault::Ragged { row: row + 1, cells: rows[row].len(), first: columns });
    }
    let (expected_rows, expected_columns) = (first.len(), first.first().map_or(0, Vec::len));
    if (rows.len(), columns) != (expected_rows, expected_columns) {
        return Err(Fault::OtherSize { rows: rows.len(), columns, expected_rows, expected_columns });
    }
    if rows.len() * columns > MAX_CELLS {
        return Err(Fault::TooLarge(rows.len() * columns));
    }
    for (row, (cells, of_first)) in rows.iter().zip(first).enumerate() {
        for (column, (value, of_first)) in cells.iter().zip(of_first).enumerate() {
            let (row, column) = (row + 1, column + 1);
            match value.as_str() {
                _ if (value == "_") != (of_first == "_") => return Err(Fault::OtherHoles { row, column }),
                "_" => {}
                "?" if !values.contains(value) || values.len() > 1 => return Err(Fault::UnknownCell { row, column }),
                _ if value.chars().any(char::is_control) => return Err(Fault::Control(value.clone())),
                _ if values.contains(value) => {}
                _ => {
                    return Err(Fault::UnknownValue { value: value.clone(), row, column, expected: values.to_vec() });
                }
            }
        }
    }
    Ok(())
}
