//! Groups of given shapes: `shapes = ["##", { shape = "###", copies = 2 }]`.
//!
//! Every group is one of the shapes, turned or flipped in any way; a shape with `copies` occurs exactly that often. A
//! variable for each place of a shape is true when its cells belong together and no neighbour belongs to them.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::Test;
use super::super::topology::Topology;
use super::group::joined::{Groups, Joined};
use super::parts::{parts, there};
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_ir::constraint::{Demand, Measure, Relation};
use boardwright_model::{Field, Kind, Marks, Table};
use std::collections::{BTreeMap, BTreeSet};

const SHAPE: &[Field] = &[
    Field {
        name: "shape",
        kind: Kind::Marks,
        required: true,
        default: None,
        doc: "a picture of the shape: '#' is a cell of it, '.' is not",
        example: "'''\n##\n#.\n'''",
    },
    Field {
        name: "copies",
        kind: Kind::Integer { min: 0, max: 1_000_000 },
        doc: "the number of groups with this shape [default: any number]",
        example: "2",
        ..OPTIONAL
    },
];

pub(super) const FIELD: Field = Field {
    name: "shapes",
    kind: Kind::List { item: &Kind::OneOf(&[Kind::Marks, Kind::Table(SHAPE)]), min: 1, max: 1000 },
    doc: "each group has one of these shapes, turned or flipped",
    example: "['##', { shape = '###', copies = 2 }]",
    ..OPTIONAL
};

/// Reads the shapes of a rule about these groups.
pub(super) fn read(reading: &mut Reading<'_>, rule: &Table, groups: &Groups) -> Option<Box<dyn Condition>> {
    let given = rule.get("shapes")?;
    let mut shapes = Vec::new();
    for item in given.value.as_list().unwrap_or_default() {
        let table = item.value.as_table();
        let marks = item.value.as_marks().or_else(|| table.and_then(|table| table.marks("shape")));
        let Some(marks) = marks else { continue };
        let copies = table.and_then(|table| table.integer("copies"));
        let Some(shape) = shape(reading, marks) else { continue };
        if shapes
            .iter()
            .any(|(other, _): &(Shape, _)| other.orientations(true, true).iter().any(|(_, turned)| *turned == shape))
        {
            reading.mistake("repeated-shape", item.span, "duplicate shape, possibly turned or flipped");
        }
        shapes.push((shape, copies));
    }
    Some(Box::new(Shapes { groups: groups.clone(), shapes }))
}

fn shape(reading: &mut Reading<'_>, marks: &Marks) -> Option<Shape> {
    let mut cells = Vec::new();
    for (cell, mark) in marks.cells() {
        match mark.value.as_str() {
            "#" => cells.push((cell, Colour::Any)),
            "." => {}
            other => {
                let message = format!("unknown character `{other}` in a shape; expected '#' (a cell of it) or '.'");
                reading.mistake("unknown-character", mark.span, message);
                return None;
            }
        }
    }
    let shape = Shape::new(cells);
    if shape.is_none() {
        reading.mistake("empty-shape", marks.span(), "the shape has no cells");
    }
    shape
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Shapes {
    groups: Groups,
    shapes: Vec<(Shape, Option<i64>)>,
}

/// A place of shapes: its cells, by their indices in a list. Around a torus, several shapes may lie on the same cells.
struct Lie {
    shapes: Vec<usize>,
    cells: Vec<usize>,
}

impl Condition for Shapes {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        let cells = &topology.cells;
        let mut found = vec![0; self.shapes.len()];
        for group in self.groups.found(position, members) {
            let drawn = match topology.wrap {
                false => Shape::new(group.iter().map(|&cell| (cells[cell], Colour::Any))),
                true => None,
            };
            let places: BTreeSet<Cell> = group.iter().map(|&cell| cells[cell]).collect();
            let has = |shape: &Shape| match &drawn {
                Some(drawn) => drawn.orientations(true, true).iter().any(|(_, turned)| turned == shape),
                None => shape.orientations(true, true).iter().any(|(_, turned)| lies_on(topology, &places, turned)),
            };
            let mut is_listed = false;
            for (found, (shape, _)) in found.iter_mut().zip(&self.shapes) {
                let is = has(shape);
                *found += i64::from(is);
                is_listed |= is;
            }
            if !is_listed {
                return Err(Breach::UnlistedShape(cells[group[0]]));
            }
        }
        for (index, (_, copies)) in self.shapes.iter().enumerate() {
            if let Some(copies) = copies.filter(|&copies| copies != found[index]) {
                return Err(Breach::Shapes { shape: index + 1, found: found[index], expected: copies });
            }
        }
        Ok(())
    }

    fn pieces(&self) -> Vec<(&Shape, usize)> {
        let copies = |copies: &Option<i64>| copies.and_then(|copies| usize::try_from(copies).ok());
        self.shapes.iter().filter_map(|(shape, wanted)| Some((shape, copies(wanted)?))).collect()
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let index = joined.places(topology);
        let at = |cell: Cell| topology.id(cell).and_then(|id| index[id]);
        let mut lies: Vec<Lie> = Vec::new();
        let mut known: BTreeMap<BTreeSet<usize>, usize> = BTreeMap::new();
        for (number, (shape, _)) in self.shapes.iter().enumerate() {
            for (_, turned) in shape.orientations(true, true) {
                for from in topology.places() {
                    let place = |cell: &Cell| topology.step(from, (cell.row as i64, cell.column as i64)).and_then(at);
                    let cells: Option<Vec<usize>> = turned.cells().iter().map(|(cell, _)| place(cell)).collect();
                    let Some(cells) = cells else { continue };
                    if topology.wrap {
                        // A shape may lie on the same cells in several ways, but not on a cell twice.
                        let different: BTreeSet<usize> = cells.iter().copied().collect();
                        if different.len() < cells.len() {
                            continue;
                        }
                        let next = lies.len();
                        let index = *known.entry(different).or_insert(next);
                        if let Some(lie) = lies.get_mut(index) {
                            if !lie.shapes.contains(&number) {
                                lie.shapes.push(number);
                            }
                            continue;
                        }
                    }
                    lies.push(Lie { shapes: vec![number], cells });
                }
            }
        }
        let lying = cover(to, &joined, self.groups.are_linked(), lies.iter().map(|lie| &lie.cells[..]));
        let mut of_shape = vec![Vec::new(); self.shapes.len()];
        for (lie, lies) in lies.iter().zip(lying) {
            lie.shapes.iter().for_each(|&shape| of_shape[shape].push(lies));
        }
        for (of_shape, (_, copies)) in of_shape.into_iter().zip(&self.shapes) {
            if let Some(copies) = copies {
                to.count(Relation::Equal, *copies, of_shape);
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

/// Whether a shape that is not turned any more lies on these places of a torus, on each once.
fn lies_on(topology: &Topology, places: &BTreeSet<Cell>, shape: &Shape) -> bool {
    let Some(&(first, _)) = shape.cells().first() else { return false };
    let (height, width) = (topology.height, topology.width);
    shape.cells().len() == places.len()
        && places.iter().any(|at| {
            let around = |cell: Cell| {
                let row = (at.row + height + cell.row % height - first.row % height) % height;
                Cell::new(row, (at.column + width + cell.column % width - first.column % width) % width)
            };
            shape.cells().iter().map(|&(cell, _)| around(cell)).collect::<BTreeSet<Cell>>() == *places
        })
}

/// Posts that every group is one of these lists of vertices, each with the literal that selects it. The cells of a
/// list belong together, and no neighbour belongs to them; a cell in a group is covered once, any other cell is not
/// covered. Where groups are `linked`, cells may also belong together through others.
pub(super) fn cover<'l>(
    to: &mut Builder<'_>,
    joined: &Joined,
    linked: bool,
    lists: impl Iterator<Item = &'l [usize]>,
) -> Vec<Truth> {
    let mut neighbours = vec![Vec::new(); joined.cells.len()];
    for &([a, b], edge) in &joined.edges {
        neighbours[a].push((b, edge));
        neighbours[b].push((a, edge));
    }
    let mut covering = vec![Vec::new(); joined.cells.len()];
    let mut all = Vec::new();
    let mut demands = Vec::new();
    // By vertex, its index in the current list.
    let mut places = vec![usize::MAX; joined.cells.len()];
    for list in lists {
        let is_in = |places: &[usize], cell: usize| list.get(places[cell]) == Some(&cell);
        list.iter().enumerate().for_each(|(at, &cell)| places[cell] = at);
        let inner =
            |cell: usize| neighbours[cell].iter().map(|&(other, _)| other).filter(|&other| is_in(&places, other));
        let pairs = list.iter().flat_map(|&cell| inner(cell).map(move |other| [cell, other]));
        let pairs = pairs.map(|ends| ends.map(|cell| places[cell]));
        if parts(list.len(), pairs).len() != 1 {
            // These cells never form one group.
            all.push(Truth::Known(false));
            continue;
        }
        let lies = Truth::Open(to.auxiliary());
        all.push(lies);
        demands.push(Demand {
            vertex: list[0],
            when: there(lies),
            relation: Relation::Equal,
            bound: list.len() as i64,
        });
        for &cell in list {
            covering[cell].push(lies);
            to.clause([!lies, joined.there[cell]]);
            for &(other, edge) in &neighbours[cell] {
                match is_in(&places, other) {
                    true if linked => {}
                    true => to.clause([!lies, edge]),
                    false => to.clause([!lies, !joined.there[other], !edge]),
                }
            }
        }
    }
    // Of two different lists with a common cell, one has a cell next to the other: unit propagation from either excludes
    // the other, so that at-most-one constraints would add nothing. On a torus, two lists can have the same cells.
    let exclusive = !linked && !to.symbols.topology.wrap;
    for (covering, there) in covering.into_iter().zip(&joined.there) {
        let covering = covering.into_iter().chain([!*there]);
        match exclusive {
            true => to.clause(covering),
            false => to.count(Relation::Equal, 1, covering),
        }
    }
    if linked {
        let size = Measure { weights: vec![1; joined.cells.len()], demands };
        to.post(joined.components(vec![size]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, model};

    #[test]
    fn shapes_that_no_group_can_have_lie_nowhere() {
        let row = |rest: &str| model(1, 3, "['.', '#']", &format!("[[rule]]\ngroup = '#'\n{rest}"));
        assert_eq!(agree(&row("shapes = ['#.#']")), 1, "two cells apart are two groups");
        assert_eq!(agree(&row("shapes = ['#.#']\nby = 'dabbaba'")), 2);
        let corner = "group = '#'\nby = 'king'\nshapes = ['''\n#.\n.#\n''']";
        assert_eq!(agree(&model(2, 2, "['.', '#']", &format!("[[rule]]\n{corner}"))), 3);
    }

    #[test]
    fn shapes_lie_across_the_edges_of_a_torus() {
        let torus = |rows: usize, columns: usize, rest: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nwrap = true\nvalues = ['.', '#']\n[[rule]]\n\
                 group = '#'\n{rest}"
            )
        };
        // Empty, or a corner of three cells around one of nine cells, in four ways.
        assert_eq!(agree(&torus(3, 3, "shapes = ['''\n##\n#.\n''']")), 1 + 9 * 4);
        assert!(agree(&torus(3, 4, "shapes = ['###', '''\n##\n##\n''']")) > 12);
        assert!(agree(&torus(2, 3, "shapes = ['''\n.#\n##\n''', '###']\nby = 'king'")) > 1);
    }

    #[test]
    fn cells_of_a_linked_shape_need_not_all_be_joined() {
        let square = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nlines = 'links'\n[[rule]]\ngroup = 'linked'\n\
            shapes = ['''\n##\n##\n''']";
        assert_eq!(agree(square), 5, "four lines, or any three of them");
    }
}
