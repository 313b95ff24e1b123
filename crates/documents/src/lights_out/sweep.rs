//! The chase with numbers, a whole row at a time: the basis of the methods of this family.
//!
//! Row by row, the button below each light turns it off. So the buttons without a light above are *free*: the first
//! row, and those below holes. The lights without a button below are the *ends*: the last row, and those above holes.
//! The presses of the free buttons determine all others, and what is left on the ends. There are as many ends as free
//! buttons: the holes cut each column into runs with one of each.
//!
//! On one column of three lit lights, with the free button at the top not pressed: the second is pressed for the
//! first light, the third is not, since the second light is off, and the end is off as well.
//!
//! Modulo 2 a row is packed into words of 64 columns each, otherwise into bytes. A board of 1000 x 1000 takes a tenth
//! of a millisecond. The module shares nothing with `chase`, which computes with forms.

use super::board::{Board, HOLE};
use super::reach::Reach;
use boardwright_base::board::Cell;

/// A row of a chase: residues, one for each column.
pub(super) trait Row: Clone {
    /// Packs numbers.
    fn of(values: &[u8]) -> Self;

    /// Packs which numbers may be other than 0.
    fn mask(allowed: impl Iterator<Item = bool>) -> Self;

    /// Returns the number in a column.
    fn get(&self, column: usize) -> u8;

    /// Changes the number in a column.
    fn set(&mut self, column: usize, value: u8);

    /// Sets this row to the states of lights: the given states, if any, and the presses beside them and above.
    fn gather(&mut self, lit: Option<&Self>, presses: &Self, above: &Self, states: u8);

    /// Sets this row to its negative where the mask is set, and to 0 elsewhere.
    fn negate(&mut self, mask: &Self, states: u8);

    /// Returns the sum of the numbers.
    fn sum(&self) -> u64;

    /// Appends the values of all columns, holes included.
    fn append(&self, width: usize, to: &mut Vec<u16>);
}

/// Residues modulo 2: column `c` is bit `c % 64` of word `c / 64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words(pub(super) Vec<u64>);

impl Row for Words {
    fn of(values: &[u8]) -> Words {
        // The product moves the lowest bit of each of eight bytes to the highest byte, in order.
        let eight = |values: &[u8]| {
            let mut bytes = [0; 8];
            bytes[..values.len()].copy_from_slice(values);
            u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
        };
        let word = |values: &[u8]| (values.chunks(8).rev()).fold(0, |word, values| word << 8 | eight(values));
        Words(values.chunks(64).map(word).collect())
    }

    fn mask(allowed: impl Iterator<Item = bool>) -> Words {
        let mut words = Vec::new();
        for (column, allowed) in allowed.enumerate() {
            if column % 64 == 0 {
                words.push(0);
            }
            words[column / 64] |= u64::from(allowed) << (column % 64);
        }
        Words(words)
    }

    fn get(&self, column: usize) -> u8 {
        (self.0[column / 64] >> (column % 64) & 1) as u8
    }

    fn set(&mut self, column: usize, value: u8) {
        let word = &mut self.0[column / 64];
        *word = *word & !(1 << (column % 64)) | u64::from(value) << (column % 64);
    }

    fn gather(&mut self, lit: Option<&Words>, presses: &Words, above: &Words, _states: u8) {
        let (presses, count) = (&presses.0[..], presses.0.len());
        let mut before = 0;
        for index in 0..count {
            let word = presses[index];
            let after = presses.get(index + 1).copied().unwrap_or(0);
            self.0[index] = word ^ (word << 1 | before >> 63) ^ (word >> 1 | after << 63) ^ above.0[index];
            before = word;
        }
        if let Some(lit) = lit {
            self.0.iter_mut().zip(&lit.0).for_each(|(sum, lit)| *sum ^= lit);
        }
    }

    fn negate(&mut self, mask: &Words, _states: u8) {
        self.0.iter_mut().zip(&mask.0).for_each(|(word, mask)| *word &= mask);
    }

    fn sum(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn append(&self, width: usize, to: &mut Vec<u16>) {
        to.extend((0..width).map(|column| (self.0[column / 64] >> (column % 64) & 1) as u16));
    }
}

/// Residues modulo anything up to 9, one per byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bytes(Vec<u8>);

impl Row for Bytes {
    fn of(values: &[u8]) -> Bytes {
        Bytes(values.to_vec())
    }

    fn mask(allowed: impl Iterator<Item = bool>) -> Bytes {
        Bytes(allowed.map(|allowed| if allowed { u8::MAX } else { 0 }).collect())
    }

    fn get(&self, column: usize) -> u8 {
        self.0[column]
    }

    fn set(&mut self, column: usize, value: u8) {
        self.0[column] = value;
    }

    fn gather(&mut self, lit: Option<&Bytes>, presses: &Bytes, above: &Bytes, states: u8) {
        let presses = &presses.0[..];
        self.0.copy_from_slice(&above.0);
        add(&mut self.0, presses);
        add(&mut self.0[1..], presses);
        add(&mut self.0, &presses[1..]);
        if let Some(lit) = lit {
            add(&mut self.0, &lit.0);
        }
        // The sum of five numbers of at most 8.
        self.0.iter_mut().for_each(|sum| *sum %= states);
    }

    fn negate(&mut self, mask: &Bytes, states: u8) {
        for (value, mask) in self.0.iter_mut().zip(&mask.0) {
            *value = if *value == 0 { 0 } else { states - *value } & mask;
        }
    }

    fn sum(&self) -> u64 {
        self.0.iter().map(|&value| u64::from(value)).sum()
    }

    fn append(&self, _width: usize, to: &mut Vec<u16>) {
        to.extend(self.0.iter().map(|&value| u16::from(value)));
    }
}

fn add(to: &mut [u8], from: &[u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// Returns the reason why the lights of a board cannot be chased; `None` when they can.
pub(super) fn obstacle(board: &Board, method: &str) -> Option<String> {
    if board.reach != Reach::plus() {
        return Some(format!("`{method}` does not apply: it requires `reach = \"plus\"`"));
    }
    let torus = || format!("`{method}` does not apply: it does not support `wrap = true`");
    board.wrap.then(torus)
}

/// A board prepared for chasing.
pub(super) struct Sweep<R> {
    pub(super) height: usize,
    pub(super) width: usize,
    states: u8,
    lit: Vec<R>,
    /// By row, which of its buttons the light above determines; one entry for all rows where there are no holes.
    determined: Vec<R>,
    /// The buttons without a light above, in reading order.
    pub(super) free: Vec<Cell>,
    /// The lights without a button below, in reading order.
    pub(super) ends: Vec<Cell>,
}

/// The rows of a chase, to be used again.
pub(super) struct Scratch<R> {
    zero: R,
    above: R,
    presses: R,
    sum: R,
    /// The states of the ends, in order.
    pub(super) left: Vec<u8>,
}

impl<R: Row> Sweep<R> {
    /// Prepares a board without an [`obstacle`].
    pub(super) fn new(board: &Board) -> Sweep<R> {
        let (height, width) = (board.height(), board.width());
        let state = |&state: &u8| if state == HOLE { 0 } else { state };
        let mut values = Vec::with_capacity(width);
        let mut lit = Vec::with_capacity(height);
        for row in 0..height {
            values.clear();
            values.extend(board.row(row).iter().map(state));
            lit.push(R::of(&values));
        }
        let row = |row: usize| (0..width).map(move |column| Cell::new(row, column));
        if board.is_full() {
            let determined = vec![R::mask((0..width).map(|_| true))];
            let (free, ends) = (row(0).collect(), row(height - 1).collect());
            return Sweep { height, width, states: board.states, lit, determined, free, ends };
        }
        let has = |cell: Cell| cell.row < height && board.has(cell);
        let above = |cell: Cell| cell.row > 0 && board.has(Cell::new(cell.row - 1, cell.column));
        let determined = (0..height).map(|at| R::mask(row(at).map(|cell| has(cell) && above(cell)))).collect();
        let free = board.cells().filter(|&cell| !above(cell)).collect();
        let ends = board.cells().filter(|&cell| !has(Cell::new(cell.row + 1, cell.column))).collect();
        Sweep { height, width, states: board.states, lit, determined, free, ends }
    }

    /// Checks whether there are no holes.
    pub(super) fn is_full(&self) -> bool {
        self.free.len() == self.width && self.free.iter().all(|cell| cell.row == 0) && self.determined.len() == 1
    }

    pub(super) fn scratch(&self) -> Scratch<R> {
        let zero = R::of(&vec![0; self.width]);
        Scratch { above: zero.clone(), presses: zero.clone(), sum: zero.clone(), zero, left: Vec::new() }
    }

    /// Chases the lights, or a dark board if `lit` is false, with these presses of the free buttons. `visit` gets the
    /// presses of each row, from the top; `scratch` gets what is left on the ends.
    pub(super) fn chase(&self, lit: bool, free: &[u8], scratch: &mut Scratch<R>, mut visit: impl FnMut(usize, &R)) {
        let Scratch { zero, above, presses, sum, left } = scratch;
        left.clear();
        let (mut frees, mut ends) = (self.free.iter().zip(free).peekable(), self.ends.iter().peekable());
        presses.clone_from(zero);
        above.clone_from(zero);
        for row in 0..self.height {
            while let Some((cell, &times)) = frees.next_if(|(cell, _)| cell.row == row) {
                presses.set(cell.column, times);
            }
            visit(row, presses);
            sum.gather(lit.then(|| &self.lit[row]), presses, above, self.states);
            while let Some(cell) = ends.next_if(|cell| cell.row == row) {
                left.push(sum.get(cell.column));
            }
            let mask = self.determined.get(row + 1).unwrap_or(&self.determined[0]);
            sum.negate(mask, self.states);
            std::mem::swap(above, presses);
            std::mem::swap(presses, sum);
        }
    }

    /// Returns the presses of every place that follow from these on the free buttons, holes included.
    pub(super) fn board(&self, free: &[u8], scratch: &mut Scratch<R>) -> Vec<u16> {
        let mut board = Vec::with_capacity(self.height * self.width);
        self.chase(true, free, scratch, |_, presses| presses.append(self.width, &mut board));
        board
    }

    /// Returns what each free button, pressed once on a dark board, leaves on the ends: one column of the matrix
    /// each. `None` when halted.
    pub(super) fn effects(&self, halt: &dyn Fn() -> bool) -> Option<Vec<Vec<u8>>> {
        let mut scratch = self.scratch();
        let mut effects: Vec<Vec<u8>> = Vec::with_capacity(self.free.len());
        let modulus = i32::from(self.states);
        for index in 0..self.free.len() {
            if halt() {
                return None;
            }
            if self.is_full() && index > 0 {
                // Without holes the matrix is a polynomial in that of a row, `A`, which maps a button to itself and
                // its neighbours, so `A` may be applied after it: the button to the right has the effect of `A`,
                // minus those of the two before.
                let last = &effects[index - 1];
                let at = |column: usize| i32::from(last[column]);
                let next = (0..self.width).map(|column| {
                    let left = if column > 0 { at(column - 1) } else { 0 };
                    let right = if column + 1 < self.width { at(column + 1) } else { 0 };
                    let before = if index > 1 { i32::from(effects[index - 2][column]) } else { 0 };
                    (left + right - before).rem_euclid(modulus) as u8
                });
                let next = next.collect();
                effects.push(next);
                continue;
            }
            let mut free = vec![0; self.free.len()];
            free[index] = 1;
            self.chase(false, &free, &mut scratch, |_, _| {});
            effects.push(scratch.left.clone());
        }
        Some(effects)
    }
}
