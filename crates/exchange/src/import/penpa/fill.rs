//! A drawing as a puzzle of a genre: the pictures and lists of the genre are filled with what is drawn.
//!
//! Every picture takes the marks that the genre's example or its links have for it; a clue may have several looks. What no picture takes
//! stays unused, and is reported. `rooms` reads rooms and cages, `beside` the numbers beside the board. Start with [`fill`].

use super::drawing::{Drawing, Look, Object};
use super::looks;
use crate::genre::contents::{Contents, Entries, Slot};
use crate::genre::files::Opened;
use crate::genre::link::{Link, Site};
use crate::genre::penpa::{ARROWS, Part, Spot};
use crate::genre::printed::Printed;
use crate::genre::seen;
use crate::genre::target::To;
use boardwright_base::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// The genre that is filled.
pub(super) struct Fill<'f> {
    pub(super) opened: &'f Opened,
    /// The links whose words the clues have.
    pub(super) link: Option<&'f Link>,
    /// Words of the links in cells that are no marks of pictures.
    pub(super) said: BTreeMap<usize, String>,
    pub(super) printed: Printed<'f>,
    pub(super) contents: Contents,
    /// Parameters that are drawn.
    pub(super) drawn: BTreeMap<String, i64>,
    /// Assumptions.
    pub(super) remarks: Vec<String>,
    /// Whether cells may be holes, and the picture that has them.
    holes: Option<Slot>,
}

/// A picture, and the marks that the example has.
struct Holder {
    slot: Slot,
    own: BTreeSet<String>,
}

impl Holder {
    /// Returns whether its marks are the colours of circles.
    fn is_of_circles(&self) -> bool {
        self.own.iter().all(|mark| matches!(mark.as_str(), "w" | "b" | "o" | "x"))
    }
}

/// Returns the contents of a genre's board with what is drawn, and the assumptions; what is used is noted in the drawing.
///
/// # Errors
/// The reason why the drawing is no puzzle of the genre.
pub(super) fn fill(opened: &Opened, drawing: &mut Drawing) -> Result<(Contents, Vec<String>), Diagnostic> {
    let links = opened.genre.links.iter().filter(|link| link.tilings.is_empty());
    let link = links.min_by_key(|link| (!link.when.is_empty(), link.site != Site::PuzzLink));
    if let Some(link) = link {
        move_board(link, opened, drawing);
    }
    let mut fill = Fill {
        opened,
        link,
        said: BTreeMap::new(),
        printed: Printed::of(&opened.model),
        contents: Contents::new(drawing.rows, drawing.columns),
        drawn: BTreeMap::new(),
        remarks: Vec::new(),
        holes: None,
    };
    fill.holes = fill.slot_of_holes();
    fill.boxes(drawing);
    fill.cells(drawing);
    fill.between(drawing);
    fill.shades(drawing);
    fill.rooms(drawing)?;
    fill.beside(drawing);
    fill.quarters(drawing);
    fill.complete()?;
    fill.parameters(drawing);
    Ok((fill.contents, fill.remarks))
}

/// Moves the drawing to the board of the model, which may have a ring around that of the drawing, or a cell for each corner.
fn move_board(link: &Link, opened: &Opened, drawing: &mut Drawing) {
    let (rows, columns) = (drawing.rows, drawing.columns);
    let Some(board) = link.board((rows, columns)) else { return };
    let by = board.0.wrapping_sub(rows);
    let at_rim = |cell: &usize| {
        let (row, column) = (cell / columns, cell % columns);
        row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
    };
    let marked: BTreeSet<usize> = drawing.objects.iter().filter_map(|own| drawing.cell(own.at)).collect();
    let has_corners = !opened.model.fields.map("corner").is_empty();
    let is_own = match by {
        2 => {
            let painted =
                drawing.objects.iter().filter(|own| !own.look.is_text()).filter_map(|own| drawing.cell(own.at));
            let painted: BTreeSet<usize> = painted.collect();
            let is_wall = |cell: usize| drawing.holes[cell] || painted.contains(&cell);
            let sides = [0, rows - 1].map(|row| (0..columns).all(|column| is_wall(row * columns + column)));
            let upright = [0, columns - 1].map(|column| (0..rows).all(|row| is_wall(row * columns + column)));
            // A side of walls is a part of the ring that genres have around their boards.
            sides.into_iter().chain(upright).any(|is_side| is_side)
                || (0..rows * columns).filter(at_rim).all(|cell| is_wall(cell) || marked.contains(&cell))
        }
        1 => {
            let texts = || drawing.objects.iter().filter(|own| matches!(own.look, Look::Text(_)));
            has_corners
                || texts().any(|own| drawing.cell(own.at).is_some())
                || !texts().any(|own| drawing.corner(own.at).is_some())
        }
        _ => true,
    };
    if !is_own && board.1.wrapping_sub(columns) == by {
        drawing.move_by(by);
    }
}

impl Fill<'_> {
    /// Returns the picture that has the holes of the genre, if it has any.
    fn slot_of_holes(&self) -> Option<Slot> {
        let genre = &self.opened.genre;
        let is_given =
            |slot: &Slot| self.printed.slot(slot).is_some_and(|marks| marks.marks().iter().any(|mark| mark == "_"));
        let targets = || genre.links.iter().flat_map(|link| &link.steps).flat_map(|step| &step.targets);
        let of_links = |slot: Slot| {
            let to = To::Slot(slot);
            targets().any(|target| {
                target.to == to && (to == To::Slot(Slot::Walls) || target.marks.iter().any(|(_, mark)| mark == "_"))
            })
        };
        [Slot::Given, Slot::Walls].into_iter().find(|slot| is_given(slot) || of_links(slot.clone()))
    }

    /// Returns the pictures of a kind of places, the clues before the given values.
    fn holders(&self, is_it: impl Fn(&Slot) -> bool) -> Vec<Holder> {
        let fields = &self.opened.model.fields;
        let named = |table: &str, slot: fn(String) -> Slot| {
            let names = fields.map(table).iter().map(|(name, _)| name.value.clone());
            names.filter(|name| self.printed.shows(name)).map(slot).collect::<Vec<_>>()
        };
        let pictures = self.printed.pictures.iter().map(|(name, _)| Slot::Picture(name.clone()));
        let mut slots: Vec<Slot> = pictures.collect();
        let has_given = self.printed.slot(&Slot::Given).is_some() || seen::has(&self.opened.genre, &Slot::Given);
        slots.extend((has_given && self.printed.shows("grid")).then_some(Slot::Given));
        slots.extend(named("between", Slot::Between));
        slots.extend(named("corner", Slot::Corner));
        slots.extend(named("anywhere", Slot::Anywhere));
        let own = |slot: &Slot| -> BTreeSet<String> {
            let marks = self.printed.slot(slot).map_or(Vec::new(), |marks| marks.marks().to_vec());
            marks.into_iter().filter(|mark| !matches!(mark.as_str(), "." | "_")).collect()
        };
        slots.into_iter().filter(|slot| is_it(slot)).map(|slot| Holder { own: own(&slot), slot }).collect()
    }

    /// Returns whether a picture may have a mark: the example has it or, if no link says more, one like it.
    fn takes(&self, holder: &Holder, mark: &str) -> bool {
        let size = (self.contents.rows, self.contents.columns);
        let is_number = mark.parse::<usize>().is_ok();
        let is_like = || {
            holder.own.iter().any(|own| form(own) == form(mark))
                || holder.slot == Slot::Given && is_number && self.printed.has_numbers()
        };
        holder.own.contains(mark) || seen::takes(&self.opened.genre, &holder.slot, mark, size).unwrap_or_else(is_like)
    }

    /// Puts the first mark that a picture takes into it; `place` has the place in the picture of a slot. Of several pictures, the one is
    /// taken whose example has the mark, or else marks of the kind.
    fn put(
        &mut self,
        holders: &[Holder],
        (look, marks): (&Look, &[String]),
        place: &dyn Fn(&Slot) -> Option<usize>,
    ) -> bool {
        for mark in marks {
            let is_number = |mark: &str| mark.chars().all(|digit| digit.is_ascii_digit());
            let is_like = |holder: &Holder| holder.own.iter().any(|own| is_number(own) == is_number(mark));
            let mut taking: Vec<&Holder> = holders.iter().filter(|holder| self.takes(holder, mark)).collect();
            let is_text = look.is_text();
            taking.sort_by_key(|holder| {
                (!holder.own.contains(mark), !is_like(holder), holder.is_of_circles() == is_text)
            });
            for holder in taking {
                let Some(at) = place(&holder.slot) else { continue };
                if self.contents.mark(&holder.slot, at) == "." {
                    self.contents.slot_mut(&holder.slot).set(at, mark);
                    return true;
                }
            }
        }
        false
    }

    /// Notes a text of a cell that is a word of the links and no mark, such as `?`; returns whether it is one.
    fn say(&mut self, cell: usize, look: &Look) -> bool {
        let Look::Text(readings) = look else { return false };
        let size = (self.contents.rows, self.contents.columns);
        // Other words of links are codes that drawings do not have.
        let unknown = readings.iter().filter(|word| word.starts_with('?'));
        let word = unknown.into_iter().find(|word| self.link.is_some_and(|link| link.says(word, size)));
        let Some(word) = word.filter(|_| !self.said.contains_key(&cell)) else { return false };
        self.said.insert(cell, word.clone());
        true
    }

    /// Notes cells in boxes of bold lines, in genres without rooms: the box is a sign of the clue.
    fn boxes(&self, drawing: &mut Drawing) {
        let has_walls = !self.opened.model.fields.map("between").is_empty();
        if has_walls || self.printed.blocks.is_some() || !self.printed.regions.is_empty() {
            return;
        }
        let cells = (0..drawing.rows).flat_map(|row| (0..drawing.columns).map(move |column| (row, column)));
        for (row, column) in cells {
            let (row, column) = (2 * row as i64, 2 * column as i64);
            let sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            if sides.iter().all(|side| drawing.borders.contains(side)) {
                let at = Spot { row, column, part: Part::Whole };
                let look = Look::Symbol(looks::BOX.to_string(), vec![1]);
                drawing.objects.push(Object { at, look, is_used: false });
            }
        }
    }

    /// Fills the pictures of cells with texts and symbols. A symbol without letters of its own goes to a picture with one mark.
    fn cells(&mut self, drawing: &mut Drawing) {
        let holders = self.holders(|slot| matches!(slot, Slot::Picture(_) | Slot::Given | Slot::Anywhere(_)));
        let holes = drawing.holes.clone();
        for cell in (0..holes.len()).filter(|cell| holes[*cell]) {
            self.hole(cell);
        }
        for index in 0..drawing.objects.len() {
            let Object { at, look, is_used } = drawing.objects[index].clone();
            let Some(cell) = drawing.cell(at).filter(|_| at.part == Part::Whole && !is_used) else { continue };
            if matches!(look, Look::Shade(_) | Look::Border | Look::Link) {
                continue;
            }
            let between = drawing.between(at);
            let place = |slot: &Slot| if matches!(slot, Slot::Anywhere(_)) { between } else { Some(cell) };
            let marks = looks::marks(&look);
            let is_put = self.put(&holders, (&look, &marks), &place);
            let is_box = matches!(&look, Look::Symbol(name, _) if name == looks::BOX);
            let is_symbol = matches!(look, Look::Symbol(..)) && !is_box;
            let is_put = is_put
                || self.say(cell, &look)
                || is_symbol && self.put(&holders, (&look, &only_marks(&holders)), &place);
            if is_put && matches!(look, Look::Diagonal(_)) {
                self.hole(cell);
            }
            // A text without letters and the circle around a text are no clues by themselves.
            let is_ground = look.is_circle() && self.is_marked(&holders, &place);
            drawing.objects[index].is_used = is_put || is_box || is_ground || is_text_ring(&look);
        }
    }

    fn hole(&mut self, cell: usize) {
        let slot = self.holes.clone().unwrap_or(Slot::Walls);
        self.contents.slot_mut(&slot).set(cell, "_");
    }

    /// Fills the pictures between cells and of corners, also with lines.
    fn between(&mut self, drawing: &mut Drawing) {
        let holders = self.holders(|slot| matches!(slot, Slot::Between(_) | Slot::Corner(_) | Slot::Anywhere(_)));
        let (of_links, of_sides): (Vec<Holder>, Vec<Holder>) = holders
            .into_iter()
            .partition(|holder| matches!(&holder.slot, Slot::Between(name) if self.printed.is_line(name)));
        for index in 0..drawing.objects.len() {
            let Object { at, look, is_used } = drawing.objects[index].clone();
            let holders = if look == Look::Link { &of_links } else { &of_sides };
            if is_used || drawing.cell(at).is_some() || at.part != Part::Whole {
                continue;
            }
            let (between, corner) = (drawing.between(at), drawing.corner(at));
            let place = |slot: &Slot| match slot {
                Slot::Corner(_) => corner,
                Slot::Between(_) => between.filter(|_| Drawing::is_side(at)),
                _ => between,
            };
            let mut marks = looks::marks(&look);
            if matches!(look, Look::Symbol(..)) {
                // A dot at a corner may be the only mark there.
                marks.extend(only_marks(holders).into_iter().chain(["#".to_string()]));
            }
            let is_put = self.put(holders, (&look, &marks), &place);
            let is_ground = look.is_circle() && self.is_marked(holders, &place);
            let is_idle = || holders.iter().any(|holder| place(&holder.slot).is_some() && self.is_idle(holder, &look));
            drawing.objects[index].is_used = is_put || is_ground || is_text_ring(&look) || is_idle();
        }
    }

    /// Returns whether one of the pictures has a mark at a place.
    fn is_marked(&self, holders: &[Holder], place: &dyn Fn(&Slot) -> Option<usize>) -> bool {
        let mark = |holder: &Holder| Some(self.contents.mark(&holder.slot, place(&holder.slot)?) != ".");
        holders.iter().any(|holder| mark(holder) == Some(true))
    }

    /// Returns whether a text says nothing in a picture.
    fn is_idle(&self, holder: &Holder, look: &Look) -> bool {
        let size = (self.contents.rows, self.contents.columns);
        let Look::Text(readings) = look else { return false };
        readings.iter().any(|text| seen::is_idle(&self.opened.genre, &holder.slot, text, size))
    }

    /// Fills holes and painted cells; the ground of a clue says nothing more.
    fn shades(&mut self, drawing: &mut Drawing) {
        let holders = self.holders(|slot| matches!(slot, Slot::Picture(_) | Slot::Given));
        for index in 0..drawing.objects.len() {
            let Object { at, look, is_used } = drawing.objects[index].clone();
            let Some(cell) = drawing.cell(at).filter(|_| !is_used) else { continue };
            if !matches!(look, Look::Shade(_)) {
                continue;
            }
            let place = |_: &Slot| Some(cell);
            let is_marked = self.is_marked(&holders, &place);
            let is_put = if self.holes.is_some() {
                self.hole(cell);
                true
            } else {
                self.put(&holders, (&look, &looks::marks(&look)), &place)
                    || is_marked
                    || self.put(&holders, (&look, &only_marks(&holders)), &place)
            };
            drawing.objects[index].is_used = is_put;
        }
    }

    /// Fills the pictures of cells with texts in quarters that are no numbers of rooms and runs.
    fn quarters(&mut self, drawing: &mut Drawing) {
        let holders = self.holders(|slot| matches!(slot, Slot::Picture(_) | Slot::Given));
        for index in 0..drawing.objects.len() {
            let Object { at, look, is_used } = drawing.objects[index].clone();
            let Some(cell) = drawing.cell(at).filter(|_| !is_used && look.is_text()) else { continue };
            if matches!(at.part, Part::Quarter(_)) {
                drawing.objects[index].is_used = self.put(&holders, (&look, &looks::marks(&look)), &|_| Some(cell));
            }
        }
    }

    /// Returns the text at a place: its first reading.
    pub(super) fn text_at(drawing: &Drawing, is_it: impl Fn(Spot) -> bool) -> Option<(usize, String)> {
        let mut texts = drawing.objects.iter().enumerate().filter(|(_, own)| !own.is_used && is_it(own.at));
        texts.find_map(|(index, own)| match &own.look {
            Look::Text(readings) => Some((index, readings.first()?.clone())),
            _ => None,
        })
    }

    /// Enters a word into a list.
    pub(super) fn enter(&mut self, list: &str, key: &str, entry: Entries) {
        self.contents.lists.entry(list.to_string()).or_default().push((key.to_string(), entry));
    }
}

/// Returns the marks that are the only ones of a picture.
fn only_marks(holders: &[Holder]) -> Vec<String> {
    let only = holders.iter().filter(|holder| holder.own.len() == 1).flat_map(|holder| &holder.own);
    only.filter(|mark| mark.parse::<usize>().is_err()).cloned().collect()
}

/// Returns a mark with its numbers and arrows replaced by one of each.
fn form(mark: &str) -> String {
    let mut form: Vec<char> = mark.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    form.dedup_by(|one, other| *one == '0' && *other == '0');
    let is_arrow = |letter: &char| ARROWS.iter().flatten().any(|arrow| arrow == letter);
    form.iter().map(|letter| if is_arrow(letter) { '>' } else { *letter }).collect()
}

fn is_text_ring(look: &Look) -> bool {
    matches!(look, Look::Ring(_) | Look::Blank(_)) || *look == Look::Text(Vec::new())
}
