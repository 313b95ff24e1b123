//! Tiles with coloured sides: as squares of four triangles, and in a panel of their own beside an unsolved puzzle.
//!
//! Colours are named by their initials (`r` is red) if all letters are such initials; otherwise they are taken from a palette.

use crate::Grid;
use crate::symbols::SymbolTable;
use crate::tiles::{Colours, Tiles};
use boardwright_base::board::picture::{Figure, Panel, Square, colour};

/// The colours with initials.
const INITIALS: [(char, &str); 9] = [
    ('r', "red"),
    ('b', "blue"),
    ('g', "green"),
    ('y', "yellow"),
    ('o', "orange"),
    ('p', "purple"),
    ('n', "brown"),
    ('c', "cyan"),
    ('k', "grey"),
];

/// White, which has no name among the colours of values.
const WHITE: [u8; 3] = [0xff, 0xff, 0xff];

/// Returns the RGB colour of a side.
fn rgb(tiles: &Tiles, side: char) -> [u8; 3] {
    let initial = |letter: char| {
        let letter = letter.to_ascii_lowercase();
        let named = INITIALS.iter().find(|(initial, _)| *initial == letter);
        named.and_then(|(_, name)| colour(name)).or_else(|| (letter == 'w').then_some(WHITE))
    };
    let colours = tiles.colours();
    if colours.iter().all(|&letter| initial(letter).is_some()) {
        return initial(side).unwrap_or(WHITE);
    }
    let place = colours.iter().position(|&letter| letter == side).unwrap_or(0);
    let (_, name) = INITIALS[place % INITIALS.len()];
    // Further colours are lighter.
    let lighter = (place / INITIALS.len()) as u16;
    colour(name).unwrap_or(WHITE).map(|part| (u16::from(part) + 18 * lighter).min(255) as u8)
}

fn drawn(tiles: &Tiles, colours: Colours) -> Figure {
    Figure::Tile(colours.map(|side| (side, rgb(tiles, side))))
}

/// Returns the figure of a tile by its word.
pub(super) fn figure(symbols: &SymbolTable, word: &str) -> Option<Figure> {
    let tiles = symbols.tiles.as_ref()?;
    let value = symbols.layers.first()?.values.iter().position(|value| value == word)?;
    Some(drawn(tiles, tiles.values[value]))
}

/// Returns what the words of tiles mean.
pub(super) fn captions(symbols: &SymbolTable) -> Vec<String> {
    symbols
        .tiles
        .iter()
        .map(|_| "Tiles: the colours of the sides at the top, right, bottom and left.".to_string())
        .collect()
}

/// Returns the tiles that are not given, as they are listed.
pub(super) fn panel(grid: &Grid) -> Option<Panel> {
    let symbols = &grid.symbols;
    let tiles = symbols.tiles.as_ref()?;
    let mut left: Vec<usize> = tiles.classes.iter().map(|class| class.copies).collect();
    for (value, _) in symbols.layers.first()?.given.iter().flatten() {
        let copies = &mut left[tiles.class_of[*value]];
        *copies = copies.saturating_sub(1);
    }
    let classes = tiles.classes.iter().zip(left);
    let mut squares: Vec<Square> =
        classes.flat_map(|(class, left)| vec![class.listed; left]).enumerate().map(tile(tiles)).collect();
    let width = symbols.topology.width;
    squares.resize(squares.len().next_multiple_of(width), Square::hole());
    let rows: Vec<Vec<Square>> = squares.chunks(width).map(<[Square]>::to_vec).collect();
    // Its rows are none of the board.
    (!rows.is_empty()).then(|| Panel { title: "tiles".into(), rows, top: symbols.topology.height, ..Panel::default() })
}

/// Returns how the tiles of a set are drawn, each in a region of its own.
fn tile(tiles: &Tiles) -> impl Fn((usize, Colours)) -> Square + '_ {
    |(index, colours)| {
        let square = Square::new(index).text(colours.iter().collect::<String>()).given();
        Square { figure: Some(drawn(tiles, colours)), ..square }
    }
}
