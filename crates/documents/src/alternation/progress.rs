//! The progress of a move: the lower bound on the number of moves.
//!
//! Two pieces on neighbouring cells are an *adjacency*, like (`BB`, `WW`) or unlike (`BW`, `WB`). A move keeps the
//! adjacencies inside its block (reversal keeps them, too), and it closes no gap, since the cells stay in place. So
//! only the two ends of the block count: at most two adjacencies vanish where it departs, and at most two appear
//! where it arrives. If the goal is an unbroken row, the block of the last move departs from cells outside of that
//! row, with no neighbour at one of its ends: at most one adjacency vanishes. If the start is an unbroken row, at
//! most one appears in the first move, by the same argument. With `e` and `s` 1 in these cases and 0 otherwise, `k >=
//! 1` moves make at most `2k - e` vanish and at most `2k - s` appear.
//!
//! Proof for the last move, from `X` to `Y`, when the row `R` after it is unbroken: `Y` is part of `R`, and `X`,
//! which is then vacant, lies wholly at one side of it, say the left. The cell left of `X` is outside of `R`, so it
//! is vacant after the move. It is neither in `X` nor in `Y`, so it was vacant before, and no adjacency vanished
//! there. Read backwards, as the move from `Y` to `X`, the same argument is the proof for the first move from an
//! unbroken row.
//!
//! **n pairs need n moves.** `n >= 2` pairs in two runs, `B..BW..W`, have `2n - 2` like adjacencies, and an
//! alternating row has none. So `2k - 1 >= 2n - 2`, and `k >= n` since both are integers: on a line of any length,
//! with any block, reversed or not. In the opposite direction the like adjacencies have to appear, `2k - 1 >= 2n - 2`
//! again, since the alternating row is unbroken. Together with [`super::reduce`], which takes `n` moves, this settles
//! every `n >= 4`; `BBBBWWWW..` has 6 adjacencies to remove, and takes 4 moves.

use super::{Goal, Line, Place};
use boardwright_puzzle::capability::argument::Argument;

/// The adjacencies of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Adjacencies {
    pub(super) like: i64,
    pub(super) unlike: i64,
    /// Whether all pieces are in one run.
    pub(super) unbroken: bool,
}

impl Adjacencies {
    pub(super) fn of(row: &[Place]) -> Adjacencies {
        let pieces = row.iter().filter(|&&place| place != Place::VACANT).count() as i64;
        let (mut like, mut unlike) = (0, 0);
        for pair in row.windows(2).filter(|pair| !pair.contains(&Place::VACANT)) {
            *(if pair[0] == pair[1] { &mut like } else { &mut unlike }) += 1;
        }
        Adjacencies::new(like, unlike, pieces)
    }

    /// Returns the adjacencies of a row with this number of pieces.
    pub(super) fn new(like: i64, unlike: i64, pieces: i64) -> Adjacencies {
        Adjacencies { like, unlike, unbroken: like + unlike == pieces - 1 }
    }

    /// Returns a lower bound on the moves between rows with these adjacencies. One move changes the bound by at most
    /// 1, at either end.
    pub(super) fn moves_to(self, goal: Adjacencies) -> usize {
        if self == goal { 0 } else { self.at_least_one_to(goal) }
    }

    /// Returns the same bound for rows that are known to differ.
    fn at_least_one_to(self, goal: Adjacencies) -> usize {
        let less = |from: i64, to: i64| (from - to).max(0);
        let vanish = less(self.like, goal.like) + less(self.unlike, goal.unlike);
        let appear = less(goal.like, self.like) + less(goal.unlike, self.unlike);
        let moves = |number: i64, spared: bool| (number + i64::from(spared) + 1) / 2;
        moves(vanish, goal.unbroken).max(moves(appear, self.unbroken)).max(1) as usize
    }
}

/// Returns a lower bound on the number of moves; `None` when no accepted row has the pieces of the start.
pub(super) fn at_least(line: &Line) -> Option<usize> {
    let start = Adjacencies::of(&line.start);
    match &line.goal {
        Goal::Rows(rows) if rows.contains(&line.start) => Some(0),
        Goal::Rows(_) => goal_adjacencies(line).into_iter().map(|goal| start.at_least_one_to(goal)).min(),
        Goal::Cyclic if line.accepts(&line.start) => Some(0),
        Goal::Cyclic => goal_adjacencies(line).into_iter().map(|goal| start.at_least_one_to(goal)).min(),
        // A row with the adjacencies of an unbroken goal is such a goal.
        _ => goal_adjacencies(line).into_iter().map(|goal| start.moves_to(goal)).min(),
    }
}

/// Returns the adjacencies of the accepted rows that have the pieces of the start, each once.
pub(super) fn goal_adjacencies(line: &Line) -> Vec<Adjacencies> {
    let mut found: Vec<Adjacencies> = match &line.goal {
        Goal::Rows(rows) => rows.iter().map(|row| Adjacencies::of(row)).collect(),
        _ if line.letters.len() == 2 => line.unbroken_goals().iter().map(|row| Adjacencies::of(row)).collect(),
        _ if !line.has_goal() => Vec::new(),
        _ => {
            // Colours change as often as there are others to come, or at every piece.
            let (pieces, colours) = (line.pieces() as i64, line.colours() as i64);
            let changes = if line.goal == Goal::Separated { colours - 1 } else { pieces - 1 };
            vec![Adjacencies::new(pieces - 1 - changes, changes, pieces)]
        }
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// Explains the lower bound: how many adjacencies have to change, and how many a move changes.
pub(super) fn why_at_least(line: &Line) -> Option<Argument> {
    let least = at_least(line).filter(|&least| least > 1)?;
    let start = Adjacencies::of(&line.start);
    let goal = goal_adjacencies(line).into_iter().min_by_key(|&goal| start.at_least_one_to(goal))?;
    Some(Argument::Neighbours {
        least,
        like: goal.like - start.like,
        unlike: goal.unlike - start.unlike,
        from_unbroken: start.unbroken,
        to_unbroken: goal.unbroken,
    })
}
