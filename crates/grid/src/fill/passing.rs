//! Numbers in the order in which a loop passes counted cells: for `passes = "clue"`, as in a Slalom.
//!
//! The board decides the order, in either of its directions; each place gets the number of a counted cell that it may be about. Imports
//! symbols, positions and the cells that such numbers are about.

use super::check::Unmarked;
use super::tables::mentions;
use crate::condition::passing::gates::{Gates, SIDES};
use crate::position::Position;
use crate::symbols::SymbolTable;
use boardwright_base::random::Random;
use boardwright_model::Table;
use boardwright_puzzle::capability::filling::{Changed, Marks, Place};
use boardwright_puzzle::solution::Candidate;
use std::collections::BTreeMap;

/// The keys of the condition.
const KEYS: [&str; 3] = ["passes", "counted", "start"];

/// Checks whether a rule takes the order of cells on a loop from a picture.
pub(super) fn orders(rule: &Table, name: &str) -> bool {
    rule.text("passes").is_some_and(|picture| picture.trim() == name)
}

/// Returns a rule without the order, if that uses one of these names.
pub(super) fn freed(rule: &Table, names: &[&str]) -> Table {
    let is_used = KEYS.iter().any(|key| rule.get(key).is_some_and(|given| mentions(&given.value, names)));
    KEYS.iter().filter(|_| is_used).fold(rule.clone(), |rule, key| rule.without(key))
}

/// Returns a number for each open place that can have one; `before` are the marks before a change.
pub(super) fn marks(
    (symbols, fields, name): (&SymbolTable, &Table, &str),
    is_open: &dyn Fn(&Place) -> bool,
    board: &Candidate,
    before: Option<(&Marks, &Changed<'_>)>,
    random: &mut Random,
) -> Result<Marks, Unmarked> {
    let none = |why: &str| Unmarked::Unfit(format!("the numbers of `{name}` cannot be computed: {why}").into());
    let rule = fields.tables("rule").iter().find(|rule| orders(rule, name));
    let test = |key: &str| symbols.test(rule?.text(key)?).ok();
    let (Some(counted), Some(start), Some(lines)) = (test("counted"), test("start"), &symbols.lines) else {
        return Err(none("its rule has no order"));
    };
    let cells = &symbols.topology.cells;
    let start = (0..cells.len()).find(|&cell| symbols.passes(cells[cell], &start));
    let gates = Gates { counted, start: start.ok_or_else(|| none("there is no start"))? };
    let position = Position { symbols, values: &board.layers, lines: &board.lines };
    let mut order = gates.passed(&position, lines).ok_or_else(|| none("the loop does not pass the start"))?;
    // The direction before a change is kept where a mark says which it was.
    let numbers = |order: &[usize]| order.iter().enumerate().map(|(at, &cell)| (cell, at + 1)).collect();
    let back: Vec<usize> = order.iter().rev().copied().collect();
    let agreeing = |order: &[usize]| {
        let numbers: BTreeMap<usize, usize> = numbers(order);
        let known = before.iter().flat_map(|(marks, _)| marks.iter());
        known.filter(|(place, mark)| words(symbols, &gates, &numbers, place).contains(mark)).count()
    };
    let [forth, rear] = [&order, &back].map(|order| agreeing(order));
    if rear > forth || (rear == forth && random.below(2) == 1) {
        order = back;
    }
    let numbers: BTreeMap<usize, usize> = numbers(&order);
    let mut marks = Marks::new();
    for place in symbols.topology.places().map(Place::Mark).filter(|place| is_open(place)) {
        let words = words(symbols, &gates, &numbers, &place);
        if words.is_empty() {
            continue;
        }
        let kept = before.and_then(|(marks, _)| marks.get(&place)).filter(|mark| words.contains(mark));
        let word = kept.cloned().unwrap_or_else(|| words[random.below(words.len())].clone());
        marks.insert(place, word);
    }
    Ok(marks)
}

/// Returns the marks that a place may have: on a wall with an arrow for each side where counted cells begin, on a counted cell its
/// own number.
fn words(symbols: &SymbolTable, gates: &Gates, numbers: &BTreeMap<usize, usize>, place: &Place) -> Vec<String> {
    let Place::Mark(at) = *place else { return Vec::new() };
    if let Some(cell) = symbols.topology.id(at) {
        return numbers.get(&cell).map(ToString::to_string).into_iter().collect();
    }
    let beside = |&(arrow, step): &(&str, (i64, i64))| {
        let passed = gates.ahead(symbols, at, step).into_iter();
        passed.filter_map(|cell| numbers.get(&cell)).map(|number| format!("{number}{arrow}")).next()
    };
    SIDES.iter().filter_map(beside).collect()
}
