//! The check of rules on a board whose marks are being chosen: the sets to which a condition applies, and how much is broken.

use super::words::PartId;
use crate::breach::{Breach, Expected};
use crate::position::Position;
use crate::rule::{At, Condition, Rule, Set};
use crate::symbols::SymbolTable;
use boardwright_base::budget::Stop;
use boardwright_base::diagnostic::Text;
use boardwright_puzzle::solution::Candidate;
use std::sync::Arc;

/// The reason why there are no marks.
pub(super) enum Unmarked {
    /// A limit was reached.
    Stopped(Stop),
    /// A breach remains.
    Unfit(Text),
}

impl From<Stop> for Unmarked {
    fn from(stop: Stop) -> Unmarked {
        Unmarked::Stopped(stop)
    }
}

/// Finds a part among the symbols.
pub(super) fn part_id(symbols: &SymbolTable, table: &str, name: &str) -> Option<PartId> {
    match table {
        "picture" => symbols.pictures.iter().position(|own| own.name == name).map(PartId::Picture),
        "list" => symbols.lists.iter().position(|own| own.name == name).map(PartId::List),
        _ => symbols.between.iter().position(|(own, _)| own == name).map(PartId::Between),
    }
}

/// How some rules are broken.
pub(super) struct Broken {
    /// The sum of what is missing.
    pub(super) weight: u64,
    pub(super) breaches: Vec<Breach>,
    /// The rule that the first one breaks, and the set with the breach as text.
    pub(super) first: Option<(String, String)>,
}

/// Returns how some rules are broken on a board.
pub(super) fn broken(rules: &[&Rule], symbols: &SymbolTable, board: &Candidate) -> Broken {
    let position = Position { symbols, values: &board.layers, lines: &board.lines };
    let (mut breaches, mut first) = (Vec::new(), None);
    for rule in rules {
        for (set, condition) in constraining(rule, &position) {
            breaches.extend(condition.breaches(&position, set, &rule.members(&position, set)));
            if let (None, Some(breach)) = (&first, breaches.first()) {
                first = Some((rule.name.clone(), format!("{} {breach}", set.name)));
            }
        }
    }
    Broken { weight: breaches.iter().map(broken_weight).sum(), breaches, first }
}

/// Returns how much is missing where a rule is broken.
pub(super) fn broken_weight(breach: &Breach) -> u64 {
    match breach {
        Breach::GroupCount { found, expected, .. } => found.abs_diff(*expected),
        Breach::Count { found, expected: Expected::Exactly(expected), .. } => {
            u64::try_from(i128::from(*found).abs_diff(*expected)).unwrap_or(u64::MAX)
        }
        _ => 1,
    }
}

/// Returns the sets of a rule to which a condition applies on a board, with the marks as they are.
pub(super) fn constraining<'r>(
    rule: &'r Rule,
    position: &'r Position<'_>,
) -> impl Iterator<Item = (&'r Set, &'r Arc<dyn Condition>)> {
    let symbols = position.symbols;
    let is_selected = move |set: &&Set| match &rule.at {
        None => true,
        Some(At::Cell(test)) => set.own.is_none_or(|own| symbols.passes(own, test)),
        Some(At::Between(signs)) => signs.iter().any(|sign| sign.passes(symbols, set)),
    };
    let sets = rule.sets.iter().filter(is_selected).filter(move |set| rule.applies(position, set));
    sets.flat_map(move |set| {
        let conditions = rule.conditions.iter();
        conditions.filter(move |condition| rule.constrains(symbols, &***condition, set)).map(move |own| (set, own))
    })
}
