//! The symmetries of a Lights Out: the turns, flips and, on a torus, shifts that keep the lights and the reach of
//! every button.
//!
//! A reach whose steps are the same after a turn is kept, wherever the button is. Another reach may be kept, too:
//! steps that lead off the board, or around a narrow torus to the same light, do not count; then every button is
//! compared.

use super::board::Board;
use super::reach::Reach;
use crate::board::Cell;
use crate::board::symmetry::{Frame, Group, Motion, Permutation, symmetries};
use crate::puzzle::capability::symmetry::{NoSymmetries, Symmetry};

/// The most cells for which permutations are made.
const MAX_PLACES: usize = 1_000_000;

impl Symmetry for Board {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        if colours {
            return Err(NoSymmetries::NoColours);
        }
        let (height, width) = (self.height(), self.width());
        if height * width > MAX_PLACES {
            return Err(NoSymmetries::TooManyCells { most: MAX_PLACES });
        }
        let frame = if self.wrap { Frame::torus(height, width) } else { Frame::flat(height, width, self.cells()) };
        let places = (0..height * width).map(|index| Cell::new(index / width, index % width));
        let picture: Vec<u32> =
            places.map(|cell| if self.has(cell) { 1 + u32::from(self.state(cell)) } else { 0 }).collect();
        Ok(symmetries(&frame, &picture, |motion, by| keeps_reach(self, motion, by))?)
    }
}

fn keeps_reach(board: &Board, motion: &Motion, by: &Permutation) -> bool {
    let same_steps = match &board.reach {
        Reach::RowAndColumn => true,
        Reach::Each(_) => false,
        Reach::Steps(steps) => {
            let mut turned: Vec<(i64, i64)> = steps.iter().map(|&step| motion.step(step)).collect();
            turned.sort_unstable();
            turned == *steps
        }
    };
    let width = board.width();
    let image = |cell: Cell| {
        let image = by.image(cell.row * width + cell.column);
        Cell::new(image / width, image % width)
    };
    let same_lights = |button: Cell| {
        let mut reached: Vec<Cell> = board.reached(button).into_iter().map(image).collect();
        reached.sort_unstable();
        reached == board.reached(image(button))
    };
    same_steps || board.cells().all(same_lights)
}
