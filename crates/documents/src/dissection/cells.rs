//! The cells of a board and the pieces that may cover them, for tables of what solutions have there.
//!
//! A value is a class of equal pieces, under the names of its pieces. Imports the instance and its classes.

use super::board::Board;
use super::class::classes;
use boardwright_base::board::Cell;
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer};

impl Cells for Board {
    fn sheet(&self) -> Sheet {
        let name = |index: &usize| self.pieces[*index].name.clone();
        let classes = classes(&self.pieces);
        let values = classes.iter().map(|class| class.pieces.iter().map(name).collect::<Vec<_>>().join("/"));
        let width = self.width();
        let places = (0..self.height() * width).map(|index| Cell::new(index / width, index % width));
        let cells = places.map(|place| self.colour(place).map(|_| self.named(place))).collect();
        let (height, width) = (self.named_height(), self.named_width());
        let layer = SheetLayer { name: "pieces".into(), values: values.collect(), cells };
        let pieces = classes.iter().map(|class| name(&class.pieces[0])).collect();
        Sheet { height, width, layers: vec![layer], lines: Vec::new(), pieces }
    }
}
