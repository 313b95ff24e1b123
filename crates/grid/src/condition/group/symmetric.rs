//! Groups that are symmetric about a mark, as in Galaxies: `symmetric = "star"`.
//!
//! Each group contains exactly one mark of the picture and stays the same under a half turn around it; each mark is inside
//! a group. Every cell has the label of a mark: that of the mark in its group.

use super::joined::Groups;
use crate::breach::Breach;
use crate::constrain::{Builder, Candidate, Truth};
use crate::fields::OPTIONAL;
use crate::position::Position;
use crate::reading::Reading;
use crate::rule::{Condition, Element, Set};
use crate::symbols::{Test, touched};
use boardwright_base::board::Cell;
use boardwright_ir::constraint::{Demand, Measure, Relation};
use boardwright_model::{Field, Kind, Names, Table};

pub(super) const FIELD: Field = Field {
    name: "symmetric",
    kind: Kind::Named(Names::Picture),
    doc: "each group contains one mark of this picture of [anywhere] and is symmetric under a half turn around it",
    example: "\"star\"",
    ..OPTIONAL
};

/// Reads the picture of a rule about these groups.
pub(super) fn read(reading: &mut Reading<'_>, rule: &Table, groups: &Groups) -> Option<Box<dyn Condition>> {
    let name = rule.text("symmetric")?;
    let span = rule.span_of("symmetric");
    if reading.symbols.topology.wrap {
        reading.mistake("wrong-condition", span, "`symmetric` is not supported on a torus");
        return None;
    }
    if groups.are_linked() {
        reading.mistake("wrong-condition", span, "`symmetric` is not supported for linked groups");
        return None;
    }
    reading.uses.words.insert(name.to_string());
    let Some(picture) = reading.symbols.anywhere.iter().position(|picture| picture.name == name) else {
        let known: Vec<&str> = reading.symbols.anywhere.iter().map(|picture| picture.name.as_str()).collect();
        let expected = match known[..] {
            [] => "the model has no [anywhere]".to_string(),
            _ => format!("expected {}", known.join(", ")),
        };
        reading.mistake("unknown-picture", span, format!("unknown picture `{name}` of [anywhere]; {expected}"));
        return None;
    };
    Some(Box::new(Symmetric { groups: groups.clone(), picture }))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Symmetric {
    groups: Groups,
    picture: usize,
}

/// Returns the first of the cells that a place in half cells touches.
fn first(place: Cell) -> Cell {
    Cell::new(place.row / 2, place.column / 2)
}

/// Returns the place opposite to a cell, with a mark in half cells between them.
fn opposite(mark: Cell, at: Cell) -> Option<Cell> {
    Some(Cell::new(mark.row.checked_sub(at.row)?, mark.column.checked_sub(at.column)?))
}

impl Condition for Symmetric {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        let picture = &symbols.anywhere[self.picture];
        let of = || picture.name.clone();
        let mut inside = vec![false; picture.places.len()];
        for group in self.groups.found(position, members) {
            let cells: Vec<Cell> = group.iter().map(|&cell| symbols.topology.cells[cell]).collect();
            let is_in = |index: &usize| touched(picture.places[*index]).all(|cell| cells.contains(&cell));
            let marks: Vec<usize> = (0..inside.len()).filter(is_in).collect();
            let [mark] = marks[..] else {
                return Err(Breach::Centres { group: cells[0], of: of(), found: marks.len() });
            };
            inside[mark] = true;
            let (row, column) = (picture.places[mark].row as i64, picture.places[mark].column as i64);
            for cell in &cells {
                let other = (row - cell.row as i64, column - cell.column as i64);
                if !cells.iter().any(|cell| (cell.row as i64, cell.column as i64) == other) {
                    return Err(Breach::Asymmetric { group: cells[0], cell: *cell });
                }
            }
        }
        match inside.iter().position(|inside| !inside) {
            Some(mark) => Err(Breach::Divided { of: of(), at: first(picture.places[mark]) }),
            None => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let places = joined.places(topology);
        let vertex = |at: Cell| {
            let on_board = at.row < topology.height && at.column < topology.width;
            on_board.then(|| topology.id(at)).flatten().and_then(|cell| places[cell])
        };
        let mut weights = vec![0; joined.cells.len()];
        let mut labels: Vec<Vec<Truth>> = vec![Vec::new(); joined.cells.len()];
        for &mark in &symbols.anywhere[self.picture].places {
            let own: Vec<Option<usize>> = touched(mark).map(vertex).collect();
            let Some(own) = own.into_iter().collect::<Option<Vec<usize>>>() else { return to.clause([]) };
            weights[own[0]] += 1;
            let opposites: Vec<Option<usize>> =
                joined.cells.iter().map(|&cell| opposite(mark, topology.cells[cell]).and_then(vertex)).collect();
            let label = |to: &mut Builder<'_>, vertex: usize| match opposites[vertex] {
                _ if own.contains(&vertex) => Truth::Known(true),
                None => Truth::Known(false),
                Some(_) => Truth::Open(to.auxiliary()),
            };
            let with: Vec<Truth> = (0..joined.cells.len()).map(|vertex| label(to, vertex)).collect();
            for (vertex, &with_mark) in with.iter().enumerate() {
                to.clause([!with_mark, joined.there[vertex]]);
                if let Some(other) = opposites[vertex] {
                    to.clause([!with_mark, with[other]]);
                }
                labels[vertex].push(with_mark);
            }
            for &([a, b], together) in &joined.edges {
                for [from, on] in [[a, b], [b, a]] {
                    to.clause([!together, !joined.there[a], !joined.there[b], !with[from], with[on]]);
                }
                to.redundant_clause([together, !with[a], !with[b]]);
            }
        }
        for (vertex, labels) in labels.into_iter().enumerate() {
            to.clause(labels.iter().copied().chain([!joined.there[vertex]]));
            to.count(Relation::AtMost, 1, labels);
        }
        // Labels spread within groups; that no group is without its mark is about connectedness.
        let demand = |vertex| Demand { vertex, when: None, relation: Relation::Equal, bound: 1 };
        let demands = (0..joined.cells.len()).map(demand).collect();
        to.post(joined.components(vec![Measure { weights, demands }]));
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    fn galaxies(rows: usize, columns: usize, stars: &str) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nlines = 'borders'\n[anywhere]\nstar = '''\n{stars}\n'''\n\
             [[rule]]\ngroup = 'enclosed'\nsymmetric = 'star'"
        )
    }

    #[test]
    fn galaxies_of_small_boards() {
        // Fourteen sides of four cells: a mark in the middle is the whole square; on a side it is a domino.
        assert_eq!(agree(&galaxies(2, 2, "...\n.o.\n...")), 1);
        assert_eq!(agree(&galaxies(2, 2, ".o.\n...\n.o.")), 1);
        assert_eq!(agree(&galaxies(2, 2, "o.o\n...\no.o")), 1);
        assert_eq!(agree(&galaxies(2, 2, ".o.\n...\n...")), 0, "two cells are in no galaxy");
        assert_eq!(agree(&galaxies(1, 5, "....o....")), 1);
        assert_eq!(agree(&galaxies(1, 5, ".o..o...o")), 0);
        assert_eq!(agree(&galaxies(1, 4, "o...o.o")), 0);
        assert_eq!(agree(&galaxies(1, 4, "o..o..o")), 1);
    }

    #[test]
    fn groups_of_values() {
        let two = |stars: &str| {
            let rest = format!("[anywhere]\nstar = '''\n{stars}\n'''\n[[rule]]\ngroup = 'same'\nsymmetric = 'star'");
            agree(&model(2, 3, "['.', '#']", &rest))
        };
        assert_eq!(two(".....\n..o..\n....."), 2);
        assert_eq!(two("o....\n.....\n...o."), 0);
        assert!(two(".....\no..o.\n.....") > 0);
        let some = "[anywhere]\nstar = '''\n..o..\n.....\n.....\n'''\n[[rule]]\ngroup = '#'\nsymmetric = 'star'";
        assert_eq!(agree(&model(2, 3, "['.', '#']", some)), 2, "the middle above, alone or with both beside it");
    }

    #[test]
    fn what_is_wrong_is_reported() {
        let rest = "[anywhere]\nstar = '''\n.....\n..o..\n.....\n'''\n[[rule]]\ngroup = 'same'\nsymmetric = 'sun'";
        assert!(mistakes(&model(2, 3, "['.', '#']", rest)).starts_with("unknown picture `sun` of [anywhere]"));
        let short = "[anywhere]\nstar = '''\n...\n..o\n'''\n[[rule]]\ngroup = 'same'\nsymmetric = 'star'";
        assert!(mistakes(&model(2, 3, "['.', '#']", short)).contains("expected 3 and 5"));
    }
}
