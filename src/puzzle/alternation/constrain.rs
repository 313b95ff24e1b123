//! The formulation `vacancy`: where each move takes its block from and to.
//!
//! The decisions are two integers a move, the left ends `move 3 from` and `move 3 to`, so plans and assignments are one to
//! one. When the vacant cells are just one block, they always are the gap that the last move left: `to` of a move is
//! `from` of the one before, and one integer a move is enough. Everything else is auxiliary and follows from the
//! decisions: two Booleans a cell and row (black, white; vacant is neither), one per piece of the moving block (its
//! colour, carried from row to row), and what the progress bound needs.
//!
//! A move is stated by a few clauses per place: `[from = p]` has pieces in `p..p + b`, carries their colours and leaves
//! vacant cells; `[to = q]` finds vacant cells and puts the colours down; a cell that changes is in the block or in the
//! room for it.
//!
//! Progress (redundant; see [`super::progress`]): the like adjacencies of the last row are those of the first, less what
//! vanishes at the ends of the blocks as they leave, plus what appears as they arrive. If there have to be fewer at the end,
//! every end that takes none away, and every end that adds one, is waste, and the number of moves says how much there
//! may be: an at-most over four literals a move with a small bound. Unlike adjacencies likewise, and the same with both
//! signs turned where there have to be more at the end. Ten pairs in ten moves: waste of at most 2 for like and 2 for
//! unlike.
//!
//! Sizes, for `t` moves of `b` pieces on `c` cells: `2c(t + 1) + (b + 16)t` Booleans, and about `(9b + 40)ct` clauses; ten
//! pairs in ten moves: 650 Booleans, 11,000 clauses.

use super::progress::Adjacencies;
use super::{Line, Place, Row, text};
use crate::constraint::{Assignment, BoolVar, Constraint, IntVar, Literal, Origin, OriginId, Problem};
use crate::puzzle::Formulated;
use crate::solution::Candidate;
use serde_json::Value;
use std::ops::RangeInclusive;

/// More moves times cells times pieces of a block than this are refused: the formula would not fit in memory.
const MAX_SIZE: usize = 400_000;
/// States are part of a solution as long as they have no more cells than this in all.
const MAX_STATES: usize = 1_000_000;

/// The variables of one row.
struct State {
    black: Vec<BoolVar>,
    white: Vec<BoolVar>,
}

/// A left end of a block: an integer, 1-based, and the 0-based places it can be.
#[derive(Clone)]
struct End {
    variable: IntVar,
    places: RangeInclusive<usize>,
}

impl End {
    fn new(problem: &mut Problem, name: String, places: RangeInclusive<usize>) -> End {
        let domain = *places.start() as i64 + 1..=*places.end() as i64 + 1;
        End { variable: problem.integer(name, domain), places }
    }

    /// Every place with the literal that says so.
    fn at(&self) -> impl Iterator<Item = (usize, Literal)> + use<> {
        let variable = self.variable;
        self.places.clone().map(move |place| (place, variable.equals(place as i64 + 1)))
    }
}

/// One move.
struct Move {
    from: End,
    to: End,
    /// Whether the pieces of the block are black, from left to right before the move.
    block: Vec<BoolVar>,
}

pub(super) fn constrain(line: &Line, horizon: Option<usize>) -> Result<Formulated, String> {
    // Without either, no accepted row has these pieces: the goal alone is a contradiction.
    let steps = line.moves.or(horizon).unwrap_or(0);
    let (cells, block) = (line.cells(), line.block);
    if steps.saturating_mul(cells * block) > MAX_SIZE {
        return Err(format!(
            "`vacancy` does not apply: {steps} moves of {block} on {cells} cells are too many; moves times block times cells \
             may be at most {MAX_SIZE}"
        ));
    }
    let mut formulation = Formulation::new(line, steps);
    formulation.start();
    formulation.goal();
    for step in 0..steps {
        formulation.step(step);
    }
    formulation.progress();
    let Formulation { problem, moves, .. } = formulation;
    let line = line.clone();
    let decode = move |assignment: &Assignment| {
        let place = |end: &End| assignment.integer(end.variable);
        let pairs: Vec<(i64, i64)> = moves.iter().map(|step| (place(&step.from), place(&step.to))).collect();
        candidate(&line, &pairs)
    };
    Ok(Formulated { problem, decode: Box::new(decode) })
}

/// The solution with these moves, 1-based left ends.
fn candidate(line: &Line, moves: &[(i64, i64)]) -> Candidate {
    let mut row = line.start.clone();
    let mut states = vec![text(&row)];
    for &(from, to) in moves {
        let (from, to) = (from as usize - 1, to as usize - 1);
        for index in 0..line.block {
            let landing = if line.reverse { line.block - 1 - index } else { index };
            row[to + landing] = std::mem::replace(&mut row[from + index], Place::Vacant);
        }
        states.push(text(&row));
    }
    let moves: Vec<Value> = moves.iter().map(|&(from, to)| vec![from, to].into()).collect();
    let candidate = Candidate::new(vec![text(&row)]);
    let small = moves.len() * line.cells() <= MAX_STATES;
    let candidate = candidate.with("moves", moves);
    if small { candidate.with("states", states) } else { candidate }
}

struct Formulation<'a> {
    line: &'a Line,
    problem: Problem,
    /// One more than moves.
    states: Vec<State>,
    moves: Vec<Move>,
}

impl Formulation<'_> {
    /// The variables.
    fn new(line: &Line, steps: usize) -> Formulation<'_> {
        let mut problem = Problem::new();
        let cells = line.cells();
        let vacant: Vec<usize> = (0..cells).filter(|&cell| line.start[cell] == Place::Vacant).collect();
        let gap = (vacant.len() == line.block).then(|| vacant[0]);
        let anywhere = 0..=cells - line.block;
        let mut moves: Vec<Move> = Vec::with_capacity(steps);
        for step in 0..steps {
            let number = step + 1;
            let from = End::new(&mut problem, format!("move {number} from"), anywhere.clone());
            let to = match (gap, moves.last()) {
                (Some(_), Some(last)) => last.from.clone(),
                (Some(gap), None) => End::new(&mut problem, format!("move {number} to"), gap..=gap),
                (None, _) => End::new(&mut problem, format!("move {number} to"), anywhere.clone()),
            };
            let colour = |index| problem.auxiliary(format!("move {number}: piece {} is black", index + 1));
            let block = (0..line.block).map(colour).collect();
            moves.push(Move { from, to, block });
        }
        let mut colours = |name: &str, step: usize| -> Vec<BoolVar> {
            (1..=cells).map(|cell| problem.auxiliary(format!("{name} at {cell} after {step}"))).collect()
        };
        let states = (0..=steps).map(|step| State { black: colours("black", step), white: colours("white", step) });
        let states = states.collect();
        Formulation { line, problem, states, moves }
    }

    /// The first row, and that no cell is black and white in any.
    fn start(&mut self) {
        let origin = self.problem.origin(Origin::rule("start").at(self.line.start_place));
        for literal in says(&self.states[0], &self.line.start) {
            self.problem.post(origin, Constraint::clause([literal]));
        }
        let origin = self.problem.origin(Origin::rule("cells").detail("a cell holds one piece at most"));
        for state in &self.states {
            for (&black, &white) in state.black.iter().zip(&state.white) {
                self.problem.post(origin, Constraint::clause([!black, !white]));
            }
        }
    }

    /// The last row is an accepted one: a variable for each, of which exactly one can be true.
    fn goal(&mut self) {
        let last = &self.states[self.states.len() - 1];
        let origin = self.problem.origin(Origin::rule("goal").at(self.line.goal_place));
        let mut accepted: Vec<Literal> = Vec::new();
        for row in self.line.goal_rows() {
            let is = Literal::from(self.problem.auxiliary(format!("ends with {}", text(&row))));
            for literal in says(last, &row) {
                self.problem.post(origin, Constraint::implies(is, [literal]));
            }
            accepted.push(is);
        }
        self.problem.post(origin, Constraint::clause(accepted));
    }

    /// One move, from one row to the next.
    fn step(&mut self, step: usize) {
        let Formulation { line, problem, states, moves } = self;
        let (before, after) = (&states[step], &states[step + 1]);
        let Move { from, to, block } = &moves[step];
        let width = line.block;
        let mut origin = |rule| problem.origin(Origin::rule(rule).detail(format!("move {}", step + 1)));
        let (pieces, room, order, rest) = (origin("block"), origin("room"), origin("order"), origin("rest"));
        for (left, here) in from.at() {
            for index in 0..width {
                let cell = left + index;
                let (black, white) = (before.black[cell].into(), before.white[cell].into());
                let colour = Literal::from(block[index]);
                problem.post(pieces, Constraint::implies(here, [black, white]));
                problem.post(order, Constraint::implies(here, [!colour, black]));
                problem.post(order, Constraint::implies(here, [colour, white]));
                problem.post(rest, Constraint::implies(here, [!after.black[cell]]));
                problem.post(rest, Constraint::implies(here, [!after.white[cell]]));
            }
        }
        // A gap that the move before has left is vacant already.
        let found = step > 0 && to.variable == moves[step - 1].from.variable;
        for (left, here) in to.at() {
            for index in 0..width {
                let cell = left + index;
                let colour = Literal::from(block[if line.reverse { width - 1 - index } else { index }]);
                if !found {
                    problem.post(room, Constraint::implies(here, [!before.black[cell]]));
                    problem.post(room, Constraint::implies(here, [!before.white[cell]]));
                }
                problem.post(order, Constraint::implies(here, [!colour, after.black[cell].into()]));
                problem.post(order, Constraint::implies(here, [colour, after.white[cell].into()]));
            }
        }
        for cell in 0..line.cells() {
            let covers = |end: &End| -> Vec<Literal> {
                let covering = end.at().filter(|&(left, _)| (left..left + width).contains(&cell));
                covering.map(|(_, here)| here).collect()
            };
            let (leaves, arrives) = (covers(from), covers(to));
            for (before, after) in [(before.black[cell], after.black[cell]), (before.white[cell], after.white[cell])] {
                let stays = [!before, after.into()];
                problem.post(rest, Constraint::clause(stays.into_iter().chain(leaves.iter().copied())));
                let stays = [before.into(), !after];
                problem.post(rest, Constraint::clause(stays.into_iter().chain(arrives.iter().copied())));
            }
        }
    }

    /// The bounds on waste.
    fn progress(&mut self) {
        let rows: Vec<Adjacencies> = self.line.goal_rows().iter().map(|row| Adjacencies::of(row)).collect();
        let start = Adjacencies::of(&self.line.start);
        let change = |count: fn(&Adjacencies) -> i64| {
            let changes = rows.iter().map(|row| count(row) - count(&start));
            changes.clone().min().zip(changes.max())
        };
        let (Some(like), Some(unlike)) = (change(|row| row.like), change(|row| row.unlike)) else { return };
        let origin = self.problem.origin(Origin::rule("progress"));
        let ends: Vec<[Adjacency; 4]> = (0..self.moves.len()).map(|step| self.ends(origin, step)).collect();
        for (which, (least, most)) in [like, unlike].into_iter().enumerate() {
            let kind = |end: &Adjacency| if which == 0 { end.like } else { end.unlike };
            // Σ appears - Σ vanishes is the change; each of the two is at most two a move.
            let fewer = most < 0;
            if !fewer && least <= 0 {
                continue;
            }
            let waste = ends.iter().flat_map(|[left, right, new_left, new_right]| {
                let (vanish, appear) = ([kind(left), kind(right)], [kind(new_left), kind(new_right)]);
                vanish
                    .map(|end| if fewer { !end } else { end })
                    .into_iter()
                    .chain(appear.map(|end| if fewer { end } else { !end }))
            });
            let allowed = 2 * self.moves.len() as i64 + if fewer { most } else { -least };
            let waste: Vec<Literal> = waste.collect();
            self.problem.post_redundant(origin, Constraint::at_most(allowed, waste));
        }
    }

    /// The adjacencies at the ends of a move's block: left and right where it leaves, left and right where it arrives.
    fn ends(&mut self, origin: OriginId, step: usize) -> [Adjacency; 4] {
        let line = self.line;
        let width = line.block;
        let (first, last) = (self.moves[step].block[0], self.moves[step].block[width - 1]);
        let (new_first, new_last) = if line.reverse { (last, first) } else { (first, last) };
        let mut end = |arrives: bool, left_side: bool, piece: BoolVar, what: &str| {
            let Formulation { problem, states, moves, .. } = &mut *self;
            let state = &states[if arrives { step + 1 } else { step }];
            let end = if arrives { &moves[step].to } else { &moves[step].from };
            let mut name = |what: String| Literal::from(problem.auxiliary(format!("move {}: {what}", step + 1)));
            let black = name(format!("black {what}"));
            let white = name(format!("white {what}"));
            let like = name(format!("like {what}"));
            let unlike = name(format!("unlike {what}"));
            for (left, here) in end.at() {
                let beside = if left_side {
                    left.checked_sub(1)
                } else {
                    Some(left + width).filter(|&cell| cell < line.cells())
                };
                for (colour, cells) in [(black, &state.black), (white, &state.white)] {
                    match beside {
                        Some(cell) => {
                            let cell = Literal::from(cells[cell]);
                            problem.post_redundant(origin, Constraint::implies(here, [!colour, cell]));
                            problem.post_redundant(origin, Constraint::implies(here, [colour, !cell]));
                        }
                        None => problem.post_redundant(origin, Constraint::implies(here, [!colour])),
                    }
                }
            }
            let piece = Literal::from(piece);
            for (adjacency, if_black, if_white) in [(like, black, white), (unlike, white, black)] {
                problem.post_redundant(origin, Constraint::clause([!piece, !if_black, adjacency]));
                problem.post_redundant(origin, Constraint::clause([!piece, if_black, !adjacency]));
                problem.post_redundant(origin, Constraint::clause([piece, !if_white, adjacency]));
                problem.post_redundant(origin, Constraint::clause([piece, if_white, !adjacency]));
            }
            Adjacency { like, unlike }
        };
        [
            end(false, true, first, "left of the block"),
            end(false, false, last, "right of the block"),
            end(true, true, new_first, "left of its new place"),
            end(true, false, new_last, "right of its new place"),
        ]
    }
}

/// Whether there is a like, or an unlike, adjacency at an end of a block.
struct Adjacency {
    like: Literal,
    unlike: Literal,
}

/// The literals that say that a state is this row.
fn says(state: &State, row: &Row) -> Vec<Literal> {
    let cell = |(cell, &place): (usize, &Place)| {
        let signed = |variable: BoolVar, holds: bool| if holds { Literal::from(variable) } else { !variable };
        [signed(state.black[cell], place == Place::Black), signed(state.white[cell], place == Place::White)]
    };
    row.iter().enumerate().flat_map(cell).collect()
}
