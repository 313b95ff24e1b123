//! The symmetries of a Lights Out: the turns, flips and, on a torus, shifts that keep the lights and the reach of
//! every button.
//!
//! A reach whose steps are the same after a turn is kept, wherever the button is. Another reach may be kept, too:
//! steps that lead off the board, or around a narrow torus to the same light, do not count; then every button is
//! compared.

use super::board::Board;
use super::reach::Reach;
use boardwright_base::board::Cell;
use boardwright_base::board::symmetry::{Frame, Group, Motion, NamedPermutation, Permutation, symmetries};
use boardwright_base::board::tiling::{Isometry, Tiling, group_symbol};
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};

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
        if matches!(self.tiling, Tiling::Hexagons(_) | Tiling::Triangles { .. }) {
            return Ok(of_tiling(self));
        }
        let frame = if self.wrap { Frame::torus(height, width) } else { Frame::flat(height, width, self.cells()) };
        let places = (0..height * width).map(|index| Cell::new(index / width, index % width));
        let picture: Vec<u32> =
            places.map(|cell| if self.has(cell) { 1 + u32::from(self.state(cell)) } else { 0 }).collect();
        Ok(symmetries(&frame, &picture, |motion, by| keeps_reach(self, motion, &by).then_some(by))?)
    }
}

/// Returns the turns and mirror images of a board of hexagons or triangles that keep the lights and the reach.
fn of_tiling(board: &Board) -> Group {
    let width = board.width();
    let cells: Vec<Cell> = board.cells().collect();
    let mut elements: Vec<NamedPermutation> = Vec::new();
    let mut kept: Vec<Isometry> = Vec::new();
    for (isometry, images) in board.tiling.isometries(&cells) {
        let mut places: Vec<usize> = (0..board.height() * width).collect();
        for (cell, image) in cells.iter().zip(&images) {
            places[cell.row * width + cell.column] = image.row * width + image.column;
        }
        let same_states = cells.iter().zip(&images).all(|(&cell, &image)| board.state(cell) == board.state(image));
        let Some(permutation) = Permutation::new(places).filter(|_| same_states) else { continue };
        // On a single row, a flip may look like a turn.
        let is_known = elements.iter().any(|element| element.permutation == permutation);
        if !is_known && keeps_listed(board, &permutation) {
            elements.push(NamedPermutation { name: isometry.name.clone(), permutation });
            kept.push(isometry);
        }
    }
    let symbol = group_symbol(&board.tiling, &kept.iter().collect::<Vec<_>>());
    Group::of_listed(elements, &symbol, "")
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
    same_steps || motion.is_identity() || keeps_listed(board, by)
}

/// Checks whether the image of a button changes the images of its lights.
fn keeps_listed(board: &Board, by: &Permutation) -> bool {
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
    board.cells().all(same_lights)
}
