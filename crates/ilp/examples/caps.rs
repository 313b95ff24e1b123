//! The card game Set with three attributes: at most 9 of the 27 cards have no set, which is three cards that agree or
//! all differ in each attribute (B. L. Davis, D. Maclagan, "The card game SET", The Mathematical Intelligencer 25,
//! 2003). The other 18 meet every set: the covering problem of a Steiner triple system of order 27, a benchmark of
//! integer programming since D. R. Fulkerson, G. L. Nemhauser, L. E. Trotter, 1974.

use boardwright_base::budget::Budget;
use boardwright_ilp::{Direction, Goal, IlpOutcome, Program, Relation, Row, minilp};

/// Returns the third card of the set of two cards: in each attribute, a digit in base 3, the three digits add up to 0
/// modulo 3.
fn third(a: usize, b: usize) -> usize {
    [1, 3, 9].map(|place| (6 - a / place % 3 - b / place % 3) % 3 * place).iter().sum()
}

fn main() {
    let mut program = Program::default();
    let cards: Vec<usize> = (0..27).map(|card| program.column(format!("card {card:02}"), 0, 1)).collect();
    for a in 0..27 {
        for b in a + 1..27 {
            let c = third(a, b);
            if c > b {
                let terms = [a, b, c].map(|card| (cards[card], 1)).to_vec();
                program.rows.push(Row { terms, relation: Relation::AtMost, bound: 2 });
            }
        }
    }
    let terms = cards.iter().map(|&card| (card, 1)).collect();
    program.goal = Some(Goal { direction: Direction::Maximise, terms, constant: 0 });
    let IlpOutcome::Optimal(values) = minilp::open().solve(&program, &Budget::none()) else { panic!("it is solved") };
    println!("{} rows, {} cards", program.rows.len(), program.value(&values));
}
