//! The formulation `positions`: the values of all cells at every time, and the action between two times.
//!
//! The decision variables are the values, so plans and assignments correspond one to one; which action is made is an
//! auxiliary variable, one for each action and step. An action requires what its cells must hold and sets what they hold
//! then; a cell that changes is changed by an action that writes it.
//!
//! All positions together are the board of [`super::film`], so the rules are posted as those of a grid are.

use super::board::{Game, Repeat};
use super::film;
use super::ground::{self, Action, Gives, Need};
use boardwright_base::board::tiling::Tiling;
use boardwright_base::budget::{Refused, Stop};
use boardwright_grid::constrain::{Builder, Built, Stated, Truth};
use boardwright_grid::rule::{Rule, Time};
use boardwright_grid::symbols::SymbolTable;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::solution::Candidate;
use std::sync::Arc;

/// The most actions times steps.
const MAX_SIZE: usize = 20_000_000;

/// Why no formula states a question about moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFormula {
    /// Another formulation is chosen.
    #[error("`{0}` does not apply to models with [[move]]")]
    Board(String),
    /// The number of pieces is minimised first.
    #[error("`positions` does not support [goal] fewest")]
    Fewest,
    /// Some moves are free.
    #[error("`positions` does not support moves of cost 0")]
    Free,
    /// Moves have different costs.
    #[error("`positions` does not support moves of different costs")]
    Costs,
    /// Moves are repeated.
    #[error("`positions` does not support `repeat`")]
    Repeat,
    /// The rules would need a torus for each position.
    #[error("`positions` does not support rules on a torus")]
    Torus,
    /// The rules would need another shape for each position.
    #[error("`positions` supports rules only on boards of squares")]
    Shape,
    /// The formula would be too large.
    #[error("`positions` does not apply: the moves can be made in too many ways")]
    TooLarge,
}

/// Returns the reason why no formula states the question, if there is one.
pub(super) fn refusal(game: &Game) -> Option<NoFormula> {
    let first = game.moves.first().map_or(1, |one| one.cost);
    if game.goal.fewest.is_some() {
        Some(NoFormula::Fewest)
    } else if !game.all_moves_count() {
        Some(NoFormula::Free)
    } else if game.moves.iter().any(|one| one.cost != first) {
        Some(NoFormula::Costs)
    } else if game.moves.iter().any(|one| one.repeat != Repeat::Once) {
        Some(NoFormula::Repeat)
    } else if game.grid.symbols.topology.wrap && !game.grid.rules.is_empty() {
        Some(NoFormula::Torus)
    } else if game.grid.symbols.topology.tiling != Tiling::Square && !game.grid.rules.is_empty() {
        Some(NoFormula::Shape)
    } else {
        None
    }
}

/// Returns the refusal of a formula, with the method that applies instead.
fn refused(reason: NoFormula) -> Refused<NoFormulation> {
    Refused::Inapplicable(NoFormulation::from(reason).instead("search"))
}

pub(super) fn constrain(
    game: &Game,
    horizon: Option<usize>,
    problem: Draft,
) -> Result<Formulated, Refused<NoFormulation>> {
    if let Some(reason) = refusal(game) {
        return Err(refused(reason));
    }
    let actions = ground::all(game).map_err(|_| refused(NoFormula::TooLarge))?;
    let cost = game.moves.first().map_or(1, |one| one.cost) as usize;
    let horizon = horizon.unwrap_or(0);
    let steps = horizon / cost;
    if actions.len().saturating_mul(steps) > MAX_SIZE {
        return Err(refused(NoFormula::TooLarge));
    }
    let symbols = film::symbols(&game.grid.symbols, steps + 1);
    let rules = rules(game, steps);
    let stated = Stated { symbols: &symbols, rules: &rules, objective: None };
    let mut plan = Plan { game, actions: &actions, steps, possible: horizon.is_multiple_of(cost) };
    let built = Built::with(stated, problem, |builder| plan.post(builder))?;
    let cells = game.cell_count();
    let decode = built.decoder();
    let decode = move |assignment: &Assignment| {
        let board = decode(assignment);
        let values = board.layers.first().map_or(&[][..], |layer| layer);
        Candidate { layers: values.chunks(cells).map(<[u16]>::to_vec).collect(), ..Candidate::default() }
    };
    Ok(Formulated { problem: built.problem, decode: Arc::new(decode), decisions: None })
}

/// Returns the rules of all positions as rules of one board.
fn rules(game: &Game, steps: usize) -> Vec<Rule> {
    let of: &SymbolTable = &game.grid.symbols;
    let mut rules = Vec::new();
    for rule in game.grid.rules.iter() {
        match rule.time {
            Time::Always => rules.extend((0..=steps).map(|time| film::rule(of, rule, &[time]))),
            Time::End => rules.push(film::rule(of, rule, &[steps])),
            Time::Next => rules.extend((0..steps).map(|time| film::rule(of, rule, &[time, time + 1]))),
        }
    }
    rules
}

struct Plan<'g> {
    game: &'g Game,
    actions: &'g [Action],
    steps: usize,
    /// Whether the horizon is a multiple of the cost of a move.
    possible: bool,
}

impl Plan<'_> {
    fn post(&mut self, builder: &mut Builder<'_>) -> Result<(), Stop> {
        let game = self.game;
        builder.begin(BuiltIn::Start, Some(game.start_span), Instance::Whole);
        for (cell, &value) in game.start.iter().enumerate() {
            builder.clause([self.at(builder, 0, cell, value)]);
        }
        builder.begin(BuiltIn::Goal, Some(game.goal_span), Instance::Whole);
        if !self.possible {
            builder.clause([]);
        }
        self.goal(builder);
        for step in 0..self.steps {
            self.step(builder, step)?;
        }
        Ok(())
    }

    /// Whether a cell holds a value at a time.
    fn at(&self, builder: &Builder<'_>, time: usize, cell: usize, value: u16) -> Truth {
        builder.value(0, time * self.game.cell_count() + cell, usize::from(value))
    }

    fn goal(&self, builder: &mut Builder<'_>) {
        let pictures = &self.game.goal.pictures;
        let mut matched = Vec::with_capacity(pictures.len());
        for picture in pictures {
            let is = Truth::from(builder.auxiliary());
            matched.push(is);
            for (cell, mask) in picture.iter().enumerate().filter(|(_, mask)| mask.contains(&false)) {
                let accepted = (0..mask.len()).filter(|&value| mask[value]).map(|value| value as u16);
                let held: Vec<Truth> = accepted.map(|value| self.at(builder, self.steps, cell, value)).collect();
                builder.clause(held.into_iter().chain([!is]));
            }
        }
        if !matched.is_empty() {
            builder.clause(matched);
        }
    }

    fn step(&self, builder: &mut Builder<'_>, step: usize) -> Result<(), Stop> {
        let game = self.game;
        builder.check()?;
        builder.begin(BuiltIn::Move, game.moves.first().map(|one| one.span), Instance::Move(step));
        let made: Vec<Literal> = self.actions.iter().map(|_| builder.auxiliary()).collect();
        builder.post(Constraint::exactly(1, made.iter().copied()));
        // By cell and value: the actions that take the value away.
        let mut takes = vec![vec![Vec::new(); game.value_count()]; game.cell_count()];
        for (action, &is) in self.actions.iter().zip(&made) {
            let not = !Truth::from(is);
            for (cell, need) in &action.before {
                let held: Vec<Truth> =
                    need.values().into_iter().map(|value| self.at(builder, step, *cell, value)).collect();
                builder.clause(held.into_iter().chain([not]));
            }
            for &(cell, gives) in &action.after {
                let need = |cell: usize| action.before.iter().find(|(at, _)| *at == cell).map(|(_, need)| need);
                let all: Vec<u16> = (0..game.value_count() as u16).collect();
                need(cell).map_or(all, Need::values).into_iter().for_each(|v| takes[cell][usize::from(v)].push(is));
                match gives {
                    Gives::Value(value) => builder.clause([not, self.at(builder, step + 1, cell, value)]),
                    Gives::Copy(from) => {
                        for value in need(from).map_or(Vec::new(), Need::values) {
                            let held = self.at(builder, step, from, value);
                            builder.clause([not, !held, self.at(builder, step + 1, cell, value)]);
                        }
                    }
                }
            }
        }
        for (cell, takes) in takes.iter().enumerate() {
            for (value, takes) in takes.iter().enumerate() {
                let value = value as u16;
                let stays = [!self.at(builder, step, cell, value), self.at(builder, step + 1, cell, value)];
                builder.clause(stays.into_iter().chain(takes.iter().map(|&is| Truth::from(is))));
            }
        }
        Ok(())
    }
}
