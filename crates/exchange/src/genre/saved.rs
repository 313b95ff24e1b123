//! Boards as pzpr saves them: blocks of lines, each with an item for each of its places.
//!
//! ```text
//! pzprv3/shikaku/2/3/. 6 . /. . . /0 0 /0 0 /0 0 0 /
//!        kind rows columns, a block of cells (the clues), a block of borders (an answer)
//! ```
//!
//! A step of a link has the number of the block with its words, `file`. What a code packs into a character of a link is an item
//! here, such as `2,5` for an arrow and a number; `tokens` of a step has the items of single genres. Source of the format:
//! robx/pzprjs, `src/puzzle/FileData.js` and `src/variety-common/FileData.js`. Imports the parts of a link. Start with [`decode`].

mod lines;
mod words;

pub(crate) use self::lines::{Lines, START};

use super::codec::Word;
use super::contents::Contents;
use super::link::{Link, Step};
use super::places::{Over, Place};
use super::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// Reads the board of a file.
///
/// # Errors
/// The first error in it.
pub(crate) fn decode(link: &Link, lines: &mut Lines<'_>, size: (usize, usize)) -> Result<Contents, Diagnostic> {
    let empty = link.empty(size)?;
    let blocks = Blocks::read(lines, link, size)?;
    link.filled(size, empty, |step, places, size, contents| blocks.words(step, places, size, contents))
}

/// The blocks of a file, by their numbers.
struct Blocks<'t> {
    blocks: BTreeMap<usize, Block<'t>>,
}

/// The lines of one block.
struct Block<'t> {
    shape: Shape,
    lines: Vec<Vec<Scan<'t>>>,
}

/// What a block has items for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The cells, with lines of numbers around them.
    Board(Margins),
    /// The room of each cell.
    Rooms,
    /// The borders between cells of a row, then those between cells of a column.
    Borders,
    /// All corners of cells.
    Corners,
    /// A character for each cell, border and corner inside the board.
    Dots,
    /// Single numbers.
    Line,
    /// Pieces: a letter, or their number and a line for each.
    Pieces,
}

/// How many lines stand on each side of the cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Margins {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl<'t> Blocks<'t> {
    /// Reads the blocks that the steps of a link need; what follows them is an answer.
    ///
    /// # Errors
    /// A line that is missing or has another number of items.
    fn read(lines: &mut Lines<'t>, link: &Link, size: (usize, usize)) -> Result<Self, Diagnostic> {
        let last = link.steps.iter().map(|step| step.file).max().unwrap_or(0);
        let mut blocks = BTreeMap::new();
        for number in 1..=last {
            let steps: Vec<&Step> = link.steps.iter().filter(|step| step.file == number).collect();
            let later = link.steps.iter().filter(|step| step.file >= number);
            if lines.are_read() && later.into_iter().all(|step| step.optional) {
                break;
            }
            blocks.insert(number, Block::read(lines, shape(&steps, size), size)?);
        }
        Ok(Blocks { blocks })
    }

    /// Returns the words of a step for its places.
    ///
    /// # Errors
    /// An item without a meaning.
    fn words(
        &self,
        step: &Step,
        places: &[Place],
        size: (usize, usize),
        contents: &Contents,
    ) -> Result<Vec<Word>, Diagnostic> {
        match self.blocks.get(&step.file) {
            Some(block) => block.words(step, places, size, contents),
            None => Ok(vec![None; places.len()]),
        }
    }
}

/// Returns the shape of the block that some steps share.
fn shape(steps: &[&Step], size: (usize, usize)) -> Shape {
    let has = |wanted: &dyn Fn(&Over) -> bool| steps.iter().flat_map(|step| &step.over).any(wanted);
    let has_code = |name: &str| steps.iter().any(|step| step.codec.name == name);
    if steps.iter().any(|step| step.codec.is_of_borders()) {
        Shape::Rooms
    } else if has_code("pieces") {
        Shape::Pieces
    } else if has(&|over| *over == Over::Once) {
        Shape::Line
    } else if has(&|over| *over == Over::Dots) {
        Shape::Dots
    } else if has(&|over| *over == Over::Borders) {
        Shape::Borders
    } else if has(&|over| matches!(over, Over::Points | Over::Board))
        || has_code("crosses") && has(&|over| *over == Over::Corners)
    {
        Shape::Corners
    } else {
        let beside = |side: &str| {
            usize::from(has(&|over| *over == Over::Around || matches!(over, Over::Beside(other) if *other == side)))
        };
        let starts = usize::from(has(&|over| matches!(over, Over::Starts(_))));
        let runs = |over: Over, longest: usize| if has(&|other| *other == over) { longest.div_ceil(2) } else { 0 };
        let top = beside("columns") + beside("top").max(starts) + runs(Over::ColumnRuns, size.0);
        let left = beside("rows") + beside("left").max(starts) + runs(Over::RowRuns, size.1);
        // All around the board, `columns` and `rows` are no words of their own.
        let around = has(&|over| *over == Over::Around);
        let (top, left) = if around { (1, 1) } else { (top, left) };
        Shape::Board(Margins { top, left, bottom: beside("bottom"), right: beside("right") })
    }
}

impl<'t> Block<'t> {
    fn read(lines: &mut Lines<'t>, shape: Shape, (rows, columns): (usize, usize)) -> Result<Self, Diagnostic> {
        let block = |lines: &mut Lines<'t>, shape: Shape, parts: &[(usize, usize)]| {
            let mut read = Vec::new();
            for (height, width) in parts {
                for _ in 0..*height {
                    read.push(lines.items(*width)?);
                }
            }
            Ok(Block { shape, lines: read })
        };
        let borders = [(rows, columns - 1), (rows - 1, columns)];
        match shape {
            Shape::Board(sides) => {
                block(lines, shape, &[(sides.top + rows + sides.bottom, sides.left + columns + sides.right)])
            }
            Shape::Borders => block(lines, shape, &borders),
            Shape::Corners => block(lines, shape, &[(rows + 1, columns + 1)]),
            Shape::Rooms if lines.starts_with_rooms(columns) => {
                lines.items(1)?;
                Block::read(lines, CELLS, (rows, columns)).map(|block| Block { shape, ..block })
            }
            Shape::Rooms => block(lines, Shape::Borders, &borders),
            Shape::Dots => {
                let dots = (0..2 * rows - 1).map(|_| lines.characters(2 * columns - 1));
                Ok(Block { shape, lines: dots.collect::<Result<_, _>>()? })
            }
            Shape::Line => Ok(Block { shape, lines: vec![lines.words()?] }),
            Shape::Pieces => {
                let head = lines.words()?;
                let count = head.first().and_then(|head| head.rest().parse::<usize>().ok()).unwrap_or(0);
                let mut all = vec![head];
                for _ in 0..count {
                    all.push(lines.words()?);
                }
                Ok(Block { shape, lines: all })
            }
        }
    }
}

const CELLS: Shape = Shape::Board(Margins { top: 0, left: 0, bottom: 0, right: 0 });
