//! Puzzles of positions: a grid whose values are changed by moves, from a start to a goal.
//!
//! Four pegs on a line, of which a jump takes one away:
//!
//! ```text
//! [grid]                 [[move]]                      [goal]
//! values = [".", "o"]    before = "oo."                fewest = "o"
//! start = "oo.o"         after = "..o"
//!                        directions = "reflections"
//!
//! oo.o   start
//! ..oo   1: move o r1c1 -> r1c3
//! .o..   2: move o r1c4 -> r1c2
//! ```
//!
//! A plan is the list of its positions. Two plans are different if they make different moves that count: free moves (cost 0)
//! between them do not matter.
//!
//! The files, from the lowest to the highest: `board` (the instance), `ground` (the moves at all places), `counts` (numbers of
//! pieces), `orient` (turned pictures), `film` (several positions as one board), `legal` (rules, for the search), `goals` (the positions of a goal), `read` (models), `verify` (the
//! rules of plans, which shares nothing with the search), `notation`, `draw`, `invariant` (why a goal cannot be reached),
//! `constrain` (the formulation `positions`), `search` (the method),
//! `by_hand` (plans that a person makes). `family` (the registry entry of the language, with and without moves). This file offers the capabilities. Start
//! with `board`.

mod by_hand;
mod constrain;
mod counts;
mod draw;
mod family;
mod film;
mod board;
mod goals;
mod ground;
mod invariant;
mod legal;
mod notation;
mod orient;
mod read;
mod search;
#[cfg(test)]
mod tests;
mod verify;

pub use self::constrain::NoFormula;
pub use self::family::GridPuzzle;
pub use self::notation::Unreadable;
pub use self::verify::Fault;

use self::board::Game;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::Draft;
use boardwright_ir::route::Route;
use boardwright_model::Names;
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::by_hand::ByHand;
use boardwright_puzzle::capability::explanation::{Explanation, Feature};
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Methods, Outcome};
use boardwright_puzzle::capability::plans::{Follow, LongPlan, Plans, Reachable, Visited};
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::words::Words;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{Formulated, Instance, Named};

/// The formulation of plans.
pub(crate) const FORMULATION: Named =
    Named { name: "positions", summary: "with [[move]]: a variable for each value of a cell at each time" };

/// The method.
pub(crate) const METHOD: Named = Named {
    name: search::NAME,
    summary: "with [[move]]: finds, proves, counts and lists shortest plans, position by position",
};

impl Rules for Game {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::plan(self, &claimed)?;
        Ok(claimed)
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

impl Instance for Game {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::plan(self, &solution.candidate().layers)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn formulate(
        &self,
        formulation: &str,
        horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        if formulation != FORMULATION.name {
            return Err(Refused::inapplicable(NoFormula::Board(formulation.to_string())));
        }
        constrain::constrain(self, horizon, problem)
    }

    offers!(
        preferences: Preferences,
        methods: Methods,
        plans: Plans,
        by_hand: ByHand,
        explanation: Explanation,
        words: Words,
    );
}

impl Words for Game {
    fn words(&self, of: Names) -> Vec<String> {
        Words::words(&*self.grid, of)
    }
}

impl Preferences for Game {
    fn route(&self) -> Option<Route> {
        Some(Route::Sat)
    }

    fn formulation(&self, _route: Route) -> Option<&'static str> {
        Some(FORMULATION.name)
    }
}

impl Methods for Game {
    /// The search, where no formula states the question.
    fn direct_method(&self) -> Option<&'static str> {
        constrain::refusal(self).map(|_| search::NAME)
    }

    fn fast_method(&self) -> Option<&'static str> {
        Some(search::NAME)
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        if name == search::NAME {
            return search::run(self, request);
        }
        Outcome::Unknown(format!("unknown method `{name}` for moves")).into()
    }
}

impl Plans for Game {
    fn at_least(&self) -> Option<usize> {
        if constrain::refusal(self).is_some() {
            return None;
        }
        let actions = ground::all(self).ok()?;
        usize::try_from(counts::at_least(self, &actions)).ok()
    }

    fn reachable(&self, stop: &dyn Fn() -> bool) -> Reachable {
        search::reachable(self, stop)
    }

    fn why_at_least(&self) -> Option<Argument> {
        self.at_least().filter(|&least| least > 1).map(|least| Argument::Pieces { least })
    }

    fn visited(&self, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
        search::visited(self, most, stop)
    }

    fn follow(&self) -> Box<dyn Follow + '_> {
        Box::new(NoFollow(self))
    }

    fn long_plan(&self, _method: &str) -> Option<LongPlan> {
        None
    }
}

/// Plans are kept as positions, so none is followed move by move.
struct NoFollow<'g>(&'g Game);

impl Follow for NoFollow<'_> {
    fn step(&mut self, _next: boardwright_puzzle::solution::Step) -> Result<(), Violation> {
        Err(Fault::NoPositions.into())
    }

    fn board(&self) -> Vec<String> {
        notation::rows(self.0, &self.0.start)
    }

    fn end(&self) -> Result<(), Violation> {
        Err(Fault::NoPositions.into())
    }

    fn describe(&self, step: boardwright_puzzle::solution::Step) -> String {
        format!("{} -> {}", step.0, step.1)
    }
}

impl Explanation for Game {
    fn argument(&self) -> Option<Argument> {
        invariant::argument(self)
    }

    /// The moves.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let positions = &solution.candidate().layers;
        let feature = |(index, pair): (usize, &[Vec<u16>])| {
            let changed = (0..pair[0].len()).filter(|&cell| pair[0][cell] != pair[1][cell]);
            let changed: Vec<String> =
                changed.map(|cell| format!("{}={}", self.place(cell), self.text(pair[1][cell]))).collect();
            let own = notation::describe(self, &pair[0], &pair[1]);
            Feature::of_move(index, format!("{own} ({})", changed.join(", ")))
        };
        positions.windows(2).enumerate().map(feature).collect()
    }
}
