//! Constraints of cells, cages and of clues beside the board.
//!
//! Start with [`cages`].

use super::json::At;
use super::lines::colours;
use super::sheet::{Cell, Sheet, Table};
use crate::genre::contents::Entries;
use boardwright_base::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the cells of each item that has some.
fn sets(sheet: &Sheet, list: &At<'_>) -> Result<Vec<Vec<Cell>>, Diagnostic> {
    let cells = |item: At<'_>| item.get("cells").map_or(Ok(Vec::new()), |cells| cells.cells(sheet.side));
    list.list()?.into_iter().map(cells).collect()
}

/// Adds the rule that numbers differ in the regions of pictures.
fn differ(sheet: &mut Sheet, name: &str, pictures: &BTreeSet<String>) {
    let each: Vec<String> = pictures.iter().map(|picture| format!("\"region {picture}\"")).collect();
    if !each.is_empty() {
        sheet.rule(name, &[&format!("each = [{}]", each.join(", ")), "all-different = true"]);
    }
}

/// Extra regions: their numbers differ.
pub(super) fn extra_regions(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let sets: Vec<Vec<Cell>> = sets(sheet, list)?.into_iter().filter(|cells| !cells.is_empty()).collect();
    let pictures = sheet.draw("extra", &sets).into_iter().map(|(picture, _)| picture).collect::<BTreeSet<String>>();
    sheet.colours.extend(pictures.iter().map(|picture| (picture.clone(), colours::GREY)));
    differ(sheet, "extra regions", &pictures);
    Ok(())
}

/// Cages: their numbers differ, and add up to the sum if there is one.
pub(super) fn cages(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let most = sheet.side * (sheet.side + 1) / 2;
    let mut cages = Vec::new();
    for (item, cells) in list.list()?.iter().zip(sets(sheet, list)?) {
        // A sum of 0 is none, as in f-puzzles.
        let sum = item.number("value", 0, most)?.filter(|sum| *sum > 0);
        if !cells.is_empty() {
            cages.push((cells, sum));
        }
    }
    let sets: Vec<Vec<Cell>> = cages.iter().map(|(cells, _)| cells.clone()).collect();
    let names = sheet.draw("cage", &sets);
    differ(sheet, "cages", &names.iter().map(|(picture, _)| picture.clone()).collect());
    let mut totals: BTreeMap<String, Vec<(String, Entries)>> = BTreeMap::new();
    for ((picture, region), (_, sum)) in names.into_iter().zip(cages) {
        if let Some(sum) = sum {
            totals.entry(picture).or_default().push((region, Entries::One(Some(sum.to_string()))));
        }
    }
    for (picture, entries) in totals {
        let list = picture.replace("cage", "sum");
        sheet.rule(
            &format!("{list}s of cages"),
            &[&format!("each = \"region {picture}\""), &format!("sum = \"{list}\"")],
        );
        sheet.lists.insert(list, entries);
    }
    Ok(())
}

/// Odd or even cells.
pub(super) fn parity(sheet: &mut Sheet, list: &At<'_>, name: &'static str) -> Result<(), Diagnostic> {
    let (mark, look, rest) = if name == "odd" { ("o", "circle", 1) } else { ("e", "square", 0) };
    for item in list.list()? {
        let cell = item.get("cell").ok_or_else(|| item.wrong("a `cell`"))?.cell(sheet.side)?;
        sheet.put(Table::Picture, name, cell, mark);
    }
    let values = (1..=sheet.side).filter(|value| value % 2 == rest).map(|value| format!("\"{value}\""));
    let values = values.collect::<Vec<_>>().join(", ");
    sheet.rule(name, &[&format!("at = \"{name}\""), &format!("is = [{values}]")]);
    sheet.figures.push((mark, look));
    sheet.colours.push((mark.to_string(), colours::GREY));
    Ok(())
}

/// Minimum and maximum cells: less, or greater, than each neighbour that is not of the same kind. They are signs between cells.
pub(super) fn extremes(sheet: &mut Sheet, puzzle: &At<'_>) -> Result<(), Diagnostic> {
    let side = sheet.side;
    let mut signs: BTreeMap<Cell, &str> = BTreeMap::new();
    for (key, is_least) in [("minimum", true), ("maximum", false)] {
        let cells = puzzle.items(key)?.into_iter();
        let cell = |item: At<'_>| item.get("cell").ok_or_else(|| item.wrong("a `cell`"))?.cell(side);
        let cells: BTreeSet<Cell> = cells.map(cell).collect::<Result<_, _>>()?;
        for &(row, column) in &cells {
            // The place of the sign, the other cell, and the signs if the first or the second of both is less.
            let mut beside = Vec::new();
            beside.extend(column.checked_sub(1).map(|left| ((2 * row, 2 * column - 1), (row, left), [">", "<"])));
            beside.extend(row.checked_sub(1).map(|above| ((2 * row - 1, 2 * column), (above, column), ["v", "^"])));
            beside.push(((2 * row, 2 * column + 1), (row, column + 1), ["<", ">"]));
            beside.push(((2 * row + 1, 2 * column), (row + 1, column), ["^", "v"]));
            for (place, other, [less, greater]) in beside {
                if other.0 >= side || other.1 >= side || cells.contains(&other) {
                    continue;
                }
                let sign = if is_least { less } else { greater };
                if signs.insert(place, sign).is_some_and(|before| before != sign) {
                    let message = format!("R{}C{} is a minimum and a maximum", row + 1, column + 1);
                    return Err(Diagnostic::new("fpuzzles-value", message).help("a cell is one or the other"));
                }
            }
        }
    }
    for (place, sign) in &signs {
        sheet.put(Table::Between, "sign", *place, sign);
    }
    for (name, at, condition) in
        [("smaller first", ["<", "^"], "increasing"), ("larger first", [">", "v"], "decreasing")]
    {
        let used: Vec<String> = at
            .iter()
            .filter(|sign| signs.values().any(|own| own == *sign))
            .map(|sign| format!("\"sign={sign}\""))
            .collect();
        if !used.is_empty() {
            let lines = ["each = \"pair\"", &format!("at = [{}]", used.join(", ")), &format!("{condition} = true")];
            sheet.rule(name, &lines);
        }
    }
    Ok(())
}

/// Quadruples: the four cells around a corner hold the numbers.
pub(super) fn quadruples(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let side = sheet.side;
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut corners = BTreeSet::new();
    for item in list.list()? {
        let wrong = || item.wrong("`cells` with the four cells around a corner, and `values`");
        let cells = item.get("cells").ok_or_else(wrong)?.cells(side)?;
        let (row, column) = cells.iter().copied().min().ok_or_else(wrong)?;
        let around = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
        if cells.len() != 4 || !around.iter().all(|cell| cells.contains(cell)) {
            return Err(wrong());
        }
        let values = item.items("values")?;
        let values = values.iter().map(|value| value.as_number(1, side)).collect::<Result<Vec<_>, _>>()?;
        let mut values: Vec<usize> = values.into_iter().flatten().collect();
        values.sort_unstable();
        if values.is_empty() {
            continue;
        }
        if values.len() > 4 || !corners.insert((row, column)) {
            return Err(item.wrong("one to four `values`, and one item for a corner"));
        }
        // With commas only where a number may have two digits.
        let comma = if side > 9 { "," } else { "" };
        let mark = values.iter().map(usize::to_string).collect::<Vec<_>>().join(comma);
        sheet.put(Table::Corner, "quadruple", (row + 1, column + 1), &mark);
        found.insert(mark, values);
    }
    for (mark, values) in found {
        let different: BTreeSet<usize> = values.iter().copied().collect();
        let count = |value: &usize| values.iter().filter(|own| *own == value).count();
        let counts: Vec<String> = different.iter().map(|value| format!("{value} = {}", count(value))).collect();
        let lines = [
            "each = \"corner\"",
            &format!("at = \"quadruple={mark}\""),
            &format!("at-least = {{ {} }}", counts.join(", ")),
        ];
        sheet.rule(&format!("quadruple {mark}"), &lines);
    }
    Ok(())
}

/// Clones: the cells of two groups are equal, one by one.
pub(super) fn clones(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let mut pairs = Vec::new();
    for item in list.list()? {
        let of = |key: &str| item.get(key).map_or(Ok(Vec::new()), |cells| cells.cells(sheet.side));
        let (cells, others) = (of("cells")?, of("cloneCells")?);
        if cells.len() != others.len() {
            return Err(item.wrong("as many `cloneCells` as `cells`"));
        }
        pairs.extend(
            cells.into_iter().zip(others).filter(|(one, other)| one != other).map(|(one, other)| vec![one, other]),
        );
    }
    sheet.along_hidden("clones", &pairs, &["all-equal = true"]);
    Ok(())
}

/// Returns the side of the board and the line of a clue beside it, counted from 0.
fn beside(sheet: &Sheet, item: &At<'_>) -> Result<(&'static str, usize), Diagnostic> {
    let cell = item.get("cell").ok_or_else(|| item.wrong("a `cell` beside the board"))?;
    let end = sheet.side + 1;
    match cell.place(sheet.side)? {
        (row, 0) if (1..end).contains(&row) => Ok(("left", row - 1)),
        (row, column) if column == end && (1..end).contains(&row) => Ok(("right", row - 1)),
        (0, column) if (1..end).contains(&column) => Ok(("top", column - 1)),
        (row, column) if row == end && (1..end).contains(&column) => Ok(("bottom", column - 1)),
        _ => Err(cell.wrong("a cell beside a row or a column of the board")),
    }
}

/// Reads clues beside the board into a list, with the key that `key` returns for a side.
fn clues(
    sheet: &mut Sheet,
    list: &At<'_>,
    name: &str,
    most: usize,
    key: impl Fn(&'static str) -> &'static str,
) -> Result<Vec<&'static str>, Diagnostic> {
    let mut found: BTreeMap<&'static str, Vec<Option<String>>> = BTreeMap::new();
    for item in list.list()? {
        let (at, line) = beside(sheet, &item)?;
        let Some(value) = item.number("value", 0, most)? else { continue };
        let own = &mut found.entry(key(at)).or_insert_with(|| vec![None; sheet.side])[line];
        if own.replace(value.to_string()).is_some_and(|before| before != value.to_string()) {
            return Err(item.wrong("one number for a row or a column"));
        }
    }
    let keys = found.keys().copied().collect();
    if !found.is_empty() {
        let entries = found.into_iter().map(|(key, words)| (key.to_string(), Entries::Each(words)));
        sheet.lists.insert(name.to_string(), entries.collect());
    }
    Ok(keys)
}

/// Sandwiches: the sum between 1 and the greatest number of a row or a column, on either side of the board.
pub(super) fn sandwiches(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let side = sheet.side;
    let key = |at| if at == "left" || at == "right" { "rows" } else { "columns" };
    let keys = clues(sheet, list, "sandwich", side * (side + 1) / 2, key)?;
    let each: Vec<String> = keys.iter().map(|key| format!("\"{}\"", key.trim_end_matches('s'))).collect();
    if !each.is_empty() {
        let inside = format!("inside = [\"1\", \"{side}\"]");
        sheet.rule("sandwiches", &[&format!("each = [{}]", each.join(", ")), &inside, "sum = \"sandwich\""]);
    }
    Ok(())
}

/// Skyscrapers: the number of towers that are visible from a side.
pub(super) fn skyscrapers(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let keys = clues(sheet, list, "seen", sheet.side, |at| at)?;
    let each: Vec<String> = keys.iter().map(|key| format!("\"from {key}\"")).collect();
    if !each.is_empty() {
        sheet.rule("skyscrapers", &[&format!("each = [{}]", each.join(", ")), "visible = \"seen\""]);
    }
    Ok(())
}

/// X-sums: the sum of the first cells from a side, as many as the first one says.
pub(super) fn x_sums(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let keys = clues(sheet, list, "x-sum", sheet.side * (sheet.side + 1) / 2, |at| at)?;
    let each: Vec<String> = keys.iter().map(|key| format!("\"from {key}\"")).collect();
    if !each.is_empty() {
        let each = format!("each = [{}]", each.join(", "));
        sheet.rule("X-sums", &[&each, "take = \"first\"", "sum = \"x-sum\""]);
    }
    Ok(())
}

/// The cells among which an indexer states a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Indexed {
    Row,
    Column,
    Region,
}

/// Indexers: the number in such a cell is the place where its own column (row, place in the region) is in its row (column, region).
pub(super) fn indexers(sheet: &mut Sheet, list: &At<'_>, of: Indexed) -> Result<(), Diagnostic> {
    let side = sheet.side;
    let mut by_place: BTreeMap<usize, Vec<Vec<Cell>>> = BTreeMap::new();
    for item in sets(sheet, list)? {
        for cell in item {
            let members: Vec<Cell> = match of {
                // A column indexer says where its column is in its row.
                Indexed::Column => (0..side).map(|column| (cell.0, column)).collect(),
                Indexed::Row => (0..side).map(|row| (row, cell.1)).collect(),
                Indexed::Region => {
                    let region = sheet.regions[cell.0 * side + cell.1];
                    let all = (0..side * side).filter(|other| region.is_some() && sheet.regions[*other] == region);
                    all.map(|other| (other / side, other % side)).collect()
                }
            };
            let Some(place) = members.iter().position(|member| *member == cell) else {
                return Err(list.refused("a cell without a region has no place in one"));
            };
            by_place.entry(place + 1).or_default().push([cell].into_iter().chain(members).collect());
        }
    }
    let name = match of {
        Indexed::Row => "row",
        Indexed::Column => "column",
        Indexed::Region => "region",
    };
    for (place, paths) in by_place {
        let lines = ["including = false", "nth = \"value\"", &format!("is = \"{place}\"")];
        sheet.along_hidden(&format!("{name} indexers of {place}"), &paths, &lines);
    }
    Ok(())
}

/// Little killers: the sum of the cells on a diagonal, from a clue beside the board.
pub(super) fn little_killers(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let side = sheet.side;
    for item in list.list()? {
        let cell = item.get("cell").ok_or_else(|| item.wrong("a `cell` beside the board"))?;
        let place = cell.place(side)?;
        let steps = match item.text("direction")?.as_deref() {
            Some("UR") => (-1, 1),
            Some("UL") => (-1, -1),
            Some("DR") => (1, 1),
            Some("DL") => (1, -1),
            _ => return Err(item.wrong("a `direction`: UR, UL, DR or DL")),
        };
        let on = |distance: isize| {
            let row = place.0.checked_add_signed(distance * steps.0)?.checked_sub(1)?;
            let column = place.1.checked_add_signed(distance * steps.1)?.checked_sub(1)?;
            (row < side && column < side).then_some((row, column))
        };
        let cells: Vec<Cell> = (1..).map_while(on).collect();
        if cells.is_empty() {
            return Err(item.wrong("a `direction` that leads onto the board"));
        }
        // A sum of 0 is none, as in f-puzzles.
        if let Some(sum) = item.number("value", 0, side * cells.len())?.filter(|sum| *sum > 0) {
            let name = format!("little killer {sum} at R{}C{}", place.0, place.1);
            sheet.along(&name, &[cells], &[&format!("sum = {sum}")]);
        }
    }
    Ok(())
}
