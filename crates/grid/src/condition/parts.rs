//! Connected parts: which cells of a list are neighbours, and which belong together. Start with [`parts`].

use super::super::constrain::Truth;
use super::super::symbols::SymbolTable;
use boardwright_ir::constraint::Literal;

/// Returns the cells of a set that are neighbours, by their indices in the list `cells`.
pub(crate) fn adjacent(symbols: &SymbolTable, cells: &[usize], steps: &[(i64, i64)]) -> Vec<[usize; 2]> {
    let mut index = vec![usize::MAX; symbols.topology.cells.len()];
    cells.iter().enumerate().for_each(|(at, &cell)| index[cell] = at);
    let mut pairs = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        for other in symbols.topology.leaps(symbols.topology.cells[cell], steps) {
            let other = index[other];
            if other != usize::MAX && other > at {
                pairs.push([at, other]);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Returns the connected components of `0..count`, each ascending, ordered by their least element.
pub(crate) fn parts(count: usize, joined: impl IntoIterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); count];
    for [a, b] in joined {
        next[a].push(b);
        next[b].push(a);
    }
    let mut met = vec![false; count];
    let mut parts = Vec::new();
    for start in 0..count {
        if std::mem::replace(&mut met[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while let Some(&vertex) = part.get(at) {
            at += 1;
            for &other in &next[vertex] {
                if !std::mem::replace(&mut met[other], true) {
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Returns the literal that is true when a vertex of a graph is present; `None` where it always is. An element that
/// is never present is not a vertex.
pub(super) fn there(truth: Truth) -> Option<Literal> {
    match truth {
        Truth::Open(literal) => Some(literal),
        Truth::Known(_) => None,
    }
}
