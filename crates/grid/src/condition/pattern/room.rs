//! Pictures that fit nowhere: a word longer than its line, a picture drawn in a row for columns.

use super::drawn::{Pattern, cells, normal, text};
use crate::reading::Reading;
use crate::rule::{Element, Set};
use crate::topology::Topology;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::Span;
use boardwright_model::Marks;

/// The number of pictures that are named in a warning.
const NAMED: usize = 5;

/// A picture as the model draws it, and its possible orientations.
pub(super) struct Drawn<'m> {
    pub(super) marks: &'m Marks,
    pub(super) ways: Vec<Pattern>,
}

impl Drawn<'_> {
    /// Returns its characters, with rows separated by strokes.
    fn text(&self) -> String {
        text(self.marks)
    }

    fn size(&self) -> String {
        match (self.marks.height(), self.marks.width()) {
            (1, width) => format!("{width} cells wide"),
            (height, 1) => format!("{height} cells high"),
            (height, width) => format!("{height} cells high and {width} wide"),
        }
    }
}

/// The cells of a set, to check where a picture fits; used for one set after the other.
struct Room<'v> {
    topology: &'v Topology,
    /// By cell, the number of the last set that contains it.
    last: Vec<usize>,
    number: usize,
    /// Whether the sets are paths, where pictures lie on consecutive cells.
    path: bool,
}

impl<'v> Room<'v> {
    fn new(topology: &'v Topology, path: bool) -> Room<'v> {
        Room { topology, last: vec![0; topology.cells.len()], number: 0, path }
    }

    fn enter(&mut self, set: &Set) {
        self.number += 1;
        for member in &set.members {
            if let Element::Cell(cell) = member.element {
                self.last[cell] = self.number;
            }
        }
    }

    fn fits(&self, set: &Set, pattern: &Pattern) -> bool {
        if self.path {
            let length = pattern.iter().map(|((_, column), _)| *column as usize + 1).max().unwrap_or(0);
            return length <= set.members.len();
        }
        let lies = |from: usize| {
            cells(self.topology, pattern, self.topology.cells[from])
                .is_some_and(|cells| cells.iter().all(|&cell| self.last[cell] == self.number))
        };
        set.members.iter().any(|member| matches!(member.element, Element::Cell(cell) if lies(cell)))
    }
}

/// Warns of pictures that fit in none of the rule's sets, and of sets in which none of the required pictures fits.
/// Returns whether the rule cannot hold for that reason. A list of forbidden pictures may go on beyond the board as long as one of
/// them fits: such rules are written for boards of any size.
pub(super) fn check(reading: &mut Reading<'_>, wanted: bool, path: bool, place: Span, drawn: &[Drawn<'_>]) -> bool {
    let topology = &reading.symbols.topology;
    let sets = &reading.sets;
    let Some(first) = sets.first() else { return false };
    let mut has_room = vec![false; drawn.len()];
    let mut stands_otherwise = vec![false; drawn.len()];
    let mut without: Vec<&Set> = Vec::new();
    let mut room = Room::new(topology, path);
    for set in sets {
        if !wanted && has_room.iter().all(|&has| has) {
            break;
        }
        room.enter(set);
        let mut any = false;
        for (index, picture) in drawn.iter().enumerate() {
            // Once a picture fits somewhere, only required ones are checked again.
            if has_room[index] && (!wanted || any) {
                continue;
            }
            let fits = picture.ways.iter().any(|way| room.fits(set, way));
            has_room[index] |= fits;
            any |= fits;
            stands_otherwise[index] |=
                !fits && !path && picture.ways.iter().any(|way| room.fits(set, &on_its_side(way)));
        }
        if wanted && !any {
            without.push(set);
        }
    }
    let set_words = |set: &Set| match set.members.len() {
        1 => format!("{} has 1 cell", set.name),
        count => format!("{} has {count} cells", set.name),
    };
    let otherwise = |picture: &Drawn<'_>| match picture.marks.height() < picture.marks.width() {
        true => "pictures are not turned: for columns, draw the picture upright, one row for each cell",
        false => "pictures are not turned: for rows, draw the picture in one row",
    };
    let mut odd = Vec::new();
    let for_any_board = !wanted && has_room.contains(&true);
    let silent = |index: usize| has_room[index] || (for_any_board && !stands_otherwise[index]);
    let roomless: Vec<usize> = (0..drawn.len()).filter(|&index| !silent(index)).collect();
    for &index in roomless.iter().take(NAMED) {
        let picture = &drawn[index];
        let so = if wanted { "it cannot occur" } else { "it has no effect" };
        let (text, size) = (picture.text(), picture.size());
        let why = if stands_otherwise[index] {
            format!("it does not fit in {} as drawn", first.name)
        } else {
            set_words(first)
        };
        let message = format!("the picture `{text}` is {size} and fits in no set of the rule, so {so}: {why}");
        let more = roomless.len().saturating_sub(NAMED);
        let mut warning = Diagnostic::new("no-room", message).at(picture.marks.span(), "");
        if stands_otherwise[index] {
            warning = warning.help(otherwise(picture));
        }
        if more > 0 && index == roomless[NAMED - 1] {
            warning = warning.help(format!("{more} more pictures do not fit"));
        }
        odd.push(warning);
    }
    if let Some(set) = without.first().filter(|_| roomless.len() < drawn.len()) {
        let more = match without.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!("none of the required pictures fits in {}{more}, so the rule cannot hold", set.name);
        let mut warning = Diagnostic::new("no-room", message).at(place, "");
        if let Some(index) = (0..drawn.len()).find(|&index| stands_otherwise[index]) {
            warning = warning.help(otherwise(&drawn[index]));
        }
        odd.push(warning);
    }
    reading.uses.warnings.extend(odd);
    !without.is_empty()
}

/// A pattern with rows for columns.
fn on_its_side(pattern: &Pattern) -> Pattern {
    normal(pattern.iter().map(|((row, column), test)| ((*column, *row), test.clone())).collect())
}
