//! Solutions as R. Findling's solver prints them: a number for each stone, and the colour of each field.
//!
//! ```text
//! ===========
//! | 0B 0W 1B |
//! | 0W 1B 1W |
//! ===========
//! ```
//!
//! The numbers say which fields are of one stone, not which stone of a file it is: stones are recognised by their shapes. Imports
//! the instance.

use super::Board;
use super::layout::Layout;
use super::notation::Unreadable;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_puzzle::solution::{Candidate, Placement};
use std::collections::BTreeMap;

/// Returns the numbers and colours by row; `None` if the rows are not in this notation. Lines of `=` and bars are left out; a
/// bar ends a row, so that a text that lost its line breaks has the same rows.
fn fields(rows: &[String]) -> Option<Vec<Vec<(usize, char)>>> {
    let field = |word: &str| {
        let colour = word.chars().last().filter(char::is_ascii_uppercase)?;
        Some((word[..word.len() - 1].parse().ok()?, colour))
    };
    let mut found = Vec::new();
    for part in rows.iter().flat_map(|row| row.split('|')) {
        let words: Vec<&str> = part.split_whitespace().filter(|word| word.chars().any(|c| c != '=')).collect();
        if !words.is_empty() {
            found.push(words.into_iter().map(field).collect::<Option<Vec<(usize, char)>>>()?);
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the fields of a claimed solution that is in this notation, and not in names of pieces.
pub(super) fn claimed(board: &Board, rows: &[String]) -> Option<Vec<Vec<(usize, char)>>> {
    let fields = fields(rows).filter(|_| board.layout == Layout::Squares)?;
    let mut words = fields.iter().flatten().map(|(number, letter)| format!("{number}{letter}"));
    let has_name = words.any(|word| board.pieces.iter().any(|piece| piece.name == word));
    (!has_name).then_some(fields)
}

/// Reads a solution in this notation.
pub(super) fn read(board: &Board, rows: &[Vec<(usize, char)>]) -> Result<Candidate, Unreadable> {
    let (height, width) = (board.height(), board.width());
    if rows.len() != height {
        return Err(Unreadable::Rows { found: rows.len(), expected: height });
    }
    let mut stones: BTreeMap<usize, Vec<(Cell, Colour)>> = BTreeMap::new();
    for (row, fields) in rows.iter().enumerate() {
        if fields.len() != width {
            return Err(Unreadable::Row { row: row + 1, found: fields.len(), expected: width, spaced: true });
        }
        for (column, &(number, letter)) in fields.iter().enumerate() {
            let at = Cell::new(row, column);
            let name = || format!("{number}{letter}");
            match board.colour(at) {
                None => return Err(Unreadable::NoCell { name: name(), at }),
                Some(Colour::Letter(other)) if other != letter => {
                    return Err(Unreadable::Colour { name: name(), at, expected: other });
                }
                Some(_) => stones.entry(number).or_default().push((at, Colour::Letter(letter))),
            }
        }
    }
    let mut copies = vec![0; board.pieces.len()];
    let mut placements = Vec::new();
    for (number, cells) in stones {
        let shape = Shape::new(cells.iter().copied()).ok_or(Unreadable::Stone(number))?;
        let is_like = |piece: &Shape| {
            piece.size() == shape.size()
                && piece
                    .cells()
                    .iter()
                    .zip(shape.cells())
                    .all(|(own, found)| own.0 == found.0 && own.1.matches(found.1))
        };
        let fits = |&piece: &usize| {
            let piece_of = &board.pieces[piece];
            piece_of.max.is_none_or(|max| copies[piece] < max)
                && piece_of.orientations.iter().any(|(_, shape)| is_like(shape))
        };
        let piece = (0..copies.len()).find(fits).ok_or(Unreadable::Stone(number))?;
        copies[piece] += 1;
        placements.push(Placement {
            piece,
            copy: copies[piece],
            cells: cells.into_iter().map(|(cell, _)| cell).collect(),
        });
    }
    placements.sort_by_key(|placement: &Placement| (placement.piece, placement.copy));
    let mut names = vec![u16::MAX; height * width];
    for placement in &placements {
        for cell in &placement.cells {
            names[cell.row * width + cell.column] = placement.piece as u16;
        }
    }
    Ok(Candidate { placements: Some(placements), ..Candidate::layer(names) })
}

/// Writes a solution in this notation, numbered from 0 in the order of the pieces; `None` for a board with holes, levels or cells
/// without a colour.
pub(super) fn write(board: &Board, placements: &[Placement]) -> Option<String> {
    if board.layout != Layout::Squares {
        return None;
    }
    let mut fields = vec![vec![String::new(); board.width()]; board.height()];
    for (number, placement) in placements.iter().enumerate() {
        for &cell in &placement.cells {
            let Some(Colour::Letter(letter)) = board.colour(cell) else { return None };
            fields[cell.row][cell.column] = format!("{number}{letter}");
        }
    }
    let widest = fields.iter().flatten().map(String::len).max()?;
    let is_full = fields.iter().flatten().all(|field| !field.is_empty());
    let row = |row: &Vec<String>| {
        let fields: Vec<String> = row.iter().map(|field| format!("{field:>widest$}")).collect();
        format!("| {} |\n", fields.join(" "))
    };
    let line = format!("{}\n", "=".repeat((widest + 1) * board.width() + 3));
    is_full.then(|| format!("{line}{}{line}", fields.iter().map(row).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_line_breaks_has_the_same_rows() {
        let one = fields(&["=== | 7B 11W | | 7W 0B | ===".to_string()]);
        let two = fields(&["===".to_string(), "| 7B 11W |".to_string(), "| 7W 0B |".to_string(), "===".to_string()]);
        assert_eq!(one, Some(vec![vec![(7, 'B'), (11, 'W')], vec![(7, 'W'), (0, 'B')]]));
        assert_eq!(one, two);
        assert_eq!(fields(&["AAB".to_string()]), None);
        assert_eq!(fields(&["===".to_string()]), None);
    }
}
