//! The symmetries of a dissection: the turns and flips that keep the board with its colours, and the set of pieces.
//!
//! A piece is turned with the board, so its image must have the orientations of some piece with the same number of
//! copies: pieces that may not be turned over permit a flip of the board only where their mirror images exist, too. A
//! flip exchanges `S` and `Z`, once each and one-sided. With colours, a turn may come with an exchange of colours,
//! such as black and white on a chessboard turned by 90 degrees; colours that only pieces have may be exchanged in
//! any way.
//!
//! The points are the cells of the board, followed by the classes of pieces of one shape.

use super::constrain::{classes, named};
use super::{Board, candidate, placements};
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_base::board::symmetry::{Frame, Group, Motion, NamedPermutation, Permutation, dihedral};
use boardwright_base::board::tiling::{Isometry, group_symbol};
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use boardwright_puzzle::solution::{Candidate, Solution};
use std::collections::{BTreeMap, BTreeSet};

/// The most colours that only pieces have, which are exchanged in every way.
const MAX_LOOSE: usize = 4;

/// The image of each colour; other colours stay.
type Colours = BTreeMap<Colour, Colour>;

/// The orientations of a class, and its number of copies.
type Kind = (BTreeSet<Shape>, usize, Option<usize>);

impl Symmetry for Board {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        group(self, colours)
    }

    fn class(&self, class: usize, by: &Permutation) -> usize {
        let cells = self.height() * self.width();
        by.image(cells + class) - cells
    }

    /// Moves the placements and names interchangeable pieces anew.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        let classes = classes(&self.pieces);
        let mut of_piece = vec![0; self.pieces.len()];
        for (index, class) in classes.iter().enumerate() {
            class.pieces.iter().for_each(|&piece| of_piece[piece] = index);
        }
        let width = self.width();
        let cell = |cell: &Cell| {
            let image = self.cell(cell.row * width + cell.column, by);
            Cell::new(image / width, image % width)
        };
        let mut moved: Vec<Vec<Vec<Cell>>> = vec![Vec::new(); classes.len()];
        for placed in placements(solution) {
            let mut cells: Vec<Cell> = placed.cells.iter().map(cell).collect();
            cells.sort_unstable();
            moved[self.class(of_piece[placed.piece], by)].push(cells);
        }
        let moved = classes.iter().zip(moved).flat_map(|(class, cells)| named(self, class, cells));
        candidate(moved.collect())
    }
}

/// # Errors
/// When there are too many exchanges of colours to check.
pub(super) fn group(board: &Board, colours: bool) -> Result<Group, NoSymmetries> {
    let kinds: Vec<Kind> = classes(&board.pieces)
        .iter()
        .map(|class| {
            let shapes = board.pieces[class.pieces[0]].orientations.iter().map(|(_, shape)| shape.clone());
            (shapes.collect(), class.least(board), class.most(board))
        })
        .collect();
    let loose = if colours { loose_exchanges(board)? } else { vec![Colours::new()] };
    let mut elements: Vec<NamedPermutation> = Vec::new();
    let mut kept: Vec<usize> = Vec::new();
    let mut exchanges = false;
    let moves = moves(board);
    for (index, moved) in moves.iter().enumerate() {
        let Some(tied) = colours_after(board, &moved.places) else { continue };
        if !colours && tied.iter().any(|(from, to)| from != to) {
            continue;
        }
        for loose in &loose {
            let exchange: Colours = tied.iter().chain(loose).map(|(&from, &to)| (from, to)).collect();
            let Some(images) = class_images(&kinds, &*moved.turn, &exchange) else { continue };
            let permutation = moved.places.beside(&images);
            if elements.iter().any(|element| element.permutation == permutation) {
                continue;
            }
            let exchanged = exchange.iter().any(|(from, to)| from != to);
            exchanges |= exchanged;
            let with = if exchanged { ", colours exchanged" } else { "" };
            elements.push(NamedPermutation { name: format!("{}{with}", moved.name), permutation });
            if kept.last() != Some(&index) {
                kept.push(index);
            }
        }
    }
    let isometries: Vec<&Isometry> = kept.iter().filter_map(|&index| moves[index].isometry.as_ref()).collect();
    let (symbol, words) = match board.layout.tiling(board.height()) {
        Some((tiling, _)) => (group_symbol(&tiling, &isometries), String::new()),
        None => {
            let (symbol, words) = dihedral(kept.iter().filter_map(|&index| moves[index].motion.as_ref()));
            (symbol.to_string(), words)
        }
    };
    let symbol = match (exchanges, kept.len()) {
        (false, _) => symbol,
        (true, 1) => "exchange of colours".to_string(),
        (true, _) => format!("{symbol} with exchange of colours"),
    };
    Ok(Group::of(elements, &symbol, &words).expect("what keeps an instance is a group"))
}

/// A turn or mirror image of the board.
struct Move {
    name: String,
    motion: Option<Motion>,
    isometry: Option<Isometry>,
    /// The images of the places of the array.
    places: Permutation,
    /// The images of shapes.
    turn: Box<dyn Fn(&Shape) -> Shape>,
}

/// Returns the turns and mirror images that keep the cells of the board.
fn moves(board: &Board) -> Vec<Move> {
    let Some((tiling, place)) = board.layout.tiling(board.height()) else {
        let frame = Frame::flat(board.height(), board.width(), board.cells().map(|(cell, ..)| cell));
        let one = |motion: Motion| Move {
            name: motion.to_string(),
            motion: Some(motion),
            isometry: None,
            places: frame.permutation(&motion),
            turn: Box::new(move |shape| {
                let shape = if motion.flipped { shape.flipped() } else { shape.clone() };
                (0..motion.quarters).fold(shape, |shape, _| shape.turned())
            }),
        };
        return frame.turns().into_iter().map(one).collect();
    };
    let cells: Vec<Cell> = board.cells().map(|(cell, ..)| place(cell)).collect();
    let in_array: BTreeMap<Cell, Cell> = board.cells().map(|(cell, ..)| (place(cell), cell)).collect();
    let lattice = board.layout.lattice();
    let mut found = Vec::new();
    for (isometry, images) in tiling.isometries(&cells) {
        let index = |cell: Cell| in_array[&cell].row * board.width() + in_array[&cell].column;
        let mut all: Vec<usize> = (0..board.height() * board.width()).collect();
        cells.iter().zip(images).for_each(|(&cell, image)| all[index(cell)] = index(image));
        let Some(places) = Permutation::new(all) else { continue };
        let by = isometry.clone();
        found.push(Move {
            name: isometry.name.clone(),
            motion: None,
            isometry: Some(isometry),
            places,
            turn: Box::new(move |shape| lattice.turned(shape, &by)),
        });
    }
    found
}

/// Returns the image of every colour of the board, if a motion maps colours one to one; `None` if it does not, or if
/// it does not keep the cells, or maps a colour to no colour.
fn colours_after(board: &Board, places: &Permutation) -> Option<Colours> {
    let width = board.width();
    let mut exchange = Colours::from([(Colour::Any, Colour::Any)]);
    for (cell, colour, _) in board.cells() {
        let image = places.image(cell.row * width + cell.column);
        let image = board.colour(Cell::new(image / width, image % width))?;
        if *exchange.entry(colour).or_insert(image) != image {
            return None;
        }
    }
    let images: BTreeSet<&Colour> = exchange.values().collect();
    (images.len() == exchange.len()).then_some(exchange)
}

/// Returns all ways to exchange the colours that pieces have and the board does not.
fn loose_exchanges(board: &Board) -> Result<Vec<Colours>, NoSymmetries> {
    let on_board: BTreeSet<Colour> = board.cells().map(|(_, colour, _)| colour).collect();
    let of_pieces = board.pieces.iter().flat_map(|piece| piece.shape().cells());
    let loose: BTreeSet<Colour> = of_pieces.map(|&(_, colour)| colour).collect();
    let loose: Vec<Colour> =
        loose.into_iter().filter(|colour| *colour != Colour::Any && !on_board.contains(colour)).collect();
    if loose.len() > MAX_LOOSE {
        return Err(NoSymmetries::TooManyColours { colours: loose.len() });
    }
    let mut orders: Vec<Vec<Colour>> = vec![Vec::new()];
    for _ in &loose {
        let longer = |order: Vec<Colour>| {
            let others: Vec<Colour> = loose.iter().copied().filter(|colour| !order.contains(colour)).collect();
            others.into_iter().map(move |colour| [&order[..], &[colour]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    Ok(orders.into_iter().map(|order| loose.iter().copied().zip(order).collect()).collect())
}

/// Returns the images of the classes: the classes of the images of their shapes.
fn class_images(kinds: &[Kind], turn: &dyn Fn(&Shape) -> Shape, exchange: &Colours) -> Option<Permutation> {
    let turned = |shape: &Shape| turn(&shape.recoloured(|colour| exchange.get(&colour).copied().unwrap_or(colour)));
    let image = |(shapes, least, most): &Kind| {
        let image: Kind = (shapes.iter().map(turned).collect(), *least, *most);
        kinds.iter().position(|kind| *kind == image)
    };
    Permutation::new(kinds.iter().map(image).collect::<Option<Vec<usize>>>()?)
}
