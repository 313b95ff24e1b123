//! Codes of Loopy on other tilings than squares: `honeycomb` and `triangles`. Their places are `board`, the cells of the model.
//!
//! Imports the code `digits` for what they hold. Source of the orders of faces: `grid.c` of Simon Tatham's collection.

use super::code::{Codec, Settings, Unwritable, Word};
use super::ids::DIGITS;
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Hexagons in columns.
pub(super) const HONEYCOMB: Codec = Codec {
    name: "honeycomb",
    summary: "`digits` of a honeycomb whose odd columns lie half a cell lower; they are the rows of the model; of game IDs",
    example: "a1b4",
    read: |scan, settings| ordered(&honeycomb(settings.size), scan, settings),
    write: |words, settings| written(&honeycomb(settings.size), words, settings),
};

/// Returns the cells of the model in the order of an ID.
fn honeycomb((rows, columns): (usize, usize)) -> Vec<usize> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row)).collect()
}

/// Triangles in rows.
pub(super) const TRIANGLES: Codec = Codec {
    name: "triangles",
    summary: "`0_` and `digits` of rows of triangles, in each row first those of the one way up, then the others; the model has a column more \
        than twice the columns. Without `0_`, in reading order and without the first triangle of each row. A triangle that the \
        game leaves out is the word _; of game IDs",
    example: "0_a1b2",
    read: |scan, settings| {
        let mut rest = *scan;
        let is_trimmed = rest.eats('0') && rest.eats('_');
        if is_trimmed {
            *scan = rest;
        }
        ordered(&triangles(settings.size, is_trimmed), scan, settings)
    },
    write: |words, settings| {
        let is_trimmed = words.first().and_then(Option::as_deref) != Some("_") || settings.size.0 == 1;
        let text = written(&triangles(settings.size, is_trimmed), words, settings)?;
        Ok(if is_trimmed { format!("0_{text}") } else { text })
    },
};

fn triangles((rows, columns): (usize, usize), is_trimmed: bool) -> Vec<usize> {
    let width = 2 * columns + 1;
    let row = |row: usize| -> Vec<usize> {
        let cells: Vec<usize> = match is_trimmed {
            true => (0..width).step_by(2).chain((1..width).step_by(2)).collect(),
            false => (1..width).collect(),
        };
        // The corners of the last row would hang at one side only.
        let is_left_out =
            |column: usize| is_trimmed && rows % 2 == 1 && row + 1 == rows && (column == 0 || column + 1 == width);
        cells.into_iter().filter(|column| !is_left_out(*column)).map(|column| row * width + column).collect()
    };
    (0..rows).flat_map(row).collect()
}

fn ordered(cells: &[usize], scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let found = (DIGITS.read)(scan, &Settings { wanted: cells.len(), ..settings.clone() })?;
    let mut words = vec![Some("_".to_string()); settings.wanted];
    for (cell, word) in cells.iter().zip(found) {
        words[*cell] = word;
    }
    Ok(words)
}

fn written(cells: &[usize], words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let missing = (0..words.len()).find(|cell| words[*cell].as_deref() == Some("_") && cells.contains(cell));
    let extra = (0..words.len()).find(|cell| words[*cell].as_deref() != Some("_") && !cells.contains(cell));
    if let Some(place) = missing.or(extra) {
        let word = words[place].clone().unwrap_or_else(|| ".".to_string());
        return Err(Unwritable { place, word });
    }
    let own: Vec<Word> = cells.iter().map(|cell| words.get(*cell).cloned().flatten()).collect();
    let text = (DIGITS.write)(&own, settings);
    text.map_err(|wrong| Unwritable { place: cells.get(wrong.place).copied().unwrap_or(0), ..wrong })
}
