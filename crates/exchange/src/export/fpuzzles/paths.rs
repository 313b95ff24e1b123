//! Constraints of paths: thermometers, arrows, lines, clones and little killers.
//!
//! Start with [`Puzzle::path`].

use super::{Cell, Puzzle, name, named};
use crate::genre::printed::{Path, cells_of, paths, words};
use boardwright_model::Table;
use serde_json::json;

impl Puzzle<'_> {
    /// Says a condition of the paths of a rule; returns whether f-puzzles has it.
    pub(super) fn path(&mut self, rule: &Table, key: &str) -> bool {
        let is_on = rule.boolean(key) == Some(true);
        let Some(paths) = paths(self.printed.model, rule) else { return false };
        let paths: Vec<Vec<Cell>> = paths.into_iter().map(|path| path.cells).collect();
        let is_line = ["increasing", "decreasing", "consecutive", "palindrome", "between-ends"].contains(&key);
        if is_line && !paths.iter().all(|path| is_unbroken(path)) {
            return false;
        }
        let lines = |key: &'static str| {
            Some((key, paths.iter().map(|path| json!({ "lines": [named(path)] })).collect::<Vec<_>>()))
        };
        let said = match key {
            "increasing" if is_on => lines("thermometer"),
            "decreasing" if is_on => {
                let reversed = paths.iter().map(|path| path.iter().rev().copied().collect::<Vec<_>>());
                Some(("thermometer", reversed.map(|path| json!({ "lines": [named(&path)] })).collect()))
            }
            "consecutive" if is_on => lines("renban"),
            "palindrome" if is_on => lines("palindrome"),
            "between-ends" if is_on => lines("betweenline"),
            "all-equal" if is_on => Some(("clone", paths.iter().flat_map(|path| clones(path)).collect())),
            "all-different" if is_on => {
                paths.iter().for_each(|path| self.different(path));
                return true;
            }
            "sum" => {
                let Some(sum) = rule.integer("sum") else { return false };
                let clues: Option<Vec<_>> = paths.iter().map(|path| self.little_killer(path, sum)).collect();
                clues.map(|clues| ("littlekillersum", clues))
            }
            _ => None,
        };
        let Some((key, constraints)) = said else { return false };
        constraints.into_iter().for_each(|constraint| self.add(key, constraint));
        true
    }

    /// Says that the cells of a path are different: a diagonal, or an extra region.
    fn different(&mut self, path: &[Cell]) {
        let is = |column: &dyn Fn(usize) -> usize| {
            path.len() == self.side && (0..self.side).all(|row| path.contains(&(row, column(row))))
        };
        if is(&|row| row) {
            self.constraints.insert("diagonal-".to_string(), json!(true));
        } else if is(&|row| self.side - 1 - row) {
            self.constraints.insert("diagonal+".to_string(), json!(true));
        } else {
            self.add("extraregion", json!({ "cells": named(path) }));
        }
    }

    /// Returns the clue of a whole diagonal.
    fn little_killer(&self, path: &[Cell], sum: i64) -> Option<serde_json::Value> {
        let (first, last) = (*path.first()?, *path.last()?);
        let step = |(row, column): Cell, (down, right): (isize, isize)| {
            // Counted from 1, so that there are places before the board.
            Some(((row + 1).checked_add_signed(down)?, (column + 1).checked_add_signed(right)?))
        };
        let is_beside =
            |(row, column): (usize, usize)| !(1..=self.side).contains(&row) || !(1..=self.side).contains(&column);
        let directions = [("UR", (-1, 1)), ("UL", (-1, -1)), ("DR", (1, 1)), ("DL", (1, -1))];
        directions.into_iter().find_map(|(direction, (down, right))| {
            let start = step(first, (-down, -right)).filter(|place| is_beside(*place))?;
            step(last, (down, right)).filter(|place| is_beside(*place))?;
            let is_straight =
                path.windows(2).all(|pair| step(pair[0], (down, right)) == Some((pair[1].0 + 1, pair[1].1 + 1)));
            is_straight.then(|| {
                let cell = format!("R{}C{}", start.0, start.1);
                json!({ "cell": cell, "cells": named(path), "direction": direction, "value": sum.to_string() })
            })
        })
    }

    /// Says which values single cells may hold.
    pub(super) fn candidates(&mut self, rule: &Table) -> bool {
        let values: Option<Vec<usize>> = words(rule, "is").iter().map(|value| value.parse().ok()).collect();
        let Some(values) = values.filter(|values| values.iter().all(|value| (1..=self.side).contains(value))) else {
            return false;
        };
        let Some(paths) = paths(self.printed.model, rule) else { return false };
        for cell in paths.into_iter().flat_map(|path| path.cells) {
            // Where two rules name a cell, both hold.
            let own = self.candidates.entry(cell).or_insert_with(|| values.clone());
            own.retain(|value| values.contains(value));
            if own.is_empty() {
                return false;
            }
        }
        true
    }

    /// Says that the other cells of paths add up to the first one.
    pub(super) fn arrows(&mut self, rule: &Table) -> bool {
        if rule.boolean("including") != Some(false) || rule.text("sum") != Some("value") {
            return false;
        }
        let Some(paths) = paths(self.printed.model, rule) else { return false };
        let arrows: Vec<Path> = paths.into_iter().filter(|path| path.cells.len() > 1).collect();
        if !arrows.iter().all(|path| is_unbroken(&path.cells)) {
            return false;
        }
        for path in arrows {
            self.add("arrow", json!({ "cells": [name(path.cells[0])], "lines": [named(&path.cells)] }));
        }
        true
    }

    /// Says that pieces of paths have equal sums: those in one region each, pairs around the middle, or the ends and the rest.
    pub(super) fn split_lines(&mut self, rule: &Table) -> bool {
        let Some(paths) = paths(self.printed.model, rule) else { return false };
        if !paths.iter().all(|path| is_unbroken(&path.cells)) {
            return false;
        }
        let key = match rule.text("split").unwrap_or_default() {
            "ends" => "doublearrow",
            "opposite" => "zipperline",
            set if self.is_region(set) => "regionsumline",
            _ => return false,
        };
        for path in paths {
            self.add(key, json!({ "lines": [named(&path.cells)] }));
        }
        true
    }

    /// Says that the cells of arrows add up to the number in a bulb of several cells.
    pub(super) fn long_arrows(&mut self, rule: &Table) -> bool {
        let of =
            |key: &str| Some(cells_of(self.printed.model, rule, key)?.into_iter().map(|path| path.cells).collect());
        let (Some(arrows), Some(bulbs)) = (of("along"), of("than")) else { return false };
        let (arrows, bulbs): (Vec<Vec<Cell>>, Vec<Vec<Cell>>) = (arrows, bulbs);
        if arrows.len() != bulbs.len() {
            return false;
        }
        let mut found = Vec::new();
        for (arrow, bulb) in arrows.iter().zip(&bulbs) {
            // The line begins in the bulb, at the cell beside it.
            let near = |cell: &&Cell| arrow.first().is_some_and(|first| is_unbroken(&[**cell, *first]));
            let mut in_order = bulb.clone();
            in_order.sort_unstable();
            let Some(start) = bulb.iter().find(near).filter(|_| in_order == *bulb && is_unbroken(arrow)) else {
                return false;
            };
            let line: Vec<Cell> = [*start].into_iter().chain(arrow.iter().copied()).collect();
            found.push(json!({ "cells": named(bulb), "lines": [named(&line)] }));
        }
        found.into_iter().for_each(|arrow| self.add("arrow", arrow));
        true
    }

    /// Says that neighbours on paths differ by a value; half the side is the usual one.
    pub(super) fn whispers(&mut self, rule: &Table) -> bool {
        let least = rule.integer("difference-at-least").and_then(|least| usize::try_from(least).ok());
        let Some(least) = least.filter(|least| (1..=self.side).contains(least)) else { return false };
        let Some(paths) = paths(self.printed.model, rule) else { return false };
        if !paths.iter().all(|path| is_unbroken(&path.cells)) {
            return false;
        }
        for path in paths {
            let lines = json!([named(&path.cells)]);
            let is_usual = least == self.side.div_ceil(2);
            let line = if is_usual {
                json!({ "lines": lines })
            } else {
                json!({ "lines": lines, "value": least.to_string() })
            };
            self.add("whispers", line);
        }
        true
    }
}

/// Returns whether each cell touches the one before it: f-puzzles draws lines from cell to cell.
fn is_unbroken(path: &[Cell]) -> bool {
    path.windows(2).all(|pair| pair[0].0.abs_diff(pair[1].0).max(pair[0].1.abs_diff(pair[1].1)) == 1)
}

/// Returns the clones that make all cells of a path equal.
fn clones(path: &[Cell]) -> Vec<serde_json::Value> {
    path.windows(2).map(|pair| json!({ "cells": [name(pair[0])], "cloneCells": [name(pair[1])] })).collect()
}
