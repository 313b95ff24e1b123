//! The formulation `vacancy`: the source and the target of the block of every move.
//!
//! The decision variables are two integers per move, the left ends `move 3 from` and `move 3 to`, so plans and
//! assignments correspond one to one. When the vacant cells are a single block, they are always the gap that the last
//! move left: `to` of a move equals `from` of the one before, and one integer per move is enough. All other variables
//! are auxiliary and follow from the decision variables: a Boolean per colour, cell and row (a vacant cell has none), the
//! colours of the pieces of the moving block (carried from row to row; one Boolean for two colours, and one per colour
//! for more), and those of the progress bound.
//!
//! A listed row, and each accepted row of two colours, is a variable. With more colours the rows are too many: the goal
//! is then that the row begins at one of its places, and that pieces of one colour are a distance apart (see
//! [`super::goals`]) or, to be separated, that a colour does not come back.
//!
//! A few clauses per place state a move: `[from = p]` requires pieces in `p..p + b`, carries their colours and leaves
//! vacant cells; `[to = q]` requires vacant cells and sets their colours; a cell that changes is in the block or in
//! its target.
//!
//! Progress (redundant; see [`super::progress`]): the like adjacencies of the last row are those of the first, minus
//! those that vanish at the ends of the departing blocks, plus those that appear where they arrive. If the last row
//! must have fewer, every end that removes none and every end that adds one is *waste*, and the number of moves
//! bounds the waste: an at-most constraint over four literals per move. The same holds for unlike adjacencies; the
//! signs are reversed where the last row must have more. Ten pairs in ten moves: 19 of the 20 departing ends (the
//! last move removes one less) remove 18 like adjacencies, so the waste is at most 1; nine moves leave a
//! contradiction.
//!
//! Sizes, for `t` moves of `b` pieces on `c` cells: `2c(t + 1) + (b + 16)t` Booleans, `t` integers (`2t` with more vacant
//! cells) and about `(9b + 20)ct` constraints; ten pairs in ten moves: 8,837 clauses after lowering, solved in 0.1 s. Without
//! the bounds, eight pairs take ten times as long.

use super::progress::Adjacencies;
use super::{Goal, Line, Place, Row, progress};
use boardwright_base::board::Cell;
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::origin::{Argument, BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, Draft, IntVar, Literal, Origin, OriginId};
use boardwright_puzzle::{Decisions, Formulated, Placeable, PlaceableKind};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The maximum of moves times cells times pieces of a block: a larger formula would have millions of clauses, and no
/// solver finds such a plan.
const MAX_SIZE: usize = 100_000;
/// The maximum of accepted rows times cells: each has two clauses.
const MAX_GOAL: usize = 1_000_000;

/// The variables of one row.
struct State {
    /// For each colour, the cells with such a piece.
    colours: Vec<Vec<BoolVar>>,
}

impl State {
    /// Returns the literals of a cell, one for each colour.
    fn at(&self, cell: usize) -> impl Iterator<Item = Literal> {
        self.colours.iter().map(move |cells| cells[cell].into())
    }
}

/// A left end of a block: an integer, 1-based, and its possible places, 0-based.
#[derive(Clone)]
struct End {
    variable: IntVar,
    places: RangeInclusive<usize>,
}

impl End {
    fn new(problem: &mut Draft, name: String, places: RangeInclusive<usize>) -> End {
        let domain = *places.start() as i64 + 1..=*places.end() as i64 + 1;
        End { variable: problem.integer(name, domain), places }
    }

    /// Returns every place with the literal that is true there.
    fn at(&self) -> impl Iterator<Item = (usize, Literal)> + use<> {
        let variable = self.variable;
        self.places.clone().map(move |place| (place, variable.equals(place as i64 + 1)))
    }

    /// Returns the literals of which one is true exactly when the block covers the cell.
    fn covers(&self, cell: usize, block: usize) -> Vec<Literal> {
        let first = (cell + 1).saturating_sub(block).max(*self.places.start());
        let last = cell.min(*self.places.end());
        (first..=last).map(|place| self.variable.equals(place as i64 + 1)).collect()
    }
}

/// One move.
struct Move {
    from: End,
    to: End,
    /// Whether the pieces of the block have each colour, from left to right before the move.
    block: Vec<Vec<Literal>>,
}

/// The formula would be too large.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum TooLarge {
    #[error(
        "`vacancy` does not apply: {moves} moves of {block} on {cells} cells are too many (maximum {MAX_SIZE} for \
        moves x block x cells)"
    )]
    Moves { moves: usize, block: usize, cells: usize },
    #[error(
        "`vacancy` does not apply: {rows} goal rows of {cells} cells are too many (maximum {MAX_GOAL} for rows x cells)"
    )]
    Goals { rows: usize, cells: usize },
}

pub(super) fn constrain(line: &Line, horizon: Option<usize>, problem: Draft) -> Result<Formulated, Refused<TooLarge>> {
    // If both are empty, no accepted row has these pieces: the goal alone is a contradiction.
    let steps = line.moves.or(horizon).unwrap_or(0);
    let (cells, block) = (line.cells(), line.block);
    if steps.max(1).saturating_mul(cells.saturating_mul(block)) > MAX_SIZE {
        return Err(Refused::Inapplicable(TooLarge::Moves { moves: steps, block, cells }));
    }
    let goals = if line.lists_goals() { line.goal_count() } else { 0 };
    if goals * cells > MAX_GOAL {
        return Err(Refused::Inapplicable(TooLarge::Goals { rows: goals, cells }));
    }
    let mut formulation = Formulation::new(line, steps, problem);
    formulation.start();
    if line.lists_goals() {
        formulation.goal(&line.goal_rows());
    } else {
        formulation.rules();
    }
    for step in 0..steps {
        formulation.step(step);
    }
    formulation.progress();
    let Formulation { problem, moves, .. } = formulation;
    let placements = moves.iter().flat_map(|step| [&step.from, &step.to]).enumerate().flat_map(|(class, end)| {
        end.at().map(move |(left, literal)| Placeable {
            class,
            kind: PlaceableKind::Block,
            cells: (left..left + block).collect(),
            literal,
        })
    });
    let decisions = Decisions { placements: placements.collect(), ..Decisions::default() };
    let decode = move |assignment: &Assignment| {
        let place = |end: &End| assignment.integer(end.variable) as usize - 1;
        let pairs: Vec<(usize, usize)> = moves.iter().map(|step| (place(&step.from), place(&step.to))).collect();
        super::candidate(&pairs)
    };
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: Some(decisions.into()) })
}

struct Formulation<'a> {
    line: &'a Line,
    problem: Draft,
    /// The states: one more than there are moves.
    states: Vec<State>,
    moves: Vec<Move>,
}

impl Formulation<'_> {
    /// The variables.
    fn new(line: &Line, steps: usize, mut problem: Draft) -> Formulation<'_> {
        let cells = line.cells();
        let vacant: Vec<usize> = (0..cells).filter(|&cell| line.start[cell] == Place::VACANT).collect();
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
            let block = (1..=line.block).map(|index| piece(&mut problem, line, number, index)).collect();
            moves.push(Move { from, to, block });
        }
        let mut colours = |name: &str, step: usize| -> Vec<BoolVar> {
            (1..=cells).map(|cell| problem.auxiliary(format!("{name} at {cell} after {step}"))).collect()
        };
        let names: Vec<String> = (0..line.letters.len()).map(|colour| line.letters.name(colour)).collect();
        let states = (0..=steps).map(|step| State { colours: names.iter().map(|name| colours(name, step)).collect() });
        let states = states.collect();
        Formulation { line, problem, states, moves }
    }

    /// The first row, and that no cell has two colours in any row.
    fn start(&mut self) {
        let origin = self.problem.origin(
            Origin::built_in(BuiltIn::Start)
                .clue_at(self.line.start_place)
                .on((0..self.line.cells()).map(|cell| Cell::new(0, cell))),
        );
        for literal in says(&self.states[0], &self.line.start) {
            self.problem.post(origin, Constraint::clause([literal]));
        }
        let origin = self.problem.origin(Origin::built_in(BuiltIn::Cells));
        for state in &self.states {
            for cell in 0..self.line.cells() {
                let colours: Vec<Literal> = state.at(cell).collect();
                for (index, &colour) in colours.iter().enumerate() {
                    for &other in &colours[index + 1..] {
                        self.problem.post(origin, Constraint::clause([!colour, !other]));
                    }
                }
            }
        }
    }

    /// The last row is accepted: one variable for each accepted row, of which exactly one is true.
    fn goal(&mut self, rows: &[Row]) {
        let origin = self.goal_origin(rows.is_empty());
        let last = &self.states[self.states.len() - 1];
        let mut accepted: Vec<Literal> = Vec::with_capacity(rows.len());
        for row in rows {
            let is = Literal::from(self.problem.auxiliary(format!("ends with {}", self.line.text(row))));
            for literal in says(last, row) {
                self.problem.post(origin, Constraint::implies(is, [literal]));
            }
            accepted.push(is);
        }
        self.problem.post(origin, Constraint::clause(accepted));
    }

    fn goal_origin(&mut self, impossible: bool) -> OriginId {
        let part = if impossible { Instance::Argument(Argument::NoRow) } else { Instance::Whole };
        let origin = Origin::built_in(BuiltIn::Goal).part(part);
        let origin = self.line.goal_place.map_or(origin.clone(), |place| origin.clue_at(place));
        self.problem.origin(origin)
    }

    /// The last row is accepted, with more than two colours: it is unbroken, and its colours are in order.
    fn rules(&mut self) {
        let origin = self.goal_origin(!self.line.has_goal());
        let Formulation { line, problem, states, .. } = self;
        let (last, cells, pieces) = (&states[states.len() - 1], line.cells(), line.pieces());
        if !line.has_goal() {
            problem.post(origin, Constraint::clause([]));
            return;
        }
        let mut firsts: Vec<Literal> = Vec::new();
        for first in 0..=cells - pieces {
            let begins = Literal::from(problem.auxiliary(format!("the last row begins at {}", first + 1)));
            for cell in 0..cells {
                if (first..first + pieces).contains(&cell) {
                    problem.post(origin, Constraint::implies(begins, last.at(cell)));
                } else {
                    last.at(cell).for_each(|taken| problem.post(origin, Constraint::implies(begins, [!taken])));
                }
            }
            firsts.push(begins);
        }
        problem.post(origin, Constraint::clause(firsts));
        for (colour, taken) in last.colours.iter().enumerate() {
            for apart in 1..line.distance() {
                for (&cell, &other) in taken.iter().zip(taken.iter().skip(apart)) {
                    problem.post(origin, Constraint::clause([!cell, !other]));
                }
            }
            if line.goal != Goal::Separated {
                continue;
            }
            // Whether the colour has ended before a cell.
            let mut ended: Option<Literal> = None;
            for cell in 1..cells {
                let name = format!("{} ends before {}", line.letters.name(colour), cell + 1);
                let (ends, before) = (Literal::from(problem.auxiliary(name)), Literal::from(taken[cell - 1]));
                let here = Literal::from(taken[cell]);
                problem.post(origin, Constraint::clause([!before, here, ends]));
                problem.post(origin, Constraint::clause([!ends, !here]));
                problem.post(origin, Constraint::clause([!ends, before].into_iter().chain(ended)));
                if let Some(ended) = ended {
                    problem.post(origin, Constraint::clause([!ended, ends]));
                }
                ended = Some(ends);
            }
        }
    }

    /// One move, from one row to the next.
    fn step(&mut self, step: usize) {
        let Formulation { line, problem, states, moves } = self;
        let (before, after) = (&states[step], &states[step + 1]);
        let Move { from, to, block } = &moves[step];
        let width = line.block;
        let mut origin = |rule| problem.origin(Origin::built_in(rule).part(Instance::Move(step)));
        let (pieces, room) = (origin(BuiltIn::Block), origin(BuiltIn::Room));
        let (order, rest) = (origin(BuiltIn::Order), origin(BuiltIn::Rest));
        for (left, here) in from.at() {
            for (cell, piece) in (left..).zip(block) {
                problem.post(pieces, Constraint::implies(here, before.at(cell)));
                for (&colour, taken) in piece.iter().zip(before.at(cell)) {
                    problem.post(order, Constraint::implies(here, [!colour, taken]));
                    if piece.len() > 2 {
                        problem.post(order, Constraint::implies(here, [colour, !taken]));
                    }
                }
                for empty in after.at(cell) {
                    problem.post(rest, Constraint::implies(here, [!empty]));
                }
            }
        }
        let mut landed = block.clone();
        if line.reverse {
            landed.reverse();
        }
        // The gap that the previous move left is vacant already.
        let found = step > 0 && to.variable == moves[step - 1].from.variable;
        for (left, here) in to.at() {
            for (cell, piece) in (left..).zip(&landed) {
                if !found {
                    for taken in before.at(cell) {
                        problem.post(room, Constraint::implies(here, [!taken]));
                    }
                }
                for (&colour, taken) in piece.iter().zip(after.at(cell)) {
                    problem.post(order, Constraint::implies(here, [!colour, taken]));
                }
            }
        }
        for cell in 0..line.cells() {
            let (leaves, arrives) = (from.covers(cell, width), to.covers(cell, width));
            for (before, after) in before.at(cell).zip(after.at(cell)) {
                let stays = [!before, after];
                problem.post(rest, Constraint::clause(stays.into_iter().chain(leaves.iter().copied())));
                let stays = [before, !after];
                problem.post(rest, Constraint::clause(stays.into_iter().chain(arrives.iter().copied())));
            }
        }
    }

    /// Posts the bounds on waste.
    fn progress(&mut self) {
        let rows = progress::goal_adjacencies(self.line);
        if rows.is_empty() || self.moves.is_empty() {
            return;
        }
        let start = Adjacencies::of(&self.line.start);
        let unbroken = rows.iter().all(|row| row.unbroken);
        let origin = self.problem.origin(Origin::built_in(BuiltIn::Progress));
        let ends: Vec<Ends> = (0..self.moves.len()).map(|step| self.ends(origin, step)).collect();
        let counts: [fn(&Adjacencies) -> i64; 2] = [|row| row.like, |row| row.unlike];
        for (kind, count) in counts.into_iter().enumerate() {
            let change = |row| count(row) - count(&start);
            let vanishing = ends.iter().map(|ends| ends.vanish[kind]);
            let appearing = ends.iter().map(|ends| ends.appear[kind]);
            if let Some(least) = rows.iter().map(change).min().filter(|&least| least > 0) {
                // The first move from an unbroken row has an end at which nothing appears.
                let spared = usize::from(start.unbroken);
                let missed = appearing.skip(spared).flatten().map(|appears| !appears);
                self.waste(origin, least + spared as i64, missed.chain(vanishing.flatten()));
            } else if let Some(most) = rows.iter().map(change).max().filter(|&most| most < 0) {
                // The last move to an unbroken row has an end at which nothing vanishes.
                let spared = usize::from(unbroken);
                let missed = vanishing.rev().skip(spared).flatten().map(|vanishes| !vanishes);
                self.waste(origin, spared as i64 - most, missed.chain(appearing.flatten()));
            }
        }
    }

    /// Bounds the waste so that `needed` of the two adjacencies per move remain.
    fn waste(&mut self, origin: OriginId, needed: i64, waste: impl Iterator<Item = Literal>) {
        let allowed = 2 * self.moves.len() as i64 - needed;
        self.problem.post_redundant(origin, Constraint::at_most(allowed, waste));
    }

    /// Returns the adjacencies at the ends of a move's block.
    fn ends(&mut self, origin: OriginId, step: usize) -> Ends {
        let width = self.line.block;
        let block = &self.moves[step].block;
        let (first, last) = (block[0].clone(), block[width - 1].clone());
        let ends = [first.clone(), last.clone()];
        let [new_first, new_last] = if self.line.reverse { [last.clone(), first.clone()] } else { ends };
        let [like_left, unlike_left] = self.end(origin, step, false, true, &first);
        let [like_right, unlike_right] = self.end(origin, step, false, false, &last);
        let vanish = [[like_left, like_right], [unlike_left, unlike_right]];
        let [like_left, unlike_left] = self.end(origin, step, true, true, &new_first);
        let [like_right, unlike_right] = self.end(origin, step, true, false, &new_last);
        Ends { vanish, appear: [[like_left, like_right], [unlike_left, unlike_right]] }
    }

    /// Returns whether there is a like and an unlike adjacency at one end of a move's block, in the row before the
    /// move or, if it `arrives`, in the row after; `piece` is the block's piece at that end.
    fn end(&mut self, origin: OriginId, step: usize, arrives: bool, at_left: bool, piece: &[Literal]) -> [Literal; 2] {
        let Formulation { line, problem, states, moves } = self;
        let (state, end) =
            if arrives { (&states[step + 1], &moves[step].to) } else { (&states[step], &moves[step].from) };
        let side = if at_left { "left" } else { "right" };
        let when = if arrives { "after" } else { "before" };
        let mut name =
            |what: &str| Literal::from(problem.auxiliary(format!("move {}: {what} at the {side}, {when}", step + 1)));
        let beside_it: Vec<Literal> = (0..piece.len()).map(|colour| name(&line.letters.name(colour))).collect();
        let (like, unlike) = (name("like"), name("unlike"));
        for (left, here) in end.at() {
            let beside = if at_left { left.checked_sub(1) } else { Some(left + line.block) };
            let beside = beside.filter(|&cell| cell < line.cells());
            for (&colour, cells) in beside_it.iter().zip(&state.colours) {
                let Some(cell) = beside.map(|cell| Literal::from(cells[cell])) else {
                    problem.post_redundant(origin, Constraint::implies(here, [!colour]));
                    continue;
                };
                problem.post_redundant(origin, Constraint::implies(here, [!colour, cell]));
                problem.post_redundant(origin, Constraint::implies(here, [colour, !cell]));
            }
        }
        for (&is, &beside) in piece.iter().zip(&beside_it) {
            problem.post_redundant(origin, Constraint::clause([!is, !beside, like]));
            problem.post_redundant(origin, Constraint::clause([!is, beside, !like]));
        }
        for (colour, &is) in piece.iter().enumerate() {
            let others = beside_it.iter().enumerate().filter(|&(other, _)| other != colour).map(|(_, &beside)| beside);
            let others: Vec<Literal> = others.collect();
            for &beside in &others {
                problem.post_redundant(origin, Constraint::clause([!is, !beside, unlike]));
            }
            problem.post_redundant(origin, Constraint::clause([!is].into_iter().chain(others).chain([!unlike])));
        }
        [like, unlike]
    }
}

/// Returns whether a piece of the moving block has each colour.
fn piece(problem: &mut Draft, line: &Line, number: usize, index: usize) -> Vec<Literal> {
    let mut is = |colour| {
        let name = line.letters.name(colour);
        Literal::from(problem.auxiliary(format!("move {number}: piece {index} is {name}")))
    };
    match line.letters.len() {
        2 => {
            let first = is(0);
            vec![first, !first]
        }
        colours => (0..colours).map(is).collect(),
    }
}

/// The adjacencies that one move removes and adds: `[kind][side]`, like first, left first.
struct Ends {
    vanish: [[Literal; 2]; 2],
    appear: [[Literal; 2]; 2],
}

/// Returns the literals that are true exactly when a state is this row.
fn says(state: &State, row: &Row) -> Vec<Literal> {
    let cell = |(cell, &place): (usize, &Place)| {
        let signed = |variable: BoolVar, holds: bool| if holds { Literal::from(variable) } else { !variable };
        let colours = state.colours.iter().enumerate();
        colours.map(move |(colour, cells)| signed(cells[cell], place.colour() == Some(colour)))
    };
    row.iter().enumerate().flat_map(cell).collect()
}
