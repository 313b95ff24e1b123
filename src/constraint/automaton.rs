//! Words that an automaton accepts: what has to stand in a line, one symbol after the other.
//!
//! ```
//! use boardwright::constraint::{Assignment, Automaton, Constraint, Origin, Problem, Regular};
//! // Three cells, and the black ones are one unbroken row of two: white* black black white*.
//! let mut problem = Problem::new();
//! let black = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let next = vec![vec![Some(0), Some(1)], vec![None, Some(2)], vec![Some(2), None]];
//! let automaton = Automaton { start: 0, accepting: vec![false, false, true], next };
//! let sequence = black.map(|cell| vec![!cell, cell.into()]).to_vec();
//! let rule = problem.origin(Origin::rule("2"));
//! problem.post(rule, Constraint::Regular(Regular { sequence, automaton }));
//! let holds = |booleans: [bool; 3]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, true, false]) && holds([false, true, true]));
//! assert!(!holds([true, false, true]) && !holds([true; 3]));
//! ```

use super::{Assignment, Literal};

/// A word has to be accepted by an automaton. Exactly one symbol literal is true at each position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regular {
    /// By position and symbol; every position has the automaton's number of symbols.
    pub sequence: Vec<Vec<Literal>>,
    /// What it has to be accepted by.
    pub automaton: Automaton,
}

/// A deterministic finite automaton; a missing transition rejects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Automaton {
    /// The state before the first symbol.
    pub start: usize,
    /// By state, whether a word may end there.
    pub accepting: Vec<bool>,
    /// By state and symbol, the state after it.
    pub next: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    /// Whether a word, given by the numbers of its symbols, is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let end = word.into_iter().try_fold(self.start, |state, symbol| self.next[state][symbol]);
        end.is_some_and(|state| self.accepting[state])
    }
}

impl Regular {
    /// Whether each position has exactly one symbol, and the automaton accepts the word.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        let symbol = |symbols: &Vec<Literal>| {
            let mut true_ones = (0..symbols.len()).filter(|&symbol| assignment.satisfies(symbols[symbol]));
            true_ones.next().filter(|_| true_ones.next().is_none())
        };
        let word: Option<Vec<usize>> = self.sequence.iter().map(symbol).collect();
        word.is_some_and(|word| self.automaton.accepts(word))
    }
}
