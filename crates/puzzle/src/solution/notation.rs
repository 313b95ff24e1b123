//! Solutions as files have them: the JSON object and the rows, read into [`Written`] and written through [`Object`].
//!
//! What rows and fields mean is the family's business ([`Rules::read_solution`](super::Rules::read_solution)
//! and [`Rules::write_solution`](super::Rules::write_solution)); nothing else in the crate looks at them.
//! Imports nothing of the crate; start with [`read`].

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Deserializer, Map, Value};

/// A solution as it stands in a file: the rows of its board, and the fields that the family adds, by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Written {
    /// One string a row.
    pub board: Vec<String>,
    /// The other fields of the JSON object.
    pub details: Map<String, Value>,
}

impl Written {
    /// Rows without further fields.
    pub fn new(board: Vec<String>) -> Written {
        Written { board, details: Map::new() }
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Written {
        self.details.insert(name.to_string(), value.into());
        self
    }

    /// Reads the JSON object of a solution.
    ///
    /// # Errors
    /// What is malformed.
    pub fn from_json(value: &Value) -> Result<Written, Malformed> {
        let mut details = value.as_object().ok_or(Malformed::NoObject)?.clone();
        // The family may stand beside the board: [`read`] compares it.
        details.shift_remove("puzzle");
        let board = details.shift_remove("board").ok_or(Malformed::NoBoard)?;
        let board = texts(&board).ok_or(Malformed::BoardWithoutRows)?;
        Ok(Written { board, details })
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(1 + self.details.len()))?;
        object.serialize_entry("board", &self.board)?;
        for (name, value) in &self.details {
            object.serialize_entry(name, value)?;
        }
        object.end()
    }
}

/// What keeps a text from being solutions of a family.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// A solution is not an object.
    #[error("a solution is a JSON object with a `board`")]
    NoObject,
    /// An object has no board.
    #[error("the solution has no `board`")]
    NoBoard,
    /// The board is something else than rows.
    #[error("`board` is a list of row strings")]
    BoardWithoutRows,
    /// The text begins like JSON and is not.
    #[error("not valid JSON: {0}")]
    NotJson(String),
    /// It belongs to another family.
    #[error("expected `puzzle` to be \"{expected}\", found {found}")]
    OtherFamily {
        /// The family of the model.
        expected: String,
        /// The JSON value of `puzzle`.
        found: String,
    },
    /// There are no solutions and no rows.
    #[error("it contains no solution")]
    Empty,
}

/// A field that solutions of a family do not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown field `{}` in the solution (expected {})", name.escape_debug(), known.join(", "))]
pub struct UnknownField {
    /// The name of the field.
    pub name: String,
    /// The names of the fields that there may be, in backquotes.
    pub known: Vec<String>,
}

/// A board that has other numbers of rows or cells than the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {rows} rows of {cells} cells")]
pub struct WrongSize {
    /// The number of rows of the puzzle.
    pub rows: usize,
    /// The number of cells in each.
    pub cells: usize,
}

/// The rows of a list of strings.
pub fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|row| row.as_str().map(str::to_string)).collect()
}

/// A whole number from 0.
pub fn natural(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

/// A list of two.
pub fn pair(value: &Value) -> Option<[&Value; 2]> {
    match value.as_array()?.as_slice() {
        [first, second] => Some([first, second]),
        _ => None,
    }
}

/// Returns the claimed solutions in a text: a report, one object, objects a line, or the rows of a board.
///
/// # Errors
/// What is malformed.
pub fn read(text: &str, family: &str) -> Result<Vec<Written>, Malformed> {
    let found = if text.trim_start().starts_with(['{', '[']) { from_json(text, family)? } else { vec![drawn(text)] };
    if found.iter().all(|written| *written == Written::default()) {
        return Err(Malformed::Empty);
    }
    Ok(found)
}

fn from_json(text: &str, family: &str) -> Result<Vec<Written>, Malformed> {
    let mut found = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| Malformed::NotJson(error.to_string()))?;
        of_family(&value, family)?;
        match value.get("solutions").and_then(Value::as_array) {
            Some(solutions) => {
                for solution in solutions {
                    of_family(solution, family)?;
                    found.push(Written::from_json(solution)?);
                }
            }
            None => found.push(Written::from_json(&value)?),
        }
    }
    Ok(found)
}

/// Whether a report or a solution is of a family, where it names one.
fn of_family(value: &Value, family: &str) -> Result<(), Malformed> {
    match value.get("puzzle").filter(|name| name.as_str() != Some(family)) {
        Some(other) => Err(Malformed::OtherFamily { expected: family.to_string(), found: other.to_string() }),
        None => Ok(()),
    }
}

/// Rows as a person draws them: common indentation, trailing blanks and empty lines around them ignored.
fn drawn(text: &str) -> Written {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    // In characters: an ideographic space is one of three bytes.
    let blanks = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).count();
    let indent = lines.iter().map(blanks).min().unwrap_or(0);
    Written::new(lines.iter().map(|line| line.chars().skip(indent).collect()).collect())
}

/// A JSON object that is written into a text, without blanks and without a tree of values.
pub struct Object<'t> {
    text: &'t mut String,
    is_empty: bool,
}

impl<'t> Object<'t> {
    /// Appends an object to a text; `write` adds its fields.
    pub fn append(text: &'t mut String, write: impl FnOnce(&mut Object<'_>)) {
        text.push('{');
        let mut object = Object { text, is_empty: true };
        write(&mut object);
        object.text.push('}');
    }

    /// Begins a field: its value is to be appended to the text.
    pub fn field(&mut self, name: &str) -> &mut String {
        if !std::mem::take(&mut self.is_empty) {
            self.text.push(',');
        }
        string(self.text, name);
        self.text.push(':');
        self.text
    }

    /// Adds a list of strings; `write` appends the characters of an item, of which none needs an escape.
    pub fn rows<T>(&mut self, name: &str, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
        list(self.field(name), items, |text, item| {
            text.push('"');
            write(text, item);
            text.push('"');
        });
    }
}

/// Appends a list; `write` appends an item.
pub fn list<T>(text: &mut String, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
    text.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(text, item);
    }
    text.push(']');
}

/// Appends a string with its quotes and escapes.
pub fn string(text: &mut String, value: &str) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if value.bytes().all(is_plain) {
        text.push('"');
        text.push_str(value);
        text.push('"');
    } else {
        text.push_str(&Value::from(value).to_string());
    }
}

/// Appends a number.
pub fn number(text: &mut String, value: usize) {
    let mut digits = [0; 20];
    let (mut first, mut rest) = (digits.len(), value);
    loop {
        first -= 1;
        digits[first] = (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend(digits[first..].iter().map(|&digit| char::from(b'0' + digit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_lose_their_indentation_whatever_their_blanks_are() {
        let read = |text| read(text, "grid").map(|found| found[0].board.clone());
        assert_eq!(read("\n  #.\n   #\n\n"), Ok(vec!["#.".to_string(), " #".to_string()]));
        // One blank of three bytes above one of a single byte.
        assert_eq!(read("\u{3000}#.\n #.\n"), Ok(vec!["#.".to_string(), "#.".to_string()]));
    }

    #[test]
    fn objects_are_json() {
        let mut text = String::new();
        Object::append(&mut text, |object| {
            object.rows("board", ["#.", "é"], String::push_str);
            list(object.field("\"\n"), [0, 7, 10, usize::MAX], number);
            string(object.field("odd"), "a\\b\u{1}");
        });
        let value: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(value.to_string(), text);
        assert_eq!(
            value,
            serde_json::json!({ "board": ["#.", "é"], "\"\n": [0, 7, 10, usize::MAX], "odd": "a\\b\u{1}" })
        );
    }
}
