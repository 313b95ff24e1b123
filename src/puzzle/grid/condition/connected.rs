//! The members that pass are connected: `connected = "sea"`, over sides or, with `by = "king"`, also over corners.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::{SymbolTable, Test};
use super::Kind;
use crate::constraint::{Constraint, Edge, Graph, Literal};
use crate::model::{self, Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "connected",
            kind: TEST,
            doc: "the members that pass the test are connected",
            example: "\"not #\"",
            ..OPTIONAL
        },
        Field {
            name: "by",
            kind: model::Kind::Text,
            doc: "with `connected`, `group` and `matched`: the move between neighbours [default: wazir]",
            example: "\"king\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(test) = rule.get("connected").and_then(|given| reading.test(given)) else { return Vec::new() };
    let Some(steps) = reading.neighbours(rule) else { return Vec::new() };
    reading.without_where(rule, "connected");
    vec![Box::new(Connected { test, steps })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Connected {
    test: Test,
    steps: Vec<(i64, i64)>,
}

/// Returns the cells of a set that are neighbours, by their indices in the list `cells`.
pub(in crate::puzzle::grid) fn adjacent(
    symbols: &SymbolTable,
    cells: &[usize],
    steps: &[(i64, i64)],
) -> Vec<[usize; 2]> {
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
pub(in crate::puzzle::grid) fn parts(count: usize, joined: impl IntoIterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
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

impl Condition for Connected {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let passing = members.iter().filter(|&&member| position.passes(member, &self.test));
        let cells: Vec<usize> =
            passing.filter_map(|member| if let Element::Cell(cell) = member { Some(*cell) } else { None }).collect();
        let parts = parts(cells.len(), adjacent(position.symbols, &cells, &self.steps));
        match &parts[..] {
            [] | [_] => Ok(()),
            [first, second, ..] => {
                let cells = [first[0], second[0]].map(|index| position.symbols.topology.cells[cells[index]]);
                Err(Breach::Unconnected { of: self.test.text.clone(), components: parts.len(), cells })
            }
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let mut cells = Vec::new();
        let mut vertices = Vec::new();
        for member in members {
            let Element::Cell(cell) = member.element else { continue };
            let passes = to.passes(member.element, &self.test);
            let is_there = to.all(&[passes, member.is_in]);
            if is_there != Truth::Known(false) {
                cells.push(cell);
                vertices.push(there(is_there));
            }
        }
        let pairs = adjacent(to.symbols, &cells, &self.steps).into_iter();
        let edges = pairs.map(|ends| Edge { ends, when: None }).collect();
        to.post(Constraint::Connected(Graph { vertices, edges }));
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{mistakes, model};

    #[test]
    fn what_groups_do_not_take_is_told() {
        let wrong = |rule: &str| mistakes(&model(2, 2, "\"1..2\"", &format!("[[rule]]\n{rule}")));
        for condition in ["sum = 2", "all-different = true", "all-equal = true", "is = '1'", "parity = { 1 = 'odd' }"] {
            let key = condition.split(' ').next().unwrap_or_default();
            let message = wrong(&format!("group = '1'\n{condition}"));
            assert!(message.starts_with(&format!("`{key}` is not supported for groups")), "{message}");
        }
        let list = "[list]\nsizes = { rows = [1, 2] }\n[[rule]]\ngroup = '1'\nsize = 'sizes'";
        assert!(mistakes(&model(2, 2, "\"1..2\"", list)).starts_with("expected a number, a picture"));
        assert!(wrong("by = 'king'\nsum = 6").starts_with("`by` requires `connected`"));
        assert!(wrong("all-different = false").starts_with("`all-different = false` has no effect"));
    }
}
