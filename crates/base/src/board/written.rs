//! Cells as people write them: `r3c2`, or `B3` where a letter names the column, and paths of them, such as `r1c1-r1c4 r2c4`.
//!
//! Start with [`path`]. Knows no board: a cell may lie off one.

use super::Cell;

/// A word of a path that names no cells.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPath {
    /// It is no cell, and no line between two cells.
    #[error("`{word}` is not a cell")]
    Word {
        /// The word.
        word: String,
        /// Whether it is one in the other notation.
        other: bool,
    },
    /// The line between two cells is not straight.
    #[error("{} and {} are in no row, column or diagonal", .0[0], .0[1])]
    Crooked([Cell; 2]),
}

/// Reads the cells of a path, separated by blanks, commas or semicolons; `r1c1-r1c4` is a straight line. With `letters`, a letter
/// names the column.
///
/// # Errors
/// The first word that is wrong.
pub fn path(text: &str, letters: bool) -> Result<Vec<Cell>, NoPath> {
    let mut path: Vec<Cell> = Vec::new();
    let is_blank = |character: char| character.is_whitespace() || [',', ';'].contains(&character);
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        let read = |letters: bool| word.split('-').map(|place| cell(place, letters)).collect::<Option<Vec<Cell>>>();
        let Some(cells) = read(letters) else {
            return Err(NoPath::Word { word: word.to_string(), other: read(!letters).is_some() });
        };
        path.extend(cells.first());
        for ends in cells.windows(2) {
            path.extend(between(ends[0], ends[1]).ok_or(NoPath::Crooked([ends[0], ends[1]]))?);
        }
    }
    Ok(path)
}

/// Reads one cell.
fn cell(text: &str, letters: bool) -> Option<Cell> {
    // No board has more rows or columns.
    let number = |digits: &str| digits.parse::<u16>().ok().filter(|&number| number > 0).map(usize::from);
    if !letters {
        let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        return Some(Cell::new(number(row)? - 1, number(column)? - 1));
    }
    let (column, row) = text.split_at(text.find(|character: char| !character.is_ascii_alphabetic())?);
    if column.is_empty() || column.len() > 3 {
        return None;
    }
    let digit = |letter: u8| usize::from(letter.to_ascii_uppercase() - b'A') + 1;
    let column = column.bytes().fold(0, |column, letter| 26 * column + digit(letter));
    Some(Cell::new(number(row)? - 1, column - 1))
}

/// Returns the cells from one to another along a row, column or diagonal, without the first.
fn between(from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let (rows, columns) = (to.row.abs_diff(from.row), to.column.abs_diff(from.column));
    if rows != 0 && columns != 0 && rows != columns {
        return None;
    }
    let along = |from: usize, to: usize, step: usize| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    let cell = |step: usize| Cell::new(along(from.row, to.row, step), along(from.column, to.column, step));
    Some((1..=rows.max(columns)).map(cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, letters: bool) -> Vec<(usize, usize)> {
        let path = path(text, letters).unwrap_or_else(|wrong| panic!("{wrong}"));
        path.into_iter().map(|cell| (cell.row + 1, cell.column + 1)).collect()
    }

    #[test]
    fn cells_and_lines() {
        assert_eq!(cells("r3c2 R10C11,r1c1;r2c2", false), [(3, 2), (10, 11), (1, 1), (2, 2)]);
        assert_eq!(cells("r1c1-r1c3-r3c1", false), [(1, 1), (1, 2), (1, 3), (2, 2), (3, 1)]);
        assert_eq!(cells("B3 a1 AA2", true), [(3, 2), (1, 1), (2, 27)]);
        assert_eq!(cells(" ", false), []);
    }

    #[test]
    fn words_that_are_no_cells() {
        let wrong = |text: &str, letters: bool| path(text, letters).expect_err("it is wrong");
        assert_eq!(wrong("r1c1 B3", false), NoPath::Word { word: "B3".to_string(), other: true });
        assert_eq!(wrong("r1c1", true), NoPath::Word { word: "r1c1".to_string(), other: true });
        for word in ["r0c1", "r1c", "c1r1", "r1c99999", "r1c1-", "x"] {
            assert_eq!(wrong(word, false), NoPath::Word { word: word.to_string(), other: false });
        }
        for word in ["1B", "ABCD1", "B0", "B"] {
            assert_eq!(wrong(word, true), NoPath::Word { word: word.to_string(), other: false });
        }
        assert_eq!(wrong("r1c1-r2c3", false), NoPath::Crooked([Cell::new(0, 0), Cell::new(1, 2)]));
    }
}
