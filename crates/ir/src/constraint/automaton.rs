//! Regular constraints: the symbols of a line form a word that a finite automaton accepts.
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Automaton, Constraint, Origin, Problem, Regular};
//! // Three cells, and the black ones are one unbroken row of two: white* black black white*.
//! let mut problem = Problem::new();
//! let black = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let next = vec![vec![Some(0), Some(1)], vec![None, Some(2)], vec![Some(2), None]];
//! let automaton = Automaton { start: 0, accepting: vec![false, false, true], next };
//! let sequence = black.map(|cell| vec![!cell, cell.into()]).to_vec();
//! let rule = problem.origin(Origin::named(0, "2"));
//! problem.post(rule, Constraint::Regular(Regular { sequence, automaton }));
//! let holds = |booleans: [bool; 3]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, true, false]) && holds([false, true, true]));
//! assert!(!holds([true, false, true]) && !holds([true; 3]));
//! ```

use super::{Assignment, Literal};

/// The word must be accepted by an automaton. Exactly one symbol literal is true at each position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regular {
    /// Literals by position and symbol; each position has one literal for each symbol of the automaton.
    pub sequence: Vec<Vec<Literal>>,
    /// The automaton.
    pub automaton: Automaton,
}

/// A deterministic finite automaton; a missing transition rejects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Automaton {
    /// The initial state.
    pub start: usize,
    /// Whether each state is accepting.
    pub accepting: Vec<bool>,
    /// The transitions, by state and symbol.
    pub next: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    /// Returns whether a word, given as symbol numbers, is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let end = word.into_iter().try_fold(self.start, |state, symbol| self.next[state][symbol]);
        end.is_some_and(|state| self.accepting[state])
    }
}

impl Regular {
    /// Returns whether each position has exactly one symbol and the automaton accepts the word.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        let symbol = |symbols: &Vec<Literal>| {
            let mut true_ones = (0..symbols.len()).filter(|&symbol| assignment.satisfies(symbols[symbol]));
            true_ones.next().filter(|_| true_ones.next().is_none())
        };
        let word: Option<Vec<usize>> = self.sequence.iter().map(symbol).collect();
        word.is_some_and(|word| self.automaton.accepts(word))
    }
}
