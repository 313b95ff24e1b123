//! Rooms between bold lines, blocks, cages, and the numbers in them.
//!
//! Start with `Fill::rooms`.

use super::drawing::{Drawing, Look, Object};
use super::fill::Fill;
use super::looks::BOX;
use crate::genre::contents::{Entries, Slot, region_name};
use crate::genre::penpa::Part;
use crate::genre::rooms::{NO_ROOM, Rooms};
use boardwright_base::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// Signs of numbers, and how else they are written.
const SIGNS: [(char, &str); 3] = [('×', "x*·X"), ('−', "-–"), ('÷', "/:")];

impl Fill<'_> {
    /// Reads the rooms of the genre: the first between bold lines unless the genre has blocks, the others as cages; and their numbers.
    ///
    /// # Errors
    /// The rooms are no blocks of a genre with blocks.
    pub(super) fn rooms(&mut self, drawing: &mut Drawing) -> Result<(), Diagnostic> {
        let (rows, columns) = (drawing.rows, drawing.columns);
        let is_cell = |cell: usize| !self.contents.is_hole(cell);
        let rooms = Rooms::within(rows, columns, is_cell, |from, to| !drawing.is_parted(from, to));
        let mut names: Vec<String> = self.printed.regions.iter().map(|(name, _)| name.clone()).collect();
        let has_rooms = self.printed.blocks.is_some() || !names.is_empty();
        if self.printed.blocks.is_some() && rooms.count > 1 {
            self.blocks(&rooms, drawing)?;
        } else if !names.is_empty() && (rooms.count > 1 || drawing.cages.is_empty()) {
            let slot = Slot::Picture(names.remove(0));
            for (cell, name) in rooms.names().enumerate() {
                self.contents.slot_mut(&slot).set(cell, name.as_deref().unwrap_or("."));
            }
        }
        self.cages(&names, drawing);
        self.numbers(drawing);
        use_borders(has_rooms, drawing);
        Ok(())
    }

    /// Reads the sides of blocks as parameters.
    fn blocks(&mut self, rooms: &Rooms, drawing: &Drawing) -> Result<(), Diagnostic> {
        let (rows, columns) = (drawing.rows, drawing.columns);
        let height = (0..rows).take_while(|row| rooms.room[row * columns] == rooms.room[0]).count();
        let width = (0..columns).take_while(|column| rooms.room[*column] == rooms.room[0]).count();
        let first = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            (row - row % height) * columns + column - column % width
        };
        let is_block = |cell: usize| rooms.room[cell] == NO_ROOM || rooms.room[first(cell)] == rooms.room[cell];
        let wanted = rows.div_ceil(height) * columns.div_ceil(width);
        if rooms.count != wanted || !(0..rows * columns).all(is_block) {
            let message = "the bold lines of the drawing do not divide the board into blocks of equal size";
            return Err(Diagnostic::new("penpa-blocks", message));
        }
        // The model has the numbers; the text has the names of the sides, as in "block hxw".
        let set = self.opened.source.text.split("\"block ").nth(1).and_then(|rest| rest.split('"').next());
        let sides = set.and_then(|set| set.split_once('x')).map(|(height, width)| [height, width]);
        for (name, side) in sides.into_iter().flatten().zip([height, width]) {
            if self.opened.model.parameters.value_of(name).is_some() {
                self.contents.parameters.insert(name.to_string(), side as i64);
                self.drawn.insert(name.to_string(), side as i64);
            }
        }
        Ok(())
    }

    /// Reads cages into pictures, each into the first in which its cells are free.
    fn cages(&mut self, pictures: &[String], drawing: &mut Drawing) {
        if pictures.is_empty() {
            if !drawing.cages.is_empty() {
                drawing.unread.insert("cages", drawing.cages.len());
            }
            return;
        }
        let mut of_picture: Vec<Vec<&Vec<usize>>> = vec![Vec::new(); pictures.len()];
        for cage in &drawing.cages {
            let is_free = |others: &&mut Vec<&Vec<usize>>| {
                others.iter().all(|other| cage.iter().all(|cell| !other.contains(cell)))
            };
            match of_picture.iter_mut().find(is_free) {
                Some(others) => others.push(cage),
                None => *drawing.unread.entry("cages").or_default() += 1,
            }
        }
        for (picture, mut cages) in pictures.iter().zip(of_picture) {
            cages.sort();
            let slot = Slot::Picture(picture.clone());
            self.contents.slot_mut(&slot);
            for (at, cage) in cages.iter().enumerate() {
                let name = region_name(at, cages.len());
                cage.iter().for_each(|cell| self.contents.slot_mut(&slot).set(*cell, &name));
            }
        }
    }

    /// Reads the numbers of rooms and cages: in a quarter of one of their cells, or else in a cell. Of several lists, the signs of the
    /// numbers say which one they belong to; a number without a sign is that of a room of one cell, for the first list.
    fn numbers(&mut self, drawing: &mut Drawing) {
        let pictures: Vec<String> = self.printed.regions.iter().map(|(name, _)| name.clone()).collect();
        for picture in pictures {
            let lists = self.printed.lists_of(&picture);
            let signs: Vec<Option<char>> =
                lists.iter().map(|(list, _)| self.printed.sign(list).filter(|_| lists.len() > 1)).collect();
            let marks = self.contents.slot(&Slot::Picture(picture));
            let names: BTreeSet<&String> = marks.marks().iter().filter(|mark| *mark != ".").collect();
            for name in names {
                let is_own = |cell: usize| marks.at(cell) == name;
                let is_single = marks.marks().iter().filter(|mark| *mark == name).count() == 1;
                for (at, (list, _)) in lists.iter().enumerate() {
                    let word = |text: &str| match signs[at] {
                        None => Some(text.to_string()).filter(|_| lists.len() == 1),
                        Some(sign) => without_sign(text, sign, at == 0 && is_single),
                    };
                    let found = own_number(drawing, &is_own, &word);
                    if let Some((index, _)) = &found {
                        drawing.objects[*index].is_used = true;
                    }
                    let word = found.map(|(_, word)| word).filter(|word| word != "?");
                    self.enter(list, name, Entries::One(word));
                }
            }
        }
    }
}

/// Returns the text in the cells of a room for which there is a word, and the word: one in a quarter before one in a cell.
fn own_number(
    drawing: &Drawing,
    is_own: &dyn Fn(usize) -> bool,
    word: &dyn Fn(&str) -> Option<String>,
) -> Option<(usize, String)> {
    let find = |is_part: &dyn Fn(Part) -> bool| {
        let mut texts = drawing
            .objects
            .iter()
            .enumerate()
            .filter(|(_, own)| !own.is_used && is_part(own.at.part) && drawing.cell(own.at).is_some_and(is_own));
        texts.find_map(|(index, own)| match &own.look {
            Look::Text(readings) => Some((index, word(readings.first()?)?)),
            _ => None,
        })
    };
    find(&|part| matches!(part, Part::Quarter(_))).or_else(|| find(&|part| part == Part::Whole))
}

/// Returns the number before a sign; one without a sign if it may be without.
fn without_sign(text: &str, sign: char, may_be_bare: bool) -> Option<String> {
    let other = SIGNS.iter().find(|(own, _)| *own == sign).map_or("", |(_, other)| other);
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let rest = text[digits.len()..].trim();
    let is_it = rest.chars().count() == 1 && rest.starts_with(|own| own == sign || other.contains(own));
    (!digits.is_empty() && (is_it || rest.is_empty() && may_be_bare)).then_some(digits)
}

/// Notes the bold lines that say nothing more: between rooms, and around the board and its holes and painted cells.
fn use_borders(has_rooms: bool, drawing: &mut Drawing) {
    let cell = |row: i64, column: i64| drawing.cell(crate::genre::penpa::Spot { row, column, part: Part::Whole });
    let shaded: BTreeSet<usize> = drawing
        .objects
        .iter()
        .filter(|own| matches!(own.look, Look::Shade(_)))
        .filter_map(|own| drawing.cell(own.at))
        .collect();
    // A box is drawn around a clue.
    let is_box = |own: &&Object| matches!(&own.look, Look::Symbol(name, _) if name == BOX);
    let boxed: BTreeSet<usize> = drawing.objects.iter().filter(is_box).filter_map(|own| drawing.cell(own.at)).collect();
    let is_taken = |cell: usize| drawing.holes[cell] || shaded.contains(&cell) || boxed.contains(&cell);
    let is_open = |cell: Option<usize>| cell.is_some_and(|cell| !is_taken(cell));
    let is_frame = |row: i64, column: i64| {
        let (down, right) = (row.rem_euclid(2), column.rem_euclid(2));
        !is_open(cell(row - down, column - right)) || !is_open(cell(row + down, column + right))
    };
    let used: Vec<bool> = drawing
        .objects
        .iter()
        .map(|own| own.look == Look::Border && (has_rooms || is_frame(own.at.row, own.at.column)))
        .collect();
    drawing.objects.iter_mut().zip(used).for_each(|(own, is_used)| own.is_used |= is_used);
}
