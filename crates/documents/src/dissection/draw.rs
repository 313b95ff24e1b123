//! The picture of a dissection: every copy is a region with its name; cells are dark and light where the colours are
//! black and white.
//!
//! Colours other than these two are letters on a second panel with the same lines. The copies of disconnected pieces
//! are numbered, since no line shows which cells belong together.

use super::{Board, placements};
use boardwright_base::board::picture::{Ground, Lines, Panel, Picture, Square};
use boardwright_base::board::shape::Colour;
use boardwright_puzzle::solution::Solution;

pub(super) fn draw(board: &Board, solution: &Solution) -> Picture {
    let mut pieces = vec![vec![Square::default(); board.width()]; board.height()];
    for (region, placed) in placements(solution).iter().enumerate() {
        for cell in &placed.cells {
            let ground = ground(board.colour(*cell));
            let piece = &board.pieces[placed.piece];
            let numbered = !board.layout.is_connected(piece.shape()) && piece.max != Some(1);
            let text = if numbered { format!("{}{}", piece.name, placed.copy) } else { piece.name.clone() };
            pieces[cell.row][cell.column] = Square { region: Some(region), ground, text, ..Square::default() };
        }
    }
    let mut panels = vec![Panel { rows: pieces, lines: Lines::Regions, ..Panel::default() }];
    let other = |colour: Colour| matches!(colour, Colour::Letter(letter) if letter != 'B' && letter != 'W');
    if board.cells().any(|(_, colour, _)| other(colour)) {
        let mut colours = panels[0].clone();
        for (cell, colour, _) in board.cells() {
            let letter = if let Colour::Letter(letter) = colour { letter.to_string() } else { String::new() };
            colours.rows[cell.row][cell.column].text = letter;
        }
        panels[0].title = "pieces".to_string();
        panels.push(Panel { title: "colours".to_string(), ..colours });
    }
    let panels = panels.into_iter().flat_map(|panel| levels(board, panel)).collect();
    Picture { panels, captions: Vec::new() }
}

/// Returns a panel for each level of a board of cubes; for other boards, the panel, with the outlines of cells that are no
/// squares.
pub(super) fn levels(board: &Board, panel: Panel) -> Vec<Panel> {
    if let Some(sides) = board.layout.sides() {
        return vec![sides.outlined(panel, 0)];
    }
    let Some(space) = board.layout.space() else { return vec![panel] };
    let level = |level: usize| {
        let top = level * space.stride;
        let apart = if panel.title.is_empty() { "" } else { ", " };
        let title = format!("{}{apart}Level {}", panel.title, level + 1);
        Panel { title, rows: panel.rows[top..top + space.rows].to_vec(), top, ..panel.clone() }
    };
    (0..space.levels).map(level).collect()
}

/// Draws the board without pieces, with its colours as letters.
pub(super) fn givens(board: &Board) -> Picture {
    let mut rows = vec![vec![Square::default(); board.width()]; board.height()];
    for (cell, colour, _) in board.cells() {
        let letter = if let Colour::Letter(letter) = colour { letter.to_string() } else { String::new() };
        rows[cell.row][cell.column] = Square::new(0).ground(ground(Some(colour))).text(letter);
    }
    Picture { panels: levels(board, Panel { rows, ..Panel::default() }), captions: Vec::new() }
}

/// Draws the board without pieces, and each piece apart with its name and its number of copies.
pub(super) fn puzzle(board: &Board) -> Picture {
    let mut picture = givens(board);
    if let Some(first) = picture.panels.first_mut().filter(|panel| panel.title.is_empty()) {
        first.title = "board".into();
    }
    for piece in &board.pieces {
        let shape = piece.shape();
        let copies = match (piece.min, piece.max) {
            (1, Some(1)) => String::new(),
            (min, Some(max)) if min == max => format!(" \u{d7} {max}"),
            (0, Some(max)) => format!(", at most {max}"),
            (min, Some(max)) => format!(" \u{d7} {min} to {max}"),
            (0, None) => ", any number".to_string(),
            (min, None) => format!(", at least {min}"),
        };
        let (height, width) = (shape.height(), shape.width());
        let mut rows = vec![vec![Square::default(); width]; height];
        for &(cell, colour) in shape.cells() {
            let letter = if let Colour::Letter(letter) = colour { letter.to_string() } else { String::new() };
            rows[cell.row][cell.column] = Square::new(0).ground(ground(Some(colour))).text(letter);
        }
        let panel = Panel { title: format!("{}{copies}", piece.name), rows, ..Panel::default() };
        match board.layout.sides() {
            Some(sides) => picture.panels.push(sides.outlined(panel, usize::from(!shape.may_lie_at(0, 0)))),
            None => picture.panels.extend(piece_levels(board, panel)),
        }
    }
    picture
}

/// Returns a panel for each level of a piece of cubes; for other pieces, the panel.
fn piece_levels(board: &Board, panel: Panel) -> Vec<Panel> {
    let Some(space) = board.layout.space().filter(|space| panel.height() > space.stride) else { return vec![panel] };
    let level = |(index, rows): (usize, &[Vec<Square>])| {
        // Levels are apart by empty rows.
        let last = rows.iter().rposition(|row| row.iter().any(|square| square.region.is_some())).unwrap_or(0);
        let rows = rows[..=last].to_vec();
        Panel { title: format!("{}, Level {}", panel.title, index + 1), rows, ..panel.clone() }
    };
    panel.rows.chunks(space.stride).enumerate().map(level).collect()
}

/// Returns dark and light for black and white.
pub(super) fn ground(colour: Option<Colour>) -> Ground {
    match colour {
        Some(Colour::Letter('B')) => Ground::Dark,
        Some(Colour::Letter('W')) => Ground::Light,
        _ => Ground::Plain,
    }
}
