//! The difficulty of a puzzle by its steps.
//!
//! The score is the sum of the squares of the sizes: a step that needs two clues or rules together counts as four simple ones. The
//! grade is the size of the hardest step.

use super::step::{Step, Steps};
use std::collections::BTreeMap;

/// The difficulty of the steps of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difficulty {
    /// The size of the largest step.
    pub hardest: usize,
    /// Whether every step is certified to have a smallest reason.
    pub is_certified: bool,
    /// The number of steps by size.
    pub sizes: BTreeMap<usize, usize>,
    /// The number of steps if consecutive steps of size 1 count as one.
    pub merged: usize,
    /// The step, from 0, with the fewest smallest reasons, and their number.
    pub narrowest: Option<(usize, usize)>,
    /// The sum of the squares of the sizes.
    pub score: u64,
    /// `easy`, `medium`, `hard`, `very hard` or `extreme`.
    pub grade: &'static str,
}

/// Returns the difficulty.
pub fn difficulty(steps: &Steps) -> Difficulty {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut merged = 0;
    let mut before = 0;
    for step in &steps.steps {
        *sizes.entry(step.size()).or_default() += 1;
        merged += usize::from(step.size() > 1 || before != 1);
        before = step.size();
    }
    let hardest = sizes.keys().next_back().copied().unwrap_or(0);
    let grade = match hardest {
        0 | 1 => "easy",
        2 => "medium",
        3 => "hard",
        4 | 5 => "very hard",
        _ => "extreme",
    };
    let narrow = |(index, step): (usize, &Step)| (step.choices, step.size() == 1, index);
    let narrowest = steps.steps.iter().enumerate().map(narrow).min().map(|(choices, _, index)| (index, choices));
    Difficulty {
        hardest,
        is_certified: steps.steps.iter().all(Step::is_certified),
        score: sizes.iter().map(|(&size, &count)| (size * size * count) as u64).sum(),
        sizes,
        merged,
        narrowest,
        grade,
    }
}
