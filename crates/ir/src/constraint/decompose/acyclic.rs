//! Acyclic by ranks: each component is a tree with a root, and parents have a smaller rank than their children.
//!
//! Around a cycle each vertex would be the child of the one before. A tree of n vertices has a vertex at a distance of at
//! most n / 2 from all others, so that n / 2 + 1 ranks are enough. The roots are not determined: a forest has several models.
//!
//! Three vertices in a row have two ranks: the one in the middle is the root, or if an edge is absent any vertex of it.

use crate::constraint::components::least_members;
use crate::constraint::decomposed::Replacement;
use crate::constraint::plain::Plain;
use crate::constraint::{Graph, Literal, Relation, Term};

/// Posts that there is no cycle.
pub fn decompose(parts: &mut Replacement<'_>, graph: &Graph) {
    let count = graph.vertices.len();
    let least = least_members(count, graph.edges.iter().map(|edge| (edge.ends[0], edge.ends[1])));
    let mut sizes = vec![0; count];
    least.iter().for_each(|&least| sizes[least] += 1);
    // By vertex, whether its rank is at least 1, at least 2, ...: components that no edge can join need no common ranks.
    let mut ranks: Vec<Vec<Literal>> = vec![Vec::new(); count];
    for first in (0..count).filter(|&vertex| least[vertex] == vertex) {
        for vertex in (first..count).filter(|&vertex| least[vertex] == first) {
            ranks[vertex] = (0..sizes[first] / 2).map(|_| parts.auxiliary()).collect();
            ranks[vertex].windows(2).for_each(|pair| parts.clause([!pair[1], pair[0]]));
        }
    }
    let mut parents: Vec<Vec<Literal>> = vec![Vec::new(); count];
    for edge in &graph.edges {
        let ends = edge.ends.map(|end| graph.vertices[end]);
        let there: Vec<Literal> = [edge.when, ends[0], ends[1]].into_iter().flatten().collect();
        if edge.ends[0] == edge.ends[1] {
            parts.clause(there.iter().map(|&literal| !literal));
            continue;
        }
        let forwards = parts.auxiliary();
        for (direction, [parent, child]) in [(forwards, edge.ends), (!forwards, [edge.ends[1], edge.ends[0]])] {
            let is_parent = both(parts, &there, direction);
            parents[child].push(is_parent);
            for rank in 0..=ranks[parent].len() {
                let mut clause = vec![!is_parent];
                clause.extend(rank.checked_sub(1).map(|below| !ranks[parent][below]));
                clause.extend(ranks[child].get(rank));
                parts.clause(clause);
            }
        }
    }
    for of_child in parents {
        let terms = of_child.into_iter().map(|literal| Term::literal(1, literal)).collect();
        parts.post(Plain::sum(terms, Relation::AtMost, 1));
    }
}

/// Returns a literal that is true if and only if all literals are.
fn both(parts: &mut Replacement<'_>, there: &[Literal], direction: Literal) -> Literal {
    let all: Vec<Literal> = there.iter().copied().chain([direction]).collect();
    let whole = parts.auxiliary();
    all.iter().for_each(|&literal| parts.define(Plain::clause([!whole, literal])));
    parts.define(Plain::clause(all.iter().map(|&literal| !literal).chain([whole])));
    whole
}
