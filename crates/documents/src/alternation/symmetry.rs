//! The symmetries of moving pieces: the line read from its other end, where start and goal allow it.
//!
//! Exchanging colours alone never keeps a start that has pieces; together with the reversal it may: `BB..WW`, `ABC..CBA`.
//! The points are the cells, followed by the colours.

use super::{Goal, Line, Place, Row, candidate, moves};
use boardwright_base::board::symmetry::{Group, NamedPermutation, Permutation};
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use boardwright_puzzle::solution::{Candidate, Solution};

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
    let (cells, number) = (line.cells(), line.letters.len());
    let same: Vec<usize> = (0..number).collect();
    let exchanged = colours.then(|| exchange(line)).flatten();
    let ways = [(Some(same), "reversal"), (exchanged, "reversal with colours exchanged")];
    for (colours, name) in ways.into_iter().filter_map(|(colours, name)| Some((colours?, name))) {
        if keeps(line, &colours) {
            let points = (0..cells).rev().chain(colours.iter().map(|&colour| cells + colour));
            let permutation = Permutation::new(points).expect("every point is an image once");
            let generator = NamedPermutation { name: name.to_string(), permutation };
            return Group::generated(cells + number, vec![generator], "C2", name, 2u32.into());
        }
    }
    Group::trivial(cells + number)
}

/// Returns the exchange of colours after which the reversed start may be the start: a colour becomes the one that
/// mirrors its first piece.
fn exchange(line: &Line) -> Option<Vec<usize>> {
    let mut image: Vec<Option<usize>> = vec![None; line.letters.len()];
    for (place, mirrored) in line.start.iter().zip(line.start.iter().rev()) {
        if let (Some(colour), Some(other)) = (place.colour(), mirrored.colour()) {
            image[colour].get_or_insert(other);
        }
    }
    let colours: Vec<usize> = image.into_iter().enumerate().map(|(colour, other)| other.unwrap_or(colour)).collect();
    let is_own_inverse = colours.iter().enumerate().all(|(colour, &other)| colours[other] == colour);
    is_own_inverse.then_some(colours)
}

/// Checks whether the reversal keeps the start and the goal, with the colours exchanged.
fn keeps(line: &Line, colours: &[usize]) -> bool {
    let place = |place: &Place| place.colour().map_or(Place::VACANT, |colour| Place::piece(colours[colour]));
    let reversed = |row: &Row| row.iter().rev().map(place).collect::<Row>();
    let goal = match &line.goal {
        Goal::Alternating | Goal::Cyclic | Goal::Separated => true,
        Goal::Rows(rows) => rows.iter().all(|row| rows.contains(&reversed(row))),
    };
    goal && line.cells() > 1 && reversed(&line.start) == line.start
}
