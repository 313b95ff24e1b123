//! Sets of buttons that may be left out together.
//!
//! A set of buttons may be left out when every solvable pattern can be solved without them. That is the case exactly
//! when the quiet patterns, restricted to these buttons, are all different, or, if the set is as large as the
//! nullity, independent. On 5 x 5 there are three nonempty quiet patterns. They divide the buttons into classes: A in
//! the first pattern, B in the second, C in both, and the others in none. Two buttons may be left out together when
//! they are of two different classes; the article says any two, which is wrong.

use super::super::board::Board;
use super::matrix::rank;
use boardwright_base::board::Cell;

/// The classes of buttons.
pub(super) struct Classes {
    /// The number of buttons that may be left out together.
    pub(super) buttons: usize,
    /// By cell in reading order, its class; `None` when no quiet pattern presses it.
    pub(super) of: Vec<Option<usize>>,
    /// By class, how often each quiet pattern presses its buttons, up to a factor.
    members: Vec<Vec<u8>>,
    prime: u8,
}

/// The most sets of classes that are enumerated.
const SETS: u64 = 100_000;

impl Classes {
    /// Returns the classes from a basis of the quiet patterns, which is not empty.
    pub(super) fn new(quiet: &[Vec<u8>], prime: u8) -> Classes {
        let mut classes =
            Classes { buttons: quiet.len(), of: Vec::with_capacity(quiet[0].len()), members: Vec::new(), prime };
        for cell in 0..quiet[0].len() {
            let parts: Vec<u8> = quiet.iter().map(|pattern| pattern[cell]).collect();
            let class = parts.iter().find(|&&part| part != 0).map(|&first| {
                let factor = (1..prime).find(|&factor| factor * first % prime == 1).unwrap_or(1);
                let parts: Vec<u8> = parts.iter().map(|&part| part * factor % prime).collect();
                classes.members.iter().position(|known| *known == parts).unwrap_or_else(|| {
                    classes.members.push(parts);
                    classes.members.len() - 1
                })
            });
            classes.of.push(class);
        }
        classes
    }

    /// Returns the number of classes.
    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    /// Checks whether buttons of these classes may be left out together.
    fn fit(&self, classes: &[usize]) -> bool {
        let parts: Vec<Vec<u8>> = classes.iter().map(|&class| self.members[class].clone()).collect();
        rank(&parts, self.prime) == classes.len()
    }

    /// Returns the number of sets of buttons, of the largest possible size, that may be left out together; `None`
    /// when there are too many classes to enumerate.
    pub(super) fn right(&self) -> Option<u64> {
        let sizes: Vec<u64> =
            (0..self.count()).map(|class| self.of.iter().filter(|&&of| of == Some(class)).count() as u64).collect();
        if sets(self.count() as u64, self.buttons as u64).is_none_or(|sets| sets > SETS) {
            return None;
        }
        let mut chosen = Vec::new();
        Some(self.choose(0, &sizes, &mut chosen))
    }

    fn choose(&self, from: usize, sizes: &[u64], chosen: &mut Vec<usize>) -> u64 {
        if chosen.len() == self.buttons {
            return 1;
        }
        let mut sum = 0;
        for class in from..self.count() {
            chosen.push(class);
            if self.fit(chosen) {
                sum += sizes[class] * self.choose(class + 1, sizes, chosen);
            }
            chosen.pop();
        }
        sum
    }

    /// Returns the number of all sets of buttons of this size.
    pub(super) fn of_all(&self) -> Option<u64> {
        sets(self.of.len() as u64, self.buttons as u64)
    }

    /// Returns the first pairs that may not be left out together, in reading order, where sets are pairs.
    pub(super) fn wrong_pairs(&self, board: &Board, most: usize) -> Vec<[Cell; 2]> {
        let cells: Vec<Cell> = board.cells().collect();
        let wrong = |&(first, second): &(usize, usize)| self.of[first].is_none() || self.of[first] == self.of[second];
        let pairs = (0..cells.len()).flat_map(|first| (first + 1..cells.len()).map(move |second| (first, second)));
        let wrong = pairs.filter(|&(first, second)| wrong(&(first, second)) || self.of[second].is_none());
        wrong.take(most).map(|(first, second)| [cells[first], cells[second]]).collect()
    }
}

/// Returns the number of sets of `k` among `n`.
fn sets(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1u64, |sets, index| sets.checked_mul(n.checked_sub(index)?).map(|sets| sets / (index + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted() {
        assert_eq!((sets(25, 2), sets(25, 0), sets(3, 3), sets(2, 3)), (Some(300), Some(1), Some(1), Some(0)));
    }
}
