//! The formulations of Knightdoku. Both have one decision variable per cell, `knight r3c4`.
//!
//! `cardinality`: every row, column, block and neighbourhood is a cardinality constraint. `permutations`: as in the
//! article (M. Sottile, "Solving Knightdoku Challenges the Wolfram Way"), every arrangement of each set is listed: an
//! auxiliary variable per arrangement, which fixes all cells of the set, and a clause over these variables. Exactly
//! one can be true, so the model count is unchanged. A row of 9 with 3 knights has 84 arrangements.

use super::{Board, Given, KNIGHT, Knights};
use boardwright_base::board::Cell;
use boardwright_base::board::names::{Clue, Place, SetName, Value};
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::origin::{Amount, Argument, BuiltIn, Instance};
use boardwright_ir::constraint::{BoolVar, Constraint, Draft, Literal, Origin, OriginId};
use boardwright_puzzle::{Decisions, Formulated};

/// The most arrangements of one set: a larger formula does not fit in memory.
const MAX_ARRANGEMENTS: u128 = 200_000;

/// Knights in a set of cells have too many arrangements to list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`permutations` does not apply: {knights} knights on {cells} cells have more than {MAX_ARRANGEMENTS} arrangements"
)]
pub(super) struct TooManyArrangements {
    knights: Amount,
    cells: usize,
}

pub(super) fn constrain(
    board: &Board,
    formulation: &str,
    mut problem: Draft,
) -> Result<Formulated, Refused<TooManyArrangements>> {
    let spelled_out = formulation == "permutations";
    let knights: Vec<Vec<BoolVar>> = (0..board.side)
        .map(|row| {
            (0..board.side).map(|column| problem.boolean(format!("knight {}", Cell::new(row, column)))).collect()
        })
        .collect();
    let knight = |cell: Cell| knights[cell.row][cell.column];
    let count =
        |problem: &mut Draft, origin: OriginId, number: Knights, cells: &[Cell]| -> Result<(), TooManyArrangements> {
            let literals: Vec<Literal> = cells.iter().map(|&cell| knight(cell).into()).collect();
            if spelled_out {
                return arrangements(problem, origin, number, &literals);
            }
            let Knights { min, max } = number;
            if min == max {
                problem.post(origin, Constraint::exactly(min as i64, literals));
                return Ok(());
            }
            if max < literals.len() {
                problem.post(origin, Constraint::at_most(max as i64, literals.clone()));
            }
            if min > 0 {
                problem.post(origin, Constraint::at_least(min as i64, literals));
            }
            Ok(())
        };
    for (rule, name, number, cells) in board.sets() {
        let origin = problem.origin(Origin::built_in(rule).part(Instance::Set(name)).on(cells.iter().copied()));
        count(&mut problem, origin, number, &cells).map_err(Refused::Inapplicable)?;
    }
    for cell in board.cells() {
        let given = board.given(cell);
        if given == Given::Nothing {
            continue;
        }
        let value = Value::Word(given.character().into());
        let clue = Clue { source: 0, value, place: Place::At, set: SetName::Cell(cell) };
        let origin = Origin::built_in(BuiltIn::Clues).part(Instance::Clue(clue));
        let origin = problem.origin(origin.clue_at(board.place(cell)).on([cell]));
        let literal = if given == Given::NoKnight { !knight(cell) } else { knight(cell).into() };
        problem.post(origin, Constraint::clause([literal]));
        if let Given::Count(number) = given {
            count(&mut problem, origin, Knights::exactly(number), &board.seen(cell)).map_err(Refused::Inapplicable)?;
        }
    }
    let blocks = (board.side / board.block.0) * (board.side / board.block.1);
    let (lines, in_blocks) = (board.per_line, board.per_block);
    if lines.max * board.side < in_blocks.min * blocks || in_blocks.max * blocks < lines.min * board.side {
        // The total number of knights by lines and by blocks differs: a search would not find that.
        let of_lines = Knights { min: lines.min * board.side, max: lines.max * board.side };
        let of_blocks = Knights { min: in_blocks.min * blocks, max: in_blocks.max * blocks };
        let cells = board.side * board.side;
        let argument = Argument::Knights { lines: of_lines.amount(cells), blocks: of_blocks.amount(cells) };
        let origin = problem.origin(Origin::built_in(BuiltIn::Counts).part(Instance::Argument(argument)));
        problem.post_redundant(origin, Constraint::clause([]));
    }
    let values = |&knight: &BoolVar| {
        let mut values = vec![!knight; 2];
        values[usize::from(KNIGHT)] = knight.into();
        values
    };
    Ok(Formulated::of_board(problem.finish()?, Decisions::layer(knights.iter().flatten().map(values).collect())))
}

/// Lists every way to make a number of the literals true.
fn arrangements(
    problem: &mut Draft,
    origin: OriginId,
    knights: Knights,
    literals: &[Literal],
) -> Result<(), TooManyArrangements> {
    let n = literals.len();
    let numbers = || knights.min..=knights.max.min(n);
    if numbers().map(|number| binomial(n, number)).sum::<u128>() > MAX_ARRANGEMENTS {
        return Err(TooManyArrangements { knights: knights.amount(n), cells: n });
    }
    let mut some = Vec::new();
    numbers().for_each(|number| list(problem, origin, number, literals, &mut some));
    // Without an arrangement there is no solution.
    problem.post(origin, Constraint::clause(some));
    Ok(())
}

/// Lists every way to make `number` of the literals true, which are at least as many.
fn list(problem: &mut Draft, origin: OriginId, number: usize, literals: &[Literal], some: &mut Vec<Literal>) {
    let n = literals.len();
    let mut chosen: Vec<usize> = (0..number).collect();
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
