//! The clues that a model could print besides its own: marks at free places of its pictures, and free entries of its lists.

use super::check::Unmarked;
use super::part::Part;
use super::tables::{filled, present};
use crate::Grid;
use crate::printed;
use crate::reading;
use boardwright_base::board::Cell;
use boardwright_base::board::names::Line;
use boardwright_base::budget::{Budget, Stop};
use boardwright_model::{LoadError, Model, Table};
use boardwright_puzzle::capability::explanation::{Part as Located, PrintedAt};
use boardwright_puzzle::capability::filling::{FurtherClue, Marks, Place};
use boardwright_puzzle::instance::{FurtherClues, Instance};
use boardwright_puzzle::solution::Candidate;

/// A model and its pictures and lists of clues.
pub(in super::super) struct Advice {
    fields: Table,
    parts: Vec<(Part, Marks)>,
}

impl Advice {
    /// Prepares the clues of a model; `None` if it has no pictures or lists of clues.
    pub(in super::super) fn new(grid: &Grid, model: &Model) -> Option<Advice> {
        let clues = printed::clue_parts(grid);
        let mut parts = Vec::new();
        for table in ["picture", "between", "corner", "list"] {
            for (key, _) in model.fields.map(table).iter().filter(|(key, _)| clues.contains(&key.value)) {
                let part = Part::new((&grid.symbols, &model.fields), (table, &key.value), &[], &[]);
                parts.push((part, present(&model.fields, (table, &key.value))));
            }
        }
        (!parts.is_empty()).then(|| Advice { fields: model.fields.clone(), parts })
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
                let (at, cell) = located(part, &place);
                found.extend(words.into_iter().map(|word| FurtherClue {
                    part: part.name.clone(),
                    place: place.clone(),
                    word,
                    at: at.clone(),
                    cell,
                }));
            }
        }
        Ok(found)
    }

    fn with(&self, clue: &FurtherClue, budget: &Budget) -> Result<Option<Box<dyn Instance>>, Stop> {
        let Some((part, present)) = self.parts.iter().find(|(part, _)| part.name == clue.part) else { return Ok(None) };
        let mark =
            |place: &Place| if *place == clue.place { Some(clue.word.clone()) } else { present.get(place).cloned() };
        match reading::read(&filled(&self.fields, (part.table, &part.name), &mark), budget) {
            Ok(grid) => Ok(Some(Box::new(grid))),
            Err(LoadError::Wrong(_)) => Ok(None),
            Err(LoadError::Stopped(stop, _)) => Err(stop),
        }
    }
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
