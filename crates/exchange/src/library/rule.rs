//! A candidate rule: sets and a condition. Imports nothing.

/// A candidate rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CandidateRule {
    pub(super) sets: Sets,
    pub(super) condition: Condition,
    /// How likely it is wanted.
    pub(super) likelihood: f64,
}

/// The sets of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sets {
    /// The sets of these kinds, as the key `each` has them.
    Each(Vec<&'static str>),
    /// Blocks or windows.
    Rectangles(String),
    /// The cells a move away from a cell with a value.
    Around { value: usize, by: &'static str },
    /// All cells.
    Board,
}

/// The condition of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// At most, or at least, a number of members with a value.
    Bound { is_upper: bool, value: usize, number: usize },
    /// Lines of the rule's table.
    Lines(String),
}

impl CandidateRule {
    /// Returns whether another rule bounds the same number more tightly.
    pub(super) fn is_looser_than(&self, other: &CandidateRule) -> bool {
        self.bounds_with(other).is_some_and(|[(upper, number), (other_upper, bound)]| {
            upper == other_upper && if upper { bound < number } else { bound > number }
        })
    }

    /// Returns whether another rule bounds the same number by the same limit from the other side.
    pub(super) fn is_opposite_of(&self, other: &CandidateRule) -> bool {
        self.bounds_with(other)
            .is_some_and(|[(upper, number), (other_upper, bound)]| upper != other_upper && number == bound)
    }

    /// Returns the bounds of two rules, whether each is an upper one and its number, if they are about one value in the same sets.
    fn bounds_with(&self, other: &CandidateRule) -> Option<[(bool, usize); 2]> {
        match (&self.condition, &other.condition) {
            (
                &Condition::Bound { is_upper, value, number },
                &Condition::Bound { is_upper: other_upper, value: of, number: bound },
            ) if self.sets == other.sets && value == of => Some([(is_upper, number), (other_upper, bound)]),
            _ => None,
        }
    }
}
