//! What a move can gain: the lower bound on the number of moves.
//!
//! Two pieces on neighbouring cells are an *adjacency*, like (`BB`, `WW`) or unlike (`BW`, `WB`). A move keeps the
//! adjacencies inside its block (turned round, they are the same), and since the cells stay where they are, nothing closes
//! up behind it. So only the two ends of the block count: at most two adjacencies vanish where it leaves, and at most two
//! appear where it arrives. If the goal is an unbroken row, the block of the last move leaves cells outside of that row,
//! and at one of its ends there was nothing: at most one vanishes. If the start is an unbroken row, at most one appears in
//! the first move, likewise. With `e` and `s` 1 in these cases and 0 otherwise, `k >= 1` moves make at most `2k - e` vanish
//! and at most `2k - s` appear.
//!
//! In full, for the last move, from `X` to `Y`, when the row `R` after it is unbroken: `Y` is part of `R`, and `X`, which is
//! vacant then, lies wholly at one side of it, say the left. The cell left of `X` lies outside of `R`, so it is vacant after the
//! move; being neither in `X` nor in `Y` it was vacant before. So no adjacency vanished there. Read backwards, as the move
//! from `Y` to `X`, the same words are the proof for the first move from an unbroken row.
//!
//! **n pairs need n moves.** `n >= 2` pairs in two runs, `B..BW..W`, have `2n - 2` like adjacencies, an alternating row has none,
//! so `2k - 1 >= 2n - 2`, and `k >= n` since both are whole: in a line of any length, whatever the block, and turned round or
//! not. The other way the like adjacencies have to appear, `2k - 1 >= 2n - 2` again, since the alternating row is unbroken.
//! With [`super::reduce`], which needs `n`, that settles every `n >= 4`; `BBBBWWWW..` has 6 to lose, and takes 4.

use super::{Goal, Line, Place};

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
        let pieces = row.iter().filter(|&&place| place != Place::Vacant).count() as i64;
        let (mut like, mut unlike) = (0, 0);
        for pair in row.windows(2).filter(|pair| !pair.contains(&Place::Vacant)) {
            *(if pair[0] == pair[1] { &mut like } else { &mut unlike }) += 1;
        }
        Adjacencies::new(like, unlike, pieces)
    }

    /// Those of a row of so many pieces.
    pub(super) fn new(like: i64, unlike: i64, pieces: i64) -> Adjacencies {
        Adjacencies { like, unlike, unbroken: like + unlike == pieces - 1 }
    }

    /// A lower bound on the moves from a row with these adjacencies to one with those. One move changes it by 1 at most, at
    /// either end.
    pub(super) fn moves_to(self, goal: Adjacencies) -> usize {
        if self == goal { 0 } else { self.at_least_one_to(goal) }
    }

    /// The same where the two rows are known to differ.
    fn at_least_one_to(self, goal: Adjacencies) -> usize {
        let less = |from: i64, to: i64| (from - to).max(0);
        let vanish = less(self.like, goal.like) + less(self.unlike, goal.unlike);
        let appear = less(goal.like, self.like) + less(goal.unlike, self.unlike);
        let moves = |number: i64, spared: bool| (number + i64::from(spared) + 1) / 2;
        moves(vanish, goal.unbroken).max(moves(appear, self.unbroken)).max(1) as usize
    }
}

/// A lower bound on the number of moves; none when no accepted row has the pieces of the start.
pub(super) fn at_least(line: &Line) -> Option<usize> {
    let start = Adjacencies::of(&line.start);
    match &line.goal {
        Goal::Rows(rows) if rows.contains(&line.start) => Some(0),
        Goal::Rows(_) => goal_adjacencies(line).into_iter().map(|goal| start.at_least_one_to(goal)).min(),
        // A row with the adjacencies of an unbroken goal is one.
        _ => goal_adjacencies(line).into_iter().map(|goal| start.moves_to(goal)).min(),
    }
}

/// The adjacencies of the accepted rows that have the pieces of the start, each once.
pub(super) fn goal_adjacencies(line: &Line) -> Vec<Adjacencies> {
    let mut found: Vec<Adjacencies> = match &line.goal {
        Goal::Rows(rows) => rows.iter().map(|row| Adjacencies::of(row)).collect(),
        _ => line.unbroken_goals().iter().map(|row| Adjacencies::of(row)).collect(),
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// Why there is no plan of this number of moves, which is less than the bound.
pub(super) fn too_few(moves: usize, least: usize) -> String {
    format!(
        "at least {least} moves are needed: only at the two ends of a block do neighbours change, and that {moves} \
        moves do not change enough of them"
    )
}
