//! Any board puzzle: a board, what its cells may hold and which lines there may be, and rules that say for each of these
//! sets of cells, this holds.
//!
//! `docs/grid.md` is the reference of the language. From a model to constraints: [`reading`] resolves its words
//! ([`vocabulary`]) on its board ([`terrain`]); a [`rule`] has sets ([`sets`]) and conditions ([`condition`], one file
//! each), which post constraints ([`constrain`]) and are checked on filled boards ([`position`], `verify`). A filled board
//! is written and read by [`solution`], drawn by `draw`.

pub mod condition;
pub mod constrain;
mod draw;
pub mod fields;
pub mod position;
pub mod reading;
pub mod rule;
pub mod sets;
pub mod solution;
mod symmetry;
pub mod terrain;
mod verify;
pub mod vocabulary;

use self::rule::{Number, Rule};
use self::vocabulary::{Atom, Test, Vocabulary};
use super::{Formulated, Instance, Named, Puzzle, moved_rows};
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::diagnostic::Diagnostics;
use crate::model::{Field, Model};
use crate::solution::{Candidate, Solution, Violation};

/// The family.
pub struct GridPuzzle;

impl Puzzle for GridPuzzle {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn summary(&self) -> &'static str {
        "any board puzzle: cells that hold values, lines, and rules about sets of cells"
    }

    fn fields(&self) -> &'static [Field] {
        &fields::FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[Named { name: "values", summary: "a variable for each value of a cell and for each line" }]
    }

    fn read(&self, model: &Model) -> Result<Box<dyn Instance>, Diagnostics> {
        Ok(Box::new(reading::read(&model.fields)?))
    }
}

/// What is to be as small, or as large, as can be.
#[derive(Debug)]
pub struct Objective {
    /// How many cells or lines pass; `None`: the sum of all numbers.
    pub test: Option<Test>,
    /// Large instead of small.
    pub maximise: bool,
}

/// An instance.
#[derive(Debug)]
pub struct Grid {
    /// The board and the words.
    pub vocabulary: Vocabulary,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The objective, if there is one.
    pub objective: Option<Objective>,
    /// The words that the rules use.
    pub uses: reading::Uses,
}

impl Grid {
    /// The pictures whose marks matter wherever they stand.
    fn pictures_tested(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let of_rules = self.rules.iter().flat_map(|rule| {
            let own = [&rule.when, &rule.among, &rule.until].into_iter().flatten();
            own.chain(rule.conditions.iter().flat_map(|condition| condition.tests())).collect::<Vec<_>>()
        });
        for test in of_rules.chain(self.objective.iter().filter_map(|objective| objective.test.as_ref())) {
            for (_, atom) in &test.any {
                if let Atom::Mark(picture, _) = atom
                    && !found.contains(picture)
                {
                    found.push(*picture);
                }
            }
        }
        for condition in self.rules.iter().flat_map(|rule| &rule.conditions) {
            let of_number = |number: &Number| if let Number::Picture(picture) = number { Some(*picture) } else { None };
            let numbers = condition.own_numbers();
            let own = numbers.into_iter().filter_map(of_number).chain(condition.pictures());
            own.for_each(|picture| {
                if !found.contains(&picture) {
                    found.push(picture);
                }
            });
        }
        found
    }
}

impl Instance for Grid {
    fn verify(&self, candidate: &Candidate) -> Result<(), Violation> {
        verify::verify(self, candidate)
    }

    fn draw(&self, solution: &Solution) -> Picture {
        draw::solution(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn constrain(&self, _formulation: &str, _horizon: Option<usize>) -> Result<Formulated, String> {
        Ok(constrain::constrain(self))
    }

    fn symmetries(&self, _colours: bool) -> Result<Group, String> {
        symmetry::group(self)
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        Candidate::new(moved_rows(solution.board(), by))
    }
}

#[cfg(test)]
mod tests;
