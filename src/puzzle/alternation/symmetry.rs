//! The symmetries of moving pieces: the line read from its other end, where start and goal allow it.
//!
//! Exchanging black and white alone never keeps a start that has pieces; together with the reversal it may: `BB..WW`.
//! The points are the cells, followed by black and white.

use super::{Goal, Line, Place, Row, candidate, moves};
use crate::board::symmetry::{Group, NamedPermutation, Permutation};
use crate::puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use crate::solution::{Candidate, Solution};

impl Symmetry for Line {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        Ok(group(self, colours))
    }

    /// Moves the cells that the block is taken from and put on. The start stays, and the rows follow from the moves.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        let left = |left: usize| (left..left + self.block).map(|cell| self.cell(cell, by)).min().unwrap_or(left);
        let moves: Vec<(usize, usize)> = moves(solution).into_iter().map(|(from, to)| (left(from), left(to))).collect();
        candidate(&moves)
    }
}

pub(super) fn group(line: &Line, colours: bool) -> Group {
    let cells = line.cells();
    let reversal = |exchanged: bool| {
        let colours = if exchanged { [cells + 1, cells] } else { [cells, cells + 1] };
        Permutation::new((0..cells).rev().chain(colours)).expect("every point is an image once")
    };
    for (exchanged, name) in [(false, "reversal"), (true, "reversal with colours exchanged")] {
        if (colours || !exchanged) && keeps(line, exchanged) {
            let permutation = reversal(exchanged);
            let generator = NamedPermutation { name: name.to_string(), permutation };
            return Group::generated(cells + 2, vec![generator], "C2", name, 2u32.into());
        }
    }
    Group::trivial(cells + 2)
}

/// Checks whether the reversal keeps the start and the goal, with the colours exchanged or not.
fn keeps(line: &Line, exchanged: bool) -> bool {
    let place = |&place: &Place| match place {
        Place::Black if exchanged => Place::White,
        Place::White if exchanged => Place::Black,
        place => place,
    };
    let reversed = |row: &Row| row.iter().rev().map(place).collect::<Row>();
    let goal = match &line.goal {
        Goal::Alternating | Goal::Separated => true,
        Goal::Rows(rows) => rows.iter().all(|row| rows.contains(&reversed(row))),
    };
    goal && line.cells() > 1 && reversed(&line.start) == line.start
}
