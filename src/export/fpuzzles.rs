//! Links of f-puzzles: models like a Sudoku, with the constraints that it knows.
//!
//! A link is JSON in lz-string's base64. A rule of the model is a constraint of f-puzzles, or a remark. Source of the format: the JSON that
//! f-puzzles writes, as read by SudokuPad/sudokutools (`src/fpuzzlesdecoder.js`). Start with [`export`].

use super::request::Exported;
use super::sheet::{Path, PathKind, Printed, block, paths, words};
use crate::diagnostic::Diagnostic;
use crate::genre::contents::{Entries, Marks, Slot};
use crate::genre::own;
use crate::model::{Model, Table};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The longest side.
const LONGEST: usize = 16;

/// Writes the link of a model.
///
/// # Errors
/// That the model is not like a Sudoku.
pub(super) fn export(model: &Model) -> Result<Exported, Diagnostic> {
    let printed = Printed::of(model);
    let side = printed.rows;
    let is_square = printed.columns == side && side <= LONGEST && !printed.holes().contains(&true);
    let values = model.fields.table("grid").map_or(Vec::new(), |grid| words(grid, "values"));
    let values = match values.as_slice() {
        [range] => range.clone(),
        _ => String::new(),
    };
    let once: Vec<String> = model.fields.tables("rule").iter().filter(|rule| is_once(rule)).flat_map(sets).collect();
    let has = |set: &str| once.iter().any(|own| own == set);
    if !is_square || numbers(&values, model) != Some(side) || !has("row") || !has("column") {
        let message = "f-puzzles has only puzzles like a Sudoku";
        return Err(Diagnostic::new("export-fit", message).help(format!(
            "expected a square board without holes, up to {LONGEST} x {LONGEST}, the values 1 to its side, and rules with all-different rows and columns"
        )));
    }
    let mut puzzle = Puzzle { printed: &printed, constraints: Map::new(), regions: None, lost: Vec::new() };
    for rule in model.fields.tables("rule") {
        puzzle.rule(rule);
    }
    for (name, _) in model.fields.map("layer") {
        puzzle.lost.push(format!("f-puzzles cannot say the layer \"{}\"", name.value));
    }
    let text = puzzle.json(model).to_string();
    let packed = lz_str::compress_to_base64(&text);
    Ok(Exported { text: format!("https://f-puzzles.com/?load={packed}"), remarks: puzzle.lost })
}

/// Returns n of the values 1..n.
fn numbers(values: &str, model: &Model) -> Option<usize> {
    let (first, last) = values.split_once("..")?;
    let last = crate::model::evaluate(last, &|name: &str| model.parameters.value_of(name)).ok()?;
    usize::try_from(last).ok().filter(|_| first == "1")
}

/// Returns whether all members of a rule's sets are different, and the rule says it of all sets.
fn is_once(rule: &Table) -> bool {
    rule.boolean("all-different") == Some(true) && rule.get("at").is_none()
}

fn sets(rule: &Table) -> Vec<String> {
    words(rule, "each")
}

struct Puzzle<'p> {
    printed: &'p Printed<'p>,
    constraints: Map<String, Value>,
    /// The region of each cell.
    regions: Option<Vec<usize>>,
    lost: Vec<String>,
}

impl Puzzle<'_> {
    /// Adds the constraints of a rule.
    fn rule(&mut self, rule: &Table) {
        let name = rule.text("name").unwrap_or("without a name").to_string();
        let found = paths(rule);
        let is_said = if !found.is_empty() {
            self.paths(rule, &found)
        } else if is_once(rule) {
            let unsaid: Vec<String> = sets(rule).into_iter().filter(|set| !self.once(set)).collect();
            self.lost.extend(unsaid.iter().map(|set| format!("f-puzzles cannot say all-different for \"{set}\"")));
            true
        } else if let Some(list) = rule.text("sum") {
            self.sums(rule, list)
        } else {
            self.pairs(rule)
        };
        if !is_said {
            self.lost.push(format!("f-puzzles cannot say the rule \"{name}\""));
        }
    }

    fn add(&mut self, key: &str, constraint: Value) {
        let list = self.constraints.entry(key).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(constraint);
        }
    }

    /// Says that all members of sets are different; returns whether f-puzzles knows the sets.
    fn once(&mut self, set: &str) -> bool {
        let side = self.printed.rows;
        let mut say = |key: &str| {
            self.constraints.insert(key.to_string(), json!(true));
            true
        };
        match set {
            "row" | "column" => true,
            "main diagonal" => say("diagonal+") && say("diagonal-"),
            "pair knight" => say("antiknight"),
            "pair king" | "pair ferz" => say("antiking"),
            _ => {
                if let Some((rows, columns)) = block(set, self.printed.model) {
                    let wide = side.div_ceil(columns);
                    let of = |cell: usize| cell / side / rows * wide + cell % side / columns;
                    self.regions = Some((0..side * side).map(of).collect());
                    return rows * columns == side;
                }
                let Some(name) = set.strip_prefix("region ") else { return false };
                let Some((_, marks)) = self.printed.regions.iter().find(|(own, _)| own == name) else { return false };
                self.region(marks);
                true
            }
        }
    }

    /// Says that the cells of each region are different: as the regions of the board, or as cages.
    fn region(&mut self, marks: &Marks) {
        let side = self.printed.rows;
        let names = names(marks);
        let count = |name: &str| marks.marks().iter().filter(|mark| *mark == name).count();
        let is_partition = names.len() == side && names.iter().all(|name| count(name) == side);
        if is_partition && self.regions.is_none() {
            let of = |mark: &String| names.iter().position(|name| *name == mark.as_str());
            self.regions = Some(marks.marks().iter().filter_map(of).collect());
            return;
        }
        for name in names {
            let cells = cells_of(marks, name, side);
            // A cage with a sum says it, too.
            let key = if self.has_total(name) { continue } else { "extraregion" };
            self.add(key, json!({ "cells": cells }));
        }
    }

    fn has_total(&self, region: &str) -> bool {
        let lists = self.printed.lists();
        lists
            .iter()
            .any(|(_, entries)| entries.iter().any(|(key, entry)| key == region && matches!(entry, Entries::One(_))))
    }

    /// Says sums: cages, and sandwiches between 1 and the largest number.
    fn sums(&mut self, rule: &Table, list: &str) -> bool {
        let side = self.printed.rows;
        let inside = words(rule, "inside");
        let own = own::list(self.printed.model, list).unwrap_or_default();
        let sets = sets(rule);
        if inside == ["1".to_string(), side.to_string()] && sets.iter().all(|set| set == "row" || set == "column") {
            for (key, entry) in &own {
                let Entries::Each(words) = entry else { continue };
                for (line, word) in words.iter().enumerate() {
                    let Some(word) = word else { continue };
                    let cell = if key == "rows" { named(line + 1, 0) } else { named(0, line + 1) };
                    self.add("sandwichsum", json!({ "cell": cell, "value": word }));
                }
            }
            return true;
        }
        let [set] = sets.as_slice() else { return false };
        let Some(name) = set.strip_prefix("region ").filter(|_| inside.is_empty()) else { return false };
        let Some((_, marks)) = self.printed.regions.iter().find(|(own, _)| own == name) else { return false };
        for region in names(marks) {
            let total = own.iter().find(|(key, _)| key == region).and_then(|(_, entry)| match entry {
                Entries::One(word) => word.clone(),
                _ => None,
            });
            let cells = cells_of(marks, region, side);
            self.add("killercage", json!({ "cells": cells, "value": total.unwrap_or_default() }));
        }
        true
    }

    /// Says the rules of paths.
    fn paths(&mut self, rule: &Table, found: &[Path]) -> bool {
        let is_plain = rule.get("each").is_none() && rule.get("at").is_none();
        for path in found {
            let cells: Vec<String> = path.cells.iter().map(|(row, column)| named(row + 1, column + 1)).collect();
            match path.kind {
                PathKind::Thermometer if is_plain && rule.boolean("increasing") == Some(true) => {
                    self.add("thermometer", json!({ "lines": [cells] }));
                }
                PathKind::Arrow if is_plain => {
                    let bulb = cells.first().cloned().unwrap_or_default();
                    self.add("arrow", json!({ "cells": [bulb], "lines": [cells] }));
                }
                _ if rule.integer("difference-at-least") == Some(5) && words(rule, "each") == ["pair"] => {
                    self.add("whispers", json!({ "lines": [cells] }));
                }
                _ => return false,
            }
        }
        true
    }

    /// Says rules about neighbours: dots, X and V, and that none are consecutive.
    fn pairs(&mut self, rule: &Table) -> bool {
        if sets(rule) != ["pair"] {
            return false;
        }
        let number = |key: &str| rule.integer(key);
        let Some(at) = rule.text("at") else {
            let is_said = number("difference-not") == Some(1);
            if is_said {
                self.constraints.insert("nonconsecutive".to_string(), json!(true));
            }
            return is_said;
        };
        if at.starts_with("not ") {
            let negated = [("difference-not", 1, "difference"), ("ratio-not", 2, "ratio")];
            let said: Vec<&str> = negated
                .into_iter()
                .filter(|(key, value, _)| number(key) == Some(*value))
                .map(|(.., key)| key)
                .collect();
            said.iter().for_each(|key| self.add("negative", json!(key)));
            return !said.is_empty();
        }
        let (name, mark) = at.split_once('=').unwrap_or((at, ""));
        let key = match (number("difference"), number("ratio"), number("sum")) {
            (Some(value), None, None) => ("difference", if value == 1 { String::new() } else { value.to_string() }),
            (None, Some(value), None) => ("ratio", if value == 2 { String::new() } else { value.to_string() }),
            (None, None, Some(5)) => ("xv", "V".to_string()),
            (None, None, Some(10)) => ("xv", "X".to_string()),
            _ => return false,
        };
        let Some(marks) = own::picture(self.printed.model, &Slot::Between(name.to_string())) else { return false };
        let width = 2 * self.printed.columns - 1;
        for (place, _) in
            marks.marks().iter().enumerate().filter(|(_, own)| *own == mark || mark.is_empty() && *own != ".")
        {
            let (row, column) = (place / width, place % width);
            let cells = [named(row / 2 + 1, column / 2 + 1), named(row.div_ceil(2) + 1, column.div_ceil(2) + 1)];
            self.add(key.0, json!({ "cells": cells, "value": key.1 }));
        }
        true
    }

    fn json(&self, model: &Model) -> Value {
        let side = self.printed.rows;
        let given = self.printed.slot(&Slot::Given);
        // Without regions, a row is one.
        let region = |cell: usize| self.regions.as_ref().map_or(cell / side, |regions| regions[cell]);
        let cell = |cell: usize| {
            let mut own = Map::new();
            if let Some(value) = given.as_ref().and_then(|given| given.at(cell).parse::<usize>().ok()) {
                own.insert("value".to_string(), json!(value));
                own.insert("given".to_string(), json!(true));
            }
            own.insert("region".to_string(), json!(region(cell)));
            Value::Object(own)
        };
        let rows: Vec<Vec<Value>> =
            (0..side).map(|row| (0..side).map(|column| cell(row * side + column)).collect()).collect();
        let mut puzzle = Map::new();
        puzzle.insert("size".to_string(), json!(side));
        puzzle.insert("title".to_string(), json!(model.title.clone().unwrap_or_default()));
        puzzle.insert("author".to_string(), json!(""));
        puzzle.insert("grid".to_string(), json!(rows));
        puzzle.extend(self.constraints.clone());
        Value::Object(puzzle)
    }
}

/// Returns the marks of a picture, each once.
fn names(marks: &Marks) -> Vec<&str> {
    let names: BTreeSet<&str> = marks.marks().iter().map(String::as_str).filter(|mark| *mark != ".").collect();
    names.into_iter().collect()
}

/// Returns the names of the cells with a mark.
fn cells_of(marks: &Marks, name: &str, side: usize) -> Vec<String> {
    let cells = marks.marks().iter().enumerate().filter(|(_, mark)| *mark == name);
    cells.map(|(cell, _)| named(cell / side + 1, cell % side + 1)).collect()
}

/// Returns the name of a cell, counted from 1.
fn named(row: usize, column: usize) -> String {
    format!("R{row}C{column}")
}
