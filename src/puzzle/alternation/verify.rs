//! The rules of moving pieces, and nothing else.
//!
//! A plan comes as a list of moves, as all rows from the start to the goal (the detail `states`, or the board itself), or
//! as several of these, which then have to agree. `BBWW..` with the move `[[1, 5]]` gives `..WWBB`. A plan too long to be kept
//! comes move by move, to a [`Follower`], which has the row and changes only the cells of the move in it.

use super::{Goal, Line, Place, Row, cells, text};
use crate::puzzle::capability::plans::Follow;
use crate::solution::{Candidate, Detail, Step, Violation};

/// The moves of a candidate, from left end to left end, 0-based.
///
/// # Errors
/// The first rule that is violated.
pub(super) fn plan(line: &Line, candidate: &Candidate) -> Result<Vec<(usize, usize)>, Violation> {
    let board = rows(line, "the board", &candidate.layers)?;
    let states = candidate.details.iter().find_map(|detail| match detail {
        Detail::States(states) => Some(rows(line, "`states`", states)),
        _ => None,
    });
    let states = states.transpose()?;
    let plan = match (&candidate.steps, &states) {
        (Some(steps), _) => {
            let step = |(index, &(from, to)): (usize, &Step)| on_line(line, index + 1, from, to);
            steps.iter().enumerate().map(step).collect::<Result<_, _>>()?
        }
        (None, Some(states)) => worked_out(line, states)?,
        (None, None) => worked_out(line, &board)?,
    };
    let board_as_states = (board.len() > 1).then_some(&board);
    let listed: Vec<(&str, &Vec<Row>)> = [("`states`", states.as_ref()), ("the board", board_as_states)]
        .into_iter()
        .filter_map(|(what, rows)| Some((what, rows?)))
        .collect();
    for (what, rows) in &listed {
        if rows.len() != plan.len() + 1 {
            return Err(Violation::new(format!(
                "{what} has {} rows, but the moves make {}",
                rows.len(),
                plan.len() + 1
            )));
        }
    }
    let agree = |index: usize, row: &Row| {
        listed.iter().try_for_each(|(what, rows)| agrees(row, &rows[index], &format!("row {} of {what}", index + 1)))
    };
    let mut follower = Follower::new(line);
    agree(0, &follower.row)?;
    for (index, &(from, to)) in plan.iter().enumerate() {
        follower.go(from, to)?;
        agree(index + 1, &follower.row)?;
    }
    if let Some(last) = board.last() {
        agrees(&follower.row, last, "the last row of the board")?;
    }
    follower.end()?;
    Ok(plan)
}

/// The rows that are claimed.
fn rows(line: &Line, what: &str, claimed: &[Vec<u16>]) -> Result<Vec<Row>, Violation> {
    let row = |(index, values): (usize, &Vec<u16>)| {
        let row: Option<Row> = values.iter().map(|&value| Place::of_value(value)).collect();
        row.filter(|row| row.len() == line.cells())
            .ok_or_else(|| Violation::new(format!("row {} of {what} does not have {} cells", index + 1, line.cells())))
    };
    claimed.iter().enumerate().map(row).collect()
}

/// Where a plan has led so far.
pub(super) struct Follower<'a> {
    line: &'a Line,
    row: Row,
    moves: usize,
}

impl<'a> Follower<'a> {
    pub(super) fn new(line: &'a Line) -> Follower<'a> {
        Follower { line, row: line.start.clone(), moves: 0 }
    }

    /// A move between places on the line.
    fn go(&mut self, from: usize, to: usize) -> Result<(), Violation> {
        self.moves += 1;
        make(self.line, &mut self.row, from, to)
            .map_err(|Violation(reason)| Violation::new(format!("move {}: {reason}", self.moves)))
    }
}

impl Follow for Follower<'_> {
    fn step(&mut self, (from, to): Step) -> Result<(), Violation> {
        let (from, to) = on_line(self.line, self.moves + 1, from, to)?;
        self.go(from, to)
    }

    fn board(&self) -> Vec<String> {
        vec![text(&self.row)]
    }

    fn end(&self) -> Result<(), Violation> {
        if let Some(wanted) = self.line.moves.filter(|&wanted| wanted != self.moves) {
            return Err(Violation::new(format!("{} moves, expected {wanted}", self.moves)));
        }
        is_goal(self.line, &self.row)
    }

    fn describe(&self, (from, to): Step) -> String {
        format!("{} -> {}", cells(from - 1, self.line.block), cells(to - 1, self.line.block))
    }
}

fn agrees(row: &Row, shown: &Row, what: &str) -> Result<(), Violation> {
    if row == shown {
        return Ok(());
    }
    Err(Violation::new(format!("{what} is {}, but the moves make {}", text(shown), text(row))))
}

/// The two ends of a move, 1-based as they are claimed, 0-based where a block can stand there.
fn on_line(line: &Line, number: usize, from: usize, to: usize) -> Result<(usize, usize), Violation> {
    let place = |left: usize| {
        let left = left.checked_sub(1)?;
        (left.checked_add(line.block)? <= line.start.len()).then_some(left)
    };
    place(from).zip(place(to)).ok_or_else(|| {
        Violation::new(format!(
            "move {number}, {from} -> {to}: a block of {} starting there is not on the line of {} cells",
            line.block,
            line.start.len()
        ))
    })
}

/// Makes one move between places on the line.
///
/// # Errors
/// Why it is no move; the row is as it was then.
pub(super) fn make(line: &Line, row: &mut [Place], from: usize, to: usize) -> Result<(), Violation> {
    let (origin, target) = (from..from + line.block, to..to + line.block);
    if let Some(cell) = origin.clone().find(|&cell| row[cell] == Place::Vacant) {
        return Err(Violation::new(format!("cell {} is vacant, so {} is no block", cell + 1, cells(from, line.block))));
    }
    if let Some(cell) = target.clone().find(|&cell| row[cell] != Place::Vacant) {
        return Err(Violation::new(format!(
            "cell {} is not vacant, so there is no room at {}",
            cell + 1,
            cells(to, line.block)
        )));
    }
    // The two do not overlap: the cells of one have pieces, those of the other have none.
    for (cell, landing) in origin.zip(target.clone()) {
        row[landing] = std::mem::replace(&mut row[cell], Place::Vacant);
    }
    if line.reverse {
        row[target].reverse();
    }
    Ok(())
}

/// The move between each row and the next; the first row has to be the start.
fn worked_out(line: &Line, states: &[Row]) -> Result<Vec<(usize, usize)>, Violation> {
    match states {
        [first, ..] if *first == line.start => {}
        [_] => {
            return Err(Violation::new("missing moves: expected `moves`, or all rows from the start to the goal"));
        }
        _ => return Err(Violation::new(format!("the first row has to be the start, {}", text(&line.start)))),
    }
    let step = |(index, pair): (usize, &[Row])| {
        let (before, after) = (&pair[0], &pair[1]);
        // A move empties exactly its block's cells and fills exactly its target's, so the first of each are its left ends.
        let first = |vacant: bool| {
            let changed = |(before, after): (&Place, &Place)| {
                (*before == Place::Vacant) != vacant && (*after == Place::Vacant) == vacant
            };
            before.iter().zip(after).position(changed)
        };
        let explains = |&(from, to): &(usize, usize)| {
            let on_line = from.max(to) + line.block <= line.start.len();
            let mut row = before.clone();
            on_line && make(line, &mut row, from, to).is_ok() && row == *after
        };
        first(true).zip(first(false)).filter(explains).ok_or_else(|| {
            Violation::new(format!(
                "no move of a block of {} leads from {} to {} (move {})",
                line.block,
                text(before),
                text(after),
                index + 1
            ))
        })
    };
    states.windows(2).enumerate().map(step).collect()
}

/// Whether a row ends the game; if not, what it lacks.
fn is_goal(line: &Line, row: &[Place]) -> Result<(), Violation> {
    let lacks = |what: &str| Err(Violation::new(format!("the last row, {}, {what}", text(row))));
    if let Goal::Rows(rows) = &line.goal {
        return if rows.iter().any(|accepted| accepted == row) { Ok(()) } else { lacks("is not an accepted row") };
    }
    let vacant = |place: &Place| *place == Place::Vacant;
    let mut runs = row.split(vacant).filter(|run| !run.is_empty());
    let (Some(run), None) = (runs.next(), runs.next()) else { return lacks("is not unbroken") };
    let changes = run.windows(2).filter(|pair| pair[0] != pair[1]).count();
    match line.goal {
        Goal::Separated if changes > 1 => lacks(&format!("changes its colour {changes} times, expected once")),
        Goal::Alternating if changes != run.len() - 1 => lacks("has neighbours of one colour"),
        _ => Ok(()),
    }
}
