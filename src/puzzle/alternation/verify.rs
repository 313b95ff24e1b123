//! The rules of moving pieces, and nothing else.
//!
//! A plan comes as a list of moves, as all rows from the start to the goal (the detail `states`, or the board itself), or
//! as several of these, which then have to agree. `BBWW..`, `BBWW..` with the move `[[1, 5]]` gives `..WWBB`.

use super::{Goal, Line, Place, Row, cells, text};
use crate::solution::{Candidate, Violation};
use serde_json::Value;

/// A row of a plan and the move that led to it, from left end to left end; none at the start.
pub(super) struct State {
    pub(super) row: Row,
    pub(super) moved: Option<(usize, usize)>,
}

/// The plan of a candidate, from the start to the goal.
///
/// # Errors
/// The first rule that is violated, or what is malformed.
pub(super) fn plan(line: &Line, candidate: &Candidate) -> Result<Vec<State>, Violation> {
    let board: Vec<Row> = rows(line, "the board", candidate.board.iter().map(String::as_str))?;
    let states = candidate.details.get("states").map(|value| states(line, value)).transpose()?;
    let plan = match (candidate.details.get("moves"), &states) {
        (Some(value), _) => play(line, &moves(value)?)?,
        (None, Some(states)) => follow(line, states)?,
        (None, None) => follow(line, &board)?,
    };
    if let Some(states) = states {
        agrees(&plan, &states, "`states`")?;
    }
    match board.as_slice() {
        [] => return Err(Violation::new("the board has to be the last row, or all rows from the start to the goal")),
        [last] => agrees(&plan[plan.len() - 1..], std::slice::from_ref(last), "the board")?,
        all => agrees(&plan, all, "the board")?,
    }
    if let Some(wanted) = line.moves.filter(|&wanted| wanted != plan.len() - 1) {
        return Err(Violation::new(format!("{} moves instead of {wanted}", plan.len() - 1)));
    }
    is_goal(line, &plan[plan.len() - 1].row)?;
    Ok(plan)
}

fn rows<'a>(line: &Line, what: &str, texts: impl Iterator<Item = &'a str>) -> Result<Vec<Row>, Violation> {
    let row = |(index, text): (usize, &str)| {
        let number = index + 1;
        let cells = text.chars().count();
        if cells != line.start.len() {
            return Err(Violation::new(format!(
                "row {number} of {what} has {cells} cells instead of {}",
                line.start.len()
            )));
        }
        let place = |(cell, character): (usize, char)| {
            Place::of(character).ok_or_else(|| {
                Violation::new(format!("`{character}` at r{number}c{} of {what}: a cell is `B`, `W` or `.`", cell + 1))
            })
        };
        text.chars().enumerate().map(place).collect()
    };
    texts.enumerate().map(row).collect()
}

fn states(line: &Line, value: &Value) -> Result<Vec<Row>, Violation> {
    let texts: Option<Vec<&str>> = value.as_array().and_then(|rows| rows.iter().map(Value::as_str).collect());
    let texts = texts.ok_or_else(|| Violation::new("`states` is a list of rows, from the start to the goal"))?;
    rows(line, "`states`", texts.into_iter())
}

/// The 1-based left ends of every move.
fn moves(value: &Value) -> Result<Vec<(u64, u64)>, Violation> {
    let pair = |value: &Value| match value.as_array()?.as_slice() {
        [from, to] => Some((from.as_u64()?, to.as_u64()?)),
        _ => None,
    };
    let pairs: Option<Vec<(u64, u64)>> = value.as_array().and_then(|moves| moves.iter().map(pair).collect());
    pairs.ok_or_else(|| Violation::new("`moves` is a list of [from, to], the left ends of the block, counted from 1"))
}

/// Plays moves from the start.
fn play(line: &Line, moves: &[(u64, u64)]) -> Result<Vec<State>, Violation> {
    let mut plan = vec![State { row: line.start.clone(), moved: None }];
    for (index, &(from, to)) in moves.iter().enumerate() {
        let number = index + 1;
        let on_line = |left: u64| {
            let left = usize::try_from(left).ok()?.checked_sub(1)?;
            (left.checked_add(line.block)? <= line.start.len()).then_some(left)
        };
        let (Some(from), Some(to)) = (on_line(from), on_line(to)) else {
            return Err(Violation::new(format!(
                "move {number}, {from} -> {to}: a block of {} starting there is not on the line of {} cells",
                line.block,
                line.start.len()
            )));
        };
        let row = moved(line, &plan[index].row, from, to)
            .map_err(|Violation(reason)| Violation::new(format!("move {number}: {reason}")))?;
        plan.push(State { row, moved: Some((from, to)) });
    }
    Ok(plan)
}

/// The row after one move between places on the line.
fn moved(line: &Line, row: &[Place], from: usize, to: usize) -> Result<Row, Violation> {
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
    let mut pieces = row[origin.clone()].to_vec();
    if line.reverse {
        pieces.reverse();
    }
    let mut after = row.to_vec();
    after[origin].fill(Place::Vacant);
    after[target].copy_from_slice(&pieces);
    Ok(after)
}

/// Works out the move between each row and the next; the first row is the start.
fn follow(line: &Line, states: &[Row]) -> Result<Vec<State>, Violation> {
    match states.first() {
        Some(first) if *first == line.start => {}
        Some(_) if states.len() == 1 => {
            return Err(Violation::new(
                "a last row alone does not say how it is reached: give `moves`, or all rows from the start to the goal",
            ));
        }
        _ => return Err(Violation::new(format!("the first row has to be the start, {}", text(&line.start)))),
    }
    let mut plan = vec![State { row: line.start.clone(), moved: None }];
    for (index, pair) in states.windows(2).enumerate() {
        let (before, after) = (&pair[0], &pair[1]);
        // A move empties exactly its block's cells and fills exactly its target's, so the first of each are its left ends.
        let becomes = |vacant: bool| {
            let changed = |(before, after): (&Place, &Place)| {
                (*before == Place::Vacant) != vacant && (*after == Place::Vacant) == vacant
            };
            before.iter().zip(after).position(changed)
        };
        let explained = becomes(true).zip(becomes(false)).filter(|&(from, to)| {
            let on_line = from.max(to) + line.block <= line.start.len();
            on_line && moved(line, before, from, to).is_ok_and(|row| row == *after)
        });
        if explained.is_none() {
            return Err(Violation::new(format!(
                "no move of a block of {} leads from {} to {} (move {})",
                line.block,
                text(before),
                text(after),
                index + 1
            )));
        }
        plan.push(State { row: after.clone(), moved: explained });
    }
    Ok(plan)
}

/// Whether the rows of a plan are these.
fn agrees(plan: &[State], rows: &[Row], what: &str) -> Result<(), Violation> {
    if plan.len() != rows.len() {
        return Err(Violation::new(format!("{what} has {} rows, but the moves make {}", rows.len(), plan.len())));
    }
    match plan.iter().zip(rows).position(|(state, row)| state.row != *row) {
        None => Ok(()),
        Some(index) => Err(Violation::new(format!(
            "row {} of {what} is {}, but the moves make {}",
            index + 1,
            text(&rows[index]),
            text(&plan[index].row)
        ))),
    }
}

/// Whether a row ends the game.
///
/// # Errors
/// What it lacks.
pub(super) fn is_goal(line: &Line, row: &[Place]) -> Result<(), Violation> {
    let lacks = |what: &str| Err(Violation::new(format!("the last row, {}, {what}", text(row))));
    if let Goal::Rows(rows) = &line.goal {
        return if rows.iter().any(|accepted| accepted == row) { Ok(()) } else { lacks("is not an accepted one") };
    }
    let vacant = |place: &Place| *place == Place::Vacant;
    let mut runs = row.split(vacant).filter(|run| !run.is_empty());
    let (Some(run), None) = (runs.next(), runs.next()) else { return lacks("is not unbroken") };
    let changes = run.windows(2).filter(|pair| pair[0] != pair[1]).count();
    match line.goal {
        Goal::Separated if changes != 1 => lacks(&format!("changes its colour {changes} times instead of once")),
        Goal::Alternating if changes != run.len() - 1 => lacks("has neighbours of one colour"),
        _ => Ok(()),
    }
}
