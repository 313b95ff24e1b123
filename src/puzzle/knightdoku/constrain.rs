//! The formulations of Knightdoku. Both have one decision variable per cell, `knight r3c4`.
//!
//! `cardinality`: every row, column, block and neighbourhood is a cardinality constraint. `permutations`: as in the
//! article (M. Sottile, "Solving Knightdoku Challenges the Wolfram Way"), every arrangement of each set is listed: an
//! auxiliary variable per arrangement, which fixes all cells of the set, and a clause over these variables. Exactly
//! one can be true, so the model count is unchanged. A row of 9 with 3 knights has 84 arrangements.

use super::{Board, CLUES, COUNTS, Given, KNIGHT};
use crate::board::Cell;
use crate::constraint::{BoolVar, Constraint, Literal, Origin, OriginId, Problem};
use crate::puzzle::{Decisions, Formulated};

/// The most arrangements of one set: a larger formula does not fit in memory.
const MAX_ARRANGEMENTS: u128 = 200_000;

/// Knights in a set of cells have too many arrangements to list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`permutations` does not apply: {knights} knights on {cells} cells have more than {MAX_ARRANGEMENTS} arrangements"
)]
pub(super) struct TooManyArrangements {
    knights: usize,
    cells: usize,
}

pub(super) fn constrain(
    board: &Board,
    formulation: &str,
    mut problem: Problem,
) -> Result<Formulated, TooManyArrangements> {
    let spelled_out = formulation == "permutations";
    let knights: Vec<Vec<BoolVar>> = (0..board.side)
        .map(|row| {
            (0..board.side).map(|column| problem.boolean(format!("knight {}", Cell::new(row, column)))).collect()
        })
        .collect();
    let knight = |cell: Cell| knights[cell.row][cell.column];
    let count =
        |problem: &mut Problem, origin: OriginId, number: usize, cells: &[Cell]| -> Result<(), TooManyArrangements> {
            let literals: Vec<Literal> = cells.iter().map(|&cell| knight(cell).into()).collect();
            if spelled_out {
                return arrangements(problem, origin, number, &literals);
            }
            problem.post(origin, Constraint::exactly(number as i64, literals));
            Ok(())
        };
    for (rule, name, number, cells) in board.sets() {
        let origin = problem.origin(Origin::rule(rule).detail(name).on(cells.iter().copied()));
        count(&mut problem, origin, number, &cells)?;
    }
    for cell in board.cells() {
        let given = board.given(cell);
        if given == Given::Nothing {
            continue;
        }
        let detail = format!("the clue {} at {cell}", given.character());
        let origin = problem.origin(Origin::rule(CLUES).detail(detail).clue_at(board.place(cell)).on([cell]));
        let literal = if given == Given::NoKnight { !knight(cell) } else { knight(cell).into() };
        problem.post(origin, Constraint::clause([literal]));
        if let Given::Count(number) = given {
            count(&mut problem, origin, number, &board.seen(cell))?;
        }
    }
    let blocks = (board.side / board.block.0) * (board.side / board.block.1);
    if board.per_line * board.side != board.per_block * blocks {
        // The total number of knights by lines and by blocks differs: a search would not find that.
        let (lines, in_blocks) = (board.per_line * board.side, board.per_block * blocks);
        let detail = format!("the lines require {lines} knights, the blocks {in_blocks}");
        let origin = problem.origin(Origin::rule(COUNTS).detail(detail));
        problem.post_redundant(origin, Constraint::clause([]));
    }
    let values = |&knight: &BoolVar| {
        let mut values = vec![!knight; 2];
        values[usize::from(KNIGHT)] = knight.into();
        values
    };
    Ok(Formulated::of_board(problem, Decisions::layer(knights.iter().flatten().map(values).collect())))
}

/// Lists every way to make `number` of the literals true.
fn arrangements(
    problem: &mut Problem,
    origin: OriginId,
    number: usize,
    literals: &[Literal],
) -> Result<(), TooManyArrangements> {
    let n = literals.len();
    if binomial(n, number) > MAX_ARRANGEMENTS {
        return Err(TooManyArrangements { knights: number, cells: n });
    }
    let mut some = Vec::new();
    let mut chosen: Vec<usize> = (0..number).collect();
    if number > n {
        problem.post(origin, Constraint::clause([]));
        return Ok(());
    }
    // Combinations in lexicographic order.
    loop {
        let arrangement = problem.auxiliary("");
        some.push(arrangement.into());
        for (index, &literal) in literals.iter().enumerate() {
            let value = if chosen.binary_search(&index).is_ok() { literal } else { !literal };
            problem.post(origin, Constraint::implies(arrangement.into(), [value]));
        }
        let Some(position) = (0..number).rev().find(|&i| chosen[i] < n - number + i) else { break };
        chosen[position] += 1;
        for i in position + 1..number {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
    problem.post(origin, Constraint::clause(some));
    Ok(())
}

/// Returns `n` choose `k`, or any larger number once it is far above [`MAX_ARRANGEMENTS`].
pub(super) fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    let mut result: u128 = 1;
    for i in 0..k.min(n - k) {
        result = result * (n - i) as u128 / (i + 1) as u128;
        if result > MAX_ARRANGEMENTS * 1000 {
            return result;
        }
    }
    result
}
