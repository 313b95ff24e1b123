//! Numbers of pieces: how moves change them, and what follows for the goal.
//!
//! A jump of peg solitaire takes one peg away, so 32 pegs become one in exactly 31 jumps. Start with [`at_least`].

use super::board::{Game, Repeat};
use super::ground::{Action, Gives, Need};

/// By value: the least and the greatest change of its number by an action.
struct Changes {
    least: Vec<i64>,
    most: Vec<i64>,
}

/// Returns by value how an action changes the number of its cells.
pub(super) fn change(values: usize, action: &Action) -> Vec<i64> {
    let mut change = vec![0; values];
    let need = |cell: usize| action.before.iter().find(|(at, _)| *at == cell).map(|(_, need)| need);
    for &(cell, gives) in &action.after {
        // A cell with one of several values gives it to exactly one other cell, so the two cancel.
        if let Some(Need::Exactly(old)) = need(cell) {
            change[usize::from(*old)] -= 1;
        }
        match gives {
            Gives::Value(value) => change[usize::from(value)] += 1,
            Gives::Copy(from) => {
                if let Some(Need::Exactly(value)) = need(from) {
                    change[usize::from(*value)] += 1;
                }
            }
        }
    }
    change
}

fn changes(game: &Game, actions: &[Action]) -> Changes {
    let values = game.value_count();
    let mut all = Changes { least: vec![0; values], most: vec![0; values] };
    for action in actions {
        for (value, change) in change(values, action).into_iter().enumerate() {
            all.least[value] = all.least[value].min(change);
            all.most[value] = all.most[value].max(change);
        }
    }
    all
}

/// Returns by value the least and the greatest number of its cells in a picture of the goal.
fn wanted(game: &Game, picture: &[Vec<bool>]) -> Vec<(i64, i64)> {
    let number = |value: usize| {
        let accepting = || picture.iter().filter(|mask| mask[value]);
        let only = accepting().filter(|mask| mask.iter().filter(|&&accepted| accepted).count() == 1).count();
        (only as i64, accepting().count() as i64)
    };
    (0..game.value_count()).map(number).collect()
}

fn started(game: &Game) -> Vec<i64> {
    let count = |value: usize| game.start.iter().filter(|&&held| usize::from(held) == value).count() as i64;
    (0..game.value_count()).map(count).collect()
}

/// Returns why no picture of the goal has numbers of pieces that the moves can make, with help; `None` if one has.
pub(super) fn impossible(game: &Game, actions: &[Action]) -> Option<(String, String)> {
    let (all, start) = (changes(game, actions), started(game));
    let mut first = None;
    for picture in &game.goal.pictures {
        let wrong = wanted(game, picture).into_iter().enumerate().find_map(|(value, (least, most))| {
            let (has, text) = (start[value], game.text(value as u16));
            let can = match (all.least[value], all.most[value]) {
                (0, 0) => "the moves do not change their number",
                (_, 0) => "the moves do not add any",
                (0, _) => "the moves do not take any away",
                _ => return None,
            };
            let wrong = (all.most[value] == 0 && least > has) || (all.least[value] == 0 && most < has);
            let goal = if least > has { format!("at least {least}") } else { format!("at most {most}") };
            wrong.then(|| {
                let message = format!("the goal has {goal} cells with `{text}`, and the start has {has}");
                (message, format!("{can}; change the start or the goal, or write '?' for any value"))
            })
        });
        first = Some(first.flatten().or(wrong.clone()));
        wrong.as_ref()?;
    }
    first.flatten()
}

fn repeats(game: &Game) -> bool {
    game.moves.iter().any(|one| one.repeat != Repeat::Once)
}

/// Returns the cost of every plan, where the numbers of pieces determine it: each move that counts changes the number of some
/// value in proportion to its cost, and the goal states that number.
pub(super) fn every_plan(game: &Game, actions: &[Action]) -> Option<u64> {
    if repeats(game) || !game.all_moves_count() || game.goal.pictures.is_empty() {
        return None;
    }
    let (start, values) = (started(game), game.value_count());
    let changes: Vec<(i64, Vec<i64>)> =
        actions.iter().map(|action| (i64::from(game.moves[action.of].cost), change(values, action))).collect();
    let wanted: Vec<Vec<(i64, i64)>> = game.goal.pictures.iter().map(|picture| wanted(game, picture)).collect();
    (0..values).find_map(|value| {
        let (cost, first) = changes.first().map(|(cost, change)| (*cost, change[value]))?;
        let is_even = changes.iter().all(|(other, change)| change[value] * cost == first * other);
        let (end, most) = wanted[0][value];
        let is_stated = wanted.iter().all(|wanted| wanted[value] == (end, most)) && end == most;
        if first == 0 || !is_even || !is_stated || (end - start[value]) * cost % first != 0 {
            return None;
        }
        u64::try_from((end - start[value]) * cost / first).ok()
    })
}

/// Returns a lower bound on the cost of a plan, by the number of pieces of each value.
pub(super) fn at_least(game: &Game, actions: &[Action]) -> u64 {
    let start = started(game);
    let values = game.value_count();
    let changes: Vec<(u64, Vec<i64>)> =
        actions.iter().map(|action| (u64::from(game.moves[action.of].cost), change(values, action))).collect();
    if repeats(game) {
        return 0;
    }
    let bound = |picture: &Vec<Vec<bool>>| {
        let mut bound = 0;
        for (value, (least, most)) in wanted(game, picture).into_iter().enumerate() {
            for (needed, sign) in [(least - start[value], 1), (start[value] - most, -1)] {
                if needed <= 0 {
                    continue;
                }
                // The greatest change for each unit of cost, compared as fractions.
                let best = changes.iter().filter(|(_, change)| sign * change[value] > 0);
                let best = best
                    .map(|(cost, change)| (sign * change[value], *cost))
                    .max_by(|a, b| (a.0 as i128 * i128::from(b.1)).cmp(&(b.0 as i128 * i128::from(a.1))));
                if let Some((change, cost)) = best {
                    bound = bound.max((needed as u64 * cost).div_ceil(change as u64));
                }
            }
        }
        bound
    };
    game.goal.pictures.iter().map(bound).min().unwrap_or(0)
}
