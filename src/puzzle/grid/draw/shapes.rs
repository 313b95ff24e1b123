//! Boards that are not of squares: the outlines of hexagons, triangles and vertices, and the levels of cubes side by side.

use crate::board::Cell;
use crate::board::picture::{OutlineShape, Outlines, Panel};
use crate::board::tiling::{Outline, Tiling};
use crate::puzzle::grid::position::Position;
use crate::puzzle::grid::symbols::SymbolTable;

/// Returns the outlines of cells that are no squares.
pub(super) fn outlines(symbols: &SymbolTable) -> Option<Outlines> {
    let topology = &symbols.topology;
    let shape = match topology.tiling {
        Tiling::Square | Tiling::Cubes { .. } => return None,
        Tiling::Hexagons(_) => OutlineShape::Hexagons,
        Tiling::Triangles { .. } => OutlineShape::Triangles,
        Tiling::Graph(_) => OutlineShape::Circles,
        Tiling::Polygons(_) => OutlineShape::Polygons,
    };
    let row = |row: usize| -> Vec<Outline> {
        (0..topology.width).map(|column| topology.tiling.outline(Cell::new(row, column))).collect()
    };
    let cells: Vec<Vec<Outline>> = (0..topology.height).map(row).collect();
    let edges = match topology.tiling {
        Tiling::Graph(_) => topology.pairs(&topology.tiling.sides()),
        _ => Vec::new(),
    };
    let centre = |cell: usize| topology.tiling.outline(topology.cells[cell]).centre;
    let edges = edges.into_iter().map(|pair| pair.map(centre)).collect();
    Some(Outlines { shape, unit: topology.tiling.unit(), cells, edges })
}

/// Returns a panel for each level; lines between levels are arrows up (to the previous level) and down in both cells.
pub(super) fn levels(
    symbols: &SymbolTable,
    position: Option<&Position<'_>>,
    mut panel: Panel,
    rows: usize,
) -> Vec<Panel> {
    let topology = &symbols.topology;
    let mut strokes = vec![Vec::new(); topology.height / rows];
    let lines = symbols.lines.as_ref().zip(position);
    let there = lines.iter().flat_map(|(lines, position)| {
        (0..lines.lines.len()).filter(|&line| position.lines[line]).map(|line| lines.lines[line].ends)
    });
    for ends in there {
        let [a, b] = ends.map(|cell| topology.cells[cell]);
        let levels = [a.row / rows, b.row / rows];
        if levels[0] == levels[1] {
            strokes[levels[0]].push([a, b].map(|at| topology.tiling.outline(at).centre));
            continue;
        }
        for (from, sign) in [
            (a, if levels[0] < levels[1] { "\u{2193}" } else { "\u{2191}" }),
            (b, if levels[0] < levels[1] { "\u{2191}" } else { "\u{2193}" }),
        ] {
            panel.rows[from.row][from.column].corner.push_str(sign);
        }
    }
    let margins = std::mem::take(&mut panel.margins);
    let mut found = Vec::new();
    for (level, strokes) in strokes.into_iter().enumerate() {
        let of = level * rows..(level + 1) * rows;
        let beside = |texts: &[Vec<String>]| texts.get(of.clone()).map_or(Vec::new(), <[Vec<String>]>::to_vec);
        let mut part = panel.clone();
        part.title = format!("Level {}", level + 1);
        part.top = of.start;
        part.rows = panel.rows[of.clone()].to_vec();
        part.strokes = strokes;
        part.margins.left = beside(&margins.left);
        part.margins.right = beside(&margins.right);
        found.push(part);
    }
    found
}
