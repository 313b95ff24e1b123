//! What a generated puzzle should be like: its number of clues, its difficulty, and the rules that are needed.
//!
//! The drafts of a reduction, from all clues to the needed ones, are a ladder of puzzles that become harder. The goals choose
//! a draft on it. Start with [`Goals`].

use super::GenerateError;
use super::computed::has_other;
use super::draft::Draft;
use super::reduce::Reduced;
use crate::task::steps::grade::{Difficulty, difficulty};
use crate::task::steps::{self, StepsRequest};
use boardwright_base::budget::Budget;
use boardwright_puzzle::Registry;
use boardwright_puzzle::solution::Solution;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The grades, from the easiest to the hardest.
pub const GRADES: [&str; 5] = ["easy", "medium", "hard", "very hard", "extreme"];

/// The limit of the search for a smallest reason, in solver calls for each step: many puzzles are graded.
const CALLS: u64 = 500;

/// A value that is not of the form of a goal or a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongValue {
    /// Not a range of sizes.
    #[error("expected a range of sizes such as 3..6")]
    Sizes,
    /// Not a difficulty.
    #[error("expected easy, medium, hard, very-hard, extreme, or scores such as 40..80")]
    Difficulty,
}

/// Parses the sizes of rooms, such as `3..6`.
///
/// # Errors
/// The text is not a range of sizes from 1.
pub fn sizes(text: &str) -> Result<RangeInclusive<usize>, WrongValue> {
    match range(text) {
        Some((low, high)) if 1 <= low && low <= high => Ok(low..=high),
        _ => Err(WrongValue::Sizes),
    }
}

/// Parses `3..6`.
fn range<T: FromStr>(text: &str) -> Option<(T, T)> {
    let (low, high) = text.split_once("..")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// A wanted difficulty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A grade.
    Grade(&'static str),
    /// A range of scores.
    Score(RangeInclusive<u64>),
}

/// Parses `very-hard` or `40..80`.
impl FromStr for Wanted {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Wanted, WrongValue> {
        if let Some(grade) = GRADES.iter().find(|grade| grade.replace(' ', "-") == text) {
            return Ok(Wanted::Grade(grade));
        }
        match range(text) {
            Some((low, high)) if low <= high => Ok(Wanted::Score(low..=high)),
            _ => Err(WrongValue::Difficulty),
        }
    }
}

impl Wanted {
    /// Returns how far a difficulty is from the wanted one: negative if it is too easy, 0 if it is right.
    fn distance(&self, found: &Difficulty) -> i64 {
        let far = |found: u64, low: u64, high: u64| match found {
            found if found < low => -(low.abs_diff(found) as i64),
            found => found.saturating_sub(high) as i64,
        };
        match self {
            Wanted::Score(range) => far(found.score, *range.start(), *range.end()),
            Wanted::Grade(grade) => {
                let place = |grade: &str| GRADES.iter().position(|own| *own == grade).unwrap_or(0) as u64;
                far(place(found.grade), place(grade), place(grade))
            }
        }
    }
}

/// The goals of a request.
#[derive(Debug, Clone, Default)]
pub struct Goals {
    /// The number of clues, of those that may be left out.
    pub clues: Option<usize>,
    /// The difficulty.
    pub difficulty: Option<Wanted>,
    /// The rules without which there are several solutions.
    pub must_use: Vec<String>,
}

/// A draft chosen by goals.
pub(super) struct Chosen {
    pub(super) reduced: Reduced,
    /// How far the goals are missed; 0 if all are met.
    pub(super) miss: u64,
    pub(super) difficulty: Option<Difficulty>,
    /// What is missed.
    pub(super) words: Vec<String>,
}

impl Goals {
    /// Checks whether there are none.
    pub fn is_empty(&self) -> bool {
        self.clues.is_none() && self.difficulty.is_none() && self.must_use.is_empty()
    }

    /// Returns what is missed, as far as it is known of a draft that was not judged.
    pub(super) fn unjudged(&self, draft: &Reduced) -> Vec<String> {
        let difficulty = self.difficulty.as_ref().map(|_| "the difficulty is unknown".to_string());
        let rules = self.must_use.iter().map(|rule| format!("it is unknown whether `{rule}` is needed"));
        self.other_clues(draft).into_iter().chain(difficulty).chain(rules).collect()
    }

    /// Returns the words for a number of clues that is not the wanted one.
    fn other_clues(&self, draft: &Reduced) -> Option<String> {
        let clues = self.clues.filter(|&clues| clues != draft.left)?;
        Some(match draft.of {
            0 => "all clues are part of the rules, and a number of clues counts only those that may be left out"
                .to_string(),
            _ => format!("{} clues instead of {clues}", draft.left),
        })
    }

    /// Chooses one of the drafts of a reduction, of which there is at least one, from all clues to the needed ones.
    pub(super) fn chosen(
        &self,
        registry: Registry,
        drafts: &[Reduced],
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Option<Chosen>, GenerateError> {
        let Some(last) = drafts.len().checked_sub(1) else { return Ok(None) };
        // With a number of clues, only the nearest draft is considered.
        let (mut low, mut high) = match self.clues {
            None => (0, last),
            Some(clues) => {
                let nearest = (0..drafts.len()).rev().min_by_key(|&index| drafts[index].left.abs_diff(clues));
                nearest.map_or((last, last), |index| (index, index))
            }
        };
        let Some(wanted) = &self.difficulty else {
            return self.judged(registry, &drafts[high], solution, None, budget).map(Some);
        };
        let mut best: Option<(u64, usize, Difficulty)> = None;
        while low <= high {
            // The easiest puzzles are graded fastest.
            let at = low.midpoint(high);
            let Some(found) = graded(registry, &drafts[at].text, budget)? else { break };
            let distance = wanted.distance(&found);
            if best.as_ref().is_none_or(|(least, ..)| distance.unsigned_abs() < *least) {
                best = Some((distance.unsigned_abs(), at, found));
            }
            match distance {
                0 => break,
                ..0 => low = at + 1,
                1.. if at == 0 => break,
                1.. => high = at - 1,
            }
        }
        match best {
            None => Ok(None),
            Some((distance, at, found)) => {
                self.judged(registry, &drafts[at], solution, Some((distance, found)), budget).map(Some)
            }
        }
    }

    /// Judges a draft by the goals.
    fn judged(
        &self,
        registry: Registry,
        draft: &Reduced,
        solution: &Solution,
        graded: Option<(u64, Difficulty)>,
        budget: &Budget,
    ) -> Result<Chosen, GenerateError> {
        let mut words: Vec<String> = self.other_clues(draft).into_iter().collect();
        let mut miss = self.clues.map_or(0, |clues| clues.abs_diff(draft.left) as u64);
        if let Some((distance, found)) = graded.as_ref().filter(|(distance, _)| *distance > 0) {
            miss += distance;
            words.push(format!("the difficulty is {} (score {})", found.grade, found.score));
        }
        for rule in self.unused(registry, &draft.text, solution, budget)? {
            miss += 1;
            words.push(format!("`{rule}` is not needed"));
        }
        Ok(Chosen { reduced: draft.clone(), miss, difficulty: graded.map(|(_, found)| found), words })
    }

    /// Returns the rules that must be used and are not needed for the solution to be the only one.
    fn unused(
        &self,
        registry: Registry,
        text: &str,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Vec<&String>, GenerateError> {
        if self.must_use.is_empty() {
            return Ok(Vec::new());
        }
        let draft = Draft::read(registry, text, budget)?;
        let mut unused = Vec::new();
        for rule in &self.must_use {
            let Some(family) = draft.loaded.instance.printed_clues() else { break };
            let without = family.without_rule(rule, budget).map_err(GenerateError::stopped)?;
            if !has_other(&without, solution.candidate(), budget)? {
                unused.push(rule);
            }
        }
        Ok(unused)
    }
}

/// Returns the difficulty of a model with one solution; `None` if its steps are not found.
pub(super) fn graded(registry: Registry, text: &str, budget: &Budget) -> Result<Option<Difficulty>, GenerateError> {
    let draft = Draft::read(registry, text, budget)?;
    let found = steps::run(&StepsRequest { calls: CALLS, ..StepsRequest::new(&draft.loaded) }, budget)?;
    if let Some(stop) = budget.reached() {
        return Err(GenerateError::stopped(stop));
    }
    Ok((!found.stopped && !found.steps.is_empty()).then(|| difficulty(&found)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_draft_that_was_not_judged_misses_what_is_unknown() {
        let draft = Reduced { text: String::new(), left: 9, of: 20, gone: Vec::new(), weakened: 0 };
        let hard = Some(Wanted::Grade("hard"));
        let goals = Goals { clues: Some(12), difficulty: hard, must_use: vec!["loop".to_string()] };
        let missed = ["9 clues instead of 12", "the difficulty is unknown", "it is unknown whether `loop` is needed"];
        assert_eq!(goals.unjudged(&draft), missed);
        assert_eq!(Goals { clues: Some(9), ..Goals::default() }.unjudged(&draft), Vec::<String>::new());
    }

    #[test]
    fn a_difficulty_is_too_easy_right_or_too_hard() {
        let found = |grade, score| Difficulty {
            hardest: 0,
            is_certified: true,
            sizes: BTreeMap::new(),
            merged: 0,
            narrowest: None,
            score,
            grade,
        };
        let hard = Wanted::Grade("hard");
        assert_eq!([hard.distance(&found("easy", 5)), hard.distance(&found("hard", 5))], [-2, 0]);
        assert_eq!(hard.distance(&found("extreme", 5)), 2);
        let scores = Wanted::Score(40..=60);
        let distances = [30, 40, 60, 61].map(|score| scores.distance(&found("easy", score)));
        assert_eq!(distances, [-10, 0, 0, 1]);
    }
}
