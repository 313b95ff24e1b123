//! Packed vectors of residues, and elimination.
//!
//! [`Bits`] are residues modulo 2, 64 to a word; [`Residues`] are bytes, for any modulus. Elimination produces echelon
//! form: row `i` starts to the right of the start of row `i - 1`. Modulo 2 it processes eight columns at a time (the
//! Method of the Four Russians: V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradzhev, 1970; as in M. Albrecht,
//! G. Bard, W. Hart, "Algorithm 898: Efficient multiplication of dense matrices over GF(2)", ACM TOMS 37, 2010): it
//! tabulates all 256 sums of eight pivot rows and adds one of them to each row below, instead of up to eight rows.
//!
//! ```
//! use boardwright_linear::vector::{Bits, Vector};
//! let rows = [[1, 1, 0], [0, 1, 1], [1, 0, 1]];
//! let mut rows: Vec<Bits> = rows.iter().map(|row| Bits::of(row)).collect();
//! let pivots = Bits::echelon(&mut rows, 3, 2, &|| false).expect("nothing stops it");
//! assert_eq!(pivots.len(), 2, "the third is the sum of the others");
//! ```

use super::{Halt, gcd, inverse, negative, times};

/// The first nonzero entry of a row in echelon form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pivot {
    /// Its column.
    pub column: usize,
    /// Its value: a proper divisor of the modulus.
    pub value: u8,
}

/// A vector of residues.
pub trait Vector: Clone {
    /// The number of entries in a unit of storage.
    const LANES: usize;

    /// Returns the zero vector.
    fn zero(length: usize) -> Self;

    /// Returns an entry.
    fn get(&self, index: usize) -> u8;

    /// Sets an entry; `value` is less than the modulus.
    fn set(&mut self, index: usize, value: u8);

    /// Adds `factor` times another vector.
    fn add(&mut self, other: &Self, factor: u8, modulus: u8);

    /// Returns the dot product.
    fn dot(&self, other: &Self, modulus: u8) -> u8;

    /// Returns the sum of the entries, as integers, in these units of storage.
    fn sum(&self, units: std::ops::Range<usize>) -> u64;

    /// Brings rows to echelon form by their first `columns` columns and returns the pivots; `None` if halted. The span
    /// is unchanged. Row `i` belongs to pivot `i`; the rows after the last pivot are 0 in these columns. If the modulus
    /// is not prime, rows may be added; then every vector of the span that is 0 in the first `c` columns is in the span
    /// of the rows that are 0 there (Howell form).
    fn echelon(rows: &mut Vec<Self>, columns: usize, modulus: u8, halt: Halt<'_>) -> Option<Vec<Pivot>>;

    /// Returns a vector with these entries.
    fn of(values: &[u8]) -> Self {
        let mut vector = Self::zero(values.len());
        for (index, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            vector.set(index, value);
        }
        vector
    }
}

/// Residues modulo 2; entry `i` is bit `i % 64` of word `i / 64`.
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

/// The number of columns eliminated at once, with a table of 2^8 sums of rows.
const BLOCK: usize = 8;

fn xor(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

/// Moves rows to the front that have pivots in distinct columns of the range, sorted by column, and returns these
/// columns. Afterwards the other rows can be made 0 there by adding them. All rows must be 0 to the left of the range.
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

/// Tabulates all sums of the rows from word `from` on; the bits of the index select the rows.
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

/// Residues modulo any number up to [`super::MAX_MODULUS`], one to a byte.
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
                // Without division, so that the loop vectorises.
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
                // This multiple of the row is 0 in the column and may be nonzero elsewhere.
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
    // Without division, so that the loop vectorises.
    for (to, &from) in to.iter_mut().zip(from) {
        let sum = *to + from;
        *to = if sum >= modulus { sum - modulus } else { sum };
    }
}

/// Makes a divisor of the modulus, which is returned, the entry of the first row in this column, and all other
/// entries 0. All rows must be 0 to the left. Returns `None` if the column is 0.
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
            // Remainders occur only for a modulus with several prime factors; they become smaller pivots.
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

/// Returns the least solution of `value * x = right`, where `value` divides `right` and the modulus.
pub(super) fn quotient(value: u8, right: u8) -> u8 {
    right / value
}

/// Returns a solution of rows in echelon form whose last column is the constant: the dot product with each row is 0.
/// Entries at columns without a pivot are taken from `start`, including the last, the factor of the constants: 1 for a
/// solution of the system, 0 for the homogeneous system.
pub(super) fn substitute<V: Vector>(rows: &[V], pivots: &[Pivot], start: V, modulus: u8) -> V {
    let mut solution = start;
    for (row, pivot) in rows.iter().zip(pivots).rev() {
        // The existing entry is a multiple of the order of the pivot and does not change the dot product.
        let right = negative(row.dot(&solution, modulus), modulus);
        let there = solution.get(pivot.column);
        solution.set(pivot.column, (there + quotient(pivot.value, right)) % modulus);
    }
    solution
}

/// Returns the inverse of a unit.
pub(super) fn reciprocal(unit: u8, modulus: u8) -> u8 {
    inverse(unit, modulus).expect("only units are divided by")
}
