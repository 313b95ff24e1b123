//! The choice of a board to ask about: one that is accepted with a chance of about one half.
//!
//! A fitting set is drawn at random, and a board that it accepts is searched for among those that another fitting set rejects. Then
//! other candidates are made to hold or to break. If no board is found that distinguishes drawn sets, one is searched for that
//! distinguishes any fitting sets and breaks few candidates. Start with [`distinguishing`].

use super::belief::Belief;
use super::outcome::End;
use super::request::Examined;
use super::space::{Effort, Search, Sought, Space};
use crate::task::explain::Halt;
use boardwright_base::random::Random;
use boardwright_ir::constraint::Literal;
use boardwright_puzzle::solution::Candidate;

/// The number of boards from which a question is chosen.
const BOARDS: usize = 4;
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
    /// The same, where no board is found that distinguishes sets that were drawn: it serves the proof.
    ForProof(Candidate),
    /// There is none to be asked.
    None(End),
}

/// Returns a question, or why there is none.
pub(super) fn distinguishing(space: &mut Space<'_>, until_proved: bool, random: &mut Random) -> Result<Choice, Halt> {
    let belief = Belief::new(space, random);
    // Easy searches first, so that a hard one delays no question.
    for effort in [Effort::Brief, Effort::Long] {
        if let Some(board) = chosen(space, &belief, effort, random)? {
            return Ok(Choice::Board(board));
        }
    }
    let effort = if until_proved { Effort::Unlimited } else { Effort::Long };
    match space.search(&Sought { is_question: true, effort, ..Sought::default() })? {
        Search::Board(board, broken) if until_proved => {
            Ok(Choice::ForProof(shrunk(space, &belief, (board, broken))?.0))
        }
        Search::Nothing(_) => Ok(Choice::None(End::Proved)),
        Search::Board(..) | Search::GaveUp => Ok(Choice::None(End::Likely)),
    }
}

/// Returns the best question among some that sets which were drawn accept.
fn chosen(
    space: &mut Space<'_>,
    belief: &Belief,
    effort: Effort,
    random: &mut Random,
) -> Result<Option<Candidate>, Halt> {
    let mut best: Option<(f64, Candidate)> = None;
    let mut boards = 0;
    // First the candidates of which it is the least certain whether they are wanted.
    let mut open: Vec<usize> = space.open().collect();
    let doubt = |rule: &usize| (belief.chance(&[*rule]) - 0.5).abs();
    open.sort_by(|one, other| doubt(one).total_cmp(&doubt(other)));
    for set in belief.sets() {
        match space.breaking(&set, &open, effort)? {
            Search::Nothing(_) | Search::GaveUp => {}
            Search::Board(board, broken) => {
                let found = shrunk(space, belief, (board, broken))?;
                let (board, broken) = grown(space, belief, found, random)?;
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
    Ok(best.map(|(_, board)| board))
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
        let sought = Sought { holds: &holds, is_question: true, effort: Effort::Brief, ..Sought::default() };
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
        let sought =
            Sought { holds: &holds, broken: &more, is_question: true, effort: Effort::Brief, ..Sought::default() };
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
            let sought = Sought { holds: &holds, values: &values, effort: Effort::Brief, ..Sought::default() };
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
