//! Constraints of lines: thermometers, arrows, palindromes and others.
//!
//! Start with [`all`].

use super::json::At;
use super::sheet::{Cell, Sheet};
use boardwright_base::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// The colours that lines have at f-puzzles, with Rangsk's script for further constraints, and in Sudoku Maker.
pub(super) mod colours {
    pub(crate) const SLOW_THERMOMETER: &str = "#6495ed";
    pub(crate) const RENBAN: &str = "#f067f0";
    pub(crate) const WHISPERS: &str = "#67f067";
    pub(crate) const WHISPERS_BY_4: &str = "#ff9a00";
    pub(crate) const PALINDROME: &str = "#bbbbbb";
    pub(crate) const ENTROPIC: &str = "#ffccaa";
    pub(crate) const MODULAR: &str = "#33bbbb";
    pub(crate) const ZIPPER: &str = "#cdb1ec";
    pub(crate) const DOUBLE_ARROW: &str = "#c54b8b";
    pub(crate) const REGION_SUM: &str = "#2ecbff";
    pub(crate) const DIAGONAL: &str = "#34bbe6";
    /// Black of a fifth on white: of clones, of extra regions, and of the shapes of odd and even cells.
    pub(crate) const GREY: &str = "#cccccc";
}

/// Returns the lines of the items of a list that have two cells or more.
fn read(sheet: &Sheet, list: &At<'_>) -> Result<Vec<Vec<Cell>>, Diagnostic> {
    let mut lines = Vec::new();
    for item in list.list()? {
        lines.extend(of_item(sheet, &item)?);
    }
    Ok(lines)
}

fn of_item(sheet: &Sheet, item: &At<'_>) -> Result<Vec<Vec<Cell>>, Diagnostic> {
    let lines = item.items("lines")?;
    let lines = lines.iter().map(|line| line.cells(sheet.side)).collect::<Result<Vec<_>, _>>()?;
    Ok(lines.into_iter().filter(|line| line.len() > 1).collect())
}

/// Adds a rule with one condition for all lines.
pub(super) fn all(sheet: &mut Sheet, list: &At<'_>, name: &str, condition: &str) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    sheet.along(name, &lines, &[condition]);
    Ok(())
}

/// Adds a rule with one condition for all lines, in a colour.
pub(super) fn all_in(
    sheet: &mut Sheet,
    list: &At<'_>,
    (name, colour): (&str, &'static str),
    condition: &str,
) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    sheet.along_in(colour, name, &lines, &[condition]);
    Ok(())
}

/// Arrows: the cells of the line add up to the number in the bulb, its first cell.
pub(super) fn arrows(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let mut arrows = Vec::new();
    let (mut long, mut bulbs) = (Vec::new(), Vec::new());
    for item in list.list()? {
        let bulb = match item.get("cells") {
            Some(cells) => cells.cells(sheet.side)?,
            None => Vec::new(),
        };
        for line in of_item(sheet, &item)? {
            match bulb.as_slice() {
                [bulb] => arrows.push([*bulb].into_iter().chain(line.into_iter().skip(1)).collect()),
                [] => arrows.push(line),
                // The digits of the number are read from left to right, or from top to bottom.
                _ => {
                    let mut digits = bulb.clone();
                    digits.sort_unstable();
                    long.push(line.into_iter().filter(|cell| !bulb.contains(cell)).collect::<Vec<_>>());
                    bulbs.push(digits);
                }
            }
        }
    }
    sheet.along("arrows", &arrows, &["including = false", "sum = \"value\""]);
    let than = Sheet::paths("than", &bulbs);
    sheet.along("arrows from numbers", &long, &[&than, "sum = \"number than\""]);
    Ok(())
}

/// Palindromes: cells at the same distance from both ends are equal.
pub(super) fn palindromes(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    sheet.along_in(colours::PALINDROME, "palindromes", &lines, &["palindrome = true"]);
    Ok(())
}

/// Whispers: neighbours differ by at least a value, half the side (rounded up) by default.
pub(super) fn whispers(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let mut by_value: BTreeMap<usize, Vec<Vec<Cell>>> = BTreeMap::new();
    for item in list.list()? {
        let value = item.number("value", 1, sheet.side)?.unwrap_or(sheet.side.div_ceil(2));
        by_value.entry(value).or_default().extend(of_item(sheet, &item)?);
    }
    for (value, lines) in by_value {
        let condition = format!("difference-at-least = {value}");
        // The difference of Dutch whispers is one less than that of German ones.
        let colour = if value == 4 && sheet.side == 9 { colours::WHISPERS_BY_4 } else { colours::WHISPERS };
        sheet.along_in(colour, &format!("whispers by {value}"), &lines, &["each = \"pair\"", &condition]);
    }
    Ok(())
}

/// Any three consecutive cells of a line, or both cells of a shorter one.
fn threes(lines: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    lines.iter().flat_map(|line| line.windows(line.len().min(3)).map(<[Cell]>::to_vec)).collect()
}

/// Adds the rule that three consecutive cells have a value of each of three classes.
fn classes(
    sheet: &mut Sheet,
    (name, colour): (&str, &'static str),
    lines: &[Vec<Cell>],
    classes: [(&str, Vec<usize>); 3],
) {
    let counts: Vec<String> =
        classes.iter().filter(|(_, values)| !values.is_empty()).map(|(class, _)| format!("{class} = 1")).collect();
    sheet.along_in(colour, name, &threes(lines), &[&format!("at-most = {{ {} }}", counts.join(", "))]);
    sheet.names.extend(
        classes.into_iter().filter(|(_, values)| !values.is_empty()).map(|(class, values)| (class.to_string(), values)),
    );
}

/// Entropic lines: a low, a middle and a high number in any three consecutive cells. If they cannot have the same size, the middle
/// class has another one.
pub(super) fn entropic(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    let side = sheet.side;
    let outer = if side % 3 == 2 { side.div_ceil(3) } else { side / 3 };
    let of = |from: usize, to: usize| (from..=to).collect::<Vec<_>>();
    let own = [("low", of(1, outer)), ("middle", of(outer + 1, side - outer)), ("high", of(side - outer + 1, side))];
    classes(sheet, ("entropic lines", colours::ENTROPIC), &lines, own);
    Ok(())
}

/// Modular lines: all remainders modulo 3 in any three consecutive cells.
pub(super) fn modular(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    let of = |rest: usize| (1..=sheet.side).filter(|value| value % 3 == rest).collect::<Vec<_>>();
    let own = [("remainder-0", of(0)), ("remainder-1", of(1)), ("remainder-2", of(2))];
    classes(sheet, ("modular lines", colours::MODULAR), &lines, own);
    Ok(())
}

/// Nabner lines: no two numbers on a line are equal or consecutive.
pub(super) fn nabner(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    let mut pairs = Vec::new();
    for line in read(sheet, list)? {
        for (place, one) in line.iter().enumerate() {
            pairs.extend(line[place + 1..].iter().map(|other| vec![*one, *other]));
        }
    }
    sheet.along("nabner lines", &pairs, &["difference-at-least = 2"]);
    Ok(())
}

/// Adds the rule that pieces of each line have equal sums. In a zipper line, these are cells at the same distance from the middle, and
/// a middle cell; on a double arrow, both circles, and the cells between them.
pub(super) fn split(
    sheet: &mut Sheet,
    list: &At<'_>,
    (name, colour): (&str, &'static str),
    split: &str,
) -> Result<(), Diagnostic> {
    let lines = read(sheet, list)?;
    sheet.along_in(colour, name, &lines, &[&format!("split = \"{split}\""), "sum = \"same\""]);
    Ok(())
}

/// Region sum lines: the parts of a line in one region each have equal sums.
pub(super) fn region_sums(sheet: &mut Sheet, list: &At<'_>) -> Result<(), Diagnostic> {
    match sheet.region_set.clone() {
        Some(set) => split(sheet, list, ("region sum lines", colours::REGION_SUM), &set),
        None => Err(list.refused("the board has no regions but its rows or columns")),
    }
}
