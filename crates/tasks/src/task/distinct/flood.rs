//! Orbits of listed solutions, over their decision variables.
//!
//! The first solution of an orbit is verified. Its orbit is then flooded: images under the group's generators, and their images,
//! until none is new. So the elements of the group are never listed, and only the first solution becomes a board. Every image
//! must occur in the list.

use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::symmetric::Action;
use boardwright_ir::constraint::{Assignment, BoolVar, IntVar, Problem};
use std::collections::HashMap;

/// The number of images between two polls of the limits.
const BETWEEN_LOOKS: usize = 256;

/// The values of the decision variables.
type Packed = Box<[u64]>;

/// The result of adding a listed solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fed {
    /// It is the first of its orbit.
    New,
    /// Its orbit is known.
    Known,
    /// A limit was reached.
    Stopped(Stop),
}

/// A flood of orbits; see the module.
pub(super) struct Flood<'a> {
    generators: &'a [Action],
    booleans: Vec<BoolVar>,
    integers: Vec<IntVar>,
    blank: Assignment,
    /// The solutions of the orbits so far, and whether each was listed.
    members: HashMap<Packed, bool>,
    /// The number of all solutions.
    all: u64,
    /// The number of listed solutions.
    listed: u64,
}

impl<'a> Flood<'a> {
    /// Returns a flood without orbits for a total of `all` solutions.
    pub(super) fn new(problem: &Problem, generators: &'a [Action], all: u64) -> Flood<'a> {
        let booleans = problem.booleans().iter().zip(0..).filter(|(boolean, _)| boolean.decision);
        let integers = problem.integers().iter().zip(0..).filter(|(integer, _)| integer.decision);
        Flood {
            generators,
            booleans: booleans.map(|(_, index)| BoolVar(index)).collect(),
            integers: integers.map(|(_, index)| IntVar(index)).collect(),
            blank: Assignment {
                booleans: vec![false; problem.booleans().len()],
                integers: problem.integers().iter().map(|integer| *integer.domain.start()).collect(),
            },
            members: HashMap::new(),
            all,
            listed: 0,
        }
    }

    /// Returns the memory of a solution in bytes.
    pub(super) fn bytes(problem: &Problem) -> u64 {
        let booleans = problem.booleans().iter().filter(|boolean| boolean.decision).count();
        let integers = problem.integers().iter().filter(|integer| integer.decision).count();
        (8 * (booleans.div_ceil(64) + integers) + 32) as u64
    }

    /// Adds the next solution of the list; `verify` checks it as a board.
    ///
    /// # Errors
    /// If it fails the check, is listed for the second time, or has more images than there are solutions.
    pub(super) fn feed(
        &mut self,
        assignment: &Assignment,
        verify: &dyn Fn() -> Result<(), Failure>,
        stop: &dyn Fn() -> Option<Stop>,
    ) -> Result<Fed, Failure> {
        let solution = self.packed(assignment);
        self.listed += 1;
        let fed = match self.members.get_mut(&solution) {
            Some(listed) if *listed => return Err(Failure::check(Invariant::FoundTwice)),
            Some(listed) => {
                *listed = true;
                Fed::Known
            }
            None => {
                verify()?;
                self.members.insert(solution.clone(), true);
                match self.flood(solution, stop) {
                    Some(stop) => return Ok(Fed::Stopped(stop)),
                    None => Fed::New,
                }
            }
        };
        // Every member must be listed: the members are at most as many as the solutions, and equal to the listed ones at the end.
        if self.members.len() as u64 > self.all || self.listed == self.all && self.members.len() as u64 != self.all {
            return Err(Failure::check(Invariant::UnlistedImage));
        }
        Ok(fed)
    }

    /// Adds the orbit of a solution, or enough images to prove an error; returns the limit that was reached, if any.
    fn flood(&mut self, solution: Packed, stop: &dyn Fn() -> Option<Stop>) -> Option<Stop> {
        let mut waiting = vec![solution];
        let mut images = 0usize;
        while let Some(solution) = waiting.pop() {
            let assignment = self.unpacked(&solution);
            for generator in self.generators {
                let image = self.packed(&generator.image(&assignment));
                if !self.members.contains_key(&image) {
                    self.members.insert(image.clone(), false);
                    waiting.push(image);
                }
                images += 1;
                if images.is_multiple_of(BETWEEN_LOOKS)
                    && let Some(stop) = stop()
                {
                    return Some(stop);
                }
            }
            if self.members.len() as u64 > self.all {
                break;
            }
        }
        None
    }

    fn packed(&self, assignment: &Assignment) -> Packed {
        let words = self.booleans.len().div_ceil(64);
        let mut packed = vec![0u64; words + self.integers.len()];
        for (index, &variable) in self.booleans.iter().enumerate() {
            packed[index / 64] |= u64::from(assignment.boolean(variable)) << (index % 64);
        }
        for (place, &variable) in packed[words..].iter_mut().zip(&self.integers) {
            *place = assignment.integer(variable).cast_unsigned();
        }
        packed.into()
    }

    fn unpacked(&self, packed: &[u64]) -> Assignment {
        let mut assignment = self.blank.clone();
        let (booleans, integers) = packed.split_at(self.booleans.len().div_ceil(64));
        for (index, variable) in self.booleans.iter().enumerate() {
            assignment.booleans[variable.0 as usize] = booleans[index / 64] >> (index % 64) & 1 == 1;
        }
        for (&value, variable) in integers.iter().zip(&self.integers) {
            assignment.integers[variable.0 as usize] = value.cast_signed();
        }
        assignment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of four seats around a table, and the table turned by a quarter: neighbours or opposite, 4 and 2 of 6.
    fn table() -> (Problem, Action, Vec<Assignment>) {
        let mut problem = Problem::new();
        let seats: Vec<BoolVar> = (0..4).map(|seat| problem.boolean(format!("seat {seat}"))).collect();
        problem.auxiliary("");
        let pairs: Vec<_> = (0..4).map(|seat| (seats[seat].into(), seats[(seat + 1) % 4].into())).collect();
        let turned = Action::new(&problem, &pairs).expect("a quarter turn");
        let taken = (0..16u32).filter(|taken| taken.count_ones() == 2);
        let solution = |taken: u32| Assignment {
            // Auxiliary variables make no difference.
            booleans: (0..4).map(|seat| taken >> seat & 1 == 1).chain([taken.is_multiple_of(3)]).collect(),
            integers: Vec::new(),
        };
        (problem, turned, taken.map(solution).collect())
    }

    fn fed(flood: &mut Flood<'_>, solution: &Assignment) -> Result<Fed, Failure> {
        flood.feed(solution, &|| Ok(()), &|| None)
    }

    #[test]
    fn orbits_are_found_once() {
        let (problem, turned, solutions) = table();
        let generators = [turned];
        let mut flood = Flood::new(&problem, &generators, 6);
        let fed: Vec<Fed> = solutions.iter().map(|solution| fed(&mut flood, solution).expect("all is well")).collect();
        assert_eq!(fed, [Fed::New, Fed::New, Fed::Known, Fed::Known, Fed::Known, Fed::Known]);
    }

    #[test]
    fn missing_and_repeated_solutions_fail_the_check() {
        let (problem, turned, solutions) = table();
        let generators = [turned];
        let mut flood = Flood::new(&problem, &generators, 5);
        let all: Result<Vec<Fed>, Failure> = solutions[1..].iter().map(|solution| fed(&mut flood, solution)).collect();
        assert!(matches!(all, Err(Failure::Check(_))), "an image is not listed: {all:?}");
        let mut flood = Flood::new(&problem, &generators, 6);
        assert_eq!(fed(&mut flood, &solutions[0]), Ok(Fed::New));
        assert!(matches!(fed(&mut flood, &solutions[0]), Err(Failure::Check(_))));
        let mut flood = Flood::new(&problem, &generators, 6);
        let refused = flood.feed(&solutions[0], &|| Err(Failure::check(Invariant::NoBoard)), &|| None);
        assert_eq!(refused, Err(Failure::check(Invariant::NoBoard)), "the first of an orbit is verified");
    }
}
