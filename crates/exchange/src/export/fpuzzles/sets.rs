//! Constraints of the whole board, of cages and of cells.
//!
//! Start with [`Puzzle::all_different`].

use super::{Cell, Puzzle, name, named};
use crate::genre::contents::{Entries, Marks, Slot};
use crate::genre::own;
use crate::genre::printed::{block, words};
use boardwright_model::Table;
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Puzzle<'_> {
    /// Says that all members of sets are different.
    pub(super) fn all_different(&mut self, sets: &[String]) -> bool {
        for set in sets {
            if !self.once(set) {
                self.lost.push(format!("f-puzzles cannot say all-different for \"{set}\""));
            }
        }
        true
    }

    /// Says it for one kind of sets; returns whether f-puzzles has it.
    fn once(&mut self, set: &str) -> bool {
        let side = self.side;
        let keys: &[&str] = match set {
            "row" | "column" => &[],
            "main diagonal" => &["diagonal+", "diagonal-"],
            "pair knight" => &["antiknight"],
            "pair king" | "pair ferz" => &["antiking"],
            _ => {
                if let Some((rows, columns)) = block(set, self.printed.model) {
                    if rows * columns != side || self.regions.is_some() {
                        return false;
                    }
                    let wide = side.div_ceil(columns);
                    let of = |cell: usize| cell / side / rows * wide + cell % side / columns;
                    self.regions = Some((0..side * side).map(of).collect());
                    return true;
                }
                let Some(picture) = set.strip_prefix("region ") else { return false };
                self.different.push(picture.to_string());
                return self.region(picture).is_some();
            }
        };
        self.constraints.extend(keys.iter().map(|key| ((*key).to_string(), json!(true))));
        true
    }

    fn region(&self, picture: &str) -> Option<Marks> {
        own::picture(self.printed.model, &Slot::Picture(picture.to_string()))
    }

    /// Checks whether a set is that of the regions of the board: each cell is in one, and its numbers differ.
    pub(super) fn is_region(&self, set: &str) -> bool {
        let covers = match set.strip_prefix("region ") {
            Some(picture) => self.region(picture).is_some_and(|marks| marks.marks().iter().all(|mark| mark != ".")),
            None => block(set, self.printed.model).is_some(),
        };
        let differ = |rule: &Table| {
            rule.boolean("all-different") == Some(true) && words(rule, "each").iter().any(|own| own == set)
        };
        covers && self.printed.model.fields.tables("rule").iter().any(differ)
    }

    /// Notes a rule for the sums of regions.
    pub(super) fn sum(&mut self, rule: &Table, each: &[String]) -> bool {
        let ([set], Some(list)) = (each, rule.text("sum")) else { return false };
        let Some(picture) = set.strip_prefix("region ").filter(|picture| self.region(picture).is_some()) else {
            return false;
        };
        let name = rule.text("name").unwrap_or("without a name");
        self.sums.push([picture, list, name].map(str::to_string));
        true
    }

    /// Says the regions of pictures: those of the board, cages with and without sums, and extra regions.
    pub(super) fn cages(&mut self) {
        let (different, sums) = (std::mem::take(&mut self.different), std::mem::take(&mut self.sums));
        for [picture, _, rule] in &sums {
            // The numbers of a cage differ in f-puzzles.
            if !different.contains(picture) {
                self.cannot_say(Some(rule));
            }
        }
        let side = self.side;
        for picture in &different {
            let Some(marks) = self.region(picture) else { continue };
            let names: BTreeSet<&String> = marks.marks().iter().filter(|mark| *mark != ".").collect();
            let cells = |name: &str| -> Vec<Cell> {
                let own = marks.marks().iter().enumerate().filter(|(_, mark)| *mark == name);
                own.map(|(cell, _)| (cell / side, cell % side)).collect()
            };
            let is_partition = names.len() == side && names.iter().all(|name| cells(name).len() == side);
            let are_regions = is_partition && self.regions.is_none();
            if are_regions {
                let of = |mark: &String| names.iter().position(|name| *name == mark);
                self.regions = Some(marks.marks().iter().filter_map(of).collect());
            }
            let lists: Vec<&String> = sums.iter().filter(|[own, ..]| own == picture).map(|[_, list, _]| list).collect();
            for name in names {
                let total = lists.iter().find_map(|list| {
                    match own::list(self.printed.model, list)?.into_iter().find(|(key, _)| key == name)? {
                        (_, Entries::One(word)) => word,
                        _ => None,
                    }
                });
                let cells = named(&cells(name));
                match total {
                    Some(total) => self.add("killercage", json!({ "cells": cells, "value": total })),
                    None if are_regions => {}
                    None if lists.is_empty() => self.add("extraregion", json!({ "cells": cells })),
                    None => self.add("killercage", json!({ "cells": cells })),
                }
            }
        }
    }

    /// Says sandwiches between 1 and the largest number.
    pub(super) fn sandwiches(&mut self, rule: &Table, each: &[String]) -> bool {
        let Some(list) = rule.text("sum").and_then(|list| own::list(self.printed.model, list)) else { return false };
        let is_between = words(rule, "inside") == ["1".to_string(), self.side.to_string()];
        if !is_between || !each.iter().all(|set| set == "row" || set == "column") {
            return false;
        }
        for (key, entry) in &list {
            let Entries::Each(words) = entry else { continue };
            for (line, word) in words.iter().enumerate() {
                let Some(word) = word.as_ref().filter(|_| each.iter().any(|set| format!("{set}s") == *key)) else {
                    continue;
                };
                let cell = if key == "rows" { format!("R{}C0", line + 1) } else { format!("R0C{}", line + 1) };
                self.add("sandwichsum", json!({ "cell": cell, "value": word }));
            }
        }
        true
    }

    /// Says numbers of a condition beside the board: how many towers are visible, or the sum of the first cells.
    pub(super) fn beside(&mut self, rule: &Table, condition: &str, key: &'static str, each: &[String]) -> bool {
        let Some(list) = rule.text(condition).and_then(|list| own::list(self.printed.model, list)) else {
            return false;
        };
        let sides: Vec<&str> = each.iter().filter_map(|set| set.strip_prefix("from ")).collect();
        if sides.len() != each.len() {
            return false;
        }
        let end = self.side + 1;
        for (side, entry) in list.iter().filter(|(side, _)| sides.contains(&side.as_str())) {
            let Entries::Each(words) = entry else { continue };
            for (line, word) in words.iter().enumerate().filter_map(|(line, word)| Some((line + 1, word.as_ref()?))) {
                let (row, column) = match side.as_str() {
                    "left" => (line, 0),
                    "right" => (line, end),
                    "top" => (0, line),
                    _ => (end, line),
                };
                self.add(key, json!({ "cell": format!("R{row}C{column}"), "value": word }));
            }
        }
        true
    }

    /// Returns the cells with the marks that tests of a picture name.
    fn marked(&self, rule: &Table) -> Option<Vec<Cell>> {
        let mut cells = BTreeSet::new();
        for test in words(rule, "at") {
            let (picture, mark) = test.split_once('=').unwrap_or((&test, ""));
            let marks = self.region(picture)?;
            let is_it = |own: &str| own == mark || mark.is_empty() && own != ".";
            cells.extend((0..self.side * self.side).filter(|cell| is_it(marks.at(*cell))));
        }
        Some(cells.into_iter().map(|cell| (cell / self.side, cell % self.side)).collect())
    }

    /// Says which cells are odd or even.
    pub(super) fn parity(&mut self, rule: &Table) -> bool {
        let mut values = words(rule, "is");
        values.sort();
        let of = |rest: usize| -> Vec<String> {
            let mut own: Vec<String> =
                (1..=self.side).filter(|value| value % 2 == rest).map(|value| value.to_string()).collect();
            own.sort();
            own
        };
        let key = match &values {
            _ if values == of(1) => "odd",
            _ if values == of(0) => "even",
            _ => return false,
        };
        let Some(cells) = self.marked(rule) else { return false };
        cells.into_iter().for_each(|cell| self.add(key, json!({ "cell": name(cell) })));
        true
    }

    /// Says the numbers around corners.
    pub(super) fn quadruples(&mut self, rule: &Table) -> bool {
        let mut values: Vec<Value> = Vec::new();
        for (value, count) in rule.map("at-least") {
            let own = value.value.parse::<usize>().ok().filter(|own| (1..=self.side).contains(own));
            let count = count.value.as_integer().and_then(|count| usize::try_from(count).ok());
            let (Some(own), Some(count)) = (own, count.filter(|count| *count <= 4)) else { return false };
            values.extend(std::iter::repeat_n(json!(own), count));
        }
        let mut corners = Vec::new();
        for test in words(rule, "at") {
            let (picture, mark) = test.split_once('=').unwrap_or((&test, ""));
            let Some(marks) = own::picture(self.printed.model, &Slot::Corner(picture.to_string())) else {
                return false;
            };
            let width = self.side + 1;
            let own = |place: &usize| marks.at(*place) == mark || mark.is_empty() && marks.at(*place) != ".";
            corners.extend((0..width * width).filter(own).map(|place| (place / width, place % width)));
        }
        // A corner at the edge has fewer than four cells.
        let is_inside = |(row, column): &Cell| [row, column].iter().all(|line| (1..self.side).contains(*line));
        if values.is_empty() || values.len() > 4 || !corners.iter().all(is_inside) {
            return false;
        }
        for (row, column) in corners {
            let cells = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
            self.add("quadruple", json!({ "cells": named(&cells), "values": values }));
        }
        true
    }
}
