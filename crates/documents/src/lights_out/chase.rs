//! Chasing the lights: row by row, the button below each light turns it off. Only buttons without a light above are
//! unknown, and only lights without a button below are conditions. The formulation `chased`.
//!
//! On one column of three lit lights the button `x` on top is unknown. Below it, modulo 2, the second is `1 + x` (its
//! light above is lit and `x` reached it) and the third `1 + x + (1 + x) = 0`. The last light is the condition
//! `1 + (1 + x) + 0 = 0`, so `x = 0`: press the middle.
//!
//! Every button is an affine [`Form`] over the unknowns: one for each column on a board without holes, one more for each
//! cell below a hole. There are as many conditions as unknowns. A board of `n` cells and `u` unknowns takes about `5 n u`
//! operations, on bits packed into words for two states and otherwise on bytes, and has the forms of three rows at a time.
//!
//! The article "Dugu Chessboard" calls this complexity reduction: 2^5 of 2^25 cases are left.

use super::board::Board;
use super::posting::{candidate, determined, light_origin, minimise, of_buttons, out, unknown, value};
use super::reach::Reach;
use boardwright_base::board::Cell;
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Operand, OriginId, Term};
use boardwright_linear::vector::{Bits, Residues, Vector};
use boardwright_puzzle::Formulated;
use std::sync::Arc;

/// The most unknowns: conditions have up to as many terms each.
const MAX_UNKNOWNS: usize = 2000;

/// A sum modulo the number of states, of unknowns with coefficients and, in the last place, a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Form<V> {
    packed: V,
    unknowns: usize,
}

impl<V: Vector> Form<V> {
    /// A constant.
    fn constant(constant: u8) -> Form<V> {
        Form { packed: V::of(&[constant]), unknowns: 0 }
    }

    /// One of several unknowns.
    fn unknown(index: usize, unknowns: usize) -> Form<V> {
        let mut packed = V::zero(unknowns + 1);
        packed.set(index, 1);
        Form { packed, unknowns }
    }

    /// The constant of the sum.
    fn value(&self) -> u8 {
        self.packed.get(self.unknowns)
    }

    /// Adds a number.
    fn shift(&mut self, by: u8, states: u8) {
        self.packed.set(self.unknowns, (self.value() + by) % states);
    }

    /// Returns the form that adds up to 0 with this one.
    fn negation(self, states: u8) -> Form<V> {
        if states == 2 {
            return self;
        }
        let mut packed = V::zero(self.unknowns + 1);
        packed.add(&self.packed, states - 1, states);
        Form { packed, ..self }
    }

    /// Returns the terms over these unknowns.
    fn terms(&self, unknowns: &[Operand]) -> Vec<Term> {
        let coefficients = (0..self.unknowns).map(|index| i64::from(self.packed.get(index)));
        let terms = coefficients.zip(unknowns).filter(|(coefficient, _)| *coefficient != 0);
        terms.map(|(coefficient, &operand)| Term { coefficient, operand }).collect()
    }
}

/// A step of the chase.
enum Step<'a, V> {
    /// A button without a light above.
    Unknown(Cell, &'a Form<V>),
    /// A button that turns off the light above it.
    Determined(Cell, &'a Form<V>),
    /// A light without a button below: its form must be 0.
    Condition(Cell, &'a Form<V>),
}

/// Chases the lights with forms for the unknown buttons, which are requested in reading order.
fn chase<V: Vector>(board: &Board, unknown: impl Fn(usize) -> Form<V>, mut visit: impl FnMut(Step<'_, V>)) {
    let mut unknowns = 0;
    let mut next = |cell: Cell, visit: &mut dyn FnMut(Step<'_, V>)| {
        let form = unknown(unknowns);
        unknowns += 1;
        visit(Step::Unknown(cell, &form));
        Some(form)
    };
    let mut above: Vec<Option<Form<V>>> = vec![None; board.width()];
    let mut buttons: Vec<Option<Form<V>>> = vec![None; board.width()];
    for cell in (0..board.width()).map(|column| Cell::new(0, column)) {
        if board.has(cell) {
            buttons[cell.column] = next(cell, &mut visit);
        }
    }
    for row in 0..board.height() {
        let mut below: Vec<Option<Form<V>>> = vec![None; board.width()];
        for column in 0..board.width() {
            let light = Cell::new(row, column);
            let button = Cell::new(row + 1, column);
            let has_button = button.row < board.height() && board.has(button);
            let Some(form) = &buttons[column] else {
                if has_button {
                    below[column] = next(button, &mut visit);
                }
                continue;
            };
            let mut sum = form.clone();
            let left = column.checked_sub(1).and_then(|left| buttons[left].as_ref());
            let right = buttons.get(column + 1).and_then(Option::as_ref);
            for neighbour in [left, right, above[column].as_ref()].into_iter().flatten() {
                sum.packed.add(&neighbour.packed, 1, board.states);
            }
            sum.shift(board.state(light), board.states);
            if has_button {
                let form = sum.negation(board.states);
                visit(Step::Determined(button, &form));
                below[column] = Some(form);
            } else {
                visit(Step::Condition(light, &sum));
            }
        }
        above = std::mem::replace(&mut buttons, below);
    }
}

/// Why the formulation `chased` does not apply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotChased {
    #[error("`chased` does not apply: it requires `reach = \"plus\"`")]
    Reach,
    #[error("`chased` does not apply: it does not support `wrap = true`")]
    Wrap,
    #[error("`chased` does not apply: {cells} cells have no cell above (maximum {MAX_UNKNOWNS})")]
    TooMany { cells: usize },
}

/// Returns the buttons from which the chase starts: those without a light above, in reading order.
///
/// # Errors
/// The reason why the lights of this board cannot be chased.
pub(super) fn unknowns(board: &Board) -> Result<Vec<Cell>, NotChased> {
    if board.reach != Reach::plus() {
        return Err(NotChased::Reach);
    }
    if board.wrap {
        return Err(NotChased::Wrap);
    }
    let free = |cell: &Cell| cell.row == 0 || !board.has(Cell::new(cell.row - 1, cell.column));
    let unknowns: Vec<Cell> = board.cells().filter(free).collect();
    if unknowns.len() > MAX_UNKNOWNS {
        return Err(NotChased::TooMany { cells: unknowns.len() });
    }
    Ok(unknowns)
}

/// Returns the lights that the chase leaves, each with the terms over the unknowns and the constant that must add up
/// to 0.
pub(super) fn conditions(board: &Board, unknowns: &[Operand], condition: impl FnMut(Cell, Vec<Term>, u8)) {
    match board.states {
        2 => packed_conditions::<Bits>(board, unknowns, condition),
        _ => packed_conditions::<Residues>(board, unknowns, condition),
    }
}

fn packed_conditions<V: Vector>(board: &Board, unknowns: &[Operand], mut condition: impl FnMut(Cell, Vec<Term>, u8)) {
    let unknown = |index: usize| Form::<V>::unknown(index, unknowns.len());
    chase(board, unknown, |step| {
        if let Step::Condition(light, form) = step {
            condition(light, form.terms(unknowns), form.value());
        }
    });
}

pub(super) fn chased(board: &Board, mut problem: Draft) -> Result<Formulated, Refused<NotChased>> {
    let free = unknowns(board).map_err(Refused::Inapplicable)?;
    let unknowns: Vec<Operand> = free.into_iter().map(|cell| unknown(&mut problem, board, cell)).collect();
    if board.fewest {
        let buttons = tied(&mut problem, board, &unknowns, Draft::post_redundant);
        minimise(&mut problem, buttons.into_iter().flatten().flatten());
    } else {
        conditions(board, &unknowns, |light, terms, constant| {
            let origin = problem.origin(light_origin(board, light, true));
            problem.post(origin, out(board, terms, constant));
        });
    }
    let board = board.clone();
    let decode = move |assignment: &Assignment| {
        let mut presses: Vec<Vec<Option<u8>>> = board.map(|_| None);
        let known = |index: usize| Form::<Residues>::constant(value(unknowns[index], assignment));
        chase(&board, known, |step| {
            if let Step::Unknown(cell, form) | Step::Determined(cell, form) = step {
                presses[cell.row][cell.column] = Some(form.value());
            }
        });
        candidate(presses.into_iter().flatten())
    };
    // A symmetry may map an unknown button to one that others determine.
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: None })
}

/// With the fewest presses requested, every button is a variable: the button below each light turns it off, which is
/// a sum of few others, so that elimination chases the lights once more. Further conditions state the result over the
/// unknowns at lights without a button below, which solvers would not derive.
fn tied(
    problem: &mut Draft,
    board: &Board,
    unknowns: &[Operand],
    post: fn(&mut Draft, OriginId, Constraint),
) -> Vec<Vec<Option<Operand>>> {
    let mut free = unknowns.iter().copied();
    let is_free = |cell: Cell| cell.row == 0 || !board.has(Cell::new(cell.row - 1, cell.column));
    let mut buttons: Vec<Vec<Option<Operand>>> = board.map(|_| None);
    for cell in board.cells() {
        let button = if is_free(cell) { free.next() } else { Some(determined(problem, board, cell)) };
        buttons[cell.row][cell.column] = button;
    }
    for light in board.cells() {
        let reaching = board.reached(light).into_iter().filter_map(|cell| buttons[cell.row][cell.column]);
        let terms = reaching.map(|operand| Term { coefficient: 1, operand }).collect();
        let origin = problem.origin(light_origin(board, light, false));
        problem.post(origin, out(board, terms, board.state(light)));
    }
    conditions(board, unknowns, |light, terms, constant| {
        let origin = problem.origin(light_origin(board, light, true));
        post(problem, origin, out(board, terms, constant));
    });
    buttons
}

/// The chase as a person does it: the conditions, which decide the buttons without a light above, and then each light, which
/// decides the button below it.
pub(super) fn followed(board: &Board, mut problem: Draft) -> Result<Formulated, Refused<NotChased>> {
    let free = unknowns(board).map_err(Refused::Inapplicable)?;
    let unknowns: Vec<Operand> = free.into_iter().map(|cell| unknown(&mut problem, board, cell)).collect();
    let buttons = tied(&mut problem, board, &unknowns, Draft::post);
    if board.fewest {
        minimise(&mut problem, buttons.iter().flatten().flatten().copied());
    }
    Ok(of_buttons(board, problem, &buttons)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lights_out::tests::board;

    /// Formats the steps of a chase: `r1c1 = x0`, and conditions as `r3c1: ...`.
    fn steps(board: &Board, unknowns: usize) -> Vec<String> {
        let text = |form: &Form<Residues>| {
            let terms = (0..unknowns).map(|index| (index, form.packed.get(index))).filter(|(_, a)| *a != 0);
            let terms = terms.map(|(index, a)| if a == 1 { format!("x{index}") } else { format!("{a}x{index}") });
            let constant = (form.value() != 0).then(|| form.value().to_string());
            let parts: Vec<String> = constant.into_iter().chain(terms).collect();
            if parts.is_empty() { "0".to_string() } else { parts.join("+") }
        };
        let mut steps = Vec::new();
        let unknown = |index: usize| Form::unknown(index, unknowns);
        chase(board, unknown, |step| {
            steps.push(match step {
                Step::Unknown(cell, form) | Step::Determined(cell, form) => format!("{cell} = {}", text(form)),
                Step::Condition(cell, form) => format!("{cell}: {}", text(form)),
            });
        });
        steps
    }

    #[test]
    fn a_column_of_three_is_chased_as_in_the_header() {
        let board = board("lights = \"#\\n#\\n#\"");
        assert_eq!(steps(&board, 1), ["r1c1 = x0", "r2c1 = 1+x0", "r3c1 = 0", "r3c1: x0"]);
    }

    #[test]
    fn three_states_are_chased_with_coefficients() {
        // Below the top the button is -(2 + x) = 1 + 2x; the last light is 1 + x + (1 + 2x) = 2: no solution.
        let board = board("states = 3\nlights = \"2\\n1\"");
        assert_eq!(steps(&board, 1), ["r1c1 = x0", "r2c1 = 1+2x0", "r2c1: 2"]);
    }

    #[test]
    fn below_a_hole_is_an_unknown_and_above_one_a_condition() {
        let board = board("lights = \"#.\\n_.\\n..\"");
        assert_eq!(unknowns(&board), Ok(vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(2, 0)]));
        assert_eq!(
            steps(&board, 3),
            [
                "r1c1 = x0",
                "r1c2 = x1",
                "r1c1: 1+x0+x1",
                "r2c2 = x0+x1",
                "r3c1 = x2",
                "r3c2 = x0",
                "r3c1: x0+x2",
                "r3c2: x1+x2"
            ]
        );
    }

    #[test]
    fn boards_that_cannot_be_chased_say_why() {
        let reason = |text: &str| unknowns(&board(text)).expect_err(text).to_string();
        assert!(reason("reach = \"king\"\nlights = \"#\"").contains("requires `reach = \"plus\"`"));
        assert!(reason("wrap = true\nlights = \"#\"").contains("wrap = true"));
        let checkered = "._".repeat(35);
        let rows: Vec<&str> = (0..60).map(|row| &checkered[row % 2..row % 2 + 69]).collect();
        let text = format!("lights = \"\"\"\n{}\"\"\"", rows.join("\n"));
        assert!(reason(&text).contains("2070 cells have no cell above"));
    }

    #[test]
    fn a_drawn_plus_is_the_plus() {
        let drawn = board("reach = \".#.\\n#O#\\n.#.\"\nlights = \"##\\n##\"");
        assert_eq!(unknowns(&drawn), Ok(vec![Cell::new(0, 0), Cell::new(0, 1)]));
    }
}
