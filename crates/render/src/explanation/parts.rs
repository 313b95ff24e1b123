//! The words for parts of a solution, their values, and changes of a puzzle.

use crate::origin::Shown;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::origin::Word;
use boardwright_puzzle::capability::explanation::{Beside, PrintedAt};
use boardwright_puzzle::{ChangeKind, CluePlace, Part, PartValue};

/// Returns the name of a part: `r3c4`, `move 4`, `r3c4 of `clue``.
pub fn part(part: &Part) -> String {
    match part {
        Part::Cell { cell, layer } if layer.is_empty() => cell.to_string(),
        Part::Cell { cell, layer } => format!("{cell} {layer}"),
        Part::Line(a, b) => format!("{a}-{b}"),
        Part::Border(Beside::Above, cell) => format!("above {cell}"),
        Part::Border(Beside::Below, cell) => format!("below {cell}"),
        Part::Border(Beside::Left, cell) => format!("left of {cell}"),
        Part::Border(Beside::Right, cell) => format!("right of {cell}"),
        Part::Move(index) => format!("move {}", index + 1),
        Part::Code(word) => format!("the code of {}", bits(*word)),
        Part::Member(word) => format!("the word {}", bits(*word)),
        Part::Colour(word) => format!("the colour of {}", bits(*word)),
        Part::Printed { name, at } => match at {
            PrintedAt::Cell(cell) => format!("{cell} of `{name}`"),
            PrintedAt::Between(a, b) => format!("{a}-{b} of `{name}`"),
            PrintedAt::Corner(at) => format!("the corner {at} of `{name}`"),
            PrintedAt::Line(line, index) => format!("{} {} of `{name}`", line.word(), index + 1),
            PrintedAt::Numbered(key, index) => format!("{key} {} of `{name}`", index + 1),
            PrintedAt::Region(key) => format!("{key} of `{name}`"),
        },
    }
}

/// Writes a word, bit 0 at the right.
fn bits(word: Word) -> String {
    format!("{:0width$b}", word.number, width = word.bits)
}

/// Returns a value as text: `5`, `a line`, `F on r1c1 r1c2`.
pub fn value(value: &PartValue) -> String {
    match value {
        PartValue::Number(number) => number.to_string(),
        PartValue::Symbol(symbol) => symbol.to_string(),
        PartValue::Line => "a line".to_string(),
        PartValue::NoLine => "no line".to_string(),
        PartValue::In => "in".to_string(),
        PartValue::Out => "out".to_string(),
        PartValue::Piece { name, cells } => {
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            format!("{name} on {}", cells.join(" "))
        }
        PartValue::Move(notation) => notation.clone(),
        PartValue::NoMove => "no move".into(),
    }
}

/// Returns values as sorted text.
pub fn values<'v>(all: impl IntoIterator<Item = &'v PartValue>) -> Vec<String> {
    let mut all: Vec<String> = all.into_iter().map(value).collect();
    all.sort_unstable();
    all
}

/// Returns a change as text that precedes "there is a solution": `with 2 instead of 3 at r3c4`. `shown`: the clues among which it is one.
pub fn change(kind: &ChangeKind, shown: &Shown) -> String {
    match kind {
        ChangeKind::Without(origin) => format!("without {}", shown.name(origin)),
        ChangeKind::Instead { by, old, place } => {
            let place = match place {
                CluePlace::At(cell) => format!("at {cell}"),
                CluePlace::Corner(at) => format!("at the corner {at}"),
                CluePlace::Between(a, b) => format!("between {a} and {b}"),
                CluePlace::For(set) => format!("for {set}"),
            };
            format!("with {by} instead of {old} {place}")
        }
        ChangeKind::Light { cell, state, old, states } => {
            let name = |state: u8| match (*states, state) {
                (2, 0) => "dark".to_string(),
                (2, _) => "lit".to_string(),
                (_, state) => format!("in state {state}"),
            };
            format!("with the light at {cell} {} instead of {}", name(*state), name(*old))
        }
        ChangeKind::Copies { piece, copies: Some(copies), old } => {
            format!("with {copies} copies of {piece} instead of {old}")
        }
        ChangeKind::Copies { piece, copies: None, .. } => format!("with any number of copies of {piece}"),
        ChangeKind::NoColour { cell, letter } => format!("with `#` instead of `{letter}` at {cell}"),
        ChangeKind::NoCell(cell) => format!("without the cell {cell}"),
        ChangeKind::Key { key, number, old } => format!("with `{key} = {number}` instead of {old}"),
    }
}
