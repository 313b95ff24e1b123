//! Moving pieces to become black alternation with white: blocks of adjacent pieces slide into vacant cells of a line.
//!
//! A move takes `block` adjacent pieces, in their order or reversed, to as many adjacent cells that were vacant
//! before the move. The goal is one unbroken row of alternating, cyclic or separated colours, or a row of a list, in
//! as few moves as possible or in exactly `moves`. Three pairs and two vacant cells take four moves:
//!
//! ```text
//! BBBWWW..   start
//! ..BWWWBB   1: 1,2 -> 7,8
//! BW..WWBB   2: 3,4 -> 1,2
//! BWWBW..B   3: 6,7 -> 3,4
//! ..WBWBWB   4: 1,2 -> 6,7
//! ```
//!
//! Room: what the family offers (this file), `keys` (the field table), `line` (the instance, its pieces and colours),
//! `goals` (the accepted rows), `read` (from a model's keys to the instance), `progress` (the lower bound), `constrain`
//! (the formulation), `reduce` and `search` (the methods), `visit` (all reachable states), `symmetry` (the group of an
//! instance), `analyze` (facts that need no search), `draw` (pictures), `by_hand` (plans that a person makes), `verify` (the rules). A row is a list of
//! `Place`s; cells are 0-based in memory and 1-based for people.

mod keys;
mod line;
mod analyze;
mod by_hand;
mod constrain;
mod draw;
mod goals;
mod notation;
mod progress;
mod read;
mod reduce;
mod search;
mod symmetry;
#[cfg(test)]
mod tests;
mod verify;
mod visit;

use self::keys::FIELDS;
use self::line::{Goal, Letters, Line, Place, Row, candidate, cells, moves};
pub use self::notation::Unreadable;
pub use self::verify::{Breach, LastRowFault, NoMove};
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::Draft;
use boardwright_ir::route::Route;
use boardwright_model::{Field, Model};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::analysis::{Analysis, Analyze};
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::by_hand::ByHand;
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Methods, Outcome};
use boardwright_puzzle::capability::objective::Objective;
use boardwright_puzzle::capability::plans::{Follow, LongPlan, Plans, Visited};
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::kinds;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{Feature, Formulated, Instance, LoadError, Named, Puzzle, Reachable};

/// The family.
pub struct Alternation;

impl Puzzle for Alternation {
    fn name(&self) -> &'static str {
        "alternation"
    }

    fn summary(&self) -> &'static str {
        "move blocks of adjacent pieces into vacant cells until black and white alternate"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[Named {
            name: "vacancy",
            summary: "one variable per move, source and target of a block; vacant cells follow from the moves",
        }]
    }

    fn methods(&self) -> &'static [Named] {
        &[
            Named {
                name: reduce::NAME,
                summary: "n pairs in n moves for every n from 4 on: two moves remove four pairs, until 4 to 7 are left",
            },
            Named {
                name: search::NAME,
                summary: "bidirectional breadth-first search: finds, proves, counts and lists shortest plans",
            },
        ]
    }

    fn kinds(&self) -> &'static [kinds::Kind] {
        &[kinds::Kind {
            name: "alternation",
            family: "alternation",
            summary: "move blocks of pieces until the colours alternate",
            text: include_str!("kinds/alternation.toml"),
        }]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Line::read(&model.fields)?))
    }
}

impl Rules for Line {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        let moves = verify::plan(self, &claimed)?;
        // There are too many states to compute whenever they are written.
        let details = if self.keeps_states(moves.len()) { Vec::new() } else { claimed.details };
        Ok(Candidate { details, ..candidate(&moves) })
    }

    fn details(&self) -> &'static [&'static str] {
        &["moves", "states"]
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        notation::read(self, written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(self, board, to);
    }
}

impl Instance for Line {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::plan(self, &moves(solution))
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn formulate(
        &self,
        _formulation: &str,
        horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        constrain::constrain(self, horizon, problem).map_err(|refused| refused.map(NoFormulation::from))
    }

    offers!(
        preferences: Preferences,
        methods: Methods,
        plans: Plans,
        analysis: Analyze,
        symmetry: Symmetry,
        explanation: Explanation,
        by_hand: ByHand,
    );

    fn objective(&mut self) -> Option<&mut dyn Objective> {
        Some(self)
    }
}

impl Preferences for Line {
    fn route(&self) -> Option<Route> {
        Some(Route::Sat)
    }
}

impl Objective for Line {
    /// Drops the number of moves.
    fn ask_fewest(&mut self) {
        self.moves = None;
    }
}

impl Methods for Line {
    /// The method for a number of moves beyond any solver.
    fn direct_method(&self) -> Option<&'static str> {
        reduce::is_best(self).then_some(reduce::NAME)
    }

    /// The search, where few states can be reached.
    fn fast_method(&self) -> Option<&'static str> {
        search::is_fast(self).then_some(search::NAME)
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        match name {
            reduce::NAME => reduce::run(self, request),
            search::NAME => search::run(self, request),
            _ => Outcome::Unknown(format!("unknown method `{name}` for alternation")).into(),
        }
    }
}

impl Plans for Line {
    /// `None` where the number of moves is given or no accepted row has these pieces.
    fn at_least(&self) -> Option<usize> {
        if self.moves.is_some() { None } else { progress::at_least(self) }
    }

    fn reachable(&self, stop: &dyn Fn() -> bool) -> Reachable {
        visit::reachable(self, stop)
    }

    fn why_at_least(&self) -> Option<Argument> {
        progress::why_at_least(self)
    }

    fn visited(&self, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
        visit::layers(self, most, stop)
    }

    fn follow(&self) -> Box<dyn Follow + '_> {
        Box::new(verify::Follower::new(self))
    }

    fn long_plan(&self, method: &str) -> Option<LongPlan> {
        if method == reduce::NAME { reduce::long_plan(self) } else { None }
    }
}

impl Analyze for Line {
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis {
        analyze::analyze(self, stop)
    }
}

impl Explanation for Line {
    fn argument(&self) -> Option<Argument> {
        let (moves, least) = (self.moves?, progress::at_least(self)?);
        (least > moves).then_some(Argument::TooFewMoves { moves, least })
    }

    /// The moves.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let moves = moves(solution).into_iter().enumerate();
        let feature = |(index, (from, to)): (usize, (usize, usize))| {
            Feature::of_move(index, format!("{} -> {}", cells(from, self.block), cells(to, self.block)))
        };
        moves.map(feature).collect()
    }
}
