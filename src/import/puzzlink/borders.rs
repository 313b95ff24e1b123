//! Decoder for the borders between rooms in the bodies of links.

use super::numbers::packed;
use crate::diagnostic::Diagnostic;
use crate::import::rooms::Rooms;
use crate::import::scan::Scan;

/// Decodes borders: one bit per pair of neighbours, five bits per character. The pairs in rows come first; the pairs in
/// columns start with a new character.
pub(super) fn rooms(scan: &mut Scan<'_>, rows: usize, columns: usize) -> Result<Rooms, Diagnostic> {
    let upright = packed(scan, rows * (columns - 1), "borders between cells of a row", 32, 2)?;
    let level = packed(scan, (rows - 1) * columns, "borders between cells of a column", 32, 2)?;
    let is_open = |from: usize, to: usize| {
        let (row, column) = (from / columns, from % columns);
        let border = if to == from + 1 { upright[row * (columns - 1) + column] } else { level[from] };
        border == 0
    };
    Ok(Rooms::of(rows, columns, is_open))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ab / ab / bb`: the pairs in rows are 1 1 0 (11000 in base 32 is o), those in columns 0 0 1 0 (00100 is 4).
    #[test]
    fn borders_make_rooms() {
        let body = "o4";
        let rooms = rooms(&mut Scan::new(body, 0, 2), 3, 2).expect("the body is well formed");
        assert_eq!((rooms.room, rooms.count), (vec![0, 1, 0, 1, 1, 1], 2));
    }

    #[test]
    fn missing_borders_are_an_error() {
        let error = |body: &str| rooms(&mut Scan::new(body, 0, body.len()), 4, 4).err().map(|wrong| wrong.message);
        assert_eq!(error("000000"), None);
        assert_eq!(error("00000"), Some("the link has 10 borders between cells of a column; expected 12".to_string()));
        assert_eq!(error("00w"), Some("unexpected `w`".to_string()));
    }
}
