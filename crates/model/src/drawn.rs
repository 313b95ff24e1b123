//! How the rows of a picture are written, and where the rows of boards of hexagons and triangles begin by that.
//!
//! Hexagons and triangles are drawn as they lie: how far a row is indented says where it begins. Imports `source` and
//! the tilings of `board`.

use boardwright_base::board::tiling::{RowStarts, Tiling};
use boardwright_base::source::Span;

/// How a row of a picture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnRow {
    /// The number of its marks.
    pub length: usize,
    /// The blanks before its first mark.
    pub indent: usize,
    /// The distance of its first two marks, if it has two.
    pub pitch: Option<usize>,
    /// Whether an empty row stands before it.
    pub is_apart: bool,
    /// Its place in the model.
    pub span: Span,
}

/// Returns the rows without places. The distance of marks means something only where rows are indented.
pub(super) fn unplaced(drawn: &[DrawnRow]) -> Vec<DrawnRow> {
    let is_indented = drawn.iter().any(|row| row.indent > 0);
    let row = |row: &DrawnRow| DrawnRow { pitch: row.pitch.filter(|_| is_indented), span: Span::default(), ..*row };
    drawn.iter().map(row).collect()
}

/// A row does not begin where a row of hexagons or triangles can begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misplaced {
    /// What is wrong.
    pub message: String,
    /// How to draw it.
    pub help: &'static str,
    /// The row.
    pub span: Span,
}

/// Returns where rows of hexagons begin, in half cells: half a cell to the left or right of the row above, as they are
/// indented.
///
/// # Errors
/// If a row begins where the row above begins.
pub fn hexagon_starts(drawn: &[DrawnRow]) -> Result<Vec<i64>, Misplaced> {
    let mut halves = vec![0];
    for (index, rows) in drawn.windows(2).enumerate() {
        let shift = match rows[1].indent.cmp(&rows[0].indent) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => {
                let message = format!(
                    "row {} begins where row {} begins; a row of hexagons begins half a cell to the left or right",
                    index + 2,
                    index + 1
                );
                let help = "draw hexagons as they lie: a b above c d e as \"  a b\" and \" c d e\"";
                return Err(Misplaced { message, help, span: rows[1].span });
            }
        };
        halves.push(halves[index] + shift);
    }
    Ok(halves)
}

/// Returns where rows of triangles begin, in half sides: a triangle further for each place that they are indented.
///
/// # Errors
/// If a row begins between two triangles.
pub fn triangle_starts(drawn: &[DrawnRow]) -> Result<Vec<i64>, Misplaced> {
    let pitch = drawn.iter().filter_map(|row| row.pitch).min().unwrap_or(1).max(1);
    let mut starts = Vec::new();
    for (index, row) in drawn.iter().enumerate() {
        if row.indent % pitch != 0 {
            let message = format!("row {} does not begin below a triangle of another row", index + 1);
            let help = "draw triangles as they lie: \" a\" above \"bcd\", each character beside the next";
            return Err(Misplaced { message, help, span: row.span });
        }
        starts.push((row.indent / pitch) as i64);
    }
    Ok(starts)
}

/// Returns the tiling of triangles whose rows begin there. The first triangle points down if the second row begins
/// further right.
pub fn triangles(starts: &[i64]) -> Tiling {
    let points_down = starts.get(1).is_some_and(|next| *next > starts[0]);
    let least = starts.iter().min().copied().unwrap_or(0);
    let first = starts.first().copied().unwrap_or(0) - least;
    Tiling::Triangles { starts: RowStarts::of_halves(starts), down: (first % 2 == 1) != points_down }
}
