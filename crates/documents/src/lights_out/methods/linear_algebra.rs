//! The second solution: `B x = p`, where column `i` of `B` is the effect of button `i` and `p` are the lights.
//!
//! The article inverts a part of `B` in fractions, multiplies by the common denominator, 33, and takes the remainders
//! modulo 2. That works because 33 is odd. Elimination modulo the number of states has no such condition. It supports
//! every reach, torus and hole, and singular matrices: the solutions are one of them plus the quiet patterns.

use super::super::board::{Board, HOLE};
use super::super::unbalanced;
use super::{drawn, halted, hand_over, hand_over_fewest, number, power};
use boardwright_base::board::Cell;
use boardwright_linear::{Solved, System};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};

pub(super) fn run(board: &Board, request: &mut MethodRequest<'_>) -> MethodResult {
    if let Err(reason) = board.check_size() {
        return Outcome::Unknown(reason.to_string()).into();
    }
    let system = light_rows(board, true);
    let space = match system.solve(&[], request.stop) {
        Solved::Space(space) => space,
        Solved::Halted => return halted(),
        Solved::Conflict => {
            let Some(conflict) = system.conflict(request.stop).filter(|conflict| system.contradicts(conflict)) else {
                return halted();
            };
            let cells: Vec<Cell> = board.cells().collect();
            let lights: Vec<(Cell, u8)> = conflict.0.iter().map(|&(row, often)| (cells[row], often)).collect();
            return Outcome::Refuted(unbalanced::kept(board, lights)).into();
        }
    };
    let result = match board.fewest {
        true => hand_over_fewest(board, &space, request),
        false => hand_over(&space, request, |presses| drawn(board, presses)),
    };
    let (size, nullity) = (board.size(), space.generators());
    let solutions = Fact::new("solutions", number(&space.count()), "");
    match board.states {
        2 | 3 | 5 | 7 => {
            let ways = match nullity {
                0 => "the only solution".to_string(),
                _ => format!("{} solutions", power(board.states, &space)),
            };
            let words = format!("B has {size} columns and rank {}: {ways}", size - nullity);
            result
                .fact(Fact::new("rank", size - nullity, words))
                .fact(Fact::new("nullity", nullity, ""))
                .fact(solutions)
        }
        states => result.fact(Fact {
            words: format!("modulo {states} there are {} solutions", power(states, &space)),
            ..solutions
        }),
    }
}

/// Returns a row for each light, with a variable for each button, cells in reading order; if `lit` is false the
/// lights are off, so that the solutions are the quiet patterns.
pub(in super::super) fn light_rows(board: &Board, lit: bool) -> System {
    let width = board.width();
    let mut numbers = vec![u32::MAX; board.lights.len()];
    let cells = board.lights.iter().enumerate().filter(|&(_, &light)| light != HOLE);
    let mut size = 0;
    for (place, _) in cells {
        numbers[place] = size;
        size += 1;
    }
    let mut rows: Vec<Vec<(u32, u8)>> = vec![Vec::new(); size as usize];
    let number = |cell: Cell| numbers[cell.row * width + cell.column];
    for button in board.cells() {
        for light in board.reached(button) {
            rows[number(light) as usize].push((number(button), 1));
        }
    }
    let mut system = System::new(board.states, size as usize, size as usize);
    for (row, light) in rows.iter().zip(board.lights.iter().filter(|&&light| light != HOLE)) {
        system.push(row, if lit { *light } else { 0 });
    }
    system
}
