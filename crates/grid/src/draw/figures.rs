//! Figures instead of texts, small circles, and the rim of a board that is not printed.

use super::{Drawing, Role, tiles};
use crate::symbols::Drawn;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Figure, Mark, Square};
use boardwright_base::board::signs::ways;
use boardwright_base::board::tiling::Tiling;
use std::cmp::Ordering;
use std::collections::BTreeSet;

impl Drawing<'_> {
    /// Returns the figure of a cell: that of its text, or a circle around the marks of a picture.
    pub(super) fn figure(&self, square: &Square, at: Cell) -> Option<Figure> {
        let symbols = &self.grid.symbols;
        if let Some(tile) = tiles::figure(symbols, &square.text) {
            return Some(tile);
        }
        let of = |name: &str| match symbols.figures.get(name) {
            Some(Drawn::Figure(figure)) => Some(*figure),
            _ => None,
        };
        let half = match square.text.as_str() {
            "\u{25e4}" => Some(Figure::Half(0)),
            "\u{25e5}" => Some(Figure::Half(1)),
            "\u{25e2}" => Some(Figure::Half(2)),
            "\u{25e3}" => Some(Figure::Half(3)),
            "/" => Some(Figure::Rising),
            "\\" => Some(Figure::Falling),
            text => ways(text).filter(|_| !self.turns).map(Figure::Ways),
        };
        let around = symbols.pictures.iter().enumerate().find_map(|(index, picture)| {
            let is_shown = self.roles[index] != Role::Hidden && symbols.mark(index, at).is_some();
            of(&picture.name).filter(|_| is_shown && !square.text.is_empty())
        });
        let is_free = square.mark == Mark::None;
        half.or_else(|| of(&square.text)).filter(|_| is_free).or(around)
    }

    /// Returns whether the solution has other lines at a cell than a sign there shows: tiles were turned, and signs are not drawn.
    pub(super) fn turns(&self) -> bool {
        let symbols = &self.grid.symbols;
        let Some((lines, position)) = symbols.lines.as_ref().zip(self.position) else { return false };
        let mut leads: BTreeSet<((usize, usize), usize)> = BTreeSet::new();
        for [a, b] in self.strokes(lines, position) {
            for (from, to) in [(a, b), (b, a)] {
                let side = match (from.0.cmp(&to.0), from.1.cmp(&to.1)) {
                    (Ordering::Greater, _) => 0,
                    (Ordering::Less, _) => 2,
                    (Ordering::Equal, Ordering::Less) => 1,
                    (Ordering::Equal, _) => 3,
                };
                leads.insert((from, side));
            }
        }
        let differs = |(picture, at): (usize, Cell)| {
            let shown = symbols.mark(picture, at).and_then(|mark| ways(&mark.text));
            let middle = (2 * at.row + 1, 2 * at.column + 1);
            shown.is_some_and(|ways| (0..4).any(|side| ways[side] != leads.contains(&(middle, side))))
        };
        let shown = (0..symbols.pictures.len()).filter(|&picture| self.roles[picture] != Role::Hidden);
        shown.flat_map(|picture| symbols.topology.places().map(move |at| (picture, at))).any(differs)
    }

    /// Returns whether a mark or a value is drawn as a shaded cell.
    pub(super) fn is_shade(&self, text: &str) -> bool {
        self.grid.symbols.figures.get(text) == Some(&Drawn::Shade)
    }

    /// Returns whether a picture of marks on cells and beside them has one here.
    pub(super) fn is_anywhere(&self, at: Cell) -> bool {
        let symbols = &self.grid.symbols;
        let is_one = |name: &str| symbols.anywhere.iter().any(|picture| picture.name == name);
        let mut pictures = symbols.pictures.iter().enumerate();
        pictures.any(|(index, picture)| is_one(&picture.name) && symbols.mark(index, at).is_some())
    }

    /// Returns whether a cell is at the edge of the array.
    pub(super) fn is_outermost(&self, at: Cell) -> bool {
        let topology = &self.grid.symbols.topology;
        at.row == 0 || at.column == 0 || at.row + 1 == topology.height || at.column + 1 == topology.width
    }

    /// Returns whether all outermost cells are given with one value, without marks: `#`, which other cells are not all given, or a value
    /// that no other cell is given.
    pub(super) fn rim(&self) -> bool {
        let symbols = &self.grid.symbols;
        let topology = &symbols.topology;
        let Some(layer) = self.layers.first().map(|&layer| &symbols.layers[layer]) else { return false };
        let given = |at: Cell| topology.id(at).and_then(|cell| layer.given[cell]).map(|(value, _)| value);
        let Some(value) = given(Cell::new(0, 0)) else { return false };
        let is_bare = |at: Cell| (0..symbols.pictures.len()).all(|picture| symbols.mark(picture, at).is_none());
        let (outer, inner): (Vec<Cell>, Vec<Cell>) = topology.places().partition(|&at| self.is_outermost(at));
        let has_value = |at: &Cell| given(*at) == Some(value);
        topology.tiling == Tiling::Square
            && topology.height > 2
            && topology.width > 2
            && outer.iter().all(|at| has_value(at) && is_bare(*at))
            && match layer.values[value].as_str() {
                "#" => !inner.iter().all(has_value),
                "." => false,
                _ => !inner.iter().any(has_value),
            }
    }
}
