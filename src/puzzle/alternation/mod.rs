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
//! Room: the field table and the instance (this file), `progress` (what a move can gain), `constrain` (the formulation),
//! `visit` (all states that can be reached), `symmetry` (what keeps an instance), `verify` (the rules). A row is a list of
//! `Place`s, cells are 0-based inside and 1-based wherever a person sees them.

mod constrain;
mod progress;
mod symmetry;
#[cfg(test)]
mod tests;
mod verify;
mod visit;

use super::{Feature, Formulated, Instance, Named, Puzzle, Question, Reachable};
use crate::board::Cell;
use crate::board::picture::{Lines, Mark, Panel, Picture, Square};
use crate::board::symmetry::{Group, Permutation};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Drawing, Field, Glyph, Kind, Model, Table, Value};
use crate::route::Route;
use crate::solution::{Candidate, Solution, Violation};
use crate::source::Span;

/// The longest line: a thousand pairs and some room.
const MAX_CELLS: usize = 2_500;
/// The most moves a model may ask for.
const MAX_MOVES: i64 = 100_000;
/// The most accepted rows a model may list.
const MAX_ROWS: usize = 1_000;

const ROW: Kind =
    Kind::Drawing(&[Glyph::one('B', "a black piece"), Glyph::one('W', "a white piece"), Glyph::one('.', "vacant")]);

const FIELDS: &[Field] = &[
    Field {
        name: "start",
        kind: ROW,
        required: true,
        default: None,
        doc: "the line before the first move; somewhere it has `block` adjacent vacant cells",
        example: "\"BBBBWWWW..\"",
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
              changes once; or a list of accepted lines",
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

    fn read(&self, model: &Model) -> Result<Box<dyn Instance>, Diagnostics> {
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
    /// One unbroken row with one change of colour.
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
    fn read(fields: &Table) -> Result<Line, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let block = fields.integer("block").map_or(2, |block| block as usize);
        let start = fields.drawing("start").and_then(|drawing| one_row(drawing, "`start`", &mut wrong));
        if let (Some(row), Some(drawing)) = (&start, fields.drawing("start")) {
            check_start(row, drawing, block, &mut wrong);
        }
        let goal = match fields.list("goal") {
            None if fields.text("goal") == Some("separated") => Goal::Separated,
            None => Goal::Alternating,
            Some(items) => {
                let mut rows = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let Value::Drawing(drawing) = &item.value else { continue };
                    let what = format!("item {} of `goal`", index + 1);
                    let row = one_row(drawing, &what, &mut wrong);
                    if let (Some(row), Some(start)) = (row, &start) {
                        check_goal(&row, start, &what, drawing.span(), &mut wrong);
                        rows.push(row);
                    }
                }
                rows.sort_unstable();
                rows.dedup();
                Goal::Rows(rows)
            }
        };
        let line = Line {
            start: start.unwrap_or_default(),
            goal,
            block,
            reverse: fields.boolean("reverse").unwrap_or(false),
            moves: fields.integer("moves").map(|moves| moves as usize),
            start_place: fields.span_of("start"),
            // A default has the span of the file, and no value starts a file.
            goal_place: Some(fields.span_of("goal")).filter(|place| place.start > 0),
        };
        wrong.into_result(line)
    }

    fn cells(&self) -> usize {
        self.start.len()
    }

    fn pieces(&self) -> usize {
        self.start.iter().filter(|&&place| place != Place::Vacant).count()
    }

    /// A row as it is drawn; the block that has arrived somewhere stands out, the start is given.
    fn squares(&self, row: &[Place], arrived: Option<usize>) -> Vec<Square> {
        let square = |(cell, place): (usize, &Place)| Square {
            region: Some(0),
            marked: arrived.is_some_and(|left| (left..left + self.block).contains(&cell)),
            mark: match place {
                Place::Vacant => Mark::Dot,
                Place::Black => Mark::Black,
                Place::White => Mark::White,
            },
            given: arrived.is_none(),
            ..Square::default()
        };
        row.iter().enumerate().map(square).collect()
    }

    /// The accepted rows that have the pieces of the start; none when the goal cannot be met, whatever the moves.
    fn goal_rows(&self) -> Vec<Row> {
        let pieces = self.pieces();
        let unbroken: Vec<Row> = match &self.goal {
            Goal::Rows(rows) => return rows.clone(),
            Goal::Alternating => [[Place::Black, Place::White], [Place::White, Place::Black]]
                .map(|pair| pair.into_iter().cycle().take(pieces).collect())
                .to_vec(),
            Goal::Separated => {
                let black = self.start.iter().filter(|&&place| place == Place::Black).count();
                let run = |place: Place, count: usize| std::iter::repeat_n(place, count);
                if black == 0 || black == pieces {
                    // One colour alone never changes.
                    return Vec::new();
                }
                let white = pieces - black;
                vec![
                    run(Place::Black, black).chain(run(Place::White, white)).collect(),
                    run(Place::White, white).chain(run(Place::Black, black)).collect(),
                ]
            }
        };
        let mut rows = Vec::new();
        for pieces in unbroken.iter().filter(|row| same_pieces(row, &self.start)) {
            for first in 0..=self.cells() - pieces.len() {
                let mut row = vec![Place::Vacant; self.cells()];
                row[first..first + pieces.len()].copy_from_slice(pieces);
                rows.push(row);
            }
        }
        rows
    }
}

/// The only row of a drawing.
fn one_row(drawing: &Drawing, what: &str, wrong: &mut Diagnostics) -> Option<Row> {
    if drawing.height() != 1 {
        let message = format!("{what} has {} rows; a line has one", drawing.height());
        wrong.push(Diagnostic::new("not-a-line", message).at(drawing.span(), ""));
        return None;
    }
    if drawing.width() > MAX_CELLS {
        let message = format!("{what} has {} cells; at most {MAX_CELLS} are accepted", drawing.width());
        wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
        return None;
    }
    // The reader has accepted every character.
    Some(drawing.row(0).chars().filter_map(Place::of).collect())
}

fn check_start(row: &[Place], drawing: &Drawing, block: usize, wrong: &mut Diagnostics) {
    let vacant = |place: &Place| *place == Place::Vacant;
    if row.iter().all(vacant) {
        wrong.push(Diagnostic::new("no-pieces", "`start` has no pieces").at(drawing.span(), ""));
    }
    // Where a run of vacant cells is longest; the cell after a piece, or the first, starts one.
    let run = |left: usize| row[left..].iter().take_while(|place| vacant(place)).count();
    let longest = (0..row.len()).rev().max_by_key(|&left| run(left)).unwrap_or(0);
    match run(longest) {
        0 => wrong.push(
            Diagnostic::new("no-vacancy", "`start` has no vacant cell, so no piece can move")
                .at(drawing.span(), "")
                .help(format!("a block of {block} needs {block} adjacent vacant cells, at an end or between pieces")),
        ),
        room if room < block => {
            let most = if room == 1 { "no two vacant cells".into() } else { format!("at most {room} vacant cells") };
            let message = format!("a block of {block} has no room to move to: {most} are adjacent");
            wrong.push(Diagnostic::new("no-room", message).at(drawing.span_at(Cell::new(0, longest)), "the most room"));
        }
        _ => {}
    }
}

fn check_goal(row: &[Place], start: &[Place], what: &str, place: Span, wrong: &mut Diagnostics) {
    if row.len() != start.len() {
        let message = format!("{what} has {} cells, but `start` has {}", row.len(), start.len());
        wrong.push(Diagnostic::new("wrong-length", message).at(place, ""));
    } else if !same_pieces(row, start) {
        let count = |row: &[Place]| {
            let of = |colour: Place| row.iter().filter(|&&place| place == colour).count();
            format!("{} black and {} white pieces", of(Place::Black), of(Place::White))
        };
        let message = format!("{what} has {}, but `start` has {}", count(row), count(start));
        wrong.push(Diagnostic::new("wrong-pieces", message).at(place, "cannot be reached"));
    }
}

/// Whether two rows have the same numbers of black and of white pieces.
fn same_pieces(a: &[Place], b: &[Place]) -> bool {
    let count = |row: &[Place], colour: Place| row.iter().filter(|&&place| place == colour).count();
    [Place::Black, Place::White].into_iter().all(|colour| count(a, colour) == count(b, colour))
}

impl Instance for Line {
    fn verify(&self, candidate: &Candidate) -> Result<(), Violation> {
        verify::plan(self, candidate).map(|_| ())
    }

    /// A row per state; the pieces that have just moved stand out.
    fn draw(&self, solution: &Solution) -> Picture {
        let moves = verify::plan(self, solution.candidate()).unwrap_or_default();
        let mut row = self.start.clone();
        let mut panel = Panel {
            rows: vec![self.squares(&row, None)],
            labels: vec!["start".to_string()],
            lines: Lines::None,
            ..Panel::default()
        };
        for (index, &(from, to)) in moves.iter().enumerate() {
            row = verify::moved(self, &row, from, to).unwrap_or(row);
            panel.rows.push(self.squares(&row, Some(to)));
            let (from, to) = (cells(from, self.block), cells(to, self.block));
            panel.labels.push(format!("{}: {from} -> {to}", index + 1));
        }
        Picture { panels: vec![panel], captions: Vec::new() }
    }

    fn draw_givens(&self) -> Picture {
        let mut panel = Panel {
            rows: vec![self.squares(&self.start, None)],
            labels: vec!["start".to_string()],
            lines: Lines::None,
            ..Panel::default()
        };
        if let Goal::Rows(rows) = &self.goal {
            panel.rows.extend(rows.iter().map(|row| self.squares(row, None)));
            panel.labels.extend(rows.iter().map(|_| "goal".to_string()));
        }
        Picture { panels: vec![panel], captions: Vec::new() }
    }

    fn argument(&self) -> Option<String> {
        let (moves, least) = (self.moves?, progress::at_least(self)?);
        (least > moves).then(|| {
            format!(
                "at least {least} moves are needed: only at the two ends of a block do neighbours change, and that {moves} \
                 moves do not change enough of them"
            )
        })
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

    fn constrain(&self, _formulation: &str, horizon: Option<usize>) -> Result<Formulated, String> {
        constrain::constrain(self, horizon)
    }

    fn symmetries(&self, colours: bool) -> Result<Group, String> {
        Ok(symmetry::group(self, colours))
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        symmetry::image(self, solution, by)
    }

    fn route(&self) -> Option<Route> {
        Some(Route::Sat)
    }

    /// A plan, unless the number of moves is given or no accepted row has these pieces: then there is nothing to grow.
    fn question(&self) -> Question {
        match progress::at_least(self) {
            Some(at_least) if self.moves.is_none() => Question::Plan { at_least },
            _ => Question::Board,
        }
    }

    /// Forgets the number of moves: the fewest are asked for.
    fn ask_fewest(&mut self) -> Result<(), String> {
        self.moves = None;
        Ok(())
    }

    fn reachable(&self, stop: &dyn Fn() -> bool) -> Reachable {
        visit::reachable(self, stop)
    }
}
