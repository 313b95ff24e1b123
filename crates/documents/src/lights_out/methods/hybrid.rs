//! The third solution: chase the lights with the first row untouched, derive the first row from the lights left in
//! the last row, and chase again.
//!
//! The effect of the first row on the last row is linear. On boards without holes, modulo 2, the first row is a
//! quotient of polynomials (see `polynomial`); otherwise a matrix with a column for each free button is eliminated.
//! Of the possible first rows, the method takes the one that does not press the first buttons, as the article leaves
//! out `x1` and `x2` on 5 x 5.

use super::super::board::Board;
use super::super::polynomial::Strip;
use super::super::sweep::{Row, Sweep, Words, obstacle};
use super::super::unbalanced;
use super::{candidate, halted, hand_over, hand_over_fewest, number, power};
use boardwright_base::board::Cell;
use boardwright_linear::dense::{solve_bits, solve_residues};
use boardwright_linear::vector::{Bits, Residues, Vector};
use boardwright_linear::{Solved, Space};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use serde_json::{Value, json};

/// The most free buttons: the matrix has as many rows and columns.
const MAX_FREE: usize = 20_000;

/// The number of lights and buttons that are named.
const NAMED: usize = 32;

/// The result of chasing the lights of a board.
pub(in super::super) struct Chased<R> {
    pub(in super::super) sweep: Sweep<R>,
    /// The states of the ends.
    pub(in super::super) left: Vec<u8>,
    /// The possible presses of the free buttons; `None` when none turns off the ends.
    pub(in super::super) free: Option<Space>,
    /// The presses of the free buttons that leave nothing on a dark board.
    pub(in super::super) quiet: Space,
}

/// Too many buttons are free.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`hybrid` does not apply: {cells} cells have no cell above (maximum {MAX_FREE})")]
pub(in super::super) struct TooManyFree {
    cells: usize,
}

/// Chases the lights of a board without an [`obstacle`]; `None` when halted.
///
/// # Errors
/// The reason, when there are too many free buttons.
pub(in super::super) fn chased<R: Row>(
    board: &Board,
    halt: &dyn Fn() -> bool,
) -> Result<Option<Chased<R>>, TooManyFree> {
    let sweep = Sweep::<R>::new(board);
    let count = sweep.free.len();
    if count > MAX_FREE {
        return Err(TooManyFree { cells: count });
    }
    let mut scratch = sweep.scratch();
    sweep.chase(true, &vec![0; count], &mut scratch, |_, _| {});
    let left = scratch.left;
    let spaces = if sweep.is_full() && board.states == 2 {
        by_polynomials(&sweep, &left, halt)
    } else {
        by_elimination(&sweep, &left, board.states, halt)
    };
    Ok(spaces.map(|(free, quiet)| Chased { sweep, left, free, quiet }))
}

fn by_polynomials<R>(sweep: &Sweep<R>, left: &[u8], halt: &dyn Fn() -> bool) -> Option<(Option<Space>, Space)> {
    let strip = Strip::new(sweep.height, sweep.width, halt)?;
    let unpacked = |row: &Words| (0..sweep.width).map(|column| row.get(column)).collect::<Vec<u8>>();
    let quiet: Vec<(Vec<u8>, u8)> = strip.quiet().iter().map(|row| (unpacked(row), 2)).collect();
    let first = strip.first_row(&Words::of(left)).map(|row| Space::new(2, &unpacked(&row), &quiet));
    Some((first, Space::new(2, &vec![0; sweep.width], &quiet)))
}

fn by_elimination<R: Row>(
    sweep: &Sweep<R>,
    left: &[u8],
    states: u8,
    halt: &dyn Fn() -> bool,
) -> Option<(Option<Space>, Space)> {
    let effects = sweep.effects(halt)?;
    let rows = |constants: &[u8]| -> Vec<Vec<u8>> {
        let row = |(end, &constant): (usize, &u8)| {
            // In reverse order, so that the leftmost buttons are the free variables of the elimination.
            effects.iter().rev().map(|effect| effect[end]).chain([constant]).collect()
        };
        constants.iter().enumerate().map(row).collect()
    };
    let solve = |constants: &[u8]| {
        let count = effects.len();
        let solved = match states {
            2 => solve_bits(rows(constants).iter().map(|row| Bits::of(row)).collect(), count, halt),
            _ => solve_residues(rows(constants).iter().map(|row| Residues::of(row)).collect(), count, states, halt),
        };
        match solved {
            Solved::Halted => None,
            Solved::Conflict => Some(None),
            Solved::Space(space) => Some(Some(turned(&space, states))),
        }
    };
    let free = solve(left)?;
    let quiet = match &free {
        Some(space) => {
            let generators: Vec<(Vec<u8>, u8)> = (0..).map(|i| space.generator(i)).zip(space.orders()).collect();
            Space::new(states, &vec![0; effects.len()], &generators)
        }
        None => solve(&vec![0; left.len()])??,
    };
    Some((free, quiet))
}

/// The space with its numbers in reverse order.
fn turned(space: &Space, states: u8) -> Space {
    let turn = |numbers: Vec<u8>| numbers.into_iter().rev().collect::<Vec<u8>>();
    let orders = space.orders();
    let generators: Vec<(Vec<u8>, u8)> =
        orders.iter().enumerate().map(|(index, &order)| (turn(space.generator(index)), order)).collect();
    Space::new(states, &turn(space.at(&[])), &generators)
}

pub(super) fn run<R: Row>(board: &Board, request: &mut MethodRequest<'_>) -> MethodResult {
    if let Some(reason) = obstacle(board, "hybrid") {
        return Outcome::Unknown(reason).into();
    }
    let chased = match chased::<R>(board, request.stop) {
        Ok(Some(chased)) => chased,
        Ok(None) => return halted(),
        Err(reason) => return Outcome::Unknown(reason.to_string()).into(),
    };
    let sweep = &chased.sweep;
    let Some(space) = &chased.free else {
        let Some(reason) = contradiction(board, &chased, request.stop) else { return halted() };
        return facts(board, &chased, Outcome::Refuted(reason).into());
    };
    let mut scratch = sweep.scratch();
    let result = if board.fewest {
        match whole(board, &chased, space, request.stop) {
            Some(space) => hand_over_fewest(board, &space, request),
            None => return halted(),
        }
    } else {
        hand_over(space, request, |free| candidate(board, sweep.board(free, &mut scratch)))
    };
    facts(board, &chased, result)
}

/// Returns all solutions as boards, from their free buttons.
fn whole<R: Row>(board: &Board, chased: &Chased<R>, space: &Space, halt: &dyn Fn() -> bool) -> Option<Space> {
    let mut generators = Vec::new();
    for (index, order) in space.orders().into_iter().enumerate() {
        if halt() {
            return None;
        }
        generators.push((chased.presses(board, false, &space.generator(index)), order));
    }
    Some(Space::new(board.states, &chased.presses(board, true, &space.at(&[])), &generators))
}

impl<R: Row> Chased<R> {
    /// Returns the presses of each cell, in reading order, for presses of the free buttons; on a dark board if `lit`
    /// is false.
    pub(in super::super) fn presses(&self, board: &Board, lit: bool, free: &[u8]) -> Vec<u8> {
        let mut presses = Vec::with_capacity(board.lights.len());
        self.sweep.chase(lit, free, &mut self.sweep.scratch(), |row, pressed| {
            let cells = (0..board.width()).filter(|&column| board.has(Cell::new(row, column)));
            presses.extend(cells.map(|column| pressed.get(column)));
        });
        presses
    }
}

/// Returns a quiet pattern whose lights are unbalanced: presses keep their sum, since `plus` is symmetric. `None`
/// when halted.
pub(in super::super) fn contradiction<R: Row>(
    board: &Board,
    chased: &Chased<R>,
    halt: &dyn Fn() -> bool,
) -> Option<Argument> {
    for index in 0..chased.quiet.generators() {
        if halt() {
            return None;
        }
        let pattern = chased.presses(board, false, &chased.quiet.generator(index));
        let lights = || board.cells().zip(&pattern).filter(|&(_, &often)| often != 0);
        let sum: u64 = lights().map(|(cell, &often)| u64::from(board.state(cell)) * u64::from(often)).sum();
        if !sum.is_multiple_of(u64::from(board.states)) {
            let lights: Vec<(Cell, u8)> = lights().map(|(cell, &often)| (cell, often)).collect();
            return Some(unbalanced::kept(board, lights));
        }
    }
    None
}

/// Describes what is left in the last row, and the first row derived from it.
fn facts<R: Row>(board: &Board, chased: &Chased<R>, result: MethodResult) -> MethodResult {
    let sweep = &chased.sweep;
    let where_ = if sweep.is_full() { "the last row" } else { "the lights that no button is below" };
    let left = Cells::new(board, &sweep.ends, &chased.left);
    let mut result = result.fact(Fact::new(
        "lights_left",
        left.json(),
        format!("chased once, the first row untouched: {} left on in {where_}{}", left.count(), left.names('p')),
    ));
    if let Some(space) = &chased.free {
        let pressed = Cells::new(board, &sweep.free, &space.at(&[]));
        let what = if sweep.is_full() { "the first row" } else { "the buttons without a light above" };
        result = result.fact(Fact::new(
            "first_row",
            pressed.json(),
            format!("looked up: press {} of {what}{}, and chase again", pressed.count(), pressed.names('x')),
        ));
        let solutions = power(board.states, space);
        let words = if solutions == "1" { "the only way".to_string() } else { format!("{solutions} ways in all") };
        result = result.fact(Fact::new("solutions", number(&space.count()), words));
    }
    result
}

/// The cells with a number other than 0.
struct Cells<'a> {
    board: &'a Board,
    cells: Vec<(Cell, u8)>,
}

impl Cells<'_> {
    fn new<'a>(board: &'a Board, cells: &[Cell], numbers: &[u8]) -> Cells<'a> {
        let cells = cells.iter().zip(numbers).filter(|&(_, &number)| number != 0);
        Cells { board, cells: cells.map(|(&cell, &number)| (cell, number)).collect() }
    }

    fn count(&self) -> String {
        if self.cells.is_empty() { "none".to_string() } else { self.cells.len().to_string() }
    }

    /// Formats `: x3, x5`, where there are few: numbered row by row from 1 on boards without holes.
    fn names(&self, letter: char) -> String {
        if self.cells.is_empty() || self.cells.len() > NAMED {
            return String::new();
        }
        let name = |&(cell, number): &(Cell, u8)| {
            let name = match self.board.is_full() {
                true => format!("{letter}{}", cell.row * self.board.width() + cell.column + 1),
                false => cell.to_string(),
            };
            if number == 1 { name } else { format!("{number} x {name}") }
        };
        let names: Vec<String> = self.cells.iter().map(name).collect();
        format!(": {}", names.join(", "))
    }

    /// Returns `[[row, column, number], ...]`, 1-based; null where there are many.
    fn json(&self) -> Value {
        if self.cells.len() > NAMED {
            return Value::Null;
        }
        self.cells.iter().map(|&(cell, number)| json!([cell.row + 1, cell.column + 1, number])).collect()
    }
}
