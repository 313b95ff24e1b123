//! The formulations of the devil's chessboard: `colouring` and `sums` for a strategy, `round` for a round, and those of codes
//! and partitions in `codes`.
//!
//! For a strategy, `n 2^n` decision variables, `vertex 0110 colour 3`; every vertex has exactly one colour (`2^n` sums of `n`
//! variables). A vertex with an even number of heads has neighbours with an odd number only, so the two halves of the cube
//! are coloured independently, and renaming the colours of one half of a strategy gives a strategy: `symmetry` fixes the
//! colours around one vertex of each kind.
//!
//! `colouring`: for every vertex and colour, some neighbour has that colour (`n 2^n` clauses of `n` literals).
//! Exactly one has it, as there are as many colours as neighbours. For propagation, `redundant` constraints number
//! the square to turn at a vertex to reach a colour, in binary (`n 2^n log2 n` auxiliary variables, `n^2 2^n log2 n`
//! binary clauses).
//!
//! `sums`: for every vertex and colour, exactly one neighbour has that colour (`n 2^n` sums of `n`). This is the
//! better linear program: minilp finds a strategy for eight squares in 2 s instead of minutes. But without
//! `symmetry`, and with pairwise sums, varisat does not refute seven squares in 20 s; with `colouring` it takes 1 ms.
//!
//! The implied constraint that `2^n / n` vertices have each colour would exclude every `n` that is not a power of two
//! immediately. It is left out on purpose, so that the search has to prove it. (It does so near the fixed vertices:
//! the vertices of one colour with three heads form a Steiner triple system on `n - 1` points, and there is none on
//! 2, 4, 5 or 6.)
//!
//! `round`: `n` decision variables, `flip 37`. Exactly one is true. For `xor`, each bit of a square's number is a
//! parity constraint on the flips of the squares with that bit: `log2 n` parities of `n/2` variables. Other
//! strategies are not linear; a clause excludes each flip that leads to another square than the target.

mod codes;

use super::claim::Strategy;
use super::{Asked, Chessboard, methods};
use boardwright_base::budget::{Refused, Stop};
use boardwright_ir::constraint::interchange::Interchange;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, Draft, Origin};
use boardwright_puzzle::{Decisions, Formulated};
use std::sync::Arc;

/// Twelve squares take half a gigabyte, and CaDiCaL twice that. Each further square doubles it, and no solver finds
/// an answer there.
const MAX_COLOURED: usize = 12;

/// Why a formulation does not apply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotApplicable {
    #[error(transparent)]
    Codes(#[from] codes::NotForCodes),
    #[error("`{0}` does not support rounds; use `round`")]
    Round(String),
    #[error("`{0}` does not support strategies")]
    Strategy(String),
    #[error("no formulation has ask = \"best\"; use the method `best`")]
    Best,
    #[error("`round` requires `coins` and `target`")]
    NoRound,
    #[error(
        "`{formulation}` would have {squares} x 2^{squares} variables; the maximum is {MAX_COLOURED} squares; use a \
        method for more"
    )]
    TooLarge { formulation: String, squares: usize },
}

pub(super) fn constrain(
    board: &Chessboard,
    formulation: &str,
    problem: Draft,
) -> Result<Formulated, Refused<NotApplicable>> {
    let refused = match (&board.asked, formulation) {
        (Asked::Code | Asked::NamedCode(_) | Asked::Partition, _) => {
            return codes::constrain(board, formulation, problem).map_err(|refused| refused.map(NotApplicable::from));
        }
        (Asked::Round { coins, target, strategy }, "round") => {
            return Ok(round(problem, board, coins, *target, strategy)?);
        }
        (Asked::Round { .. }, _) => NotApplicable::Round(formulation.to_string()),
        (Asked::Best, _) => NotApplicable::Best,
        (_, "balls" | "codes") => NotApplicable::Strategy(formulation.to_string()),
        (_, "round") => NotApplicable::NoRound,
        _ if board.squares > MAX_COLOURED => {
            NotApplicable::TooLarge { formulation: formulation.to_string(), squares: board.squares }
        }
        _ => return Ok(colouring(problem, board, formulation == "sums")?),
    };
    Err(Refused::Inapplicable(refused))
}

/// Posts a colour for every vertex; the neighbours of a vertex as sums, or as clauses and numbers.
fn colouring(mut problem: Draft, board: &Chessboard, sums: bool) -> Result<Formulated, Stop> {
    let squares = board.squares;
    let vertices = 1_usize << squares;
    // Indexed by vertex and colour.
    let has: Vec<Vec<BoolVar>> = (0..vertices)
        .map(|vertex| {
            let name = board.vertex(vertex);
            (0..squares).map(|colour| problem.boolean(format!("vertex {name} colour {colour}"))).collect()
        })
        .collect();
    for vertex in 0..vertices {
        let word = Instance::Word(board.bits_of_vertex(vertex));
        let one = Origin::built_in(BuiltIn::Colours).part(word.clone()).clue_at(board.place);
        let one = one.on(board.table_cell(vertex));
        let one = problem.origin(one);
        problem.post(one, Constraint::exactly(1, has[vertex].iter().map(|&variable| variable.into())));
        let around = Origin::built_in(BuiltIn::Neighbours).part(word).clue_at(board.place);
        let around = around.on((0..squares).filter_map(|square| board.table_cell(vertex ^ 1 << square)));
        let around = problem.origin(around);
        // Indexed by the square that is turned.
        let neighbours: Vec<&Vec<BoolVar>> = (0..squares).map(|square| &has[vertex ^ 1 << square]).collect();
        for colour in 0..squares {
            let turned: Vec<BoolVar> = neighbours.iter().map(|has| has[colour]).collect();
            let literals = turned.iter().map(|&turned| turned.into());
            if sums {
                problem.post(around, Constraint::exactly(1, literals));
                continue;
            }
            problem.post(around, Constraint::clause(literals));
            for bit in 0..squares.next_power_of_two().ilog2() {
                let one = problem.auxiliary("");
                for (square, &turned) in turned.iter().enumerate() {
                    let value = if square >> bit & 1 == 1 { one.into() } else { !one };
                    problem.post_redundant(around, Constraint::implies(turned.into(), [value]));
                }
            }
        }
    }
    if let Asked::Named(strategy) = &board.asked {
        let asked = Origin::built_in(BuiltIn::Strategy).part(Instance::Method(strategy.method()));
        let origin = problem.origin(asked.clue_at(board.place));
        for (colour, has) in strategy.table(squares).into_iter().zip(&has) {
            problem.post(origin, Constraint::clause([has[colour].into()]));
        }
    } else {
        let origin = problem.origin(Origin::built_in(BuiltIn::Symmetry).clue_at(board.place));
        for centre in [0, 1] {
            for square in 0..squares {
                problem.post_symmetry(origin, Constraint::clause([has[centre ^ 1 << square][square].into()]));
            }
        }
    }
    for parity in [0, 1] {
        let half = (0..has.len()).filter(|vertex| vertex.count_ones() % 2 == parity);
        problem.interchange(Interchange { values: half.map(|vertex| has[vertex].clone()).collect() });
    }
    let literals = |has: &Vec<BoolVar>| has.iter().map(|&variable| variable.into()).collect();
    let decisions = Arc::new(Decisions::layer(has.iter().map(literals).collect()));
    let map = Arc::clone(&decisions);
    let decode = move |assignment: &Assignment| {
        // A vertex without a colour gets one that does not exist, which `verify` rejects.
        methods::strategy(map.values(0, assignment).map(|colour| colour.unwrap_or(squares)).collect())
    };
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions: Some(decisions) })
}

fn round(
    mut problem: Draft,
    board: &Chessboard,
    coins: &[bool],
    target: usize,
    strategy: &Strategy,
) -> Result<Formulated, Stop> {
    let flips: Vec<BoolVar> = (0..board.squares).map(|square| problem.boolean(format!("flip {square}"))).collect();
    let one = problem.origin(Origin::built_in(BuiltIn::Flip).clue_at(board.place));
    problem.post(one, Constraint::exactly(1, flips.iter().map(|&flip| flip.into())));
    if *strategy == Strategy::Xor {
        let before = (0..board.squares).filter(|&square| coins[square]).fold(0, |before, square| before ^ square);
        for bit in 0..board.squares.ilog2() {
            let origin = Origin::built_in(BuiltIn::Target).part(Instance::Bit(bit)).clue_at(board.place);
            let origin = problem.origin(origin);
            let with_bit = flips.iter().enumerate().filter(|(square, _)| square >> bit & 1 == 1);
            let odd = (before ^ target) >> bit & 1 == 1;
            problem.post(origin, Constraint::parity(odd, with_bit.map(|(_, &flip)| flip.into())));
        }
    } else {
        let origin = problem.origin(Origin::built_in(BuiltIn::Target).clue_at(board.place));
        let mut after = coins.to_vec();
        for (square, &flip) in flips.iter().enumerate() {
            after[square] = !after[square];
            if strategy.colour(&after) != Some(target) {
                problem.post(origin, Constraint::clause([!flip]));
            }
            after[square] = !after[square];
        }
    }
    let coins = coins.to_vec();
    let decode = move |assignment: &Assignment| {
        let after: Vec<bool> =
            (0..coins.len()).map(|square| coins[square] != assignment.boolean(flips[square])).collect();
        methods::played(&after)
    };
    // The only symmetry of a round is the identity: the coins and the target are given.
    let decisions = Some(Decisions::default().into());
    Ok(Formulated { problem: problem.finish()?.into(), decode: Arc::new(decode), decisions })
}
