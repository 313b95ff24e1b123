//! The rules of positions, for the search: which positions they allow, alone, at the end, and one after another.

use super::board::Game;
use boardwright_grid::position::Position;
use boardwright_grid::rule::{Rule, Time};
use boardwright_grid::symbols::SymbolTable;

fn keeps(symbols: &SymbolTable, rule: &Rule, values: &[Vec<u16>]) -> bool {
    let position = Position { symbols, values, lines: &[] };
    rule.sets.iter().filter(|set| rule.applies(&position, set)).all(|set| {
        let members = rule.members(&position, set);
        let conditions = rule.conditions.iter().filter(|one| rule.constrains(symbols, &***one, set));
        conditions.into_iter().all(|condition| condition.holds(&position, set, &members).is_ok())
    })
}

fn all(game: &Game, values: Vec<u16>, time: Time) -> bool {
    let values = [values];
    game.grid.rules.iter().filter(|rule| rule.time == time).all(|rule| keeps(&game.grid.symbols, rule, &values))
}

/// Returns whether the rules allow a position.
pub(super) fn is_legal(game: &Game, values: Vec<u16>) -> bool {
    all(game, values, Time::Always)
}

/// Returns whether the rules allow the second position after the first.
pub(super) fn may_follow(game: &Game, before: Vec<u16>, after: Vec<u16>) -> bool {
    game.pairs.as_ref().is_none_or(|(symbols, rules)| {
        let both = [before.iter().chain(&after).copied().collect::<Vec<u16>>()];
        rules.iter().all(|rule| keeps(symbols, rule, &both))
    }) && is_legal(game, after)
}

/// Returns whether the rules of the last position allow a position.
pub(super) fn may_end(game: &Game, values: Vec<u16>) -> bool {
    all(game, values, Time::End)
}
