//! Groups of the members of a set: which cells belong together, on a filled board and as a graph. Start with [`Groups`].

use super::super::parts::{adjacent, parts, there};
use crate::constrain::{Builder, Candidate, Truth};
use crate::position::Position;
use crate::rule::Element;
use crate::symbols::{SymbolTable, Test};
use crate::topology::{Line, Topology};
use boardwright_base::board::reach;
use boardwright_ir::constraint::{Components, Constraint, Edge, Graph, Measure};

/// The relation that joins cells into groups.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) enum Of {
    /// Neighbours that both pass.
    Passing(Test),
    /// Neighbours with equal values on these layers.
    Same(Vec<usize>),
    /// Cells joined by a line.
    Linked,
    /// Neighbours without a border between.
    Enclosed,
}

/// The groups of the members of a set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) struct Groups {
    pub(in super::super) of: Of,
    pub(in super::super) steps: Vec<(i64, i64)>,
}

/// The members of a set in a problem, as a graph.
pub(in super::super) struct Joined {
    /// The cells.
    pub(in super::super) cells: Vec<usize>,
    /// By cell, whether it belongs to a group.
    pub(in super::super) there: Vec<Truth>,
    /// Neighbours by their indices in `cells`, and whether they belong together, given that both are present.
    pub(in super::super) edges: Vec<([usize; 2], Truth)>,
}

impl Joined {
    /// Returns, by cell of the board, its index among these.
    pub(in super::super) fn places(&self, topology: &Topology) -> Vec<Option<usize>> {
        let mut places = vec![None; topology.cells.len()];
        self.cells.iter().enumerate().for_each(|(at, &cell)| places[cell] = Some(at));
        places
    }

    /// Returns the constraint on the measures of the groups.
    pub(in super::super) fn components(&self, measures: Vec<Measure>) -> Constraint {
        Constraint::Components(Components { graph: self.graph(), measures })
    }

    /// Returns the cells that belong to groups, and the neighbours that belong together.
    pub(in super::super) fn graph(&self) -> Graph {
        let vertices = self.there.iter().map(|&truth| there(truth)).collect();
        let edges = self.edges.iter().map(|&(ends, when)| Edge { ends, when: there(when) }).collect();
        Graph { vertices, edges }
    }
}

impl Groups {
    /// Checks whether lines join the cells of a group, which then need not all be joined with each other.
    pub(in super::super) fn are_linked(&self) -> bool {
        matches!(self.of, Of::Linked)
    }

    /// Checks whether cells belong together over their sides only.
    pub(in super::super) fn are_of_sides(&self) -> bool {
        self.are_of_neighbours() && self.steps.len() == 4
    }

    /// Checks whether cells belong together over their sides, so that groups can be rectangles.
    pub(in super::super) fn are_of_neighbours(&self) -> bool {
        let wazir = reach::named("wazir").unwrap_or_default();
        !matches!(self.of, Of::Linked) && wazir.iter().all(|step| self.steps.contains(step))
    }

    /// Returns the test that cells of groups pass, if there is one.
    pub(in super::super) fn tests(&self) -> Vec<&Test> {
        match &self.of {
            Of::Passing(test) => vec![test],
            _ => Vec::new(),
        }
    }

    /// Returns the layers whose values decide which cells belong together.
    pub(in super::super) fn layers(&self) -> Vec<usize> {
        match &self.of {
            Of::Same(layers) => layers.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the cells of each group on a filled board.
    pub(in super::super) fn found(&self, position: &Position<'_>, members: &[Element]) -> Vec<Vec<usize>> {
        let in_group = |cell: usize| match &self.of {
            Of::Passing(test) => position.passes(Element::Cell(cell), test),
            _ => true,
        };
        let cells = members.iter().filter_map(|member| member.cell());
        let cells: Vec<usize> = cells.filter(|&cell| in_group(cell)).collect();
        let joined = self.pairs(position.symbols, &cells).into_iter().filter(|&([a, b], line)| match &self.of {
            Of::Passing(_) => true,
            Of::Same(layers) => {
                layers.iter().all(|&layer| position.values[layer][cells[a]] == position.values[layer][cells[b]])
            }
            Of::Linked => line.is_some_and(|line| position.lines[line]),
            Of::Enclosed => line.is_none_or(|line| !position.lines[line]),
        });
        let parts = parts(cells.len(), joined.map(|(pair, _)| pair));
        parts.into_iter().map(|part| part.into_iter().map(|index| cells[index]).collect()).collect()
    }

    /// Returns the neighbours, with the line between or along them.
    fn pairs(&self, symbols: &SymbolTable, cells: &[usize]) -> Vec<([usize; 2], Option<usize>)> {
        let (Of::Linked | Of::Enclosed, Some(lines)) = (&self.of, &symbols.lines) else {
            return adjacent(symbols, cells, &self.steps).into_iter().map(|pair| (pair, None)).collect();
        };
        let mut index = vec![usize::MAX; symbols.topology.cells.len()];
        cells.iter().enumerate().for_each(|(at, &cell)| index[cell] = at);
        let beside = |(number, line): (usize, &Line)| {
            let [a, b] = [line.cells[0]?, line.cells[1]?].map(|cell| index[cell]);
            (a != usize::MAX && b != usize::MAX).then(|| ([a.min(b), a.max(b)], Some(number)))
        };
        lines.lines.iter().enumerate().filter_map(beside).collect()
    }

    /// Returns the members as a graph.
    pub(in super::super) fn graph(&self, to: &mut Builder<'_>, members: &[Candidate]) -> Joined {
        let mut cells = Vec::new();
        let mut there = Vec::new();
        for member in members {
            let Element::Cell(cell) = member.element else { continue };
            let passes = match &self.of {
                Of::Passing(test) => to.passes(member.element, test),
                _ => Truth::Known(true),
            };
            let is_there = to.all(&[passes, member.is_in]);
            if is_there != Truth::Known(false) {
                cells.push(cell);
                there.push(is_there);
            }
        }
        let mut edges = Vec::new();
        for ([a, b], line) in self.pairs(to.symbols, &cells) {
            let joined = match (&self.of, line) {
                (Of::Passing(_), _) => Truth::Known(true),
                (Of::Same(layers), _) => equal(to, layers, cells[a], cells[b]),
                (Of::Linked, Some(line)) => to.line(line).into(),
                (Of::Enclosed, Some(line)) => (!to.line(line)).into(),
                _ => Truth::Known(true),
            };
            if joined != Truth::Known(false) {
                edges.push(([a, b], joined));
            }
        }
        Joined { cells, there, edges }
    }
}

/// Checks whether two cells have the same values.
fn equal(to: &mut Builder<'_>, layers: &[usize], a: usize, b: usize) -> Truth {
    let mut all = Vec::new();
    for &layer in layers {
        let count = to.symbols.layers[layer].values.len();
        if count == 2 {
            let [one, other] = [a, b].map(|cell| to.value(layer, cell, 1));
            all.push(to.same(one, other));
            continue;
        }
        // Clauses on the values propagate directly; a conjunction for each value would be indirect.
        let literal = to.equal_values(layer, a, b);
        all.push(literal);
    }
    to.all(&all)
}
