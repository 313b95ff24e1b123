//! Rooms around a board: a random partition into connected rooms with which the rules about them hold.
//!
//! The partition grows from random cells. Then cells go from a room to a room beside it, as long as the rules are broken no more
//! than before: a room with three of two stars gives one away. The weight of what is broken is the sum of the differences
//! between the numbers that were found and expected, and of the cells that rooms have too many or too few.

use super::check::{Unmarked, broken_weight, constraining};
use super::tables::filled;
use crate::Grid;
use crate::position::Position;
use crate::reading::{self, mark};
use crate::rule::{Element, Key, Rule, Set};
use crate::sets;
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Setting, Text};
use boardwright_base::random::Random;
use boardwright_base::source::Span;
use boardwright_model::{LoadError, Spanned, Table, Value};
use boardwright_puzzle::capability::filling::{Changed, Marks, Place};
use boardwright_puzzle::solution::Candidate;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The changes that are tried without progress until a partition is given up.
const CHANGES: usize = 1000;
/// The same where a partition was changed in a few places.
const FEW_CHANGES: usize = 200;
/// The partitions that are tried for a board.
const PARTITIONS: usize = 2;
/// One change in this number divides a room, and another one unites two, where the number of rooms is free.
const RARELY: usize = 16;
/// The names of rooms.
const NAMES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The wanted rooms.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    pub(super) sizes: Option<RangeInclusive<usize>>,
    pub(super) rooms: Option<usize>,
}

/// A partition of the cells of a board.
struct Rooms<'a> {
    tied: &'a Table,
    name: &'a str,
    /// The board around which the rooms are; without one, only their sizes matter.
    board: Option<&'a Candidate>,
    beside: Vec<Vec<usize>>,
    sizes: RangeInclusive<usize>,
    /// Whether there may be more or fewer rooms than at the beginning.
    is_number_free: bool,
    /// The rules with the words of their sets; `None` if the model has to be read for each partition.
    rules: Option<Vec<(Rule, Vec<String>)>>,
    symbols: SymbolTable,
    picture: usize,
    /// By cell, its room.
    of: Vec<usize>,
}

/// Returns rooms for a board. `tied` is the model with the rules about them.
pub(super) fn rooms(
    (tied, name): (&Table, &str),
    wanted: &Wanted,
    board: Option<&Candidate>,
    before: Option<(&Marks, &Changed<'_>)>,
    random: &mut Random,
    budget: &Budget,
) -> Result<Marks, Unmarked> {
    let one = |_: &Place| Some("a".to_string());
    let grid = read(&filled(tied, ("picture", name), &one), budget)?;
    let symbols = SymbolTable::clone(&grid.symbols);
    let Some(picture) = symbols.pictures.iter().position(|own| own.name == name) else {
        return Err(Unmarked::Unfit(format!("`{name}` is lost").into()));
    };
    let cells = symbols.topology.cells.len();
    let count = wanted.rooms.unwrap_or_else(|| {
        let sizes = wanted.sizes.clone().unwrap_or(3..=6);
        (2 * cells).div_ceil(sizes.start() + sizes.end()).max(1)
    });
    let count = count.min(cells);
    let sizes = wanted.sizes.clone().unwrap_or(1..=cells);
    let beside = beside(&symbols);
    let rules = plain(&grid, tied);
    let is_number_free = wanted.rooms.is_none();
    let of = vec![usize::MAX; cells];
    let mut rooms = Rooms { tied, name, board, beside, sizes, is_number_free, rules, symbols, picture, of };
    for _ in 0..if before.is_some() { 1 } else { PARTITIONS } {
        let tries = match before {
            Some((marks, change)) => {
                rooms.again(marks, change, count, random);
                FEW_CHANGES
            }
            None => {
                rooms.of.fill(usize::MAX);
                rooms.grow(count, random);
                CHANGES
            }
        };
        if rooms.settle(tries, random, budget)? == 0 {
            return Ok(rooms.marks());
        }
    }
    let words = format!("no rooms of `{name}` were found with which the rules about them hold; try other ");
    Err(Unmarked::Unfit(Text::from(words).and(Setting::Sizes).and(" or ").and(Setting::Rooms)))
}

fn read(fields: &Table, budget: &Budget) -> Result<Grid, Unmarked> {
    reading::read(fields, budget).map_err(|error| match error {
        LoadError::Stopped(stop, _) => Unmarked::Stopped(stop),
        LoadError::Wrong(_) => Unmarked::Unfit("a model with rooms cannot be read".into()),
    })
}

/// Returns the cells beside each cell.
pub(super) fn beside(symbols: &SymbolTable) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); symbols.topology.cells.len()];
    for [a, b] in symbols.topology.pairs(&sets::steps(&symbols.topology, "wazir").unwrap_or_default()) {
        for [from, to] in [[a, b], [b, a]] {
            if !beside[from].contains(&to) {
                beside[from].push(to);
            }
        }
    }
    beside
}

/// Returns the rules with the words of their sets, if all of them have sets from `each` alone.
fn plain(grid: &Grid, tied: &Table) -> Option<Vec<(Rule, Vec<String>)>> {
    let words = |rule: &Rule| {
        let table = tied.tables("rule").iter().find(|table| table.span == rule.span)?;
        if ["around", "at", "along", "group"].iter().any(|key| table.get(key).is_some()) {
            return None;
        }
        match &table.get("each")?.value {
            Value::Text(word) => Some(vec![word.clone()]),
            Value::List(words) => words.iter().map(|word| word.value.as_text().map(str::to_string)).collect(),
            _ => None,
        }
    };
    grid.rules.iter().map(|rule| Some((rule.clone(), words(rule)?))).collect()
}

impl Rooms<'_> {
    /// Grows rooms from random cells where there is none yet; `count` is for the whole board.
    fn grow(&mut self, count: usize, random: &mut Random) {
        let free: Vec<usize> = (0..self.of.len()).filter(|&cell| self.of[cell] == usize::MAX).collect();
        let old = self.of.iter().filter(|&&room| room != usize::MAX).max().map_or(0, |last| last + 1);
        let count = (count * free.len()).div_ceil(self.of.len().max(1));
        let order = random.permutation(free.len());
        order.iter().take(count).enumerate().for_each(|(room, &index)| self.of[free[index]] = old + room);
        let mut sizes = vec![1; count];
        while let Some((cell, room)) = self.next(old, &sizes, random) {
            self.of[cell] = old + room;
            match sizes.get_mut(room) {
                Some(size) => *size += 1,
                None => sizes.push(1),
            }
        }
    }

    /// Returns a free cell for a small room beside it; for a part of the board without a room, a new one. Rooms are numbered from
    /// `old` on.
    fn next(&self, old: usize, sizes: &[usize], random: &mut Random) -> Option<(usize, usize)> {
        let free = |cell: &usize| self.of[*cell] == usize::MAX;
        let open: Vec<(usize, usize)> = (0..self.of.len())
            .filter(free)
            .flat_map(|cell| {
                let rooms = self.beside[cell].iter().map(|&other| self.of[other]).filter(|&room| room != usize::MAX);
                rooms.filter_map(move |room| Some((cell, room.checked_sub(old)?)))
            })
            .collect();
        let Some(least) = open.iter().map(|&(_, room)| sizes[room]).min() else {
            return (0..self.of.len()).find(free).map(|cell| (cell, sizes.len()));
        };
        // Rooms of different sizes are more interesting.
        let small: Vec<(usize, usize)> =
            open.into_iter().filter(|&(_, room)| sizes[room] <= least + random.below(3)).collect();
        (!small.is_empty()).then(|| random.one_of(&small))
    }

    /// Starts from other rooms, changed around a place. Cells without a room get new ones.
    fn again(&mut self, marks: &Marks, change: &Changed<'_>, count: usize, random: &mut Random) {
        let mut names: Vec<&String> = marks.values().collect();
        names.sort();
        names.dedup();
        let cells = self.symbols.topology.cells.clone();
        for (cell, at) in cells.iter().enumerate() {
            let room = marks.get(&Place::Mark(*at)).and_then(|name| names.binary_search(&name).ok());
            self.of[cell] = room.unwrap_or(usize::MAX);
        }
        self.grow(count, random);
        if change.radius == 0 {
            return;
        }
        let apart = |at: &Cell| at.row.abs_diff(change.at.row).max(at.column.abs_diff(change.at.column));
        let near: Vec<usize> = (0..cells.len()).filter(|&cell| apart(&cells[cell]) <= change.radius).collect();
        for _ in 0..1 + random.below(4) {
            let cell = random.one_of(&near);
            self.pass_on(cell, random);
        }
    }

    /// Gives a cell to another room beside it, if its own room stays connected without it.
    fn pass_on(&mut self, cell: usize, random: &mut Random) -> bool {
        let own = self.of[cell];
        let others = self.rooms_beside(cell);
        let rest: Vec<usize> = self.cells_of(own).filter(|&other| other != cell).collect();
        let Some(&first) = rest.first() else { return false };
        let mut reached = BTreeSet::from([first]);
        let mut queue = vec![first];
        while let Some(at) = queue.pop() {
            for &next in self.beside[at].iter().filter(|&&next| next != cell && self.of[next] == own) {
                if reached.insert(next) {
                    queue.push(next);
                }
            }
        }
        let may_leave = reached.len() == rest.len() && !others.is_empty();
        if may_leave {
            self.of[cell] = random.one_of(&others);
        }
        may_leave
    }

    /// Makes two rooms of that of a cell: they grow from the cell and from another one in turn.
    fn divide(&mut self, cell: usize, random: &mut Random) -> bool {
        let own = self.of[cell];
        let rest: Vec<usize> = self.cells_of(own).filter(|&other| other != cell).collect();
        if rest.is_empty() {
            return false;
        }
        let new = self.of.iter().max().map_or(0, |last| last + 1);
        let mut parts = [vec![cell], vec![random.one_of(&rest)]];
        let mut is_taken = vec![false; self.of.len()];
        is_taken[parts[0][0]] = true;
        is_taken[parts[1][0]] = true;
        let mut idle = 0;
        while idle < parts.len() {
            parts.rotate_left(1);
            let free = |&next: &usize| self.of[next] == own && !is_taken[next];
            let open: Vec<usize> = parts[0].iter().flat_map(|&at| &self.beside[at]).copied().filter(free).collect();
            idle += 1;
            if !open.is_empty() {
                let next = random.one_of(&open);
                is_taken[next] = true;
                parts[0].push(next);
                idle = 0;
            }
        }
        parts[0].iter().for_each(|&cell| self.of[cell] = new);
        true
    }

    /// Makes one room of that of a cell and one beside the cell.
    fn unite(&mut self, cell: usize, random: &mut Random) -> bool {
        let (own, others) = (self.of[cell], self.rooms_beside(cell));
        if others.is_empty() {
            return false;
        }
        let other = random.one_of(&others);
        self.of.iter_mut().filter(|room| **room == other).for_each(|room| *room = own);
        true
    }

    /// Returns the other rooms beside a cell, once for each cell beside it.
    fn rooms_beside(&self, cell: usize) -> Vec<usize> {
        self.beside[cell].iter().map(|&other| self.of[other]).filter(|&room| room != self.of[cell]).collect()
    }

    fn cells_of(&self, room: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.of.len()).filter(move |&cell| self.of[cell] == room)
    }

    /// Changes the rooms until nothing is broken; returns the weight of what still is.
    fn settle(&mut self, tries: usize, random: &mut Random, budget: &Budget) -> Result<u64, Unmarked> {
        let (mut weight, mut wrong) = self.broken(budget)?;
        // A partition for which the model is read again takes ten times as long.
        let tries = if self.rules.is_some() { tries } else { tries / 10 };
        let mut idle = 0;
        while weight > 0 && idle < tries {
            budget.check()?;
            idle += 1;
            // Mostly a cell of a room that breaks a rule, or beside it.
            let is_near = |cell: usize| {
                wrong.contains(&self.of[cell]) || self.beside[cell].iter().any(|&other| wrong.contains(&self.of[other]))
            };
            let near: Vec<usize> = (0..self.of.len()).filter(|&cell| is_near(cell)).collect();
            let cell = if near.is_empty() || random.below(8) == 0 {
                random.below(self.of.len())
            } else {
                random.one_of(&near)
            };
            let before = self.of.clone();
            let is_changed = match random.below(RARELY) {
                0 if self.is_number_free => self.divide(cell, random),
                1 if self.is_number_free => self.unite(cell, random),
                _ => self.pass_on(cell, random),
            };
            if !is_changed {
                continue;
            }
            let (now, still) = self.broken(budget)?;
            if now < weight {
                idle = 0;
            }
            match now <= weight {
                true => (weight, wrong) = (now, still),
                false => self.of = before,
            }
        }
        Ok(weight)
    }

    /// Returns the weight of what is broken, and the rooms that break it.
    fn broken(&mut self, budget: &Budget) -> Result<(u64, BTreeSet<usize>), Unmarked> {
        let mut wrong = BTreeSet::new();
        let mut weight = 0;
        let count = self.of.iter().max().map_or(0, |last| last + 1);
        for room in 0..count {
            let size = self.of.iter().filter(|&&own| own == room).count();
            let missing = self.sizes.start().saturating_sub(size) + size.saturating_sub(*self.sizes.end());
            if missing > 0 && size > 0 {
                weight += missing as u64;
                wrong.insert(room);
            }
        }
        let Some(board) = self.board else { return Ok((weight, wrong)) };
        let cells = self.symbols.topology.cells.clone();
        let width = self.symbols.topology.width;
        for (cell, at) in cells.iter().enumerate() {
            let name = Spanned { value: name(self.of[cell]), span: Span::default() };
            self.symbols.pictures[self.picture].marks[at.row * width + at.column] = mark(&name);
        }
        let read = match &self.rules {
            Some(_) => None,
            None => {
                let word = |place: &Place| match place {
                    Place::Mark(at) => self.symbols.topology.id(*at).map(|cell| name(self.of[cell])),
                    Place::Entry(..) => None,
                };
                Some(read(&filled(self.tied, ("picture", self.name), &word), budget)?)
            }
        };
        let rules: Vec<Rule> = match (&self.rules, &read) {
            (Some(rules), _) => rules.iter().map(|(rule, words)| self.with_sets(rule, words, budget)).collect(),
            (None, grid) => grid.iter().flat_map(|grid| grid.rules.iter().cloned()).collect(),
        };
        let symbols = read.as_ref().map_or(&self.symbols, |grid| &grid.symbols);
        let position = Position { symbols, values: &board.layers, lines: &board.lines };
        for rule in &rules {
            for (set, condition) in constraining(rule, &position) {
                let breaches = condition.breaches(&position, set, &rule.members(&position, set));
                weight += breaches.iter().map(broken_weight).sum::<u64>();
                if !breaches.is_empty() {
                    wrong.extend(self.rooms_of(set));
                }
            }
        }
        Ok((weight, wrong))
    }

    /// Returns a rule with its sets for the rooms as they are.
    fn with_sets(&self, rule: &Rule, words: &[String], budget: &Budget) -> Rule {
        let sets = words.iter().flat_map(|word| sets::each(&self.symbols, word, budget).unwrap_or_default());
        Rule { sets: sets.collect(), ..rule.clone() }
    }

    /// Returns the rooms of a set.
    fn rooms_of(&self, set: &Set) -> Vec<usize> {
        let of = |element: &Element| match element {
            Element::Cell(cell) => Some(self.of[*cell]),
            Element::Line(_) => None,
        };
        match &set.key {
            Key::Region(mark) => self.of.iter().copied().filter(|&room| name(room) == *mark).take(1).collect(),
            _ => set.members.iter().filter_map(|member| of(&member.element)).collect(),
        }
    }

    /// Returns the rooms as marks, named in reading order.
    fn marks(&self) -> Marks {
        let mut order: Vec<usize> = Vec::new();
        let mut marks = Marks::new();
        for (cell, at) in self.symbols.topology.cells.iter().enumerate() {
            let room = self.of[cell];
            let number = order.iter().position(|own| *own == room).unwrap_or_else(|| {
                order.push(room);
                order.len() - 1
            });
            marks.insert(Place::Mark(*at), name(number));
        }
        marks
    }
}

/// Returns the name of a room.
fn name(number: usize) -> String {
    let letters: Vec<char> = NAMES.chars().collect();
    let letter = letters[number % letters.len()];
    match number / letters.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
