//! Sets of cells that are no squares: which kinds a shape has, and the levels, pillars and columns of cubes.

use super::builder::SetBuilder;
use super::parts::set;
use crate::rule::{Key, Set};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::board::no_sets::NoSets;
use boardwright_base::board::tiling::Tiling;
use std::collections::BTreeMap;

/// The kinds of sets of all shapes.
const ALL: &[&str] = &["cell", "pair", "region", "point", "lines between", "edge", "board"];
const ROWS: &[&str] = &["row", "across", "from left", "from right", "diagonal", "antidiagonal", "line", "two rows"];
const CUBES: &[&str] = &["row", "column", "pillar", "level", "line", "diagonal line", "straight"];

/// Checks whether a shape has sets of this kind, one of all kinds.
pub(super) fn supports(tiling: &Tiling, name: &str, all: impl Iterator<Item = &'static str>) -> Result<(), NoSets> {
    let kinds: &[&[&str]] = match tiling {
        Tiling::Square if ["pillar", "level"].contains(&name) => &[],
        Tiling::Square => return Ok(()),
        Tiling::Hexagons(_) => &[ALL, ROWS, &["straight"]],
        Tiling::Triangles { .. } => &[ALL, ROWS],
        Tiling::Cubes { .. } => &[ALL, CUBES],
        Tiling::Graph(_) | Tiling::Polygons(_) => &[ALL],
    };
    if kinds.iter().any(|kinds| kinds.contains(&name)) {
        return Ok(());
    }
    let known = all.filter(|name| kinds.iter().any(|kinds| kinds.contains(name)));
    Err(NoSets::WrongShape { name: name.to_string(), shape: tiling.name(), known: known.collect() })
}

/// The directions of `line N`.
pub(super) fn line_directions(builder: &SetBuilder<'_>) -> Vec<(i64, i64)> {
    let tiling = &builder.topology.tiling;
    tiling.directions().iter().map(|direction| direction.step).chain(tiling.next_level()).collect()
}

/// The directions of `diagonal line N`: in space, those in a plane of two axes and those of all three.
pub(super) fn diagonal_directions(builder: &SetBuilder<'_>) -> Vec<(i64, i64)> {
    let tiling = &builder.topology.tiling;
    match tiling {
        Tiling::Cubes { .. } => {
            let steps = tiling.steps("ferz+unicorn").unwrap_or_default();
            steps.into_iter().filter(|&step| step > (0, 0)).collect()
        }
        _ => vec![(1, 1), (1, -1)],
    }
}

/// The columns of each level.
pub(super) fn columns(symbols: &SymbolTable) -> Vec<Set> {
    by(symbols, |[level, _, column]| [level, column], |[level, column]| SetName::ColumnOfLevel { level, column })
}

/// The cells above each other.
pub(super) fn pillars(symbols: &SymbolTable) -> Vec<Set> {
    by(symbols, |[_, row, column]| [row, column], |[row, column]| SetName::Pillar(Cell::new(row, column)))
}

/// The levels.
pub(super) fn levels(symbols: &SymbolTable) -> Vec<Set> {
    by(symbols, |[level, _, _]| [level], |[level]| SetName::Level(level))
}

/// Returns the cells by a key made of level, row and column.
fn by<const N: usize>(
    symbols: &SymbolTable,
    key: impl Fn([usize; 3]) -> [usize; N],
    name: impl Fn([usize; N]) -> SetName,
) -> Vec<Set> {
    let topology = &symbols.topology;
    let Tiling::Cubes { rows } = topology.tiling else { return Vec::new() };
    let mut found: BTreeMap<[usize; N], Vec<usize>> = BTreeMap::new();
    for (id, at) in topology.cells.iter().enumerate() {
        found.entry(key([at.row / rows, at.row % rows, at.column])).or_default().push(id);
    }
    found.into_iter().map(|(key, cells)| set(name(key), None, Key::None, cells)).collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::agree;

    fn board(shape: &str, rest: &str) -> String {
        format!("puzzle = 'grid'\n[grid]\n{shape}\nvalues = ['.', '#']\n{rest}")
    }

    #[test]
    fn moves_reach_the_cells_of_their_shape() {
        // The middle of seven hexagons has six neighbours, with both words; a hexagonal bishop of the middle goes nowhere.
        let around = |shape: &str, at: &str, word: &str| {
            let picture = format!(
                "[picture]\nat = '''\n{at}'''\n[[rule]]\nat = 'at'\naround = '{word}'\nexactly = {{ '#' = 1 }}"
            );
            agree(&board(shape, &format!("{picture}\n[[rule]]\nexactly = {{ '#' = 1 }}")))
        };
        let hexagons = "shape = 'hexagons'\nside = 2";
        for (word, reached) in [("wazir", 6), ("king", 6), ("ferz", 0), ("rook", 6), ("bishop", 0)] {
            assert_eq!(around(hexagons, " . .\n. x .\n . .\n", word), reached, "{word}");
        }
        let triangles = "shape = 'triangles'\nside = 3";
        for (word, reached) in [("wazir", 3), ("king", 6), ("rook", 7)] {
            assert_eq!(around(triangles, "  .\n .x.\n.....\n", word), reached, "{word}");
        }
        let cubes = "shape = 'cubes'\nlevels = 2\nrows = 2\ncolumns = 3";
        for (word, reached) in [("wazir", 4), ("ferz", 5), ("wazir+ferz", 9), ("king", 11), ("rook", 4), ("queen", 11)]
        {
            assert_eq!(around(cubes, ".x.\n...\n\n...\n...\n", word), reached, "{word}");
        }
        // A square, a triangle at its right side and one at a corner of both.
        let polygons = "shape = 'polygons'\npolygons = '''\n0,0 2,0 2,2 0,2; 2,0 4,1 2,2\n2,2 3,4 1,4\n'''";
        for (word, reached) in [("wazir", 1), ("king", 2)] {
            assert_eq!(around(polygons, "x.\n.\n", word), reached, "{word}");
        }
        let graph = "shape = 'graph'\ncells = '''\na b c\nd . .\n'''\nedges = 'a-b-c a-d'";
        assert_eq!(around(graph, "x . .\n. . .\n", "wazir"), 2);
    }

    #[test]
    fn lines_of_other_shapes() {
        let lines = |shape: &str, each: &str| {
            agree(&board(shape, &format!("[[rule]]\neach = {each}\nexactly = {{ '#' = 1 }}")))
        };
        assert_eq!(lines("shape = 'hexagons'\nside = 2", "['row', 'diagonal', 'antidiagonal']"), 2, "OEIS A002047");
        // One of three in the lower row, and one in each strip of the other directions.
        assert_eq!(lines("shape = 'triangles'\nside = 2", "'row'"), 3);
        assert_eq!(lines("shape = 'triangles'\nside = 2", "['row', 'diagonal']"), 1);
        assert_eq!(lines("shape = 'cubes'\nside = 2", "['row', 'column', 'pillar']"), 2, "Latin squares of order 2");
        assert_eq!(lines("shape = 'cubes'\nside = 2", "'level'"), 16);
    }
}
