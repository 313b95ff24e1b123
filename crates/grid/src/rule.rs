//! Rules: conditions that hold for each of their sets of cells.
//!
//! A [`Rule`] has sets ([`Set`], made by [`super::sets`]) and conditions ([`Condition`], one file each under
//! `condition/`). The tests of `where`, `among`, `inside` and `until` may depend on the solution: here they are evaluated
//! on a filled board, and `constrain/rules.rs` turns them into constraints.
//!
//! Start with [`Rule`]. May import what conditions work on ([`super::position`] and [`super::constrain`]); knows no kind of
//! condition and no reader.

mod number;
mod set;

pub use self::number::{Holder, Number, Resolved};
pub use self::set::{Element, Key, Member, Part, Passed, Set};

use super::breach::Breach;
use super::constrain::{Builder, Candidate};
use super::position::Position;
use super::symbols::{SymbolTable, Test};
use boardwright_base::board::shape::Shape;
use boardwright_base::source::Span;
use boardwright_ir::constraint::Literal;
use boardwright_ir::constraint::origin::{RuleId, Stated};
use boardwright_puzzle::capability::argument::Argument;
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A condition that a rule states for each of its sets. A new kind is a file under `condition/`, its `mod` line, and a line
/// in [`super::condition::KINDS`].
pub trait Condition: Comparable + Any + Debug + Send + Sync {
    /// Checks a filled board; `members` are those of the set on it, in order.
    ///
    /// # Errors
    /// How the set breaks the condition.
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach>;

    /// Returns the ways in which the set breaks the condition; for groups, one for each group that breaks it.
    fn breaches(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Vec<Breach> {
        self.holds(position, set, members).err().into_iter().collect()
    }

    /// Posts the constraints for a set. Shares no code with [`Condition::holds`].
    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]);

    /// Returns literals, each of which implies that the set breaks the condition: a board that breaks it has values of the
    /// added variables with which one is true. `None` if the condition does not state its violation: by default, if its
    /// constraints use an auxiliary variable that the board does not determine ([`Builder::auxiliary`]).
    fn violation(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) -> Option<Vec<Literal>> {
        to.violation(|to| self.constrain(to, set, members))
    }

    /// Returns the numbers that it takes from pictures and lists: it does not constrain a set for which all of them
    /// are absent.
    fn numbers(&self) -> Vec<&Number> {
        Vec::new()
    }

    /// Returns the numbers that it takes from pictures for cells of its own choice.
    fn own_numbers(&self) -> Vec<&Number> {
        Vec::new()
    }

    /// Returns the pictures whose marks on its members matter.
    fn pictures(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the shapes of which it requires a number of copies, and the numbers.
    fn pieces(&self) -> Vec<(&Shape, usize)> {
        Vec::new()
    }

    /// Returns its tests.
    fn tests(&self) -> Vec<&Test> {
        Vec::new()
    }

    /// Returns the layers whose values it depends on as a whole.
    fn layers(&self) -> Vec<usize> {
        Vec::new()
    }

    /// A counting argument that no board satisfies the condition for a set together with the other rules, if there is one.
    fn argument(&self, symbols: &SymbolTable, rules: &[Rule], set: &Set) -> Option<Argument> {
        let _ = (symbols, rules, set);
        None
    }

    /// Estimates the number of literals that it posts for a set of `members` members; by default one for each value that
    /// it is about.
    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        let values: u64 = self.layers().iter().map(|&layer| symbols.layers[layer].values.len() as u64).sum();
        members.saturating_mul(values + self.tests().len() as u64 + 1)
    }

    /// Checks whether a board still satisfies it after a line took a shortcut: it left some cells that are not fixed, all others
    /// keep their line. By cell, `fixed` states whether the rules fix it as the end of a line.
    fn survives_shortcuts(&self, symbols: &SymbolTable, fixed: &[bool]) -> bool {
        let _ = (symbols, fixed);
        false
    }

    /// The test that it requires all members to pass, or none (`false`), if that is all.
    fn membership(&self) -> Option<(&Test, bool)> {
        None
    }

    /// The layer whose values it requires to be different, if it does.
    fn all_different(&self) -> Option<usize> {
        None
    }

    /// The number that the members' numbers have to add up to, if that is what it requires.
    fn total(&self) -> Option<&Number> {
        None
    }

    /// Returns whether it requires the members' numbers to increase (`true`) or to decrease in their order.
    fn grows(&self) -> Option<bool> {
        None
    }

    /// Returns whether it requires numbers between those of the first and the last member.
    fn lies_between_ends(&self) -> bool {
        false
    }

    /// Checks whether it compares members with what the set's own cell holds.
    fn reads_own(&self) -> bool {
        false
    }

    /// Checks whether the order of the members matters.
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
    /// A picture has a mark, or this mark, between the set's two cells; or it does not.
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
    /// Checks whether a set passes.
    pub fn passes(&self, symbols: &SymbolTable, set: &Set) -> bool {
        let mark = symbols.mark_between(self.picture, set);
        let is = mark.is_some_and(|mark| self.mark.as_ref().is_none_or(|wanted| mark.text == *wanted));
        is != self.negated
    }
}

/// Which members a number selects, counted in the order of the set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The first of them, up to this number.
    First(Number),
    /// The one with this number, from 1.
    Nth(Number),
}

impl Pick {
    /// Returns the number.
    pub fn number(&self) -> &Number {
        match self {
            Pick::First(number) | Pick::Nth(number) => number,
        }
    }

    /// Checks whether this number selects the member at an index, counted from 0.
    pub fn selects(&self, number: i64, index: usize) -> bool {
        let place = i64::try_from(index).map_or(i64::MAX, |index| index.saturating_add(1));
        match self {
            Pick::First(_) => place <= number,
            Pick::Nth(_) => place == number,
        }
    }
}

/// The positions of a plan that a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// Every position; in a model without moves, the board.
    Always,
    /// The last position.
    End,
    /// Every position together with the next one: the members of a set, followed by the same in the next position.
    Next,
}

/// A rule: each condition holds for each set.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name in messages and in `--encoding`.
    pub name: String,
    /// What it is, whatever its name.
    pub id: RuleId,
    /// What the model says about it, to be shown.
    pub stated: Arc<Stated>,
    /// Its place in the model.
    pub span: Span,
    /// The positions that it is about.
    pub time: Time,
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
    /// `take` or `nth`: which members a number selects.
    pub pick: Option<Pick>,
    /// `at`: selects sets by printed marks, on walls too.
    pub at: Option<At>,
    /// Whether its sets are the paths of `along`, cell after cell.
    pub paths: bool,
    /// The cells of its paths, where its sets are pieces of them or compare them.
    pub whole: Vec<Vec<usize>>,
    /// The conditions.
    pub conditions: Vec<Arc<dyn Condition>>,
}

impl Rule {
    /// Returns its own tests, without those of its conditions.
    pub fn own_tests(&self) -> impl Iterator<Item = &Test> {
        [&self.when, &self.among, &self.inside, &self.until].into_iter().flatten()
    }

    /// Checks whether it applies to all sets and all possible members.
    pub fn is_plain(&self) -> bool {
        self.own_tests().next().is_none() && self.pick.is_none()
    }

    /// Checks whether a condition constrains a set: the model gives one of the numbers that it needs. The set of a
    /// wall is constrained only by a number printed on the wall, or if the rule has `at`.
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

    /// Whether a set's own cell passes `where` on a filled board.
    pub fn applies(&self, position: &Position<'_>, set: &Set) -> bool {
        let Some(test) = &self.when else { return true };
        let own = set.own.and_then(|cell| position.symbols.topology.id(cell));
        own.is_some_and(|cell| position.passes(Element::Cell(cell), test))
    }

    /// Returns the members of a set on a filled board: those that nothing hides, to which a line leads where one has to,
    /// that pass `among`, and that stand `inside`.
    pub fn members(&self, position: &Position<'_>, set: &Set) -> Vec<Element> {
        let picked = self.pick.as_ref().map(|pick| (pick, pick.number().on(position, set)));
        let is_in = |&(index, member): &(usize, &Member)| {
            // A set without the number has none of its members.
            let is_picked =
                picked.is_none_or(|(pick, number)| number.is_some_and(|number| pick.selects(number, index)));
            let hidden = self.until.as_ref().is_some_and(|until| {
                let is_blocked = |way: &Passed| way.iter().any(|&cell| position.passes(Element::Cell(cell), until));
                (!member.ways.is_empty() && member.ways.iter().all(is_blocked))
                    || matches!(member.element, Element::Cell(cell) if !member.own && position.passes(Element::Cell(cell), until))
            });
            let led = member.through.is_none_or(|line| position.lines[line]);
            let is_among = |among: &Test| {
                let mut tested = tested(position.symbols, member.element, among).into_iter();
                tested.all(|element| position.passes(element, among))
            };
            is_picked && !hidden && led && self.among.as_ref().is_none_or(is_among)
        };
        let all = set.members.iter().enumerate();
        let mut members: Vec<Element> = all.filter(is_in).map(|(_, member)| member.element).collect();
        if let Some(inside) = &self.inside {
            let passing = |element: &Element| position.passes(*element, inside);
            let all: Vec<Element> = set.members.iter().map(|member| member.element).collect();
            let between = all.iter().position(passing).zip(all.iter().rposition(passing));
            let between = between.map_or(&[][..], |(first, last)| &all[(first + 1).min(last)..last]);
            members.retain(|member| between.contains(member));
        }
        members
    }
}

/// Returns the elements that pass `among` if a member does: the member, or the cells of a line that a test of cells selects.
pub fn tested(symbols: &SymbolTable, element: Element, among: &Test) -> Vec<Element> {
    match element {
        Element::Line(line) if !among.is_of_lines() => {
            let lines = symbols.lines.iter().flat_map(|lines| lines.lines[line].cells);
            lines.flatten().map(Element::Cell).collect()
        }
        element => vec![element],
    }
}

/// The objective: a quantity to minimise or maximise.
#[derive(Debug, Clone)]
pub struct Objective {
    /// The test of the counted cells or lines; `None`: add up all numbers.
    pub test: Option<Test>,
    /// Whether it is maximised; otherwise it is minimised.
    pub maximise: bool,
}
