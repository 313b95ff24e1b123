//! Lights Out: press buttons until every light is out.
//!
//! A press adds 1 (modulo the number of states) to each light it reaches, usually its own and the four neighbours. With
//! two states and 5x5 lights this is the "Dugu chessboard" of the game Eastern Story II. The order of the presses does
//! not matter, so a solution is how often each button is pressed, less than the number of states. Boards may have holes,
//! be a torus, and reach anything that can be drawn.
//!
//! ```toml
//! puzzle = "lights-out"
//! lights = """
//! ###
//! ###
//! ###"""      # five presses: the corners and the centre
//! ```
//!
//! Room: the field table and what the family offers (this file), `board` (the instance), `reach` (what a press changes), `constrain` (the formulations),
//! `chase` (the formulation that reduces rows), `methods` (the family's own, made of `sweep` and `polynomial`), `symmetry` (what keeps an instance), `words` (why there is no solution), `verify` (the rules),
//! `draw`.

mod analyze;
mod board;
mod chase;
mod constrain;
mod draw;
mod generate;
mod methods;
mod polynomial;
mod reach;
mod sweep;
mod symmetry;
mod verify;
mod words;

use self::board::Board;
use super::capability::analysis::{Analysis, Analyze};
use super::capability::explanation::Explanation;
use super::capability::generation::Generator;
use super::capability::methods::{MethodRequest, MethodResult, Methods};
use super::capability::objective::Objective;
use super::capability::preferences::Preferences;
use super::capability::symmetry::{Symmetry, moved_rows};
use super::{Change, Formulated, Instance, LoadError, Named, Puzzle, Variations};
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::budget::{Budget, Refused};
use crate::constraint::{Origin, Problem};
use crate::model::{Field, Glyph, Kind, Model};
use crate::route::Route;
use crate::solution::{Candidate, Rules, Solution, Violation};

/// On boards with more cells than this, `auto` chases the lights.
const LARGE: usize = 40_000;

const FIELDS: &[Field] = &[
    Field {
        name: "lights",
        kind: Kind::Drawing(&[
            Glyph::one('.', "dark"),
            Glyph::one('#', "lit"),
            Glyph::range('0', '9', "in that state"),
            Glyph::one('_', "no cell"),
        ]),
        required: true,
        default: None,
        doc: "the board as it is given: '#' lit (state 1), '.' dark (state 0), '_' no cell, or digits below `states`",
        example: "\"##.\"",
    },
    Field {
        name: "states",
        kind: Kind::Integer { min: 2, max: 9 },
        required: false,
        default: Some("2"),
        doc: "the number of states of a light; a press adds 1 to each light it reaches, modulo this; the goal is all 0",
        example: "3",
    },
    Field {
        name: "wrap",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether the board is a torus; where it is so narrow that a press reaches a light twice, it counts once",
        example: "true",
    },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[
            Kind::Choice(reach::NAMES),
            Kind::Drawing(&[
                Glyph::one('#', "changed"),
                Glyph::one('.', "not changed"),
                Glyph::one('O', "the press, which changes itself"),
                Glyph::one('o', "the press, which does not"),
            ]),
            Kind::List {
                item: &Kind::Drawing(&[
                    Glyph::one('#', "changed"),
                    Glyph::one('.', "not changed"),
                    Glyph::one('_', "no cell"),
                ]),
                min: 1,
                max: usize::MAX,
            },
        ]),
        required: false,
        default: Some("\"plus\""),
        doc: "what a press changes: plus, king, row-and-column (these with the pressed cell; no hole stops them), \
              knight (without), a picture with the press in it, or a list with a picture of the board for each cell, in \
              reading order",
        example: "\"king\"",
    },
    Field {
        name: "fewest",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether to ask for the fewest presses, each cell counted as often as it is pressed",
        example: "true",
    },
];

/// The family.
pub struct LightsOut;

impl Puzzle for LightsOut {
    fn name(&self) -> &'static str {
        "lights-out"
    }

    fn summary(&self) -> &'static str {
        "lights and buttons: a press changes the lights it reaches, and all have to be out in the end"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named { name: "presses", summary: "a variable per cell; every light is a congruence" },
            Named {
                name: "chased",
                summary: "only presses with no light above are unknown, the rest follows row by row (`plus`, no torus)",
            },
        ]
    }

    fn generator(&self) -> Option<Generator> {
        Some(generate::generate)
    }

    fn methods(&self) -> &'static [Named] {
        methods::METHODS
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
}

impl Instance for Board {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::draw(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        Picture { panels: vec![draw::lights(self)], captions: Vec::new() }
    }

    fn formulate(&self, formulation: &str, _horizon: Option<usize>, problem: Problem) -> Result<Formulated, Refused> {
        self.check_size()?;
        match formulation {
            "chased" => Ok(chase::chased(self, problem)?),
            _ => Ok(constrain::presses(self, problem)),
        }
    }

    fn preferences(&self) -> Option<&dyn Preferences> {
        Some(self)
    }

    fn objective(&mut self) -> Option<&mut dyn Objective> {
        Some(self)
    }

    fn methods(&self) -> Option<&dyn Methods> {
        Some(self)
    }

    fn analysis(&self) -> Option<&dyn Analyze> {
        Some(self)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation> {
        Some(self)
    }

    fn variations(&self) -> Option<&dyn Variations> {
        Some(self)
    }
}

impl Preferences for Board {
    /// Elimination, for every number of states: lights are what it is made for.
    fn route(&self) -> Option<Route> {
        Some(Route::Gf2)
    }

    fn formulation(&self, route: Route) -> Option<&'static str> {
        // Elimination chases the lights of `presses` itself, and names the lights that contradict each other; only of large
        // boards it is better not to have a variable for every button.
        let large = route == Route::Gf2 && !self.fewest && self.size() > LARGE;
        (large && chase::unknowns(self).is_ok()).then_some("chased")
    }
}

impl Objective for Board {
    fn ask_fewest(&mut self) {
        self.fewest = true;
    }
}

impl Methods for Board {
    /// On large boards one division of polynomials is all there is to solve.
    fn direct_method(&self) -> Option<&'static str> {
        let chased = sweep::obstacle(self, "hybrid").is_none();
        let divided = || self.states == 2 && self.is_full() && !self.fewest && self.lights.len() > LARGE;
        (chased && (self.check_size().is_err() || divided())).then_some("hybrid")
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        methods::run(self, name, request)
    }
}

impl Analyze for Board {
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis {
        analyze::analyze(self, stop)
    }
}

impl Symmetry for Board {
    fn symmetries(&self, _colours: bool) -> Result<Group, String> {
        symmetry::group(self)
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        Candidate {
            board: moved_rows(solution.board(), by),
            details: solution.details().clone(),
            ..Candidate::default()
        }
    }
}

impl Explanation for Board {
    fn contradiction(&self, added: &[(&Origin, u8)]) -> Option<String> {
        Some(words::contradiction(self, added))
    }
}

impl Variations for Board {
    /// Every other state of a light.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let Some(&cell) = origin.cells.first() else { return Vec::new() };
        let name = |state: u8| match (self.states, state) {
            (2, 0) => "dark".to_string(),
            (2, _) => "lit".to_string(),
            (_, state) => format!("in state {state}"),
        };
        let now = self.state(cell);
        let others = (0..self.states).filter(|&state| state != now);
        let change = |state: u8| {
            let mut board = self.clone();
            board.lights[cell.row * self.width + cell.column] = state;
            let description = format!("with the light at {cell} {} instead of {}", name(state), name(now));
            Change { description, instance: Box::new(board) }
        };
        others.map(change).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::board::{HOLE, MAX_SIDE};
    use super::reach::Reach;
    use super::*;
    use crate::board::Cell;
    use crate::model;
    use crate::puzzle;
    use crate::source::{Source, Span};

    /// The instance in a model's text, its first line left out.
    pub(super) fn board(text: &str) -> Board {
        let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
        let model = model::read(&source, &["lights-out"], &|_| Some(FIELDS), &Budget::none()).expect("a model");
        Board::read(&model.fields).expect("an instance")
    }

    /// The mistakes in a model's text: code and the text at the first place.
    fn mistakes(text: &str) -> Vec<(&'static str, String)> {
        let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
        let Err(mistakes) = puzzle::load(&source, &Budget::none()) else { return Vec::new() };
        let place = |span: Span| source.text[span.start..span.end].to_string();
        mistakes.iter().map(|mistake| (mistake.code, place(mistake.labels[0].span))).collect()
    }

    #[test]
    fn a_model_becomes_an_instance() {
        let read = board("states = 4\nwrap = true\nfewest = true\nreach = \"#o\"\nlights = \"\"\"\n.#_\n032\"\"\"");
        assert_eq!((read.states, read.wrap, read.fewest), (4, true, true));
        assert_eq!(read.reach, Reach::Steps(vec![(0, -1)]));
        assert_eq!(read.lights, [0, 1, HOLE, 0, 3, 2]);
        let plain = board("lights = \"#\"");
        assert_eq!((plain.states, plain.wrap, plain.fewest, plain.reach), (2, false, false, Reach::plus()));
    }

    #[test]
    fn presses_reach_over_holes_but_never_into_them() {
        let board = board("reach = \"row-and-column\"\nlights = \"#_#\"");
        assert_eq!(board.reached(Cell::new(0, 0)), [Cell::new(0, 0), Cell::new(0, 2)]);
    }

    #[test]
    fn too_large_states_are_shown_where_they_are() {
        let found = mistakes("lights = \"\"\"\n.2.\n#29\n1..\"\"\"");
        assert_eq!(found, [("state-too-large", "2".to_string()), ("state-too-large", "9".to_string())]);
        assert_eq!(mistakes("states = 3\nlights = \"0123\""), [("state-too-large", "3".to_string())]);
        assert_eq!(mistakes("states = 9\nlights = \"012345678\""), []);
    }

    #[test]
    fn a_drawn_reach_has_one_press_and_changes_something() {
        let reach = |picture: &str| mistakes(&format!("reach = \"{picture}\"\nlights = \"#\""));
        assert_eq!(reach("#O#"), []);
        assert_eq!(reach("O"), []);
        assert_eq!(reach("#.#"), [("no-press", "\"#.#\"".to_string())]);
        assert_eq!(reach("O#o"), [("several-presses", "o".to_string())]);
        assert_eq!(reach(".o."), [("no-reach", "\".o.\"".to_string())]);
    }

    #[test]
    fn a_list_says_what_each_press_changes() {
        let read = board("reach = [\"#._\", \"##_\"]\nlights = \"#._\"");
        assert_eq!(read.reached(Cell::new(0, 0)), [Cell::new(0, 0)]);
        assert_eq!(read.reached(Cell::new(0, 1)), [Cell::new(0, 0), Cell::new(0, 1)]);
        let square = "lights = \"\"\"\n##\n##\"\"\"";
        let drawn = board(&format!("reach = [\"\"\"\n#.\n.#\"\"\", \".#..\", \"....\", \"####\"]\n{square}"));
        let reached =
            |row, column| drawn.reached(Cell::new(row, column)).iter().map(Cell::to_string).collect::<String>();
        let all = [reached(0, 0), reached(0, 1), reached(1, 0), reached(1, 1)];
        assert_eq!(all, ["r1c1r2c2", "r1c2", "", "r1c1r1c2r2c1r2c2"]);
    }

    #[test]
    fn a_list_fits_the_board() {
        let reach = |list: &str| mistakes(&format!("reach = [{list}]\nlights = \"#._\""));
        assert_eq!(reach("\"#._\", \".#.\""), []);
        assert_eq!(reach("\"#._\""), [("wrong-size", "[\"#._\"]".to_string())], "too few pictures");
        assert_eq!(reach("\"#._\", \"#.\""), [("wrong-size", "\"#.\"".to_string())], "a picture of another size");
        assert_eq!(reach("\"#._\", \".##\""), [("other-cells", "#".to_string())], "no light there");
        assert_eq!(reach("\"#._\", \"_#_\""), [("other-cells", "_".to_string())], "a light there");
        assert_eq!(reach("\"#._\", \"O#_\"")[0].0, "unknown-character");
        let round = mistakes("wrap = true\nreach = [\"#\"]\nlights = \"#\"");
        assert_eq!(round, [("needless-wrap", "true".to_string())]);
    }

    #[test]
    fn several_mistakes_come_out_together() {
        let codes: Vec<&str> = mistakes("reach = \"OO\"\nlights = \"#5\"").into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, ["several-presses", "state-too-large"]);
    }

    #[test]
    fn boards_without_cells_and_beyond_the_limits_are_refused() {
        assert_eq!(mistakes("lights = \"__\"")[0].0, "no-cells");
        assert_eq!(mistakes(&format!("lights = \"{}\"", ".".repeat(MAX_SIDE + 1)))[0].0, "too-large");
        assert_eq!(mistakes(&format!("lights = \"{}\"", ".".repeat(MAX_SIDE))), []);
        // 200 x 200 cells times 399 lights.
        let square = vec![".".repeat(200); 200].join("\n");
        let rooks = format!("reach = \"row-and-column\"\nlights = \"\"\"\n{square}\"\"\"");
        assert_eq!(mistakes(&rooks)[0].0, "too-large");
        assert_eq!(mistakes(&format!("lights = \"\"\"\n{square}\"\"\"")), []);
        // A picture may be larger than the board, but not without limit.
        let far = |side: usize| {
            let picture = vec!["#".repeat(side); side].join("\n").replacen('#', "O", 1);
            format!("reach = \"\"\"\n{picture}\"\"\"\nlights = \"##\"")
        };
        assert_eq!(mistakes(&far(20)), []);
        assert_eq!(mistakes(&far(1600))[0].0, "too-large");
    }

    #[test]
    fn the_picture_shows_lights_and_presses() {
        let board = board("states = 3\nlights = \"22_\"");
        let solution = Solution::verified(&board, Candidate::new(vec!["10_".into()])).expect("one press");
        let picture = board.draw(&solution);
        assert_eq!(picture.captions, ["1 press"]);
        let titles: Vec<&str> = picture.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["lights", "presses"]);
        let [lights, presses] = &picture.panels[..] else { panic!("two panels") };
        assert_eq!(lights.rows[0][0].text, "2");
        assert_eq!(presses.rows[0][0].text, "1");
        assert!(presses.rows[0][1].text.is_empty());
        assert!(lights.rows[0][2].region.is_none() && presses.rows[0][2].region.is_none());
    }
}
