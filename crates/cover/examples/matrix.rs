//! Solves a matrix: rows such that each column has exactly one 1. The matrix is the example of D. E. Knuth, "Dancing links", 2000.

use boardwright_cover::{ExactCover, Use};

fn main() {
    let matrix = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let mut cover = ExactCover::new();
    let columns: Vec<usize> = matrix[0].chars().map(|_| cover.item(1, 1)).collect();
    for row in matrix {
        cover
            .option(columns.iter().zip(row.chars()).filter(|(_, bit)| *bit == '1').map(|(&column, _)| Use::of(column)));
    }
    for solution in cover.solutions().expect("it is small") {
        println!("{:?}", solution.iter().map(|&row| matrix[row]).collect::<Vec<_>>());
    }
}
