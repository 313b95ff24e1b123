//! What `explain` needs: the features of a solution, and the puzzle without a clue, with another clue, or with a
//! changed one.
//!
//! A clue is a given value, or a number in a picture or a list. A puzzle without the clue has no number there, and
//! nothing else changes: the mark stays, as `?`. A clue that other constraints than its own depend on (two rules use
//! it, or a test asks about it) counts as a part of the rules.

use super::Grid;
use super::rule::{Number, Rule};
use super::symbols::{Atom, Entry, Mark, Site, SymbolTable};
use super::topology::{LineKind, Lines};
use boardwright_base::board::Cell;
use boardwright_base::board::names::{self, Value};
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::capability::explanation::Beside;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Change, ChangeKind, CluePlace, Feature, Part, PartValue};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The other numbers that are tried, by their distance from the number.
const NEAR: [i64; 8] = [1, -1, 2, -2, 3, -3, 4, -4];
/// The number of other values that are tried instead of a given one.
const VALUES: usize = 20;

/// The place of a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Clue {
    /// A layer and a cell.
    Given(usize, usize),
    /// A picture and a place in reading order.
    Mark(usize, usize),
    /// A picture of marks between cells, and the two cells.
    Between(usize, Site),
    /// A list, a key and the index of an entry.
    Entry(usize, String, usize),
}

/// Returns the value of every cell and line in a solution.
pub(super) fn features(grid: &Grid, found: &Solution) -> Vec<Feature> {
    let symbols = &grid.symbols;
    let board = found.candidate();
    let mut features = Vec::new();
    for (layer, values) in symbols.layers.iter().zip(&board.layers) {
        let cells = symbols.topology.cells.iter().zip(values).zip(&layer.is_held);
        for ((&cell, &value), _) in cells.filter(|(_, is_held)| **is_held) {
            let part = Part::Cell { cell, layer: layer.name.as_str().into() };
            let value = PartValue::symbol(&layer.values[usize::from(value)]);
            features.push(Feature { part, cell: Some(cell), clue: value.clone(), value });
        }
    }
    for ((part, cell), &there) in symbols.lines.iter().flat_map(|lines| parts(symbols, lines)).zip(&board.lines) {
        let value = if there { PartValue::Line } else { PartValue::NoLine };
        features.push(Feature { part, cell, clue: value.clone(), value });
    }
    features
}

/// Returns each line with its cell: the points that it joins, or a side of a cell.
fn parts<'l>(symbols: &'l SymbolTable, lines: &'l Lines) -> impl Iterator<Item = (Part, Option<Cell>)> + 'l {
    lines.lines.iter().map(move |line| {
        let [a, b] = line.ends.map(|point| lines.points[point]);
        let cells = line.cells.map(|cell| cell.map(|cell| symbols.topology.cells[cell]));
        let side = match (cells, a.row == b.row) {
            ([None, Some(_)], true) => Beside::Above,
            ([_, _], true) => Beside::Below,
            ([None, Some(_)], false) => Beside::Left,
            ([_, _], false) => Beside::Right,
        };
        match cells.into_iter().flatten().next().filter(|_| lines.kind == LineKind::Borders) {
            Some(cell) => (Part::Border(side, cell), Some(cell)),
            None => (Part::Line(a, b), Some(a)),
        }
    })
}

/// Returns the puzzle with a feature of a solution as a further given value.
pub(super) fn with(grid: &Grid, feature: &Feature) -> Option<Grid> {
    if grid.uses.words.contains("given") {
        return None;
    }
    let (Part::Cell { cell, layer }, PartValue::Symbol(value)) = (&feature.part, &feature.clue) else { return None };
    let mut symbols = SymbolTable::clone(&grid.symbols);
    let id = symbols.topology.id(*cell)?;
    let layer = symbols.layers.iter_mut().find(|own| *own.name == **layer)?;
    let value = layer.values.iter().position(|own| **own == **value)?;
    layer.given[id].get_or_insert((value, Span::new(0, 0)));
    Some(grid.with_symbols(symbols))
}

/// Returns the puzzle without these clues.
pub(super) fn without(grid: &Grid, origins: &[&Origin]) -> Option<Grid> {
    let clues: Vec<Clue> = origins.iter().map(|origin| clue(grid, origin)).collect::<Option<_>>()?;
    let mut symbols = SymbolTable::clone(&grid.symbols);
    for clue in clues {
        match clue {
            Clue::Given(layer, cell) => symbols.layers[layer].given[cell] = None,
            Clue::Mark(picture, place) => set_number(symbols.pictures[picture].marks[place].as_mut(), None),
            Clue::Between(picture, cells) => set_number(symbols.between[picture].1.get_mut(&cells), None),
            Clue::Entry(list, key, index) => {
                if let Some((entries, _)) = symbols.lists[list].entries.get_mut(&key) {
                    entries[index].0 = Entry::None;
                }
            }
        }
    }
    Some(grid.with_symbols(symbols))
}

/// Returns the possible replacements of a clue.
pub(super) fn changes(grid: &Grid, origin: &Origin) -> Vec<Change> {
    let Some(clue) = clue(grid, origin) else { return Vec::new() };
    let symbols = &grid.symbols;
    let mut changes = Vec::new();
    let mut change = |clue: Replaced, edit: &dyn Fn(&mut SymbolTable)| {
        let mut symbols = SymbolTable::clone(symbols);
        edit(&mut symbols);
        let Replaced { old, by, place, written } = clue;
        let kind = ChangeKind::Instead { by, old, place };
        changes.push(Change { kind, written, instance: Box::new(grid.with_symbols(symbols)) });
    };
    match clue {
        Clue::Given(layer, cell) => {
            let of = &symbols.layers[layer];
            let Some((current, span)) = of.given[cell] else { return changes };
            let at = symbols.topology.cells[cell];
            for other in (0..of.values.len()).filter(|&other| other != current).take(VALUES) {
                let [old, by] = [current, other].map(|value| Value::Word(of.values[value].as_str().into()));
                let clue = Replaced::new(old, by, CluePlace::At(at));
                change(clue, &|symbols| symbols.layers[layer].given[cell] = Some((other, span)));
            }
        }
        Clue::Mark(picture, place) => {
            let width = symbols.topology.width;
            let at = CluePlace::At(Cell::new(place / width, place % width));
            for clue in symbols.pictures[picture].marks[place].iter().flat_map(|mark| renumbered(mark, &at)) {
                let number = clue.number();
                change(clue, &|symbols| set_number(symbols.pictures[picture].marks[place].as_mut(), number));
            }
        }
        Clue::Between(picture, cells) => {
            let at = beside(symbols, cells);
            for clue in symbols.between[picture].1.get(&cells).into_iter().flat_map(|mark| renumbered(mark, &at)) {
                let number = clue.number();
                change(clue, &|symbols| set_number(symbols.between[picture].1.get_mut(&cells), number));
            }
        }
        Clue::Entry(list, key, index) => {
            let Instance::Clue(names::Clue { set: of, .. }) = &origin.instance else { return changes };
            let listed = || CluePlace::For(of.clone());
            match symbols.lists[list].entries.get(&key).map(|(entries, _)| &entries[index].0) {
                Some(Entry::Number(current)) => {
                    for other in near(*current) {
                        let clue = Replaced::new(Value::Number(*current), Value::Number(other), listed());
                        change(clue, &|symbols| {
                            if let Some((entries, _)) = symbols.lists[list].entries.get_mut(&key) {
                                entries[index].0 = Entry::Number(other);
                            }
                        });
                    }
                }
                Some(Entry::Numbers(numbers)) => {
                    for (place, current) in numbers.iter().enumerate() {
                        for other in near(current.unwrap_or(0)).take(2).filter(|_| current.is_some()) {
                            let mut changed = numbers.clone();
                            changed[place] = Some(other);
                            let [old, by] = [numbers, &changed].map(|numbers| Value::Numbers(numbers.clone()));
                            change(Replaced::new(old, by, listed()), &|symbols| {
                                if let Some((entries, _)) = symbols.lists[list].entries.get_mut(&key) {
                                    entries[index].0 = Entry::Numbers(changed.clone());
                                }
                            });
                        }
                    }
                }
                _ => {}
            }
        }
    }
    changes
}

/// Returns other numbers, the nearest first; none is negative unless the number is.
fn near(current: i64) -> impl Iterator<Item = i64> {
    NEAR.iter().map(move |by| current.saturating_add(*by)).filter(move |&other| current < 0 || other >= 0)
}

/// A clue and what replaces it.
struct Replaced {
    old: Value,
    by: Value,
    place: CluePlace,
    /// The clue as a model writes it, before and after.
    written: Option<[String; 2]>,
}

impl Replaced {
    /// A clue that a model writes as it is.
    fn new(old: Value, by: Value, place: CluePlace) -> Replaced {
        let written = Some([old.to_string(), by.to_string()]);
        Replaced { old, by, place, written }
    }

    /// Returns the new number.
    fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self.by { Some(number) } else { None }
    }
}

/// Returns the other numbers of a mark.
fn renumbered<'m>(mark: &'m Mark, place: &'m CluePlace) -> impl Iterator<Item = Replaced> + 'm {
    let of_number = move |current: i64| {
        near(current).map(move |other| {
            let is_decimal = digits(mark).parse() == Ok(current);
            let written = is_decimal.then(|| [mark.text.clone(), with_number(mark, Some(other))]);
            let (old, by) = (Value::Number(current), Value::Number(other));
            Replaced { old, by, place: place.clone(), written }
        })
    };
    mark.number.into_iter().flat_map(of_number)
}

/// Returns a place beside cells.
fn beside(symbols: &SymbolTable, site: Site) -> CluePlace {
    match site {
        Site::Between(cells) => {
            let [a, b] = cells.map(|cell| symbols.topology.cells[cell]);
            CluePlace::Between(a, b)
        }
        Site::Corner(at) => CluePlace::Corner(at),
    }
}

fn digits(mark: &Mark) -> String {
    mark.text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the text of a mark with another number; `None` becomes a question mark.
fn with_number(mark: &Mark, number: Option<i64>) -> String {
    let digits = digits(mark);
    let text = number.map_or("?".to_string(), |number| number.to_string());
    if digits.is_empty() { text } else { mark.text.replace(&digits, &text) }
}

/// Replaces the number of a mark.
fn set_number(mark: Option<&mut Mark>, number: Option<i64>) {
    if let Some(mark) = mark {
        mark.text = with_number(mark, number);
        mark.number = number;
        mark.numbers.clear();
    }
}

/// Returns the clue that is an origin of constraints, if nothing else depends on it.
fn clue(grid: &Grid, origin: &Origin) -> Option<Clue> {
    let span = origin.span.filter(|_| origin.kind == OriginKind::Clue)?;
    let symbols = &grid.symbols;
    for (index, layer) in symbols.layers.iter().enumerate() {
        let at = |given: &Option<(usize, Span)>| given.is_some_and(|(_, own)| own == span);
        if let Some(cell) = layer.given.iter().position(at) {
            return (!grid.uses.words.contains("given")).then_some(Clue::Given(index, cell));
        }
    }
    let sayings = grid.rules.iter().flat_map(|rule| {
        let of =
            move |set| rule.conditions.iter().flat_map(|c| c.numbers()).any(|n| n.span(symbols, set) == Some(span));
        rule.sets.iter().filter(move |set| of(set)).map(move |set| (rule.id, Some(&set.name)))
    });
    // The pictures that rules about groups read.
    let is_mark = |picture: &super::symbols::Picture| picture.marks.iter().flatten().any(|mark| mark.span == span);
    let own = symbols.pictures.iter().position(is_mark).map(Number::Picture);
    let reads = |rule: &&Rule| rule.conditions.iter().flat_map(|c| c.own_numbers()).any(|n| Some(n) == own.as_ref());
    let of_groups = grid.rules.iter().filter(reads).map(|rule| (rule.id, None));
    if sayings.chain(of_groups).collect::<BTreeSet<_>>().len() != 1 {
        return None;
    }
    for (index, picture) in symbols.pictures.iter().enumerate() {
        let at = |mark: &Option<Mark>| mark.as_ref().is_some_and(|mark| mark.span == span);
        if let Some(place) = picture.marks.iter().position(at) {
            return (!is_compared(grid, index)).then_some(Clue::Mark(index, place));
        }
    }
    for (index, (_, marks)) in symbols.between.iter().enumerate() {
        if let Some((&cells, _)) = marks.iter().find(|(_, mark)| mark.span == span) {
            return Some(Clue::Between(index, cells));
        }
    }
    for (index, list) in symbols.lists.iter().enumerate() {
        for (key, (entries, _)) in &list.entries {
            if let Some(entry) = entries.iter().position(|(_, own)| *own == span) {
                return Some(Clue::Entry(index, key.clone(), entry));
            }
        }
    }
    None
}

/// Checks whether anything but the sets with its numbers depends on the marks of a picture.
fn is_compared(grid: &Grid, picture: usize) -> bool {
    let asks = |atom: &Atom| matches!(atom, Atom::Mark(own, Some(_)) if *own == picture);
    let of_rule = |rule: &Rule| {
        let mut tests = rule.own_tests().chain(rule.conditions.iter().flat_map(|condition| condition.tests()));
        tests.any(|test| test.any.iter().any(|(_, atom)| asks(atom)))
            || rule.conditions.iter().any(|condition| condition.pictures().contains(&picture))
    };
    grid.rules.iter().any(of_rule)
}

impl Grid {
    /// The same rules for a board with another symbol table.
    fn with_symbols(&self, symbols: SymbolTable) -> Grid {
        Grid::new(Arc::new(symbols), self.rules.clone(), self.objective.clone(), self.uses.clone())
    }
}
