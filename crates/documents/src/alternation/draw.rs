//! Pictures: a row for every state of a plan with the moved pieces marked, or a list of moves for long plans.

use super::{Goal, Line, Place, cells, verify};
use boardwright_base::board::picture::{Lines, Mark, Panel, Picture, Square};
use boardwright_puzzle::capability::plans::PlanExcerpt;

/// The most cells, in all states together, that are drawn. A longer plan is listed as moves, a longer line as text.
const MAX_DRAWN: usize = 20_000;

/// Draws a plan.
pub(super) fn plan(line: &Line, moves: &[(usize, usize)]) -> Picture {
    if (moves.len() + 1) * line.cells() > MAX_DRAWN {
        let mut excerpt = PlanExcerpt::default();
        moves.iter().for_each(|&(from, to)| excerpt.add((from + 1, to + 1)));
        return Picture { panels: Vec::new(), captions: excerpt.lines(&verify::Follower::new(line)) };
    }
    let mut row = line.start.clone();
    let mut panel = Panel {
        rows: vec![squares(line, &row, None)],
        labels: vec!["start".to_string()],
        lines: Lines::None,
        states: true,
        ..Panel::default()
    };
    for (index, step) in moves.iter().enumerate() {
        // The moves of a solution are valid.
        let _ = verify::make(line, &mut row, step.0, step.1);
        panel.rows.push(squares(line, &row, Some(step.1)));
        let (from, to) = (cells(step.0, line.block), cells(step.1, line.block));
        panel.labels.push(format!("{}: {from} -> {to}", index + 1));
    }
    Picture { panels: vec![panel], captions: Vec::new() }
}

/// Draws the start, and the accepted rows where the model lists them.
pub(super) fn givens(line: &Line) -> Picture {
    if line.cells() > MAX_DRAWN {
        let words = format!("{} on {} cells", line.letters.pieces(&line.start), line.cells());
        return Picture { panels: Vec::new(), captions: vec![words] };
    }
    let mut rows = vec![("start".to_string(), line.start.clone())];
    if let Goal::Rows(accepted) = &line.goal {
        rows.extend(accepted.iter().map(|row| ("goal".to_string(), row.clone())));
    }
    labelled(line, &rows)
}

/// Draws rows with their labels.
pub(super) fn labelled(line: &Line, rows: &[(String, Vec<Place>)]) -> Picture {
    let (labels, rows) = rows.iter().map(|(label, row)| (label.clone(), squares(line, row, None))).unzip();
    Picture { panels: vec![Panel { rows, labels, lines: Lines::None, ..Panel::default() }], captions: Vec::new() }
}

/// Returns the squares of a row; the block that has just arrived is marked, the start is given.
fn squares(line: &Line, row: &[Place], arrived: Option<usize>) -> Vec<Square> {
    let drawn = line.letters.is_black_and_white();
    let square = |(cell, place): (usize, &Place)| Square {
        region: Some(0),
        marked: arrived.is_some_and(|left| (left..left + line.block).contains(&cell)),
        mark: match place.colour() {
            None => Mark::Dot,
            Some(0) if drawn => Mark::Black,
            Some(_) if drawn => Mark::White,
            Some(_) => Mark::None,
        },
        text: match place.colour() {
            Some(_) if !drawn => line.letters.character(*place).to_string(),
            _ => String::new(),
        },
        given: arrived.is_none(),
        ..Square::default()
    };
    row.iter().enumerate().map(square).collect()
}
