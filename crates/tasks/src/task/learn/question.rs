//! The choice of a board to ask about: one that is accepted with a chance of about one half.
//!
//! A fitting set is drawn at random, and a board that it accepts is searched for among those that another fitting set rejects. Then
//! other candidates are made to hold or to break. Start with [`distinguishing`].

use super::belief::Belief;
use super::space::{Search, Sought, Space};
use super::{End, Examined};
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

/// A board and the open candidates that it breaks.
type Found = (Candidate, Vec<usize>);

/// The answer to the search for a question.
pub(super) enum Choice {
    /// A board that one fitting set accepts and another one rejects.
    Board(Candidate),
    /// There is none to be asked.
    None(End),
}

/// Returns a question, or why there is none.
pub(super) fn distinguishing(space: &mut Space<'_>, until_proved: bool, random: &mut Random) -> Result<Choice, Halt> {
    let belief = Belief::new(space, random);
    let mut best: Option<(f64, Candidate)> = None;
    let mut boards = 0;
    for set in belief.sets() {
        if space.is_sufficient(&set) {
            continue;
        }
        match space.search(&Sought { holds: &set, is_question: true, ..Sought::default() })? {
            Search::Nothing([core, _]) => space.note_sufficient(core),
            Search::GaveUp => {}
            Search::Board(board, broken) => {
                let shrunk = shrunk(space, &belief, (board, broken))?;
                let (board, broken) = grown(space, &belief, shrunk, random)?;
                let distance = (belief.chance(&broken) - 0.5).abs();
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, board));
                }
                boards += 1;
                if distance <= CLOSE || boards == BOARDS {
                    break;
                }
            }
        }
    }
    if let Some((_, board)) = best {
        return Ok(Choice::Board(board));
    }
    if !until_proved {
        return Ok(Choice::None(End::Likely));
    }
    match space.search(&Sought { is_question: true, ..Sought::default() })? {
        Search::Board(board, broken) => Ok(Choice::Board(shrunk(space, &belief, (board, broken))?.0)),
        Search::Nothing(_) | Search::GaveUp => Ok(Choice::None(End::Proved)),
    }
}

/// Lets more candidates hold, the likely ones first, while the answer is likely no.
fn shrunk(space: &mut Space<'_>, belief: &Belief, (mut board, mut broken): Found) -> Result<Found, Halt> {
    let mut order = broken.clone();
    order.sort_by(|&one, &other| belief.chance(&[one]).total_cmp(&belief.chance(&[other])));
    for rule in order {
        if belief.chance(&broken) >= 0.5 - CLOSE {
            break;
        }
        if broken.len() == 1 || !broken.contains(&rule) {
            continue;
        }
        let holds: Vec<usize> = space.open().filter(|other| *other == rule || !broken.contains(other)).collect();
        let sought = Sought { holds: &holds, is_question: true, most: Some(BRIEF), ..Sought::default() };
        if let Search::Board(fewer, less) = space.search(&sought)? {
            (board, broken) = (fewer, less);
        }
    }
    Ok((board, broken))
}

/// Breaks more candidates, chosen at random, if the answer is likely yes.
fn grown(space: &mut Space<'_>, belief: &Belief, found: Found, random: &mut Random) -> Result<Found, Halt> {
    let (board, broken) = found;
    if belief.chance(&broken) <= 0.5 + CLOSE {
        return Ok((board, broken));
    }
    let open: Vec<usize> = space.open().filter(|rule| !broken.contains(rule)).collect();
    let mut more = broken.clone();
    for at in random.permutation(open.len()) {
        more.push(open[at]);
        if belief.chance(&more) < 0.5 - CLOSE {
            more.pop();
        }
    }
    let holds: Vec<usize> = open.into_iter().filter(|rule| !more.contains(rule)).collect();
    while more.len() > broken.len() {
        let sought = Sought { holds: &holds, broken: &more, is_question: true, most: Some(BRIEF), ..Sought::default() };
        match space.search(&sought)? {
            Search::Board(board, more) => return Ok((board, more)),
            Search::Nothing([_, core]) => {
                let droppable: Vec<usize> = core.into_iter().filter(|rule| !broken.contains(rule)).collect();
                if droppable.is_empty() {
                    break;
                }
                let dropped = random.one_of(&droppable);
                more.retain(|&rule| rule != dropped);
            }
            Search::GaveUp => break,
        }
    }
    Ok((board, broken))
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
