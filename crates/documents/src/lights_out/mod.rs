//! Lights Out: press buttons until every light is out.
//!
//! A press adds 1 (modulo the number of states) to each light it reaches, usually its own and the four neighbours.
//! With two states and 5x5 lights this is the "Dugu chessboard" of the game Eastern Story II. The order of the
//! presses does not matter, so a solution is the number of presses of each button, less than the number of states.
//! Boards may have holes or be a torus, and the reach can be drawn.
//!
//! ```toml
//! puzzle = "lights-out"
//! lights = """
//! ###
//! ###
//! ###"""      # five presses: the corners and the centre
//! ```
//!
//! Room: the field table and what the family offers (this file), `board` (the instance), `reach` (the lights that a
//! press changes), `shape` (boards that are not of squares), `constrain` (the formulations), `chase` (the formulation that
//! reduces rows), `methods` (the family's methods, based on `sweep` and `polynomial`), `analyze`, `hardest` and `by_rows`
//! (facts), `nearest` (the nearest pattern that can be solved), `symmetry` (the group of an instance), `unbalanced` (why
//! there is no solution), `notation` (boards in files), `verify` (the rules), `draw`, `game` and `by_hand` (played by a
//! person).

mod keys;
mod analyze;
mod board;
mod by_hand;
mod by_rows;
mod chase;
mod constrain;
mod draw;
pub mod game;
mod generate;
mod hardest;
mod methods;
mod nearest;
mod notation;
mod polynomial;
mod posting;
mod reach;
mod shape;
mod sweep;
mod symmetry;
mod verify;
mod unbalanced;

use self::board::{Board, CHASED, MAX_ELIMINATED_CELLS};
use self::keys::FIELDS;
pub use self::notation::{BadCharacter, WrongPresses};
pub use self::verify::Breach;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::{Draft, Origin};
use boardwright_ir::route::Route;
use boardwright_model::{Field, Model};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::analysis::{Analysis, Analyze, Topic};
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::by_clue::ByClue;
use boardwright_puzzle::capability::by_hand::ByHand;
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer};
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::generation::Generator;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Methods};
use boardwright_puzzle::capability::objective::Objective;
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::kinds;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{
    Change, ChangeKind, Feature, Formulated, Instance, LoadError, Named, Nearest, NoNearest, PartValue, Puzzle,
    Variations,
};

/// The family.
pub struct LightsOut;

impl Puzzle for LightsOut {
    fn name(&self) -> &'static str {
        "lights-out"
    }

    fn summary(&self) -> &'static str {
        "turn all lights off; a press changes the lights it reaches"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named { name: "presses", summary: "one variable per cell, one congruence per light" },
            Named {
                name: "chased",
                summary: "variables only for presses without a light above; row by row, these determine the rest \
                (`plus`, no torus)",
            },
        ]
    }

    fn generator(&self) -> Option<Generator> {
        Some(Generator {
            make: generate::generate,
            clues: false,
            pieces: false,
            settings: &["states", "wrap", "reach"],
        })
    }

    fn methods(&self) -> &'static [Named] {
        methods::METHODS
    }

    fn kinds(&self) -> &'static [kinds::Kind] {
        &[kinds::Kind {
            name: "lights-out",
            family: "lights-out",
            summary: "press buttons until every light is out",
            text: include_str!("kinds/lights-out.toml"),
        }]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Board::read(&model.fields)?))
    }
}

impl Rules for Board {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::verify(self, &claimed).map(|()| claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        &["presses"]
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        notation::read(self, written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(self, board, to);
    }
}

impl Instance for Board {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::draw(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        Picture { panels: vec![draw::lights(self)], captions: Vec::new() }
    }

    fn formulate(
        &self,
        formulation: &str,
        _horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        self.check_size().map_err(|large| Refused::Inapplicable(NoFormulation::from(large).instead("hybrid")))?;
        match formulation {
            "chased" => chase::chased(self, problem).map_err(|refused| refused.map(NoFormulation::from)),
            _ => Ok(constrain::presses(self, problem)?),
        }
    }

    offers!(
        preferences: Preferences,
        methods: Methods,
        analysis: Analyze,
        symmetry: Symmetry,
        explanation: Explanation,
        by_clue: ByClue,
        cells: Cells,
        variations: Variations,
        by_hand: ByHand,
    );

    fn objective(&mut self) -> Option<&mut dyn Objective> {
        Some(self)
    }
}

impl ByClue for Board {
    fn formulate_by_clue(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        self.formulate(formulation, None, problem)
    }

    fn formulate_to_follow(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        match formulation {
            "chased" => {
                self.check_size()
                    .map_err(|large| Refused::Inapplicable(NoFormulation::from(large).instead("hybrid")))?;
                chase::followed(self, problem).map_err(|refused| refused.map(NoFormulation::from))
            }
            _ => self.formulate(formulation, None, problem),
        }
    }

    fn followed(&self) -> Option<&'static str> {
        Some("chased")
    }
}

impl Cells for Board {
    fn is_found_apart(&self) -> bool {
        true
    }

    fn sheet(&self) -> Sheet {
        let (height, width) = (self.height(), self.width());
        let places = (0..height * width).map(|index| Cell::new(index / width, index % width));
        let layer = SheetLayer {
            name: "presses".into(),
            values: (0..self.states).map(|times| times.to_string()).collect(),
            cells: places.map(|cell| Some(cell).filter(|&cell| self.has(cell))).collect(),
        };
        Sheet { height, width, layers: vec![layer], ..Sheet::default() }
    }
}

impl Preferences for Board {
    /// The default is elimination, for every number of states: Lights Out is a linear system.
    fn route(&self) -> Option<Route> {
        Some(Route::Gf2)
    }

    fn formulation(&self, route: Route) -> Option<&'static str> {
        // Elimination chases the lights of `presses` itself, and names the lights that contradict each other; only on
        // large boards is a variable for every button too expensive.
        let large = route == Route::Gf2 && !self.fewest && self.size() > MAX_ELIMINATED_CELLS;
        (large && chase::unknowns(self).is_ok()).then_some("chased")
    }
}

impl Objective for Board {
    fn ask_fewest(&mut self) {
        self.fewest = true;
    }
}

impl Methods for Board {
    /// On large boards the solution is one division of polynomials.
    fn direct_method(&self) -> Option<&'static str> {
        let chased = sweep::obstacle(self, "hybrid").is_none();
        let divided = || self.states == 2 && self.is_full() && !self.fewest && self.lights.len() > MAX_ELIMINATED_CELLS;
        (chased && (self.check_size().is_err() || divided())).then_some("hybrid")
    }

    /// Chasing leaves a system of one unknown for each column.
    fn fast_method(&self) -> Option<&'static str> {
        let chased = self.is_full() && sweep::obstacle(self, "hybrid").is_none();
        (chased && !self.fewest && self.lights.len() > CHASED).then_some("hybrid")
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        methods::run(self, name, request)
    }
}

impl Analyze for Board {
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis {
        analyze::analyze(self, stop)
    }

    fn analyze_topic(&self, topic: Topic, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        Some(match topic {
            Topic::Hardest => hardest::hardest(self, stop),
            Topic::Chase => by_rows::by_rows(self, stop),
            Topic::Matrix | Topic::Inverse => return analyze::table_of(self, topic, stop),
        })
    }
}

impl Explanation for Board {
    fn contradiction(&self, added: &[(&Origin, u8)]) -> Option<Argument> {
        Some(unbalanced::contradiction(self, added))
    }

    /// Returns the number of presses of each button.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let times = solution.candidate().layers[0].iter().enumerate();
        let times = times.map(|(place, &times)| (Cell::new(place / self.width, place % self.width), times));
        times
            .filter(|&(cell, _)| self.has(cell))
            .map(|(cell, times)| Feature::of(cell, PartValue::symbol(self.character(times as u8))))
            .collect()
    }
}

impl Variations for Board {
    /// Returns every other state of a light.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let Some(&cell) = origin.cells.first() else { return Vec::new() };
        let now = self.state(cell);
        let others = (0..self.states).filter(|&state| state != now);
        let change = |state: u8| {
            let mut board = self.clone();
            board.lights[cell.row * self.width + cell.column] = state;
            let kind = ChangeKind::Light { cell, state, old: now, states: self.states };
            Change { kind, written: None, instance: Box::new(board) }
        };
        others.map(change).collect()
    }

    fn nearest(&self, stop: &dyn Fn() -> bool) -> Result<Nearest, NoNearest> {
        nearest::nearest(self, stop)
    }
}

#[cfg(test)]
mod tests;
