//! The rules of moving pieces, and nothing else.
//!
//! A plan is a list of moves, or all rows from the start to the goal (the detail `states`, or the board itself), or
//! several of these, which must then agree. `BBWW..` with the move `[[1, 5]]` gives `..WWBB`. A plan too long to be
//! kept is passed move by move to a [`Follower`], which holds the row and changes only the cells of the move.

use super::notation::States;
use super::{Goal, Line, Place, Row, cells};
use boardwright_puzzle::capability::plans::Follow;
use boardwright_puzzle::solution::{Candidate, Step, Violation};

/// A rule that a plan breaks, or a part of it that contradicts another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A row does not have the cells of the line.
    #[error("row {number} of {of} does not have {expected} cells")]
    Cells {
        /// The number of the row, from 1.
        number: usize,
        /// `the board` or `` `states` ``.
        of: &'static str,
        /// The number of cells of the line.
        expected: usize,
    },
    /// There are more or fewer rows than moves make.
    #[error("{of} has {found} rows, but the moves make {made}")]
    Rows {
        /// `the board` or `` `states` ``.
        of: &'static str,
        /// The number of its rows.
        found: usize,
        /// The number of rows that the moves make.
        made: usize,
    },
    /// A row is not the one that the moves make.
    #[error("{what} is {found}, but the moves make {made}")]
    Row {
        /// Which row: ``row 2 of `states` ``.
        what: String,
        /// The row.
        found: String,
        /// The row that the moves make.
        made: String,
    },
    /// There are neither moves nor rows to work them out from.
    #[error("missing moves: expected `moves`, or all rows from the start to the goal")]
    NoMoves,
    /// The rows do not begin with the start.
    #[error("the first row has to be the start, {start}")]
    FirstRow {
        /// The start.
        start: String,
    },
    /// Two rows in succession are more than a move apart.
    #[error("no move of a block of {block} leads from {before} to {after} (move {number})")]
    NoMoveBetween {
        /// The number of pieces of a block.
        block: usize,
        /// The row before.
        before: String,
        /// The row after.
        after: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// A move leaves the line.
    #[error("move {number}, {from} -> {to}: a block of {block} starting there is not on the line of {cells} cells")]
    OffLine {
        /// The number of the move, from 1.
        number: usize,
        /// The left end of the block before, from 1.
        from: usize,
        /// The left end of the block after.
        to: usize,
        /// The number of pieces of a block.
        block: usize,
        /// The number of cells of the line.
        cells: usize,
    },
    /// A move cannot be made.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        reason: NoMove,
    },
    /// The plan has another number of moves than the model requires.
    #[error("{found} moves, expected {expected}")]
    Moves {
        /// The number of moves.
        found: usize,
        /// The number that the model requires.
        expected: usize,
    },
    /// The last row is not the goal.
    #[error("the last row, {row}, {fault}")]
    LastRow {
        /// The row.
        row: String,
        /// How it differs from the goal.
        fault: LastRowFault,
    },
}

/// Why a block cannot be moved. Cells count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// A cell of the block has no piece.
    #[error("cell {cell} is vacant, so {block} is not a block")]
    Vacant {
        /// The cell.
        cell: usize,
        /// The cells of the block: `2,3`.
        block: String,
    },
    /// A cell of the target has a piece.
    #[error("cell {cell} is not vacant, so there is no room at {target}")]
    Occupied {
        /// The cell.
        cell: usize,
        /// The cells of the target.
        target: String,
    },
}

/// How the last row differs from the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LastRowFault {
    /// It is not one of the rows of the model.
    #[error("is not an accepted row")]
    NotAccepted,
    /// There are vacant cells between pieces.
    #[error("is not unbroken")]
    Broken,
    /// The colours are not separated.
    #[error("changes its colour {0} times, expected once")]
    Changes(usize),
    /// The colours are not separated, of more than two.
    #[error("changes its colour {changes} times, expected {expected}")]
    ManyChanges {
        /// The number of neighbours of different colours.
        changes: usize,
        /// The number of colours, less one.
        expected: usize,
    },
    /// A piece is not the one that the cycle of colours requires.
    #[error("does not repeat the order of its first {0} pieces")]
    NoCycle(usize),
    /// The colours do not alternate.
    #[error("has neighbours of one colour")]
    Neighbours,
}

/// Verifies a candidate and returns its moves, from left end to left end, 0-based.
///
/// # Errors
/// The first rule that is violated.
pub(super) fn plan(line: &Line, candidate: &Candidate) -> Result<Vec<(usize, usize)>, Breach> {
    let board = rows(line, "the board", &candidate.layers)?;
    let states = candidate.claims().next().map(|States(states)| rows(line, "`states`", states));
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
    let listed: Vec<(&'static str, &Vec<Row>)> = [("`states`", states.as_ref()), ("the board", board_as_states)]
        .into_iter()
        .filter_map(|(what, rows)| Some((what, rows?)))
        .collect();
    for (what, rows) in &listed {
        if rows.len() != plan.len() + 1 {
            return Err(Breach::Rows { of: what, found: rows.len(), made: plan.len() + 1 });
        }
    }
    let agree = |index: usize, row: &Row| {
        listed
            .iter()
            .try_for_each(|(what, rows)| agrees(line, row, &rows[index], || format!("row {} of {what}", index + 1)))
    };
    let mut follower = Follower::new(line);
    agree(0, &follower.row)?;
    for (index, &(from, to)) in plan.iter().enumerate() {
        follower.go(from, to)?;
        agree(index + 1, &follower.row)?;
    }
    if let Some(last) = board.last() {
        agrees(line, &follower.row, last, || "the last row of the board".to_string())?;
    }
    follower.reached()?;
    Ok(plan)
}

/// Returns the rows of a candidate.
fn rows(line: &Line, what: &'static str, claimed: &[Vec<u16>]) -> Result<Vec<Row>, Breach> {
    let row = |(index, values): (usize, &Vec<u16>)| {
        let row: Option<Row> = values.iter().map(|&value| line.letters.of_value(value)).collect();
        row.filter(|row| row.len() == line.cells()).ok_or_else(|| Breach::Cells {
            number: index + 1,
            of: what,
            expected: line.cells(),
        })
    };
    claimed.iter().enumerate().map(row).collect()
}

/// The state of a plan so far.
pub(super) struct Follower<'a> {
    line: &'a Line,
    row: Row,
    moves: usize,
}

impl<'a> Follower<'a> {
    pub(super) fn new(line: &'a Line) -> Follower<'a> {
        Follower { line, row: line.start.clone(), moves: 0 }
    }

    /// Checks whether the plan may end here.
    fn reached(&self) -> Result<(), Breach> {
        if let Some(expected) = self.line.moves.filter(|&wanted| wanted != self.moves) {
            return Err(Breach::Moves { found: self.moves, expected });
        }
        is_goal(self.line, &self.row)
    }

    /// Makes a move between places on the line.
    fn go(&mut self, from: usize, to: usize) -> Result<(), Breach> {
        self.moves += 1;
        make(self.line, &mut self.row, from, to).map_err(|reason| Breach::Move { number: self.moves, reason })
    }
}

impl Follow for Follower<'_> {
    fn step(&mut self, (from, to): Step) -> Result<(), Violation> {
        let (from, to) = on_line(self.line, self.moves + 1, from, to)?;
        Ok(self.go(from, to)?)
    }

    fn board(&self) -> Vec<String> {
        vec![self.line.text(&self.row)]
    }

    fn end(&self) -> Result<(), Violation> {
        Ok(self.reached()?)
    }

    fn describe(&self, (from, to): Step) -> String {
        format!("{} -> {}", cells(from - 1, self.line.block), cells(to - 1, self.line.block))
    }
}

fn agrees(line: &Line, row: &Row, shown: &Row, what: impl Fn() -> String) -> Result<(), Breach> {
    match row == shown {
        true => Ok(()),
        false => Err(Breach::Row { what: what(), found: line.text(shown), made: line.text(row) }),
    }
}

/// Returns the two ends of a move, 1-based in the candidate, as 0-based ends at which a block fits.
fn on_line(line: &Line, number: usize, from: usize, to: usize) -> Result<(usize, usize), Breach> {
    let place = |left: usize| {
        let left = left.checked_sub(1)?;
        (left.checked_add(line.block)? <= line.start.len()).then_some(left)
    };
    let off = Breach::OffLine { number, from, to, block: line.block, cells: line.start.len() };
    place(from).zip(place(to)).ok_or(off)
}

/// Makes one move between places on the line.
///
/// # Errors
/// The reason why the move is invalid; the row is then unchanged.
pub(super) fn make(line: &Line, row: &mut [Place], from: usize, to: usize) -> Result<(), NoMove> {
    let (origin, target) = (from..from + line.block, to..to + line.block);
    if let Some(cell) = origin.clone().find(|&cell| row[cell] == Place::VACANT) {
        return Err(NoMove::Vacant { cell: cell + 1, block: cells(from, line.block) });
    }
    if let Some(cell) = target.clone().find(|&cell| row[cell] != Place::VACANT) {
        return Err(NoMove::Occupied { cell: cell + 1, target: cells(to, line.block) });
    }
    // The two do not overlap: the cells of one have pieces, those of the other have none.
    for (cell, landing) in origin.zip(target.clone()) {
        row[landing] = std::mem::replace(&mut row[cell], Place::VACANT);
    }
    if line.reverse {
        row[target].reverse();
    }
    Ok(())
}

/// Returns the moves between consecutive rows; the first row has to be the start.
fn worked_out(line: &Line, states: &[Row]) -> Result<Vec<(usize, usize)>, Breach> {
    match states {
        [first, ..] if *first == line.start => {}
        [_] => {
            return Err(Breach::NoMoves);
        }
        _ => return Err(Breach::FirstRow { start: line.text(&line.start) }),
    }
    let step = |(index, pair): (usize, &[Row])| {
        let (before, after) = (&pair[0], &pair[1]);
        // A move empties exactly the cells of its block and fills exactly its target, so the first of each are the
        // left ends.
        let first = |vacant: bool| {
            let changed = |(before, after): (&Place, &Place)| {
                (*before == Place::VACANT) != vacant && (*after == Place::VACANT) == vacant
            };
            before.iter().zip(after).position(changed)
        };
        let explains = |&(from, to): &(usize, usize)| {
            let on_line = from.max(to) + line.block <= line.start.len();
            let mut row = before.clone();
            on_line && make(line, &mut row, from, to).is_ok() && row == *after
        };
        first(true).zip(first(false)).filter(explains).ok_or_else(|| Breach::NoMoveBetween {
            block: line.block,
            before: line.text(before),
            after: line.text(after),
            number: index + 1,
        })
    };
    states.windows(2).enumerate().map(step).collect()
}

/// Checks whether a row ends the game; if not, states what it lacks.
fn is_goal(line: &Line, row: &[Place]) -> Result<(), Breach> {
    let lacks = |fault| Err(Breach::LastRow { row: line.text(row), fault });
    if let Goal::Rows(rows) = &line.goal {
        return if rows.iter().any(|accepted| accepted == row) { Ok(()) } else { lacks(LastRowFault::NotAccepted) };
    }
    let vacant = |place: &Place| *place == Place::VACANT;
    let mut runs = row.split(vacant).filter(|run| !run.is_empty());
    let (Some(run), None) = (runs.next(), runs.next()) else { return lacks(LastRowFault::Broken) };
    let changes = run.windows(2).filter(|pair| pair[0] != pair[1]).count();
    // The colours of the row, in the order of their first pieces.
    let mut order: Row = Vec::new();
    for place in run {
        if !order.contains(place) {
            order.push(*place);
        }
    }
    let expected = order.len() - 1;
    match line.goal {
        Goal::Separated if changes > expected && expected <= 1 => lacks(LastRowFault::Changes(changes)),
        Goal::Separated if changes > expected => lacks(LastRowFault::ManyChanges { changes, expected }),
        Goal::Cyclic if run.iter().zip(order.iter().cycle()).any(|(place, next)| place != next) => {
            lacks(LastRowFault::NoCycle(order.len()))
        }
        Goal::Alternating if changes != run.len() - 1 => lacks(LastRowFault::Neighbours),
        _ => Ok(()),
    }
}
