//! A family's own algorithms: the request to one, and its result.
//!
//! A method needs no solver and shares no code with the formulations, so the two check each other. It hands its boards
//! over one by one, as they are found, and states at the end what they are: all there are, the best there are, or some.

use super::argument::Argument;
use super::fact::Fact;
use crate::solution::Candidate;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The capability to run methods of the family's own.
pub trait Methods {
    /// Returns the method that answers this instance exactly where no solver would do, if there is one.
    fn direct_method(&self) -> Option<&'static str>;

    /// Returns the method that answers this instance exactly and sooner than a solver, which would do, too. Questions
    /// that need a solver, such as an explanation, do not use it.
    fn fast_method(&self) -> Option<&'static str> {
        None
    }

    /// Runs a method of its family.
    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult;
}

/// A request to a method.
pub struct MethodRequest<'a> {
    /// Whether the number of boards is the question. A method that knows it without making the boards hands one over and
    /// returns the number in its [`MethodResult`].
    pub count: bool,
    /// Returns true when the method has to stop; polled at least every few milliseconds.
    pub stop: &'a dyn Fn() -> bool,
    /// Takes a board. `Break` means that no more are wanted.
    pub found: &'a mut dyn FnMut(Candidate) -> ControlFlow<()>,
}

/// What the boards are that a method handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All boards were handed over, or counted; with an optimum, all optimal ones. At least one.
    Complete,
    /// There may be others; at least one was handed over.
    Incomplete,
    /// There is none: all was searched, as stated.
    Unsatisfiable(String),
    /// There is none, for this reason.
    Refuted(Argument),
    /// The method cannot answer, and the reason.
    Unknown(String),
}

/// The result of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodResult {
    /// What the boards are that were handed over.
    pub outcome: Outcome,
    /// The value of the boards, where they are proved to be the best.
    pub optimum: Option<i64>,
    /// The value of the boards and the proved bound on it, where the two differ.
    pub best: Option<(i64, i64)>,
    /// The number of boards, where that was requested and is known without having made them all.
    pub count: Option<BigUint>,
    /// What it found out on the way.
    pub facts: Vec<Fact>,
}

impl From<Outcome> for MethodResult {
    fn from(outcome: Outcome) -> MethodResult {
        MethodResult { outcome, optimum: None, best: None, count: None, facts: Vec::new() }
    }
}

impl MethodResult {
    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, fact: Fact) -> MethodResult {
        self.facts.push(fact);
        self
    }
}

/// Runs a method to its end and returns all boards.
pub fn all(methods: &dyn Methods, name: &str) -> (Vec<Candidate>, MethodResult) {
    let mut boards = Vec::new();
    let mut keep = |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let mut request = MethodRequest { count: false, stop: &|| false, found: &mut keep };
    let result = methods.run_method(name, &mut request);
    (boards, result)
}
