//! The symmetries of a grid: turns, flips and, on a torus, shifts that keep its cells, what is given and printed, and what
//! its rules say; and where they take cells and lines.
//!
//! A symmetry maps sets to sets. It is accepted when the rules for the images are equivalent, even by another rule: a
//! flip maps the pairs with `<` between them to those with `>`, and *increasing* to *increasing, read backwards*,
//! which is *decreasing*. Numbers have to be mapped to equal numbers; marks that only locate sets need not. This is
//! cautious: a symmetry that the comparison of sets does not prove is not used.

mod automorphisms;
mod isometries;
mod motions;
mod points;
mod signatures;
mod turned;

use self::signatures::{Signatures, printed};
use super::Grid;
use crate::symbols::SymbolTable;
use boardwright_base::board::symmetry::{Frame, Group, Motion, Permutation, symmetries};
use boardwright_base::board::tiling::Tiling;
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};
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
        Ok(symmetries(&frame, &printed(self), |motion, places| {
            let lines = lines(&self.symbols, &frame, motion, &places)?;
            let by = points::joined(&places, &lines, &turned::images(self, motion)?)?;
            (motion.is_identity() || signatures.of_all(Some(&by)) == *known).then_some(by)
        })?)
    }

    fn cell(&self, cell: usize, by: &Permutation) -> usize {
        let topology = &self.symbols.topology;
        let image = points::place(&self.symbols, topology.cells[cell], by);
        topology.id(image).expect("a symmetry maps cells to cells")
    }

    fn value(&self, value: usize, by: &Permutation) -> usize {
        points::value(&self.symbols, value, by)
    }

    fn line(&self, line: usize, by: &Permutation) -> Option<usize> {
        Some(points::line(&self.symbols, line, by))
    }
}

/// Returns the images of the lines of a board of squares; `None` if one goes where no line is possible.
fn lines(symbols: &SymbolTable, frame: &Frame, motion: &Motion, places: &Permutation) -> Option<Vec<usize>> {
    match &symbols.lines {
        None => Some(Vec::new()),
        Some(lines) if lines.through_cells() => points::links(lines, symbols, places),
        Some(lines) => points::lines(lines, |corner| frame.corner(motion, lines.points[corner])),
    }
}
