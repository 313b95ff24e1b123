//! The hardest patterns of lights: those that can be solved, but need the most presses.
//!
//! The fewest presses of the hardest pattern are the covering radius of the code of quiet patterns. On 5 x 5 they are 15,
//! and 7,350 patterns need them.
//!
//! Room: the question and its facts (this file), `code` (the quiet patterns and their classes of cells), `distribution`
//! (all patterns by fewest presses), `bound` (bounds without a search), `climb` (a local search for a hard pattern),
//! `spectrum` (the exact search modulo 2). The bounds meet where the code is small or its classes are even; `spectrum`
//! decides what lies between them. Start reading at [`hardest`].

mod bound;
mod climb;
mod code;
mod distribution;
mod spectrum;
#[cfg(test)]
mod tests;

use self::code::Code;
use self::distribution::distribution;
use self::spectrum::{Counted, Found, Search};
use super::analyze::pressed;
use super::board::Board;
use super::draw;
use super::methods::{EFFORT, light_rows, number};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_linear::{Solved, Space};
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::analysis::Analysis;
use num_bigint::BigUint;
use serde_json::{Value, json};

/// The most cells of a board whose hardest pattern is drawn.
const DRAWN: usize = 1600;

/// What is known of the hardest patterns.
struct Hardest {
    /// The fewest presses of the hardest pattern that is known: a lower bound.
    at_least: u64,
    /// No pattern needs more.
    at_most: u64,
    /// The number of hardest patterns; a lower bound if it is not counted.
    patterns: Option<Counted>,
    /// The ways to solve them with the fewest presses, if known.
    presses: Option<BigUint>,
    /// By fewest presses, the number of patterns.
    distribution: Option<Vec<BigUint>>,
    /// The presses of a pattern that needs `at_least`.
    example: Option<Vec<u8>>,
    /// What is left out, each with the reason.
    omitted: Vec<String>,
}

/// Returns the facts about the hardest patterns of a board, whatever its given lights.
pub(super) fn hardest(board: &Board, stop: &dyn Fn() -> bool) -> Analysis {
    let quiet = match board.check_size() {
        Ok(()) => light_rows(board, false).solve(&[], stop),
        Err(reason) => return unknown(reason.to_string()),
    };
    let Solved::Space(quiet) = quiet else { return unknown("stopped before the quiet patterns were known".into()) };
    let code = Code::new(board.states, board.size(), &quiet);
    let mut hardest = match distribution(&code, stop) {
        Ok(known) => {
            let most = known.patterns.len() as u64 - 1;
            Hardest {
                at_least: most,
                at_most: most,
                patterns: known.patterns.last().cloned().map(Counted::All),
                presses: Some(known.presses),
                distribution: Some(known.patterns),
                example: Some(known.example),
                omitted: Vec::new(),
            }
        }
        Err(reason) => between(&code, stop, reason.to_string()),
    };
    if let Some(example) = &hardest.example
        && least(&code, &quiet, example).is_some_and(|least| least != hardest.at_least)
    {
        return unknown("the hardest pattern failed its check".into());
    }
    if hardest.distribution.as_ref().is_some_and(|patterns| !is_complete(&code, patterns)) {
        return unknown("the distribution failed its check".into());
    }
    facts(board, &mut hardest)
}

/// Narrows the bounds until they meet or the budget is exhausted.
fn between(code: &Code, stop: &dyn Fn() -> bool, reason: String) -> Hardest {
    let mut hardest = Hardest {
        at_least: bound::packed(code),
        at_most: bound::average(code),
        patterns: None,
        presses: None,
        distribution: None,
        example: None,
        omitted: vec![reason],
    };
    let fixed = code.fixed_weight();
    for wanted in (hardest.at_least..=hardest.at_most).rev() {
        if let Some(shares) = climb::climb(code, wanted - fixed, stop) {
            (hardest.at_least, hardest.example) = (wanted, Some(code.presses(&shares)));
            break;
        }
    }
    if code.states != 2 || code.words.is_none() {
        if hardest.at_least < hardest.at_most {
            hardest.omitted.push(match code.words {
                None => "the exact search lists the quiet patterns, which are too many".into(),
                Some(_) => "the exact search supports two states".into(),
            });
        }
        return hardest;
    }
    // The weight of a sum is half of the cells in classes, minus half of a transform whose maximum is searched for.
    let cells = (code.length - code.fixed.len()) as u64;
    let maximum = |presses: u64| (cells + 2 * fixed) as i32 - 2 * presses as i32;
    while hardest.at_least < hardest.at_most {
        match Search::new(code, maximum(hardest.at_most), stop).first() {
            Found::Nothing => hardest.at_most -= 1,
            Found::Stopped => {
                hardest.omitted.push("the exact search: stopped before it was complete".into());
                return hardest;
            }
            Found::Pattern(pressed) => {
                let sizes = code.classes.iter().map(|class| class.cells.len());
                let shares: Vec<Vec<usize>> =
                    sizes.zip(pressed).map(|(cells, pressed)| vec![cells - pressed, pressed]).collect();
                (hardest.at_least, hardest.example) = (hardest.at_most, Some(code.presses(&shares)));
            }
        }
    }
    // Each pattern has as many ways to press it as there are quiet patterns.
    let quiet = code.orders.len();
    hardest.patterns = Some(match Search::new(code, maximum(hardest.at_most), stop).count() {
        Counted::All(ways) => Counted::All(ways >> quiet),
        Counted::AtLeast(ways) => Counted::AtLeast(ways >> quiet),
    });
    hardest
}

/// Finds the fewest presses of a pattern again, among all its solutions; `None` if there are too many.
fn least(code: &Code, quiet: &Space, presses: &[u8]) -> Option<u64> {
    let generators: Vec<(Vec<u8>, u8)> =
        (0..).zip(code.orders.iter()).map(|(index, &order)| (quiet.generator(index), order)).collect();
    let solutions = Space::new(code.states, presses, &generators);
    let weights = vec![1; code.length];
    if solutions.effort(&weights) > BigUint::from(EFFORT) {
        return None;
    }
    let mut scan = solutions.scan(&weights);
    std::iter::from_fn(|| scan.next_weight()).min().map(|least| least as u64)
}

/// Checks that the patterns of a distribution are all that can be solved.
fn is_complete(code: &Code, patterns: &[BigUint]) -> bool {
    let quiet = code.orders.iter().fold(BigUint::from(1u8), |quiet, &order| quiet * order);
    patterns.iter().sum::<BigUint>() * quiet == BigUint::from(code.states).pow(code.length as u32)
}

fn unknown(reason: String) -> Analysis {
    Analysis { facts: vec![Fact::new("unknown", reason.clone(), reason)], open: true, ..Analysis::default() }
}

fn facts(board: &Board, hardest: &mut Hardest) -> Analysis {
    let exact = hardest.at_least == hardest.at_most;
    let (patterns, counted) = match &hardest.patterns {
        Some(Counted::All(patterns)) => (number(patterns), Some(patterns.to_string())),
        _ => (Value::Null, None),
    };
    let mut value = json!({
        "presses": exact.then_some(hardest.at_most),
        "at_least": hardest.at_least,
        "at_most": hardest.at_most,
        "patterns": patterns,
        "solutions": hardest.presses.as_ref().map(number),
    });
    let mut words = match exact {
        true => format!("the hardest patterns need {} presses", hardest.at_most),
        false => format!("the hardest patterns need {} to {} presses", hardest.at_least, hardest.at_most),
    };
    match (&counted, &hardest.patterns) {
        (Some(patterns), _) => words.push_str(&format!("; number of hardest patterns: {patterns}")),
        (None, Some(Counted::AtLeast(least))) if *least > BigUint::ZERO => {
            value["patterns_at_least"] = number(least);
            words.push_str(&format!("; number of hardest patterns: at least {least}"));
            hardest.omitted.push("the number of hardest patterns: stopped before all were counted".into());
        }
        _ => {}
    }
    if let Some(solutions) = &hardest.presses {
        words.push_str(&format!(", of their shortest solutions: {solutions}"));
    }
    let mut facts = Vec::new();
    if let Some(distribution) = &hardest.distribution {
        value["distribution"] = distribution.iter().map(number).collect();
        words.push_str("\nfewest presses -> number of patterns:");
        for (presses, patterns) in distribution.iter().enumerate() {
            words.push_str(&format!("\n  {presses} -> {patterns}"));
        }
    }
    let mut panels = Vec::new();
    if let Some(example) = &hardest.example {
        let mut lit = board.clone();
        light(&mut lit, example);
        value["lights"] = json!(lit.rows());
        if board.size() <= DRAWN {
            let mut lights = draw::lights(&lit);
            lights.title = format!("a pattern that needs {}", hardest.at_least);
            panels = vec![lights, pressed(board, "presses", example)];
        }
    }
    facts.push(Fact::new("hardest", value, words));
    if !hardest.omitted.is_empty() {
        let words = format!("not computed: {}", hardest.omitted.join("; "));
        facts.push(Fact::new("not_told", hardest.omitted.clone(), words));
    }
    let open = !exact || counted.is_none();
    Analysis { facts, picture: Picture { panels, captions: Vec::new() }, open, ..Analysis::default() }
}

/// Sets the lights to those that these presses turn off.
fn light(board: &mut Board, presses: &[u8]) {
    let cells: Vec<Cell> = board.cells().collect();
    let (width, states) = (board.width(), u16::from(board.states));
    let mut sums = vec![0u16; board.lights.len()];
    for (&button, &times) in cells.iter().zip(presses) {
        for light in board.reached(button) {
            sums[light.row * width + light.column] += u16::from(times);
        }
    }
    for cell in cells {
        let place = cell.row * width + cell.column;
        board.lights[place] = ((states - sums[place] % states) % states) as u8;
    }
}
