//! Boards of cubes: the levels side by side.

use crate::position::Position;
use crate::symbols::SymbolTable;
use boardwright_base::board::picture::Panel;

/// Returns a panel for each level; lines between levels are arrows up (to the previous level) and down in both cells.
pub(super) fn beside_each_other(
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
