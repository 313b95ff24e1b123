//! Rules about the marks of a picture in one group. Start with [`Alike`].

use super::joined::{Groups, Joined};
use crate::breach::Breach;
use crate::constrain::{Builder, Candidate, Truth, counted};
use crate::position::Position;
use crate::rule::{Condition, Element, Set};
use crate::symbols::{SymbolTable, Test};
use boardwright_base::board::Cell;
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Components, Constraint, Demand, Dominance, Kept, Measure, Relation};
use std::collections::{BTreeMap, BTreeSet};

/// All marks of a picture in one group are equal.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Alike {
    pub(super) groups: Groups,
    pub(super) picture: usize,
    /// The number of marks in each group, where another condition states it.
    pub(super) count: Option<i64>,
}

impl Condition for Alike {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        for group in self.groups.found(position, members) {
            let places = group.iter().map(|&cell| symbols.topology.cells[cell]);
            let mut marks = places.filter_map(|at| Some((at, &symbols.mark(self.picture, at)?.text)));
            if let Some((at, first)) = marks.next()
                && let Some((other, mark)) = marks.find(|(_, mark)| *mark != first)
            {
                return Err(Breach::MixedGroup { marks: [first.clone(), mark.clone()], cells: [at, other] });
            }
        }
        Ok(())
    }

    /// Every cell has a label, which equals its mark where it has one; cells that belong together have the same
    /// label. There is one literal for each mark: solvers learn that a cell is not connected to one mark, independent
    /// of the others.
    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        if self.count.is_some_and(|count| count <= 1) {
            return;
        }
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        if let Some(count) = self.count
            && to.is_by_clue()
        {
            return self.by_mark(to, &joined, count);
        }
        let mark = |&cell: &usize| symbols.mark(self.picture, symbols.topology.cells[cell]).map(|mark| &mark.text);
        let marks: Vec<Option<&String>> = joined.cells.iter().map(mark).collect();
        let different: BTreeSet<&String> = marks.iter().flatten().copied().collect();
        // With two marks, one literal distinguishes them; with one mark, none is needed.
        let count = if different.len() <= 2 { different.len().saturating_sub(1) } else { different.len() };
        let mut of_marks: Vec<Vec<Truth>> = Vec::with_capacity(count);
        for &one in different.iter().take(count) {
            let labels: Vec<Truth> = marks
                .iter()
                .map(|mark| match mark {
                    Some(mark) => Truth::Known(*mark == one),
                    None => Truth::Open(to.auxiliary()),
                })
                .collect();
            spread(to, &joined, &labels);
            of_marks.push(labels);
        }
        // Every mark belongs to one group.
        let twice = || different.iter().all(|one| marks.iter().flatten().filter(|mark| *mark == one).count() == 2);
        if to.has_shortcuts() && self.count == Some(2) && twice() {
            shortcuts(to, &joined, &of_marks);
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }

    fn pictures(&self) -> Vec<usize> {
        vec![self.picture]
    }

    fn survives_shortcuts(&self, symbols: &SymbolTable, fixed: &[bool]) -> bool {
        let is_marked = |&at: &Cell| symbols.mark(self.picture, at).is_some();
        self.groups.are_linked() && symbols.topology.cells.iter().zip(fixed).all(|(at, &fixed)| fixed || !is_marked(at))
    }
}

impl Alike {
    /// Posts, for equal marks by themselves, that the group of each has so many of them and no other mark. What is left of the
    /// count is that each group has a mark.
    fn by_mark(&self, to: &mut Builder<'_>, joined: &Joined, count: i64) {
        let symbols = to.symbols;
        let mut places: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
        let at = |vertex: usize| symbols.topology.cells[joined.cells[vertex]];
        let mark = |vertex: usize| symbols.mark(self.picture, at(vertex));
        for vertex in 0..joined.cells.len() {
            mark(vertex).into_iter().for_each(|mark| places.entry(&mark.text).or_default().push(vertex));
        }
        let mut labelled: Vec<Vec<Truth>> = vec![Vec::new(); joined.cells.len()];
        for (text, own) in places {
            let Some(first) = mark(own[0]) else { continue };
            let cells: Vec<Cell> = own.iter().map(|&vertex| at(vertex)).collect();
            let marks = Instance::Marks { mark: text.as_str().into(), cells: cells.clone() };
            to.of_clues(marks, first.span, cells, |to| {
                // Whether a cell belongs to the group of such a mark.
                let label = |vertex: usize, to: &mut Builder<'_>| match mark(vertex) {
                    Some(_) => Truth::Known(own.contains(&vertex)),
                    None => Truth::Open(to.auxiliary()),
                };
                let labels: Vec<Truth> = (0..joined.cells.len()).map(|vertex| label(vertex, to)).collect();
                spread(to, joined, &labels);
                let (mut graph, mut weights) = (joined.graph(), vec![0; joined.cells.len()]);
                graph.edges.retain(|edge| edge.ends.iter().all(|&end| labels[end] != Truth::Known(false)));
                for (vertex, &label) in labels.iter().enumerate() {
                    if let Truth::Open(literal) = label {
                        to.clause([!label, joined.there[vertex]]);
                        graph.vertices[vertex] = Some(literal);
                        labelled[vertex].push(label);
                    }
                    weights[vertex] = i64::from(label == Truth::Known(true));
                }
                let demand = |&vertex: &usize| Demand { vertex, when: None, relation: Relation::Equal, bound: count };
                let measures = vec![Measure { weights, demands: own.iter().map(demand).collect() }];
                to.post(Constraint::Components(Components { graph, measures }));
            });
        }
        // Without the constraints of some marks, no cell needs to have their label.
        to.of_meaning(|to| {
            let several = labelled.into_iter().filter(|labels| labels.len() > 1);
            several.for_each(|labels| to.count(Relation::AtMost, 1, labels));
        });
    }
}

/// Posts that cells that belong together have the same label.
fn spread(to: &mut Builder<'_>, joined: &Joined, labels: &[Truth]) {
    for &([a, b], together) in &joined.edges {
        for [from, on] in [[a, b], [b, a]] {
            to.clause([!together, !joined.there[a], !joined.there[b], !labels[from], labels[on]]);
        }
    }
}

/// Posts that neighbours on the same line are joined: otherwise the line can take a shortcut. Labels tell lines apart.
fn shortcuts(to: &mut Builder<'_>, joined: &Joined, of_marks: &[Vec<Truth>]) {
    let cells = joined.cells.len();
    let labels: Vec<Vec<Truth>> = match of_marks {
        [] => vec![vec![Truth::Known(true); cells]],
        [only] => vec![only.clone(), only.iter().map(|&label| !label).collect()],
        many => many.to_vec(),
    };
    for &([a, b], together) in &joined.edges {
        for label in &labels {
            to.dominance_clause([together, !joined.there[a], !joined.there[b], !label[a], !label[b]]);
        }
    }
    let open = |truth: Truth| if let Truth::Open(literal) = truth { Some(literal) } else { None };
    if labels.len() > 2 {
        // The same again without lines: a cell has no label or one, and so have as many of its neighbours as it has lines.
        let mut beside = vec![Vec::new(); cells];
        for &([a, b], _) in &joined.edges {
            beside[a].push(b);
            beside[b].push(a);
        }
        for cell in 0..cells {
            let own: Vec<Truth> = labels.iter().map(|label| label[cell]).collect();
            to.dominance_clause(own.iter().copied().chain([!joined.there[cell]]));
            for (&label, labels) in own.iter().zip(&labels) {
                to.dominance_clause([!label, joined.there[cell]]);
                let near = beside[cell].iter().map(|&at| labels[at]);
                match label {
                    Truth::Known(false) => {}
                    Truth::Known(true) => to.post_dominance(counted(Relation::Equal, 1, near)),
                    Truth::Open(label) => {
                        let then = Box::new(counted(Relation::Equal, 2, near));
                        to.post_dominance(Constraint::If { when: vec![label], then });
                    }
                }
            }
            to.post_dominance(counted(Relation::AtMost, 1, own));
        }
    }
    let kept = (0..cells).filter_map(|cell| {
        let literals = of_marks.iter().filter_map(|label| open(label[cell])).collect();
        Some(Kept { when: open(joined.there[cell])?, literals })
    });
    to.set_dominance(Dominance { kept: kept.collect() });
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, model};

    fn lines(clues: &str, count: i64) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nlines = 'links'\n[picture]\nclue = '''\n{clues}\n'''\n\
             [[rule]]\nat = 'clue'\nis = 'end'\n[[rule]]\nat = 'not clue'\nwhere = 'visited'\nis = ['straight', 'turn']\n\
             [[rule]]\ngroup = 'linked'\namong = 'visited'\nexactly = {{ clue = {count} }}\nall-equal = 'clue'"
        )
    }

    #[test]
    fn lines_between_equal_marks() {
        // The line of each number has one row of its own, and one of both can take the middle row, or a part of it.
        assert_eq!(agree(&lines("1.1\n...\n2.2", 2)), 7);
        assert_eq!(agree(&lines("1.2\n...\n2.1", 2)), 0, "they cross");
        assert_eq!(agree(&lines("1..\n...\n..2", 2)), 0, "no other mark is equal");
        assert!(agree(&lines("1.1\n...\n1.1", 2)) > 7, "any two of four equal marks");
    }

    #[test]
    fn groups_of_equal_values() {
        let groups = |count: i64| {
            let marks = "[picture]\nclue = '''\n1.2\n1.2\n'''\n";
            let rule = format!("[[rule]]\ngroup = 'same'\nexactly = {{ clue = {count} }}\nall-equal = 'clue'");
            agree(&model(2, 3, "['.', '#']", &format!("{marks}{rule}")))
        };
        // The outer columns differ, and each cell between them belongs to one of them.
        assert_eq!(groups(2), 8);
        assert_eq!(groups(3), 0);
    }
}
