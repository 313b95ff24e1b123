//! The pieces of rules such as a fleet, in panels beside an unsolved puzzle: as many copies as the rule requires.

use crate::Grid;
use crate::rule::Rule;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Panel, Square};
use boardwright_base::board::shape::Shape;

/// The most pieces of a panel.
const MAX_DRAWN_PIECES: usize = 60;

/// Returns a panel for each rule that requires pieces, with the name of the rule.
pub(super) fn panels(grid: &Grid) -> Vec<Panel> {
    let topology = &grid.symbols.topology;
    let shown = grid.rules.iter().filter(|rule| grid.symbols.shows(&rule.name));
    let of = |rule: &Rule| {
        let pieces: Vec<&Shape> = rule
            .conditions
            .iter()
            .flat_map(|condition| condition.pieces())
            .flat_map(|(shape, copies)| std::iter::repeat_n(shape, copies.min(MAX_DRAWN_PIECES + 1)))
            .collect();
        let rows = if pieces.len() <= MAX_DRAWN_PIECES { laid_out(&pieces, topology.width) } else { Vec::new() };
        // Its rows are none of the board.
        (!rows.is_empty()).then(|| Panel { title: rule.name.clone(), rows, top: topology.height, ..Panel::default() })
    };
    shown.filter_map(of).collect()
}

/// Lays pieces out in rows of about this width, with a place between them.
fn laid_out(pieces: &[&Shape], width: usize) -> Vec<Vec<Square>> {
    let width = pieces.iter().map(|piece| piece.width()).fold(width, usize::max);
    let (mut rows, mut top, mut left, mut height): (Vec<Vec<Square>>, _, _, _) = (Vec::new(), 0, 0, 0);
    for (number, piece) in pieces.iter().enumerate() {
        if left > 0 && left + piece.width() > width {
            (top, left, height) = (top + height + 1, 0, 0);
        }
        height = height.max(piece.height());
        while rows.len() < top + height {
            rows.push(vec![Square::hole(); width]);
        }
        for (Cell { row, column }, _) in piece.cells() {
            rows[top + row][left + column] = Square::new(number);
        }
        left += piece.width() + 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: &[Vec<Square>]) -> Vec<String> {
        let cell = |square: &Square| square.region.map_or('.', |region| char::from(b'0' + region as u8));
        rows.iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    #[test]
    fn pieces_are_apart_and_no_row_is_wider_than_the_board() {
        let corner = Shape::drawn(&["#_", "##"]).expect("it has cells");
        let bar = Shape::drawn(&["###"]).expect("it has cells");
        let found = laid_out(&[&corner, &corner, &bar], 6);
        assert_eq!(drawn(&found), ["0..1..", "00.11.", "......", "222..."]);
    }
}
