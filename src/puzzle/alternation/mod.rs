//! Moving pieces to become black alternation with white: blocks of adjacent pieces slide into vacant cells of a line.
//!
//! A move takes `block` adjacent pieces, as they stand or turned round, to as many adjacent cells that were vacant before
//! the move. The goal: one unbroken row of alternating colours, or of two colours separated, or one of a list; in as few
//! moves as possible, or in exactly `moves`. Three pairs and two vacant cells take four moves:
//!
//! ```text
//! BBBWWW..   start
//! ..BWWWBB   1: 1,2 -> 7,8
//! BW..WWBB   2: 3,4 -> 1,2
//! BWWBW..B   3: 6,7 -> 3,4
//! ..WBWBWB   4: 1,2 -> 6,7
//! ```
//!
//! Room: the field table and the instance (this file), `read` (from a model's keys to it), `progress` (what a move can
//! gain), `constrain` (the formulation), `reduce` and `search` (the methods), `visit` (all states that can be reached),
//! `symmetry` (what keeps an instance), `analyze` (what can be told without solving), `draw` (pictures), `verify` (the
//! rules). A row is a list of `Place`s, cells are 0-based inside and 1-based wherever a person sees them.

mod analyze;
mod constrain;
mod draw;
mod progress;
mod read;
mod reduce;
mod search;
mod symmetry;
#[cfg(test)]
mod tests;
mod verify;
mod visit;

use self::progress::Adjacencies;
use self::read::{MAX_CELLS, MAX_PAIRS};
use super::capability::analysis::{Analysis, Analyze};
use super::capability::explanation::Explanation;
use super::capability::methods::{MethodRequest, MethodResult, Methods, Outcome};
use super::capability::objective::Objective;
use super::capability::plans::{Follow, LongPlan, Plans};
use super::capability::preferences::Preferences;
use super::capability::symmetry::Symmetry;
use super::{Feature, Formulated, Instance, LoadError, Named, Puzzle, Reachable};
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::budget::{Budget, Refused};
use crate::constraint::Problem;
use crate::model::{Field, Glyph, Kind, Model};
use crate::route::Route;
use crate::solution::{Candidate, Rules, Solution, Violation};
use crate::source::Span;
use serde_json::Value;

/// The most moves a model may ask for.
const MAX_MOVES: i64 = 10_000_000;
/// More cells than this in all states of a plan are not kept.
const MAX_STATES: usize = 1_000_000;
/// The most accepted rows a model may list.
const MAX_ROWS: usize = 1_000;

const ROW: Kind =
    Kind::Drawing(&[Glyph::one('B', "a black piece"), Glyph::one('W', "a white piece"), Glyph::one('.', "vacant")]);

const FIELDS: &[Field] = &[
    Field {
        name: "start",
        kind: ROW,
        required: false,
        default: None,
        doc: "the line before the first move; somewhere it has `block` adjacent vacant cells",
        example: "\"BBBBWWWW..\"",
    },
    Field {
        name: "pairs",
        kind: Kind::Integer { min: 1, max: MAX_PAIRS },
        required: false,
        default: None,
        doc: "instead of `start`: so many black pieces, as many white ones, and room for one block at the right end",
        example: "4",
    },
    Field {
        name: "goal",
        kind: Kind::OneOf(&[
            Kind::Choice(&["alternating", "separated"]),
            Kind::List { item: &ROW, min: 1, max: MAX_ROWS },
        ]),
        required: false,
        default: Some("\"alternating\""),
        doc: "the line after the last move: one unbroken row anywhere in which all neighbours differ, or in which the colour \
              changes at most once; or a list of accepted lines",
        example: "[\"..BWBW\", \"..WBWB\"]",
    },
    Field {
        name: "block",
        kind: Kind::Integer { min: 1, max: MAX_CELLS as i64 },
        required: false,
        default: Some("2"),
        doc: "how many adjacent pieces move together, into cells that were vacant before the move",
        example: "3",
    },
    Field {
        name: "reverse",
        kind: Kind::Boolean,
        required: false,
        default: Some("false"),
        doc: "whether a block is turned round as it moves; otherwise its order is kept",
        example: "true",
    },
    Field {
        name: "moves",
        kind: Kind::Integer { min: 0, max: MAX_MOVES },
        required: false,
        default: None,
        doc: "the exact number of moves; as few as possible when left out",
        example: "4",
    },
];

/// The family.
pub struct Alternation;

impl Puzzle for Alternation {
    fn name(&self) -> &'static str {
        "alternation"
    }

    fn summary(&self) -> &'static str {
        "blocks of adjacent pieces move into vacant cells of a line until black alternates with white"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[Named {
            name: "vacancy",
            summary: "where each move takes its block from and to; the vacant cells are what it leaves",
        }]
    }

    fn methods(&self) -> &'static [Named] {
        &[
            Named {
                name: reduce::NAME,
                summary: "n pairs in n moves for any n from 4 on: four pairs fewer with every two moves, until 4 to 7 are left",
            },
            Named {
                name: search::NAME,
                summary: "breadth first from both ends at once; finds, proves, counts and lists the shortest plans",
            },
        ]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Line::read(&model.fields)?))
    }
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Vacant,
    Black,
    White,
}

impl Place {
    /// As rows are written.
    fn of(character: char) -> Option<Place> {
        match character {
            '.' => Some(Place::Vacant),
            'B' => Some(Place::Black),
            'W' => Some(Place::White),
            _ => None,
        }
    }

    fn character(self) -> char {
        match self {
            Place::Vacant => '.',
            Place::Black => 'B',
            Place::White => 'W',
        }
    }
}

/// A line, cell by cell.
type Row = Vec<Place>;

/// A row as it is written.
fn text(row: &[Place]) -> String {
    row.iter().map(|place| place.character()).collect()
}

/// The first and the last cell of a block, as a person says it: `2,3`, `4`, `5-9`.
fn cells(left: usize, block: usize) -> String {
    let (first, last) = (left + 1, left + block);
    match block {
        1 => first.to_string(),
        2 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    }
}

/// Which rows end the game.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    /// One unbroken row, neighbours all differ.
    Alternating,
    /// One unbroken row with at most one change of colour.
    Separated,
    /// One of these.
    Rows(Vec<Row>),
}

/// An instance. `start` has a piece and `block` adjacent vacant cells; listed rows have its length and its pieces.
#[derive(Debug, Clone)]
struct Line {
    start: Row,
    goal: Goal,
    block: usize,
    reverse: bool,
    moves: Option<usize>,
    start_place: Span,
    /// None where the goal is the default.
    goal_place: Option<Span>,
}

impl Line {
    fn cells(&self) -> usize {
        self.start.len()
    }

    fn pieces(&self) -> usize {
        self.start.iter().filter(|&&place| place != Place::Vacant).count()
    }

    /// How many pieces are black.
    fn black(&self) -> usize {
        self.start.iter().filter(|&&place| place == Place::Black).count()
    }

    /// The unbroken rows that are accepted wherever they stand, as pieces alone; none when the pieces cannot make any.
    fn unbroken_goals(&self) -> Vec<Row> {
        let (pieces, black) = (self.pieces(), self.black());
        let white = pieces - black;
        let run = |place: Place, count: usize| std::iter::repeat_n(place, count);
        match &self.goal {
            Goal::Alternating => [[Place::Black, Place::White], [Place::White, Place::Black]]
                .map(|pair| pair.into_iter().cycle().take(pieces).collect::<Row>())
                .into_iter()
                .filter(|row| same_pieces(row, &self.start))
                .collect(),
            Goal::Separated if black > 0 && white > 0 => vec![
                run(Place::Black, black).chain(run(Place::White, white)).collect(),
                run(Place::White, white).chain(run(Place::Black, black)).collect(),
            ],
            // Pieces of one colour have nothing to be separated from.
            Goal::Separated => vec![run(Place::Black, black).chain(run(Place::White, white)).collect()],
            Goal::Rows(_) => Vec::new(),
        }
    }

    /// The adjacencies of the accepted rows that have the pieces of the start, each once.
    fn goal_adjacencies(&self) -> Vec<Adjacencies> {
        let mut found: Vec<Adjacencies> = match &self.goal {
            Goal::Rows(rows) => rows.iter().map(|row| Adjacencies::of(row)).collect(),
            _ => self.unbroken_goals().iter().map(|row| Adjacencies::of(row)).collect(),
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many accepted rows there are that have the pieces of the start.
    fn goal_count(&self) -> usize {
        match &self.goal {
            Goal::Rows(rows) => rows.len(),
            _ => self.unbroken_goals().len() * (self.cells() - self.pieces() + 1),
        }
    }

    /// These rows; none when the goal cannot be met, whatever the moves. [`Line::goal_count`] says how many.
    fn goal_rows(&self) -> Vec<Row> {
        if let Goal::Rows(rows) = &self.goal {
            return rows.clone();
        }
        let mut rows = Vec::new();
        for pieces in self.unbroken_goals() {
            for first in 0..=self.cells() - pieces.len() {
                let mut row = vec![Place::Vacant; self.cells()];
                row[first..first + pieces.len()].copy_from_slice(&pieces);
                rows.push(row);
            }
        }
        rows
    }

    /// Whether a plan is short enough for all its states to be kept, and shown.
    fn keeps_states(&self, moves: usize) -> bool {
        moves.saturating_mul(self.cells()) <= MAX_STATES
    }

    /// What a plan of these moves, from left end to left end, claims. The moves have to be on the line.
    fn candidate(&self, moves: &[(usize, usize)]) -> Candidate {
        let keep = self.keeps_states(moves.len());
        let mut row = self.start.clone();
        let mut states = vec![text(&row)];
        for &(from, to) in moves {
            for index in 0..self.block {
                let landing = if self.reverse { self.block - 1 - index } else { index };
                row[to + landing] = std::mem::replace(&mut row[from + index], Place::Vacant);
            }
            if keep {
                states.push(text(&row));
            }
        }
        let moves: Vec<Value> = moves.iter().map(|&(from, to)| vec![from + 1, to + 1].into()).collect();
        let candidate = Candidate::new(vec![text(&row)]).with("moves", moves);
        if keep { candidate.with("states", states) } else { candidate }
    }
}

/// Why there is no plan of so few moves.
fn too_few(moves: usize, least: usize) -> String {
    format!(
        "at least {least} moves are needed: only at the two ends of a block do neighbours change, and that {moves} moves do \
         not change enough of them"
    )
}

/// Whether two rows have the same numbers of black and of white pieces.
fn same_pieces(a: &[Place], b: &[Place]) -> bool {
    let count = |row: &[Place], colour: Place| row.iter().filter(|&&place| place == colour).count();
    [Place::Black, Place::White].into_iter().all(|colour| count(a, colour) == count(b, colour))
}

impl Rules for Line {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::plan(self, &claimed).map(|_| claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        &["moves", "states"]
    }
}

impl Instance for Line {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::plan(self, &verify::plan(self, solution.candidate()).unwrap_or_default())
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn formulate(&self, _formulation: &str, horizon: Option<usize>, problem: Problem) -> Result<Formulated, Refused> {
        Ok(constrain::constrain(self, horizon, problem)?)
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

    fn plans(&self) -> Option<&dyn Plans> {
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
    /// Where its many moves are beyond any solver.
    fn direct_method(&self) -> Option<&'static str> {
        reduce::is_best(self).then_some(reduce::NAME)
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        match name {
            reduce::NAME => reduce::run(self, request),
            search::NAME => search::run(self, request),
            _ => Outcome::Unknown(format!("alternation has no method `{name}`")).into(),
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

impl Symmetry for Line {
    fn symmetries(&self, colours: bool) -> Result<Group, String> {
        Ok(symmetry::group(self, colours))
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        symmetry::image(self, solution, by)
    }
}

impl Explanation for Line {
    fn argument(&self) -> Option<String> {
        let (moves, least) = (self.moves?, progress::at_least(self)?);
        (least > moves).then(|| too_few(moves, least))
    }

    /// The moves.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let moves = verify::plan(self, solution.candidate()).unwrap_or_default().into_iter().enumerate();
        let feature = |(index, (from, to)): (usize, (usize, usize))| {
            let value = format!("{} -> {}", cells(from, self.block), cells(to, self.block));
            Feature { name: format!("move {}", index + 1), cell: None, clue: value.clone(), value }
        };
        moves.map(feature).collect()
    }
}
