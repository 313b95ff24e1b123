//! The cells and lines of a grid by name and place.

use super::Grid;
use super::draw::stroke;
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer, SheetLine};

impl Cells for Grid {
    fn sheet(&self) -> Sheet {
        let symbols = &self.symbols;
        let topology = &symbols.topology;
        let layer = |layer: &super::symbols::Layer| SheetLayer {
            name: layer.called().to_string(),
            values: layer.values.clone(),
            cells: topology.cells.iter().zip(&layer.is_held).map(|(&cell, is_held)| is_held.then_some(cell)).collect(),
        };
        let lines = symbols.lines.iter().flat_map(|lines| {
            (0..lines.lines.len()).map(move |index| SheetLine {
                ends: lines.lines[index].ends.map(|point| lines.points[point]),
                strokes: stroke(lines, index),
            })
        });
        Sheet {
            height: topology.height,
            width: topology.width,
            layers: symbols.layers.iter().map(layer).collect(),
            lines: lines.collect(),
            pieces: Vec::new(),
        }
    }
}
