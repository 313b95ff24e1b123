//! Solves a matrix: rows such that each column has exactly one 1. The matrix is the example of D. E. Knuth, "Dancing links", 2000,
//! with the solution of rows 1, 4 and 5; here the first row is row 0.

use boardwright_cover::{ExactCover, Use};

fn main() {
    let matrix = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let mut cover = ExactCover::new();
    let columns: Vec<usize> = (0..7).map(|_| cover.item(1, 1)).collect();
    for row in matrix {
        cover.option(columns.iter().filter(|&&column| &row[column..=column] == "1").map(|&column| Use::of(column)));
    }
    cover.solutions().expect("it is small").for_each(|rows| println!("{rows:?}"));
}
