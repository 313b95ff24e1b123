//! Numbers of conditions: where each comes from, and what it is for a set. Start with [`Number::of`].
//!
//! May import sets, symbols and positions; knows no rule and no condition.

use super::set::{Key, Set};
use crate::position::Position;
use crate::symbols::{ColouredRun, Entry, Mark, SymbolTable};
use boardwright_base::board::names::{Clue, Place, SetName, Value};
use boardwright_base::source::Span;

/// A number in a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Number {
    /// This one.
    Fixed(i64),
    /// The one that a picture has at the set's own cell.
    Picture(usize),
    /// The one that a picture has between the set's two cells.
    Between(usize),
    /// The one that a list has for the set.
    List(usize),
    /// The one that a cell holds in the solution, plus this one: `"value + 1"`.
    Held(Holder, i64),
}

/// The cell whose number is a number of its set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// The set's own cell.
    Own,
    /// Its first member, whether or not the rule's tests exclude it.
    First,
    /// Its last member, whether or not the rule's tests exclude it.
    Last,
}

impl Holder {
    /// Returns the cell, by its number.
    pub fn of(self, symbols: &SymbolTable, set: &Set) -> Option<usize> {
        match self {
            Holder::Own => set.own.and_then(|cell| symbols.topology.id(cell)),
            Holder::First => set.members.first().and_then(|member| member.element.cell()),
            Holder::Last => set.members.last().and_then(|member| member.element.cell()),
        }
    }
}

/// A [`Number`] for one set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved<'v> {
    /// The model gives no number: the condition does not apply to the set.
    Absent,
    /// A number.
    Number(i64),
    /// A list of numbers; `None` for an unknown one.
    Numbers(&'v [Option<i64>]),
    /// A value that is not a number.
    Word(&'v str),
    /// Runs of values.
    Runs(&'v [ColouredRun]),
    /// The number in this cell, plus a number.
    Cell(usize, i64),
}

impl Number {
    /// Resolves the number for a set.
    pub fn of<'v>(&self, symbols: &'v SymbolTable, set: &Set) -> Resolved<'v> {
        match self {
            Number::Fixed(number) => Resolved::Number(*number),
            Number::Picture(picture) => match set.own.and_then(|cell| symbols.mark(*picture, cell)) {
                Some(Mark { number: Some(number), .. }) => Resolved::Number(*number),
                Some(mark) if !mark.numbers.is_empty() => Resolved::Numbers(&mark.numbers),
                _ => Resolved::Absent,
            },
            Number::Between(picture) => {
                let mark = symbols.mark_between(*picture, set);
                mark.and_then(|mark| mark.number).map_or(Resolved::Absent, Resolved::Number)
            }
            Number::List(list) => {
                let entries = &symbols.lists[*list].entries;
                let entry = match &set.key {
                    Key::None | Key::Block | Key::Corner(_) | Key::Tile(_) => None,
                    Key::Side(side, index) => entries.get(*side).and_then(|(entries, _)| entries.get(*index)),
                    Key::Region(mark) => entries.get(mark).and_then(|(entries, _)| entries.first()),
                };
                match entry {
                    None | Some((Entry::None, _)) => Resolved::Absent,
                    Some((Entry::Number(number), _)) => Resolved::Number(*number),
                    Some((Entry::Numbers(numbers), _)) => Resolved::Numbers(numbers),
                    Some((Entry::Word(word), _)) => Resolved::Word(word),
                    Some((Entry::Runs(runs), _)) => Resolved::Runs(runs),
                }
            }
            Number::Held(holder, more) => {
                holder.of(symbols, set).map_or(Resolved::Absent, |cell| Resolved::Cell(cell, *more))
            }
        }
    }

    /// Returns the number for a set if the model fixes it: `None` for absent numbers, lists and values of cells.
    pub fn known(&self, symbols: &SymbolTable, set: &Set) -> Option<i64> {
        match self.of(symbols, set) {
            Resolved::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the number for a set on a filled board; `None` if the model gives none.
    pub fn on(&self, position: &Position<'_>, set: &Set) -> Option<i64> {
        match self.of(position.symbols, set) {
            Resolved::Number(number) => Some(number),
            Resolved::Cell(cell, more) => position.number(0, cell).map(|number| number + more),
            Resolved::Absent | Resolved::Numbers(_) | Resolved::Word(_) | Resolved::Runs(_) => None,
        }
    }

    /// Returns the clue of a set, if it has a place of its own in the model: `the 3 at r2c5`, `the 2 1 for row 4`.
    pub fn clue(&self, symbols: &SymbolTable, set: &Set) -> Option<Clue> {
        let value = match self.of(symbols, set) {
            Resolved::Number(number) => Value::Number(number),
            Resolved::Word(word) => Value::Word(word.into()),
            Resolved::Numbers(numbers) => Value::Numbers(numbers.to_vec()),
            Resolved::Runs(runs) => {
                let runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
                Value::Word(runs.join(" ").into())
            }
            Resolved::Absent | Resolved::Cell(..) => return None,
        };
        let (source, place, set) = match (self, set.own) {
            (Number::Picture(picture), Some(at)) => (*picture, Place::At, SetName::Cell(at)),
            (Number::Between(picture), _) if symbols.is_of_corners(*picture) => (*picture, Place::At, set.name.clone()),
            (Number::Between(picture), _) => (*picture, Place::Between, set.name.clone()),
            (Number::List(list), _) => (*list, Place::For, set.name.clone()),
            _ => return None,
        };
        Some(Clue { source, value, place, set })
    }

    /// Returns the place in the model of the clue of a set, if it has one of its own.
    pub fn span(&self, symbols: &SymbolTable, set: &Set) -> Option<Span> {
        match self {
            Number::Picture(picture) => symbols.mark(*picture, set.own?).map(|mark| mark.span),
            Number::Between(picture) => symbols.mark_between(*picture, set).map(|mark| mark.span),
            Number::List(list) => {
                let entries = &symbols.lists[*list].entries;
                match &set.key {
                    Key::None | Key::Block | Key::Corner(_) | Key::Tile(_) => None,
                    Key::Side(side, index) => entries.get(*side)?.0.get(*index).map(|(_, span)| *span),
                    Key::Region(mark) => entries.get(mark)?.0.first().map(|(_, span)| *span),
                }
            }
            Number::Fixed(_) | Number::Held(..) => None,
        }
    }
}
