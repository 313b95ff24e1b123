//! Constraints of neighbours: dots, X and V, signs, and what holds where there is no mark.
//!
//! f-puzzles exempts pairs with a dot of either kind from the rules for pairs without dots, and pairs with X or V from those for pairs
//! without them. Start with [`Puzzle::pair`].

use super::{Cell, Kind, Puzzle, Unmarked, named};
use crate::genre::contents::Slot;
use crate::genre::own;
use crate::genre::printed::words;
use boardwright_model::{Marks, Table, Value};
use serde_json::json;
use std::collections::BTreeSet;

impl Puzzle<'_> {
    /// Returns the places with the marks that tests of pictures between cells name, and the marks.
    fn between(&self, tests: &[String]) -> Option<Vec<(Cell, String)>> {
        let width = 2 * self.side - 1;
        let mut found = Vec::new();
        for test in tests {
            let (picture, mark) = test.split_once('=').unwrap_or((test, ""));
            let marks = own::picture(self.printed.model, &Slot::Between(picture.to_string()))?;
            let own = marks.marks().iter().enumerate();
            let is_it = |own: &String| own == mark || mark.is_empty() && own != ".";
            found.extend(
                own.filter(|(_, own)| is_it(own)).map(|(place, own)| ((place / width, place % width), own.clone())),
            );
        }
        Some(found)
    }

    /// Says a condition of pairs with a mark; returns whether f-puzzles has it.
    pub(super) fn pair(&mut self, rule: &Table, key: &str) -> bool {
        let Some(found) = self.between(&words(rule, "at")) else { return false };
        let is_on = rule.boolean(key) == Some(true);
        let integer = rule.integer(key).and_then(|value| usize::try_from(value).ok());
        for ((row, column), mark) in found {
            let cells = [(row / 2, column / 2), (row.div_ceil(2), column.div_ceil(2))];
            // The number of the rule, or of the mark if the rule names a picture.
            let value = integer.or_else(|| rule.text(key).and_then(|_| mark.parse().ok()));
            match (key, value) {
                ("increasing", _) if is_on => self.add("thermometer", json!({ "lines": [named(&cells)] })),
                ("decreasing", _) if is_on => {
                    let [one, other] = cells;
                    self.add("thermometer", json!({ "lines": [named(&[other, one])] }));
                }
                ("difference" | "ratio", Some(value)) => {
                    let usual = if key == "ratio" { 2 } else { 1 };
                    let cells = named(&cells);
                    let dot = if value == usual {
                        json!({ "cells": cells })
                    } else {
                        json!({ "cells": cells, "value": value.to_string() })
                    };
                    self.add(key, dot);
                    self.dots.insert((row, column));
                    if key == "ratio" {
                        self.ratios.insert(value);
                    }
                }
                ("sum", Some(5 | 10)) => {
                    let letter = if value == Some(5) { "V" } else { "X" };
                    self.add("xv", json!({ "cells": named(&cells), "value": letter }));
                    self.letters.insert((row, column));
                }
                _ => return false,
            }
        }
        true
    }

    /// Notes a condition of pairs without a mark; returns whether f-puzzles may have it.
    pub(super) fn without_mark(&mut self, rule: &Table, key: &str) -> bool {
        let tests = words(rule, "at");
        let marks = match tests.as_slice() {
            [] => Some(Vec::new()),
            [test] => test.strip_prefix("not ").and_then(|test| self.between(&[test.to_string()])),
            _ => None,
        };
        let kind = match key {
            "difference-not" if rule.integer(key) == Some(1) => Kind::Difference,
            "ratio-not" if rule.integer(key) == Some(2) => Kind::Ratio,
            "forbid" if rule.boolean("turned") == Some(true) && self.forbids_sums(rule) => Kind::Sums,
            _ => return false,
        };
        let Some(marks) = marks else { return false };
        let marks = marks.into_iter().map(|(place, _)| place).collect();
        self.unmarked.push(Unmarked { rule: rule.text("name").map(str::to_string), kind, marks });
        true
    }

    /// Returns whether the patterns are the pairs with the sums 5 and 10.
    fn forbids_sums(&self, rule: &Table) -> bool {
        let Some(patterns) = rule.list("forbid") else { return false };
        let pair = |marks: &Marks| -> Option<(usize, usize)> {
            let numbers: Vec<usize> = marks.cells().filter_map(|(_, mark)| mark.value.parse().ok()).collect();
            match numbers.as_slice() {
                [one, other] => Some((*one.min(other), *one.max(other))),
                _ => None,
            }
        };
        let of = |pattern: &Value| pattern.as_marks().and_then(pair);
        let found: Option<BTreeSet<(usize, usize)>> = patterns.iter().map(|pattern| of(&pattern.value)).collect();
        let side = self.side;
        let all = [5, 10].into_iter().flat_map(|sum| (1..=sum / 2).map(move |one| (one, sum - one)));
        let all: BTreeSet<(usize, usize)> = all.filter(|(_, other)| *other <= side).collect();
        // Neighbours are different, so that 55 need not be said.
        let without_equal = |pairs: BTreeSet<(usize, usize)>| -> BTreeSet<(usize, usize)> {
            pairs.into_iter().filter(|(one, other)| one != other).collect()
        };
        found.is_some_and(|found| without_equal(found) == without_equal(all))
    }

    /// Says what holds for pairs without a mark, if all marks are said.
    pub(super) fn unmarked(&mut self) {
        for Unmarked { rule, kind, marks } in std::mem::take(&mut self.unmarked) {
            let said = if kind == Kind::Sums { &self.letters } else { &self.dots };
            // f-puzzles excludes all ratios that black dots have.
            let is_usual = kind != Kind::Ratio || self.ratios.iter().all(|ratio| *ratio == 2);
            if marks != *said || !is_usual {
                self.cannot_say(rule.as_deref());
                continue;
            }
            match kind {
                Kind::Difference => _ = self.constraints.insert("nonconsecutive".to_string(), json!(true)),
                Kind::Ratio => self.add("negative", json!("ratio")),
                Kind::Sums => self.add("negative", json!("xv")),
            }
        }
    }
}
