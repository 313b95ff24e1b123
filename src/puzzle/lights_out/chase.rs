//! Chasing the lights: row by row, each light is put out by the button below it, so that only buttons without a light
//! above are unknown, and only lights without a button below are conditions. The formulation `chased`.
//!
//! On one column of three lit lights the button `x` on top is unknown. Below it, modulo 2, the second is `1 + x` (its
//! light above is lit and `x` reached it) and the third `1 + x + (1 + x) = 0`. The last light is the condition
//! `1 + (1 + x) + 0 = 0`, so `x = 0`: press the middle.
//!
//! Every button is an affine [`Form`] over the unknowns: one for each column on a board without holes, one more for each
//! cell below a hole. There are as many conditions as unknowns. A board of `n` cells and `u` unknowns takes about `5 n u`
//! operations on bytes, and the forms of two rows at a time.
//!
//! The article "Dugu Chessboard" calls it complexity reduction: of 2^25 cases 2^5 are left.

use super::constrain::{candidate, determined, minimise, post_light, unknown, value};
use super::{Board, Reach};
use crate::board::Cell;
use crate::constraint::{Assignment, Operand, Problem, Term};
use crate::puzzle::Formulated;

/// More unknowns than this are refused: conditions have up to as many terms each.
const MAX_UNKNOWNS: usize = 2000;

/// A sum modulo the number of states: of a constant and of unknowns with coefficients, all less than that number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Form {
    coefficients: Vec<u8>,
    constant: u8,
}

impl Form {
    /// A known value.
    fn constant(constant: u8) -> Form {
        Form { coefficients: Vec::new(), constant }
    }

    /// One of so many unknowns.
    fn unknown(index: usize, count: usize) -> Form {
        let mut coefficients = vec![0; count];
        coefficients[index] = 1;
        Form { coefficients, constant: 0 }
    }

    /// Adds a form over the same unknowns.
    fn add(&mut self, other: &Form, states: u8) {
        // At most 9 + 9: no overflow; and no division, so that a whole row is added at once.
        let sum = |a: u8, b: u8| if a + b >= states { a + b - states } else { a + b };
        for (mine, &theirs) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *mine = sum(*mine, theirs);
        }
        self.constant = sum(self.constant, other.constant);
    }

    /// The form that adds up to 0 with this one.
    fn negation(&self, states: u8) -> Form {
        let negative = |a: u8| if a == 0 { 0 } else { states - a };
        Form {
            coefficients: self.coefficients.iter().map(|&a| negative(a)).collect(),
            constant: negative(self.constant),
        }
    }
}

/// What the chase comes across.
enum Step<'a> {
    /// A button without a light above.
    Unknown(Cell, &'a Form),
    /// A button that puts out the light above it.
    Determined(Cell, &'a Form),
    /// A light without a button below: the form has to be 0.
    Condition(Cell, &'a Form),
}

/// Chases the lights with these forms for the unknown buttons, which are asked for in reading order.
fn chase(board: &Board, unknown: impl Fn(usize) -> Form, mut visit: impl FnMut(Step<'_>)) {
    let mut unknowns = 0;
    let mut next = |cell: Cell, visit: &mut dyn FnMut(Step<'_>)| {
        let form = unknown(unknowns);
        unknowns += 1;
        visit(Step::Unknown(cell, &form));
        Some(form)
    };
    let mut above: Vec<Option<Form>> = vec![None; board.width()];
    let mut buttons: Vec<Option<Form>> = vec![None; board.width()];
    for cell in (0..board.width()).map(|column| Cell::new(0, column)) {
        if board.lamp(cell).is_some() {
            buttons[cell.column] = next(cell, &mut visit);
        }
    }
    for row in 0..board.height() {
        let mut below: Vec<Option<Form>> = vec![None; board.width()];
        for column in 0..board.width() {
            let light = Cell::new(row, column);
            let button = Cell::new(row + 1, column);
            let has_button = button.row < board.height() && board.lamp(button).is_some();
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
                sum.add(neighbour, board.states);
            }
            sum.constant = (sum.constant + board.state(light)) % board.states;
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

pub(super) fn chased(board: &Board) -> Result<Formulated, String> {
    if board.reach != Reach::plus() {
        return Err("`chased` does not apply: it puts lights out row by row, which takes the reach `plus`".into());
    }
    if board.wrap {
        return Err("`chased` does not apply: on a torus the first row is also below the last".into());
    }
    let has_light = |cell: Cell| board.lamp(cell).is_some();
    let free = |cell: &Cell| cell.row == 0 || !has_light(Cell::new(cell.row - 1, cell.column));
    let count = board.cells().filter(free).count();
    if count > MAX_UNKNOWNS {
        return Err(format!("`chased` does not apply: {count} cells have none above, and at most {MAX_UNKNOWNS} may"));
    }
    let mut problem = Problem::new();
    let unknowns: Vec<Operand> = board.cells().filter(free).map(|cell| unknown(&mut problem, board, cell)).collect();
    let terms = |form: &Form| -> Vec<Term> {
        let terms = form.coefficients.iter().zip(&unknowns);
        let terms = terms.map(|(&coefficient, &operand)| Term { coefficient: i64::from(coefficient), operand });
        terms.filter(|term| term.coefficient != 0).collect()
    };
    let mut buttons = unknowns.clone();
    chase(
        board,
        |index| Form::unknown(index, count),
        |step| match step {
            Step::Unknown(..) => {}
            Step::Determined(cell, form) => {
                if board.fewest {
                    let button = determined(&mut problem, board, cell);
                    buttons.push(button);
                    // The button is what the form is.
                    let negation = form.negation(board.states);
                    let mut terms = terms(&negation);
                    terms.push(Term { coefficient: 1, operand: button });
                    let light = Cell::new(cell.row - 1, cell.column);
                    post_light(&mut problem, board, light, terms, negation.constant);
                }
            }
            Step::Condition(light, form) => post_light(&mut problem, board, light, terms(form), form.constant),
        },
    );
    if board.fewest {
        minimise(&mut problem, buttons.into_iter());
    }
    let board = board.clone();
    let decode = move |assignment: &Assignment| {
        let mut presses: Vec<Vec<Option<u8>>> = board.map(|_| None);
        let known = |index: usize| Form::constant(value(unknowns[index], assignment));
        chase(&board, known, |step| {
            if let Step::Unknown(cell, form) | Step::Determined(cell, form) = step {
                presses[cell.row][cell.column] = Some(form.constant);
            }
        });
        candidate(&presses, board.states)
    };
    Ok(Formulated { problem, decode: Box::new(decode) })
}
