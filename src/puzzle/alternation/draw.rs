//! What is drawn: a row for every state of a plan, the pieces that have just moved standing out; and words where there are too
//! many of them.

use super::{Goal, Line, Place, cells, verify};
use crate::board::picture::{Lines, Mark, Panel, Picture, Square};
use crate::puzzle::capability::plans::PlanExcerpt;

/// Of a plan of more cells than this, in all states together, the moves are told instead; a line of more is told, too.
const MAX_DRAWN: usize = 20_000;

/// A plan.
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
        ..Panel::default()
    };
    for (index, step) in moves.iter().enumerate() {
        // A solution's moves have been made before.
        let _ = verify::make(line, &mut row, step.0, step.1);
        panel.rows.push(squares(line, &row, Some(step.1)));
        let (from, to) = (cells(step.0, line.block), cells(step.1, line.block));
        panel.labels.push(format!("{}: {from} -> {to}", index + 1));
    }
    Picture { panels: vec![panel], captions: Vec::new() }
}

/// The start, and the accepted rows where they are listed.
pub(super) fn givens(line: &Line) -> Picture {
    if line.cells() > MAX_DRAWN {
        let (black, white) = (line.black(), line.pieces() - line.black());
        let words = format!("{black} black and {white} white pieces on {} cells", line.cells());
        return Picture { panels: Vec::new(), captions: vec![words] };
    }
    let mut rows = vec![("start".to_string(), line.start.clone())];
    if let Goal::Rows(accepted) = &line.goal {
        rows.extend(accepted.iter().map(|row| ("goal".to_string(), row.clone())));
    }
    labelled(line, &rows)
}

/// Rows with their labels.
pub(super) fn labelled(line: &Line, rows: &[(String, Vec<Place>)]) -> Picture {
    let (labels, rows) = rows.iter().map(|(label, row)| (label.clone(), squares(line, row, None))).unzip();
    Picture { panels: vec![Panel { rows, labels, lines: Lines::None, ..Panel::default() }], captions: Vec::new() }
}

/// A row as it is drawn; the block that has arrived somewhere stands out, the start is given.
fn squares(line: &Line, row: &[Place], arrived: Option<usize>) -> Vec<Square> {
    let square = |(cell, place): (usize, &Place)| Square {
        region: Some(0),
        marked: arrived.is_some_and(|left| (left..left + line.block).contains(&cell)),
        mark: match place {
            Place::Vacant => Mark::Dot,
            Place::Black => Mark::Black,
            Place::White => Mark::White,
        },
        given: arrived.is_none(),
        ..Square::default()
    };
    row.iter().enumerate().map(square).collect()
}
