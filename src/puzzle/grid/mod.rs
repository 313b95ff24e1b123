//! The family `grid`, for any board puzzle: a board with values of cells and possible lines, and rules with conditions that
//! hold for each of their sets of cells.
//!
//! `docs/grid.md` is the reference of the language. From a model to constraints: [`reading`] resolves names
//! ([`symbols`]) on a board ([`topology`]); a [`rule`] has sets ([`sets`]) and conditions ([`condition`], one file
//! each), which post constraints ([`constrain`]) and are checked on filled boards ([`position`], `verify`). A filled board
//! is written and read by `notation`, drawn by `draw`.

pub mod breach;
pub mod condition;
pub mod constrain;
mod draw;
mod edit;
pub mod fields;
mod notation;
pub mod position;
mod printed;
pub mod reading;
pub mod rule;
pub mod sets;
pub mod size;
mod symmetry;
pub mod topology;
mod verify;
pub mod symbols;
mod warnings;

use self::constrain::Built;
pub use self::notation::Unreadable;
use self::reading::Uses;
use self::rule::{Number, Rule};
use self::symbols::{SymbolTable, Test};
use self::symmetry::LineTable;
pub use self::verify::Violated;
use super::capability::by_clue::ByClue;
use super::capability::explanation::Explanation;
use super::capability::lint::Lint;
use super::capability::printed_clues::{Clue, Edit, Printed, PrintedClues, Switched};
use super::capability::symmetry::{NoSymmetries, Symmetry};
use super::instance::offers;
use super::{Change, Feature, Formulated, Instance, LoadError, Named, Puzzle, Variations};
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::budget::{Budget, Refused, Stop};
use crate::constraint::{Origin, Problem};
use crate::diagnostic::Diagnostic;
use crate::model::{Field, Model};
use crate::solution::notation::{Object, Written};
use crate::solution::{Candidate, Rules, Solution, Violation};
use std::sync::{Arc, OnceLock};

/// The family.
pub struct GridPuzzle;

impl Puzzle for GridPuzzle {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn summary(&self) -> &'static str {
        "any board puzzle: cells with values, lines, and rules for sets of cells"
    }

    fn fields(&self) -> &'static [Field] {
        &fields::FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[Named { name: "values", summary: "a variable for each value of a cell and for each line" }]
    }

    fn read(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(reading::read(&model.fields, budget)?))
    }
}

/// What is to be as small, or as large, as can be.
#[derive(Debug, Clone)]
pub struct Objective {
    /// How many cells or lines pass; `None`: add up all numbers.
    pub test: Option<Test>,
    /// Large instead of small.
    pub maximise: bool,
}

/// An instance.
#[derive(Debug)]
pub struct Grid {
    /// The board and the words.
    pub symbols: Arc<SymbolTable>,
    /// The rules.
    pub rules: Arc<Vec<Rule>>,
    /// The objective, if there is one.
    pub objective: Option<Objective>,
    /// The words that the rules use.
    pub uses: Arc<Uses>,
    lines: OnceLock<LineTable>,
    built: OnceLock<Built>,
}

impl Grid {
    /// A board and its rules.
    pub fn new(
        symbols: Arc<SymbolTable>,
        rules: Arc<Vec<Rule>>,
        objective: Option<Objective>,
        uses: Arc<Uses>,
    ) -> Grid {
        Grid { symbols, rules, objective, uses, lines: OnceLock::new(), built: OnceLock::new() }
    }

    /// What the rules are as constraints, made once.
    fn built(&self, problem: Problem) -> Result<&Built, Stop> {
        if self.built.get().is_none() {
            let built = Built::new(self, problem)?;
            // Another thread may have been faster.
            return Ok(self.built.get_or_init(|| built));
        }
        self.built.get().ok_or(Stop::GaveUp)
    }

    /// The constraints.
    fn problem(&self, budget: &Budget) -> Result<&Problem, Stop> {
        Ok(&self.built(Problem::within(budget))?.problem)
    }

    /// Where symmetries take lines.
    fn line_table(&self) -> &LineTable {
        self.lines.get_or_init(|| LineTable::new(&self.symbols))
    }
}

impl Rules for Grid {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::verify(self, &claimed)?;
        Ok(claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        match (self.symbols.lines.is_some(), self.symbols.layers.len() > 1) {
            (false, false) => &[],
            (true, false) => &["lines"],
            (false, true) => &["layers"],
            (true, true) => &["lines", "layers"],
        }
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        Ok(notation::read(&self.symbols, written)?)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(&self.symbols, board, to);
    }
}

impl Instance for Grid {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::solution(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn formulate(&self, _formulation: &str, _horizon: Option<usize>, problem: Problem) -> Result<Formulated, Refused> {
        Ok(self.built(problem)?.formulated(self))
    }

    offers!(
        lint: Lint,
        symmetry: Symmetry,
        explanation: Explanation,
        by_clue: ByClue,
        variations: Variations,
        printed_clues: PrintedClues,
    );
}

impl Lint for Grid {
    fn warnings(&self, budget: &Budget) -> Result<Vec<Diagnostic>, Stop> {
        let mut found = self.uses.warnings.clone();
        found.extend(warnings::impossible(self, budget)?);
        Ok(found)
    }
}

impl Symmetry for Grid {
    fn symmetries(&self, _colours: bool) -> Result<Group, NoSymmetries> {
        symmetry::group(self)
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        symmetry::image(self, solution, by)
    }
}

impl Explanation for Grid {
    fn argument(&self) -> Option<String> {
        let conditions =
            self.rules.iter().flat_map(|rule| rule.conditions.iter().map(move |condition| (rule, condition)));
        let mut found = conditions.flat_map(|(rule, condition)| {
            let sets = rule.sets.iter().filter(|_| rule.is_plain());
            sets.filter_map(|set| condition.argument(&self.symbols, &self.rules, set))
        });
        found.next()
    }

    fn features(&self, solution: &Solution) -> Vec<Feature> {
        edit::features(self, solution)
    }
}

impl ByClue for Grid {
    fn formulate_by_clue(&self, _formulation: &str, problem: Problem) -> Result<Formulated, Refused> {
        Ok(Built::by_clue(self, problem)?.formulated(self))
    }
}

impl Variations for Grid {
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        edit::without(self, clues).map(|grid| Box::new(grid) as Box<dyn Instance>)
    }

    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        edit::with(self, feature).map(|grid| Box::new(grid) as Box<dyn Instance>)
    }

    fn changes(&self, origin: &Origin) -> Vec<Change> {
        edit::changes(self, origin)
    }
}

impl PrintedClues for Grid {
    fn printed(&self, model: &Model, text: &str) -> Printed {
        printed::printed(self, model, text)
    }

    fn switched(&self, clues: &[Clue], budget: &Budget) -> Result<Switched, Stop> {
        printed::switched(self, clues, budget)
    }

    fn giving(&self, model: &Model, text: &str, values: &[(Cell, String)]) -> Vec<Edit> {
        printed::giving(self, model, text, values)
    }
}

#[cfg(test)]
mod tests;
