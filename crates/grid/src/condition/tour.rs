//! Tours of numbers over the board: with `tour = "knight"`, consecutive numbers are a move apart; with `closed =
//! true` also the greatest and the smallest. With `tour = "ahead arrow"`, each number has the next one in the
//! direction of its arrow in the picture `arrow` (a Signpost).
//!
//! The tour begins with the smallest of the values and continues without a gap, up to any value: every member with a
//! number has a member with the number before one move away, unless its number is the smallest value, and one with
//! the next number, unless no member has that number. With `all-different` it is a single path. On a board where
//! moves alternate between two colours, such as a knight's, all even numbers are on one colour.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Rule, Set};
use super::super::sets;
use super::super::symbols::SymbolTable;
use super::super::topology::Topology;
use super::Kind;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::{Field, Table};
use boardwright_puzzle::capability::argument::Argument;
use std::collections::BTreeSet;

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "tour",
            kind: boardwright_model::Kind::Text,
            doc: "consecutive numbers, from the smallest value on, are this move apart, or any distance for a rook, bishop \
                or queen; \"ahead PICTURE\": the next \
                number is in the direction of the arrow",
            example: "\"knight\"",
            ..OPTIONAL
        },
        Field {
            name: "closed",
            kind: boardwright_model::Kind::Boolean,
            doc: "with `tour`: the greatest and the smallest number are this move apart, too",
            example: "true",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let closed = rule.boolean("closed") == Some(true);
    let Some(given) = rule.text("tour") else {
        if rule.get("closed").is_some() {
            reading.mistake("no-tour", rule.span_of("closed"), "`closed` requires `tour`");
        }
        return Vec::new();
    };
    let Some(layer) = reading.numeric_layer(rule, "tour") else { return Vec::new() };
    let moves = match given.strip_prefix("ahead ") {
        Some(_) if reading.symbols.topology.tiling != Tiling::Square => {
            let message = format!("`{given}` is not supported for {}", reading.symbols.topology.tiling.name());
            reading.mistake("wrong-shape", rule.span_of("tour"), message);
            return Vec::new();
        }
        Some(name) => {
            let Some(picture) = reading.picture(name.trim(), rule.span_of("tour")) else { return Vec::new() };
            reading.arrows(picture);
            Moves::Ahead(picture)
        }
        None if let Some(Ok(directions)) = reading.symbols.topology.tiling.rides(given) => Moves::Rides(directions),
        None => match sets::steps(&reading.symbols.topology, given) {
            Ok(steps) => Moves::Steps(steps),
            Err(unknown) => {
                let message = format!("{unknown}; ahead PICTURE");
                let wrong = Diagnostic::new("unknown-move", message).at(rule.span_of("tour"), "");
                reading.wrong.push(wrong.meant(&unknown.name, unknown.meant()));
                return Vec::new();
            }
        },
    };
    vec![Box::new(Tour { layer, moves, closed })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Moves {
    /// These steps, from every cell; symmetric.
    Steps(Vec<(i64, i64)>),
    /// Any distance in these directions, from every cell, up to a hole; symmetric.
    Rides(Vec<(i64, i64)>),
    /// Any distance in the direction of the arrow in a picture.
    Ahead(usize),
}

impl Moves {
    /// Returns the cells that a move leads to.
    fn from(&self, symbols: &SymbolTable, cell: usize) -> Vec<usize> {
        let at = symbols.topology.cells[cell];
        match self {
            Moves::Steps(steps) => symbols.topology.leaps(at, steps),
            Moves::Rides(directions) => {
                directions.iter().flat_map(|&direction| symbols.topology.ride(at, direction)).collect()
            }
            Moves::Ahead(picture) => sets::ahead(symbols, *picture, at),
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Tour {
    layer: usize,
    moves: Moves,
    closed: bool,
}

impl Condition for Tour {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let symbols = position.symbols;
        let values: BTreeSet<i64> = symbols.layers[self.layer].numbers.iter().flatten().copied().collect();
        let cells: Vec<usize> =
            members.iter().filter_map(|m| if let Element::Cell(c) = m { Some(*c) } else { None }).collect();
        let found: BTreeSet<i64> = cells.iter().filter_map(|&cell| position.number(self.layer, cell)).collect();
        let (first, last) = (values.first().copied(), found.last().copied());
        for &cell in &cells {
            let Some(number) = position.number(self.layer, cell) else { continue };
            let next_value = values.range(number + 1..).next().copied().filter(|_| Some(number) != last);
            let after = next_value.or(first.filter(|_| self.closed));
            let before = values.range(..number).next_back().copied().or(last.filter(|_| self.closed));
            let at = symbols.topology.cells[cell];
            let holds = |other: usize, wanted: i64| position.number(self.layer, other) == Some(wanted);
            let next = self.moves.from(symbols, cell);
            if let Some(after) = after
                && !cells.iter().any(|&other| next.contains(&other) && holds(other, after))
            {
                return Err(Breach::NoNext { next: after, number, at });
            }
            let leads_here = |other: usize| self.moves.from(symbols, other).contains(&cell);
            if let Some(before) = before
                && !cells.iter().any(|&other| holds(other, before) && leads_here(other))
            {
                return Err(Breach::NoPrevious { previous: before, number, at });
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let symbols = to.symbols;
        let topology = &symbols.topology;
        let mut held: Vec<Vec<(i64, Truth)>> = vec![Vec::new(); topology.cells.len()];
        let mut cells = Vec::with_capacity(members.len());
        for member in members {
            let Element::Cell(cell) = member.element else { continue };
            held[cell] = to.numbers(self.layer, member).held;
            cells.push(cell);
        }
        let layer = &to.symbols.layers[self.layer];
        let numbers: BTreeSet<i64> = layer.numbers.iter().flatten().copied().collect();
        let numbers: Vec<i64> = numbers.into_iter().collect();
        let (layer, count) = (self.layer, numbers.len());
        let one_each = set.members.len() == cells.len() && count == cells.len() && to.differ(layer, &cells);
        // By number, whether a member has it; with as many members as numbers, each number occurs.
        let mut occurs = vec![Truth::Known(one_each); numbers.len() + 1];
        occurs[numbers.len()] = Truth::Known(false);
        for (index, number) in numbers.iter().enumerate().filter(|_| !one_each) {
            let holding: Vec<Truth> = cells.iter().flat_map(|&cell| with(&held[cell], *number)).collect();
            occurs[index] = to.any(&holding);
        }
        let mut after = vec![Vec::new(); topology.cells.len()];
        let mut before = vec![Vec::new(); topology.cells.len()];
        for &cell in &cells {
            after[cell] = self.moves.from(symbols, cell);
            after[cell].iter().for_each(|&other| before[other].push(cell));
        }
        let there = |reached: &[usize], number: i64| -> Vec<Truth> {
            reached.iter().flat_map(|&other| with(&held[other], number)).collect()
        };
        for &cell in &cells {
            for &(number, holds) in &held[cell] {
                let index = numbers.binary_search(&number).unwrap_or_default();
                if let Some(&next) = numbers.get(index + 1) {
                    to.clause([!holds, !occurs[index + 1]].into_iter().chain(there(&after[cell], next)));
                }
                if index > 0 {
                    to.clause([!holds].into_iter().chain(there(&before[cell], numbers[index - 1])));
                }
                if !self.closed {
                    continue;
                }
                to.clause([!holds, occurs[index + 1]].into_iter().chain(there(&after[cell], numbers[0])));
                if index == 0 {
                    let mut lasts = Vec::new();
                    for (index, &last) in numbers.iter().enumerate() {
                        let is_last = !occurs[index + 1];
                        for holds in there(&before[cell], last) {
                            lasts.push(to.all(&[holds, is_last]));
                        }
                    }
                    to.clause([!holds].into_iter().chain(lasts));
                }
            }
        }
        let ring_is_even = !self.closed || count % 2 == 0;
        if one_each
            && ring_is_even
            && let Moves::Steps(steps) = &self.moves
            && let Some(black) = two_colours(topology, &cells, steps)
        {
            alternate(to, &cells, &held, &numbers, &black);
        }
    }

    /// If every move changes the colour, a tour of all cells has as many cells of both colours, or one more of one.
    fn argument(&self, symbols: &SymbolTable, rules: &[Rule], set: &Set) -> Option<Argument> {
        let Moves::Steps(steps) = &self.moves else { return None };
        let topology = &symbols.topology;
        let cells: Vec<usize> =
            set.members.iter().filter_map(|m| if let Element::Cell(c) = m.element { Some(c) } else { None }).collect();
        let numbers: BTreeSet<i64> = symbols.layers[self.layer].numbers.iter().flatten().copied().collect();
        let values = symbols.layers[self.layer].values.len();
        let differ = |rule: &Rule| {
            let says = rule.conditions.iter().any(|condition| condition.all_different() == Some(self.layer));
            says && rule.is_plain() && rule.sets.iter().any(|set| set.members.len() == topology.cells.len())
        };
        let all = cells.len() == topology.cells.len() && numbers.len() == cells.len() && values == cells.len();
        if !all || cells.len() < 2 || !rules.iter().any(differ) {
            return None;
        }
        let black = two_colours(topology, &cells, steps)?;
        let black = black.into_iter().filter(|&is_black| is_black).count();
        let white = cells.len() - black;
        let balanced = if self.closed { black == white } else { black.abs_diff(white) <= 1 };
        (!balanced).then_some(Argument::Colours { closed: self.closed, white, black })
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn pictures(&self) -> Vec<usize> {
        match self.moves {
            Moves::Ahead(picture) => vec![picture],
            Moves::Steps(_) | Moves::Rides(_) => Vec::new(),
        }
    }

    /// An arrow depends on the places of the other cells.
    fn ordered(&self) -> bool {
        matches!(self.moves, Moves::Ahead(_))
    }
}

/// Returns whether a cell has a number; `None` if it cannot.
fn with(held: &[(i64, Truth)], number: i64) -> Option<Truth> {
    held.iter().find(|(own, _)| *own == number).map(|&(_, truth)| truth)
}

/// Returns, by cell, whether it is of the second colour, if every move leads from one colour to the other and all
/// cells are connected.
fn two_colours(topology: &Topology, cells: &[usize], steps: &[(i64, i64)]) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; topology.cells.len()];
    let mut queue: Vec<usize> = cells.first().copied().into_iter().collect();
    colour[*queue.first()?] = Some(false);
    while let Some(cell) = queue.pop() {
        for other in topology.leaps(topology.cells[cell], steps) {
            match colour[other] {
                None => {
                    colour[other] = colour[cell].map(|own| !own);
                    queue.push(other);
                }
                known if known == colour[cell] => return None,
                Some(_) => {}
            }
        }
    }
    cells.iter().all(|&cell| colour[cell].is_some()).then(|| colour.into_iter().map(|c| c == Some(true)).collect())
}

/// Numbers alternate between the colours; the colour of the smallest number determines the others.
fn alternate(to: &mut Builder<'_>, cells: &[usize], held: &[Vec<(i64, Truth)>], numbers: &[i64], black: &[bool]) {
    let first: Vec<Truth> =
        cells.iter().filter(|&&cell| black[cell]).filter_map(|&cell| held[cell].first()).map(|held| held.1).collect();
    let starts_black = to.any(&first);
    for &cell in cells {
        for &(number, holds) in &held[cell] {
            let index = numbers.binary_search(&number).unwrap_or_default();
            let same = black[cell] == (index % 2 == 0);
            to.redundant_clause([!holds, if same { starts_black } else { !starts_black }]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn kings_and_rooks_walk_over_small_boards() {
        let different = "[[rule]]\nall-different = true\n";
        // Hamiltonian paths of the 2x3 board by steps of a wazir, in both directions.
        assert_eq!(agree(&model(2, 3, "\"1..6\"", &format!("{different}[[rule]]\ntour = 'wazir'"))), 16);
        // The one circle, from 6 starts, in 2 directions.
        assert_eq!(agree(&model(2, 3, "\"1..6\"", &format!("{different}[[rule]]\ntour = 'wazir'\nclosed = true"))), 12);
        assert!(agree(&model(2, 3, "\"1..6\"", &format!("{different}[[rule]]\ntour = 'king'"))) > 16);
        assert_eq!(agree(&model(2, 3, "\"1..6\"", &format!("{different}[[rule]]\ntour = 'knight'"))), 0);
    }

    /// In a row, a rook goes from any cell to any other; a hole is in its way.
    #[test]
    fn riders_go_any_distance_up_to_a_hole() {
        let rules = "[[rule]]\nall-different = true\n[[rule]]\ntour = 'rook'";
        assert_eq!(agree(&model(1, 4, "\"1..4\"", rules)), 24);
        let hole = format!("puzzle = 'grid'\n[grid]\ncells = '.._.'\nvalues = '1..3'\n{rules}");
        assert_eq!(agree(&hole), 0);
        assert_eq!(agree(&model(2, 2, "\"1..4\"", &rules.replace("rook", "queen"))), 24);
    }

    #[test]
    fn numbers_may_be_few_or_repeat() {
        assert!(agree(&model(2, 3, "['.', '1', '2', '3']", "[[rule]]\ntour = 'wazir'")) > 1);
        assert!(
            agree(&model(
                2,
                3,
                "['.', '1', '2', '4']",
                "[[rule]]\nwhere = '2'\naround = 'king'\nincluding = true\ntour = 'wazir'"
            )) > 1
        );
        assert!(agree(&model(2, 3, "\"1..4\"", "[[rule]]\namong = 'not 3'\ntour = 'king'\nclosed = true")) > 0);
        let numbers = "['.', '1', '2', '4']";
        assert!(agree(&model(2, 3, numbers, "[[rule]]\ntour = 'wazir'\nclosed = true")) > 1);
        let arrows = "[picture]\narrow = '''\n>v\n^<\n'''\n[[rule]]\ntour = 'ahead arrow'\nclosed = true";
        assert!(agree(&model(2, 2, numbers, arrows)) > 1);
    }

    #[test]
    fn arrows_show_where_the_next_number_is() {
        let board = |arrows: &str, rest: &str| {
            let picture = format!("[picture]\narrow = '''\n{arrows}\n'''\n");
            let rules = format!("{picture}[[rule]]\nall-different = true\n[[rule]]\ntour = 'ahead arrow'\n{rest}");
            model(2, 2, "\"1..4\"", &rules)
        };
        assert_eq!(agree(&board(">v\n.<", "")), 1, "around the square");
        assert_eq!(agree(&board(">v\n^<", "closed = true")), 4, "from anywhere");
        assert_eq!(agree(&board(">↙\n>.", "")), 1, "over the diagonal");
        assert_eq!(agree(&board("vv\n.<", "")), 0, "nothing leads up");
        // Of three in a row, the first may see the last over the second.
        let row = "[picture]\narrow = '><.'\n[[rule]]\nall-different = true\n[[rule]]\ntour = 'ahead arrow'";
        assert_eq!(agree(&model(1, 3, "\"1..3\"", row)), 1, "2 1 3, but not 1 2 3, since the arrow of 2 points back");
        let repeats = "[picture]\narrow = '>>.'\n[[rule]]\ntour = 'ahead arrow'";
        assert!(agree(&model(1, 3, "['.', '1', '2']", repeats)) > 1);
    }

    #[test]
    fn what_is_wrong_with_a_tour_is_told() {
        let wrong = |rest: &str| mistakes(&model(2, 3, "\"1..6\"", rest));
        assert!(wrong("[[rule]]\ntour = 'knigt'").starts_with("unknown move `knigt`"));
        assert!(wrong("[[rule]]\ntour = 'ahead arow'").starts_with("unknown picture `arow`"));
        let blunt = "[picture]\narrow = \"\"\"\n>e>\n...\n\"\"\"\n[[rule]]\ntour = 'ahead arrow'";
        assert!(wrong(blunt).contains("`e` at r1c2 is not an arrow"), "{}", wrong(blunt));
        assert!(wrong("[[rule]]\nclosed = true\nis = '1'").starts_with("`closed` requires `tour`"));
        assert!(
            mistakes(&model(2, 3, "['.', 'Q']", "[[rule]]\ntour = 'knight'"))
                .starts_with("`tour` requires values that are numbers")
        );
    }
}
