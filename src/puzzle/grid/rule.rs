//! Rules: conditions that hold for each of their sets of cells.
//!
//! A [`Rule`] has sets ([`Set`], made by [`super::sets`]) and conditions ([`Condition`], one file each under
//! `condition/`). The tests of `where`, `among`, `inside` and `until` may depend on the solution. [`super::position`]
//! evaluates them on a filled board and [`super::constrain`] turns them into constraints.

use super::constrain::{Builder, Candidate};
use super::position::Position;
use super::size;
use super::symbols::{Entry, SymbolTable, Test};
use crate::board::Cell;
use crate::source::Span;
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A cell or a line, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A cell.
    Cell(usize),
    /// A line.
    Line(usize),
}

/// The cells between a set's own cell and a member: a prefix of a ray that all members along it share.
#[derive(Debug, Clone)]
pub struct Passed {
    ray: Arc<[usize]>,
    count: usize,
}

impl Passed {
    /// The first `count` cells of a ray that has as many.
    pub fn of(ray: &Arc<[usize]>, count: usize) -> Passed {
        Passed { ray: Arc::clone(ray), count: count.min(ray.len()) }
    }
}

impl Deref for Passed {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.ray[..self.count]
    }
}

impl PartialEq for Passed {
    fn eq(&self, other: &Passed) -> bool {
        **self == **other
    }
}

impl Eq for Passed {}

/// A possible member of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The cell or line.
    pub element: Element,
    /// The ways on which the set's own cell sees it, each as the cells in between; empty: nothing can hide it. It is not a
    /// member if it passes the rule's `until`, or if a cell on every way does.
    pub ways: Vec<Passed>,
    /// A line that must be present.
    pub through: Option<usize>,
    /// Whether it is the set's own cell.
    pub own: bool,
}

impl Member {
    /// Returns an unconditional member.
    pub fn of(element: Element) -> Member {
        Member { element, ways: Vec::new(), through: None, own: false }
    }
}

/// The key of a set's number in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// No key.
    None,
    /// `rows`, `columns`, `left`, `across`, ..., and which of these, 0-based.
    Side(&'static str, usize),
    /// The mark of a region.
    Region(String),
}

/// One of the sets of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The name in messages: `row 3`, `r2c5`, `around r2c5`.
    pub what: String,
    /// Its own cell, if it belongs to one (which may be a wall): where pictures have its number.
    pub own: Option<Cell>,
    /// Where lists have its number.
    pub key: Key,
    /// Its possible members, in order.
    pub members: Vec<Member>,
}

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
    /// The one that the set's own cell holds.
    Value,
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
    /// The number that this cell holds.
    Cell(usize),
}

impl Number {
    /// Resolves it for a set.
    pub fn of<'v>(&self, symbols: &'v SymbolTable, set: &Set) -> Resolved<'v> {
        match self {
            Number::Fixed(number) => Resolved::Number(*number),
            Number::Picture(picture) => {
                let mark = set.own.and_then(|cell| symbols.mark(*picture, cell));
                mark.and_then(|mark| mark.number).map_or(Resolved::Absent, Resolved::Number)
            }
            Number::Between(picture) => {
                let mark = symbols.mark_between(*picture, &set.members);
                mark.and_then(|mark| mark.number).map_or(Resolved::Absent, Resolved::Number)
            }
            Number::List(list) => {
                let entries = &symbols.lists[*list].entries;
                let entry = match &set.key {
                    Key::None => None,
                    Key::Side(side, index) => entries.get(*side).and_then(|(entries, _)| entries.get(*index)),
                    Key::Region(mark) => entries.get(mark).and_then(|(entries, _)| entries.first()),
                };
                match entry {
                    None | Some((Entry::None, _)) => Resolved::Absent,
                    Some((Entry::Number(number), _)) => Resolved::Number(*number),
                    Some((Entry::Numbers(numbers), _)) => Resolved::Numbers(numbers),
                }
            }
            Number::Value => {
                set.own.and_then(|cell| symbols.topology.id(cell)).map_or(Resolved::Absent, Resolved::Cell)
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
            Resolved::Cell(cell) => position.number(0, cell),
            Resolved::Absent | Resolved::Numbers(_) => None,
        }
    }

    /// Describes the clue of a set, if it has a place of its own in the model: `the 3 at r2c5`, `the 2 1 for row 4`.
    pub fn words(&self, symbols: &SymbolTable, set: &Set) -> Option<String> {
        let number = |number: &Option<i64>| number.map_or("?".to_string(), |number| number.to_string());
        let clue = match self.of(symbols, set) {
            Resolved::Number(number) => number.to_string(),
            Resolved::Numbers(numbers) => numbers.iter().map(number).collect::<Vec<_>>().join(" "),
            Resolved::Absent | Resolved::Cell(_) => return None,
        };
        match (self, set.own) {
            (Number::Picture(_), Some(at)) => Some(format!("the {clue} at {at}")),
            (Number::Between(_), _) => Some(format!("the {clue} between {}", set.what)),
            (Number::List(_), _) => Some(format!("the {clue} for {}", set.what)),
            _ => None,
        }
    }

    /// Returns the place in the model of the clue of a set, if it has one of its own.
    pub fn span(&self, symbols: &SymbolTable, set: &Set) -> Option<Span> {
        match self {
            Number::Picture(picture) => symbols.mark(*picture, set.own?).map(|mark| mark.span),
            Number::Between(picture) => symbols.mark_between(*picture, &set.members).map(|mark| mark.span),
            Number::List(list) => {
                let entries = &symbols.lists[*list].entries;
                match &set.key {
                    Key::None => None,
                    Key::Side(side, index) => entries.get(*side)?.0.get(*index).map(|(_, span)| *span),
                    Key::Region(mark) => entries.get(mark)?.0.first().map(|(_, span)| *span),
                }
            }
            Number::Fixed(_) | Number::Value => None,
        }
    }
}

/// A condition that a rule states for each of its sets. A new kind is a file under `condition/` and a line in [`super::condition::KINDS`].
pub trait Condition: Comparable + Any + Debug + Send + Sync {
    /// Checks a filled board; `members` are those of the set on it, in order.
    ///
    /// # Errors
    /// The violation, as a predicate of the set: `has 2 Q instead of 1`.
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), String>;

    /// Posts the constraints for a set. Shares no code with [`Condition::holds`].
    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]);

    /// The numbers that it takes from pictures and lists: it does not constrain a set for which all of them are absent.
    fn numbers(&self) -> Vec<&Number> {
        Vec::new()
    }

    /// The numbers that it takes from pictures for cells of its own choice.
    fn own_numbers(&self) -> Vec<&Number> {
        Vec::new()
    }

    /// The pictures whose marks on its members matter.
    fn pictures(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The tests in it.
    fn tests(&self) -> Vec<&Test> {
        Vec::new()
    }

    /// The layers whose values it depends on as a whole.
    fn layers(&self) -> Vec<usize> {
        Vec::new()
    }

    /// A counting argument that no board satisfies the condition for a set together with the other rules, if there is one.
    fn argument(&self, symbols: &SymbolTable, rules: &[Rule], set: &Set) -> Option<String> {
        let _ = (symbols, rules, set);
        None
    }

    /// Estimates the number of literals that it posts for a set of `members` members.
    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        size::literals(symbols, self, members)
    }

    /// The layer whose values it requires to be different, if it does.
    fn all_different(&self) -> Option<usize> {
        None
    }

    /// Whether it requires the members' numbers to grow (`true`) or to shrink in their order.
    fn grows(&self) -> Option<bool> {
        None
    }

    /// Whether the order of the members matters.
    fn ordered(&self) -> bool {
        false
    }

    /// For an ordered condition: the condition that is equivalent for the members in the opposite order, with the sets'
    /// lists of numbers reversed; `None` if there is none.
    fn reversed(&self) -> Option<Arc<dyn Condition>> {
        None
    }

    /// For an ordered condition: the canonical order of the members, each given as a code, among the orders for which the
    /// condition is equivalent.
    fn arranged(&self, members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        members
    }
}

/// Equality and hash of a condition whose type is not known; every type with [`Eq`] and [`Hash`] has them.
pub trait Comparable {
    /// Whether the other one has the same type and is equal.
    fn equals(&self, other: &dyn Any) -> bool;

    /// Hashes its type and itself.
    fn hash_to(&self, state: &mut dyn Hasher);
}

impl<T: Any + Eq + Hash> Comparable for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_to(&self, mut state: &mut dyn Hasher) {
        TypeId::of::<T>().hash(&mut state);
        self.hash(&mut state);
    }
}

impl PartialEq for dyn Condition {
    fn eq(&self, other: &dyn Condition) -> bool {
        self.equals(other)
    }
}

impl Eq for dyn Condition {}

impl Hash for dyn Condition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_to(state);
    }
}

/// The test of `at`: any of several printed marks.
#[derive(Debug, Clone)]
pub enum At {
    /// Its own cell passes a static test.
    Cell(Test),
    /// A picture has a mark, or this mark, between its two cells; or it has not.
    Between(Vec<Sign>),
}

/// A test of a mark between two cells.
#[derive(Debug, Clone)]
pub struct Sign {
    /// The picture.
    pub picture: usize,
    /// The required mark; `None` for any.
    pub mark: Option<String>,
    /// Whether the mark must be absent.
    pub negated: bool,
}

impl Sign {
    /// Whether a set passes.
    pub fn passes(&self, symbols: &SymbolTable, set: &Set) -> bool {
        let mark = symbols.mark_between(self.picture, &set.members);
        let is = mark.is_some_and(|mark| self.mark.as_ref().is_none_or(|wanted| mark.text == *wanted));
        is != self.negated
    }
}

/// A rule: each condition holds for each set.
#[derive(Debug)]
pub struct Rule {
    /// Its name in messages and in `--encoding`.
    pub name: String,
    /// Its place in the model.
    pub span: Span,
    /// The sets.
    pub sets: Vec<Set>,
    /// `where`: the rule applies to sets whose own cell passes.
    pub when: Option<Test>,
    /// `among`: members must pass.
    pub among: Option<Test>,
    /// `inside`: members lie between two that pass.
    pub inside: Option<Test>,
    /// `until`: riders stop before a cell that passes.
    pub until: Option<Test>,
    /// `at`: selects sets by printed marks, on walls too.
    pub at: Option<At>,
    /// Whether its sets are the paths of `along`, cell after cell.
    pub paths: bool,
    /// The conditions.
    pub conditions: Vec<Arc<dyn Condition>>,
}

impl Rule {
    /// The tests of its own, besides those of its conditions.
    pub fn own_tests(&self) -> impl Iterator<Item = &Test> {
        [&self.when, &self.among, &self.inside, &self.until].into_iter().flatten()
    }

    /// Whether it applies to all sets and all possible members.
    pub fn is_plain(&self) -> bool {
        self.own_tests().next().is_none()
    }

    /// Whether a condition constrains a set: the model gives one of the numbers that it needs. The set of a wall is
    /// constrained only by a number printed on the wall, or if the rule has `at`.
    pub fn constrains(&self, symbols: &SymbolTable, condition: &dyn Condition, set: &Set) -> bool {
        let numbers = condition.numbers();
        let given = |number: &&Number| number.of(symbols, set) != Resolved::Absent;
        if numbers.is_empty() || numbers.iter().any(given) {
            let is_wall = set.own.is_some_and(|own| symbols.topology.id(own).is_none());
            let printed = numbers.iter().any(|number| matches!(number, Number::Picture(_)) && given(number));
            return !is_wall || self.at.is_some() || printed;
        }
        false
    }
}
