//! The clues that a model could print besides its own: marks at free places of its pictures, and free entries of its lists.

use super::check::Unmarked;
use super::computable;
use super::part::Part;
use super::tables::{filled, of_table, present};
use crate::Grid;
use crate::printed;
use crate::reading;
use boardwright_base::board::Cell;
use boardwright_base::board::names::Line;
use boardwright_base::budget::{Budget, Stop};
use boardwright_model::{LoadError, Model, Table};
use boardwright_puzzle::capability::explanation::{Part as Located, PrintedAt};
use boardwright_puzzle::capability::filling::{FurtherClue, Marks, Place, PossibleClues};
use boardwright_puzzle::instance::{FurtherClues, Instance};
use boardwright_puzzle::solution::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of pictures and lists whose places have names.
const TABLES: [&str; 4] = ["picture", "between", "corner", "list"];

/// A model and its pictures and lists of clues.
pub(in super::super) struct Advice {
    fields: Table,
    parts: Vec<(Part, Marks)>,
}

impl Advice {
    /// Prepares the clues of a model; `None` if it has no pictures or lists of clues.
    pub(in super::super) fn new(grid: &Grid, model: &Model) -> Option<Advice> {
        let clues = printed::clue_parts(grid);
        Advice::with_parts(grid, &model.fields, &|name| clues.contains(name))
    }

    /// Returns a model without the marks of its pictures and lists, except rooms, and prepares clues for these.
    pub(in super::super) fn without_marks(grid: &Grid, model: &Model) -> Option<(Model, Advice)> {
        let mut clues = printed::clue_parts(grid);
        let computable = computable(grid, model).into_iter().filter(|part| !part.is_rooms);
        clues.extend(computable.map(|part| part.name));
        let is_blank = |name: &str| clues.contains(name);
        let mut model = model.clone();
        for table in TABLES {
            for (key, _) in model.fields.map(table).to_vec() {
                if is_blank(&key.value) {
                    model.fields = filled(&model.fields, (table, &key.value), &|_| None);
                }
            }
        }
        let advice = Advice::with_parts(grid, &model.fields, &is_blank)?;
        Some((model, advice))
    }

    fn with_parts(grid: &Grid, fields: &Table, is_part: &dyn Fn(&str) -> bool) -> Option<Advice> {
        let mut parts = Vec::new();
        for table in TABLES {
            for (key, _) in fields.map(table).iter().filter(|(key, _)| is_part(&key.value)) {
                let part = Part::new((&grid.symbols, fields), (table, &key.value), &[], &[]);
                parts.push((part, present(fields, (table, &key.value))));
            }
        }
        (!parts.is_empty()).then(|| Advice { fields: fields.clone(), parts })
    }
}

impl FurtherClues for Advice {
    fn holding(&mut self, board: &Candidate, budget: &Budget) -> Result<Vec<FurtherClue>, Stop> {
        let mut found = Vec::new();
        for (part, present) in &mut self.parts {
            let fitting = match part.fitting(&self.fields, board, budget) {
                Ok(fitting) => fitting,
                Err(Unmarked::Stopped(stop)) => return Err(stop),
                Err(Unmarked::Unfit(_)) => continue,
            };
            for (place, words) in fitting.into_iter().filter(|(place, _)| !present.contains_key(place)) {
                found.extend(words.iter().map(|word| further(part, &place, word)));
            }
        }
        Ok(found)
    }

    fn possible(&mut self, budget: &Budget) -> Result<Vec<PossibleClues>, Stop> {
        let names: Vec<String> = self.parts.iter().map(|(part, _)| part.name.clone()).collect();
        let rules = self.fields.tables("rule");
        let uses = |rule: &Table| names.iter().filter(|name| of_table(rule, &[name])).count();
        let shared = names.iter().filter(|name| rules.iter().any(|rule| of_table(rule, &[name]) && uses(rule) > 1));
        let shared: BTreeSet<&String> = shared.collect();
        let mut found = Vec::new();
        for (part, present) in &mut self.parts {
            match part.possible(&self.fields, present, budget) {
                Ok(mut possible) => {
                    possible.is_independent &= !shared.contains(&possible.part);
                    found.push(possible);
                }
                Err(Unmarked::Stopped(stop)) => return Err(stop),
                // Its rules are read with others only, such as `inside` with a loop: nothing is known of single clues.
                Err(Unmarked::Unfit(_)) => found.push(PossibleClues {
                    part: part.name.clone(),
                    places: Vec::new(),
                    words: Vec::new(),
                    has_numbers: false,
                    is_independent: false,
                }),
            }
        }
        Ok(found)
    }

    fn clue(&self, part: &str, place: &Place, word: &str) -> Option<FurtherClue> {
        let (part, _) = self.parts.iter().find(|(known, _)| known.name == part)?;
        Some(further(part, place, word))
    }

    fn with(&self, clues: &[FurtherClue], budget: &Budget) -> Result<Option<Box<dyn Instance>>, Stop> {
        let mut fields = self.fields.clone();
        for (part, present) in &self.parts {
            let new = clues.iter().filter(|clue| clue.part == part.name);
            let new: BTreeMap<&Place, &String> = new.map(|clue| (&clue.place, &clue.word)).collect();
            if !new.is_empty() {
                let mark = |place: &Place| new.get(place).copied().or_else(|| present.get(place)).cloned();
                fields = filled(&fields, (part.table, &part.name), &mark);
            }
        }
        match reading::read(&fields, budget) {
            Ok(grid) => Ok(Some(Box::new(grid))),
            Err(LoadError::Wrong(_)) => Ok(None),
            Err(LoadError::Stopped(stop, _)) => Err(stop),
        }
    }
}

fn further(part: &Part, place: &Place, word: &str) -> FurtherClue {
    let (at, cell) = located(part, place);
    FurtherClue { part: part.name.clone(), place: place.clone(), word: word.to_string(), at, cell }
}

/// Returns a place of a picture or list, and its cell.
fn located(part: &Part, place: &Place) -> (Located, Option<Cell>) {
    let (at, cell) = match (place, part.table) {
        (Place::Mark(at), "picture") => (PrintedAt::Cell(*at), Some(*at)),
        (Place::Mark(at), "between") => {
            let [a, b] = [at, &Cell::new(at.row + 1, at.column + 1)].map(|at| Cell::new(at.row / 2, at.column / 2));
            (PrintedAt::Between(a, b), None)
        }
        (Place::Mark(at), _) => (PrintedAt::Corner(*at), None),
        (Place::Entry(key, index), _) => match key.as_str() {
            "rows" => (PrintedAt::Line(Line::Row, *index), None),
            "columns" => (PrintedAt::Line(Line::Column, *index), None),
            side if reading::SIDES.contains(&side) => (PrintedAt::Numbered(key.clone(), *index), None),
            _ => (PrintedAt::Region(key.clone()), None),
        },
    };
    (Located::Printed { name: part.name.clone(), at }, cell)
}
