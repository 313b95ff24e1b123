//! The decision variables of a formulation, by what they decide: the one map between a board and its variables.
//!
//! Three things follow from it: the board that an assignment describes ([`Decisions::board`]), the action of a symmetry on
//! the variables ([`Decisions::action`]), and with that the branches, fixed problems and symmetry-breaking constraints of
//! `constraint::symmetric`. What a symmetry does to a cell, a value or a line is what the family's
//! [`Symmetry`] says, the same that maps its solutions.
//!
//! Some formulations decide placements instead of cells: where a piece of a dissection lies, which listed codes make a
//! partition, which cells a move of an alternation takes the block from and to. Two have no map. In a partition by `balls`, the
//! number of a code's image depends on its words; in `chased`, a symmetry maps unknown buttons to determined ones.
//!
//! May import `board`, `constraint`, `solution` and the capability `symmetry`. Start with [`Decisions`].

use super::capability::symmetry::Symmetry;
use crate::solution::Candidate;
use boardwright_base::board::shape::Orientation;
use boardwright_base::board::symmetry::Permutation;
use boardwright_ir::constraint::symmetric::Action;
use boardwright_ir::constraint::{Assignment, Literal, Problem};
use std::collections::HashMap;

/// The decision variables of a problem, in the shape of a [`Candidate`].
#[derive(Debug, Default)]
pub struct Decisions {
    /// By layer, cell and value: the literal that is true if the cell has the value. A cell without literals has the value 0.
    pub layers: Vec<Vec<Vec<Literal>>>,
    /// By line: the literal that is true if the line is there.
    pub lines: Vec<Literal>,
    /// The placements that are decided.
    pub placements: Vec<Placeable>,
}

/// A placement that is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeable {
    /// The number of what is placed; a symmetry maps it by [`Symmetry::class`].
    pub class: usize,
    /// What is placed.
    pub kind: PlaceableKind,
    /// The cells that it covers, ascending.
    pub cells: Vec<usize>,
    /// The literal that is true if it is placed there.
    pub literal: Literal,
}

/// What a placement places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceableKind {
    /// A piece of the class, whose name the sheet has ([`crate::capability::cells::Sheet::pieces`]).
    Piece(Orientation),
    /// A code: its cells are words of this length.
    Code {
        /// The number of bits.
        length: usize,
    },
    /// A block of a line.
    Block,
}

impl Decisions {
    /// Returns the decisions of a board of one layer, by cell and value.
    pub fn layer(cells: Vec<Vec<Literal>>) -> Decisions {
        Decisions { layers: vec![cells], ..Decisions::default() }
    }

    /// Returns the value of each cell of a layer in an assignment; `None` if it has no value.
    pub fn values(&self, layer: usize, assignment: &Assignment) -> impl Iterator<Item = Option<usize>> {
        self.layers[layer].iter().map(|own| own.iter().position(|&literal| assignment.satisfies(literal)))
    }

    /// Returns the layers and the lines that an assignment describes.
    pub fn board(&self, assignment: &Assignment) -> Candidate {
        let layer = |layer| self.values(layer, assignment).map(|value| value.unwrap_or(0) as u16).collect();
        Candidate {
            layers: (0..self.layers.len()).map(layer).collect(),
            lines: self.lines.iter().map(|&line| assignment.satisfies(line)).collect(),
            ..Candidate::default()
        }
    }

    /// Returns the action of a symmetry on the variables of the problem, or `None` if the image of a decision is not a
    /// decision.
    pub fn action(&self, problem: &Problem, family: &dyn Symmetry, by: &Permutation) -> Option<Action> {
        let mut pairs: Vec<(Literal, Literal)> = Vec::new();
        for layer in &self.layers {
            for (cell, own) in layer.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
                let image = layer.get(family.cell(cell, by))?;
                for (value, &literal) in own.iter().enumerate() {
                    pairs.push((literal, *image.get(family.value(value, by))?));
                }
            }
        }
        for (line, &literal) in self.lines.iter().enumerate() {
            pairs.push((literal, *self.lines.get(family.line(line, by)?)?));
        }
        let literals: HashMap<(usize, &[usize]), Literal> =
            self.placements.iter().map(|placed| ((placed.class, &placed.cells[..]), placed.literal)).collect();
        for placed in &self.placements {
            let mut cells: Vec<usize> = placed.cells.iter().map(|&cell| family.cell(cell, by)).collect();
            cells.sort_unstable();
            pairs.push((placed.literal, *literals.get(&(family.class(placed.class, by), &cells[..]))?));
        }
        Action::new(problem, &pairs)
    }
}
