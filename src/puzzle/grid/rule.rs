//! A rule: for each of these sets of cells, this holds.
//!
//! A [`Rule`] has sets ([`Set`], made by [`super::sets`]) and conditions ([`Condition`], one file each under
//! `condition/`). What `where`, `among`, `inside` and `until` leave open until there is a solution is kept here and settled by
//! [`super::position`] on a filled board and by [`super::constrain`] in a problem.

use super::constrain::{Builder, Candidate};
use super::position::Position;
use super::size;
use super::vocabulary::{Entry, Test, Vocabulary};
use crate::board::Cell;
use crate::source::Span;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

/// A cell or a line, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A cell.
    Cell(usize),
    /// A line.
    Line(usize),
}

/// The cells that are passed on the way to a member: the first few of a ray, which all members along it share.
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

/// What may be a member of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// What it is.
    pub place: Place,
    /// The ways on which it is seen from the set's own cell, each as the cells in between; none: nothing can hide it. It is
    /// no member when it passes the rule's `until` itself, or when on every way a cell does.
    pub ways: Vec<Passed>,
    /// A line that has to be there.
    pub through: Option<usize>,
    /// Whether it is the set's own cell.
    pub own: bool,
}

impl Member {
    /// A member that is always one.
    pub fn of(place: Place) -> Member {
        Member { place, ways: Vec::new(), through: None, own: false }
    }
}

/// Under what a list has a set's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Under nothing.
    None,
    /// `rows`, `columns`, `left`, `across`, ..., and which of these, 0-based.
    Side(&'static str, usize),
    /// The mark of a region.
    Region(String),
}

/// One of the sets of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// In words: `row 3`, `r2c5`, `around r2c5`.
    pub what: String,
    /// Its own cell, if it belongs to one (which may be a wall): where pictures have its number.
    pub own: Option<Cell>,
    /// Where lists have its number.
    pub key: Key,
    /// Its possible members, in order.
    pub members: Vec<Member>,
}

/// A number in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// What a [`Number`] is for a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told<'v> {
    /// Nothing is told: the rule says nothing.
    Nothing,
    /// A number.
    Number(i64),
    /// A list of numbers; `None` where one is not told.
    Numbers(&'v [Option<i64>]),
    /// The number that this cell holds.
    Value(usize),
}

impl Number {
    /// What it is for a set.
    pub fn of<'v>(&self, vocabulary: &'v Vocabulary, set: &Set) -> Told<'v> {
        match self {
            Number::Fixed(number) => Told::Number(*number),
            Number::Picture(picture) => {
                let mark = set.own.and_then(|cell| vocabulary.mark(*picture, cell));
                mark.and_then(|mark| mark.number).map_or(Told::Nothing, Told::Number)
            }
            Number::Between(picture) => {
                let mark = vocabulary.mark_between(*picture, &set.members);
                mark.and_then(|mark| mark.number).map_or(Told::Nothing, Told::Number)
            }
            Number::List(list) => {
                let entries = &vocabulary.lists[*list].entries;
                let entry = match &set.key {
                    Key::None => None,
                    Key::Side(side, index) => entries.get(*side).and_then(|(entries, _)| entries.get(*index)),
                    Key::Region(mark) => entries.get(mark).and_then(|(entries, _)| entries.first()),
                };
                match entry {
                    None | Some((Entry::None, _)) => Told::Nothing,
                    Some((Entry::Number(number), _)) => Told::Number(*number),
                    Some((Entry::Numbers(numbers), _)) => Told::Numbers(numbers),
                }
            }
            Number::Value => set.own.and_then(|cell| vocabulary.terrain.id(cell)).map_or(Told::Nothing, Told::Value),
        }
    }

    /// The number for a set, where it is one that is known: not told, lists and values of cells are `None`.
    pub fn known(&self, vocabulary: &Vocabulary, set: &Set) -> Option<i64> {
        match self.of(vocabulary, set) {
            Told::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number for a set on a filled board; `None` where none is told.
    pub fn on(&self, position: &Position<'_>, set: &Set) -> Option<i64> {
        match self.of(position.vocabulary, set) {
            Told::Number(number) => Some(number),
            Told::Value(cell) => position.number(0, cell),
            Told::Nothing | Told::Numbers(_) => None,
        }
    }

    /// What the model tells for a set in a place of its own, in words: `the 3 at r2c5`, `the 2 1 for row 4`.
    pub fn words(&self, vocabulary: &Vocabulary, set: &Set) -> Option<String> {
        let number = |number: &Option<i64>| number.map_or("?".to_string(), |number| number.to_string());
        let told = match self.of(vocabulary, set) {
            Told::Number(number) => number.to_string(),
            Told::Numbers(numbers) => numbers.iter().map(number).collect::<Vec<_>>().join(" "),
            Told::Nothing | Told::Value(_) => return None,
        };
        match (self, set.own) {
            (Number::Picture(_), Some(at)) => Some(format!("the {told} at {at}")),
            (Number::Between(_), _) => Some(format!("the {told} between {}", set.what)),
            (Number::List(_), _) => Some(format!("the {told} for {}", set.what)),
            _ => None,
        }
    }

    /// Where the model tells it for a set, if it does so in a place of its own.
    pub fn span(&self, vocabulary: &Vocabulary, set: &Set) -> Option<Span> {
        match self {
            Number::Picture(picture) => vocabulary.mark(*picture, set.own?).map(|mark| mark.span),
            Number::Between(picture) => vocabulary.mark_between(*picture, &set.members).map(|mark| mark.span),
            Number::List(list) => {
                let entries = &vocabulary.lists[*list].entries;
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

/// What holds for each set of a rule. A new kind is a file under `condition/` and a line in [`super::condition::KINDS`].
pub trait Condition: Debug + Send + Sync {
    /// Checks a filled board; `members` are those of the set on it, in order.
    ///
    /// # Errors
    /// What is wrong, in words that follow the name of the set: `has 2 Q instead of 1`.
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Place]) -> Result<(), String>;

    /// Posts the constraints for a set. Shares nothing with [`Condition::holds`] but what the rule says.
    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]);

    /// The numbers that it takes from pictures and lists: where none is told for a set, it says nothing about that set.
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

    /// The layers whose numbers or values it is about as a whole.
    fn layers(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Why no board satisfies it for a set of a plain rule beside the others, in words, where counting shows that.
    fn argument(&self, vocabulary: &Vocabulary, rules: &[Rule], set: &Set) -> Option<String> {
        let _ = (vocabulary, rules, set);
        None
    }

    /// About how many literals it posts for a set of so many members.
    fn literals(&self, vocabulary: &Vocabulary, members: u64) -> u64 {
        size::literals(vocabulary, self, members)
    }

    /// The layer of which no two members hold the same value, where it says that.
    fn all_different(&self) -> Option<usize> {
        None
    }

    /// Whether it has the members' numbers grow (`true`) or shrink in their order.
    fn grows(&self) -> Option<bool> {
        None
    }

    /// Whether the order of the members matters.
    fn ordered(&self) -> bool {
        false
    }

    /// For one whose order matters: what says the same of the members in the opposite order, with lists of numbers read
    /// backwards, as its debug form; `None` where nothing does.
    fn backwards(&self) -> Option<String> {
        None
    }

    /// For one whose order matters: the members, each as a code, in an order of which it says the same; the same order for
    /// all orders that do.
    fn arranged(&self, members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        members
    }
}

/// What `at` asks of a set: any of several things that are printed.
#[derive(Debug, Clone)]
pub enum At {
    /// Its own cell passes a static test.
    Cell(Test),
    /// A picture has a mark between its two cells, or this one; or it has not.
    Between(Vec<Sign>),
}

/// What is asked of a picture of marks between cells.
#[derive(Debug, Clone)]
pub struct Sign {
    /// The picture.
    pub picture: usize,
    /// The mark, where it matters which.
    pub mark: Option<String>,
    /// Whether it must not be there.
    pub negated: bool,
}

impl Sign {
    /// Whether a set passes.
    pub fn passes(&self, vocabulary: &Vocabulary, set: &Set) -> bool {
        let mark = vocabulary.mark_between(self.picture, &set.members);
        let is = mark.is_some_and(|mark| self.mark.as_ref().is_none_or(|wanted| mark.text == *wanted));
        is != self.negated
    }
}

/// For each of these sets, this holds.
#[derive(Debug)]
pub struct Rule {
    /// What messages and `--encoding` call it.
    pub name: String,
    /// Its place in the model.
    pub span: Span,
    /// The sets.
    pub sets: Vec<Set>,
    /// `where`: it holds for a set whose own cell passes.
    pub when: Option<Test>,
    /// `among`: what is no member.
    pub among: Option<Test>,
    /// `inside`: members stand between two that pass.
    pub inside: Option<Test>,
    /// `until`: what riders stop before.
    pub until: Option<Test>,
    /// `at`: which sets it is about; then these may be of walls with something printed on them.
    pub at: Option<At>,
    /// Whether its sets are the paths of `along`, cell after cell.
    pub paths: bool,
    /// What holds.
    pub conditions: Vec<Box<dyn Condition>>,
}

impl Rule {
    /// The tests of its own, besides those of its conditions.
    pub fn own_tests(&self) -> impl Iterator<Item = &Test> {
        [&self.when, &self.among, &self.inside, &self.until].into_iter().flatten()
    }

    /// Whether it always holds for all that may be members.
    pub fn is_plain(&self) -> bool {
        self.own_tests().next().is_none()
    }

    /// Whether a condition says something about a set: the numbers that it needs are told. About walls it does only where a
    /// picture prints its number on them, or where `at` says that it is about what is printed.
    pub fn speaks(&self, vocabulary: &Vocabulary, condition: &dyn Condition, set: &Set) -> bool {
        let numbers = condition.numbers();
        let told = |number: &&Number| number.of(vocabulary, set) != Told::Nothing;
        if numbers.is_empty() || numbers.iter().any(told) {
            let is_wall = set.own.is_some_and(|own| vocabulary.terrain.id(own).is_none());
            let printed = numbers.iter().any(|number| matches!(number, Number::Picture(_)) && told(number));
            return !is_wall || self.at.is_some() || printed;
        }
        false
    }
}
