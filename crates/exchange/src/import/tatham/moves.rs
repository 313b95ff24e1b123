//! Fifteen, Sixteen and Pegs: positions from which moves lead to a goal.
//!
//! ```text
//! fifteen 2x2:3,1,2,0        the numbers of the tiles in reading order, 0 for the vacant cell
//! sixteen 3x2:2,3,1,4,5,6    the same without a vacant cell; rows and columns are shifted around the edge
//! pegs 3x3:OPOHPPOHO         P is a peg, H a hole, O no cell
//! ```

use super::id::Id;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::pad_left;

/// The number of letters for the tiles of a row or column in the pictures of a move.
const LETTERS: usize = 26;

/// Writes the model of Fifteen; `origin` is the source of the puzzle.
pub(super) fn fifteen(id: &mut Id<'_>, origin: &str) -> Result<String, Diagnostic> {
    let tiles = tiles(id, 0)?;
    let cells = tiles.len();
    let start: Vec<String> = tiles.iter().map(|&tile| number(tile)).collect();
    let goal: Vec<String> = (1..=cells).map(|tile| number(tile % cells)).collect();
    let all: Vec<String> = (1..cells).map(|tile| format!("\"{tile}\"")).collect();
    let all = all.join(", ");
    let head =
        head("Tiles slide into the vacant cell until they are in order, the vacant cell last.", "Fifteen", id, origin);
    Ok(format!(
        "{head}[grid]\nvalues = [\".\", {all}]\nstart = {}\n\n[names]\ntile = [{all}]\n\n[[move]]\nname = \"slide\"\n\
         before = \"tile .\"\nafter = \". tile\"\ndirections = \"rotations\"\n\n[goal]\ncells = {}\n",
        picture(id, &start),
        picture(id, &goal)
    ))
}

/// Writes the model of Sixteen. Each cell of a row has a name that stands for all tiles, so that a move can say where the tiles of
/// a row go.
pub(super) fn sixteen(id: &mut Id<'_>, origin: &str) -> Result<String, Diagnostic> {
    let (rows, columns) = (id.rows, id.columns);
    if rows.max(columns) > LETTERS {
        let message =
            format!("the board has {rows} rows and {columns} columns; at most {LETTERS} of each are accepted");
        return Err(Diagnostic::new("too-large", message));
    }
    let start: Vec<String> = tiles(id, 1)?.iter().map(usize::to_string).collect();
    let goal: Vec<String> = (1..=start.len()).map(|tile| tile.to_string()).collect();
    let all = goal.iter().map(|tile| format!("\"{tile}\"")).collect::<Vec<_>>().join(", ");
    let letters: Vec<String> = ('a'..='z').take(rows.max(columns)).map(String::from).collect();
    let names: String = letters.iter().map(|letter| format!("{letter} = [{all}]\n")).collect();
    let mut model = head(
        "A move shifts a row or a column by one cell; the tile that leaves the board comes back at the other end. Put the tiles in order.",
        "Sixteen",
        id,
        origin,
    );
    model += &format!("[grid]\nvalues = [{all}]\nstart = {}\n\n[names]\n{names}", picture(id, &start));
    for (name, length, apart) in [("row", columns, ""), ("column", rows, "\n")] {
        if length < 2 {
            continue;
        }
        let mut line = letters[..length].to_vec();
        let before = line.join(apart);
        line.rotate_right(1);
        let after = line.join(apart);
        // Two tiles change places in either direction.
        let directions = if length == 2 { "[\"right\"]" } else { "[\"right\", \"left\"]" };
        model += &format!(
            "\n[[move]]\nname = \"{name}\"\nbefore = \"\"\"\n{before}\n\"\"\"\nafter = \"\"\"\n{after}\n\"\"\"\ndirections = {directions}\n"
        );
    }
    Ok(model + &format!("\n[goal]\ncells = {}\n", picture(id, &goal)))
}

/// Writes the model of Pegs.
pub(super) fn pegs(id: &mut Id<'_>, origin: &str) -> Result<String, Diagnostic> {
    let mut start = Vec::with_capacity(id.rows * id.columns);
    for _ in 0..id.rows * id.columns {
        let before = id.description;
        start.push(match id.description.take() {
            Some('P') => "o".to_string(),
            Some('H') => ".".to_string(),
            Some('O') => "_".to_string(),
            _ => return Err(before.unexpected("`P` for a peg, `H` for a hole or `O` for no cell, for every cell")),
        });
    }
    let rule =
        "A peg jumps over another into a hole, and the peg it jumped over is taken away. Leave as few as possible.";
    let head = head(rule, "Pegs", id, origin);
    Ok(format!(
        "{head}[grid]\nvalues = [\".\", \"o\"]\nstart = {}\n\n[[move]]\nname = \"jump\"\nbefore = \"oo.\"\nafter = \"..o\"\n\
         directions = \"rotations\"\n\n[goal]\nfewest = \"o\"\n",
        picture(id, &start)
    ))
}

/// Returns the beginning of a model.
fn head(rule: &str, name: &str, id: &Id<'_>, origin: &str) -> String {
    let (rows, columns) = (id.rows, id.columns);
    format!("# {rule}\npuzzle = \"grid\"\ntitle = \"{name}, {columns} x {rows}\"\nsource = \"{origin}\"\n\n")
}

/// Reads the numbers of all tiles, each once, from `first` on.
fn tiles(id: &mut Id<'_>, first: usize) -> Result<Vec<usize>, Diagnostic> {
    let cells = id.rows * id.columns;
    let start = id.description;
    let mut tiles = Vec::with_capacity(cells);
    for place in 0..cells {
        let before = id.description;
        let is_apart = place == 0 || id.description.eats(',');
        let Some(tile) = id.description.number().filter(|_| is_apart) else {
            return Err(before.unexpected("the number of a tile for every cell, with commas between them"));
        };
        tiles.push(tile);
    }
    let mut sorted = tiles.clone();
    sorted.sort_unstable();
    if sorted.into_iter().ne(first..first + cells) {
        let message = format!("expected each number from {first} to {} once", first + cells - 1);
        return Err(Diagnostic::new("game-cells", message).at(start.span(), ""));
    }
    Ok(tiles)
}

/// Returns the value of a tile, 0 being the vacant cell.
fn number(tile: usize) -> String {
    if tile == 0 { ".".to_string() } else { tile.to_string() }
}

/// Returns words in rows as a multi-line string: in columns if one has several characters.
fn picture(id: &Id<'_>, words: &[String]) -> String {
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let row = |row: &[String]| match width {
        1 => row.concat(),
        _ => row.iter().map(|word| pad_left(word, width)).collect::<Vec<_>>().join(" "),
    };
    let rows: Vec<String> = words.chunks(id.columns).map(row).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}
