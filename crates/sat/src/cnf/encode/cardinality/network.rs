//! Sorting networks, true literals first, for [`super::sorting_network`] and [`super::cardinality_network`].
//!
//! A comparator of `a` and `b` has the outputs `a ∨ b` and `a ∧ b`. Two sorted sequences are merged by Batcher's
//! odd-even merge: the elements at odd positions are merged, those at even positions are merged, and neighbours of the
//! two results are compared. The merge of `a1 a2` and `b1 b2` merges `a1, b1` into `x1 x2` and `a2, b2` into `y1 y2`,
//! and yields `x1`, then the comparison of `x2` and `y1`, then `y2`. Sequences have any length, without padding. Only
//! the first `width` outputs are created: a merge of width w needs ⌊w/2⌋ + 1 of the odd and ⌊w/2⌋ of the even
//! positions, and its last comparator may have only the output `∨`.
//!
//! A comparator has 2 variables and 3 clauses (`a -> max`, `b -> max`, `a ∧ b -> min`), which bound the outputs from
//! below; if they are defined in both directions it has 6 clauses. With the output `∨` only, it has 1 variable and 2 or
//! 3 clauses.
//!
//! K. E. Batcher, "Sorting Networks and their Applications", AFIPS 1968; D. E. Knuth, The Art of Computer Programming 3, 5.3.4.

use crate::cnf::encode::Size;
use crate::cnf::{Cnf, Lit};

/// A builder for networks.
pub(super) struct Network<'a> {
    pub(super) cnf: &'a mut Cnf,
    /// Whether outputs are defined in both directions.
    pub(super) exactly: bool,
}

impl Network<'_> {
    /// Returns the first `width` of the sorted literals.
    pub(super) fn sort(&mut self, literals: &[Lit], width: usize) -> Vec<Lit> {
        if literals.len() < 2 {
            return literals.to_vec();
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.sort(left, width), self.sort(right, width));
        self.merge(&left, &right, width)
    }

    /// Returns the first `width` elements of the merged sequence.
    fn merge(&mut self, a: &[Lit], b: &[Lit], width: usize) -> Vec<Lit> {
        if width == 0 || a.is_empty() || b.is_empty() {
            return a.iter().chain(b).copied().take(width).collect();
        }
        if let ([a], [b]) = (a, b) {
            return self.compare(*a, *b, width);
        }
        let odd = self.merge(&every_second(a, 0), &every_second(b, 0), width / 2 + 1);
        let even = self.merge(&every_second(a, 1), &every_second(b, 1), width / 2);
        let mut merged = vec![odd[0]];
        let (mut odd, mut even) = (odd[1..].iter(), even.iter());
        while merged.len() < width {
            match (even.next(), odd.next()) {
                (Some(&a), Some(&b)) => merged.extend(self.compare(a, b, width - merged.len())),
                (rest, None) | (None, rest) => {
                    // The lengths differ by at most two, so at most one is left.
                    merged.extend(rest);
                    break;
                }
            }
        }
        merged
    }

    /// Returns both outputs of a comparator, or only the first for `width` 1.
    fn compare(&mut self, a: Lit, b: Lit, width: usize) -> Vec<Lit> {
        let max = self.cnf.variable();
        self.cnf.add(&[!a, max]);
        self.cnf.add(&[!b, max]);
        if self.exactly {
            self.cnf.add(&[a, b, !max]);
        }
        if width == 1 {
            return vec![max];
        }
        let min = self.cnf.variable();
        self.cnf.add(&[!a, !b, min]);
        if self.exactly {
            self.cnf.add(&[a, !min]);
            self.cnf.add(&[b, !min]);
        }
        vec![max, min]
    }
}

fn every_second(literals: &[Lit], first: usize) -> Vec<Lit> {
    literals.iter().skip(first).step_by(2).copied().collect()
}

/// Returns the size of a network with `units` additional clauses.
pub(super) fn size(n: usize, width: usize, exactly: bool, units: usize) -> Size {
    let (both, single) = sorters(n, width);
    let (of_both, of_single) = if exactly { (6, 3) } else { (3, 2) };
    Size::Exact { variables: 2 * both + single, clauses: of_both * both + of_single * single + units }
}

/// Returns the numbers of comparators with two outputs and with one that sort `n` literals.
fn sorters(n: usize, width: usize) -> (usize, usize) {
    if n < 2 {
        return (0, 0);
    }
    let (left, right) = (n / 2, n.div_ceil(2));
    let merge = mergers(left.min(width), right.min(width), width);
    let (left, right) = (sorters(left, width), sorters(right, width));
    (left.0 + right.0 + merge.0, left.1 + right.1 + merge.1)
}

/// Returns the numbers of comparators that merge sequences of lengths `a` and `b`.
fn mergers(a: usize, b: usize, width: usize) -> (usize, usize) {
    if width == 0 || a == 0 || b == 0 {
        return (0, 0);
    }
    if a + b == 2 {
        return if width == 1 { (0, 1) } else { (1, 0) };
    }
    let half = width / 2;
    let odd = mergers(a.div_ceil(2), b.div_ceil(2), half + 1);
    let even = mergers(a / 2, b / 2, half);
    let odds = (a.div_ceil(2) + b.div_ceil(2)).min(half + 1);
    let pairs = (a / 2 + b / 2).min(half).min(odds - 1);
    // The comparator for the positions `width` and `width + 1` has only the first output.
    let cut = usize::from(pairs > 0 && 2 * pairs == width);
    (odd.0 + even.0 + pairs - cut, odd.1 + even.1 + cut)
}
