//! The family `grid`: the language for any board puzzle, on one board or, with `[[move]]`, on positions that moves change.

use crate::{FORMULATION, METHOD, read};
use boardwright_base::budget::Budget;
use boardwright_model::{Field, Model, Names};
use boardwright_puzzle::kinds::Kind;
use boardwright_puzzle::{Instance, LoadError, Named, Puzzle};

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
        &boardwright_grid::fields::FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[boardwright_grid::FORMULATION, FORMULATION]
    }

    fn methods(&self) -> &'static [Named] {
        &[METHOD]
    }

    fn words(&self, of: Names) -> Vec<Named> {
        boardwright_grid::words::of_all(of)
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind {
            name: "grid",
            family: "grid",
            summary: "any board puzzle: cells, values and rules of your own",
            text: include_str!("kinds/grid.toml"),
        }]
    }

    fn read(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        if !model.fields.tables("move").is_empty() {
            return Ok(Box::new(read::read(&model.fields, budget)?));
        }
        Ok(Box::new(boardwright_grid::reading::read(&model.fields, budget)?))
    }
}
