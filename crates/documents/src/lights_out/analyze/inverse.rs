//! The article's matrix `B`, and the inverse of the part of full rank in whole numbers.
//!
//! `B` has a row for each light and a column for each button. Without the buttons and lights that may be left out, its
//! inverse has fractions; `k` is their least common denominator: 33 on 5 x 5 without the first two buttons. The determinant
//! is odd, since the part is invertible modulo 2, and so is its divisor `k`. That is why the article's step works: modulo
//! 2, `k` times the inverse is the inverse.

use crate::lights_out::board::Board;
use boardwright_base::board::Cell;
use num_bigint::{BigInt, Sign};

/// The most cells of a board whose matrix is inverted.
const MAX_CELLS: usize = 64;

/// The inverse of a part of `B`, times `k`.
pub(in crate::lights_out) struct Inverse {
    /// The buttons of the part, by index; the others are left out, and so are the lights of the same numbers.
    pub(in crate::lights_out) kept: Vec<usize>,
    pub(in crate::lights_out) determinant: BigInt,
    /// The least common denominator of the inverse.
    pub(in crate::lights_out) k: BigInt,
    /// By button, `k` times the row of the inverse.
    pub(in crate::lights_out) rows: Vec<Vec<BigInt>>,
}

/// Returns the entries of `B`, row by row.
pub(in crate::lights_out) fn matrix(board: &Board) -> Vec<Vec<u8>> {
    let cells: Vec<Cell> = board.cells().collect();
    let mut rows = vec![vec![0; cells.len()]; cells.len()];
    for (button, &cell) in cells.iter().enumerate() {
        for light in board.reached(cell) {
            if let Ok(light) = cells.binary_search(&light) {
                rows[light][button] = 1;
            }
        }
    }
    rows
}

/// Inverts `B` without some buttons and the lights of the same numbers; `None` if the board is too large, `B` is not
/// symmetric or the part has no inverse.
pub(in crate::lights_out) fn inverse(board: &Board, left_out: &[usize]) -> Option<Inverse> {
    let size = board.size();
    if size > MAX_CELLS {
        return None;
    }
    let all = matrix(board);
    let symmetric = (0..size).all(|row| (0..row).all(|column| all[row][column] == all[column][row]));
    let kept: Vec<usize> = (0..size).filter(|cell| !left_out.contains(cell)).collect();
    let unit = |row: usize| kept.iter().map(move |&column| BigInt::from(u8::from(column == row)));
    let wide: Vec<Vec<BigInt>> = kept
        .iter()
        .map(|&row| kept.iter().map(|&column| BigInt::from(all[row][column])).chain(unit(row)).collect())
        .collect();
    let (determinant, adjugate) = invert(wide).filter(|_| symmetric)?;
    let divisor = adjugate.iter().flatten().fold(determinant.clone(), |divisor, entry| common(divisor, entry.clone()));
    let divisor =
        if (determinant.sign() == Sign::Minus) != (divisor.sign() == Sign::Minus) { -divisor } else { divisor };
    let rows = adjugate.iter().map(|row| row.iter().map(|entry| entry / &divisor).collect()).collect();
    Some(Inverse { k: &determinant / &divisor, kept, determinant, rows })
}

/// Returns the determinant and the adjugate of the left half of a matrix whose right half is the unit matrix, by
/// elimination without fractions (E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian
/// elimination", Mathematics of Computation 22, 1968); `None` if the determinant is 0.
fn invert(mut rows: Vec<Vec<BigInt>>) -> Option<(BigInt, Vec<Vec<BigInt>>)> {
    let size = rows.len();
    let (mut before, mut swapped) = (BigInt::from(1), false);
    for column in 0..size {
        let found = (column..size).find(|&row| rows[row][column].sign() != Sign::NoSign)?;
        swapped ^= found != column;
        rows.swap(column, found);
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(row, _)| row != column) {
            let factor = row[column].clone();
            for (entry, from) in row.iter_mut().zip(&pivot) {
                *entry = (&pivot[column] * &*entry - &factor * from) / &before;
            }
        }
        before = pivot[column].clone();
    }
    // The rows were swapped in both halves, so the right half is the adjugate up to the sign of the determinant.
    let sign = if swapped { BigInt::from(-1) } else { BigInt::from(1) };
    let adjugate =
        rows.into_iter().map(|row| row.into_iter().skip(size).map(|entry| entry * &sign).collect()).collect();
    Some((before * sign, adjugate))
}

/// Returns the greatest common divisor.
fn common(a: BigInt, b: BigInt) -> BigInt {
    let (mut a, mut b) = (a, b);
    while b.sign() != Sign::NoSign {
        let rest = &a % &b;
        (a, b) = (b, rest);
    }
    a
}

/// Formats `B` as a table.
pub(in crate::lights_out) fn matrix_table(board: &Board) -> String {
    let size = board.size();
    let head: String = (1..=size).map(|button| format!("\tx{button}")).collect();
    let row = |(light, row): (usize, &Vec<u8>)| {
        let entries: String = row.iter().map(|entry| format!("\t{entry}")).collect();
        format!("p{}{entries}\n", light + 1)
    };
    format!("B{head}\n{}", matrix(board).iter().enumerate().map(row).collect::<String>())
}

/// Formats `k` times the inverse as a table.
pub(in crate::lights_out) fn inverse_table(inverse: &Inverse) -> String {
    let head: String = inverse.kept.iter().map(|light| format!("\tp{}", light + 1)).collect();
    let row = |(button, row): (&usize, &Vec<BigInt>)| {
        let entries: String = row.iter().map(|entry| format!("\t{entry}")).collect();
        format!("x{}{entries}\n", button + 1)
    };
    let rows: String = inverse.kept.iter().zip(&inverse.rows).map(row).collect();
    format!("{} times the inverse{head}\n{rows}", inverse.k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_its_determinant() {
        // The first entry is 0, so rows are swapped.
        for (matrix, determinant) in [
            ([[0, 1, 1], [1, 0, 1], [1, 1, 1]], 1),
            ([[2, 1, 0], [1, 3, 1], [0, 1, 4]], 18),
            ([[0, 2, 1], [2, 0, 1], [1, 1, 0]], 4),
        ] {
            let unit = |row: usize| (0..3).map(move |column| BigInt::from(u8::from(column == row)));
            let wide = matrix
                .iter()
                .enumerate()
                .map(|(row, entries)| entries.iter().map(|&entry| BigInt::from(entry)).chain(unit(row)).collect());
            let (found, adjugate) = invert(wide.collect()).expect("it is invertible");
            assert_eq!(found, BigInt::from(determinant));
            for (row, entries) in matrix.iter().enumerate() {
                for column in [0, 1, 2] {
                    let sum: BigInt = (0..3).map(|i| BigInt::from(entries[i]) * &adjugate[i][column]).sum();
                    assert_eq!(sum, BigInt::from(if row == column { determinant } else { 0 }));
                }
            }
        }
        assert!(invert(vec![vec![BigInt::from(0), BigInt::from(1)]]).is_none());
    }
}
