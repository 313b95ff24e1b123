//! Small matrices modulo a prime, with rows as lists of residues: Gauss-Jordan elimination and its results.

/// Returns the inverse of a residue other than 0.
fn inverse(a: u8, prime: u8) -> u8 {
    (1..prime).find(|&b| u16::from(a) * u16::from(b) % u16::from(prime) == 1).unwrap_or(1)
}

/// Brings rows to reduced echelon form and returns the columns of their pivots, each 1 and alone in its column; rows
/// of zeros are dropped. Columns from `columns` on are transformed, too, but have no pivots.
pub(super) fn reduce(rows: &mut Vec<Vec<u8>>, columns: usize, prime: u8) -> Vec<usize> {
    let mut pivots = Vec::new();
    let modulus = u16::from(prime);
    for column in 0..columns {
        let top = pivots.len();
        let Some(found) = (top..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(top, found);
        let factor = u16::from(inverse(rows[top][column], prime));
        rows[top].iter_mut().for_each(|value| *value = (u16::from(*value) * factor % modulus) as u8);
        let pivot = rows[top].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(row, _)| row != top) {
            let factor = modulus - u16::from(row[column]);
            if factor < modulus {
                for (value, &from) in row.iter_mut().zip(&pivot) {
                    *value = ((u16::from(*value) + factor * u16::from(from)) % modulus) as u8;
                }
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    pivots
}

/// Returns the number of independent rows.
pub(super) fn rank(rows: &[Vec<u8>], prime: u8) -> usize {
    let columns = rows.first().map_or(0, Vec::len);
    reduce(&mut rows.to_vec(), columns, prime).len()
}

/// Returns the leftmost columns that are independent and span all columns.
pub(in crate::lights_out) fn leftmost(rows: &[Vec<u8>], prime: u8) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    reduce(&mut rows.to_vec(), columns, prime)
}

/// Returns the inverse of a square matrix of full rank.
pub(super) fn inverted(rows: &[Vec<u8>], prime: u8) -> Vec<Vec<u8>> {
    let size = rows.len();
    let mut wide: Vec<Vec<u8>> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| row.iter().copied().chain((0..size).map(|column| u8::from(column == index))).collect())
        .collect();
    reduce(&mut wide, size, prime);
    wide.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let rows = vec![vec![1, 2, 0], vec![0, 1, 4], vec![5, 6, 0]];
        let inverse = inverted(&rows, 7);
        for (i, row) in rows.iter().enumerate() {
            let product =
                |j: usize| row.iter().zip(&inverse).map(|(&a, b)| u32::from(a) * u32::from(b[j])).sum::<u32>();
            assert_eq!([0, 1, 2].map(|j| product(j) % 7), [0, 1, 2].map(|j| u32::from(i == j)));
        }
        assert_eq!(rank(&rows, 7), 3);
    }

    #[test]
    fn rank_and_leftmost_columns() {
        // The third row is the sum of the others modulo 2, but not modulo 3.
        let rows = vec![vec![0, 1, 1, 0], vec![0, 1, 1, 1], vec![0, 0, 0, 1]];
        assert_eq!((rank(&rows, 2), leftmost(&rows, 2)), (2, vec![1, 3]));
        let rows = vec![vec![1, 1, 0], vec![0, 1, 1], vec![1, 0, 1]];
        assert_eq!((rank(&rows, 2), rank(&rows, 3)), (2, 3));
    }
}
