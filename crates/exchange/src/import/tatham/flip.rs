//! Flip: Lights Out with a reach of its own for each square.
//!
//! ```text
//! 2x2:edb7,8          the size, the squares that a click on each square changes, the squares that are lit
//! 1110 1101 1011 0111, 1000
//! ```
//!
//! Both lists are bits, four per hexadecimal digit, the highest first, squares in reading order; unused bits of the last
//! digit are ignored. The parameters `c` and `r` say how the collection made the matrix.

use super::id::Id;
use crate::genre::scan::Scan;
use boardwright_base::board::{Cell, reach};
use boardwright_base::diagnostic::Diagnostic;

/// The maximum number of squares: their matrix has 4,000,000 bits.
const MAX_SQUARES: usize = 2000;

/// Writes the model; `origin` is the source of the puzzle.
pub(super) fn flip(id: &mut Id<'_>, origin: &str) -> Result<String, Diagnostic> {
    let (rows, columns, squares) = (id.rows, id.columns, id.rows * id.columns);
    if squares > MAX_SQUARES {
        let message = format!("the board has {squares} squares; at most {MAX_SQUARES} are accepted");
        return Err(Diagnostic::new("too-large", message));
    }
    let changes = bits(id.description.until(','), squares * squares)?;
    let lit = bits(id.description, squares)?;
    id.description.until(',');
    let picture = |bits: &[bool]| -> String { bits.iter().map(|&bit| if bit { '#' } else { '.' }).collect() };
    let lights: Vec<String> = lit.chunks(columns).map(picture).collect();
    let mut model = format!(
        "puzzle = \"lights-out\"\ntitle = \"Flip, {rows} x {columns}\"\nsource = \"{origin}\"\nlights = \"\"\"\n{}\n\"\"\"\n",
        lights.join("\n")
    );
    if !is_plus(&changes, rows, columns) {
        let pictures: Vec<String> = changes.chunks(squares).map(|row| format!("    \"{}\",\n", picture(row))).collect();
        model.push_str(
            "# For each square a picture, its rows one after the other: the squares that a click on it changes.\n",
        );
        model.push_str(&format!("reach = [\n{}]\n", pictures.concat()));
    }
    Ok(model)
}

/// Reads a text of `bits` bits.
fn bits(text: Scan<'_>, bits: usize) -> Result<Vec<bool>, Diagnostic> {
    let (mut digits, wanted) = (text, bits.div_ceil(4));
    let mut found = Vec::with_capacity(4 * wanted);
    while !digits.rest().is_empty() {
        let digit = digits.digits(1, 16).ok_or_else(|| digits.unexpected("a hexadecimal digit"))?;
        if found.len() < 4 * wanted {
            found.extend((0..4).rev().map(|bit| digit >> bit & 1 == 1));
        }
    }
    let length = text.rest().len();
    if length != wanted {
        let message = format!("the text has {length} hexadecimal digits; expected {wanted}");
        return Err(Diagnostic::new("wrong-bits", message).at(text.span(), format!("{bits} bits, four per digit")));
    }
    found.truncate(bits);
    Ok(found)
}

/// Returns whether every square changes exactly itself and its neighbours, as in Lights Out.
fn is_plus(changes: &[bool], rows: usize, columns: usize) -> bool {
    let cells: Vec<Cell> = (0..rows * columns).map(|place| Cell::new(place / columns, place % columns)).collect();
    let neighbours = reach::named("wazir").unwrap_or_default();
    let plus = |button: Cell, light: Cell| {
        let leads = |&(down, right): &(i64, i64)| button.offset(down, right, rows, columns) == Some(light);
        button == light || neighbours.iter().any(leads)
    };
    let pairs = cells.iter().flat_map(|&button| cells.iter().map(move |&light| (button, light)));
    pairs.zip(changes).all(|((button, light), &changes)| plus(button, light) == changes)
}
