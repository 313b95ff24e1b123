//! Random changes of the marks and lists of a puzzle, as parts of an example. Start with [`MarkChanges`].

use super::{Marks, Model, Spanned, Table, Value};
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use std::collections::BTreeSet;

/// The maps with pictures.
const PICTURES: [&str; 4] = ["picture", "between", "corner", "anywhere"];

/// The changes of the marks of a model that are tried.
pub struct MarkChanges<'a> {
    model: &'a Model,
    /// The marks that rules name, with their pictures: `clue=?`.
    named: BTreeSet<(String, String)>,
}

impl<'a> MarkChanges<'a> {
    /// Collects the marks of a model.
    pub fn new(model: &'a Model) -> MarkChanges<'a> {
        let mut named = BTreeSet::new();
        for rule in model.fields.tables("rule") {
            rule.entries().for_each(|(_, entry)| named_marks(&entry.value, &mut named));
        }
        MarkChanges { model, named }
    }

    /// Returns other marks or lists than those of `start`, which are those of the model where it has none.
    pub fn of(&self, start: &Table, random: &mut Random) -> Table {
        let mut parts = if random.below(6) == 0 { self.blank() } else { start.clone() };
        for _ in 0..=random.below(3) {
            let mut places: Vec<(&'static str, usize)> = Vec::new();
            for map in PICTURES.into_iter().chain(["list"]) {
                places.extend((0..self.model.fields.map(map).len()).map(|index| (map, index)));
            }
            if self.given().is_some() {
                places.push(("given", 0));
            }
            if places.is_empty() {
                break;
            }
            let (map, index) = random.one_of(&places);
            parts = match map {
                "given" => self.with_given(&parts, random),
                _ => self.with_entry(&parts, map, index, random),
            };
        }
        self.without_lost_regions(parts)
    }

    /// Leaves the entries of lists out whose regions are no longer there.
    fn without_lost_regions(&self, parts: Table) -> Table {
        let marks_of = |entry: &Spanned<Value>| {
            let marks = entry.value.as_marks().into_iter().flat_map(Marks::cells);
            marks.map(|(_, mark)| mark.value.clone()).collect::<Vec<String>>()
        };
        let originals = self.model.fields.map("picture");
        let before: BTreeSet<String> = originals.iter().flat_map(|(_, entry)| marks_of(entry)).collect();
        let changed = parts.map("picture");
        let is_changed = |name: &Spanned<String>| changed.iter().any(|(other, _)| other.value == name.value);
        let kept = originals.iter().filter(|(name, _)| !is_changed(name)).chain(changed);
        let after: BTreeSet<String> = kept.flat_map(|(_, entry)| marks_of(entry)).collect();
        let is_lost = |key: &str| before.contains(key) && !after.contains(key);
        let mut lists = parts.map("list").to_vec();
        let unchanged = self.model.fields.map("list").iter();
        let unchanged =
            unchanged.filter(|(name, _)| !parts.map("list").iter().any(|(other, _)| other.value == name.value));
        lists
            .extend(unchanged.filter(|(_, list)| entries_of(list).iter().any(|(key, _)| is_lost(&key.value))).cloned());
        for (_, list) in &mut lists {
            if let Value::Map(entries) = &mut list.value {
                entries.retain(|(key, _)| !is_lost(&key.value));
            }
        }
        if lists.is_empty() { parts } else { parts.including("list", Value::Map(lists)) }
    }

    /// Returns pictures and given values without marks; regions stay.
    fn blank(&self) -> Table {
        let mut parts = Table::default();
        for map in PICTURES {
            let entries = self.model.fields.map(map).iter().cloned();
            let entries = entries.filter_map(|(name, entry)| match &entry.value {
                Value::Marks(marks) if !is_full(marks) => {
                    Some((name, Spanned { value: Value::Marks(cleared(marks)), span: entry.span }))
                }
                _ => None,
            });
            let entries: Vec<(Spanned<String>, Spanned<Value>)> = entries.collect();
            if !entries.is_empty() {
                parts = parts.including(map, Value::Map(entries));
            }
        }
        match self.given() {
            Some(given) => parts.including("given", Value::Marks(cleared(given))),
            None => parts,
        }
    }

    fn given(&self) -> Option<&Marks> {
        self.model.fields.table("grid")?.marks("given")
    }

    fn with_given(&self, parts: &Table, random: &mut Random) -> Table {
        let Some(given) = parts.marks("given").or_else(|| self.given()) else { return parts.clone() };
        let given = match random.below(2) {
            0 => thinned(given, random),
            _ => cleared(given),
        };
        parts.including("given", Value::Marks(given))
    }

    fn with_entry(&self, parts: &Table, map: &'static str, index: usize, random: &mut Random) -> Table {
        let (name, original) = &self.model.fields.map(map)[index];
        let mut entries = parts.map(map).to_vec();
        let known = entries.iter().position(|(other, _)| other.value == name.value);
        let place = known.unwrap_or_else(|| {
            entries.push((name.clone(), original.clone()));
            entries.len() - 1
        });
        let value = &mut entries[place].1.value;
        *value = match &*value {
            Value::Marks(marks) => Value::Marks(self.marks(map, &name.value, marks, original, random)),
            other => listed(other, random),
        };
        parts.including(map, Value::Map(entries))
    }

    /// Returns a picture with other marks.
    fn marks(&self, map: &str, name: &str, marks: &Marks, original: &Spanned<Value>, random: &mut Random) -> Marks {
        let is_mark = |mark: &str| mark != "." && mark != "_";
        let original = original.value.as_marks().unwrap_or(marks);
        let is_full = is_full(original);
        if is_full && random.below(4) > 0 {
            return (0..=random.below(10)).fold(marks.clone(), |marks, _| with_neighbour(&marks, random));
        }
        let mut alphabet: Vec<String> = original.cells().map(|(_, mark)| mark.value.clone()).collect();
        alphabet.extend(self.named.iter().filter(|(picture, _)| picture == name).map(|(_, mark)| mark.clone()));
        let numbers = alphabet.iter().filter_map(|mark| mark.parse::<i64>().ok());
        if let Some(most) = numbers.max() {
            alphabet.extend((0..=most + 1).map(|number| number.to_string()));
            alphabet.push("?".to_string());
        }
        alphabet.retain(|mark| is_mark(mark));
        alphabet.sort();
        alphabet.dedup();
        if alphabet.is_empty() || !is_full && random.below(3) == 0 {
            return thinned(marks, random);
        }
        let is_place = |cell: Cell| map != "between" || (cell.row + cell.column) % 2 == 1;
        let places: Vec<Cell> = marks.cells().map(|(cell, _)| cell).filter(|cell| is_place(*cell)).collect();
        let mut changed = marks.clone();
        for _ in 0..=random.below(3) {
            let (place, mark) = (random.one_of(&places), &alphabet[random.below(alphabet.len())]);
            changed = changed.map(|cell, old| if cell == place { mark.clone() } else { old.to_string() });
        }
        changed
    }
}

/// Returns the entries of a list.
fn entries_of(list: &Spanned<Value>) -> &[(Spanned<String>, Spanned<Value>)] {
    list.value.as_map().unwrap_or_default()
}

/// Adds the words of a value that name a mark of a picture.
fn named_marks(value: &Value, found: &mut BTreeSet<(String, String)>) {
    let mut add = |text: &str| {
        let text = text.trim_start_matches("not ");
        if let Some((picture, mark)) = text.split_once('=') {
            found.insert((picture.to_string(), mark.to_string()));
        }
    };
    match value {
        Value::Text(text) => add(text),
        Value::List(items) => items.iter().for_each(|item| named_marks(&item.value, found)),
        Value::Map(entries) => {
            entries.iter().for_each(|(name, _)| add(&name.value));
            entries.iter().for_each(|(_, entry)| named_marks(&entry.value, found));
        }
        _ => {}
    }
}

/// Returns whether every place has a mark, as in a picture of regions.
fn is_full(marks: &Marks) -> bool {
    marks.cells().all(|(_, mark)| mark.value != ".")
}

/// Returns a picture without marks.
fn cleared(marks: &Marks) -> Marks {
    marks.map(|_, mark| if mark == "_" { mark.to_string() } else { ".".to_string() })
}

/// Returns a picture without about half of its marks.
fn thinned(marks: &Marks, random: &mut Random) -> Marks {
    marks.map(|_, mark| if mark == "_" || random.below(2) == 0 { mark.to_string() } else { ".".to_string() })
}

/// Returns a picture in which one place has the mark of a neighbour, as regions have.
fn with_neighbour(marks: &Marks, random: &mut Random) -> Marks {
    let place = Cell { row: random.below(marks.height()), column: random.below(marks.width()) };
    let to = match random.below(4) {
        0 => Cell { row: (place.row + 1).min(marks.height() - 1), ..place },
        1 => Cell { row: place.row.saturating_sub(1), ..place },
        2 => Cell { column: (place.column + 1).min(marks.width() - 1), ..place },
        _ => Cell { column: place.column.saturating_sub(1), ..place },
    };
    let (mark, other) = (marks.at(place).value.clone(), marks.at(to).value.clone());
    // Now and then all of the neighbour's region.
    let is_whole = random.below(8) == 0;
    let is_changed = |cell: Cell, old: &str| cell == to || is_whole && old == other;
    marks.map(|cell, old| if is_changed(cell, old) { mark.clone() } else { old.to_string() })
}

/// Returns a list in which one number is another.
fn listed(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::Integer(number) => match random.below(4) {
            0 => Value::Text(".".to_string()),
            1 => Value::Integer(number - 1),
            _ => Value::Integer(number + 1),
        },
        Value::Text(text) if text == "." => Value::Integer(random.below(5) as i64),
        Value::List(items) if !items.is_empty() => {
            let mut items = items.clone();
            let place = random.below(items.len());
            items[place].value = listed(&items[place].value, random);
            Value::List(items)
        }
        Value::Map(entries) if !entries.is_empty() => {
            let mut entries = entries.clone();
            let place = random.below(entries.len());
            entries[place].1.value = listed(&entries[place].1.value, random);
            Value::Map(entries)
        }
        other => other.clone(),
    }
}
