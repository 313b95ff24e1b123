//! Groups that are rectangles: `rectangle = true`, all of them; `rectangle = false`, none.
//!
//! Where the same rule states that each group has one number, its size, as in a Shikaku, there is a variable for each
//! rectangle that fits a number, and exactly one of them covers each cell.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::position::Position;
use super::super::rule::{Condition, Element, Number, Set};
use super::super::symbols::{Mark, Test};
use super::super::topology::Topology;
use super::group::joined::{Groups, Joined};
use super::group::measured::{Measured, Weighed};
use super::parts::parts;
use super::shapes::cover;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// Three cells of a 2x2 window in one group require the fourth. Where cells do not belong together over their sides,
/// each group is one of all rectangles.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Always {
    pub(super) groups: Groups,
}

impl Condition for Always {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        match found(&self.groups, position, members).iter().find(|group| !is_rectangle(topology, group)) {
            Some(group) => Err(Breach::NotRectangle(group[0])),
            None => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let index = joined.places(topology);
        if !self.groups.are_of_sides() {
            let at = |places: Vec<Cell>| {
                places.into_iter().map(|place| topology.id(place).and_then(|id| index[id])).collect()
            };
            let lists: Vec<Vec<usize>> = rectangles(topology).filter_map(at).collect();
            cover(to, &joined, self.groups.are_linked(), lists.iter().map(Vec::as_slice));
            return;
        }
        let edges: BTreeMap<[usize; 2], Truth> = joined.edges.iter().copied().collect();
        // Both present and joined.
        let together = |to: &mut Builder<'_>, a: Option<usize>, b: Option<usize>| match (a, b) {
            (Some(a), Some(b)) => match edges.get(&[a.min(b), a.max(b)]) {
                Some(&edge) => to.all(&[joined.there[a], joined.there[b], edge]),
                None => Truth::Known(false),
            },
            _ => Truth::Known(false),
        };
        for (vertex, &cell) in joined.cells.iter().enumerate() {
            let at = topology.cells[cell];
            let to_the = |rows: i64, columns: i64| {
                topology.step(at, (rows, columns)).and_then(|at| topology.id(at)).and_then(|id| index[id])
            };
            for (rows, columns) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (beside, above) = (to_the(0, columns), to_the(rows, 0));
                let corner = to_the(rows, columns);
                let knee = [together(to, Some(vertex), beside), together(to, Some(vertex), above)];
                if knee.contains(&Truth::Known(false)) {
                    continue;
                }
                for rest in [together(to, beside, corner), together(to, above, corner)] {
                    to.clause([!knee[0], !knee[1], rest]);
                }
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

/// Each group is a rectangle with one mark of a picture on it, whose number is its size.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbered {
    pub(super) groups: Groups,
    pub(super) picture: usize,
    /// The same picture, as the number of the sizes.
    pub(super) size: Number,
    /// The test that a cell has a mark.
    pub(super) test: Test,
}

impl Condition for Numbered {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        self.breaches(position, set, members).into_iter().next().map_or(Ok(()), Err)
    }

    fn breaches(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Vec<Breach> {
        let symbols = position.symbols;
        let breach = |places: &Vec<Cell>| {
            if !is_rectangle(&symbols.topology, places) {
                return Some(Breach::NotRectangle(places[0]));
            }
            let marks: Vec<&Mark> = places.iter().filter_map(|&at| symbols.mark(self.picture, at)).collect();
            let [mark] = marks[..] else {
                let (of, found) = (Some(self.test.text.clone()), marks.len() as i64);
                return Some(Breach::GroupCount { group: places[0], of, found, expected: 1, from: None });
            };
            let found = places.len() as i64;
            let size = mark.number.filter(|&size| size != found)?;
            Some(Breach::GroupCount { group: places[0], of: None, found, expected: size, from: None })
        };
        found(&self.groups, position, members).iter().filter_map(breach).collect()
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        if to.is_by_clue() {
            let size = Measured { test: None, relation: Relation::Equal, number: self.size.clone() };
            let one = Measured { test: Some(self.test.clone()), relation: Relation::Equal, number: Number::Fixed(1) };
            Always { groups: self.groups.clone() }.constrain(to, set, members);
            Weighed { groups: self.groups.clone(), measures: vec![size, one], alike: None }.constrain(to, set, members);
            return;
        }
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let index = joined.places(topology);
        let marked = |at: Cell| symbols.mark(self.picture, at);
        let mut rectangles: Vec<Vec<usize>> = Vec::new();
        for &cell in &joined.cells {
            let at = topology.cells[cell];
            let Some(mark) = marked(at) else { continue };
            let fits = |height: usize, width: usize| mark.number.is_none_or(|size| size == (height * width) as i64);
            for (height, width) in (1..=topology.height).flat_map(|h| (1..=topology.width).map(move |w| (h, w))) {
                if !fits(height, width) {
                    continue;
                }
                for top in firsts(topology.height, height, at.row, topology.wrap) {
                    for left in firsts(topology.width, width, at.column, topology.wrap) {
                        let places = rectangle(topology, [top, left], [height, width]);
                        if places.clone().filter(|&place| marked(place).is_some()).count() != 1 {
                            continue;
                        }
                        let vertices: Option<Vec<usize>> =
                            places.map(|place| topology.id(place).and_then(|id| index[id])).collect();
                        rectangles.extend(vertices);
                    }
                }
            }
        }
        cover(to, &joined, false, rectangles.iter().map(Vec::as_slice));
    }

    fn own_numbers(&self) -> Vec<&Number> {
        vec![&self.size]
    }

    fn pictures(&self) -> Vec<usize> {
        vec![self.picture]
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests().into_iter().chain([&self.test]).collect()
    }
}

/// Returns the cells of each group on a filled board.
fn found(groups: &Groups, position: &Position<'_>, members: &[Element]) -> Vec<Vec<Cell>> {
    let at = |cell: usize| position.symbols.topology.cells[cell];
    groups.found(position, members).into_iter().map(|group| group.into_iter().map(at).collect()).collect()
}

/// Checks whether cells are all those of adjacent rows and adjacent columns; on a torus, the last is adjacent to the
/// first.
fn is_rectangle(topology: &Topology, places: &[Cell]) -> bool {
    let rows: BTreeSet<usize> = places.iter().map(|place| place.row).collect();
    let columns: BTreeSet<usize> = places.iter().map(|place| place.column).collect();
    let side_by_side = |lines: &BTreeSet<usize>, side: usize| {
        let goes_on =
            |line: usize| lines.contains(&(line + 1)) || (topology.wrap && lines.contains(&((line + 1) % side)));
        lines.iter().filter(|&&line| !goes_on(line)).count() <= 1
    };
    places.len() == rows.len() * columns.len()
        && side_by_side(&rows, topology.height)
        && side_by_side(&columns, topology.width)
}

/// Returns where a rectangle with `taken` rows or columns may begin so that it contains `with`.
fn firsts(side: usize, taken: usize, with: usize, wrap: bool) -> Vec<usize> {
    match wrap {
        // A rectangle around the whole torus is the same wherever it begins.
        true if taken == side => vec![0],
        true => (0..taken).map(|back| (with + side - back) % side).collect(),
        false => (with.saturating_sub(taken - 1)..=with.min(side - taken)).collect(),
    }
}

/// Returns the cells of a rectangle from its first row and column.
fn rectangle(
    topology: &Topology,
    [top, left]: [usize; 2],
    [height, width]: [usize; 2],
) -> impl Iterator<Item = Cell> + Clone {
    let (rows, columns) = (topology.height, topology.width);
    let place = move |index: usize| Cell::new((top + index / width) % rows, (left + index % width) % columns);
    (0..height * width).map(place)
}

/// Returns the cells of all rectangles of a board, each once.
fn rectangles(topology: &Topology) -> impl Iterator<Item = Vec<Cell>> {
    let begins = |side: usize, taken: usize| match topology.wrap {
        true if taken == side => 0..1,
        true => 0..side,
        false => 0..side + 1 - taken,
    };
    let sizes = (1..=topology.height).flat_map(|height| (1..=topology.width).map(move |width| [height, width]));
    sizes.flat_map(move |[height, width]| {
        let lefts = begins(topology.width, width);
        let firsts = begins(topology.height, height).flat_map(move |top| lefts.clone().map(move |left| [top, left]));
        firsts.map(move |first| rectangle(topology, first, [height, width]).collect())
    })
}

/// For every rectangle of cells: one cell is in no group, two neighbours are in different groups, or a cell outside
/// is in theirs.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Never {
    pub(super) groups: Groups,
}

impl Condition for Never {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        match found(&self.groups, position, members).iter().find(|group| is_rectangle(topology, group)) {
            Some(group) => Err(Breach::Rectangle(group[0])),
            None => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let topology = &to.symbols.topology;
        let index = joined.places(topology);
        let mut around = vec![Vec::new(); joined.cells.len()];
        for &([a, b], truth) in &joined.edges {
            around[a].push((b, truth));
            around[b].push((a, truth));
        }
        for &cell in &joined.cells {
            let from = topology.cells[cell];
            let room = |side: usize, first: usize| match topology.wrap {
                // A rectangle around the whole torus is the same wherever it begins.
                true if first > 0 => side - 1,
                true => side,
                false => side - first,
            };
            for height in 1..=room(topology.height, from.row) {
                for width in 1..=room(topology.width, from.column) {
                    let places = rectangle(topology, [from.row, from.column], [height, width]);
                    let inside: Option<Vec<usize>> =
                        places.map(|at| topology.id(at).and_then(|id| index[id])).collect();
                    // A wider rectangle has the same gap.
                    let Some(inside) = inside else { break };
                    forbid(to, &joined, &around, &inside);
                }
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

/// Excludes that these vertices are one group.
fn forbid(to: &mut Builder<'_>, joined: &Joined, around: &[Vec<(usize, Truth)>], inside: &[usize]) {
    let at: BTreeMap<usize, usize> = inside.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
    let mut clause: Vec<Truth> = inside.iter().map(|&vertex| !joined.there[vertex]).collect();
    let mut pairs = Vec::new();
    for (one, &vertex) in inside.iter().enumerate() {
        for &(other, truth) in &around[vertex] {
            match at.get(&other) {
                Some(&other) if one < other => {
                    pairs.push([one, other]);
                    clause.push(!truth);
                }
                Some(_) => {}
                None => clause.push(to.all(&[joined.there[other], truth])),
            }
        }
    }
    // By a knight's move, the cells of a square are four groups.
    if parts(inside.len(), pairs).len() == 1 {
        to.clause(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    fn painted(rows: usize, columns: usize, rest: &str) -> String {
        model(rows, columns, "['.', '#']", &format!("[[rule]]\ngroup = '#'\n{rest}"))
    }

    #[test]
    fn no_group_is_a_rectangle() {
        // Empty, or the four corners of three cells.
        assert_eq!(agree(&painted(2, 2, "rectangle = false")), 5);
        // The empty board has no group and satisfies both: 5 + 12 = 16 + 1.
        assert_eq!(agree(&painted(2, 2, "rectangle = true")), 12);
        assert!(agree(&painted(3, 3, "rectangle = false")) > 5);
        assert!(agree(&painted(2, 3, "rectangle = false\nby = 'king'")) > 1);
        assert!(agree(&painted(2, 3, "rectangle = false\nby = 'knight'")) > 1);
        assert!(agree(&painted(3, 3, "rectangle = false\namong = 'not .'")) > 5);
    }

    #[test]
    fn rectangles_of_cells_that_hang_together_otherwise() {
        assert_eq!(agree(&painted(2, 2, "rectangle = true\nby = 'king'")), 10, "not two cells corner to corner");
        assert!(agree(&painted(2, 3, "rectangle = true\nby = 'knight'")) > 1);
        let linked = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nlines = 'links'\n[[rule]]\ngroup = 'linked'\n\
            rectangle = true";
        assert_eq!(agree(linked), 12, "all but the four corners of three cells");
    }

    #[test]
    fn rectangles_go_around_a_torus() {
        let torus = |rows: usize, columns: usize, rest: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nwrap = true\nvalues = ['.', '#']\n{rest}"
            )
        };
        for rest in ["rectangle = true", "rectangle = false", "rectangle = true\nby = 'king'"] {
            for (rows, columns) in [(1, 4), (2, 3), (3, 3), (3, 4)] {
                agree(&torus(rows, columns, &format!("[[rule]]\ngroup = '#'\n{rest}")));
            }
        }
        let numbered = "[picture]\nclue = '''\n4.1\n...\n'''\n[[rule]]\ngroup = '#'\nrectangle = true\nsize = 'clue'\n\
            exactly = { clue = 1 }";
        assert!(agree(&torus(2, 3, numbered)) > 2);
    }

    #[test]
    fn rectangles_with_a_number_each() {
        let rule = "group = 'enclosed'\nrectangle = true\nexactly = { clue = 1 }\nsize = 'clue'";
        let board = |clues: &str, rule: &str| {
            let head = "puzzle = 'grid'\n[grid]\nlines = 'borders'\n[picture]\nclue = ";
            format!("{head}'''\n{clues}\n'''\n[[rule]]\n{rule}")
        };
        assert_eq!(agree(&board("2.\n.2", rule)), 2);
        assert_eq!(agree(&board("2.\n2.", rule)), 1);
        assert_eq!(agree(&board("3..\n?..", rule)), 1, "a mark without a number is a rectangle of any size");
        assert_eq!(agree(&board("3..\n..2", rule)), 0);
        // The same condition in three rules, each with its own constraints.
        let apart = rule.replacen("\nrectangle", "\nrectangle = true\n[[rule]]\ngroup = 'enclosed'\nrectangle", 1);
        for clues in ["2.\n.2", "3..\n?..", "4.1\n..1", "2.2\n1.1"] {
            assert_eq!(agree(&board(clues, rule)), agree(&board(clues, &apart)), "{clues}");
        }
        let painted = "[picture]\nclue = '''\n2.1\n...\n'''\n[[rule]]\ngroup = '#'\nrectangle = true\nsize = 'clue'\n\
            exactly = { clue = 1 }";
        // The 2 lies or stands, or there is none; the 1 stands alone, or there is none; and the lying 2 touches the 1.
        assert_eq!(agree(&model(2, 3, "['.', '#']", painted)), 3 * 2 - 1);
    }

    #[test]
    fn no_group_of_equal_values_and_no_room() {
        let same = |rows, columns| model(rows, columns, "\"1..2\"", "[[rule]]\ngroup = 'same'\nrectangle = false");
        assert_eq!(agree(&same(2, 2)), 0, "three of one value leave a single cell");
        assert!(agree(&same(3, 3)) > 0);
        let rooms = |rest: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = 'borders'\n[[rule]]\ngroup = 'enclosed'\n{rest}"
            )
        };
        // Two rooms of three cells with a step between them, up or down.
        assert_eq!(agree(&rooms("rectangle = false")), 2);
        let linked = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = 'links'\n[[rule]]\ngroup = 'linked'\n\
            rectangle = false";
        assert!(mistakes(linked).starts_with("`rectangle = false` is not supported for linked groups"));
    }
}
