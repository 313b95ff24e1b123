//! The covering bound: if every option uses one item that has room for `r` more options, these must cover all that is needed.
//!
//! An option *gains* as many units as it covers items that still need options. If the `r` largest gains add up to less than the
//! units that are needed, there is no solution; an option that does not reach them with the `r - 1` largest gains is in none.
//! Dominating sets of k pieces are such covers: their item is the board, and each cell needs a piece. The bound depends on
//! the state of a node only (`known`), so cached results stay valid.

use super::table::{Mask, Table};

/// What the bound says about the options of a node.
pub(super) enum Bounded {
    /// There is no solution.
    Dead,
    /// Every option may be in a solution, as far as the bound knows.
    Kept,
    /// Only these options may be in a solution.
    Fewer(Vec<u32>),
}

/// The buffers of the bound.
#[derive(Default)]
pub(super) struct Gains {
    /// The gain of each option of the list.
    of: Vec<u32>,
    /// The number of options with each gain.
    with: Vec<usize>,
}

impl Gains {
    /// Applies the bound to a list, of which at most `room` options are chosen: the items of `needy` need `needed` units.
    pub(super) fn bound<const N: usize>(
        &mut self,
        table: &Table<N>,
        list: &[u32],
        needy: &Mask<N>,
        needed: usize,
        room: usize,
    ) -> Bounded {
        self.of.clear();
        self.with.clear();
        for &option in list {
            let needs = &table.needs[option as usize];
            let gain: u32 = (0..N).map(|word| (needs[word] & needy[word]).count_ones()).sum();
            self.of.push(gain);
            if self.with.len() <= gain as usize {
                self.with.resize(gain as usize + 1, 0);
            }
            self.with[gain as usize] += 1;
        }
        if self.largest(room) < needed {
            return Bounded::Dead;
        }
        let least = needed.saturating_sub(self.largest(room - 1));
        if self.with.iter().take(least).all(|&number| number == 0) {
            return Bounded::Kept;
        }
        let kept = list.iter().zip(&self.of).filter(|&(_, &gain)| gain as usize >= least);
        Bounded::Fewer(kept.map(|(&option, _)| option).collect())
    }

    /// Returns the sum of the largest gains of so many options.
    fn largest(&self, mut options: usize) -> usize {
        let mut sum = 0;
        for (gain, &number) in self.with.iter().enumerate().rev() {
            let taken = number.min(options);
            sum += taken * gain;
            options -= taken;
        }
        sum
    }
}
