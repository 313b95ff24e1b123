//! The printed clues of a grid: given values, marks of pictures, entries of lists.
//!
//! A clue can be left out so that a condition is dropped and nothing else changes: then there are at least as many
//! solutions. A mark whose absence has another effect is part of a rule: marks of regions, weights that are compared
//! or added, the border that every group must reach, the number that each island has once. Hidden names are not clues
//! either: they are not printed, and solvers of the puzzle know them from the rules. [`Parts`] decides this by
//! picture, list and layer.
//!
//! Most clues can be switched off: their only effect is that a rule constrains a set. In a Light Up, the number on a
//! wall is such a clue. For the others, the model without the mark has to be read.

mod parts;
mod text;

pub(super) use self::text::{giving, literal};

use self::parts::{Parts, Without};
use super::Grid;
use super::constrain::Built;
use super::symbols::{Entry, Mark, Site};
use super::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::source::Span;
use boardwright_ir::constraint::Draft;
use boardwright_model::{Marks, Model};
use boardwright_puzzle::capability::printed_clues::{Clue, Edit, Printed, Switch, Switched};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Returns the printed clues of a grid.
pub(super) fn printed(grid: &Grid, model: &Model, source: &str) -> Printed {
    let symbols = &grid.symbols;
    let parts = Parts::of(grid);
    let mut found = Printed::default();
    let is_used = |name: &String| grid.uses.words.contains(name);
    for (layer, &without) in symbols.layers.iter().zip(&parts.layers) {
        let name = layer.called();
        let table = match layer.name.is_empty() {
            true => model.fields.table("grid"),
            false => entry(model, "layer", &layer.name).and_then(|value| value.as_table()),
        };
        let offered = is_offered(&mut found, grid, name, without);
        let given = table.and_then(|table| table.marks("given")).filter(|_| offered);
        add_picture(&mut found, (name, &symbols.topology), given, source, |_| Some(false));
    }
    for (picture, &without) in symbols.pictures.iter().zip(&parts.pictures) {
        let offered = is_used(&picture.name) && is_offered(&mut found, grid, &picture.name, without);
        let marks = entry(model, "picture", &picture.name).and_then(|value| value.as_marks());
        let number = |at: Cell| is_number(picture.marks[at.row * symbols.topology.width + at.column].as_ref());
        add_picture(&mut found, (&picture.name, &symbols.topology), marks.filter(|_| offered), source, number);
    }
    for ((name, marks), &without) in symbols.between.iter().zip(&parts.between) {
        let at = |site: &Site| match *site {
            Site::Corner(at) => at,
            Site::Between(cells) => {
                let [a, b] = cells.map(|cell| symbols.topology.cells[cell]);
                Cell::new(a.row + b.row, a.column + b.column)
            }
        };
        // Marks that are not between two neighbours are ignored.
        let known: BTreeMap<Cell, &Mark> = marks.iter().map(|(cells, mark)| (at(cells), mark)).collect();
        let offered = is_used(name) && is_offered(&mut found, grid, name, without);
        let picture = entry(model, "between", name).or(entry(model, "corner", name)).and_then(|value| value.as_marks());
        add_picture(&mut found, (name, &symbols.topology), picture.filter(|_| offered), source, |at| {
            is_number(known.get(&at).copied())
        });
    }
    for (list, &without) in symbols.lists.iter().zip(&parts.lists) {
        let offered = is_used(&list.name) && is_offered(&mut found, grid, &list.name, without);
        found.parts.push(list.name.clone());
        let printed = list.entries.values().flat_map(|(entries, _)| entries).filter(|(entry, _)| *entry != Entry::None);
        let mut places: Vec<Span> = printed.map(|(_, span)| *span).collect();
        places.sort_unstable();
        for span in places.into_iter().filter(|_| offered) {
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

fn entry<'m>(model: &'m Model, table: &str, name: &str) -> Option<&'m boardwright_model::Value> {
    model.fields.map(table).iter().find(|(own, _)| own.value == name).map(|(_, value)| &value.value)
}

/// Returns the names of the shown pictures and lists whose marks are clues.
pub(super) fn clue_parts(grid: &Grid) -> BTreeSet<String> {
    let (symbols, parts) = (&grid.symbols, Parts::of(grid));
    let pictures = symbols.pictures.iter().map(|picture| &picture.name).zip(&parts.pictures);
    let between = symbols.between.iter().map(|(name, _)| name).zip(&parts.between);
    let lists = symbols.lists.iter().map(|list| &list.name).zip(&parts.lists);
    let is_clue = |name: &str, without: Without| {
        without != Without::Rule && symbols.shows(name) && grid.uses.words.contains(name)
    };
    let all = pictures.chain(between).chain(lists);
    all.filter(|(name, without)| is_clue(name, **without)).map(|(name, _)| name.clone()).collect()
}

/// Returns for each number in these pictures of marks on cells the edit that replaces it by a question mark.
pub(super) fn weaker(model: &Model, source: &str, names: &[String]) -> Vec<Edit> {
    let pictures = names.iter().filter_map(|name| entry(model, "picture", name)?.as_marks());
    pictures
        .filter(|marks| text::has_places(marks))
        .flat_map(|marks| {
            let numbers = marks.cells().filter(|(_, mark)| mark.value.contains(|c: char| c.is_ascii_digit()));
            numbers.map(|(at, mark)| Edit::new(mark.span, text::nothing(source, marks, at).replacen('.', "?", 1)))
        })
        .collect()
}

/// Checks whether a mark is a number; `None` where there is no mark.
fn is_number(mark: Option<&Mark>) -> Option<bool> {
    mark.map(|mark| mark.number.is_some())
}

/// Checks whether the marks of a part are clues; registers the reason, where they are not.
fn is_offered(found: &mut Printed, grid: &Grid, name: &str, without: Without) -> bool {
    let reason = match without {
        _ if !grid.symbols.shows(name) => "hidden",
        Without::Rule => "part of the rules",
        Without::Switched | Without::Read => return true,
    };
    found.kept.push((name.to_string(), reason));
    false
}

/// Adds the marks of a picture; `number` returns whether a mark is a number, and `None` for marks to skip.
fn add_picture(
    found: &mut Printed,
    (name, topology): (&str, &Topology),
    marks: Option<&Marks>,
    source: &str,
    number: impl Fn(Cell) -> Option<bool>,
) {
    // A picture of `[anywhere]` has marks on cells and between them.
    if !found.parts.iter().any(|own| own == name) {
        found.parts.push(name.to_string());
    }
    let Some(marks) = marks else { return };
    if !text::has_places(marks) {
        found.rewritten.extend(literal(topology, marks, |_| None).map(|literal| Edit::new(marks.span(), literal)));
        return;
    }
    let first = found.clues.len();
    let printed = marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_");
    let numbered: Vec<(Cell, bool, Span)> =
        printed.filter_map(|(at, mark)| number(at).map(|number| (at, number, mark.span))).collect();
    for &(at, is_number, span) in &numbered {
        let image = numbered.binary_search_by_key(&marks.turned(at), |&(other, ..)| other).ok();
        let without = Edit::new(span, text::nothing(source, marks, at));
        let turned = image.map(|image| first + image);
        found.clues.push(Clue { part: name.to_string(), span, at: Some(at), is_number, turned, without });
    }
}
/// Returns the constraints, in which clues can be switched off.
pub(super) fn switched(grid: &Grid, clues: &[Clue], budget: &Budget) -> Result<Switched, Stop> {
    let parts = Parts::of(grid);
    let places = parts.places(grid);
    let (built, literals) = Built::switched(grid.stated(), &places, Draft::new(budget))?;
    let switch = |clue: &Clue| match literals.get(&clue.span) {
        Some(&literal) => Switch::Literal(literal),
        None if places.contains(&clue.span) => Switch::Silent,
        None => Switch::Unknown,
    };
    // A further given value is printed, and determines only the value of its cell.
    let can_be_given = grid.symbols.shows("grid") && parts.layers.first() != Some(&Without::Rule);
    Ok(Switched {
        switches: clues.iter().map(switch).collect(),
        choices: if can_be_given { built.choices(&grid.symbols) } else { Vec::new() },
        decode: built.decoder(),
        problem: Arc::unwrap_or_clone(built.problem),
    })
}
