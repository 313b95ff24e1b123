//! Connected by levels: there is one root, and every other present vertex has a parent on a lower level.
//!
//! The root is the first present vertex. An arc from a parent can be chosen if both ends and the edge are present;
//! every vertex but the root has one and is on a higher level than its parent. Levels are represented by their
//! thresholds 1 to n - 1, so `n` vertices have n(n-1) of them: for small graphs, and for comparison.
//!
//! Three land cells in a row: the first is the root; the second has it as parent and is on level 1 or 2, the third has
//! the second as parent and is on level 2.
//!
//! M. Gebser, T. Janhunen, J. Rintanen, "SAT Modulo Graphs: Acyclicity", JELIA 2014, compare levels with other
//! encodings of acyclicity of the chosen arcs.

use super::super::TooManyPairs;
use crate::constraint::decomposed::Replacement;
use crate::constraint::{Graph, Literal};

/// Posts that the present vertices are connected.
///
/// # Errors
/// Never.
pub fn decompose(parts: &mut Replacement<'_>, graph: &Graph) -> Result<(), TooManyPairs> {
    let count = graph.vertices.len();
    let levels: Vec<Vec<Literal>> =
        (0..count).map(|_| (1..count).map(|_| parts.auxiliary()).collect::<Vec<_>>()).collect();
    for thresholds in &levels {
        thresholds.windows(2).for_each(|pair| parts.clause([!pair[1], pair[0]]));
    }
    let mut parents: Vec<Vec<Literal>> = vec![Vec::new(); count];
    for edge in graph.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
            let arc = parts.auxiliary();
            for literal in [edge.when, graph.vertices[from], graph.vertices[to]].into_iter().flatten() {
                parts.clause([!arc, literal]);
            }
            parts.clause([!arc, levels[to][0]]);
            for level in 1..count - 1 {
                parts.clause([!arc, !levels[from][level - 1], levels[to][level]]);
            }
            parts.clause([!arc, !levels[from][count - 2]]);
            parents[to].push(arc);
        }
    }
    // Whether an earlier vertex is present; there is none before the first.
    let mut before: Option<Literal> = None;
    for (vertex, mut some) in parents.into_iter().enumerate() {
        let there = graph.vertices[vertex];
        if let Some(before) = before {
            some.extend(there.map(|there| !there));
            some.push(!before);
            parts.clause(some);
        }
        before = Some(match there {
            Some(there) => parts.any(&[&[there], before.as_slice()].concat()),
            None => parts.sure(),
        });
    }
    Ok(())
}
