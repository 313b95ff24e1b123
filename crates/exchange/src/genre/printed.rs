//! What a model prints, as formats with free drawings need it: regions, blocks, paths, and the numbers beside the board.
//!
//! Imports `model`, and the pictures of genres. Start with [`Printed`].

use super::contents::{Contents, Entries, Marks, Slot};
use super::own;
use boardwright_base::board::written;
use boardwright_model::{Model, Table, Value};

/// A path of a rule, its cells counted from 0.
pub(crate) struct Path {
    pub(crate) cells: Vec<(usize, usize)>,
    pub(crate) kind: PathKind,
}

/// How a path is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathKind {
    Thermometer,
    Arrow,
    Line,
}

/// The signs of conditions.
const SIGNS: [(&str, char); 4] = [("sum", '+'), ("product", '×'), ("difference", '−'), ("ratio", '÷')];

/// The parts of a model that are printed.
pub(crate) struct Printed<'m> {
    pub(crate) model: &'m Model,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The names of what is not printed.
    hidden: Vec<String>,
    /// The pictures of regions: names that a rule has in `region NAME`.
    pub(crate) regions: Vec<(String, Marks)>,
    /// The other pictures.
    pub(crate) pictures: Vec<(String, Marks)>,
    /// The rows and columns of the blocks.
    pub(crate) blocks: Option<(usize, usize)>,
    pub(crate) paths: Vec<Path>,
}

impl<'m> Printed<'m> {
    pub(crate) fn of(model: &'m Model) -> Self {
        let (rows, columns) = own::size(model);
        let sets: Vec<String> = model.fields.tables("rule").iter().flat_map(|rule| words(rule, "each")).collect();
        let hidden: Vec<String> = words(&model.fields, "hidden");
        let all = model.fields.map("picture").iter().filter(|(name, _)| !hidden.contains(&name.value));
        let all = all.filter_map(|(name, _)| {
            let marks = own::picture(model, &Slot::Picture(name.value.clone()))?;
            Some((name.value.clone(), marks))
        });
        let is_region = |name: &str| sets.iter().any(|set| set.ends_with(&format!("region {name}")));
        let (regions, pictures) = all.partition(|(name, _): &(String, Marks)| is_region(name));
        let blocks = sets.iter().find_map(|set| block(set, model));
        let rules = model.fields.tables("rule").iter();
        let drawn = rules.filter(|rule| rule.text("name").is_none_or(|name| !hidden.iter().any(|own| own == name)));
        let paths = drawn.flat_map(|rule| paths(model, rule).unwrap_or_default()).collect();
        Printed { model, rows, columns, hidden, regions, pictures, blocks, paths }
    }

    /// Returns whether a picture, a list or a layer is printed.
    pub(crate) fn shows(&self, name: &str) -> bool {
        !self.hidden.iter().any(|own| own == name)
    }

    /// Returns the board's holes and given values, as marks.
    pub(crate) fn slot(&self, slot: &Slot) -> Option<Marks> {
        own::picture(self.model, slot)
    }

    /// Returns the board's holes and given values.
    pub(crate) fn board(&self) -> Contents {
        let mut contents = Contents::new(self.rows, self.columns);
        for slot in [Slot::Walls, Slot::Given] {
            if let Some(marks) = self.slot(&slot) {
                contents.slots.insert(slot, marks);
            }
        }
        contents
    }

    /// Returns the cells that are holes.
    pub(crate) fn holes(&self) -> Vec<bool> {
        let contents = self.board();
        (0..self.rows * self.columns).map(|cell| contents.is_hole(cell)).collect()
    }

    /// Returns whether solutions have painted cells.
    pub(crate) fn is_painted(&self) -> bool {
        self.model.fields.table("grid").is_some_and(|grid| words(grid, "values").iter().any(|value| value == "#"))
    }

    /// Returns whether a picture between cells has lines from cell to cell, and not bars on their sides.
    pub(crate) fn is_line(&self, picture: &str) -> bool {
        let figures = match self.model.fields.get("figures").map(|entry| &entry.value) {
            Some(Value::Pairs(pairs)) => pairs.as_slice(),
            _ => &[],
        };
        figures.iter().any(|(name, figure)| name.value == picture && figure.value == "line")
    }

    /// Returns whether a given `x` is the value `.`.
    pub(crate) fn gives_nothing(&self) -> bool {
        let values = self.model.fields.table("grid").map_or(Vec::new(), |grid| words(grid, "values"));
        values.iter().any(|value| value == ".")
    }

    /// Returns whether values are numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        let values = self.model.fields.table("grid").map_or(Vec::new(), |grid| words(grid, "values"));
        values.iter().any(|value| value.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Returns the lists with an entry for each region of a picture, by their rules: a list may have the names of several pictures.
    pub(crate) fn lists_of(&self, picture: &str) -> Vec<(String, Vec<(String, Entries)>)> {
        let set = format!("region {picture}");
        let rules = self.model.fields.tables("rule");
        let is_of_picture = |rule: &Table| words(rule, "each").iter().any(|each| each.ends_with(&set));
        let is_own = |list: &str| rules.iter().any(|rule| is_of_picture(rule) && says(rule, list));
        let is_of_regions = |entries: &[(String, Entries)]| {
            !entries.is_empty() && entries.iter().all(|(_, entry)| matches!(entry, Entries::One(_)))
        };
        self.lists().into_iter().filter(|(list, entries)| is_of_regions(entries) && is_own(list)).collect()
    }

    /// Returns the sign for the numbers of a list, if a rule has their sum, product, difference or ratio.
    pub(crate) fn sign(&self, list: &str) -> Option<char> {
        let rules = self.model.fields.tables("rule");
        let has = |key: &str| rules.iter().any(|rule| rule.text(key) == Some(list));
        SIGNS.iter().find(|(key, _)| has(key)).map(|(_, sign)| *sign)
    }

    /// Returns the lists that are printed.
    pub(crate) fn lists(&self) -> Vec<(String, Vec<(String, Entries)>)> {
        let names = self.model.fields.map("list").iter().map(|(name, _)| name.value.clone());
        let names = names.filter(|name| self.shows(name));
        names.filter_map(|name| own::list(self.model, &name).map(|entries| (name, entries))).collect()
    }
}

/// Returns whether a value of a rule is this word.
fn says(rule: &Table, word: &str) -> bool {
    fn is_said(value: &Value, word: &str) -> bool {
        match value {
            Value::Text(text) => text == word,
            Value::List(items) => items.iter().any(|item| is_said(&item.value, word)),
            Value::Table(table) => says(table, word),
            Value::Pairs(pairs) => pairs.iter().any(|(_, value)| value.value == word),
            Value::Map(entries) => entries.iter().any(|(_, entry)| is_said(&entry.value, word)),
            _ => false,
        }
    }
    rule.entries().any(|(_, entry)| is_said(&entry.value, word))
}

/// Returns a text or a list of texts.
pub(crate) fn words(table: &Table, key: &str) -> Vec<String> {
    match table.get(key).map(|entry| &entry.value) {
        Some(Value::Text(text)) => vec![text.clone()],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.value.as_text().map(str::to_string)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the sides of `block 2x3`, where a side may be a parameter.
pub(crate) fn block(set: &str, model: &Model) -> Option<(usize, usize)> {
    let (rows, columns) = set.strip_prefix("block ")?.split_once('x')?;
    let side = |text: &str| {
        let value = boardwright_model::evaluate(text, &|name: &str| model.parameters.value_of(name)).ok()?;
        usize::try_from(value).ok().filter(|side| *side > 0)
    };
    Some((side(rows)?, side(columns)?))
}

/// Returns the paths of a rule; `None` for those that a picture draws.
pub(crate) fn paths(model: &Model, rule: &Table) -> Option<Vec<Path>> {
    cells_of(model, rule, "along")
}

/// Returns the paths of a key; `None` for those that a picture draws.
pub(crate) fn cells_of(model: &Model, rule: &Table, key: &str) -> Option<Vec<Path>> {
    let Some(along) = rule.get(key) else { return Some(Vec::new()) };
    let letters = model.fields.table("grid").is_some_and(|grid| grid.text("coordinates") == Some("A1"));
    let kind = if rule.get("increasing").is_some() {
        PathKind::Thermometer
    } else if rule.boolean("including") == Some(false) && rule.text("sum") == Some("value") {
        PathKind::Arrow
    } else {
        PathKind::Line
    };
    let cell = |value: &Value| -> Option<(usize, usize)> {
        let sides = value.as_list()?;
        let side = |at: usize| usize::try_from(sides.get(at)?.value.as_integer()?.checked_sub(1)?).ok();
        Some((side(0)?, side(1)?))
    };
    let written = |text: &str| -> Option<Vec<(usize, usize)>> {
        Some(written::path(text, letters).ok()?.into_iter().map(|cell| (cell.row, cell.column)).collect())
    };
    let path = |value: &Value| -> Option<Vec<(usize, usize)>> {
        match value {
            Value::Text(text) => written(text),
            _ => value.as_list()?.iter().map(|item| cell(&item.value)).collect(),
        }
    };
    let found: Vec<Vec<(usize, usize)>> = match path(&along.value) {
        Some(one) => vec![one],
        None => along.value.as_list()?.iter().map(|item| path(&item.value)).collect::<Option<_>>()?,
    };
    Some(found.into_iter().map(|cells| Path { cells, kind }).collect())
}
