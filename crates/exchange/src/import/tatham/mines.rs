//! Mines: the mines, hidden by a mask, and the first click. The puzzle is what that click opens.
//!
//! ```text
//! 9x9:1,1,mba187c19a4b64c5f7f700      the column and the row of the click, and the mines
//! ```
//!
//! The mines are bits, four per hexadecimal digit, the highest first, cells in reading order; after `m` each half of their bytes is
//! masked by hashes of the other half. Source: `obfuscate_bitmap` and `validate_desc` of the collection.

use super::id::Id;
use crate::genre::contents::{Contents, Marks, Slot};
use crate::genre::link::Site;
use crate::genre::scan::Scan;
use crate::genre::{files, write};
use boardwright_base::board::{Cell, reach};
use boardwright_base::diagnostic::Diagnostic;
use sha1_smol::Sha1;

/// Writes the model; `origin` is the source of the puzzle, without the mines.
pub(super) fn mines(id: &mut Id<'_>, origin: &str) -> Result<String, Diagnostic> {
    let (rows, columns) = (id.rows, id.columns);
    if id.description.peek() == Some('r') {
        let message = "the mines of this ID are laid only at the first click";
        let help = "make the first click in the game, and take the ID from there";
        return Err(Diagnostic::new("game-variant", message).at(id.description.span(), "not supported").help(help));
    }
    let start = id.description;
    let mut click = || id.description.number().filter(|_| id.description.eats(','));
    let (column, row) = (click(), click());
    let (Some(column), Some(row)) = (column, row) else {
        return Err(start.unexpected("the column and the row of the first click, as in `1,1,`"));
    };
    if row >= rows || column >= columns {
        let message = format!("the first click, column {column} and row {row}, is not on the board; they count from 0");
        return Err(Diagnostic::new("game-cells", message).at(start.span(), ""));
    }
    let is_masked = id.description.eats('m');
    if !is_masked {
        id.description.eats('u');
    }
    let mines = bits(&mut id.description, rows * columns, is_masked)?;
    let cell = Cell::new(row, column);
    if mines[row * columns + column] {
        let message = "there is a mine at the first click";
        return Err(Diagnostic::new("game-cells", message).at(start.span(), ""));
    }
    let count = mines.iter().filter(|mine| **mine).count();
    let clues = opened(&mines, cell, rows, columns);
    let mut contents = Contents::new(rows, columns);
    contents.slots.insert(Slot::Picture("clue".to_string()), clues);
    let genres = files::of_kind(Site::PuzzLink, "mines", id.fields);
    let opened = genres.first().ok_or_else(|| Diagnostic::new("game-name", "the genre of `mines` is missing"))?;
    let model = write::model(&opened.source.text, &opened.genre.name, &contents, origin);
    let rule = format!("\n[[rule]]\nname = \"all mines\"\nexactly = {{ \"*\" = {count} }}\n");
    Ok(model + &rule)
}

/// Returns the numbers that a click opens: around a 0, all numbers are opened, too.
fn opened(mines: &[bool], click: Cell, rows: usize, columns: usize) -> Marks {
    let king = reach::named("king").unwrap_or_default();
    let around = |cell: Cell| king.iter().filter_map(move |&(down, right)| cell.offset(down, right, rows, columns));
    let mut clues = Marks::blank(rows, columns);
    let mut seen = vec![false; mines.len()];
    let mut next = vec![click];
    while let Some(cell) = next.pop() {
        if std::mem::replace(&mut seen[cell.row * columns + cell.column], true) {
            continue;
        }
        let count = around(cell).filter(|near| mines[near.row * columns + near.column]).count();
        clues.put(cell.row, cell.column, count);
        if count == 0 {
            next.extend(around(cell));
        }
    }
    clues
}

/// Reads the mines.
fn bits(text: &mut Scan<'_>, cells: usize, is_masked: bool) -> Result<Vec<bool>, Diagnostic> {
    let start = *text;
    let mut bytes = vec![0_u8; cells.div_ceil(8)];
    for digit in 0..cells.div_ceil(4) {
        let Some(value) = text.take().and_then(|digit| digit.to_digit(16)) else {
            let message = format!("the mines of {cells} cells are {} hexadecimal digits", cells.div_ceil(4));
            return Err(Diagnostic::new("wrong-bits", message).at(start.span(), format!("{digit} digits")));
        };
        bytes[digit / 2] |= (value as u8) << (4 * (1 - digit % 2));
    }
    if is_masked {
        let (first, second) = bytes.split_at_mut(cells.div_ceil(8) / 2);
        mask(second, first);
        // The unused bits of the last byte were no part of the seed.
        if let Some(last) = second.last_mut().filter(|_| !cells.is_multiple_of(8)) {
            *last &= 0xff << (8 - cells % 8);
        }
        mask(first, second);
    }
    Ok((0..cells).map(|cell| bytes[cell / 8] & 0x80 >> (cell % 8) != 0).collect())
}

/// Masks bytes by the hashes of others followed by 0, 1, 2 ... in decimal.
fn mask(bytes: &mut [u8], seed: &[u8]) {
    for (counter, part) in bytes.chunks_mut(20).enumerate() {
        let mut hash = Sha1::from(seed);
        hash.update(counter.to_string().as_bytes());
        part.iter_mut().zip(hash.digest().bytes()).for_each(|(byte, mask)| *byte ^= mask);
    }
}
