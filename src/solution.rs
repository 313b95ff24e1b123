//! A decoded board before and after the independent check.
//!
//! A [`Candidate`] is what a decoder, a file or a person claims; a [`Solution`] exists only once its family's `verify`
//! has accepted it. Both are a board (one string a row) and what the family adds (`presses`, `placements`, `moves`), in
//! the form in which they are printed as JSON: so a solution from a file is checked by exactly the code that checks ours.

use crate::puzzle::Instance;
use crate::random::Mixer;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Deserializer, Map, Value};
use std::hash::{Hash, Hasher};

/// A claimed solution.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Candidate {
    /// One string a row.
    pub board: Vec<String>,
    /// What the family adds, by JSON name.
    pub details: Map<String, Value>,
}

impl Candidate {
    /// A board without additions.
    pub fn new(board: Vec<String>) -> Candidate {
        Candidate { board, details: Map::new() }
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Candidate {
        self.details.insert(name.to_string(), value.into());
        self
    }

    /// A number that is different for different candidates but by chance: [`Value`] has no hash of its own.
    pub fn digest(&self) -> u64 {
        let mut hasher = Mixer::default();
        self.board.hash(&mut hasher);
        for (name, value) in &self.details {
            name.hash(&mut hasher);
            hash(value, &mut hasher);
        }
        hasher.finish()
    }

    /// The JSON object that is printed.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("board".into(), self.board.clone().into());
        object.extend(self.details.clone());
        Value::Object(object)
    }

    /// Reads the JSON object that is printed.
    ///
    /// # Errors
    /// Says in words what is not as it should be.
    pub fn from_json(value: &Value) -> Result<Candidate, String> {
        let object = value.as_object().ok_or("a solution is a JSON object with a `board`")?;
        let mut details = object.clone();
        // The family may stand beside the board: [`read`] compares it.
        details.shift_remove("puzzle");
        let board = details.shift_remove("board").ok_or("the solution has no `board`")?;
        let rows = board.as_array().ok_or("`board` is a list of row strings")?;
        let rows: Option<Vec<String>> = rows.iter().map(|row| row.as_str().map(str::to_string)).collect();
        Ok(Candidate { board: rows.ok_or("`board` is a list of row strings")?, details })
    }
}

/// Printed as [`Candidate::to_json`] is, without building that.
impl Serialize for Candidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(1 + self.details.len()))?;
        object.serialize_entry("board", &self.board)?;
        for (name, value) in &self.details {
            object.serialize_entry(name, value)?;
        }
        object.end()
    }
}

fn hash(value: &Value, hasher: &mut Mixer) {
    match value {
        Value::Null => 0u8.hash(hasher),
        Value::Bool(value) => (1u8, value).hash(hasher),
        Value::Number(number) => (2u8, number).hash(hasher),
        Value::String(text) => (3u8, text).hash(hasher),
        Value::Array(values) => {
            (4u8, values.len()).hash(hasher);
            values.iter().for_each(|value| hash(value, hasher));
        }
        Value::Object(object) => {
            (5u8, object.len()).hash(hasher);
            for (name, value) in object {
                name.hash(hasher);
                hash(value, hasher);
            }
        }
    }
}

/// Why a candidate is not a solution, in words: which rule, which cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

impl Violation {
    /// A violation in words.
    pub fn new(text: impl Into<String>) -> Violation {
        Violation(text.into())
    }
}

/// A board that its family's `verify` has accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution(Candidate);

impl Solution {
    /// The independent check; the only way to a solution.
    ///
    /// # Errors
    /// The first rule that is violated; a field that solutions of the puzzle do not have.
    pub fn verified(instance: &dyn Instance, candidate: Candidate) -> Result<Solution, Violation> {
        let fields = instance.details();
        if let Some(unknown) = candidate.details.keys().find(|name| !fields.contains(&name.as_str())) {
            let known: Vec<String> = ["board"].iter().chain(fields).map(|name| format!("`{name}`")).collect();
            let (unknown, known) = (unknown.escape_debug(), known.join(", "));
            return Err(Violation::new(format!("unknown field `{unknown}` in the solution (expected {known})")));
        }
        instance.verify(&candidate)?;
        Ok(Solution(candidate))
    }

    /// One string a row.
    pub fn board(&self) -> &[String] {
        &self.0.board
    }

    /// What the family adds, by JSON name.
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.details
    }

    /// Board and details together.
    pub fn candidate(&self) -> &Candidate {
        &self.0
    }

    /// The JSON object that is printed.
    pub fn to_json(&self) -> Value {
        self.0.to_json()
    }
}

/// The claimed solutions of a puzzle of a family in a text: a report, one object, objects a line, or the rows of a board.
///
/// # Errors
/// Says in words what is not as it should be.
pub fn read(text: &str, family: &str) -> Result<Vec<Candidate>, String> {
    let candidates =
        if text.trim_start().starts_with(['{', '[']) { from_json(text, family)? } else { vec![drawn(text)] };
    if candidates.is_empty() || candidates.iter().all(|candidate| *candidate == Candidate::default()) {
        return Err("there is no solution in it to verify".into());
    }
    Ok(candidates)
}

fn from_json(text: &str, family: &str) -> Result<Vec<Candidate>, String> {
    let mut found = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| format!("not valid JSON: {error}"))?;
        of_family(&value, family)?;
        match value.get("solutions").and_then(Value::as_array) {
            Some(solutions) => {
                for solution in solutions {
                    of_family(solution, family)?;
                    found.push(Candidate::from_json(solution)?);
                }
            }
            None => found.push(Candidate::from_json(&value)?),
        }
    }
    Ok(found)
}

/// Whether a report or a solution is of a family, where it says so.
fn of_family(value: &Value, family: &str) -> Result<(), String> {
    match value.get("puzzle").filter(|name| name.as_str() != Some(family)) {
        Some(other) => Err(format!("expected `puzzle` to be \"{family}\", found {other}")),
        None => Ok(()),
    }
}

/// Rows as a person draws them: common indentation, trailing blanks and empty lines around them ignored.
fn drawn(text: &str) -> Candidate {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    // In characters: an ideographic space is one of three bytes.
    let blanks = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).count();
    let indent = lines.iter().map(blanks).min().unwrap_or(0);
    Candidate::new(lines.iter().map(|line| line.chars().skip(indent).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_tell_boards_apart() {
        let mut met = std::collections::HashSet::new();
        for number in 0..1 << 16 {
            let row = |row: u32| (0..4).map(|bit| if number >> (4 * row + bit) & 1 == 1 { '#' } else { '.' }).collect();
            let board = Candidate::new((0..4).map(row).collect());
            assert!(met.insert(board.digest()) && met.insert(board.with("presses", number).digest()), "{number}");
        }
    }

    #[test]
    fn drawings_lose_their_indentation_whatever_their_blanks_are() {
        let read = |text| read(text, "grid").map(|found| found[0].board.clone());
        assert_eq!(read("\n  #.\n   #\n\n"), Ok(vec!["#.".to_string(), " #".to_string()]));
        // One blank of three bytes above one of a single byte.
        assert_eq!(read("\u{3000}#.\n #.\n"), Ok(vec!["#.".to_string(), "#.".to_string()]));
    }
}
