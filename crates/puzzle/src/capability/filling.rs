//! Clues that are computed from a solution: the marks of pictures and the entries of lists.
//!
//! A setter writes the rules and an empty picture. A [`Filling`] states the rules that do not use the marks, so that a
//! solution can be drawn, and prints marks with which the drawn solution satisfies the other rules as well.

use crate::capability::explanation::Part;
use crate::formulated::Formulated;
use crate::solution::Candidate;
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::Text;
use boardwright_base::random::Random;
use boardwright_base::source::Edit;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A place for a mark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A row and a column of a picture.
    Mark(Cell),
    /// A key of a list, and the index of an entry.
    Entry(String, usize),
}

/// The marks of a picture, or the entries of a list.
pub type Marks = BTreeMap<Place, String>;

/// A clue that a model could print besides its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FurtherClue {
    /// The picture or list.
    pub part: String,
    /// Its place there.
    pub place: Place,
    /// The mark.
    pub word: String,
    /// The place, to be named.
    pub at: Part,
    /// The cell, if the mark is on one.
    pub cell: Option<Cell>,
}

/// A picture or list of clues, and what a model could print there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleClues {
    /// The picture or list.
    pub part: String,
    /// The places without a clue.
    pub places: Vec<Place>,
    /// The marks that rules name, and small numbers if rules take numbers from the marks.
    pub words: Vec<String>,
    /// Whether any number may be a mark.
    pub has_numbers: bool,
    /// Whether each clue states its condition by itself: no rule considers two clues together, or a place without one.
    pub is_independent: bool,
}

/// A picture or list whose marks or entries can be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Computable {
    /// The name.
    pub name: String,
    /// Whether its marks are rooms.
    pub is_rooms: bool,
}

/// A request to compute clues.
#[derive(Debug, Clone, Default)]
pub struct FillRequest {
    /// The pictures and lists.
    pub names: Vec<String>,
    /// The number of cells of a room, where rooms are filled.
    pub sizes: Option<RangeInclusive<usize>>,
    /// The number of rooms.
    pub rooms: Option<usize>,
    /// Whether a place of a picture gets a mark only if the place that a half turn exchanges with it does. Marks that rules count
    /// together stay.
    pub symmetric: bool,
}

/// The work of filling some pictures and lists of a model.
pub trait Filling {
    /// Returns the constraints of the rules that use none of the marks.
    ///
    /// # Errors
    /// The limit that was reached.
    fn free(&self, budget: &Budget) -> Result<Formulated, Stop>;

    /// Returns random rooms, or random places of marks, for which a board is found; `None` if there are none. With `before`, they
    /// equal others except around a place, and places without a room get new rooms.
    ///
    /// # Errors
    /// The limit that was reached.
    fn rooms(
        &mut self,
        before: Option<&Changed<'_>>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<Marks>>, Stop>;

    /// Returns the constraints of the rules that hold with some rooms or places and use no other marks. Only the first `count` rooms in
    /// reading order are considered. `None` if the model cannot be read with them.
    ///
    /// # Errors
    /// The limit that was reached.
    fn with_rooms(&self, rooms: &[Marks], count: usize, budget: &Budget) -> Result<Option<Formulated>, Stop>;

    /// Returns a random board where the family draws boards itself; with `near`, one that is the same away from a place.
    /// `None` if boards are solutions of [`Filling::free`].
    fn drawn(&self, near: Option<(&Candidate, Cell, usize)>, random: &mut Random) -> Option<Candidate>;

    /// Returns the place of each cell, and a place for each line.
    fn places(&self) -> [Vec<Cell>; 2];

    /// Returns marks for a board, as many as the rules allow; a random choice where there are several. Marks of `before`
    /// stay where they still hold.
    ///
    /// # Errors
    /// The limit that was reached.
    fn marks(
        &mut self,
        board: &Candidate,
        before: Option<&Changed<'_>>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marked, Stop>;
}

/// Returns the first place of each room, in reading order.
pub fn first_places(rooms: &Marks) -> Vec<Cell> {
    let mut known = BTreeSet::new();
    let firsts = rooms.iter().filter_map(|(place, name)| match place {
        Place::Mark(at) => known.insert(name).then_some(*at),
        Place::Entry(..) => None,
    });
    firsts.collect()
}

/// The marks of a similar board.
pub struct Changed<'a> {
    /// By part, in the order of the request.
    pub marks: &'a [Marks],
    /// The middle of the change.
    pub at: Cell,
    /// Marks at this number of rows or columns from the middle, or nearer, are chosen again; with 0, rooms stay.
    pub radius: usize,
}

/// The result for one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marked {
    /// The marks by part, and the edits of the model that print them.
    Printed(Vec<Marks>, Vec<Edit>),
    /// No marks were found: the breach that remains.
    Unfit(Text),
}
