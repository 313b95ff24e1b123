//! Candidate rules for boards whose rules are not known: each is a `[[rule]]` of the grid language.
//!
//! The list is bounded: it depends on the size of the boards and on their values alone (`docs/learn.md` has it). Candidates that a board
//! breaks are dropped ([`Library::reduced`]); the caller checks them with the verifier. Imports `puzzle`. Start with
//! [`Library::of`]. Rooms: `boards` reads boards, `rule` has the form of a rule, `candidates` lists the rules, `written` writes models.

mod boards;
mod candidates;
mod rule;
mod written;

pub use self::boards::{Boards, BoardsError, Fault};
pub use self::written::Example;

use self::rule::{CandidateRule, Sets};

/// Candidate rules for boards.
#[derive(Debug, Clone)]
pub struct Library {
    boards: Boards,
    rules: Vec<CandidateRule>,
}

/// The number of bounds on the same number from the same side that are kept; of the whole board, only one is.
const MAX_BOUNDS: usize = 3;

impl Library {
    /// Returns all candidates for boards of this size with these values; of equivalent ones, the first is preferred.
    pub fn of(boards: &Boards) -> Library {
        Library { boards: boards.clone(), rules: candidates::all(boards) }
    }

    /// Returns the boards.
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Returns the number of candidates.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Returns whether there are no candidates.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns how likely each candidate is wanted, from 0 to 1, both excluded.
    pub fn likelihoods(&self) -> Vec<f64> {
        self.rules.iter().map(|rule| rule.likelihood).collect()
    }

    /// Returns the library without the candidates that an accepted board breaks. Of the bounds on a number of cells, those next
    /// to the numbers on the boards become more likely, and those that are far from them are dropped.
    #[must_use]
    pub fn reduced(&self, is_broken: impl Fn(usize) -> bool) -> Library {
        let held = (0..self.rules.len()).filter(|&rule| !is_broken(rule)).map(|rule| &self.rules[rule]);
        let held: Vec<&CandidateRule> = held.collect();
        let mut rules = Vec::with_capacity(held.len());
        for &rule in &held {
            let tighter = held.iter().filter(|other| rule.is_looser_than(other)).count();
            if tighter >= if rule.sets == Sets::Board { 1 } else { MAX_BOUNDS } {
                continue;
            }
            let is_exact = tighter == 0 && held.iter().any(|other| rule.is_opposite_of(other));
            let likelihood = match (is_exact, tighter) {
                (true, _) => (1.5 * rule.likelihood).min(0.9),
                (_, 0) => rule.likelihood,
                _ => rule.likelihood * 0.4_f64.powi(tighter.min(5) as i32),
            };
            rules.push(CandidateRule { likelihood, ..rule.clone() });
        }
        Library { boards: self.boards.clone(), rules }
    }
}
