//! Pictures: a panel for every position of a plan with the changed cells marked, or a list of moves for long plans.

use super::board::{Form, Game};
use super::notation;
use crate::board::picture::{Lines, Panel, Picture};
use crate::puzzle::grid::draw;

/// The most cells, in all positions together, that are drawn. The moves of a longer plan are listed.
const MAX_DRAWN: usize = 20_000;

/// Draws a plan.
pub(super) fn plan(game: &Game, positions: &[Vec<u16>]) -> Picture {
    let moves = notation::moves(game, positions);
    if positions.len() * game.cell_count() > MAX_DRAWN {
        let digits = moves.len().to_string().len();
        let line = |(index, one): (usize, &String)| format!("{:>digits$}: {one}", index + 1);
        return Picture { captions: moves.iter().enumerate().map(line).collect(), ..givens(game) };
    }
    let mut panels = Vec::with_capacity(positions.len());
    for (index, values) in positions.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &positions[before]);
        let mut panel = panel(game, values, before);
        panel.title = match index.checked_sub(1) {
            None => "start".to_string(),
            Some(before) => format!("{index}: {}", moves[before]),
        };
        panel.frame = true;
        panels.push(panel);
    }
    Picture { panels, captions: Vec::new() }
}

/// Draws the start, and the pictures of the goal that leave no cell open.
pub(super) fn givens(game: &Game) -> Picture {
    let mut start = panel(game, &game.start, None);
    start.title = "start".to_string();
    let mut panels = vec![start];
    for picture in game.goal.pictures.iter().take(8) {
        let only = |mask: &Vec<bool>| {
            let accepted: Vec<u16> = (0..mask.len() as u16).filter(|&value| mask[usize::from(value)]).collect();
            if let [only] = accepted[..] { Some(only) } else { None }
        };
        let known: Vec<Option<u16>> = picture.iter().map(only).collect();
        let values: Vec<u16> = known.iter().map(|value| value.unwrap_or(0)).collect();
        let mut goal = panel(game, &values, None);
        goal.title = "goal".to_string();
        for (cell, value) in known.iter().enumerate().filter(|(_, value)| value.is_none()) {
            let _ = value;
            let at = game.place(cell);
            let square = &mut goal.rows[at.row][at.column];
            *square = crate::board::picture::Square::new(0).text("?");
        }
        panels.push(goal);
    }
    Picture { panels, captions: Vec::new() }
}

/// Draws one position, of which cells that differ from the one before are marked, and the pictures of the goal.
pub(super) fn by_hand(game: &Game, values: &[u16], before: Option<&Vec<u16>>) -> Picture {
    let mut picture = givens(game);
    picture.panels[0] = panel(game, values, before);
    picture
}

/// Draws a position; cells that differ from the one before are marked.
fn panel(game: &Game, values: &[u16], before: Option<&Vec<u16>>) -> Panel {
    let mut panel = draw::filled(&game.grid, values);
    let mut whole = vec![false; game.value_count()];
    for one in &game.moves {
        if let Form::Piece(piece) = &one.form
            && piece.whole
        {
            piece.pieces.iter().zip(&mut whole).for_each(|(&is, whole)| *whole |= is);
        }
    }
    let has_whole = whole.contains(&true);
    for (cell, &value) in values.iter().enumerate() {
        let at = game.place(cell);
        let Some(square) = panel.rows.get_mut(at.row).and_then(|row| row.get_mut(at.column)) else { continue };
        square.marked = before.is_some_and(|before| before[cell] != value);
        if has_whole {
            // Lines run around pieces of several cells.
            square.region = Some(if whole[usize::from(value)] { usize::from(value) + 1 } else { 0 });
        }
    }
    if has_whole && panel.lines == Lines::All {
        panel.lines = Lines::Regions;
    }
    panel
}
