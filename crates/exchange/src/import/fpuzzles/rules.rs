//! The constraints by their keys: rules of the whole board here, the others in `cells`, `lines` and `dots`.
//!
//! A key is a constraint, a setting without a rule, a drawing, or one of the constraints that the grid language cannot state. Any other key
//! is an error: it may be a constraint. Start with [`read`].

use super::cells::Indexed;
use super::json::At;
use super::lines::colours;
use super::sheet::{Cell, Sheet, Table};
use super::{cells, dots, lines};
use crate::genre::contents::region_name;
use boardwright_base::diagnostic::{Diagnostic, nearest, quote};

/// The largest number of constraints of a kind: overlapping cages take quadratic time.
const MAX_OF_A_KIND: usize = 1000;

/// A kind of constraint: its key, and the function that adds its rules.
type Constraint = (&'static str, fn(&mut Sheet, &At<'_>) -> Result<(), Diagnostic>);

/// The constraints, in the order in which models have their rules.
static CONSTRAINTS: &[Constraint] = &[
    ("diagonal+", |_, _| Ok(())),
    ("diagonal-", |_, _| Ok(())),
    ("antiknight", |sheet, on| whole(sheet, on, "knight's move", "pair knight")),
    // Neighbours are different by the rows and columns.
    ("antiking", |sheet, on| whole(sheet, on, "king's move", "pair ferz")),
    ("disjointgroups", disjoint_groups),
    ("extraregion", cells::extra_regions),
    ("killercage", cells::cages),
    ("odd", |sheet, list| cells::parity(sheet, list, "odd")),
    ("even", |sheet, list| cells::parity(sheet, list, "even")),
    ("quadruple", cells::quadruples),
    ("clone", cells::clones),
    ("sandwichsum", cells::sandwiches),
    ("skyscraper", cells::skyscrapers),
    ("littlekillersum", cells::little_killers),
    ("thermometer", |sheet, list| lines::all(sheet, list, "thermometers", "increasing = true")),
    ("slowthermometer", |sheet, list| {
        let named = ("slow thermometers", colours::SLOW_THERMOMETER);
        lines::all_in(sheet, list, named, "increasing = \"never-decreasing\"")
    }),
    ("arrow", lines::arrows),
    ("palindrome", lines::palindromes),
    ("betweenline", |sheet, list| lines::all(sheet, list, "between lines", "between-ends = true")),
    ("renban", |sheet, list| lines::all_in(sheet, list, ("renban lines", colours::RENBAN), "consecutive = true")),
    ("whispers", lines::whispers),
    ("entropicline", lines::entropic),
    ("modularline", lines::modular),
    ("nabner", lines::nabner),
    ("zipperline", |sheet, list| lines::split(sheet, list, ("zipper lines", colours::ZIPPER), "opposite")),
    ("doublearrow", |sheet, list| lines::split(sheet, list, ("double arrows", colours::DOUBLE_ARROW), "ends")),
    ("regionsumline", lines::region_sums),
    ("xsum", cells::x_sums),
    ("rowindexer", |sheet, list| cells::indexers(sheet, list, Indexed::Row)),
    ("columnindexer", |sheet, list| cells::indexers(sheet, list, Indexed::Column)),
    ("boxindexer", |sheet, list| cells::indexers(sheet, list, Indexed::Region)),
];

/// Keys that [`dots`] and [`cells::extremes`] read together.
const TOGETHER: [&str; 7] = ["difference", "ratio", "xv", "negative", "nonconsecutive", "minimum", "maximum"];

/// Keys without a rule.
const SETTINGS: [&str; 9] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
];

/// Drawings, and how to count them.
const DRAWINGS: [(&str, &str); 7] = [
    ("line", "lines"),
    ("circle", "circles"),
    ("rectangle", "rectangles"),
    ("text", "texts"),
    ("cage", "cosmetic cages"),
    ("fogofwar", "cells without fog"),
    ("foglight", "lamps in the fog"),
];

/// Constraints that the grid language cannot state, and why.
const UNSUPPORTED: [(&str, &str); 1] = [("lockout", "no rule says that numbers do not lie between two ends")];

/// Adds the rules of a puzzle.
///
/// # Errors
/// The first constraint that is wrong or cannot be stated.
pub(super) fn read(sheet: &mut Sheet, puzzle: &At<'_>) -> Result<(), Diagnostic> {
    for (key, value) in puzzle.fields().filter(|(_, value)| !value.is_empty()) {
        let is_known =
            CONSTRAINTS.iter().any(|(own, _)| *own == key) || TOGETHER.contains(&key) || SETTINGS.contains(&key);
        if is_known {
            continue;
        }
        if let Some((_, what)) = DRAWINGS.iter().find(|(own, _)| *own == key) {
            let number = drawn(&value)?;
            if number > 0 {
                sheet.omitted.push((what, number));
            }
            continue;
        }
        let reason = UNSUPPORTED.iter().find(|(own, _)| *own == key);
        return Err(reason.map_or_else(|| unknown(key), |(_, reason)| value.refused(reason)));
    }
    once(sheet, puzzle)?;
    for key in CONSTRAINTS.iter().map(|(key, _)| *key).chain(TOGETHER) {
        if let Some(value) = puzzle.get(key).filter(|value| value.length() > MAX_OF_A_KIND) {
            return Err(value.wrong(&format!("at most {MAX_OF_A_KIND} items")));
        }
    }
    for (key, add) in CONSTRAINTS {
        if let Some(value) = puzzle.get(key).filter(|value| !value.is_empty()) {
            add(sheet, &value)?;
        }
    }
    cells::extremes(sheet, puzzle)?;
    dots::dots(sheet, puzzle)?;
    dots::sums(sheet, puzzle)
}

/// Returns the number of drawings that belong to no constraint.
fn drawn(list: &At<'_>) -> Result<usize, Diagnostic> {
    let belongs = |item: &At<'_>| {
        ["fromConstraint", "isLLConstraint"].into_iter().any(|key| item.get(key).is_some_and(|value| !value.is_empty()))
    };
    Ok(list.list()?.iter().filter(|item| !belongs(item)).count())
}

fn unknown(key: &str) -> Diagnostic {
    let wrong = Diagnostic::new("fpuzzles-constraint", format!("unknown constraint {}", quote(key)));
    let known: Vec<&str> = CONSTRAINTS.iter().map(|(own, _)| *own).chain(TOGETHER).collect();
    let near = nearest(key, known.iter().copied());
    let wrong = near
        .into_iter()
        .fold(wrong, |wrong, near| wrong.meant(key, Some(near)).help(format!("did you mean `{near}`?")));
    wrong.help(format!("supported: {}", known.join(", ")))
}

/// Adds the rule that each number is once in each row, column, region and marked diagonal.
fn once(sheet: &mut Sheet, puzzle: &At<'_>) -> Result<(), Diagnostic> {
    let is_on = |key: &str| puzzle.get(key).map_or(Ok(false), |value| value.is_on());
    let (rising, falling) = (is_on("diagonal+")?, is_on("diagonal-")?);
    let mut sets = vec!["row".to_string(), "column".to_string()];
    sheet.region_set = regions(sheet)?;
    sets.extend(sheet.region_set.clone());
    let sets: Vec<String> = sets.iter().map(|set| format!("\"{set}\"")).collect();
    sheet.rule("once", &[&format!("each = [{}]", sets.join(", ")), "all-different = true"]);
    if rising && falling {
        sheet.colours.push(("diagonals".to_string(), colours::DIAGONAL));
        sheet.rule("diagonals", &["each = \"main diagonal\"", "all-different = true"]);
    }
    let side = sheet.side;
    if rising != falling {
        let column = |row: usize| if falling { row } else { side - 1 - row };
        let diagonal: Vec<Cell> = (0..side).map(|row| (row, column(row))).collect();
        sheet.along("diagonal", &[diagonal], &["all-different = true"]);
    }
    Ok(())
}

/// Returns the set of the regions, which are drawn unless they are blocks; none if they are rows or columns.
fn regions(sheet: &mut Sheet) -> Result<Option<String>, Diagnostic> {
    let side = sheet.side;
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for (cell, region) in sheet.regions.iter().enumerate() {
        let Some(region) = region else { continue };
        match found.iter_mut().find(|(own, _)| own == region) {
            Some((_, cells)) => cells.push(cell),
            None => found.push((*region, vec![cell])),
        }
    }
    if let Some((region, cells)) = found.iter().find(|(_, cells)| cells.len() != side) {
        let message = format!("the region {region} has {} cells", cells.len());
        return Err(Diagnostic::new("fpuzzles-board", message)
            .help(format!("expected {side}, the `size`; cells without a region have `\"region\": null`")));
    }
    let (height, width) = sheet.block();
    let is = |of: &dyn Fn(usize) -> usize| {
        found.len() == side && found.iter().all(|(_, cells)| cells.iter().all(|cell| of(*cell) == of(cells[0])))
    };
    if found.is_empty() || is(&|cell| cell / side) || is(&|cell| cell % side) {
        return Ok(None);
    }
    if is(&|cell| cell / side / height * height + cell % side / width) {
        return Ok(Some(format!("block {height}x{width}")));
    }
    for (place, (_, cells)) in found.iter().enumerate() {
        for cell in cells {
            sheet.put(Table::Picture, "region", (cell / side, cell % side), &region_name(place, found.len()));
        }
    }
    Ok(Some("region region".to_string()))
}

/// Adds a rule that cells are different in all sets of a kind.
fn whole(sheet: &mut Sheet, on: &At<'_>, name: &str, set: &str) -> Result<(), Diagnostic> {
    if on.is_on()? {
        sheet.rule(name, &[&format!("each = \"{set}\""), "all-different = true"]);
    }
    Ok(())
}

/// Cells with the same place in their regions are different. Places are counted in reading order.
fn disjoint_groups(sheet: &mut Sheet, on: &At<'_>) -> Result<(), Diagnostic> {
    if !on.is_on()? {
        return Ok(());
    }
    let side = sheet.side;
    let mut groups: Vec<Vec<Cell>> = vec![Vec::new(); side];
    let mut seen = std::collections::BTreeMap::new();
    for (cell, region) in sheet.regions.iter().enumerate() {
        let Some(region) = region else { return Err(on.refused("cells without a region have no place in one")) };
        let place: &mut usize = seen.entry(*region).or_default();
        groups[*place].push((cell / side, cell % side));
        *place += 1;
    }
    sheet.along_hidden("same place in regions", &groups, &["all-different = true"]);
    Ok(())
}
