//! The symmetries of a grid: turns, flips and, on a torus, shifts that keep its cells, what is given and printed, and what
//! its rules say; and where they take cells and lines.
//!
//! A symmetry maps sets to sets. It is accepted when the rules for the images are equivalent, even by another rule: a
//! flip maps the pairs with `<` between them to those with `>`, and *increasing* to *increasing, read backwards*,
//! which is *decreasing*. Numbers have to be mapped to equal numbers; marks that only locate sets need not. This is
//! cautious: a symmetry that the comparison of sets does not prove is not used.

mod automorphisms;
mod isometries;
mod line_table;
mod motions;
mod signatures;
mod turned;

pub(super) use self::line_table::LineTable;

use self::signatures::{Signatures, printed};
use super::Grid;
use crate::board::symmetry::{Frame, Group, Permutation, symmetries};
use crate::board::tiling::Tiling;
use crate::puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use std::cell::LazyCell;

impl Symmetry for Grid {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        if colours {
            return Err(NoSymmetries::NoColours);
        }
        let topology = &self.symbols.topology;
        match topology.tiling {
            Tiling::Square => {}
            Tiling::Graph(_) => return automorphisms::symmetries(self),
            _ => return isometries::symmetries(self),
        }
        let frame = match topology.wrap {
            true if topology.cells.len() == topology.height * topology.width => {
                Frame::torus(topology.height, topology.width)
            }
            true => return Err(NoSymmetries::TorusWithHoles),
            false => Frame::flat(topology.height, topology.width, topology.cells.iter().copied()),
        };
        let signatures = Signatures::new(self);
        // Most puzzles have no motion that keeps what is printed: then no signature is needed.
        let known = LazyCell::new(|| signatures.of_all(None));
        Ok(symmetries(&frame, &printed(self), |_, by| {
            turned::keeps(self, by) && signatures.of_all(Some(by)) == *known
        })?)
    }

    fn cell(&self, cell: usize, by: &Permutation) -> usize {
        let topology = &self.symbols.topology;
        let image = self.line_table().moved(topology.cells[cell], by);
        topology.id(image).expect("a symmetry maps cells to cells")
    }

    fn value(&self, value: usize, by: &Permutation) -> usize {
        turned::value(self, value, by)
    }

    fn line(&self, line: usize, by: &Permutation) -> Option<usize> {
        self.line_table().image(line, by)
    }
}
