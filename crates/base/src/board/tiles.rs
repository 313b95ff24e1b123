//! Tiles with coloured sides: the values of the cells of an edge-matching puzzle.
//!
//! A value is the word of the colours of a tile as it lies: top, right, bottom, left. The tile `rgbg` lies in four ways where
//! tiles may be turned: `rgbg`, `grgb`, `bgrg`, `gbgr`. Copies of a tile are one class, and so are tiles that can be turned
//! into each other.
//!
//! Imports nothing.

use std::collections::{BTreeMap, BTreeSet};

/// The steps to the neighbours at the sides of a tile, in the order of its word.
pub const SIDES: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The number of colours of a tile.
pub const COLOURS: usize = 4;

/// Returns the side opposite to one.
pub fn opposite(side: usize) -> usize {
    (side + 2) % COLOURS
}

/// The colours of a tile as it lies: top, right, bottom, left.
pub type Colours = [char; COLOURS];

/// Tiles that are the same, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The tile as the model lists it first.
    pub listed: Colours,
    /// The number of copies.
    pub copies: usize,
}

/// A set of tiles that fills the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiles {
    /// The classes, in the order of the model.
    pub classes: Vec<Class>,
    /// By value: the colours of its sides.
    pub values: Vec<Colours>,
    /// By value: its class.
    pub class_of: Vec<usize>,
    /// The colour of the sides at the border, if it is given.
    pub border: Option<char>,
}

impl Tiles {
    /// Returns the values of these tiles, which may be turned or mirrored.
    pub fn new(listed: &[Colours], turn: bool, mirror: bool, border: Option<char>) -> Tiles {
        let mut tiles = Tiles { classes: Vec::new(), values: Vec::new(), class_of: Vec::new(), border };
        let mut known: BTreeMap<Colours, usize> = BTreeMap::new();
        for &tile in listed {
            if let Some(&class) = known.get(&tile) {
                tiles.classes[class].copies += 1;
                continue;
            }
            let class = tiles.classes.len();
            tiles.classes.push(Class { listed: tile, copies: 1 });
            for way in ways(tile, turn, mirror) {
                if known.insert(way, class).is_none() {
                    tiles.values.push(way);
                    tiles.class_of.push(class);
                }
            }
        }
        tiles
    }

    /// Returns the words of the values.
    pub fn words(&self) -> Vec<String> {
        self.values.iter().map(|colours| colours.iter().collect()).collect()
    }

    /// Returns the colours, in order.
    pub fn colours(&self) -> BTreeSet<char> {
        self.values.iter().flatten().copied().collect()
    }

    /// Returns the value of a tile after a motion of the board that takes each side to this one, if it is a value.
    pub fn image(&self, value: usize, to: [usize; COLOURS]) -> Option<usize> {
        let mut image = self.values[value];
        for (side, &target) in to.iter().enumerate() {
            image[target] = self.values[value][side];
        }
        self.values.iter().position(|&colours| colours == image)
    }

    /// Checks whether a motion of the board takes the tiles to tiles of which there are as many.
    pub fn keeps(&self, to: [usize; COLOURS]) -> bool {
        (0..self.values.len()).all(|value| {
            let copies = |value: usize| self.classes[self.class_of[value]].copies;
            self.image(value, to).is_some_and(|image| copies(image) == copies(value))
        })
    }
}

/// Returns the ways in which a tile can lie, the listed one first, each as often as turns lead to it. They are the same for each of
/// them: a tile is mirrored left to right only, because both flips are a half turn.
fn ways(tile: Colours, turn: bool, mirror: bool) -> Vec<Colours> {
    let mut ways = vec![tile];
    if mirror {
        ways.push([tile[0], tile[3], tile[2], tile[1]]);
    }
    if turn {
        for of in ways.clone() {
            let mut turned = of;
            for _ in 1..COLOURS {
                turned.rotate_right(1);
                ways.push(turned);
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(listed: &[&str], turn: bool, mirror: bool) -> Tiles {
        let colours = |word: &&str| {
            let letters: Vec<char> = word.chars().collect();
            [letters[0], letters[1], letters[2], letters[3]]
        };
        Tiles::new(&listed.iter().map(colours).collect::<Vec<_>>(), turn, mirror, None)
    }

    #[test]
    fn a_tile_lies_in_as_many_ways_as_it_has_different_turns() {
        let words = |listed: &str, turn, mirror| tiles(&[listed], turn, mirror).words();
        assert_eq!(words("rgby", true, false), ["rgby", "yrgb", "byrg", "gbyr"]);
        assert_eq!(words("rgby", false, false), ["rgby"]);
        assert_eq!(words("rgby", false, true), ["rgby", "rybg"]);
        assert_eq!(words("rgby", true, true).len(), 8);
        assert_eq!(words("rgrg", true, true), ["rgrg", "grgr"]);
    }

    /// P. A. MacMahon, New Mathematical Pastimes (1921): 24 squares of three colours.
    #[test]
    fn squares_of_three_colours() {
        let words = (0..81).map(|index| [index / 27, index / 9 % 3, index / 3 % 3, index % 3]);
        let all: Vec<Colours> = words.map(|word| word.map(|colour| ['a', 'b', 'c'][colour])).collect();
        let turned = Tiles::new(&all, true, false, None);
        assert_eq!((turned.classes.len(), turned.values.len()), (24, 81));
        assert_eq!(Tiles::new(&all, true, true, None).classes.len(), 21);
    }

    #[test]
    fn turned_tiles_are_copies() {
        let two = tiles(&["rgby", "gbyr", "rybg"], true, false);
        assert_eq!(two.classes.iter().map(|class| class.copies).collect::<Vec<_>>(), [2, 1]);
        let (turn, flip) = ([1, 2, 3, 0], [0, 3, 2, 1]);
        assert!(two.keeps(turn) && !two.keeps(flip), "the mirror image exists once only");
        assert_eq!(two.image(0, turn), Some(1), "rgby turned to the right is yrgb");
        assert!(!tiles(&["rgby"], false, false).keeps(turn));
    }
}
