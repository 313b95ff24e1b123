//! What a link loses: the model that `import` makes of it, compared with the model that was exported.
//!
//! Imports `import`, `genre` and `model`. Start with [`lost`] and [`split_regions`].

use crate::genre::contents::{Entries, Marks, Slot};
use crate::genre::own;
use crate::genre::printed::{Printed, words};
use crate::genre::rooms::Rooms;
use crate::import;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::quote;
use boardwright_model::Model;
use boardwright_puzzle::Registry;
use std::collections::BTreeMap;

/// The number of differences that are listed.
const LISTED: usize = 20;

/// Returns the differences between a model and the one that its link is read as; a genre has to be known, so that both
/// have the same pictures.
pub(super) fn lost(registry: Registry, link: &str, model: &Model) -> Vec<String> {
    let read = match import::model_of(registry, link, &Budget::none()) {
        Ok(read) => read,
        Err(error) => {
            let first = error.wrong.iter().next().map(|first| first.message.clone());
            return vec![format!("the link cannot be imported: {}", first.unwrap_or_default())];
        }
    };
    let (theirs, size) = (own::size(&read), own::size(model));
    if theirs != size {
        let of = |(rows, columns): (usize, usize)| format!("{rows} x {columns}");
        return vec![format!("the link is read as a board of {}, not of {}", of(theirs), of(size))];
    }
    let mut found = other_values(&read, model);
    let (mut own, mut read) = (Content::of(model), Content::of(&read));
    own.rename_regions();
    read.rename_regions();
    for (slot, marks) in &own.slots {
        let theirs = read.slots.get(slot);
        let width = marks.columns().max(1);
        for at in 0..marks.marks().len() {
            let mark = theirs.map_or(".", |theirs| theirs.at(at));
            if mark != marks.at(at) {
                let (row, column) = (at / width + 1, at % width + 1);
                let (own, theirs) = (quote(marks.at(at)), quote(mark));
                found.push(format!("{slot}, row {row}, column {column}: {own} is read as {theirs}"));
            }
        }
    }
    for (list, entries) in &own.lists {
        for (key, entry) in entries.iter().filter(|(_, entry)| **entry != Entries::One(None)) {
            let theirs = read.lists.get(list).and_then(|entries| entries.get(key));
            if theirs != Some(entry) {
                let theirs = theirs.map_or("nothing".to_string(), Entries::toml);
                found.push(format!("list {}, {key}: {} is read as {theirs}", quote(list), entry.toml()));
            }
        }
    }
    if found.len() > LISTED {
        let more = found.len() - LISTED;
        found.truncate(LISTED);
        found.push(format!("{more} more marks differ"));
    }
    found
}

/// Returns the parameters and the values of cells that differ.
fn other_values(read: &Model, model: &Model) -> Vec<String> {
    let values = |model: &Model| model.fields.table("grid").map_or(Vec::new(), |grid| words(grid, "values")).join(", ");
    let mut found = Vec::new();
    for own in model.parameters.iter() {
        let theirs = read.parameters.value_of(&own.name).filter(|theirs| *theirs != own.value);
        found.extend(theirs.map(|theirs| format!("parameter {} is read as {theirs}", quote(&own.name))));
    }
    if values(read) != values(model) {
        found.push(format!("`values` of the cells are read as {}", quote(&values(read))));
    }
    found
}

/// Returns a remark for each region that borders cannot draw: links have a region for each part of it, and one for cells in none.
pub(super) fn split_regions(printed: &Printed<'_>, name: &str, marks: &Marks) -> Vec<String> {
    let holes = printed.holes();
    let is_open = |from: usize, to: usize| marks.at(from) == marks.at(to);
    let rooms = Rooms::within(printed.rows, printed.columns, |cell| !holes[cell], is_open);
    let mut parts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (cell, room) in rooms.room.iter().enumerate().filter(|(cell, _)| !holes[*cell]) {
        let own = parts.entry(marks.at(cell)).or_default();
        if !own.contains(room) {
            own.push(*room);
        }
    }
    let split = parts.iter().filter(|(mark, parts)| **mark == "." || parts.len() > 1);
    let remark = |(mark, parts): (&&str, &Vec<usize>)| match (*mark, parts.len()) {
        (".", _) => format!("the link has a region where the picture {} has none", quote(name)),
        (mark, parts) => {
            format!("the link has {parts} regions for the region {} of the picture {}", quote(mark), quote(name))
        }
    };
    split.map(remark).collect()
}

/// The pictures and lists of a model, without empty ones.
struct Content {
    rows: usize,
    columns: usize,
    regions: Vec<String>,
    slots: BTreeMap<Slot, Marks>,
    lists: BTreeMap<String, BTreeMap<String, Entries>>,
}

impl Content {
    fn of(model: &Model) -> Content {
        let names =
            |map: &str| -> Vec<String> { model.fields.map(map).iter().map(|(name, _)| name.value.clone()).collect() };
        let mut slots: Vec<Slot> = names("picture").into_iter().map(Slot::Picture).collect();
        slots.extend(names("between").into_iter().map(Slot::Between));
        slots.extend(names("corner").into_iter().map(Slot::Corner));
        slots.extend(names("anywhere").into_iter().map(Slot::Anywhere));
        slots.push(Slot::Given);
        let printed = Printed::of(model);
        let drawn = slots.into_iter().filter_map(|slot| Some((slot.clone(), own::picture(model, &slot)?)));
        let lists = names("list").into_iter().filter_map(|name| own::list(model, &name).map(|own| (name, own)));
        let lists = lists.map(|(name, entries)| (name, entries.into_iter().collect()));
        let (rows, columns) = own::size(model);
        let regions = printed.regions.iter().map(|(name, _)| name.clone()).collect();
        let mut content = Content { rows, columns, regions, slots: drawn.collect(), lists: lists.collect() };
        // Holes are marks of `given` or of `cells`.
        let mut holes = Marks::blank(rows, columns);
        printed.holes().iter().enumerate().filter(|(_, is_hole)| **is_hole).for_each(|(cell, _)| holes.set(cell, "_"));
        if let Some(given) = content.slots.get_mut(&Slot::Given) {
            (0..rows * columns).filter(|cell| holes.at(*cell) == "_").for_each(|cell| given.set(cell, "."));
        }
        content.slots.insert(Slot::Walls, holes);
        content
    }

    /// Names regions, and their entries of lists, by their first cells.
    fn rename_regions(&mut self) {
        let walls = self.slots.get(&Slot::Walls);
        let holes: Vec<bool> = walls.map_or(&[][..], Marks::marks).iter().map(|mark| mark == "_").collect();
        for name in &self.regions {
            let Some(marks) = self.slots.get_mut(&Slot::Picture(name.clone())) else { continue };
            let mut names: BTreeMap<String, String> = BTreeMap::new();
            for cell in 0..self.rows * self.columns {
                let mark = marks.at(cell).to_string();
                if holes.get(cell).is_some_and(|is_hole| *is_hole) {
                    marks.set(cell, ".");
                } else if mark != "." {
                    let (row, column) = (cell / self.columns + 1, cell % self.columns + 1);
                    let first = names.entry(mark).or_insert_with(|| format!("the region at r{row}c{column}"));
                    marks.set(cell, first);
                }
            }
            let of_regions = |own: &BTreeMap<String, Entries>| own.keys().any(|key| names.contains_key(key));
            for entries in self.lists.values_mut().filter(|own| of_regions(own)) {
                let old = std::mem::take(entries);
                entries.extend(old.into_iter().filter_map(|(key, entry)| Some((names.get(&key)?.clone(), entry))));
            }
        }
    }
}
