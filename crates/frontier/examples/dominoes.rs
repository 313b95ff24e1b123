//! Counts the tilings of the chessboard by dominoes: 12988816 (OEIS A004003).

use boardwright_base::budget::Budget;
use boardwright_frontier::count;
use boardwright_ir::constraint::{Constraint, Literal, Origin, Problem};

const SIDE: usize = 8;

fn main() {
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "each square has one domino"));
    let mut around: Vec<Vec<Literal>> = vec![Vec::new(); SIDE * SIDE];
    for square in 0..SIDE * SIDE {
        let right = (square % SIDE + 1 < SIDE).then_some(square + 1);
        let below = (square / SIDE + 1 < SIDE).then_some(square + SIDE);
        for other in right.into_iter().chain(below) {
            let domino = problem.boolean(format!("domino {square} {other}")).into();
            around[square].push(domino);
            around[other].push(domino);
        }
    }
    for dominoes in around {
        problem.post(rule, Constraint::exactly(1, dominoes));
    }
    println!("{}", count(&problem, &Budget::none()).expect("it is counted"));
}
