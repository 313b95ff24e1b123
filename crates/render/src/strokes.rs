//! The line segments of a solution by position: along sides of squares, from centre to centre, or as moves.
//!
//! The stroke `[(1, 1), (1, 3)]`, in half cells, leaves the first square to the right and enters the second from the
//! left; the stroke `[(0, 2), (2, 2)]` is the side between the two.

use boardwright_base::board::picture::{Panel, Stroke};
use std::collections::{BTreeMap, BTreeSet};

/// The directions in which lines leave the centre of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Arms {
    pub(super) up: bool,
    pub(super) right: bool,
    pub(super) down: bool,
    pub(super) left: bool,
}

impl Arms {
    pub(super) fn any(self) -> bool {
        self.up || self.right || self.down || self.left
    }
}

/// The strokes of a panel.
#[derive(Debug, Default)]
pub(super) struct Strokes {
    arms: BTreeMap<(usize, usize), Arms>,
    /// Sides, by square: the line at its left and the line above it.
    left: BTreeSet<(usize, usize)>,
    above: BTreeSet<(usize, usize)>,
    /// For each corner, given by the square below and to the right: the falling and the rising diagonal across it.
    diagonals: BTreeMap<(usize, usize), [bool; 2]>,
    /// Squares at which lines are double.
    double: BTreeSet<(usize, usize)>,
    /// Moves from square to square.
    moves: Vec<[(usize, usize); 2]>,
}

impl Strokes {
    pub(super) fn new(panel: &Panel) -> Strokes {
        let mut strokes = Strokes { double: panel.double.clone(), ..Strokes::default() };
        for stroke in &panel.strokes {
            strokes.add(*stroke);
        }
        strokes
    }

    fn add(&mut self, [a, b]: Stroke) {
        let is_centre = |(row, column): (usize, usize)| row % 2 == 1 && column % 2 == 1;
        let is_corner = |(row, column): (usize, usize)| row % 2 == 0 && column % 2 == 0;
        let straight = a.0 == b.0 || a.1 == b.1;
        let length = a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
        if is_corner(a) && is_corner(b) && straight && length == 2 {
            let (row, column) = (a.0.min(b.0) / 2, a.1.min(b.1) / 2);
            if a.0 == b.0 {
                self.above.insert((row, column))
            } else {
                self.left.insert((row, column))
            };
        } else if straight && length <= 2 {
            // To a neighbour's centre, or to the edge of the board if the line wraps around.
            for (from, to) in [(a, b), (b, a)] {
                if is_centre(from) {
                    let arms = self.arms.entry((from.0 / 2, from.1 / 2)).or_default();
                    arms.up |= to.0 < from.0;
                    arms.down |= to.0 > from.0;
                    arms.left |= to.1 < from.1;
                    arms.right |= to.1 > from.1;
                }
            }
        } else {
            if is_centre(a) && is_centre(b) && a.0.abs_diff(b.0) == 2 && a.1.abs_diff(b.1) == 2 {
                let corner = (a.0.max(b.0) / 2, a.1.max(b.1) / 2);
                self.diagonals.entry(corner).or_default()[usize::from((a.0 < b.0) != (a.1 < b.1))] = true;
            }
            self.moves.push([(a.0 / 2, a.1 / 2), (b.0 / 2, b.1 / 2)]);
        }
    }

    /// Returns whether lines run through squares.
    pub(super) fn is_through(&self) -> bool {
        !self.arms.is_empty()
    }

    /// Returns the directions in which lines leave a square.
    pub(super) fn arms(&self, row: usize, column: usize) -> Arms {
        self.arms.get(&(row, column)).copied().unwrap_or_default()
    }

    /// Returns whether a line crosses the left side of a square; `column` may be the panel's width.
    pub(super) fn crosses_left(&self, row: usize, column: usize) -> bool {
        self.arms(row, column).left || column > 0 && self.arms(row, column - 1).right
    }

    /// Returns whether a line crosses the upper side of a square; `row` may be the panel's height.
    pub(super) fn crosses_above(&self, row: usize, column: usize) -> bool {
        self.arms(row, column).up || row > 0 && self.arms(row - 1, column).down
    }

    /// Returns the character for a horizontal line across the left side of a square.
    pub(super) fn across_left(&self, row: usize, column: usize) -> char {
        let left = column.checked_sub(1).is_some_and(|left| self.double.contains(&(row, left)));
        if left || self.double.contains(&(row, column)) { '═' } else { '━' }
    }

    /// Returns whether a vertical line across the upper side of a square is double.
    pub(super) fn is_double_above(&self, row: usize, column: usize) -> bool {
        let above = row.checked_sub(1).is_some_and(|above| self.double.contains(&(above, column)));
        above || self.double.contains(&(row, column))
    }

    /// Returns the character for a double line straight through a square, if it has one.
    pub(super) fn double_through(&self, row: usize, column: usize) -> Option<char> {
        let arms = self.arms(row, column);
        match self.double.contains(&(row, column)) {
            true if arms.left && arms.right => Some('═'),
            true if arms.up && arms.down => Some('║'),
            _ => None,
        }
    }

    /// Returns whether a line runs along the left side of a square.
    pub(super) fn left_of(&self, row: usize, column: usize) -> bool {
        self.left.contains(&(row, column))
    }

    /// Returns whether a line runs along the upper side of a square.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        self.above.contains(&(row, column))
    }

    /// Returns the character for the diagonals across the upper left corner of a square.
    pub(super) fn over_corner(&self, row: usize, column: usize) -> Option<char> {
        Some(match self.diagonals.get(&(row, column))? {
            [true, true] => '╳',
            [true, false] => '╲',
            _ => '╱',
        })
    }

    /// Numbers the squares of moves that form a single cycle or path, from 1: a cycle from its first square in reading
    /// order towards the earlier of its neighbours, a path from its earlier end.
    pub(super) fn order(&self) -> Option<BTreeMap<(usize, usize), usize>> {
        let mut next: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
        for &[a, b] in &self.moves {
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        }
        let ends = next.iter().filter(|(_, to)| to.len() == 1).map(|(&at, _)| at);
        let mut at = ends.chain(next.keys().copied()).next()?;
        let mut order = BTreeMap::from([(at, 1)]);
        while let Some(&to) = next[&at].iter().filter(|to| !order.contains_key(*to)).min() {
            order.insert(to, order.len() + 1);
            at = to;
        }
        let single = order.len() == next.len() && next.values().all(|to| to.len() <= 2);
        single.then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_sides_links_or_moves() {
        let strokes = vec![[(0, 2), (2, 2)], [(1, 1), (1, 3)], [(1, 1), (5, 3)], [(3, 5), (3, 6)]];
        let found = Strokes::new(&Panel { strokes, ..Panel::default() });
        assert!(found.left_of(0, 1) && !found.above(0, 1));
        assert!(found.arms(0, 0).right && found.arms(0, 1).left && found.crosses_left(0, 1));
        assert!(found.arms(1, 2).right && found.crosses_left(1, 3), "to the edge");
        assert_eq!(found.moves, [[(0, 0), (2, 1)]]);
    }

    #[test]
    fn diagonals_run_over_corners() {
        let strokes = vec![[(1, 1), (3, 3)], [(1, 5), (3, 3)], [(5, 1), (3, 3)], [(3, 3), (5, 5)], [(3, 5), (5, 3)]];
        let found = Strokes::new(&Panel { strokes, ..Panel::default() });
        let corners = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)].map(|(row, column)| found.over_corner(row, column));
        assert_eq!(corners, [Some('╲'), Some('╱'), Some('╱'), Some('╳'), None]);
    }

    #[test]
    fn a_ring_is_numbered_and_two_rings_are_not() {
        let ring = |at: usize| {
            let corners = [(at, 1), (at, 5), (at + 4, 5), (at + 4, 1)];
            (0..4).map(move |i| [corners[i], corners[(i + 1) % 4]]).collect::<Vec<_>>()
        };
        let one = Strokes::new(&Panel { strokes: ring(1), ..Panel::default() });
        let order = one.order().expect("a ring");
        assert_eq!([order[&(0, 0)], order[&(0, 2)], order[&(2, 2)], order[&(2, 0)]], [1, 2, 3, 4]);
        let two = Strokes::new(&Panel { strokes: [ring(1), ring(11)].concat(), ..Panel::default() });
        assert_eq!(two.order(), None);
    }
}
