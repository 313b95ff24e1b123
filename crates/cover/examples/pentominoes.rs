//! Counts the tilings of a 6 by 10 board by the twelve pentominoes: 2339, each turned and mirrored in four ways (C. B. Haselgrove
//! and J. Haselgrove, "A computer program for pentominoes", Eureka 23, 1960).

use boardwright_base::board::shape::Shape;
use boardwright_cover::{ExactCover, Use};

const ROWS: usize = 6;
const COLUMNS: usize = 10;

fn main() {
    let pieces = [
        &["_##", "##_", "_#_"][..],
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
    let mut cover = ExactCover::new();
    let cells: Vec<usize> = (0..ROWS * COLUMNS).map(|_| cover.item(1, 1)).collect();
    for piece in pieces {
        let item = cover.item(1, 1);
        for (_, shape) in Shape::drawn(piece).expect("it has cells").orientations(true, true) {
            for row in 0..=ROWS.saturating_sub(shape.height()) {
                for column in 0..(COLUMNS + 1).saturating_sub(shape.width()) {
                    let at =
                        |cell: &boardwright_base::board::Cell| cells[(row + cell.row) * COLUMNS + column + cell.column];
                    let fits = row + shape.height() <= ROWS;
                    let uses = shape.cells().iter().map(|(cell, _)| Use::of(at(cell))).chain([Use::of(item)]);
                    fits.then(|| cover.option(uses));
                }
            }
        }
    }
    println!("{} = 4 x 2339", cover.count().expect("it is small"));
}
