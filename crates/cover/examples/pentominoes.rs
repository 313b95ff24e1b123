//! Counts the tilings of a 6 by 10 board by the twelve pentominoes: 2339, each turned and mirrored in four ways (C. B. Haselgrove
//! and J. Haselgrove, "A computer program for pentominoes", Eureka 23, 1960).

use boardwright_base::board::{Cell, shape::Shape};
use boardwright_cover::{ExactCover, Use};

const PIECES: [&[&str]; 12] = [
    &["_##", "##_", "_#_"],
    &["#####"],
    &["#___", "####"],
    &["_###", "##__"],
    &["##_", "###"],
    &["###", "_#_", "_#_"],
    &["#_#", "###"],
    &["#__", "#__", "###"],
    &["#__", "##_", "_##"],
    &["_#_", "###", "_#_"],
    &["_#__", "####"],
    &["##_", "_#_", "_##"],
];

fn main() {
    let mut cover = ExactCover::new();
    let cells: Vec<usize> = (0..60).map(|_| cover.item(1, 1)).collect();
    for drawing in PIECES {
        let piece = cover.item(1, 1);
        for (_, shape) in Shape::drawn(drawing).expect("it has cells").orientations(true, true) {
            for (row, column) in cells.iter().map(|cell| (cell / 10, cell % 10)) {
                if row + shape.height() <= 6 && column + shape.width() <= 10 {
                    let at = |cell: Cell| Use::of(cells[(row + cell.row) * 10 + column + cell.column]);
                    cover.option(shape.cells().iter().map(|&(cell, _)| at(cell)).chain([Use::of(piece)]));
                }
            }
        }
    }
    let count = cover.count().expect("it is small");
    println!("{count} = 4 * {}", &count / 4u32);
}
