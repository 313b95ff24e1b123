//! The contents of a model as a link holds them: to write its link, and to compare it with what a link says.
//!
//! Imports `model` and the parts of a genre. Start with [`contents`].

use super::contents::{Contents, Entries, Marks, Slot};
use super::link::{Link, Step, rename};
use super::places::Over;
use super::target::{Target, To, shapes};
use super::tiled::Tiled;
use boardwright_base::source::Source;
use boardwright_model::{Model, Spanned, Value};

/// Returns what a link of the model holds.
pub fn contents(link: &Link, model: &Model, source: &Source) -> Contents {
    let (rows, columns) = size(model);
    let mut contents = Contents::new(rows, columns);
    if let Some(tiled) = Tiled::of(model).filter(|_| !link.tilings.is_empty()) {
        contents = Contents::of_tiling(tiled);
    }
    let targets: Vec<&Target> = link.steps.iter().flat_map(|step| &step.targets).collect();
    for target in targets {
        match &target.to {
            To::Slot(slot) => {
                if let Some(marks) = picture(model, slot) {
                    contents.slots.insert(slot.clone(), marks);
                } else {
                    contents.slot_mut(slot);
                }
            }
            To::List(name) => {
                if let Some(entries) = list(model, name) {
                    contents.lists.insert(name.clone(), entries);
                }
            }
            To::Parameter(name) => {
                contents.parameters.extend(model.parameters.value_of(name).map(|value| (name.clone(), value)));
            }
            To::Rule(rule, key) => {
                let pieces = pieces(model, rule, key);
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                contents.rules.insert((rule.clone(), key.clone()), shapes(&pieces));
            }
        }
    }
    let of_options = link.options.iter().map(|(_, name)| name);
    for name in link.set.iter().map(|(name, _)| name).chain(of_options) {
        contents.parameters.extend(model.parameters.value_of(name).map(|value| (name.clone(), value)));
    }
    if link.values.is_some() {
        contents.values = values(source);
    }
    let has_walls = link.steps.iter().flat_map(|step| &step.targets).any(|target| target.to == To::Slot(Slot::Walls));
    if let Some(walls) =
        picture(model, &Slot::Walls).filter(|_| !has_walls && contents.slots.contains_key(&Slot::Given))
    {
        // The link has its holes in `given`.
        let holes = walls.marks().iter().enumerate().filter(|(_, mark)| *mark == "_").map(|(cell, _)| cell);
        let given = contents.slot_mut(&Slot::Given);
        holes.for_each(|cell| given.set(cell, "_"));
    }
    for slot in link.steps.iter().filter_map(Step::regions) {
        let names = rename(&mut contents, slot);
        let Slot::Picture(picture) = slot else { continue };
        let over = [Over::Region(picture.clone()), Over::First(picture.clone())];
        let is_over = |step: &&Step| step.over.iter().any(|own| over.contains(own));
        let lists = link.steps.iter().filter(is_over).flat_map(|step| &step.targets);
        for target in lists {
            let To::List(list) = &target.to else { continue };
            let Some(entries) = contents.lists.get_mut(list) else { continue };
            *entries = names
                .iter()
                .map(|(old, new)| {
                    let own = entries.iter().find(|(key, _)| key == old);
                    (new.clone(), own.map_or(Entries::One(None), |(_, entry)| entry.clone()))
                })
                .collect();
        }
    }
    contents
}

/// Returns the rows and columns of a board.
pub fn size(model: &Model) -> (usize, usize) {
    let grid = model.fields.table("grid");
    let side = |key: &str| {
        let side = grid.and_then(|grid| grid.integer(key));
        side.and_then(|side| usize::try_from(side).ok())
    };
    let pictures = model.fields.map("picture").iter().filter_map(|(_, picture)| picture.value.as_marks());
    let drawn = ["cells", "given"].into_iter().filter_map(|key| grid?.marks(key)).chain(pictures).next();
    let (height, width) = drawn.map_or((1, 1), |marks| (marks.height(), marks.width()));
    (side("rows").unwrap_or(height), side("columns").unwrap_or(width))
}

/// Returns the picture of a slot, if the model has it.
pub fn picture(model: &Model, slot: &Slot) -> Option<Marks> {
    let grid = model.fields.table("grid");
    let of = |map: &str, name: &str| {
        let found = model.fields.map(map).iter().find(|(own, _)| own.value == name)?;
        found.1.value.as_marks().cloned()
    };
    let marks = match slot {
        Slot::Picture(name) => of("picture", name)?,
        Slot::Between(name) => of("between", name)?,
        Slot::Corner(name) => of("corner", name)?,
        Slot::Anywhere(name) => of("anywhere", name)?,
        Slot::Given => grid?.marks("given")?.clone(),
        Slot::Walls => grid?.marks("cells")?.clone(),
        Slot::Layer(name) => {
            let found = model.fields.map("layer").iter().find(|(own, _)| own.value == *name)?;
            found.1.value.as_table()?.marks("given")?.clone()
        }
    };
    // Holes are part of the board; in pictures, `_` is as empty as `.`.
    let keeps_holes = matches!(slot, Slot::Given | Slot::Walls);
    let mark =
        |mark: &Spanned<String>| Some(mark.value.clone()).filter(|mark| mark != "." && (keeps_holes || mark != "_"));
    Some(Marks::of(marks.width(), marks.cells().map(|(_, own)| mark(own))))
}

/// Returns the entries of a list, if the model has it.
pub fn list(model: &Model, name: &str) -> Option<Vec<(String, Entries)>> {
    let (_, found) = model.fields.map("list").iter().find(|(own, _)| own.value == name)?;
    let entries = found.value.as_map()?.iter();
    Some(entries.map(|(key, value)| (key.value.clone(), read(&value.value))).collect())
}

fn read(value: &Value) -> Entries {
    let word = |value: &Value| match value {
        Value::Integer(number) => Some(number.to_string()),
        other => other.as_text().filter(|text| *text != ".").map(str::to_string),
    };
    let Some(items) = value.as_list() else { return Entries::One(word(value)) };
    if items.iter().any(|item| item.value.as_list().is_some()) {
        let runs = |item: &Spanned<Value>| match item.value.as_list() {
            Some(runs) => runs.iter().filter_map(|run| word(&run.value)).collect(),
            // A single number is a list of one.
            None => word(&item.value).into_iter().collect(),
        };
        return Entries::Runs(items.iter().map(runs).collect());
    }
    Entries::Each(items.iter().map(|item| word(&item.value)).collect())
}

/// Returns the pieces in `shapes` of a rule.
fn pieces(model: &Model, rule: &str, key: &str) -> Vec<String> {
    let found = model.fields.tables("rule").iter().find(|own| own.text("name") == Some(rule));
    let list = found.and_then(|rule| rule.get(key));
    let tables: Vec<&boardwright_model::Table> = match list.map(|list| &list.value) {
        Some(Value::List(items)) => items.iter().filter_map(|item| item.value.as_table()).collect(),
        Some(Value::Tables(tables)) => tables.iter().collect(),
        _ => Vec::new(),
    };
    let mut pieces = Vec::new();
    for table in tables {
        let shape = table.get("shape").and_then(|shape| match &shape.value {
            Value::Text(text) => Some(text.trim().replace('\n', "/")),
            Value::Marks(marks) => Some(rows_of(marks)),
            _ => None,
        });
        let copies = table.integer("copies").unwrap_or(1);
        let shape = shape.unwrap_or_default().replace('_', ".");
        pieces.extend((0..copies).map(|_| shape.clone()));
    }
    pieces
}

fn rows_of(marks: &boardwright_model::Marks) -> String {
    let mut text = String::new();
    for (cell, mark) in marks.cells() {
        if cell.column == 0 && cell.row > 0 {
            text.push('/');
        }
        text.push_str(&mark.value);
    }
    text
}

/// Returns `values` of `[grid]` as it is written.
fn values(source: &Source) -> Option<String> {
    let sections = boardwright_model::sections(&source.text);
    let entry = sections.iter().find(|section| section.name == "grid")?.entry("values")?;
    let (_, value) = entry.split_once('=')?;
    Some(value.lines().next()?.split(" #").next()?.trim().to_string())
}
