//! Vectors of residues, packed, and their elimination.
//!
//! [`Bits`] are residues modulo 2, 64 to a word; [`Residues`] are bytes, of any modulus. Elimination leaves rows in echelon
//! form: row `i` starts in a column to the right of where row `i - 1` starts. Modulo 2 it works on eight columns at a time
//! (the Method of the Four Russians: V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradzhev, 1970; as in M. Albrecht,
//! G. Bard, W. Hart, "Algorithm 898: Efficient multiplication of dense matrices over GF(2)", ACM TOMS 37, 2010): all 256
//! sums of eight pivot rows are made once, and every row below adds one of them instead of up to eight.
//!
//! ```
//! use boardwright::gf2::vector::{Bits, Vector};
//! let rows = [[1, 1, 0], [0, 1, 1], [1, 0, 1]];
//! let mut rows: Vec<Bits> = rows.iter().map(|row| Bits::of(row)).collect();
//! let pivots = Bits::echelon(&mut rows, 3, 2, &|| false).expect("nothing stops it");
//! assert_eq!(pivots.len(), 2, "the third is the sum of the others");
//! ```

use super::{Halt, gcd, inverse, negative, times};

/// Where a row of an echelon form starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pivot {
    /// The first column that is not 0.
    pub column: usize,
    /// What stands there: a divisor of the modulus, less than it.
    pub value: u8,
}

/// A vector of residues.
pub trait Vector: Clone {
    /// So many numbers share a unit of storage.
    const LANES: usize;

    /// So many zeros.
    fn zero(length: usize) -> Self;

    /// The number at a place.
    fn get(&self, index: usize) -> u8;

    /// Changes the number at a place; `value` is less than the modulus.
    fn set(&mut self, index: usize, value: u8);

    /// Adds a vector so many times.
    fn add(&mut self, other: &Self, factor: u8, modulus: u8);

    /// The sum of the products.
    fn dot(&self, other: &Self, modulus: u8) -> u8;

    /// The sum of the numbers, as integers, in these units of storage.
    fn sum(&self, units: std::ops::Range<usize>) -> u64;

    /// Brings rows to echelon form by their first so many columns. The rows span what they spanned before; row `i` is that
    /// of pivot `i`, and what follows those is 0 in these columns. When the modulus is not prime, there may be more rows
    /// than before, and every vector in the span whose first columns are 0 is spanned by the rows below those columns.
    /// `None` when halted.
    fn echelon(rows: &mut Vec<Self>, columns: usize, modulus: u8, halt: Halt<'_>) -> Option<Vec<Pivot>>;

    /// A vector of these numbers.
    fn of(values: &[u8]) -> Self {
        let mut vector = Self::zero(values.len());
        for (index, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            vector.set(index, value);
        }
        vector
    }
}

/// Residues modulo 2, number `i` in bit `i % 64` of word `i / 64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Vector for Bits {
    const LANES: usize = 64;

    fn zero(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    fn get(&self, index: usize) -> u8 {
        (self.0[index / 64] >> (index % 64) & 1) as u8
    }

    fn set(&mut self, index: usize, value: u8) {
        let word = &mut self.0[index / 64];
        *word = *word & !(1 << (index % 64)) | u64::from(value) << (index % 64);
    }

    fn add(&mut self, other: &Bits, factor: u8, _modulus: u8) {
        if factor % 2 == 1 {
            xor(&mut self.0, &other.0);
        }
    }

    fn dot(&self, other: &Bits, _modulus: u8) -> u8 {
        let fold = self.0.iter().zip(&other.0).fold(0, |fold, (a, b)| fold ^ (a & b));
        (fold.count_ones() % 2) as u8
    }

    fn sum(&self, units: std::ops::Range<usize>) -> u64 {
        self.0[units].iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn echelon(rows: &mut Vec<Bits>, columns: usize, _modulus: u8, halt: Halt<'_>) -> Option<Vec<Pivot>> {
        let mut pivots: Vec<Pivot> = Vec::new();
        let mut table: Vec<Vec<u64>> = Vec::new();
        let mut first = 0;
        while first < columns && pivots.len() < rows.len() {
            if halt() {
                return None;
            }
            let last = columns.min(first + BLOCK);
            let top = pivots.len();
            let found = pivots_within(&mut rows[top..], first..last);
            pivots.extend(found.iter().map(|&column| Pivot { column, value: 1 }));
            let (above, below) = rows.split_at_mut(pivots.len());
            sums(&above[top..], first / 64, &mut table);
            for row in below {
                let index =
                    found.iter().enumerate().fold(0, |index, (i, &column)| index | usize::from(row.get(column)) << i);
                if index != 0 {
                    xor(&mut row.0[first / 64..], &table[index]);
                }
            }
            first = last;
        }
        Some(pivots)
    }
}

/// Columns that are eliminated at once: 2^8 sums of rows are made for them.
const BLOCK: usize = 8;

fn xor(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

/// Brings rows to the front that start in different ones of these columns, in order of those, which are returned; every
/// other row can be made 0 there by adding them. To the left of these columns all rows are 0.
fn pivots_within(rows: &mut [Bits], columns: std::ops::Range<usize>) -> Vec<usize> {
    let from = columns.start / 64;
    let mut found: Vec<usize> = Vec::new();
    for candidate in 0..rows.len() {
        let count = found.len();
        if count == columns.len() {
            break;
        }
        let (before, rest) = rows.split_at_mut(candidate);
        for (pivot, &column) in before.iter().zip(&found) {
            if rest[0].get(column) == 1 {
                xor(&mut rest[0].0[from..], &pivot.0[from..]);
            }
        }
        let Some(start) = columns.clone().find(|&column| rows[candidate].get(column) == 1) else { continue };
        rows.swap(count, candidate);
        let (before, rest) = rows.split_at_mut(count);
        for pivot in before.iter_mut().filter(|pivot| pivot.get(start) == 1) {
            xor(&mut pivot.0[from..], &rest[0].0[from..]);
        }
        found.push(start);
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_unstable_by_key(|&index| found[index]);
    let sorted: Vec<Bits> = order.iter().map(|&index| rows[index].clone()).collect();
    rows[..sorted.len()].clone_from_slice(&sorted);
    found.sort_unstable();
    found
}

/// All sums of the rows, from this word on: number `i` is that of the rows whose bits are set in `i`.
fn sums(rows: &[Bits], from: usize, table: &mut Vec<Vec<u64>>) {
    table.resize(1 << rows.len(), Vec::new());
    let width = rows.first().map_or(0, |row| row.0.len() - from);
    table[0].clear();
    table[0].resize(width, 0);
    for (bit, row) in rows.iter().enumerate() {
        let (known, new) = table.split_at_mut(1 << bit);
        for (sum, before) in new.iter_mut().zip(known) {
            sum.clone_from(before);
            xor(sum, &row.0[from..]);
        }
    }
}

/// Residues modulo anything up to [`super::MAX_MODULUS`], one to a byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Residues(Vec<u8>);

impl Vector for Residues {
    const LANES: usize = 1;

    fn zero(length: usize) -> Residues {
        Residues(vec![0; length])
    }

    fn get(&self, index: usize) -> u8 {
        self.0[index]
    }

    fn set(&mut self, index: usize, value: u8) {
        self.0[index] = value;
    }

    fn add(&mut self, other: &Residues, factor: u8, modulus: u8) {
        match factor {
            0 => {}
            1 => plus(&mut self.0, &other.0, modulus),
            _ if factor == modulus - 1 => {
                // No division, so that many are subtracted at once.
                for (to, &from) in self.0.iter_mut().zip(&other.0) {
                    *to = if *to < from { *to + modulus - from } else { *to - from };
                }
            }
            _ => {
                for (to, &from) in self.0.iter_mut().zip(&other.0) {
                    *to = (*to + times(from, factor, modulus)) % modulus;
                }
            }
        }
    }

    fn dot(&self, other: &Residues, modulus: u8) -> u8 {
        let sum: u64 = self.0.iter().zip(&other.0).map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
        (sum % u64::from(modulus)) as u8
    }

    fn sum(&self, units: std::ops::Range<usize>) -> u64 {
        self.0[units].iter().map(|&value| u64::from(value)).sum()
    }

    fn echelon(rows: &mut Vec<Residues>, columns: usize, modulus: u8, halt: Halt<'_>) -> Option<Vec<Pivot>> {
        let mut pivots: Vec<Pivot> = Vec::new();
        for column in 0..columns {
            if halt() {
                return None;
            }
            let top = pivots.len();
            let Some(value) = eliminate(&mut rows[top..], column, modulus) else { continue };
            pivots.push(Pivot { column, value });
            if value > 1 {
                // So many times the row is 0 here and need not be elsewhere.
                let mut vanishing = Residues::zero(rows[top].0.len());
                vanishing.add(&rows[top], modulus / value, modulus);
                if vanishing.0[column..].iter().any(|&value| value != 0) {
                    rows.push(vanishing);
                }
            }
        }
        Some(pivots)
    }
}

fn plus(to: &mut [u8], from: &[u8], modulus: u8) {
    // No division, so that many are added at once.
    for (to, &from) in to.iter_mut().zip(from) {
        let sum = *to + from;
        *to = if sum >= modulus { sum - modulus } else { sum };
    }
}

/// Makes the first row start in this column with a divisor of the modulus, which is returned, and all others 0 there; to
/// the left they all are. `None` when they are 0 here, too.
fn eliminate(rows: &mut [Residues], column: usize, modulus: u8) -> Option<u8> {
    loop {
        let size = |row: &Residues| gcd(row.0[column], modulus);
        let starting = rows.iter().enumerate().filter(|(_, row)| row.0[column] != 0);
        let (index, _) = starting.min_by_key(|(_, row)| size(row))?;
        rows.swap(0, index);
        let divisor = size(&rows[0]);
        let unit =
            (1..modulus).find(|&unit| gcd(unit, modulus) == 1 && times(rows[0].0[column], unit, modulus) == divisor);
        let mut pivot = Residues::zero(rows[0].0.len());
        pivot.add(&rows[0], unit.expect("every residue is a unit times its divisor of the modulus"), modulus);
        rows[0] = pivot;
        let (pivot, below) = rows.split_first_mut().expect("it starts here");
        let mut multiples: Vec<Vec<u8>> = vec![Vec::new(); usize::from(modulus)];
        let mut remainders = false;
        for row in below {
            // A remainder is left only by a modulus with several prime factors; it is a smaller pivot.
            let often = negative(row.0[column] / divisor, modulus);
            remainders |= row.0[column] % divisor != 0;
            if often == 0 {
                continue;
            }
            let multiple = &mut multiples[usize::from(often)];
            if multiple.is_empty() {
                multiple.extend(pivot.0[column..].iter().map(|&value| times(value, often, modulus)));
            }
            plus(&mut row.0[column..], multiple, modulus);
        }
        if !remainders {
            return Some(divisor);
        }
    }
}

/// The number that solves `value * x = right`, where `value` divides `right`, the smallest one; `value` divides the modulus.
pub(super) fn quotient(value: u8, right: u8) -> u8 {
    right / value
}

/// Solutions of rows in echelon form, with an additional last column of constants: each row times the solution, of which
/// the number for the constant is 1, adds up to 0. From the pivots and rows, numbers for columns without a pivot being
/// those in `start`. The start may have any number for the constant: with 0, the constants do not count.
pub(super) fn substitute<V: Vector>(rows: &[V], pivots: &[Pivot], start: V, modulus: u8) -> V {
    let mut solution = start;
    for (row, pivot) in rows.iter().zip(pivots).rev() {
        // What is in the column already is a number of times that the pivot vanishes, and does not change the sum.
        let right = negative(row.dot(&solution, modulus), modulus);
        let there = solution.get(pivot.column);
        solution.set(pivot.column, (there + quotient(pivot.value, right)) % modulus);
    }
    solution
}

/// The inverse of a unit.
pub(super) fn reciprocal(unit: u8, modulus: u8) -> u8 {
    inverse(unit, modulus).expect("only units are divided by")
}
