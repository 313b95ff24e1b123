//! A decoded board before and after the independent check.
//!
//! A [`Candidate`] is what a decoder, a file or a person claims; a [`Solution`] exists only once its family's `verify`
//! has accepted it. Both are the same typed board: values by layer and cell, lines, placements, steps. Rows of characters and
//! JSON exist only in files: [`notation`] has their form, and the family maps one to the other.
//!
//! Imports `board` and `random`. Start with [`Candidate`] and [`Solution`].

mod detail;
pub mod notation;

pub use self::detail::Detail;

use self::notation::{Object, UnknownField, Written};
use boardwright_base::board::Cell;
use boardwright_base::random::Mixer;
use serde_json::Value;
use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A claimed solution. Which parts a family uses, and what values mean, is documented where it implements
/// [`Rules::verify`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Candidate {
    /// By layer and cell, the value.
    pub layers: Vec<Vec<u16>>,
    /// By line, whether it is there.
    pub lines: Vec<bool>,
    /// Where pieces lie.
    pub placements: Option<Vec<Placement>>,
    /// The steps of a plan.
    pub steps: Option<Vec<Step>>,
    /// What is claimed besides.
    pub details: Vec<Detail>,
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

impl Candidate {
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

    /// What is claimed besides, as far as it is of this type.
    pub fn claims<T: 'static>(&self) -> impl Iterator<Item = &T> {
        self.details.iter().filter_map(Detail::get)
    }

    /// About how much memory its parts take.
    pub fn bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(|layer| 2 * layer.len()).sum();
        let placements = self.placements.iter().flatten().map(|placement| size_of_val(&placement.cells[..]));
        let steps = self.steps.as_ref().map_or(0, |steps| size_of_val(&steps[..]));
        layers + self.lines.len() + placements.sum::<usize>() + steps
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
            let known = ["board"].iter().chain(fields).map(|name| format!("`{name}`")).collect();
            return Err(UnknownField { name: unknown.clone(), known }.into());
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

/// Why a candidate is not a solution: an error of its family, which states the rule and the cells, or what is malformed in
/// a file. Any error converts to it.
#[derive(Debug, Clone)]
pub struct Violation(Arc<dyn Error + Send + Sync>);

impl Violation {
    /// Returns the error if it is of this type.
    pub fn reason<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Violation {
    fn from(error: E) -> Violation {
        Violation(Arc::new(error))
    }
}

/// Two violations are equal if their messages are.
impl PartialEq for Violation {
    fn eq(&self, other: &Violation) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Violation {}

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
    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation>;

    /// Writes the fields of a board that [`Rules::verify`] has accepted, or that a decoder has made.
    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>);
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
