//! Connected by labels: vertices are eliminated while they have few neighbours, and a tree connects those that are left.
//!
//! After the elimination ([`super::elimination`]) the vertices that are left must be connected by their links. Each of
//! them that is present and no root has a parent, to which it is linked. Parents form no circle, because every vertex has
//! a label that is the successor of its parent's label: labels have `b` bits, and the successors are the states of a linear
//! feedback shift register, which returns to a state after `2^b - 1` steps, more than there are vertices. The size is
//! linear in the number of vertices, apart from the `b` bits.
//!
//! Three vertices in a row are left, all present: the first is the root and has the label 1; the second has the first as
//! parent and the label 2, the third has the second as parent and the label 3 (the successor of 2 for two bits).
//!
//! The register is from M. J. H. Heule, "Chinese Remainder Encoding for Hamiltonian Cycles", SAT 2021, who mentions earlier
//! uses of it.

use super::super::TooManyPairs;
use super::elimination::{Eliminated, Extent, also, eliminate};
use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Graph, Literal};

/// The most neighbours of a vertex that is eliminated.
pub(in super::super) const DEGREE: usize = 8;

/// Primitive trinomials `x^bits + x^tap + 1`, ascending.
const REGISTERS: [(usize, usize); 16] = [
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 2),
    (6, 1),
    (7, 1),
    (9, 4),
    (10, 3),
    (11, 2),
    (15, 1),
    (17, 3),
    (18, 7),
    (20, 3),
    (21, 2),
    (22, 1),
    (23, 5),
];

/// Posts that the present vertices are connected.
///
/// # Errors
/// If there are too many vertices for the labels.
pub fn decompose(parts: &mut Replacement<'_>, graph: &Graph) -> Result<(), TooManyPairs> {
    up_to(parts, graph, DEGREE)
}

/// Posts that the present vertices are connected, eliminating those with at most `degree` neighbours.
///
/// # Errors
/// If there are too many vertices for the labels.
pub fn up_to(parts: &mut Replacement<'_>, graph: &Graph, degree: usize) -> Result<(), TooManyPairs> {
    let eliminated = eliminate(parts, graph, Extent::Sparse(degree))?;
    // Whether a vertex before, in the order of `rest` and of elimination reversed, is present.
    let mut before: Option<Literal> = None;
    let mut roots = Vec::with_capacity(eliminated.rest.len());
    for &vertex in &eliminated.rest {
        roots.push(before.map(|before| !before));
        before = Some(also(parts, before, graph.vertices[vertex]));
    }
    // The first present vertex is the root; the first vertex of all needs no parent.
    let roots: Vec<Root> = roots.into_iter().map(|root| root.map_or(Root::Always, Root::If)).collect();
    tree(parts, graph, &eliminated, &roots)?;
    eliminated.leave_none(parts, graph, before);
    Ok(())
}

/// Whether a vertex may be the root of a tree.
#[derive(Clone, Copy)]
pub(in super::super) enum Root {
    /// It may.
    Always,
    /// It may if the literal is true.
    If(Literal),
    /// It may not.
    Never,
}

/// Posts that every present vertex that was not eliminated is connected with a root; `roots` has one entry for each.
///
/// # Errors
/// If there are too many vertices for the labels.
pub(in super::super) fn tree(
    parts: &mut Replacement<'_>,
    graph: &Graph,
    eliminated: &Eliminated,
    roots: &[Root],
) -> Result<(), TooManyPairs> {
    let Eliminated { rest, links, .. } = eliminated;
    if rest.is_empty() {
        return Ok(());
    }
    let register = REGISTERS.into_iter().find(|(bits, _)| rest.len() < (1 << bits) - 1);
    let (bits, tap) = register.ok_or(TooManyPairs { vertices: rest.len(), most: 1 << 23 })?;
    let mut labels: Vec<Vec<Literal>> = vec![Vec::new(); graph.vertices.len()];
    for &vertex in rest {
        labels[vertex] = (0..bits).map(|_| parts.auxiliary()).collect();
        parts.define(Plain::clause(labels[vertex].iter().copied()));
    }
    let mut parents: Vec<Vec<Literal>> = vec![Vec::new(); graph.vertices.len()];
    for &(one, other, linked) in links {
        for (child, parent) in [(one, other), (other, one)] {
            let arc = parts.auxiliary();
            parts.define(Plain::clause([!arc, linked]));
            successor(parts, arc, &labels[parent], &labels[child], tap);
            parents[child].push(arc);
        }
    }
    for (&vertex, &root) in rest.iter().zip(roots) {
        let otherwise = match root {
            Root::Always => continue,
            Root::If(literal) => Some(literal),
            Root::Never => None,
        };
        let absent = graph.vertices[vertex].map(|there| !there);
        let parents = std::mem::take(&mut parents[vertex]);
        parts.clause(parents.into_iter().chain(otherwise).chain(absent));
    }
    Ok(())
}

/// Posts that `next` is the successor of `label` if `when` is true: shifted by one place, and the last bit is added
/// modulo 2 at the places 0 and `tap`.
fn successor(parts: &mut Replacement<'_>, when: Literal, label: &[Literal], next: &[Literal], tap: usize) {
    let last = label[label.len() - 1];
    for (place, &bit) in next.iter().enumerate() {
        let from = if place == 0 { last } else { label[place - 1] };
        let mut post = |literals: &[Literal]| parts.define(Plain::clause(literals.iter().copied().chain([!when])));
        if place == tap {
            post(&[!bit, from, last]);
            post(&[!bit, !from, !last]);
            post(&[bit, !from, last]);
            post(&[bit, from, !last]);
        } else {
            post(&[!bit, from]);
            post(&[bit, !from]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::REGISTERS;

    #[test]
    fn registers_return_after_all_states_but_zero() {
        for (bits, tap) in REGISTERS {
            let next = |state: u32| {
                let last = state >> (bits - 1) & 1;
                (state << 1 & ((1 << bits) - 1) | last) ^ last << tap
            };
            let steps =
                1 + std::iter::successors(Some(next(1)), |&state| Some(next(state))).position(|s| s == 1).unwrap();
            assert_eq!(steps, (1 << bits) - 1, "{bits} bits");
        }
    }
}
