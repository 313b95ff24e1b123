//! What a board and its rules look like to a symmetry: numbers for what is printed, and signatures of the rules' sets.
//!
//! Imports the instance, its symbols and its rules. Start with [`Signatures`].

use super::points;
use crate::Grid;
use crate::rule::{Condition, Element, Member, Number, Pick, Resolved, Rule, Set};
use crate::symbols::{Atom, Test, touched};
use boardwright_base::board::Cell;
use boardwright_base::board::symmetry::Permutation;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Returns, by place, a number for its given values and for its printed marks that conditions read at any place.
pub(super) fn printed(grid: &Grid) -> Vec<u32> {
    let symbols = &grid.symbols;
    let conditions = || grid.rules.iter().flat_map(|rule| &rule.conditions);
    let tests = || {
        let own = grid.rules.iter().flat_map(Rule::own_tests);
        own.chain(conditions().flat_map(|condition| condition.tests()))
            .chain(grid.objective.iter().filter_map(|objective| objective.test.as_ref()))
    };
    let atoms = tests().flat_map(|test| test.any.iter().map(|(_, atom)| atom));
    let mut asked: Vec<&Atom> = atoms.filter(|atom| matches!(atom, Atom::Mark(..) | Atom::Given)).collect();
    asked.dedup();
    let asked: Vec<Test> =
        asked.into_iter().map(|atom| Test { any: vec![(false, atom.clone())], text: String::new() }).collect();
    let numbers: Vec<usize> = conditions()
        .flat_map(|condition| condition.own_numbers())
        .filter_map(|number| if let Number::Picture(picture) = number { Some(*picture) } else { None })
        .collect();
    // A symmetry would turn the directions of tests: no place is like another.
    let has_direction = tests().any(Test::has_direction);
    let compared: Vec<usize> = conditions().flat_map(|condition| condition.pictures()).collect();
    let mut known = BTreeMap::new();
    let print = |at: Cell| {
        let id = symbols.topology.id(at);
        let given: Vec<Option<usize>> = symbols.layers.iter().map(|layer| Some(layer.given[id?]?.0)).collect();
        let held: Vec<bool> = symbols.layers.iter().map(|layer| id.is_some_and(|id| layer.is_held[id])).collect();
        let passed: Vec<bool> = asked.iter().map(|test| symbols.passes(at, test)).collect();
        let printed: Vec<Option<i64>> = numbers.iter().map(|&picture| symbols.mark(picture, at)?.number).collect();
        let marks: Vec<Option<&str>> =
            compared.iter().map(|&picture| symbols.mark(picture, at).map(|mark| mark.text.as_str())).collect();
        (held, id.is_some(), given, passed, printed, marks, has_direction.then_some(at))
    };
    symbols
        .topology
        .places()
        .map(|at| {
            let next = known.len() as u32;
            *known.entry(print(at)).or_insert(next)
        })
        .collect()
}

/// Signatures of the rules' sets: equal for sets with equivalent rules and the same members.
pub(super) struct Signatures<'g> {
    grid: &'g Grid,
    /// By rule: its number, and the number of the rule that is equivalent for sets in the opposite order, if there is one.
    kinds: Vec<(u32, Option<u32>)>,
}

/// The signature of one set: the rule's number, the members, the clues, and its own cell where the rule tests it.
pub(super) type SetSignature = (u32, Vec<Vec<usize>>, Vec<Clue>, Option<usize>);

/// A number that a condition takes for a set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clue {
    Absent,
    Number(i64),
    Numbers(Vec<Option<i64>>),
    /// The number that the cell at this place holds, plus a number.
    Cell(usize, i64),
    Word(String),
}

/// What equivalent rules share: their tests and conditions.
type RuleKey<'g> = ([&'g Option<Test>; 4], &'g Option<Pick>, Vec<Arc<dyn Condition>>);

impl<'g> Signatures<'g> {
    pub(super) fn new(grid: &'g Grid) -> Signatures<'g> {
        let mut known: HashMap<RuleKey<'g>, u32> = HashMap::new();
        let mut number = |rule: &'g Rule, conditions: Vec<Arc<dyn Condition>>| {
            let next = known.len() as u32;
            *known.entry(([&rule.when, &rule.among, &rule.inside, &rule.until], &rule.pick, conditions)).or_insert(next)
        };
        let reversed = |condition: &Arc<dyn Condition>| {
            if condition.ordered() { condition.reversed() } else { Some(Arc::clone(condition)) }
        };
        let kind = |rule: &'g Rule| {
            let backwards: Option<Vec<Arc<dyn Condition>>> = rule.conditions.iter().map(reversed).collect();
            let backwards = backwards.filter(|_| is_ordered(rule) && rule.pick.is_none());
            (number(rule, rule.conditions.clone()), backwards.map(|conditions| number(rule, conditions)))
        };
        Signatures { grid, kinds: grid.rules.iter().map(kind).collect() }
    }

    /// Returns the signatures of the images of all sets, with their multiplicity.
    pub(super) fn of_all(&self, by: Option<&Permutation>) -> BTreeMap<SetSignature, usize> {
        let mut found = BTreeMap::new();
        for (rule, kinds) in self.grid.rules.iter().zip(&self.kinds) {
            for set in &rule.sets {
                *found.entry(self.of(rule, kinds, set, by)).or_insert(0) += 1;
            }
        }
        let symbols = &self.grid.symbols;
        for (index, picture) in symbols.anywhere.iter().enumerate() {
            for &place in &picture.places {
                // A mark is at the middle of the cells that it touches.
                let cell = |at: Cell| at.row * symbols.topology.width + at.column;
                let mut cells: Vec<Vec<usize>> =
                    touched(place).map(|at| vec![by.map_or(cell(at), |by| by.image(cell(at)))]).collect();
                cells.sort_unstable();
                *found.entry((u32::MAX - index as u32, cells, Vec::new(), None)).or_insert(0) += 1;
            }
        }
        found
    }

    fn of(&self, rule: &Rule, kinds: &(u32, Option<u32>), set: &Set, by: Option<&Permutation>) -> SetSignature {
        let symbols = &self.grid.symbols;
        let place = |at: Cell| {
            let index = at.row * symbols.topology.width + at.column;
            by.map_or(index, |by| by.image(index))
        };
        let cell = |id: usize| place(symbols.topology.cells[id]);
        let line = |line: usize| by.map_or(line, |by| points::line(symbols, line, by));
        let member = |member: &Member| -> Vec<usize> {
            let mut code = match member.element {
                Element::Cell(id) => vec![0, cell(id)],
                Element::Line(index) => vec![1, line(index)],
            };
            code.push(member.through.map_or(0, |index| line(index) + 1));
            code.push(usize::from(member.reflected));
            if rule.until.is_some() {
                code.push(usize::from(member.own));
                let mut ways: Vec<Vec<usize>> =
                    member.ways.iter().map(|way| way.iter().map(|&id| cell(id)).collect()).collect();
                ways.iter_mut().for_each(|way| way.sort_unstable());
                ways.sort_unstable();
                ways.into_iter().for_each(|way| {
                    code.push(way.len());
                    code.extend(way);
                });
            }
            code
        };
        let mut members: Vec<Vec<usize>> = set.members.iter().map(member).collect();
        if !set.parts.is_empty() {
            members = parted(rule, set, members);
        }
        // The own cell of a set matters only where the rule uses it.
        let reads_own = rule.when.is_some() || rule.conditions.iter().any(|condition| condition.reads_own());
        let own = set.own.filter(|_| reads_own).map(place);
        let clues = |backwards: bool| -> Vec<Clue> {
            let numbers = rule.conditions.iter().flat_map(|condition| condition.numbers());
            let numbers = numbers.chain(rule.pick.iter().map(Pick::number));
            let clue = |number: &Number| match number.of(symbols, set) {
                Resolved::Absent => Clue::Absent,
                Resolved::Number(number) => Clue::Number(number),
                Resolved::Numbers(numbers) if backwards => Clue::Numbers(numbers.iter().rev().copied().collect()),
                Resolved::Numbers(numbers) => Clue::Numbers(numbers.to_vec()),
                Resolved::Cell(id, more) => Clue::Cell(cell(id), more),
                Resolved::Word(word) => Clue::Word(word.to_string()),
                Resolved::Runs(runs) => {
                    let mut runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
                    if backwards {
                        runs.reverse();
                    }
                    Clue::Word(runs.join(" "))
                }
            };
            numbers.map(clue).collect()
        };
        if !is_ordered(rule) {
            members.sort_unstable();
            return (kinds.0, members, clues(false), own);
        }
        let arranged = |members: Vec<Vec<usize>>| match &rule.conditions[..] {
            [only] => only.arranged(members),
            _ => members,
        };
        let forwards = (kinds.0, arranged(members.clone()), clues(false), own);
        members.reverse();
        let backwards = kinds.1.map(|kind| (kind, arranged(members), clues(true), own));
        backwards.map_or(forwards.clone(), |backwards| forwards.min(backwards))
    }
}

/// Returns the members with the parts that they belong to in canonical order: any order where the condition allows it.
fn parted(rule: &Rule, set: &Set, mut members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let in_order = rule.conditions.iter().any(|condition| condition.ordered());
    let mut parts: Vec<Vec<Vec<usize>>> = set.divide(&members).into_iter().map(<[_]>::to_vec).collect();
    if !in_order {
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts.sort_unstable();
    }
    members.clear();
    for (number, part) in parts.into_iter().enumerate() {
        members.extend(part.into_iter().map(|mut member| {
            member.insert(0, number);
            member
        }));
    }
    members
}

fn is_ordered(rule: &Rule) -> bool {
    rule.inside.is_some() || rule.pick.is_some() || rule.conditions.iter().any(|condition| condition.ordered())
}
