//! How bodies of links tell the borders between cells that make rooms.

use super::numbers::packed;
use crate::diagnostic::Diagnostic;
use crate::import::rooms::Rooms;
use crate::import::scan::Scan;

/// Borders: a bit for each pair of neighbours, five a character: first the pairs in rows, then, in a new character, the
/// pairs in columns.
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
        let rooms = rooms(&mut Scan::new(body, 0, 2), 3, 2).expect("it is well formed");
        assert_eq!((rooms.room, rooms.count), (vec![0, 1, 0, 1, 1, 1], 2));
    }

    #[test]
    fn borders_must_all_be_told() {
        let told = |body: &str| rooms(&mut Scan::new(body, 0, body.len()), 4, 4).err().map(|wrong| wrong.message);
        assert_eq!(told("000000"), None);
        assert_eq!(told("00000"), Some("the link has 10 borders between cells of a column; expected 12".to_string()));
        assert_eq!(told("00w"), Some("unexpected `w`".to_string()));
    }
}
