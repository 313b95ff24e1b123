//! Buttons as variables, and the formulation `presses`.
//!
//! A button is a Boolean variable `press r3c4` when lights have two states, otherwise an integer variable
//! `presses r3c4` from 0 to `states - 1`. `presses` has one for each cell and one congruence for each light: its state and
//! the presses that reach it add up to 0. For 5x5 lights and two states these are 25 parities of 3 to 5 variables.

use super::Board;
use crate::board::Cell;
use crate::constraint::{Assignment, Constraint, Direction, Operand, Origin, Problem, Term};
use crate::puzzle::Formulated;
use crate::solution::Candidate;

pub(super) fn presses(board: &Board) -> Formulated {
    let mut problem = Problem::new();
    let mut buttons: Vec<Vec<Option<Operand>>> = board.map(|_| None);
    let mut reaching: Vec<Vec<Vec<Term>>> = board.map(|_| Vec::new());
    for cell in board.cells() {
        let button = unknown(&mut problem, board, cell);
        buttons[cell.row][cell.column] = Some(button);
        for light in board.reached(cell) {
            reaching[light.row][light.column].push(Term { coefficient: 1, operand: button });
        }
    }
    for cell in board.cells() {
        let terms = std::mem::take(&mut reaching[cell.row][cell.column]);
        post_light(&mut problem, board, cell, terms, board.state(cell));
    }
    if board.fewest {
        minimise(&mut problem, buttons.iter().flatten().flatten().copied());
    }
    let states = board.states;
    let decode = move |assignment: &Assignment| {
        let times = |button: &Option<Operand>| button.map(|button| value(button, assignment));
        let presses: Vec<Vec<Option<u8>>> = buttons.iter().map(|row| row.iter().map(times).collect()).collect();
        candidate(&presses, states)
    };
    Formulated { problem, decode: Box::new(decode) }
}

/// A button that is to be found.
pub(super) fn unknown(problem: &mut Problem, board: &Board, cell: Cell) -> Operand {
    match board.states {
        2 => Operand::Literal(problem.boolean(format!("press {cell}")).into()),
        states => Operand::Integer(problem.integer(format!("presses {cell}"), 0..=i64::from(states) - 1)),
    }
}

/// A button that others determine.
pub(super) fn determined(problem: &mut Problem, board: &Board, cell: Cell) -> Operand {
    match board.states {
        2 => Operand::Literal(problem.auxiliary(format!("press {cell}")).into()),
        states => Operand::Integer(problem.auxiliary_integer(format!("presses {cell}"), 0..=i64::from(states) - 1)),
    }
}

/// Posts that terms and `constant` put a light out.
pub(super) fn post_light(problem: &mut Problem, board: &Board, cell: Cell, terms: Vec<Term>, constant: u8) {
    let mut origin = Origin::rule("lights").detail(format!("the light at {cell}"));
    origin.span = board.lamp(cell).map(|lamp| lamp.place);
    let origin = problem.origin(origin);
    let (modulus, residue) = (i64::from(board.states), -i64::from(constant));
    problem.post(origin, Constraint::Modular { terms, modulus, residue });
}

/// Asks for the fewest presses, each button counted as often as it is pressed.
pub(super) fn minimise(problem: &mut Problem, buttons: impl Iterator<Item = Operand>) {
    let terms = buttons.map(|operand| Term { coefficient: 1, operand }).collect();
    problem.set_objective(Direction::Minimise, terms);
}

/// How often an assignment presses a button: less than the number of states.
pub(super) fn value(button: Operand, assignment: &Assignment) -> u8 {
    assignment.sum(&[Term { coefficient: 1, operand: button }]) as u8
}

/// The board of presses and their number.
pub(super) fn candidate(presses: &[Vec<Option<u8>>], states: u8) -> Candidate {
    let character = |times: &Option<u8>| match times {
        None => '_',
        Some(0) if states == 2 => '.',
        Some(_) if states == 2 => '#',
        Some(times) => char::from(b'0' + times),
    };
    let total: u64 = presses.iter().flatten().flatten().map(|&times| u64::from(times)).sum();
    Candidate::new(presses.iter().map(|row| row.iter().map(character).collect()).collect()).with("presses", total)
}
