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
//! `BBBBWWWW..` has 6 like and 1 unlike adjacencies, an alternating row 0 and 7: 6 vanish in `2k - 1`, so `k >= 4`. In
//! general `n` pairs need `n` moves for `n >= 2`; for `n >= 4` that is the truth.

use super::{Line, Place};

/// The adjacencies of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Adjacencies {
    pub(super) like: i64,
    pub(super) unlike: i64,
    /// Whether all pieces are in one run.
    pub(super) unbroken: bool,
}

impl Adjacencies {
    pub(super) fn of(row: &[Place]) -> Adjacencies {
        let pieces = row.iter().filter(|&&place| place != Place::Vacant).count() as i64;
        let adjacent = row.windows(2).filter(|pair| !pair.contains(&Place::Vacant));
        let (like, unlike): (Vec<_>, Vec<_>) = adjacent.partition(|pair| pair[0] == pair[1]);
        let (like, unlike) = (like.len() as i64, unlike.len() as i64);
        Adjacencies { like, unlike, unbroken: like + unlike == pieces - 1 }
    }

    /// A lower bound on the moves to a different row with those adjacencies.
    fn moves_to(self, goal: Adjacencies) -> i64 {
        let less = |from: i64, to: i64| (from - to).max(0);
        let vanish = less(self.like, goal.like) + less(self.unlike, goal.unlike);
        let appear = less(goal.like, self.like) + less(goal.unlike, self.unlike);
        let moves = |number: i64, spared: bool| (number + i64::from(spared) + 1) / 2;
        moves(vanish, goal.unbroken).max(moves(appear, self.unbroken)).max(1)
    }
}

/// A lower bound on the number of moves; none when no accepted row has the pieces of the start.
pub(super) fn at_least(line: &Line) -> Option<usize> {
    let start = Adjacencies::of(&line.start);
    let bound = |row: &Vec<Place>| {
        if *row == line.start { 0 } else { start.moves_to(Adjacencies::of(row)) as usize }
    };
    line.goal_rows().iter().map(bound).min()
}
