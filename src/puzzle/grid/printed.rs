//! What a grid prints and might do without: values that are given, marks of pictures, entries of lists.
//!
//! No clues are the pictures whose marks are regions or are compared with each other: there a cell without a mark would be
//! another puzzle and not one clue less. Most clues can be switched off ([`Plain`]): all that depends on one of them is that
//! a rule says something about a set, which it does not without it. In a Light Up, the number on a wall is one. Where tests
//! ask for the marks of a picture in other ways (each island has *one number*), the model without the mark has to be read.

mod text;

pub(super) use self::text::giving;

use super::constrain::Built;
use super::rule::{At, Number};
use super::vocabulary::{Atom, Entry, Mark, Test};
use super::{Grid, Rule};
use crate::board::Cell;
use crate::budget::{Budget, Stop};
use crate::constraint::Problem;
use crate::model::{Marks, Model};
use crate::puzzle::printed::{Clue, Edit, Printed, Switch, Switched};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What the model of a grid prints.
pub(super) fn printed(grid: &Grid, model: &Model, source: &str) -> Printed {
    let vocabulary = &grid.vocabulary;
    let mut found = Printed::default();
    let is_used = |name: &String| grid.uses.words.contains(name);
    for layer in &vocabulary.layers {
        let name = if layer.name.is_empty() { "grid" } else { &layer.name };
        let table = match layer.name.is_empty() {
            true => model.fields.table("grid"),
            false => entry(model, "layer", &layer.name).and_then(|value| value.as_table()),
        };
        found.picture(name, table.and_then(|table| table.marks("given")), source, |_| Some(false));
    }
    for (index, picture) in vocabulary.pictures.iter().enumerate() {
        let marks = entry(model, "picture", &picture.name).and_then(|value| value.as_marks());
        let is_offered = is_used(&picture.name) && !grid.uses.regions.contains(&index) && !is_compared(grid, index);
        let number = |at: Cell| is_number(picture.marks[at.row * vocabulary.terrain.width + at.column].as_ref());
        found.picture(&picture.name, marks.filter(|_| is_offered), source, number);
    }
    for (name, marks) in &vocabulary.between {
        let at = |cells: &[usize; 2]| {
            let [a, b] = cells.map(|cell| vocabulary.terrain.cells[cell]);
            Cell::new(a.row + b.row, a.column + b.column)
        };
        // What stands between no two neighbours is not read.
        let known: BTreeMap<Cell, &Mark> = marks.iter().map(|(cells, mark)| (at(cells), mark)).collect();
        let picture = entry(model, "between", name).and_then(|value| value.as_marks());
        found.picture(name, picture.filter(|_| is_used(name)), source, |at| is_number(known.get(&at).copied()));
    }
    for list in &vocabulary.lists {
        found.parts.push(list.name.clone());
        let told = list.entries.values().flat_map(|(entries, _)| entries).filter(|(entry, _)| *entry != Entry::None);
        let mut places: Vec<Span> = told.map(|(_, span)| *span).collect();
        places.sort_unstable();
        for span in places.into_iter().filter(|_| is_used(&list.name)) {
            let without = Edit::new(span, "\".\"");
            let part = list.name.clone();
            found.clues.push(Clue { part, span, at: None, is_number: false, turned: None, without });
        }
    }
    if !found.rewritten.is_empty() {
        found.clues.clear();
    }
    found
}

fn entry<'m>(model: &'m Model, table: &str, name: &str) -> Option<&'m crate::model::Value> {
    model.fields.map(table).iter().find(|(own, _)| own.value == name).map(|(_, value)| &value.value)
}

/// Whether a mark says a number; `None` where there is none.
fn is_number(mark: Option<&Mark>) -> Option<bool> {
    mark.map(|mark| mark.number.is_some())
}

impl Printed {
    /// Adds the marks of a picture: those for which `number` says whether they are numbers.
    fn picture(&mut self, name: &str, marks: Option<&Marks>, source: &str, number: impl Fn(Cell) -> Option<bool>) {
        self.parts.push(name.to_string());
        let Some(marks) = marks else { return };
        if !text::has_places(marks) {
            self.rewritten.extend(text::literal(marks, |_| None).map(|literal| Edit::new(marks.span(), literal)));
            return;
        }
        let first = self.clues.len();
        let told = marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_");
        let told: Vec<(Cell, bool, Span)> =
            told.filter_map(|(at, mark)| number(at).map(|number| (at, number, mark.span))).collect();
        let turned = |at: Cell| Cell::new(marks.height() - 1 - at.row, marks.width() - 1 - at.column);
        for &(at, is_number, span) in &told {
            let image = told.binary_search_by_key(&turned(at), |&(other, ..)| other).ok();
            let without = Edit::new(span, text::nothing(source, marks, at));
            let turned = image.map(|image| first + image);
            self.clues.push(Clue { part: name.to_string(), span, at: Some(at), is_number, turned, without });
        }
    }
}

/// Whether rules compare the marks of a picture with each other.
fn is_compared(grid: &Grid, picture: usize) -> bool {
    grid.rules.iter().flat_map(|rule| &rule.conditions).any(|condition| condition.pictures().contains(&picture))
}

/// The constraints, in which clues can be switched off.
pub(super) fn switched(grid: &Grid, clues: &[Clue], budget: &Budget) -> Result<Switched, Stop> {
    let places = Plain::of(grid).places(grid);
    let (built, literals) = Built::switched(grid, &places, Problem::within(budget))?;
    let switch = |clue: &Clue| match literals.get(&clue.span) {
        Some(&literal) => Switch::Literal(literal),
        None if places.contains(&clue.span) => Switch::Silent,
        None => Switch::Unknown,
    };
    Ok(Switched {
        switches: clues.iter().map(switch).collect(),
        choices: built.choices(&grid.vocabulary),
        decode: built.decoder(grid),
        problem: built.problem,
    })
}

/// Which layers, pictures, pictures between cells and lists have clues that can be switched off.
struct Plain {
    layers: Vec<bool>,
    pictures: Vec<bool>,
    between: Vec<bool>,
    lists: Vec<bool>,
}

impl Plain {
    fn of(grid: &Grid) -> Plain {
        let vocabulary = &grid.vocabulary;
        // With an objective other boards may be best without a clue.
        let all = grid.objective.is_none();
        let mut plain = Plain {
            layers: vec![all; vocabulary.layers.len()],
            pictures: vec![all; vocabulary.pictures.len()],
            between: vec![all; vocabulary.between.len()],
            lists: vec![all; vocabulary.lists.len()],
        };
        grid.uses.regions.iter().chain(&grid.uses.structural).for_each(|&picture| plain.pictures[picture] = false);
        for rule in grid.rules.iter() {
            rule.own_tests().for_each(|test| plain.asked(test));
            plain.chosen(grid, rule);
            for condition in &rule.conditions {
                condition.tests().into_iter().for_each(|test| plain.asked(test));
                condition.pictures().into_iter().for_each(|picture| plain.pictures[picture] = false);
                condition.own_numbers().into_iter().for_each(|number| plain.counted(number));
                // Of several numbers each alone has it say something.
                let numbers = condition.numbers();
                numbers.iter().filter(|_| numbers.len() > 1).for_each(|number| plain.counted(number));
            }
        }
        plain
    }

    /// Where the mark itself has a rule speak of a set it can be switched off, and not where its absence does.
    fn chosen(&mut self, grid: &Grid, rule: &Rule) {
        match &rule.at {
            Some(At::Cell(test)) => {
                for (_, atom) in test.any.iter().filter(|(negated, atom)| *negated || *atom == Atom::Given) {
                    self.asked_atom(atom);
                }
                // A wall is spoken of as long as anything is printed on it.
                let terrain = &grid.vocabulary.terrain;
                let has_walls = terrain.cells.len() < terrain.height * terrain.width;
                if has_walls && test.any.iter().any(|(negated, _)| *negated) {
                    self.pictures.fill(false);
                }
            }
            Some(At::Between(signs)) => {
                signs.iter().filter(|sign| sign.negated).for_each(|sign| self.between[sign.picture] = false);
            }
            None => {}
        }
    }

    fn asked(&mut self, test: &Test) {
        test.any.iter().for_each(|(_, atom)| self.asked_atom(atom));
    }

    fn asked_atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Mark(picture, _) => self.pictures[*picture] = false,
            Atom::Given => self.layers.iter_mut().take(1).for_each(|plain| *plain = false),
            Atom::Value(..) | Atom::Line | Atom::Lines(_) => {}
        }
    }

    fn counted(&mut self, number: &Number) {
        match number {
            Number::Picture(picture) => self.pictures[*picture] = false,
            Number::Between(picture) => self.between[*picture] = false,
            Number::List(list) => self.lists[*list] = false,
            Number::Fixed(_) | Number::Value => {}
        }
    }

    /// The places of what is printed and can be switched off.
    fn places(&self, grid: &Grid) -> BTreeSet<Span> {
        let vocabulary = &grid.vocabulary;
        let mut places = BTreeSet::new();
        for (layer, _) in vocabulary.layers.iter().zip(&self.layers).filter(|(_, plain)| **plain) {
            places.extend(layer.given.iter().flatten().map(|(_, span)| *span));
        }
        for (picture, _) in vocabulary.pictures.iter().zip(&self.pictures).filter(|(_, plain)| **plain) {
            places.extend(picture.marks.iter().flatten().map(|mark| mark.span));
        }
        for ((_, marks), _) in vocabulary.between.iter().zip(&self.between).filter(|(_, plain)| **plain) {
            places.extend(marks.values().map(|mark| mark.span));
        }
        for (list, _) in vocabulary.lists.iter().zip(&self.lists).filter(|(_, plain)| **plain) {
            places.extend(list.entries.values().flat_map(|(entries, _)| entries).map(|(_, span)| *span));
        }
        places
    }
}
