//! Writer of boards and pieces as a model of the family `dissection`.

use super::plain;

/// The most places of a board, as models accept them.
pub const MAX_CELLS: usize = 10_000;

/// The most copies of a piece, as models accept them.
pub const MAX_COPIES: usize = 10_000;

/// A board and its pieces, in the characters of models.
pub(super) struct Tiling {
    pub(super) title: Option<String>,
    /// Whether pieces may be turned over.
    pub(super) flip: bool,
    /// Whether board and pieces are cubes in levels.
    pub(super) is_solid: bool,
    /// By levels, one if they are not solid: rows of equal length.
    pub(super) board: Vec<Vec<String>>,
    pub(super) pieces: Vec<Tile>,
}

/// A piece.
pub(super) struct Tile {
    /// The name in the file, if it is not a valid name or needs an explanation; written as a comment.
    pub(super) remark: Option<String>,
    pub(super) name: Option<String>,
    pub(super) copies: Copies,
    /// By levels: rows of equal length.
    pub(super) shape: Vec<Vec<String>>,
}

/// The number of copies of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copies {
    Exactly(usize),
    Between(usize, usize),
    Any,
}

impl Tiling {
    pub(super) fn toml(&self) -> String {
        let mut out = String::from("puzzle = \"dissection\"\n");
        if let Some(title) = self.title.as_ref().map(|title| plain(title)).filter(|title| !title.trim().is_empty()) {
            out.push_str(&format!("title = \"{}\"\n", title.trim().replace('\\', "\\\\").replace('"', "\\\"")));
        }
        if self.is_solid {
            out.push_str("shape = \"cubes\"\n");
        } else if !self.flip {
            out.push_str("flip = false\n");
        }
        out.push_str(&format!("board = {}\n", drawing(&self.board)));
        for piece in &self.pieces {
            out.push('\n');
            if let Some(remark) = &piece.remark {
                out.push_str(&format!("# {}\n", plain(remark)));
            }
            out.push_str("[[piece]]\n");
            if let Some(name) = &piece.name {
                out.push_str(&format!("name = \"{name}\"\n"));
            }
            match piece.copies {
                Copies::Exactly(1) => {}
                Copies::Exactly(number) => out.push_str(&format!("copies = {number}\n")),
                Copies::Between(0, max) => out.push_str(&format!("copies = {{ max = {max} }}\n")),
                Copies::Between(min, max) => out.push_str(&format!("copies = {{ min = {min}, max = {max} }}\n")),
                Copies::Any => out.push_str("copies = \"any\"\n"),
            }
            out.push_str(&format!("shape = {}\n", drawing(&piece.shape)));
        }
        out
    }
}

fn drawing(levels: &[Vec<String>]) -> String {
    let picture = |rows: &Vec<String>| format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"));
    match levels {
        [rows] => picture(rows),
        levels => format!("[{}]", levels.iter().map(picture).collect::<Vec<_>>().join(", ")),
    }
}
