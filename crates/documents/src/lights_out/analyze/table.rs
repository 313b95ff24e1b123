//! The table of the hybrid method: the buttons of the first row that turn off what the first chase leaves in the last
//! row.
//!
//! The article gives it for 5 x 5 as `x3 = p22`, `x4 = p21 + p22 + p23`, `x5 = p21 + p22`, with `x1 = x2 = 0`. This
//! file derives it for every board that can be chased, modulo a prime. A matrix `T` is the effect of the first row on
//! the last. Its nullity is that of the board, and the same number of buttons is left out, the leftmost possible. The
//! formulas read as few lights as possible, the leftmost ones that determine all others in every last row that can be
//! left over. The remaining part of `T` has an inverse, which is the table. Other choices give other correct forms.
//!
//! The formulas over the whole board follow from the question which buttons turn off the light `j` of the first row
//! together with some of the lights that are left out: since `B` is symmetric, those are the lights of the formula
//! for `x_j`.
//!
//! Both are checked by chasing, without matrices: see [`Check`].

use super::super::board::Board;
use super::super::methods::chased;
use super::super::sweep::{Row, Sweep};
use super::matrix::{inverted, leftmost, rank, reduce};

/// A sum of lights, by index, each with its coefficient; no coefficient is 0.
pub(super) type Sum = Vec<(usize, u8)>;

/// The table.
pub(super) struct Table {
    /// Free buttons that are never pressed, by index.
    pub(super) left_out: Vec<usize>,
    /// For each of the other free buttons, by index, the sum of the ends, by index.
    pub(super) formulas: Vec<(usize, Sum)>,
    /// The check of the formulas.
    pub(super) check: Check,
    /// The matrix: by free button, its effect on each end.
    effects: Vec<Vec<u8>>,
    states: u8,
}

/// The check of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// Against everything that the first chase can leave over: their number.
    All(u64),
    /// Against what each single button leaves over: their number. The formulas are sums, and so is everything else.
    Basis(usize),
    /// The formulas do not hold.
    Failed,
}

/// The most last rows that are enumerated, and the most rows that are chased for that.
const ALL: u64 = 1 << 12;
const CHASED: u64 = 1 << 20;

impl Table {
    /// Returns the table of a board prepared for chasing; `states` is a prime. `None` when halted.
    pub(super) fn derive<R: Row>(sweep: &Sweep<R>, states: u8, halt: &dyn Fn() -> bool) -> Option<Table> {
        let effects = sweep.effects(halt)?;
        let count = effects.len();
        // Rows are ends; buttons are in reverse order, so that the unneeded ones are the leftmost.
        let turned: Vec<Vec<u8>> =
            (0..count).map(|end| effects.iter().rev().map(|effect| effect[end]).collect()).collect();
        let mut used: Vec<usize> = leftmost(&turned, states).into_iter().map(|column| count - 1 - column).collect();
        used.sort_unstable();
        let columns: Vec<Vec<u8>> = used.iter().map(|&button| effects[button].clone()).collect();
        let read = leftmost(&columns, states);
        let square: Vec<Vec<u8>> = read.iter().map(|&end| columns.iter().map(|column| column[end]).collect()).collect();
        let formula = |(button, row): (usize, Vec<u8>)| {
            // What is left over and the effect of the first row add up to 0.
            let terms = read.iter().zip(row).filter(|&(_, coefficient)| coefficient != 0);
            (button, terms.map(|(&end, coefficient)| (end, states - coefficient)).collect())
        };
        let formulas = used.iter().copied().zip(inverted(&square, states)).map(formula).collect();
        let left_out = (0..count).filter(|button| !used.contains(button)).collect();
        let mut table = Table { left_out, formulas, check: Check::Failed, effects, states };
        table.check = table.checked(sweep, halt)?;
        Some(table)
    }

    /// Returns the number of lights that are read: the dimension of what can be left over.
    pub(super) fn rank(&self) -> usize {
        self.formulas.len()
    }

    /// Returns the number of last rows that can be left over, if it is at most this.
    pub(super) fn entries(&self, most: u64) -> Option<u64> {
        u64::from(self.states).checked_pow(self.rank() as u32).filter(|&entries| entries <= most)
    }

    /// Returns the presses of the free buttons for what is left on the ends.
    pub(super) fn look_up(&self, left: &[u8]) -> Vec<u8> {
        let mut free = vec![0; self.effects.len()];
        for (button, sum) in &self.formulas {
            let total: u32 = sum.iter().map(|&(end, often)| u32::from(left[end]) * u32::from(often)).sum();
            free[*button] = (total % u32::from(self.states)) as u8;
        }
        free
    }

    /// Returns every choice of presses of the free buttons that are not left out, with what must be left over for it:
    /// the negative of what the chase of a dark board leaves.
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

    /// Returns the dimension of what can be left over and is its own mirror image; for a board without holes.
    pub(super) fn symmetric(&self) -> usize {
        let spanning: Vec<&Vec<u8>> = self.formulas.iter().map(|(button, _)| &self.effects[*button]).collect();
        // A sum is its own mirror image when the difference to its mirror image is 0.
        let less = |row: &&Vec<u8>| -> Vec<u8> {
            row.iter().zip(row.iter().rev()).map(|(&a, &b)| (a + self.states - b) % self.states).collect()
        };
        let differences: Vec<Vec<u8>> = spanning.iter().map(less).collect();
        self.rank() - rank(&differences, self.states)
    }
}

/// Returns the formulas over the whole board, for each free button with a formula in the table: cells in reading
/// order, by index, each with its coefficient; none of the lights of buttons that are left out. Also returns their
/// check, by every single press of the other buttons. `None` when halted or if there are none.
pub(super) fn whole_board<R: Row>(
    board: &Board,
    table: &Table,
    quiet: &[Vec<u8>],
    sweep: &Sweep<R>,
    halt: &dyn Fn() -> bool,
) -> Option<(Vec<(usize, Sum)>, Check)> {
    let cells: Vec<_> = board.cells().collect();
    let wanted = table.formulas.iter().map(|(free, _)| cells.binary_search(&sweep.free[*free]).ok());
    let wanted: Vec<usize> = wanted.collect::<Option<_>>()?;
    let (formulas, check) = over_lights(board, table, quiet, sweep, &wanted, halt)?;
    let sums = formulas.into_iter().map(|(_, sum)| sum);
    Some((table.formulas.iter().map(|(free, _)| *free).zip(sums).collect(), check))
}

/// Returns the formulas of every button that is not left out, by cell, as [`whole_board`] does for the first row.
pub(super) fn every_button<R: Row>(
    board: &Board,
    table: &Table,
    quiet: &[Vec<u8>],
    sweep: &Sweep<R>,
    halt: &dyn Fn() -> bool,
) -> Option<(Vec<(usize, Sum)>, Check)> {
    let left_out = |cell: &_| table.left_out.iter().any(|&free| sweep.free[free] == *cell);
    let cells = board.cells().enumerate();
    let wanted: Vec<usize> = cells.filter(|(_, cell)| !left_out(cell)).map(|(index, _)| index).collect();
    over_lights(board, table, quiet, sweep, &wanted, halt)
}

/// Returns the formulas of buttons over the whole board, by cell.
fn over_lights<R: Row>(
    board: &Board,
    table: &Table,
    quiet: &[Vec<u8>],
    sweep: &Sweep<R>,
    wanted: &[usize],
    halt: &dyn Fn() -> bool,
) -> Option<(Vec<(usize, Sum)>, Check)> {
    let states = board.states;
    let cells: Vec<_> = board.cells().collect();
    let index = |free: usize| cells.binary_search(&sweep.free[free]).ok();
    let left_out: Vec<usize> = table.left_out.iter().filter_map(|&free| index(free)).collect();
    // Quiet patterns that each have one press among the buttons left out.
    let mut alone: Vec<Vec<u8>> = quiet
        .iter()
        .map(|pattern| left_out.iter().map(|&cell| pattern[cell]).chain(pattern.iter().copied()).collect())
        .collect();
    reduce(&mut alone, left_out.len(), states);
    let mut dark = board.clone();
    dark.lights.iter_mut().for_each(|light| *light = if *light == super::super::board::HOLE { *light } else { 0 });
    let mut formulas = Vec::new();
    for &cell in wanted {
        if halt() {
            return None;
        }
        let mut lit = dark.clone();
        let mut light = |cell: usize, state: u8| {
            lit.lights[cells[cell].row * board.width() + cells[cell].column] = state;
        };
        light(cell, 1);
        // A pattern of lights can be solved when it has an even number of lights in common with every quiet pattern.
        for (pattern, &other) in alone.iter().zip(&left_out) {
            light(other, (states - pattern[left_out.len() + cell]) % states);
        }
        let chased = chased::<R>(&lit, halt).ok()??;
        let presses = chased.presses(&lit, true, &chased.free.as_ref()?.at(&[]));
        let terms = presses.iter().enumerate().filter(|&(_, &often)| often != 0);
        formulas.push((cell, terms.map(|(cell, &often)| (cell, often)).collect::<Sum>()));
    }
    let mut reached: Vec<Vec<u8>> = Vec::with_capacity(cells.len());
    for &button in &cells {
        let mut lights = vec![0; cells.len()];
        for light in board.reached(button) {
            lights[cells.binary_search(&light).ok()?] = states - 1;
        }
        reached.push(lights);
    }
    let right = |(button, sum): &(usize, Sum)| {
        (0..cells.len()).filter(|press| !left_out.contains(press)).all(|press| {
            let total: u32 = sum.iter().map(|&(cell, often)| u32::from(reached[press][cell]) * u32::from(often)).sum();
            let expected = u32::from(press == *button);
            total % u32::from(states) == expected
        })
    };
    let silent = |(_, sum): &(usize, Sum)| sum.iter().all(|(cell, _)| !left_out.contains(cell));
    let holds = formulas.iter().all(|formula| right(formula) && silent(formula));
    let check = if holds { Check::Basis(cells.len() - left_out.len()) } else { Check::Failed };
    Some((formulas, check))
}
