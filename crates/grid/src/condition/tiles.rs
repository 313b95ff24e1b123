//! The conditions of `[tiles]`: how often each tile is used, equal colours on common sides, and the colour of the border.
//!
//! They are stated by the table and not by keys of a rule. For a common side and a colour `c`, the auxiliary variable `n` is
//! true if the side has another colour: exactly one of `n` and the values of the first cell with `c` on this side is true, and
//! the same holds for the second cell. So an exact cover needs two items for each side and colour, and unit propagation
//! takes a colour from a cell once its neighbour cannot have it.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::position::Position;
use super::super::rule::{Condition, Element, Key, Set};
use super::super::tiles::{COLOURS, SIDES, Tiles, opposite};
use super::super::topology::Topology;
use boardwright_ir::constraint::Relation;

/// The layer of the tiles.
const LAYER: usize = 0;

/// Each tile is used as often as it is listed. A set has the key of its tile.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Used;

/// Two neighbours have the same colour on their common side.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Matching;

/// A tile has the colour of the border on its sides without a neighbour.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Border;

/// Returns the sides of a cell without a neighbour.
pub(in super::super) fn outer(topology: &Topology, cell: usize) -> impl Iterator<Item = usize> + '_ {
    (0..COLOURS).filter(move |&side| beside(topology, cell, side).is_none())
}

/// Returns the neighbour at a side of a cell.
fn beside(topology: &Topology, cell: usize, side: usize) -> Option<usize> {
    topology.step(topology.cells[cell], SIDES[side]).and_then(|at| topology.id(at))
}

fn cells(members: impl Iterator<Item = Element>) -> Vec<usize> {
    members.filter_map(Element::cell).collect()
}

/// Returns the values with a colour on a side of a cell.
fn coloured(to: &Builder<'_>, tiles: &Tiles, cell: usize, side: usize, colour: char) -> Vec<Truth> {
    let values = tiles.values.iter().enumerate().filter(|(_, colours)| colours[side] == colour);
    values.map(|(value, _)| to.value(LAYER, cell, value)).collect()
}

impl Condition for Used {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let (Some(tiles), &Key::Tile(class)) = (&position.symbols.tiles, &set.key) else { return Ok(()) };
        let cells = cells(members.iter().copied());
        let is_one = |&&cell: &&usize| tiles.class_of[position.value_at(LAYER, cell)] == class;
        let (found, expected) = (cells.iter().filter(is_one).count(), tiles.classes[class].copies);
        if found == expected { Ok(()) } else { Err(Breach::TileCount { found, expected }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let (Some(tiles), &Key::Tile(class)) = (&to.symbols.tiles, &set.key) else { return };
        let ways: Vec<usize> = (0..tiles.values.len()).filter(|&value| tiles.class_of[value] == class).collect();
        let cells = cells(members.iter().map(|member| member.element));
        let placed = cells.iter().flat_map(|&cell| ways.iter().map(move |&value| (cell, value)));
        let placed: Vec<Truth> = placed.map(|(cell, value)| to.value(LAYER, cell, value)).collect();
        to.count(Relation::Equal, tiles.classes[class].copies as i64, placed);
    }

    fn layers(&self) -> Vec<usize> {
        vec![LAYER]
    }
}

impl Condition for Matching {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let (Some(tiles), &[a, b]) = (&position.symbols.tiles, &cells(members.iter().copied())[..]) else {
            return Ok(());
        };
        let [first, second] = [a, b].map(|cell| tiles.values[position.value_at(LAYER, cell)]);
        for side in (0..COLOURS).filter(|&side| beside(&position.symbols.topology, a, side) == Some(b)) {
            let colours = [first[side], second[opposite(side)]];
            if colours[0] != colours[1] {
                return Err(Breach::Colours { colours });
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        let cells = cells(members.iter().map(|member| member.element));
        let (Some(tiles), &[a, b]) = (&symbols.tiles, &cells[..]) else { return };
        for side in (0..COLOURS).filter(|&side| beside(&symbols.topology, a, side) == Some(b)) {
            for colour in tiles.colours() {
                let other = Truth::from(to.auxiliary());
                for (cell, side) in [(a, side), (b, opposite(side))] {
                    let with = coloured(to, tiles, cell, side, colour);
                    to.count(Relation::Equal, 1, with.into_iter().chain([other]));
                }
            }
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![LAYER]
    }
}

impl Condition for Border {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(tiles) = &position.symbols.tiles else { return Ok(()) };
        let Some(expected) = tiles.border else { return Ok(()) };
        for cell in cells(members.iter().copied()) {
            let colours = tiles.values[position.value_at(LAYER, cell)];
            if let Some(side) = outer(&position.symbols.topology, cell).find(|&side| colours[side] != expected) {
                return Err(Breach::BorderColour { found: colours[side], expected });
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        let Some((tiles, border)) = symbols.tiles.as_ref().and_then(|tiles| Some((tiles, tiles.border?))) else {
            return;
        };
        for cell in cells(members.iter().map(|member| member.element)) {
            let outer: Vec<usize> = outer(&symbols.topology, cell).collect();
            for (value, colours) in tiles.values.iter().enumerate() {
                if outer.iter().any(|&side| colours[side] != border) {
                    let unfit = to.value(LAYER, cell, value);
                    to.clause([!unfit]);
                }
            }
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![LAYER]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes};

    fn model(rows: usize, columns: usize, grid: &str, tiles: &str) -> String {
        format!("puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\n{grid}\n[tiles]\n{tiles}")
    }

    #[test]
    fn tiles_that_are_not_turned() {
        // Listed by hand: the row is fixed up to the place of the first tile.
        assert_eq!(agree(&model(1, 2, "", "set = ['abcd', 'adcb']")), 2);
        assert_eq!(agree(&model(1, 2, "", "set = ['abcd', 'adca']")), 1);
        assert_eq!(agree(&model(2, 1, "", "set = ['abcd', 'ccab']")), 2);
        assert_eq!(agree(&model(2, 2, "", "set = ['aaaa', 'aaaa', 'aaaa', 'aaaa']")), 1, "copies are the same");
    }

    #[test]
    fn tiles_that_are_turned() {
        assert_eq!(agree(&model(1, 2, "", "set = ['abcd', 'abcd']\nturn = true")), 4, "any of four colours between");
        for mirror in [false, true] {
            agree(&model(1, 3, "", &format!("set = ['aabc', 'aabb', 'abac']\nturn = true\nmirror = {mirror}")));
        }
        agree(&model(2, 2, "", "set = ['aabb', 'aabb', 'aabb', 'aabb']\nturn = true\nborder = 'a'"));
        agree(&model(2, 2, "", "set = ['aabc', 'aacb', 'aabc', 'aacb']\nturn = true\nborder = 'a'"));
        agree(&model(2, 2, "given = '''\n. aaba\n. .\n'''", "set = ['aaba', 'aaba', 'aaaa', 'aaaa']\nturn = true"));
        agree(&model(2, 2, "wrap = true", "set = ['abab', 'abab', 'aaaa', 'bbbb']\nturn = true"));
    }

    #[test]
    fn boards_with_holes_have_an_inner_border() {
        let text = "puzzle = 'grid'\n[grid]\ncells = '''\n..\n._\n'''\n[tiles]\nset = ['aaba', 'abba', 'aaba']\n\
            turn = true\nborder = 'a'";
        assert_eq!(agree(text), 1);
    }

    #[test]
    fn mistakes_in_sets_of_tiles() {
        let wrong = |rows: usize, columns: usize, grid: &str, tiles: &str| mistakes(&model(rows, columns, grid, tiles));
        let start = |rows: usize, columns: usize, tiles: &str, expected: &str| {
            let found = wrong(rows, columns, "", tiles);
            assert!(found.starts_with(expected), "{found}");
        };
        start(1, 2, "set = ['abcd', 'abc']", "the tile `abc` has 3 colours; expected 4");
        start(1, 2, "set = ['abcd', 'ab d']", "the tile `ab d` has the colour ` `");
        start(1, 3, "set = ['abcd', 'abcd']", "2 tiles for 3 cells");
        start(1, 1, "set = ['abcd', 'abcd']", "2 tiles for 1 cell");
        start(1, 2, "set = ['abcd', 'abce']\nborder = 'f'", "no tile has the colour `f` of the border");
        start(
            1,
            2,
            "set = ['aaab', 'aaac']\nborder = 'a'",
            "the colours `b` and `c` are on an odd number of inner sides",
        );
        start(
            1,
            2,
            "set = ['aabb', 'bccb']\nborder = 'a'",
            "the colour `a` of the border is on 2 sides of tiles; expected at least 6",
        );
        let fixed = wrong(1, 2, "given = 'bacd .'", "set = ['abcd', 'aaaa']\nturn = true");
        assert!(fixed.starts_with("unknown value `bacd` at r1c1"), "{fixed}");
        assert!(fixed.contains("the tiles are abcd, aaaa, turned as they lie"), "{fixed}");
        let both = wrong(1, 1, "values = 'A..B'", "set = ['abcd']");
        assert!(both.starts_with("`values` and [tiles] exclude each other"), "{both}");
        let shape = wrong(1, 1, "shape = 'hexagons'", "set = ['abcd']");
        assert!(shape.starts_with("[tiles] is not supported for hexagons"), "{shape}");
        let wrap = wrong(1, 2, "wrap = true", "set = ['abab', 'abab']");
        assert!(wrap.starts_with("[tiles] requires"), "{wrap}");
        let border = wrong(2, 2, "wrap = true", "set = ['aaaa', 'aaaa', 'aaaa', 'aaaa']\nborder = 'a'");
        assert!(border.starts_with("a torus has no border"), "{border}");
    }
}
