//! The choice of a board to ask about: one that is accepted with a chance of about one half.
//!
//! A board is accepted if none of the candidates that it breaks is wanted. If one of several *suspects* is wanted, a board that
//! breaks about half of them divides them. Candidates that are to be broken are chosen at random; all others are to hold. Where
//! that contradicts itself, the solver's core says which demands to give up. Start with [`distinguishing`].

use super::Examined;
use super::space::{Search, Sought, Space};
use crate::task::explain::Halt;
use boardwright_base::random::Random;
use boardwright_ir::constraint::Literal;
use boardwright_puzzle::solution::Candidate;

/// The number of boards from which a question is chosen.
const BOARDS: usize = 4;
/// The number of decisions after which a search for a better board ends.
const BRIEF: u64 = 5_000;
/// A chance this close to one half is good enough.
const CLOSE: f64 = 0.15;
/// The number of cells that are set at random in a board that confirms the result.
const RANDOM_CELLS: usize = 12;

/// Returns a board that one fitting set accepts and another one rejects; `None` if there is none.
pub(super) fn distinguishing(space: &mut Space<'_>, random: &mut Random) -> Result<Option<Candidate>, Halt> {
    let mut best: Option<(f64, Candidate)> = None;
    for _ in 0..BOARDS {
        match attempt(space, random)? {
            Search::Board(board, broken) => {
                let distance = (chance(space, &broken) - 0.5).abs();
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, board));
                }
                if distance <= CLOSE {
                    break;
                }
            }
            Search::Nothing(_) => return Ok(None),
            Search::GaveUp => {}
        }
    }
    if let Some((_, board)) = best {
        return Ok(Some(board));
    }
    match space.search(&Sought { is_question: true, ..Sought::default() })? {
        Search::Board(board, _) => Ok(Some(board)),
        Search::Nothing(_) | Search::GaveUp => Ok(None),
    }
}

/// Searches for a board that breaks candidates chosen at random, and as few others as possible.
fn attempt(space: &mut Space<'_>, random: &mut Random) -> Result<Search, Halt> {
    let suspects = space.suspects().to_vec();
    let eligible: Vec<usize> = match suspects.is_empty() {
        true => space.open().filter(|&rule| !space.is_certain(rule)).collect(),
        false => suspects,
    };
    let mut broken: Vec<usize> = Vec::new();
    for at in random.permutation(eligible.len()) {
        if chance(space, &broken) <= 0.5 {
            break;
        }
        broken.push(eligible[at]);
    }
    let mut holds: Vec<usize> = space.open().filter(|rule| !broken.contains(rule)).collect();
    loop {
        let sought =
            Sought { holds: &holds, broken: &broken, is_question: true, most: Some(BRIEF), ..Sought::default() };
        match space.search(&sought)? {
            Search::Nothing([_, core]) if !core.is_empty() => {
                let dropped = random.one_of(&core);
                broken.retain(|&rule| rule != dropped);
            }
            Search::Nothing([core, _]) if !core.is_empty() => {
                let dropped = random.one_of(&core);
                holds.retain(|&rule| rule != dropped);
            }
            found => return Ok(found),
        }
    }
}

/// Returns the chance that a board is accepted that breaks these candidates.
fn chance(space: &Space<'_>, broken: &[usize]) -> f64 {
    let suspects = space.suspects();
    let total: f64 = suspects.iter().map(|&rule| space.likelihoods[rule]).sum();
    let among = |rule: &&usize| suspects.contains(rule);
    let suspected: f64 = broken.iter().filter(among).map(|&rule| space.likelihoods[rule]).sum();
    let others: f64 = broken.iter().filter(|rule| !among(rule)).map(|&rule| 1.0 - space.likelihoods[rule]).product();
    let of_suspects = if total > 0.0 { 1.0 - suspected / total } else { 1.0 };
    of_suspects * others
}

/// Returns a random board that obeys all candidates that may be wanted, and that is not known yet.
pub(super) fn confirming(
    space: &mut Space<'_>,
    known: &[Examined],
    random: &mut Random,
) -> Result<Option<Candidate>, Halt> {
    let holds: Vec<usize> = space.open().collect();
    for _ in 0..BOARDS {
        let mut values: Vec<Literal> = Vec::new();
        let mut found = None;
        let decisions = &space.stated.decisions;
        let cells: Vec<&Vec<Literal>> = decisions.layers.iter().flatten().filter(|cell| !cell.is_empty()).collect();
        for at in random.permutation(cells.len()).into_iter().take(RANDOM_CELLS) {
            values.push(random.one_of(cells[at]));
            let sought = Sought { holds: &holds, values: &values, most: Some(BRIEF), ..Sought::default() };
            match space.search(&sought)? {
                Search::Board(board, _) => found = Some(board),
                Search::Nothing(_) | Search::GaveUp => {
                    values.pop();
                }
            }
        }
        if let Some(board) = found.filter(|board| !known.iter().any(|one| one.judged.board == *board)) {
            return Ok(Some(board));
        }
    }
    Ok(None)
}
