//! A family's own algorithms: what they are asked for, and what they say.
//!
//! A method needs no solver and shares no code with the formulations, so the two check each other. It hands its boards
//! over one by one, as they are found, and says at the end what they are: all there are, the best there are, or some.
//!
//! ```
//! use boardwright::{budget::Budget, puzzle::{self, method}, source::Source};
//! let model = Source::new("two.toml", "puzzle = 'devils-chessboard'\nsquares = 2\ncoins = 'HT'\ntarget = 1");
//! let loaded = puzzle::load(&model, &Budget::none()).map_err(|wrong| wrong.render(&model, false))?;
//! let (boards, verdict) = method::all(&*loaded.instance, "xor");
//! assert_eq!((boards[0].board[0].as_str(), verdict.ending), ("HH", method::Ending::Complete));
//! # Ok::<(), String>(())
//! ```

use super::Instance;
use crate::solution::{Candidate, Violation};
use num_bigint::BigUint;
use serde_json::Value;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What a method is asked for.
pub struct Errand<'a> {
    /// Whether the number of boards is the question. A method that can tell it without making the boards hands one over and
    /// says the number in its [`Verdict`].
    pub count: bool,
    /// Says when to give up; to be asked at least every few milliseconds.
    pub stop: &'a dyn Fn() -> bool,
    /// Takes a board. `Break` means that no more are wanted.
    pub found: &'a mut dyn FnMut(Candidate) -> ControlFlow<()>,
}

/// What became of the errand.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// There are no boards but those that were handed over, or counted; with an optimum, no other optimal ones. At least one.
    Complete,
    /// There may be others; at least one was handed over.
    Incomplete,
    /// There is none, and why, in words.
    Unsatisfiable(String),
    /// It cannot say, and why, in words.
    Unknown(String),
}

/// What a method says at its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What the boards are that were handed over.
    pub ending: Ending,
    /// The value of the boards, where they are proved to be the best.
    pub optimum: Option<i64>,
    /// The value of the boards and what it is proved not to be better than, where the two differ.
    pub best: Option<(i64, i64)>,
    /// How many there are, where that was asked for and is known without having made them all.
    pub count: Option<BigUint>,
    /// What it did and found out on the way.
    pub facts: Vec<Fact>,
}

impl From<Ending> for Verdict {
    fn from(ending: Ending) -> Verdict {
        Verdict { ending, optimum: None, best: None, count: None, facts: Vec::new() }
    }
}

impl Verdict {
    /// With something that was found out.
    #[must_use]
    pub fn fact(mut self, fact: Fact) -> Verdict {
        self.facts.push(fact);
        self
    }
}

/// Something that a method or an analysis found out: for a person, and for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The key in JSON: `first_rows_tried`.
    pub name: &'static str,
    /// The value in JSON.
    pub value: Value,
    /// Lines for a person: `first rows tried: 11 of 32`. Empty for what other facts say already.
    pub words: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: &'static str, value: impl Into<Value>, words: impl Into<String>) -> Fact {
        Fact { name, value: value.into(), words: words.into() }
    }
}

/// One step of a plan, from where to where, as it is printed: counted from 1.
pub type Step = (usize, usize);

/// A plan of so many steps that they are made, checked and written one by one, and never kept.
pub struct Plan {
    /// The steps, as the method makes them.
    pub steps: Box<dyn Iterator<Item = Step>>,
    /// What the method says at its end, if every step is right and the last one reaches the goal.
    pub verdict: Verdict,
}

/// Follows a plan step by step, by the rules and nothing but the rules: the check on a [`Plan`].
pub trait Follow {
    /// Takes the next step.
    ///
    /// # Errors
    /// Which rule it breaks; the plan is none then.
    fn step(&mut self, step: Step) -> Result<(), Violation>;

    /// The board after the steps so far.
    fn board(&self) -> Vec<String>;

    /// Whether the plan may end here.
    ///
    /// # Errors
    /// What it lacks.
    fn end(&self) -> Result<(), Violation>;

    /// A step in words: `2,3 -> 9,10`.
    fn describe(&self, step: Step) -> String;
}

/// So many of the first steps of a long plan are told, and of the last.
const TOLD: usize = 12;

/// The steps of a long plan for a person: the first few, and the last.
#[derive(Debug, Default)]
pub struct Told {
    first: Vec<Step>,
    last: VecDeque<Step>,
    number: usize,
}

impl Told {
    /// The next step.
    pub fn add(&mut self, step: Step) {
        self.number += 1;
        if self.first.len() < TOLD {
            return self.first.push(step);
        }
        self.last.push_back(step);
        if self.last.len() > TOLD {
            self.last.pop_front();
        }
    }

    /// A line for each, with its number.
    pub fn lines(&self, rules: &dyn Follow) -> Vec<String> {
        let digits = self.number.to_string().len();
        let line = |(number, &step): (usize, &Step)| format!("{number:digits$}: {}", rules.describe(step));
        let mut lines: Vec<String> = (1..).zip(&self.first).map(line).collect();
        let left_out = self.number - self.first.len() - self.last.len();
        if left_out > 0 {
            lines.push(format!("{:>digits$}  {left_out} more; --format json has them all", "..."));
        }
        lines.extend((self.number - self.last.len() + 1..).zip(&self.last).map(line));
        lines
    }
}

/// Runs a method to its end and keeps all that it hands over.
pub fn all(instance: &dyn Instance, name: &str) -> (Vec<Candidate>, Verdict) {
    let mut boards = Vec::new();
    let mut keep = |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let mut errand = Errand { count: false, stop: &|| false, found: &mut keep };
    let verdict = instance.run_method(name, &mut errand);
    (boards, verdict)
}
