//! The problem of a grid, made once, and the map from its cells and lines to the variables.

use super::super::rule::{Element, Objective, Rule};
use super::super::symbols::{SymbolTable, Test};
use super::{Builder, Candidate, Stances, Switches, Truth};
use boardwright_base::board::Cell;
use boardwright_base::budget::Stop;
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Direction, Draft, Literal, Origin, Problem, Term};
use boardwright_puzzle::capability::printed_clues::Choice;
use boardwright_puzzle::capability::stances::{Stance, Taken};
use boardwright_puzzle::formulated::board_decoder;
use boardwright_puzzle::{Decisions, Decoder, Formulated};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What constraints are made of: the parts of an instance.
#[derive(Clone, Copy)]
pub struct Stated<'g> {
    /// What words mean.
    pub symbols: &'g SymbolTable,
    /// The rules that are posted.
    pub rules: &'g [Rule],
    /// What is minimised or maximised.
    pub objective: Option<&'g Objective>,
}

/// The variables of a grid and their constraints.
#[derive(Debug)]
pub struct Built {
    /// The constraints.
    pub problem: Arc<Problem>,
    /// A cell with one possible value has no literal.
    decisions: Arc<Decisions>,
}

/// Returns the part of the given values that is the value of a cell.
pub fn given_part(symbols: &SymbolTable, layer: usize, cell: usize, value: usize) -> Instance {
    let text = symbols.layers[layer].values[value].as_str().into();
    Instance::Given { layer, cell: symbols.topology.cells[cell], value: text }
}

/// What a builder knows besides the problem.
struct Left<'v> {
    switches: Option<Switches>,
    stances: Option<Stances<'v>>,
}

impl Built {
    /// Builds the constraints of all given values and all rules.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(grid: Stated<'_>, problem: Draft) -> Result<Built, Stop> {
        Ok(Built::of(grid, Builder::new(grid.symbols, problem))?.0)
    }

    /// Builds the same constraints, with those of each clue posted separately.
    pub(in super::super) fn by_clue(grid: Stated<'_>, problem: Draft) -> Result<Built, Stop> {
        let mut builder = Builder::new(grid.symbols, problem);
        builder.by_clue = true;
        Ok(Built::of(grid, builder)?.0)
    }

    /// Builds the same constraints, where the clues at these places can be switched off. Returns the literal that
    /// enables each clue which some rule uses.
    pub(in super::super) fn switched(
        grid: Stated<'_>,
        places: &BTreeSet<Span>,
        problem: Draft,
    ) -> Result<(Built, BTreeMap<Span, Literal>), Stop> {
        let mut builder = Builder::new(grid.symbols, problem);
        builder.switches = Some(Switches::new(places));
        let (built, left) = Built::of(grid, builder)?;
        Ok((built, left.switches.map(Switches::used).unwrap_or_default()))
    }

    /// Builds the same constraints without the rules of a name.
    pub(in super::super) fn without_rule(grid: Stated<'_>, name: &str, problem: Draft) -> Result<Built, Stop> {
        let rules: Vec<Rule> = grid.rules.iter().filter(|rule| rule.name != name).cloned().collect();
        Built::new(Stated { rules: &rules, ..grid }, problem)
    }

    /// Builds the constraints of a grid of which some parts may be broken or left open.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn taking(grid: Stated<'_>, of: &dyn Fn(&Origin) -> Stance, problem: Draft) -> Result<Taken, Stop> {
        let mut builder = Builder::new(grid.symbols, problem);
        builder.stances = Some(Stances { of, parts: Vec::new() });
        let (built, left) = Built::of(grid, builder)?;
        let parts = left.stances.map_or_else(Vec::new, |stances| stances.parts);
        Ok(Taken { problem: built.problem, decisions: built.decisions, parts })
    }

    /// Builds the same constraints and those that `more` posts.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn with(
        grid: Stated<'_>,
        problem: Draft,
        more: impl FnOnce(&mut Builder<'_>) -> Result<(), Stop>,
    ) -> Result<Built, Stop> {
        let mut builder = Builder::new(grid.symbols, problem);
        more(&mut builder)?;
        Ok(Built::of(grid, builder)?.0)
    }

    fn of<'v>(grid: Stated<'_>, mut builder: Builder<'v>) -> Result<(Built, Left<'v>), Stop> {
        let symbols = grid.symbols;
        for (layer, of_layer) in symbols.layers.iter().enumerate() {
            for (cell, given) in of_layer.given.iter().enumerate() {
                let Some((value, span)) = given else { continue };
                let at = symbols.topology.cells[cell];
                let given = given_part(symbols, layer, cell, *value);
                let origin = Origin::built_in(BuiltIn::Given).part(given).clue_at(*span).on([at]);
                builder.origin = builder.problem.origin(origin);
                let holds = builder.value(layer, cell, *value);
                let switch = builder.switch(*span);
                builder.when.extend(switch);
                builder.given(holds);
                builder.when.clear();
            }
        }
        // Where a rule may be broken, no other relies on it.
        if builder.stances.is_none() {
            builder.note_different(grid.rules);
            builder.note_shortcuts(grid);
        }
        for rule in grid.rules {
            builder.rule(rule)?;
        }
        if let Some(objective) = grid.objective.filter(|_| builder.stances.is_none()) {
            let terms = objective_terms(&mut builder, grid, objective.test.as_ref());
            let direction = if objective.maximise { Direction::Maximise } else { Direction::Minimise };
            builder.problem.set_objective(direction, terms);
        }
        let Builder { problem, values, lines, switches, stances, .. } = builder;
        let problem = problem.finish()?;
        let open = |truth: Truth| if let Truth::Open(literal) = truth { Some(literal) } else { None };
        let literals = |own: Vec<Truth>| own.into_iter().filter_map(open).collect();
        let layer = |layer: Vec<Vec<Truth>>| layer.into_iter().map(literals).collect();
        let layers = values.into_iter().map(layer).collect();
        let decisions = Arc::new(Decisions { layers, lines, placements: Vec::new() });
        Ok((Built { problem: problem.into(), decisions }, Left { switches, stances }))
    }

    /// Returns the possible values of the cells of the first layer that have no given value, as a model states them.
    pub(in super::super) fn choices(&self, symbols: &SymbolTable) -> Vec<Choice> {
        let (Some(layer), Some(held)) = (symbols.layers.first(), self.decisions.layers.first()) else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (cell, own) in held.iter().enumerate().filter(|(cell, _)| layer.given[*cell].is_none()) {
            let mut values = Vec::with_capacity(own.len());
            for (value, literal) in layer.values.iter().zip(own) {
                // The value "." is given as "x", unless another value is called "x".
                let word = if value == "." { "x" } else { value };
                let is_clear = value != "." || !layer.values.iter().any(|other| other == "x");
                if is_clear {
                    values.push((word.to_string(), *literal));
                }
            }
            choices.push(Choice { at: symbols.topology.cells[cell], values, turned: None });
        }
        for index in 0..choices.len() {
            let Cell { row, column } = choices[index].at;
            let below = symbols.topology.height - 1 - row;
            let turned = Cell::new(below, symbols.topology.lengths[below].saturating_sub(1 + column));
            choices[index].turned = choices.binary_search_by_key(&turned, |choice| choice.at).ok();
        }
        choices
    }

    /// Returns the problem and its decoder.
    pub fn formulated(&self) -> Formulated {
        Formulated::of_board(Arc::clone(&self.problem), Arc::clone(&self.decisions))
    }

    /// Returns the decoder from an assignment to a board.
    pub fn decoder(&self) -> Decoder {
        board_decoder(&self.decisions)
    }
}

fn objective_terms(builder: &mut Builder<'_>, grid: Stated<'_>, test: Option<&Test>) -> Vec<Term> {
    let symbols = grid.symbols;
    let cells = (0..symbols.topology.cells.len()).map(Element::Cell);
    let Some(test) = test else {
        let candidates = cells.map(|element| Candidate { element, is_in: Truth::Known(true) });
        return candidates.flat_map(|candidate| builder.terms(0, &candidate)).collect();
    };
    let lines = (0..symbols.lines.as_ref().map_or(0, |lines| lines.lines.len())).map(Element::Line);
    let elements: Vec<Element> = if test.is_of_lines() { lines.collect() } else { cells.collect() };
    let mut terms = Vec::new();
    for element in elements {
        match builder.passes(element, test) {
            Truth::Open(literal) => terms.push(Term::literal(1, literal)),
            Truth::Known(true) => {
                let always = builder.always();
                terms.push(Term::literal(1, always));
            }
            Truth::Known(false) => {}
        }
    }
    terms
}
