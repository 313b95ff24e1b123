//! Variables and constraints that both formulations post.

use crate::lights_out::board::Board;
use boardwright_base::board::Cell;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, Constraint, Direction, Draft, Operand, Origin, Term};
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::{Decisions, Formulated};

/// Returns the variable of a button, as a decision.
pub(super) fn unknown(problem: &mut Draft, board: &Board, cell: Cell) -> Operand {
    match board.states {
        2 => Operand::Literal(problem.boolean(format!("press {cell}")).into()),
        states => Operand::Integer(problem.integer(format!("presses {cell}"), 0..=i64::from(states) - 1)),
    }
}

/// Returns the variable of a button that others determine.
pub(super) fn determined(problem: &mut Draft, board: &Board, cell: Cell) -> Operand {
    match board.states {
        2 => Operand::Literal(problem.auxiliary(format!("press {cell}")).into()),
        states => Operand::Integer(problem.auxiliary_integer(format!("presses {cell}"), 0..=i64::from(states) - 1)),
    }
}

/// Returns the origin of a constraint on a light; `chased`: once those before it are out.
pub(super) fn light_origin(board: &Board, light: Cell, chased: bool) -> Origin {
    let origin = Origin::built_in(BuiltIn::Lights).part(Instance::Light { cell: light, chased }).on([light]);
    match board.place(light) {
        Some(place) => origin.clue_at(place),
        None => origin,
    }
}

/// Posts that the terms and the constant turn a light off: they add up to 0.
pub(super) fn out(board: &Board, terms: Vec<Term>, constant: u8) -> Constraint {
    Constraint::Modular { terms, modulus: i64::from(board.states), residue: -i64::from(constant) }
}

/// Sets the objective: the fewest presses, each button counted as often as it is pressed.
pub(super) fn minimise(problem: &mut Draft, buttons: impl Iterator<Item = Operand>) {
    let terms = buttons.map(|operand| Term { coefficient: 1, operand }).collect();
    problem.set_objective(Direction::Minimise, terms);
}

/// Returns how often an assignment presses a button: less than the number of states.
pub(super) fn value(button: Operand, assignment: &Assignment) -> u8 {
    assignment.sum(&[Term { coefficient: 1, operand: button }]) as u8
}

/// Returns the board of presses; 0 where there is no cell.
pub(super) fn candidate(presses: impl Iterator<Item = Option<u8>>) -> Candidate {
    Candidate::layer(presses.map(|times| times.map_or(0, u16::from)).collect())
}

/// Returns a problem whose decisions are all buttons.
pub(super) fn of_buttons(board: &Board, problem: Draft, buttons: &[Vec<Option<Operand>>]) -> Result<Formulated, Stop> {
    let times = |button: &Option<Operand>| match *button {
        Some(Operand::Literal(press)) => vec![!press, press],
        Some(Operand::Integer(presses)) => (0..i64::from(board.states)).map(|times| presses.equals(times)).collect(),
        None => Vec::new(),
    };
    Ok(Formulated::of_board(problem.finish()?, Decisions::layer(buttons.iter().flatten().map(times).collect())))
}
