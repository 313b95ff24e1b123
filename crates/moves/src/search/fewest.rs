//! The fewest pieces: where one is left after every move, a plan that leaves one is tried first, as a plan to a goal like any other.
//!
//! All positions of a peg solitaire are too many to visit for the one with the fewest pegs. Where each move takes one peg, every
//! plan that leaves one peg has the same number of moves, so the first one found is a shortest. Start with [`one_left`].

use super::super::board::{Game, Goal};
use super::super::counts;
use super::super::ground::{Action, Gives};
use boardwright_puzzle::Fact;

/// Returns the game whose goal is one piece, on any cell, if no move leaves none and all plans to this goal have the same
/// cost.
pub(super) fn one_left(game: &Game, actions: &[Action]) -> Option<Game> {
    let few = game.goal.fewest.as_ref().filter(|_| game.goal.pictures.is_empty())?;
    let leaves_one = |action: &Action| {
        action.after.iter().any(|(_, gives)| matches!(gives, Gives::Value(value) if few[usize::from(*value)]))
    };
    let has_one = game.start.iter().any(|&value| few[usize::from(value)]);
    if !has_one || !actions.iter().all(leaves_one) {
        return None;
    }
    let others: Vec<bool> = few.iter().map(|few| !few).collect();
    let picture = |piece: usize| -> Vec<Vec<bool>> {
        (0..game.cell_count()).map(|cell| if cell == piece { few.clone() } else { others.clone() }).collect()
    };
    let goal = Goal { pictures: (0..game.cell_count()).map(picture).collect(), fewest: None };
    let one = Game { goal, ..game.clone() };
    counts::every_plan(&one, actions).is_some().then_some(one)
}

/// Returns what is known of the pieces that are left.
pub(super) fn fact(left: usize) -> Fact {
    Fact::new("pieces", left as u64, format!("fewest pieces: {left}"))
}
