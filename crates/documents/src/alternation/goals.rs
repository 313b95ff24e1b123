//! The accepted rows: their number, the rows themselves, and a test for a row.
//!
//! `alternating`, `cyclic` and `separated` accept an unbroken row at any place of the line. Two pieces of one colour are
//! then at least 2 cells apart (`alternating`), or as many as there are colours (`cyclic`): of k cells in a row, each
//! has a colour of its own, so the cell that follows repeats the first of them. `separated` has as many runs as colours.
//! Imports the instance. Start at [`Line::unbroken_goals`].

use super::line::{Goal, Line, Place, Row};

impl Line {
    /// Checks whether a formula has a variable for each accepted row.
    pub(super) fn lists_goals(&self) -> bool {
        self.letters.len() == 2 || matches!(self.goal, Goal::Rows(_))
    }

    /// Returns the number of colours with pieces.
    pub(super) fn colours(&self) -> usize {
        self.counts().into_iter().filter(|&count| count > 0).count()
    }

    /// Returns the least distance of two pieces of one colour in an accepted row, which is unbroken.
    pub(super) fn distance(&self) -> usize {
        match self.goal {
            Goal::Alternating => 2,
            Goal::Cyclic => self.colours(),
            Goal::Separated | Goal::Rows(_) => 1,
        }
    }

    /// Checks whether the pieces of the start can make an accepted row.
    pub(super) fn has_goal(&self) -> bool {
        let counts: Vec<usize> = self.counts().into_iter().filter(|&count| count > 0).collect();
        let (most, least) = (counts.iter().max().copied().unwrap_or(0), counts.iter().min().copied().unwrap_or(0));
        match &self.goal {
            Goal::Alternating => 2 * most <= self.pieces() + 1,
            Goal::Cyclic => most - least <= 1,
            Goal::Separated => true,
            Goal::Rows(rows) => !rows.is_empty(),
        }
    }

    /// Checks whether a row with the pieces of the start is accepted.
    pub(super) fn accepts(&self, row: &[Place]) -> bool {
        if let Goal::Rows(rows) = &self.goal {
            return rows.iter().any(|accepted| accepted == row);
        }
        let first = row.iter().position(|&place| place != Place::VACANT).unwrap_or(0);
        let run = &row[first..(first + self.pieces()).min(row.len())];
        if run.len() < self.pieces() || run.contains(&Place::VACANT) {
            return false;
        }
        match self.goal {
            Goal::Separated => run.chunk_by(|a, b| a == b).count() == self.colours(),
            _ => (1..self.distance()).all(|apart| run.iter().zip(run.iter().skip(apart)).all(|(a, b)| a != b)),
        }
    }

    /// Returns the unbroken rows that are accepted at any place, as pieces alone and in order; none when the pieces
    /// cannot make any. Up to 10^7 pieces of two colours; for more colours, call [`Line::goal_count`] first.
    pub(super) fn unbroken_goals(&self) -> Vec<Row> {
        if matches!(self.goal, Goal::Rows(_)) || !self.has_goal() {
            return Vec::new();
        }
        let counts = self.counts();
        if self.letters.len() == 2 {
            return self.of_two_colours(&counts);
        }
        let mut rows = Vec::new();
        self.extend(&mut Row::new(), &mut counts.clone(), &mut rows);
        rows
    }

    fn of_two_colours(&self, counts: &[usize]) -> Vec<Row> {
        let [first, second] = [Place::piece(0), Place::piece(1)];
        let run = |place: Place, count: usize| std::iter::repeat_n(place, count);
        let apart = [
            run(first, counts[0]).chain(run(second, counts[1])).collect::<Row>(),
            run(second, counts[1]).chain(run(first, counts[0])).collect(),
        ];
        if self.goal == Goal::Separated || self.colours() < 2 {
            // Pieces of one colour are always separated.
            return apart.into_iter().take(self.colours()).collect();
        }
        [[first, second], [second, first]]
            .map(|pair| pair.into_iter().cycle().take(self.pieces()).collect::<Row>())
            .into_iter()
            .filter(|row| self.letters.counts(row) == counts)
            .collect()
    }

    /// Appends every accepted row that begins with these pieces; `left` are the others.
    fn extend(&self, row: &mut Row, left: &mut [usize], rows: &mut Vec<Row>) {
        let rest: usize = left.iter().sum();
        if rest == 0 {
            rows.push(row.clone());
            return;
        }
        for colour in 0..left.len() {
            let place = Place::piece(colour);
            if left[colour] == 0 {
                continue;
            }
            let fits = match self.goal {
                Goal::Separated => {
                    row.last().is_none_or(|&last| last == place || last.colour().is_some_and(|last| left[last] == 0))
                }
                _ => !row.iter().rev().take(self.distance() - 1).any(|&before| before == place),
            };
            left[colour] -= 1;
            row.push(place);
            if fits && self.can_end(colour, left, rest - 1) {
                self.extend(row, left, rows);
            }
            row.pop();
            left[colour] += 1;
        }
    }

    /// Checks whether pieces can follow one of this colour; for `cyclic`, whether they can once all colours had a turn.
    fn can_end(&self, colour: usize, left: &[usize], rest: usize) -> bool {
        match self.goal {
            Goal::Alternating => {
                left.iter().enumerate().all(|(other, &count)| 2 * count <= rest + usize::from(other != colour))
            }
            // A colour whose last piece comes too late has more left than there are turns.
            Goal::Cyclic => left.iter().all(|&count| count <= rest.div_ceil(self.distance())),
            _ => true,
        }
    }

    /// Returns the number of accepted rows that have the pieces of the start, `usize::MAX` for as many and more.
    pub(super) fn goal_count(&self) -> usize {
        let rows = match &self.goal {
            Goal::Rows(rows) => return rows.len(),
            _ if self.letters.len() == 2 => self.unbroken_goals().len() as u128,
            _ if !self.has_goal() => 0,
            Goal::Alternating => arrangements_apart(&self.counts()),
            Goal::Separated => factorial(self.colours()),
            Goal::Cyclic => {
                // The colours with one piece more than the others come first.
                let longer = self.pieces() % self.colours();
                factorial(longer).saturating_mul(factorial(self.colours() - longer))
            }
        };
        usize::try_from(rows.saturating_mul((self.cells() - self.pieces() + 1) as u128)).unwrap_or(usize::MAX)
    }

    /// Returns these rows; none when no moves can reach the goal. [`Line::goal_count`] is their number.
    pub(super) fn goal_rows(&self) -> Vec<Row> {
        if let Goal::Rows(rows) = &self.goal {
            return rows.clone();
        }
        let mut rows = Vec::new();
        for pieces in self.unbroken_goals() {
            for first in 0..=self.cells() - pieces.len() {
                let mut row = vec![Place::VACANT; self.cells()];
                row[first..first + pieces.len()].copy_from_slice(&pieces);
                rows.push(row);
            }
        }
        rows
    }
}

fn factorial(number: usize) -> u128 {
    (1..=number as u128).fold(1, u128::saturating_mul)
}

/// Returns the number of orders of pieces in which all neighbours differ.
///
/// Colour by colour: `ways[b]` is the number of orders of the colours so far with `b` like neighbours. The pieces of the
/// next colour form groups; each is put into a gap, some of them between like neighbours.
fn arrangements_apart(counts: &[usize]) -> u128 {
    let (mut ways, mut placed) = (vec![1u128], 0);
    for &count in counts.iter().filter(|&&count| count > 0) {
        let mut next = vec![0u128; placed + count];
        for (like, &before) in ways.iter().enumerate().filter(|&(_, &ways)| ways > 0) {
            for groups in 1..=count.min(placed + 1) {
                for parted in 0..=groups.min(like) {
                    let others = choose(placed + 1 - like, groups - parted);
                    let new = choose(count - 1, groups - 1).saturating_mul(choose(like, parted)).saturating_mul(others);
                    let sum = &mut next[like - parted + count - groups];
                    *sum = sum.saturating_add(before.saturating_mul(new));
                }
            }
        }
        (ways, placed) = (next, placed + count);
    }
    ways[0]
}

fn choose(of: usize, number: usize) -> u128 {
    if number > of {
        return 0;
    }
    (1..=number as u128).fold(1, |product: u128, n| product.saturating_mul(of as u128 + 1 - n) / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_with_different_neighbours() {
        // OEIS A110706 (three colours), A002464-like products for pairs (A114938), and two colours.
        assert_eq!([1, 2, 3, 4].map(|n| arrangements_apart(&[n, n, n])), [6, 30, 174, 1092]);
        assert_eq!([1, 2, 3, 4, 5].map(|n| arrangements_apart(&vec![2; n])), [0, 2, 30, 864, 39480]);
        assert_eq!(arrangements_apart(&[3, 2]), 1);
        assert_eq!(arrangements_apart(&[4, 2]), 0);
    }
}
