//! The symmetries of a Knightdoku: the turns and flips that keep its clues and its rows, columns and blocks.
//!
//! Every leaper moves symmetrically in all directions. Blocks that are not square do not survive a quarter turn,
//! unless they are whole lines: a symmetry must keep the sets of cells with their numbers of knights.

use super::{Board, Given, Knights};
use boardwright_base::board::symmetry::{Frame, Group, Permutation, symmetries};
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use std::collections::BTreeSet;

impl Symmetry for Board {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        if colours {
            return Err(NoSymmetries::NoColours);
        }
        let side = self.side;
        let picture: Vec<u32> = self
            .cells()
            .map(|cell| match self.given(cell) {
                Given::Nothing => 0,
                Given::NoKnight => 1,
                Given::Knight => 2,
                Given::Count(count) => 3 + count as u32,
            })
            .collect();
        let sets: Vec<(Knights, Vec<usize>)> = self
            .sets()
            .into_iter()
            .map(|(_, _, number, cells)| (number, cells.iter().map(|cell| cell.row * side + cell.column).collect()))
            .collect();
        let moved = |by: &Permutation| -> BTreeSet<(Knights, Vec<usize>)> {
            let set = |(number, cells): &(Knights, Vec<usize>)| {
                let mut cells: Vec<usize> = cells.iter().map(|&cell| by.image(cell)).collect();
                cells.sort_unstable();
                (*number, cells)
            };
            sets.iter().map(set).collect()
        };
        let all = moved(&Permutation::identity(side * side));
        Ok(symmetries(&Frame::flat(side, side, self.cells()), &picture, |_, by| (moved(&by) == all).then_some(by))?)
    }
}
