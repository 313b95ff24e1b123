//! The family `grid`, for any board puzzle: a board with values of cells and possible lines, and rules with conditions that
//! hold for each of their sets of cells. `docs/grid.md` is the reference of the language.
//!
//! The files, from the lowest to the highest; each imports lower ones only. Start with [`rule`].
//! - [`topology`] (cells and lines), [`tiles`] (tiles with coloured sides), [`rule`] (sets, numbers, rules, the trait of conditions), [`symbols`] (what words mean),
//!   [`position`] (a filled board), [`constrain`] (the variables of cells and lines, and what is posted), [`sets`] (which
//!   sets a rule is about), [`size`] (estimates);
//! - `reading/resolve` (names in a model), [`condition`] (one file for each kind, and the registry), [`fields`] (the keys),
//!   [`reading`] (from a model to an instance);
//! - `board` (the instance), and what works on it: `verify`, `notation`, `draw`, `cells`, `words`, `symmetry`, `edit`, `printed`, `fill`, `warnings`;
//! - this file, which offers the capabilities of grids.
//!
//! Puzzles of positions (`[[move]]` and `[goal]`), and the family with its registry entry, are in the crate `moves`.

mod board;
mod cells;
pub mod condition;
pub mod constrain;
pub mod draw;
mod edit;
pub mod fields;
mod fill;
mod notation;
pub mod position;
mod printed;
pub mod reading;
pub mod rule;
pub mod sets;
pub mod size;
mod symmetry;
mod verify;
pub mod symbols;
mod warnings;
pub mod words;

pub use self::board::Grid;
pub use self::notation::Unreadable;
pub use self::verify::Violated;

use self::constrain::Built;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
pub use boardwright_base::board::{tiles, topology};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{Draft, Origin, Problem};
use boardwright_model::Model;
use boardwright_puzzle::NoFormulation;
pub use boardwright_puzzle::breach;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::by_clue::ByClue;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::filling::{Computable, FillRequest, Filling};
use boardwright_puzzle::capability::lint::Lint;
use boardwright_puzzle::capability::printed_clues::{Clue, Edit, Printed, PrintedClues, Switched};
use boardwright_puzzle::capability::stances::{BoardNames, BrokenRule, LayerNames, Stance, Stances, Taken};
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::capability::words::Words;
use boardwright_puzzle::instance::FurtherClues;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{Change, Feature, Formulated, Instance, LoadError, Named, Variations};

/// The formulation of grids.
pub const FORMULATION: Named =
    Named { name: "values", summary: "a variable for each value of a cell and for each line" };

/// Why a formulation does not apply to a grid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` requires [[move]]")]
pub struct NoMoves(String);

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

    fn draw_puzzle(&self) -> Picture {
        draw::puzzle(self)
    }

    fn formulate(
        &self,
        formulation: &str,
        _horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        if formulation != FORMULATION.name {
            return Err(Refused::inapplicable(NoMoves(formulation.to_string())));
        }
        Ok(self.built(problem)?.formulated())
    }

    offers!(
        lint: Lint,
        symmetry: Symmetry,
        explanation: Explanation,
        by_clue: ByClue,
        cells: Cells,
        variations: Variations,
        printed_clues: PrintedClues,
        stances: Stances,
        words: Words,
    );
}

impl Lint for Grid {
    fn warnings(&self, known: Option<&Problem>, budget: &Budget) -> Result<Vec<Diagnostic>, Stop> {
        let mut found = self.uses.warnings.clone();
        found.extend(match known {
            Some(problem) => warnings::impossible(self, problem, budget)?,
            None => warnings::impossible(self, &self.built(Draft::new(budget))?.problem, budget)?,
        });
        Ok(found)
    }
}

impl Explanation for Grid {
    fn argument(&self) -> Option<Argument> {
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
    fn formulate_by_clue(&self, _formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        Ok(Built::by_clue(self.stated(), problem)?.formulated())
    }
}

impl Variations for Grid {
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        edit::without(self, clues).map(|grid| Box::new(grid) as Box<dyn Instance>)
    }

    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        edit::with(self, feature).map(|grid| Box::new(grid) as Box<dyn Instance>)
    }

    fn further_clues(&self, model: &Model) -> Option<Box<dyn FurtherClues>> {
        fill::Advice::new(self, model).map(|advice| Box::new(advice) as Box<dyn FurtherClues>)
    }

    fn without_marks(&self, model: &Model) -> Option<(Model, Box<dyn FurtherClues>)> {
        let (model, advice) = fill::Advice::without_marks(self, model)?;
        Some((model, Box::new(advice)))
    }

    fn changes(&self, origin: &Origin) -> Vec<Change> {
        edit::changes(self, origin)
    }
}

impl Stances for Grid {
    fn names(&self) -> BoardNames {
        let symbols = &self.symbols;
        let layer = |layer: &symbols::Layer| {
            let name = layer.called().to_string();
            LayerNames {
                hidden: symbols.hidden.contains(&name),
                name,
                values: layer.values.clone(),
                is_held: layer.is_held.clone(),
            }
        };
        let of_lines = |lines: &topology::Lines| {
            lines.lines.iter().map(|line| line.ends.map(|point| lines.points[point])).collect()
        };
        BoardNames {
            cells: symbols.topology.cells.clone(),
            layers: symbols.layers.iter().map(layer).collect(),
            lines: symbols.lines.as_ref().map_or_else(Vec::new, of_lines),
        }
    }

    fn broken(&self, board: &Candidate) -> Result<Vec<BrokenRule>, Violation> {
        let named = |(part, violated): (verify::Part, Violated)| {
            let (rule, name, instance) = match part {
                verify::Part::Given([layer, cell, value]) => {
                    let given = BuiltIn::Given;
                    (RuleId::BuiltIn(given), given.name(), constrain::given_part(&self.symbols, layer, cell, value))
                }
                verify::Part::Condition([rule, set, condition]) => {
                    let rule = &self.rules[rule];
                    let (set, condition) = (&rule.sets[set], &*rule.conditions[condition]);
                    (rule.id, &*rule.name, constrain::part_of(&self.symbols, set, condition).0)
                }
            };
            BrokenRule { rule, name: name.to_string(), instance, violation: violated.into() }
        };
        Ok(verify::broken(self, board)?.into_iter().map(named).collect())
    }

    fn taking(&self, stance: &dyn Fn(&Origin) -> Stance, problem: Draft) -> Result<Taken, Stop> {
        Built::taking(self.stated(), stance, problem)
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

    fn weaker(&self, model: &Model, text: &str, names: &[String]) -> Vec<Edit> {
        printed::weaker(model, text, names)
    }

    fn rules(&self) -> Vec<String> {
        self.rules.iter().map(|rule| rule.name.clone()).collect()
    }

    fn without_rule(&self, name: &str, budget: &Budget) -> Result<Formulated, Stop> {
        Ok(Built::without_rule(self.stated(), name, Draft::new(budget))?.formulated())
    }

    fn computable(&self, model: &Model) -> Vec<Computable> {
        fill::computable(self, model)
    }

    fn filling(&self, model: &Model, request: &FillRequest, budget: &Budget) -> Result<Box<dyn Filling>, LoadError> {
        Ok(Box::new(fill::GridFilling::new(self, model, request, budget)?))
    }
}

#[cfg(test)]
mod tests;
