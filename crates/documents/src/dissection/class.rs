//! Classes of interchangeable pieces, and the placements of each.

use crate::dissection::Board;
use crate::dissection::piece::Piece;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Orientation, Shape};
use boardwright_ir::constraint::BoolVar;
use boardwright_puzzle::solution::Placement;
use std::collections::HashMap;

/// Pieces of the same shape, up to the permitted turns and flips.
pub(super) struct Class {
    /// Their indices among the pieces, ascending; at least one.
    pub(super) pieces: Vec<usize>,
    /// The variable, the orientation and the cells of every placement.
    pub(super) placements: Vec<(BoolVar, Orientation, Vec<Cell>)>,
}

impl Class {
    /// The fewest placements.
    pub(super) fn least(&self, board: &Board) -> usize {
        self.pieces.iter().map(|&index| board.pieces[index].min).sum()
    }

    /// The most placements; `None`: any number.
    pub(super) fn most(&self, board: &Board) -> Option<usize> {
        self.pieces.iter().map(|&index| board.pieces[index].max).sum()
    }
}

/// Groups the pieces, in the order of the first of each class.
pub(super) fn classes(pieces: &[Piece]) -> Vec<Class> {
    let mut by_kind: HashMap<&Shape, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let class = *by_kind.entry(piece.kind()).or_insert(classes.len());
        match classes.get_mut(class) {
            Some(class) => class.pieces.push(index),
            None => classes.push(Class { pieces: vec![index], placements: Vec::new() }),
        }
    }
    classes
}

/// Returns the orientations of a piece that cover the same cells, with different colours.
pub(super) struct Outline<'a> {
    pub(super) orientations: Vec<&'a (Orientation, Shape)>,
}

pub(super) fn outlines(piece: &Piece) -> Vec<Outline<'_>> {
    let mut outlines: Vec<Outline<'_>> = Vec::new();
    for orientation in &piece.orientations {
        let same = |outline: &&mut Outline<'_>| {
            let cells =
                |(_, shape): &'_ (Orientation, Shape)| shape.cells().iter().map(|&(cell, _)| cell).collect::<Vec<_>>();
            let same_places = outline.orientations[0].1.may_lie_at(0, 0) == orientation.1.may_lie_at(0, 0);
            same_places && cells(outline.orientations[0]) == cells(orientation)
        };
        match outlines.iter_mut().find(same) {
            Some(outline) => outline.orientations.push(orientation),
            None => outlines.push(Outline { orientations: vec![orientation] }),
        }
    }
    outlines
}

impl<'a> Outline<'a> {
    /// Returns the places on the board where it fits, from top left to bottom right: the first orientation whose
    /// colours match, and the cells.
    pub(super) fn placements(&self, board: &'a Board) -> impl Iterator<Item = (Orientation, Vec<Cell>)> {
        let (_, shape) = self.orientations[0];
        let rows = (board.height() + 1).saturating_sub(shape.height());
        let columns = (board.width() + 1).saturating_sub(shape.width());
        let corners = (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row, column)));
        corners.filter(|corner| shape.may_lie_at(corner.row, corner.column)).filter_map(|corner| {
            let fits =
                |(_, shape): &&&(Orientation, Shape)| at(shape, corner).all(|(cell, colour)| board.takes(cell, colour));
            let (orientation, shape) = self.orientations.iter().find(fits)?;
            Some((*orientation, at(shape, corner).map(|(cell, _)| cell).collect()))
        })
    }
}

/// Returns the cells of a shape whose rectangle has its top left corner there.
pub(super) fn at(shape: &Shape, corner: Cell) -> impl Iterator<Item = (Cell, Colour)> {
    let cells = shape.cells().iter();
    cells.map(move |&(cell, colour)| (Cell::new(corner.row + cell.row, corner.column + cell.column), colour))
}

/// Returns the chosen placements of a class, named: in reading order, first the copies of its first piece, and so on.
/// Each piece has its fewest copies; further copies go to the first pieces that may have more.
pub(super) fn named(board: &Board, class: &Class, mut chosen: Vec<Vec<Cell>>) -> Vec<Placement> {
    chosen.sort_unstable();
    let mut spare = chosen.len().saturating_sub(class.least(board));
    let mut chosen = chosen.into_iter();
    let mut placed = Vec::new();
    for &index in &class.pieces {
        let piece = &board.pieces[index];
        let more = piece.max.map_or(spare, |max| spare.min(max - piece.min));
        spare -= more;
        for (copy, cells) in chosen.by_ref().take(piece.min + more).enumerate() {
            placed.push(Placement { piece: index, copy: copy + 1, cells });
        }
    }
    placed
}

impl Board {
    /// Checks whether there is a cell on which a cell of this colour may lie.
    fn takes(&self, cell: Cell, colour: Colour) -> bool {
        self.colour(cell).is_some_and(|ground| colour.matches(ground))
    }
}
