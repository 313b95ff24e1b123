//! A decoded board before and after the independent check.
//!
//! A [`Candidate`] is what a decoder, a file or a person claims; a [`Solution`] exists only once its family's `verify`
//! has accepted it. Both are the same typed board: values by layer and cell, lines, placements, steps. Rows of characters and
//! JSON exist only in files: [`notation`] has their form, and the family maps one to the other.
//!
//! Imports `board` and `random`. Start with [`Candidate`] and [`Solution`].

pub mod notation;

use self::notation::{Object, Written, list, string};
use crate::board::Cell;
use crate::random::Mixer;
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A claimed solution. Which parts a family uses, and what values mean, is documented where it implements
/// [`Rules::verify`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidate {
    /// One string a row: of families whose boards are not typed yet.
    pub board: Vec<String>,
    /// What these families add, by JSON name.
    pub details: Map<String, Value>,
    /// By layer and cell, the value.
    pub layers: Vec<Vec<u16>>,
    /// By line, whether it is there.
    pub lines: Vec<bool>,
    /// Where pieces lie.
    pub placements: Option<Vec<Placement>>,
    /// The steps of a plan.
    pub steps: Option<Vec<Step>>,
    /// What is claimed besides.
    pub extra: Vec<Detail>,
}

/// A copy of a piece on its cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Which piece.
    pub piece: usize,
    /// Which copy, from 1.
    pub copy: usize,
    /// In reading order.
    pub cells: Vec<Cell>,
}

/// A step of a plan, from where to where: places counted from 1.
pub type Step = (usize, usize);

/// What a claim may have besides its board.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Detail {
    /// The number of presses.
    Presses(usize),
}

impl Candidate {
    /// A board without additions.
    pub fn new(board: Vec<String>) -> Candidate {
        Candidate { board, ..Candidate::default() }
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Candidate {
        self.details.insert(name.to_string(), value.into());
        self
    }

    /// A board of one layer.
    pub fn layer(values: Vec<u16>) -> Candidate {
        Candidate { layers: vec![values], ..Candidate::default() }
    }

    /// The values of a board that has this one layer and no other.
    pub fn only_layer(&self, cells: usize) -> Option<&[u16]> {
        match &self.layers[..] {
            [layer] if layer.len() == cells => Some(layer),
            _ => None,
        }
    }

    /// A number that is different for different candidates but by chance.
    pub fn digest(&self) -> u64 {
        let mut hasher = Mixer::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Reads what a file claims; no rule is checked.
    ///
    /// # Errors
    /// What is malformed; a field that solutions of the puzzle do not have.
    pub fn read(rules: &dyn Rules, written: &Written) -> Result<Candidate, Violation> {
        let fields = rules.details();
        if let Some(unknown) = written.details.keys().find(|name| !fields.contains(&name.as_str())) {
            let known: Vec<String> = ["board"].iter().chain(fields).map(|name| format!("`{name}`")).collect();
            let (unknown, known) = (unknown.escape_debug(), known.join(", "));
            return Err(Violation::new(format!("unknown field `{unknown}` in the solution (expected {known})")));
        }
        rules.read_solution(written)
    }

    /// Appends the JSON object that is printed to a text.
    pub fn write(&self, rules: &dyn Rules, text: &mut String) {
        Object::append(text, |object| rules.write_solution(self, object));
    }

    /// The JSON object that is printed.
    pub fn to_json(&self, rules: &dyn Rules) -> Value {
        let mut text = String::new();
        self.write(rules, &mut text);
        serde_json::from_str(&text).expect("what is written is JSON")
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        let typed = |c: &Candidate| {
            (&c.layers, &c.lines, &c.placements, &c.steps, &c.extra, &c.board).cmp(&(
                &other.layers,
                &other.lines,
                &other.placements,
                &other.steps,
                &other.extra,
                &other.board,
            ))
        };
        let texts = || (Value::from(self.details.clone()).to_string(), Value::from(other.details.clone()).to_string());
        typed(self).then_with(|| {
            let (own, others) = texts();
            own.cmp(&others)
        })
    }
}

impl Hash for Candidate {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
        for (name, value) in &self.details {
            name.hash(hasher);
            hash(value, hasher);
        }
        (&self.layers, &self.lines, &self.placements, &self.steps, &self.extra).hash(hasher);
    }
}

fn hash<H: Hasher>(value: &Value, hasher: &mut H) {
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

/// The rules of a puzzle: the form of its solutions in files, and their check.
pub trait Rules {
    /// Checks a claimed solution against the rules and nothing but the rules, and returns it complete: what is claimed must be
    /// right, what can be worked out may be missing.
    ///
    /// # Errors
    /// The first rule violated.
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation>;

    /// Returns the names of the fields that a solution in a file may have besides its `board`; any other is an error.
    fn details(&self) -> &'static [&'static str];

    /// Reads a solution as files have it; no rule is checked.
    ///
    /// # Errors
    /// What is malformed, and where.
    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        Ok(Candidate { board: written.board.clone(), details: written.details.clone(), ..Candidate::default() })
    }

    /// Writes the fields of a board that [`Rules::verify`] has accepted, or that a decoder has made.
    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        list(to.field("board"), &board.board, |text, row| string(text, row));
        for (name, value) in &board.details {
            to.field(name).push_str(&value.to_string());
        }
    }
}

/// A board that its family's `verify` has accepted, complete: what a claim may leave out is worked out, and what says the same
/// twice is there once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(Candidate);

/// So that a claim can be looked up among solutions.
impl Borrow<Candidate> for Solution {
    fn borrow(&self) -> &Candidate {
        &self.0
    }
}

impl Solution {
    /// The independent check; the only way to a solution.
    ///
    /// # Errors
    /// The first rule that is violated.
    pub fn verified(rules: &dyn Rules, candidate: Candidate) -> Result<Solution, Violation> {
        rules.verify(candidate).map(Solution)
    }

    /// Reads and checks what a file claims.
    ///
    /// # Errors
    /// What is malformed; the first rule that is violated.
    pub fn read(rules: &dyn Rules, written: &Written) -> Result<Solution, Violation> {
        Solution::verified(rules, Candidate::read(rules, written)?)
    }

    /// One string a row: of families whose boards are not typed yet.
    pub fn board(&self) -> &[String] {
        &self.0.board
    }

    /// What these families add, by JSON name.
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.details
    }

    /// The board.
    pub fn candidate(&self) -> &Candidate {
        &self.0
    }

    /// The JSON object that is printed.
    pub fn to_json(&self, rules: &dyn Rules) -> Value {
        self.0.to_json(rules)
    }

    /// The solution as a file has it.
    pub fn written(&self, rules: &dyn Rules) -> Written {
        Written::from_json(&self.to_json(rules)).expect("a solution is written with its board")
    }
}
