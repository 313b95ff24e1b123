//! Plans in files: `board` is the last position, `moves` their descriptions, `states` all positions.
//!
//! The positions are the layers of a candidate. A board with the rows of all positions, one below another, is a plan, too.

use super::board::{Game, Values};
use super::verify;
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, WrongSize, list, texts};
use boardwright_puzzle::solution::{Candidate, Violation};
use serde_json::Value;

/// What is malformed in a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Rows have other numbers of cells.
    #[error("{of}: {size}")]
    Size {
        /// Which board.
        of: String,
        /// The expected size.
        size: WrongSize,
    },
    /// A word is no value.
    #[error("{of}: unknown value `{word}` at {at}")]
    Value {
        /// Which board.
        of: String,
        /// The word.
        word: String,
        /// Its place.
        at: Cell,
    },
    /// The field `states` is something else.
    #[error("expected a list of positions, each a list of rows, for `states`")]
    States,
    /// The field `moves` is something else.
    #[error("expected a list of strings for `moves`")]
    Moves,
    /// The board is not the last position.
    #[error("the board is not the last position of `states`")]
    OtherBoard,
    /// A move has another description.
    #[error("move {number} is \"{found}\", but the positions make \"{made}\"")]
    OtherMove {
        /// The number of the move, from 1.
        number: usize,
        /// Its description.
        found: String,
        /// That of the positions.
        made: String,
    },
    /// There are more or fewer moves than the positions make.
    #[error("{found} moves, but the positions make {made}")]
    MoveCount {
        /// The number of moves.
        found: usize,
        /// The number that the positions make.
        made: usize,
    },
}

/// Returns a plan of these positions.
pub(super) fn candidate(positions: &[Values]) -> Candidate {
    Candidate { layers: positions.to_vec(), ..Candidate::default() }
}

/// Returns the rows of a position.
pub(super) fn rows(game: &Game, values: &[u16]) -> Vec<String> {
    let topology = &game.grid.symbols.topology;
    let in_words = game.grid.symbols.layers[0].values.iter().any(|value| value.chars().count() > 1);
    let word = |row: usize, column: usize| match topology.id(Cell::new(row, column)) {
        Some(cell) => game.text(values[cell]),
        None => "_",
    };
    let row = |row: usize| {
        let words: Vec<&str> = (0..topology.lengths[row]).map(|column| word(row, column)).collect();
        words.join(if in_words { " " } else { "" })
    };
    (0..topology.height).map(row).collect()
}

/// Describes the moves of a plan: `jump r4c2 -> r4c4`.
pub(super) fn moves(game: &Game, positions: &[Values]) -> Vec<String> {
    positions.windows(2).map(|pair| describe(game, &pair[0], &pair[1])).collect()
}

/// Describes the move from one position to another.
pub(super) fn describe(game: &Game, before: &[u16], after: &[u16]) -> String {
    let Some(made) = verify::step(game, before, after) else { return "?".to_string() };
    let [from, to] = made.piece.map(|cell| game.place(cell));
    let name = &game.moves[made.of].name;
    let value = game.text(before[made.piece[0]]);
    // Where there are several pieces, the piece is named.
    if from == to { format!("{name} {from}") } else { format!("{name} {value} {from} -> {to}") }
}

pub(super) fn write(game: &Game, candidate: &Candidate, to: &mut Object<'_>) {
    let positions = &candidate.layers;
    let escaped = |text: &mut String, word: &str| text.push_str(&Value::from(word).to_string());
    let board = |text: &mut String, values: &Values| {
        list(text, rows(game, values), |text, row| escaped(text, &row));
    };
    board(to.field("board"), positions.last().unwrap_or(&game.start));
    list(to.field("moves"), moves(game, positions), |text, one| escaped(text, &one));
    list(to.field("states"), positions, |text, values| board(text, values));
}

pub(super) fn read(game: &Game, written: &Written) -> Result<Candidate, Violation> {
    let height = game.grid.symbols.topology.height;
    let mut layers: Vec<Values> = Vec::new();
    for (number, rows) in written.board.chunks(height).enumerate() {
        layers.push(position(game, &format!("position {number} of the board"), rows)?);
    }
    if let Some(states) = written.details.get("states") {
        let of = |state: &Value| texts(state).ok_or(Unreadable::States);
        let states: Vec<Vec<String>> =
            states.as_array().ok_or(Unreadable::States)?.iter().map(of).collect::<Result<_, _>>()?;
        let board = layers;
        layers = Vec::new();
        for (number, rows) in states.iter().enumerate() {
            layers.push(position(game, &format!("position {number} of `states`"), rows)?);
        }
        if board != layers && board.last() != layers.last() {
            return Err(Unreadable::OtherBoard.into());
        }
    }
    if let Some(given) = written.details.get("moves") {
        let given = texts(given).ok_or(Unreadable::Moves)?;
        let made = moves(game, &layers);
        if given.len() != made.len() {
            return Err(Unreadable::MoveCount { found: given.len(), made: made.len() }.into());
        }
        if let Some(index) = (0..made.len()).find(|&index| given[index] != made[index]) {
            let [found, made] = [&given[index], &made[index]].map(String::clone);
            return Err(Unreadable::OtherMove { number: index + 1, found, made }.into());
        }
    }
    Ok(candidate(&layers))
}

fn position(game: &Game, of: &str, rows: &[String]) -> Result<Values, Unreadable> {
    let topology = &game.grid.symbols.topology;
    let values = &game.grid.symbols.layers[0].values;
    let in_words = values.iter().any(|value| value.chars().count() > 1);
    let wrong = |row: usize| {
        let size = WrongSize { rows: topology.height, cells: topology.lengths[row] };
        Unreadable::Size { of: of.to_string(), size }
    };
    if rows.len() != topology.height {
        return Err(wrong(0));
    }
    let mut read = vec![0; topology.cells.len()];
    for (row, text) in rows.iter().enumerate() {
        let words: Vec<String> = if in_words {
            text.split_whitespace().map(str::to_string).collect()
        } else {
            text.chars().map(String::from).collect()
        };
        if words.len() != topology.lengths[row] {
            return Err(wrong(row));
        }
        for (column, word) in words.into_iter().enumerate() {
            let at = Cell::new(row, column);
            let value = values.iter().position(|value| *value == word);
            match (topology.id(at), value) {
                (None, _) if word == "_" => {}
                (Some(cell), Some(value)) => read[cell] = value as u16,
                _ => return Err(Unreadable::Value { of: of.to_string(), word, at }),
            }
        }
    }
    Ok(read)
}
