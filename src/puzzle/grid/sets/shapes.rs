//! Sets of cells that are no squares: which kinds a shape has, and the levels, pillars and columns of cubes.

use super::no_sets::NoSets;
use super::parts::set;
use super::{EACH, SetBuilder};
use crate::board::tiling::Tiling;
use crate::puzzle::grid::rule::{Key, Set};
use crate::puzzle::grid::symbols::SymbolTable;
use std::collections::BTreeMap;

/// The kinds of sets of all shapes.
const ALL: &[&str] = &["cell", "pair", "region", "point", "lines between", "edge", "board"];
const ROWS: &[&str] = &["row", "across", "from left", "from right", "diagonal", "antidiagonal", "line", "two rows"];
const CUBES: &[&str] = &["row", "column", "pillar", "level", "line", "diagonal line", "straight"];

/// Checks whether a shape has sets of this kind.
pub(super) fn supports(tiling: &Tiling, name: &str) -> Result<(), NoSets> {
    let kinds: &[&[&str]] = match tiling {
        Tiling::Square if ["pillar", "level"].contains(&name) => &[],
        Tiling::Square => return Ok(()),
        Tiling::Hexagons(_) => &[ALL, ROWS, &["straight"]],
        Tiling::Triangles { .. } => &[ALL, ROWS],
        Tiling::Cubes { .. } => &[ALL, CUBES],
        Tiling::Graph(_) => &[ALL],
    };
    if kinds.iter().any(|kinds| kinds.contains(&name)) {
        return Ok(());
    }
    let known = EACH.iter().map(|each| each.name).filter(|name| kinds.iter().any(|kinds| kinds.contains(name)));
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
    by(
        symbols,
        |[level, _, column]| [level, column],
        |[level, column]| format!("column {} of level {}", column + 1, level + 1),
    )
}

/// The cells above each other.
pub(super) fn pillars(symbols: &SymbolTable) -> Vec<Set> {
    by(symbols, |[_, row, column]| [row, column], |[row, column]| format!("the pillar r{}c{}", row + 1, column + 1))
}

/// The levels.
pub(super) fn levels(symbols: &SymbolTable) -> Vec<Set> {
    by(symbols, |[level, _, _]| [level], |[level]| format!("level {}", level + 1))
}

/// Returns the cells by a key made of level, row and column.
fn by<const N: usize>(
    symbols: &SymbolTable,
    key: impl Fn([usize; 3]) -> [usize; N],
    name: impl Fn([usize; N]) -> String,
) -> Vec<Set> {
    let topology = &symbols.topology;
    let Tiling::Cubes { rows } = topology.tiling else { return Vec::new() };
    let mut found: BTreeMap<[usize; N], Vec<usize>> = BTreeMap::new();
    for (id, at) in topology.cells.iter().enumerate() {
        found.entry(key([at.row / rows, at.row % rows, at.column])).or_default().push(id);
    }
    found.into_iter().map(|(key, cells)| set(name(key), None, Key::None, cells)).collect()
}
