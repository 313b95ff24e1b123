//! The table of the hybrid method: which buttons of the first row put out what the first chase leaves in the last.
//!
//! On 5 x 5 the article gives it as `x3 = p22`, `x4 = p21 + p22 + p23`, `x5 = p21 + p22`, with `x1 = x2 = 0`. Here it is
//! derived for every board that can be chased, modulo a prime. What the first row does to the last is a matrix `T`. Its
//! nullity is that of the board, and so many buttons are left out: the leftmost that can be. Of the lights as many as
//! needed are read, the leftmost that tell all there is to tell; the others follow from them on every last row that can
//! be left over. The part of `T` that is left has an inverse, and that is the table. Other choices give other forms of
//! it, equally right.
//!
//! The formulas over the whole board are found by asking which buttons put out the light `j` of the first row together
//! with some of the lights that are left out: since `B` is symmetric, those are the lights of the formula for `x_j`.
//!
//! Both are checked by chasing, which knows nothing of matrices: see [`Check`].

use super::super::board::Board;
use super::super::methods::chased;
use super::super::sweep::{Row, Sweep};
use super::matrix::{inverted, leftmost, rank, reduce};

/// A sum of lights, by index, each so many times; no coefficient 0.
pub(super) type Sum = Vec<(usize, u8)>;

/// The table.
pub(super) struct Table {
    /// Free buttons that are never pressed, by index.
    pub(super) left_out: Vec<usize>,
    /// For each of the other free buttons, by index, the sum of the ends, by index.
    pub(super) formulas: Vec<(usize, Sum)>,
    /// How the formulas were checked.
    pub(super) check: Check,
    /// The matrix: by free button, what it does to each end.
    effects: Vec<Vec<u8>>,
    states: u8,
}

/// How formulas were checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// Against everything that the first chase can leave over: so many.
    All(u64),
    /// Against what each button leaves over, so many; the formulas are sums, and so is everything else.
    Basis(usize),
    /// They do not hold.
    Failed,
}

/// At most so many last rows are gone through one by one, and at most so many rows are chased for that.
const ALL: u64 = 1 << 12;
const CHASED: u64 = 1 << 20;

impl Table {
    /// The table of a board that was made ready to be chased; `states` is a prime. `None` when halted.
    pub(super) fn derive<R: Row>(sweep: &Sweep<R>, states: u8, halt: &dyn Fn() -> bool) -> Option<Table> {
        let effects = sweep.effects(halt)?;
        let count = effects.len();
        // Rows are ends; buttons stand from the right, so that those that are not needed are the leftmost.
        let turned: Vec<Vec<u8>> =
            (0..count).map(|end| effects.iter().rev().map(|effect| effect[end]).collect()).collect();
        let mut used: Vec<usize> = leftmost(&turned, states).into_iter().map(|column| count - 1 - column).collect();
        used.sort_unstable();
        let columns: Vec<Vec<u8>> = used.iter().map(|&button| effects[button].clone()).collect();
        let read = leftmost(&columns, states);
        let square: Vec<Vec<u8>> = read.iter().map(|&end| columns.iter().map(|column| column[end]).collect()).collect();
        let formula = |(button, row): (usize, Vec<u8>)| {
            // What is left and what the first row does add up to 0.
            let terms = read.iter().zip(row).filter(|&(_, coefficient)| coefficient != 0);
            (button, terms.map(|(&end, coefficient)| (end, states - coefficient)).collect())
        };
        let formulas = used.iter().copied().zip(inverted(&square, states)).map(formula).collect();
        let left_out = (0..count).filter(|button| !used.contains(button)).collect();
        let mut table = Table { left_out, formulas, check: Check::Failed, effects, states };
        table.check = table.checked(sweep, halt)?;
        Some(table)
    }

    /// The number of lights that are read: the dimension of what can be left over.
    pub(super) fn rank(&self) -> usize {
        self.formulas.len()
    }

    /// How much can be left over, where it is not more than this.
    pub(super) fn entries(&self, most: u64) -> Option<u64> {
        u64::from(self.states).checked_pow(self.rank() as u32).filter(|&entries| entries <= most)
    }

    /// What to press on the free buttons when this is left on the ends.
    pub(super) fn look_up(&self, left: &[u8]) -> Vec<u8> {
        let mut free = vec![0; self.effects.len()];
        for (button, sum) in &self.formulas {
            let total: u32 = sum.iter().map(|&(end, often)| u32::from(left[end]) * u32::from(often)).sum();
            free[*button] = (total % u32::from(self.states)) as u8;
        }
        free
    }

    /// Every choice of presses for the free buttons that are not left out, with what has to be left over for it: what the
    /// chase of a dark board leaves, taken away.
    pub(super) fn rows<R: Row>(&self, sweep: &Sweep<R>) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        let states = u64::from(self.states);
        (0..states.pow(self.rank() as u32)).map(move |number| {
            let mut free = vec![0; self.effects.len()];
            let mut rest = number;
            for (button, _) in &self.formulas {
                free[*button] = (rest % states) as u8;
                rest /= states;
            }
            (self.left_for(sweep, &free), free)
        })
    }

    fn left_for<R: Row>(&self, sweep: &Sweep<R>, free: &[u8]) -> Vec<u8> {
        let mut scratch = sweep.scratch();
        sweep.chase(false, free, &mut scratch, |_, _| {});
        scratch.left.iter().map(|&value| (self.states - value) % self.states).collect()
    }

    fn checked<R: Row>(&self, sweep: &Sweep<R>, halt: &dyn Fn() -> bool) -> Option<Check> {
        let holds = |(left, free): (Vec<u8>, Vec<u8>)| self.look_up(&left) == free;
        if let Some(entries) = self.entries(ALL.min(CHASED / sweep.height as u64)) {
            return Some(if self.rows(sweep).all(holds) { Check::All(entries) } else { Check::Failed });
        }
        for (button, _) in &self.formulas {
            if halt() {
                return None;
            }
            let mut free = vec![0; self.effects.len()];
            free[*button] = 1;
            if !holds((self.left_for(sweep, &free), free)) {
                return Some(Check::Failed);
            }
        }
        Some(Check::Basis(self.rank()))
    }

    /// The dimension of what can be left over and is its own mirror image; for a board without holes.
    pub(super) fn symmetric(&self) -> usize {
        let spanning: Vec<&Vec<u8>> = self.formulas.iter().map(|(button, _)| &self.effects[*button]).collect();
        // A sum is its own mirror image when it less its mirror image is 0.
        let less = |row: &&Vec<u8>| -> Vec<u8> {
            row.iter().zip(row.iter().rev()).map(|(&a, &b)| (a + self.states - b) % self.states).collect()
        };
        let differences: Vec<Vec<u8>> = spanning.iter().map(less).collect();
        self.rank() - rank(&differences, self.states)
    }
}

/// The formulas over the whole board, for each free button that the table has a formula for: cells in reading order, by
/// index, each so many times; none of the lights of buttons that are left out. With how they were checked: by every
/// single press but those left out. `None` when halted or not to be had.
pub(super) fn whole_board<R: Row>(
    board: &Board,
    table: &Table,
    quiet: &[Vec<u8>],
    sweep: &Sweep<R>,
    halt: &dyn Fn() -> bool,
) -> Option<(Vec<(usize, Sum)>, Check)> {
    let states = board.states;
    let cells: Vec<_> = board.cells().collect();
    let index = |free: usize| cells.binary_search(&sweep.free[free]).ok();
    let left_out: Vec<usize> = table.left_out.iter().filter_map(|&free| index(free)).collect();
    // Quiet patterns that have one press each among the buttons left out.
    let mut alone: Vec<Vec<u8>> = quiet
        .iter()
        .map(|pattern| left_out.iter().map(|&cell| pattern[cell]).chain(pattern.iter().copied()).collect())
        .collect();
    reduce(&mut alone, left_out.len(), states);
    let mut dark = board.clone();
    dark.lights.iter_mut().for_each(|light| *light = if *light == super::super::board::HOLE { *light } else { 0 });
    let mut formulas = Vec::new();
    for (free, _) in &table.formulas {
        if halt() {
            return None;
        }
        let cell = index(*free)?;
        let mut lit = dark.clone();
        let mut light = |cell: usize, state: u8| {
            lit.lights[cells[cell].row * board.width() + cells[cell].column] = state;
        };
        light(cell, 1);
        // A pattern of lights can be put out when no quiet pattern has an odd part of it.
        for (pattern, &other) in alone.iter().zip(&left_out) {
            light(other, (states - pattern[left_out.len() + cell]) % states);
        }
        let chased = chased::<R>(&lit, halt).ok()??;
        let presses = chased.presses(&lit, true, &chased.free.as_ref()?.at(&[]));
        let terms = presses.iter().enumerate().filter(|&(_, &often)| often != 0);
        formulas.push((*free, terms.map(|(cell, &often)| (cell, often)).collect::<Sum>()));
    }
    let mut reached: Vec<Vec<u8>> = Vec::with_capacity(cells.len());
    for &button in &cells {
        let mut lights = vec![0; cells.len()];
        for light in board.reached(button) {
            lights[cells.binary_search(&light).ok()?] = states - 1;
        }
        reached.push(lights);
    }
    let right = |(free, sum): &(usize, Sum)| {
        (0..cells.len()).filter(|press| !left_out.contains(press)).all(|press| {
            let total: u32 = sum.iter().map(|&(cell, often)| u32::from(reached[press][cell]) * u32::from(often)).sum();
            let expected = u32::from(Some(press) == index(*free));
            total % u32::from(states) == expected
        })
    };
    let silent = |(_, sum): &(usize, Sum)| sum.iter().all(|(cell, _)| !left_out.contains(cell));
    let holds = formulas.iter().all(|formula| right(formula) && silent(formula));
    let check = if holds { Check::Basis(cells.len() - left_out.len()) } else { Check::Failed };
    Some((formulas, check))
}
