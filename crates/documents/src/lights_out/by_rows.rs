//! The chase, row by row: the lights after each row, as the article's examples draw them.
//!
//! The lights are chased from the second row to the last with the first row untouched. If they can be put out, the
//! buttons of the first row (on a board with holes: those without a light above) are pressed, and the lights are chased
//! again.

use super::analyze::Known;
use super::board::Board;
use super::draw;
use super::game::Game;
use super::sweep::{Bytes, Row, Words, obstacle};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Panel, Picture, Square};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::Analysis;
use serde_json::{Value, json};

/// The most cells of a board whose chase is shown.
const SHOWN: usize = 400;

/// Returns the boards of a chase.
pub(super) fn by_rows(board: &Board, stop: &dyn Fn() -> bool) -> Analysis {
    match board.states {
        2 => chase::<Words>(board, stop),
        _ => chase::<Bytes>(board, stop),
    }
}

/// The buttons pressed at once, and the lights afterwards.
struct Step {
    /// The row, from 0; `None` for the buttons that start the second chase.
    row: Option<usize>,
    second: bool,
    presses: Vec<(Cell, u8)>,
    after: Board,
}

fn chase<R: Row>(board: &Board, stop: &dyn Fn() -> bool) -> Analysis {
    if let Some(reason) = obstacle(board, "chase") {
        return closed(reason);
    }
    if board.size() > SHOWN {
        return closed(format!("the board has {} cells (maximum {SHOWN})", board.size()));
    }
    let known = match Known::<R>::new(board, stop) {
        Ok(known) => known,
        Err(reason) => return Analysis { open: true, ..closed(reason.to_string()) },
    };
    let mut game = Game::on(board);
    let mut steps = Vec::new();
    rows(&mut game, false, &mut steps);
    let mut outcome = match &known.solutions {
        Err(reason) => format!("these lights cannot be put out: {reason}"),
        Ok(_) if game.is_dark() => "all lights are off after the first chase".to_string(),
        Ok(_) => String::new(),
    };
    if let (Ok(space), Some(chased), false) = (&known.solutions, &known.chased, game.is_dark()) {
        let presses: Vec<(Cell, u8)> =
            chased.sweep.free.iter().copied().zip(space.at(&[])).filter(|&(_, times)| times > 0).collect();
        push(&mut game, None, true, presses, &mut steps);
        rows(&mut game, true, &mut steps);
        outcome = match game.is_dark() {
            true => "all lights are off after the second chase".to_string(),
            false => return closed("the second chase failed its check".into()),
        };
    }
    report(board, &steps, outcome)
}

/// Chases row by row from the second.
fn rows(game: &mut Game, second: bool, steps: &mut Vec<Step>) {
    for row in 1..game.height() {
        let presses = game.below(row);
        push(game, Some(row), second, presses, steps);
    }
}

fn push(game: &mut Game, row: Option<usize>, second: bool, presses: Vec<(Cell, u8)>, steps: &mut Vec<Step>) {
    for &(cell, times) in &presses {
        (0..times).for_each(|_| game.press(cell));
    }
    steps.push(Step { row, second, presses, after: game.lights() });
}

fn closed(reason: String) -> Analysis {
    Analysis { facts: vec![Fact::new("unknown", reason.clone(), reason)], ..Analysis::default() }
}

fn report(board: &Board, steps: &[Step], outcome: String) -> Analysis {
    let mut panels = vec![draw::lights(board)];
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for step in steps {
        let title = match step.row {
            Some(row) => format!("after row {}", row + 1),
            None => "the second chase begins".to_string(),
        };
        let names: Vec<String> = step
            .presses
            .iter()
            .map(|(cell, times)| if *times == 1 { cell.to_string() } else { format!("{cell} {times} times") })
            .collect();
        lines.push(match names.is_empty() {
            true => format!("{title}: no press"),
            false => format!("{title}: press {}", names.join(", ")),
        });
        panels.push(panel(step, &title));
        let presses = step.presses.iter().map(|&(cell, times)| json!([cell.row + 1, cell.column + 1, times]));
        values.push(json!({
            "chase": if step.second { 2 } else { 1 },
            "row": step.row.map(|row| row + 1),
            "presses": presses.collect::<Vec<Value>>(),
            "lights": step.after.rows(),
        }));
    }
    lines.push(outcome);
    let fact = Fact::new("chase", values, lines.join("\n"));
    Analysis { facts: vec![fact], picture: Picture { panels, captions: Vec::new() }, ..Analysis::default() }
}

/// Draws the lights after a step; the pressed buttons are highlighted.
fn panel(step: &Step, title: &str) -> Panel {
    let board = &step.after;
    let pressed = |cell: Cell| step.presses.iter().any(|&(pressed, _)| pressed == cell);
    draw::panel(board, title, |cell| {
        let state = board.state(cell);
        let text = if board.states > 2 && state > 0 { state.to_string() } else { String::new() };
        Square { lit: state > 0, text, marked: pressed(cell), ..Square::default() }
    })
}
