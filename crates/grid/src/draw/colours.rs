//! The colours that a model has for its drawing: of cells, and of figures under what is on them.

use super::{Drawing, Role};
use crate::symbols::Drawn;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Figure, Under};

impl Drawing<'_> {
    /// Returns the tint of a cell: that of the first picture, or the first mark, with a colour.
    pub(super) fn tint(&self, at: Cell) -> Option<[u8; 3]> {
        let symbols = &self.grid.symbols;
        let mut shown =
            symbols.pictures.iter().zip(&self.roles).enumerate().filter(|(_, (_, role))| **role != Role::Hidden);
        shown.find_map(|(index, (picture, _))| {
            let mark = symbols.mark(index, at)?;
            let of_mark = || symbols.colours.get(&mark.text).filter(|_| self.filled(&mark.text).is_none());
            symbols.colours.get(&picture.name).or_else(of_mark).copied()
        })
    }

    /// Returns the figure and its colour of a mark that has both: it lies under the number of its cell.
    pub(super) fn filled(&self, mark: &str) -> Option<(Figure, [u8; 3])> {
        let symbols = &self.grid.symbols;
        match symbols.figures.get(mark) {
            Some(Drawn::Figure(figure)) => symbols.colours.get(mark).map(|colour| (*figure, *colour)),
            _ => None,
        }
    }

    /// Returns the filled figure under the contents of a cell.
    pub(super) fn under(&self, at: Cell) -> Option<Under> {
        let symbols = &self.grid.symbols;
        let mut shown = (0..self.roles.len()).filter(|&picture| self.roles[picture] != Role::Hidden);
        shown.find_map(|picture| {
            let mark = symbols.mark(picture, at)?;
            let (figure, colour) = self.filled(&mark.text)?;
            Some(Under { figure, colour, text: mark.text.clone() })
        })
    }
}
