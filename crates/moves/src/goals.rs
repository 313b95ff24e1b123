//! The positions that a goal allows, listed, where they are few: drawn ones, and those of rules about the last position.
//!
//! `exactly = { o = 1 }` at the end of a peg solitaire allows as many positions as the board has cells. The rules are posted as
//! those of a grid are; a position is filled cell by cell, and left as soon as a sum or a clause cannot hold any more. What is
//! listed was checked by the rules themselves. Start with [`list`].

use super::board::Game;
use super::ground::Action;
use super::legal;
use boardwright_base::budget::Budget;
use boardwright_grid::constrain::{Built, Stated};
use boardwright_grid::rule::{Rule, Time};
use boardwright_ir::constraint::{Atom, BoolVar, Constraint, Draft, Literal, Operand, Relation};
use std::collections::{BTreeMap, BTreeSet};

/// The most positions that are listed.
const MAX_GOALS: usize = 500;
/// The most cells that are filled on the way.
const MAX_TRIED: usize = 20_000;
/// The most constraints.
const MAX_CONSTRAINTS: usize = 5_000;

/// Returns the positions of the goal that the moves could reach as far as single cells show; `None` if they are too many.
pub(super) fn list(game: &Game, actions: &[Action]) -> Option<BTreeSet<Vec<u16>>> {
    if game.goal.fewest.is_some() {
        return None;
    }
    let mut is_written = vec![false; game.cell_count()];
    actions.iter().flat_map(|action| &action.after).for_each(|&(cell, _)| is_written[cell] = true);
    let anything = vec![vec![true; game.value_count()]; game.cell_count()];
    let pictures = if game.goal.pictures.is_empty() { std::slice::from_ref(&anything) } else { &game.goal.pictures };
    let rules = Pruning::new(game)?;
    let mut listing = Listing { game, rules: &rules, is_written: &is_written, tried: 0, found: BTreeSet::new() };
    for picture in pictures {
        listing.fill(picture, &mut Partial::new(game))?;
    }
    Some(listing.found)
}

/// The constraints of the rules about the last position.
struct Pruning {
    constraints: Vec<Constraint>,
    /// By cell and value: the literal, if there is one.
    literals: Vec<Vec<Literal>>,
    /// By cell: the constraints about it.
    about: Vec<Vec<usize>>,
}

impl Pruning {
    fn new(game: &Game) -> Option<Pruning> {
        let of_end = game.grid.rules.iter().filter(|rule| rule.time != Time::Next);
        let rules: Vec<Rule> = of_end.map(|rule| Rule { time: Time::Always, ..rule.clone() }).collect();
        let stated = Stated { symbols: &game.grid.symbols, rules: &rules, objective: None };
        let formulated = Built::new(stated, Draft::new(&Budget::none())).ok()?.formulated();
        let constraints: Vec<Constraint> =
            formulated.problem.constraints().iter().map(|posted| posted.constraint.clone()).collect();
        let literals = formulated.decisions.as_ref()?.layers.first()?.clone();
        if constraints.len() > MAX_CONSTRAINTS || literals.len() != game.cell_count() {
            return None;
        }
        let cell_of: BTreeMap<BoolVar, usize> = (0..literals.len())
            .flat_map(|cell| literals[cell].iter().filter_map(move |literal| Some((variable(*literal)?, cell))))
            .collect();
        let mut about = vec![Vec::new(); literals.len()];
        for (index, constraint) in constraints.iter().enumerate() {
            let cells: BTreeSet<usize> = of(constraint).into_iter().filter_map(|v| cell_of.get(&v).copied()).collect();
            cells.into_iter().for_each(|cell| about[cell].push(index));
        }
        Some(Pruning { constraints, literals, about })
    }
}

/// Returns the variable of a literal, if it is Boolean.
fn variable(literal: Literal) -> Option<BoolVar> {
    match literal.atom {
        Atom::Boolean(variable) => Some(variable),
        Atom::Equals(..) | Atom::AtLeast(..) => None,
    }
}

/// Returns the variables of a constraint that [`may_hold`] looks at.
fn of(constraint: &Constraint) -> Vec<BoolVar> {
    match constraint {
        Constraint::Clause(literals) => literals.iter().copied().filter_map(variable).collect(),
        Constraint::Sum { terms, .. } => {
            let literal = |operand| if let Operand::Literal(literal) = operand { variable(literal) } else { None };
            terms.iter().filter_map(|term| literal(term.operand)).collect()
        }
        Constraint::If { when, then } => when.iter().copied().filter_map(variable).chain(of(then)).collect(),
        _ => Vec::new(),
    }
}

/// A position that is filled from the first cell on.
struct Partial {
    position: Vec<u16>,
    filled: usize,
    known: BTreeMap<BoolVar, bool>,
}

impl Partial {
    fn new(game: &Game) -> Partial {
        Partial { position: game.start.clone(), filled: 0, known: BTreeMap::new() }
    }

    /// Returns whether a literal holds, if that is known.
    fn holds(&self, literal: Literal) -> Option<bool> {
        self.known.get(&variable(literal)?).map(|value| *value != literal.negated)
    }

    /// Returns whether a constraint may hold for some values of the other cells.
    fn may_hold(&self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Clause(literals) => literals.iter().any(|&literal| self.holds(literal) != Some(false)),
            Constraint::Sum { terms, relation, bound } => {
                let (mut least, mut most) = (0i64, 0i64);
                for term in terms {
                    let Operand::Literal(literal) = term.operand else { return true };
                    match self.holds(literal) {
                        Some(false) => {}
                        Some(true) => (least, most) = (least + term.coefficient, most + term.coefficient),
                        None => (least, most) = (least + term.coefficient.min(0), most + term.coefficient.max(0)),
                    }
                }
                match relation {
                    Relation::AtMost => least <= *bound,
                    Relation::AtLeast => most >= *bound,
                    Relation::Equal => least <= *bound && most >= *bound,
                }
            }
            Constraint::If { when, then } => {
                when.iter().any(|&literal| self.holds(literal) != Some(true)) || self.may_hold(then)
            }
            _ => true,
        }
    }
}

/// The work on a list.
struct Listing<'l> {
    game: &'l Game,
    rules: &'l Pruning,
    is_written: &'l [bool],
    tried: usize,
    found: BTreeSet<Vec<u16>>,
}

impl Listing<'_> {
    /// Fills the cells from the next one on; `None` if there are too many positions.
    fn fill(&mut self, picture: &[Vec<bool>], partial: &mut Partial) -> Option<()> {
        self.tried += 1;
        if self.tried > MAX_TRIED {
            return None;
        }
        let cell = partial.filled;
        if cell == partial.position.len() {
            let position = &partial.position;
            if legal::is_legal(self.game, position.clone()) && legal::may_end(self.game, position.clone()) {
                self.found.insert(position.clone());
            }
            return (self.found.len() <= MAX_GOALS).then_some(());
        }
        let literals = &self.rules.literals[cell];
        for value in (0..self.game.value_count() as u16).filter(|&value| picture[cell][usize::from(value)]) {
            if !self.is_written[cell] && value != self.game.start[cell] {
                continue;
            }
            // A cell with one possible value has no literals.
            for (other, &literal) in literals.iter().enumerate() {
                if let Some(variable) = variable(literal) {
                    partial.known.insert(variable, (other == usize::from(value)) != literal.negated);
                }
            }
            partial.position[cell] = value;
            let is_possible =
                self.rules.about[cell].iter().all(|&index| partial.may_hold(&self.rules.constraints[index]));
            if is_possible {
                partial.filled += 1;
                self.fill(picture, partial)?;
                partial.filled -= 1;
            }
        }
        for variable in literals.iter().filter_map(|&literal| variable(literal)) {
            partial.known.remove(&variable);
        }
        Some(())
    }
}
