//! Dissections as a person follows them: which piece covers a cell is a decision beside the placements.
//!
//! A cell is covered by one class, and by one placement; a class covers as many cells as its copies have. So a corner that only one
//! class can reach has it before its placement is known, and then all placements of this class elsewhere are out.

use super::Board;
use super::constrain::{Covering, cell_origin, class_origin, classes, count, formulated, place};
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::origin::BuiltIn;
use boardwright_ir::constraint::{Constraint, Draft, Literal, Origin};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::NoFormulation;

/// Posts the formulation `owners` with a decision for each cell and class.
pub(super) fn constrain(board: &Board, mut problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
    let mut classes = classes(&board.pieces);
    let covering = place(&mut problem, board, &mut classes)?;
    let mut layer: Vec<Vec<Literal>> = vec![Vec::new(); board.height() * board.width()];
    let mut covered: Vec<Vec<Literal>> = vec![Vec::new(); classes.len()];
    for (cell, _, place) in board.cells() {
        let over = &covering[cell.row][cell.column];
        let owners = owners(&mut problem, classes.len(), over);
        let all: Vec<Literal> = over.iter().flat_map(|(_, over)| over.iter().copied()).collect();
        let origin = problem.origin(cell_origin(board, cell, place));
        problem.post(origin, Constraint::exactly(1, owners.iter().copied()));
        problem.post(origin, Constraint::exactly(1, all));
        covered.iter_mut().zip(&owners).for_each(|(covered, &owner)| covered.push(owner));
        layer[cell.row * board.width() + cell.column] = owners;
    }
    for (class, covered) in classes.iter().zip(covered) {
        count(&mut problem, board, class, false);
        let least = class.least(board);
        if class.most(board) == Some(least) {
            let origin = problem.origin(class_origin(board, class));
            let cells = least * board.pieces[class.pieces[0]].size();
            problem.post(origin, Constraint::exactly(cells as i64, covered));
        }
    }
    Ok(formulated(board, classes, problem, vec![layer])?)
}

/// Returns by class a literal that is true exactly when a placement of the class covers the cell.
fn owners(problem: &mut Draft, classes: usize, over: &Covering) -> Vec<Literal> {
    let mut owners = Vec::with_capacity(classes);
    for class in 0..classes {
        let own = over.iter().find(|(covering, _)| *covering == class).map_or(&[][..], |(_, own)| own);
        let owner: Literal = problem.auxiliary("").into();
        let origin = problem.origin(Origin::built_in(BuiltIn::Covered).definition());
        own.iter().for_each(|&placement| problem.post(origin, Constraint::implies(placement, [owner])));
        problem.post(origin, Constraint::implies(owner, own.iter().copied()));
        owners.push(owner);
    }
    owners
}
