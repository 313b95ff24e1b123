//! Plans made by hand: the moves that can follow a position. A move is named by the position after it.
//!
//! Imports the actions, the legality of positions and the check of plans, which has the last word on every move. Start with the
//! implementation of [`ByHand`].

use super::board::{Form, Game, Repeat, Values};
use super::ground::{self, Action, Gives};
use super::{draw, legal, notation, verify};
use boardwright_puzzle::capability::by_hand::{ByHand, Table, Turn};
use boardwright_puzzle::solution::Violation;
use std::collections::BTreeSet;

impl ByHand for Game {
    fn after(&self, moves: &[Vec<u16>]) -> Result<Table, Violation> {
        let positions: Vec<Values> = std::iter::once(&self.start).chain(moves).cloned().collect();
        let plan = notation::candidate(&positions);
        let cost = match verify::plan(self, &plan) {
            Ok(made) => made.iter().map(|made| u64::from(made.cost)).sum(),
            Err(verify::Fault::NotTheGoal | verify::Fault::Rule { .. }) => {
                let pairs = positions.windows(2);
                let made: Option<Vec<_>> = pairs.map(|pair| verify::step(self, &pair[0], &pair[1])).collect();
                made.iter().flatten().map(|made| u64::from(made.cost)).sum()
            }
            Err(fault) => return Err(fault.into()),
        };
        let now = positions.last().unwrap_or(&self.start);
        let before = positions.len().checked_sub(2).map(|before| &positions[before]);
        let left = self.goal.fewest.as_ref().map(|mask| now.iter().filter(|&&value| mask[usize::from(value)]).count());
        Ok(Table { picture: draw::by_hand(self, now, before), turns: turns(self, now), plan, cost, left })
    }
}

/// Returns the moves from a position, each position that they lead to once.
fn turns(game: &Game, from: &Values) -> Vec<Turn> {
    let Ok(actions) = ground::all(game) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for action in &actions {
        if let Some(to) = applied(action, from) {
            let mut passed = vec![from.clone(), to];
            follow(game, &actions, action, &mut passed, &mut found);
        }
    }
    let turn = |to: Values| {
        let made = verify::step(game, from, &to).filter(|_| legal::may_follow(game, from.clone(), to.clone()))?;
        let words = notation::describe(game, from, &to);
        let [start, end] = match &game.moves[made.of].form {
            // A piece of several cells is moved by any of them, to the cells that it did not have.
            Form::Piece(piece) if piece.whole => {
                let value = from[made.piece[0]];
                let has = |values: &Values, cell: usize| values[cell] == value;
                let all = 0..from.len();
                let gained = all.clone().filter(|&cell| has(&to, cell) && !has(from, cell)).collect();
                [all.filter(|&cell| has(from, cell)).collect(), gained]
            }
            _ => made.piece.map(|cell| vec![cell]),
        };
        let [start, end] =
            [start, end].map(|cells: Vec<usize>| cells.into_iter().map(|cell| game.place(cell)).collect());
        Some(Turn { words, token: to, from: start, to: end })
    };
    found.into_iter().filter_map(turn).collect()
}

/// Adds the last of these positions, and those that the same piece reaches by going on in the same move.
fn follow(game: &Game, actions: &[Action], last: &Action, passed: &mut Vec<Values>, found: &mut BTreeSet<Values>) {
    let Some(now) = passed.last().cloned() else { return };
    found.insert(now.clone());
    let repeat = game.moves[last.of].repeat;
    if repeat == Repeat::Once {
        return;
    }
    let goes_on = |next: &&Action| {
        next.of == last.of && next.piece[0] == last.piece[1] && (repeat == Repeat::Any || next.way == last.way)
    };
    for next in actions.iter().filter(goes_on) {
        if let Some(to) = applied(next, &now).filter(|to| !passed.contains(to)) {
            passed.push(to);
            follow(game, actions, next, passed, found);
            passed.pop();
        }
    }
}

/// Returns the position after an action; `None` if it cannot be made.
fn applied(action: &Action, values: &Values) -> Option<Values> {
    let can = action.before.iter().all(|(cell, need)| need.accepts(values[*cell]));
    can.then(|| {
        let mut after = values.clone();
        for &(cell, gives) in &action.after {
            after[cell] = match gives {
                Gives::Value(value) => value,
                Gives::Copy(from) => values[from],
            };
        }
        after
    })
}

#[cfg(test)]
mod tests {
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;
    use boardwright_puzzle::solution::Solution;

    /// Three frogs: two go right, one goes left; a frog steps or jumps over one other.
    const FROGS: &str = r#"
        puzzle = "grid"
        [grid]
        values = [".", "r", "l"]
        start = "rr.l"
        [[move]]
        name = "step"
        before = "r."
        after = ".r"
        [[move]]
        name = "step back"
        before = ".l"
        after = "l."
        [[move]]
        name = "jump"
        before = "rl."
        after = ".lr"
        [[move]]
        name = "jump back"
        before = ".rl"
        after = "lr."
        [goal]
        cells = "l.rr"
    "#;

    #[test]
    fn a_plan_is_made_move_by_move() {
        let source = Source::new("frogs", FROGS);
        let loaded = boardwright_families::load(&source, &Budget::none()).expect("the model is right");
        let game = loaded.instance.by_hand().expect("a grid with moves is played by hand");
        let start = game.after(&[]).expect("the start is a position");
        let words: Vec<&str> = start.turns.iter().map(|turn| &turn.words[..]).collect();
        // By hand: the second frog can step right, the third one left; nobody can jump.
        assert_eq!(words, ["step r r1c2 -> r1c3", "step back l r1c4 -> r1c3"]);
        let mut made = Vec::new();
        for to in ["r1c2 -> r1c3", "r1c4 -> r1c2", "r1c3 -> r1c4", "r1c1 -> r1c3", "r1c2 -> r1c1"] {
            let table = game.after(&made).expect("the moves are right");
            assert_eq!(table.cost, made.len() as u64);
            let turn = table.turns.iter().find(|turn| turn.words.ends_with(to));
            made.push(turn.unwrap_or_else(|| panic!("{to} is a move")).token.clone());
            assert!(Solution::verified(&*loaded.instance, table.plan).is_err(), "{to} comes before the goal");
        }
        let end = game.after(&made).expect("the moves are right");
        assert!(Solution::verified(&*loaded.instance, end.plan).is_ok());
        assert!(game.after(&made[1..]).is_err(), "the second move is none from the start");
    }
}
