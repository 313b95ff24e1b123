//! Groups beside cells that pass a test: `touches = "."`, as stones with a liberty.

use super::joined::Groups;
use crate::breach::Breach;
use crate::condition::parts::there;
use crate::constrain::{Builder, Candidate, Truth};
use crate::fields::{OPTIONAL, TEST};
use crate::position::Position;
use crate::reading::Reading;
use crate::rule::{Condition, Element, Set};
use crate::symbols::Test;
use boardwright_ir::constraint::{Constraint, Edge};
use boardwright_model::{Field, Table};

pub(super) const FIELD: Field = Field {
    name: "touches",
    kind: TEST,
    doc: "each group has a neighbour outside it that passes the test",
    example: "\".\"",
    ..OPTIONAL
};

pub(super) fn read(reading: &mut Reading<'_>, rule: &Table, groups: &Groups) -> Option<Box<dyn Condition>> {
    let test = reading.test(rule.get("touches")?)?;
    let steps = reading.neighbours(rule)?;
    Some(Box::new(Touching { groups: groups.clone(), steps, test }))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Touching {
    groups: Groups,
    steps: Vec<(i64, i64)>,
    test: Test,
}

impl Condition for Touching {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        for group in self.groups.found(position, members) {
            let beside = |&cell: &usize| topology.leaps(topology.cells[cell], &self.steps);
            let touches = |other: usize| !group.contains(&other) && position.passes(Element::Cell(other), &self.test);
            if !group.iter().flat_map(beside).any(touches) {
                return Err(Breach::NotTouching { group: topology.cells[group[0]], of: self.test.text.clone() });
            }
        }
        Ok(())
    }

    /// With one more vertex, to which every cell beside one that passes is joined, all cells of groups are connected.
    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let mut graph = joined.graph();
        let all = graph.vertices.len();
        graph.vertices.push(None);
        let places = joined.places(&to.symbols.topology);
        for (vertex, &cell) in joined.cells.iter().enumerate() {
            let topology = &to.symbols.topology;
            let mut beside = Vec::new();
            for other in topology.leaps(topology.cells[cell], &self.steps) {
                let passes = to.passes(Element::Cell(other), &self.test);
                // A neighbour of the same group is not outside it.
                let inside = places[other].and_then(|other| {
                    let ends = [vertex.min(other), vertex.max(other)];
                    let edge = joined.edges.iter().find(|(pair, _)| *pair == ends || *pair == [ends[1], ends[0]])?;
                    Some((joined.there[other], edge.1))
                });
                let inside = match inside {
                    Some((there, edge)) => to.all(&[there, edge]),
                    None => Truth::Known(false),
                };
                beside.push(to.all(&[passes, !inside]));
            }
            match to.any(&beside) {
                Truth::Known(false) => {}
                touches => graph.edges.push(Edge { ends: [vertex, all], when: there(touches) }),
            }
        }
        to.post(Constraint::Connected(graph));
    }

    fn tests(&self) -> Vec<&Test> {
        let mut tests = self.groups.tests();
        tests.push(&self.test);
        tests
    }

    fn layers(&self) -> Vec<usize> {
        self.groups.layers()
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    #[test]
    fn stones_have_liberties() {
        let go = |rows: usize, columns: usize| {
            let rules = "[[rule]]\ngroup = 'X'\ntouches = '.'\n[[rule]]\ngroup = 'O'\ntouches = '.'";
            agree(&model(rows, columns, "['.', 'X', 'O']", rules))
        };
        // Legal positions of Go: OEIS A094777, and A102620 for one row.
        assert_eq!([1, 2, 3].map(|size| go(size, size)), [1, 57, 12675]);
        assert_eq!([2, 3, 4, 5].map(|size| go(1, size)), [5, 15, 41, 113]);
    }

    #[test]
    fn groups_touch_what_is_outside() {
        // Every region has a neighbour of another value that is 1 or 2: 12 and 21.
        let same = "[[rule]]\ngroup = 'same'\ntouches = ['1', '2']";
        assert!(agree(&model(2, 3, "'1..3'", same)) > 0);
        assert_eq!(agree(&model(1, 2, "'1..2'", same)), 2);
        let king = "[[rule]]\ngroup = '#'\nby = 'king'\ntouches = 'o'";
        assert!(agree(&model(2, 3, "['.', '#', 'o']", king)) > 0);
        assert!(mistakes(&model(2, 2, "'1..2'", "[[rule]]\ntouches = '1'")).contains("`touches` requires `group`"));
    }
}
