//! Marks between two cells: dots for differences and ratios, X and V.
//!
//! Dots of both kinds are in one picture, because a dot of either kind exempts its pair from the rules for pairs without one. Start with [`dots`].

use super::json::At;
use super::sheet::{Cell, Sheet, Table};
use boardwright_base::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// The mark of a dot: its kind, and its number unless it is the usual one.
type Dot = (&'static str, usize);

/// Returns the place between the two cells of an item.
fn place(sheet: &Sheet, item: &At<'_>) -> Result<Cell, Diagnostic> {
    let wrong = || item.wrong("`cells` with two neighbours");
    let cells = item.get("cells").ok_or_else(wrong)?.cells(sheet.side)?;
    let [one, other] = cells.as_slice() else { return Err(wrong()) };
    if one.0.abs_diff(other.0) + one.1.abs_diff(other.1) != 1 {
        return Err(wrong());
    }
    Ok((one.0 + other.0, one.1 + other.1))
}

/// Returns whether pairs without a mark of a kind are excluded.
fn is_negative(puzzle: &At<'_>, kind: &str) -> Result<bool, Diagnostic> {
    for item in puzzle.items("negative")? {
        let own = item.as_text()?.unwrap_or_default();
        if !["difference", "ratio", "xv"].contains(&own.as_str()) {
            return Err(item.wrong("difference, ratio or xv"));
        }
        if own == kind {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the rules of differences and ratios.
pub(super) fn dots(sheet: &mut Sheet, puzzle: &At<'_>) -> Result<(), Diagnostic> {
    let mut dots: BTreeMap<Cell, BTreeSet<Dot>> = BTreeMap::new();
    for (key, usual) in [("difference", 1), ("ratio", 2)] {
        for item in puzzle.items(key)? {
            let value = item.number("value", 1, sheet.side)?.unwrap_or(usual);
            dots.entry(place(sheet, &item)?).or_default().insert((key, value));
        }
    }
    let mark = |own: &BTreeSet<Dot>| own.iter().map(sign).collect::<String>();
    for (place, own) in &dots {
        sheet.put(Table::Between, "dot", *place, &mark(own));
    }
    let kinds: BTreeSet<Dot> = dots.values().flatten().copied().collect();
    for kind in &kinds {
        let marks: BTreeSet<String> = dots.values().filter(|own| own.contains(kind)).map(mark).collect();
        let marks: Vec<String> = marks.iter().map(|mark| format!("\"dot={mark}\"")).collect();
        let at = if let [mark] = marks.as_slice() { mark.clone() } else { format!("[{}]", marks.join(", ")) };
        let (key, value) = kind;
        let lines = ["each = \"pair\"", &format!("at = {at}"), &format!("{key} = {value}")];
        sheet.rule(&format!("{key} {value}"), &lines);
    }
    let values =
        |key: &str| -> BTreeSet<usize> { kinds.iter().filter(|(own, _)| *own == key).map(|kind| kind.1).collect() };
    let mut excluded: Vec<String> = Vec::new();
    let mut differences = if is_negative(puzzle, "difference")? { values("difference") } else { BTreeSet::new() };
    // The name of f-puzzles for differences of 1: it has no other negative rule for differences.
    if puzzle.get("nonconsecutive").map_or(Ok(false), |value| value.is_on())? {
        differences.insert(1);
    }
    excluded.extend(differences.iter().map(|value| format!("difference-not = {value}")));
    if is_negative(puzzle, "ratio")? {
        let own = values("ratio");
        let usual = if own.is_empty() { Some(2) } else { None };
        excluded.extend(own.into_iter().chain(usual).map(|value| format!("ratio-not = {value}")));
    }
    let at = (!dots.is_empty()).then_some("at = \"not dot\"");
    for condition in &excluded {
        let lines: Vec<&str> = ["each = \"pair\""].into_iter().chain(at).chain([condition.as_str()]).collect();
        sheet.rule("no dot", &lines);
    }
    Ok(())
}

/// Returns the sign of a dot: `w` for a white one, `b` for a black one, with its number unless it is the usual one.
fn sign((key, value): &Dot) -> String {
    match (*key, value) {
        ("difference", 1) => "w".to_string(),
        ("ratio", 2) => "b".to_string(),
        ("difference", value) => format!("w{value}"),
        (_, value) => format!("b{value}"),
    }
}

/// Adds the rules of X (the sum is 10) and V (it is 5). Where pairs without a mark are excluded, both sums are.
pub(super) fn sums(sheet: &mut Sheet, puzzle: &At<'_>) -> Result<(), Diagnostic> {
    let mut found = BTreeSet::new();
    for item in puzzle.items("xv")? {
        let place = place(sheet, &item)?;
        let mark = match item.text("value")?.as_deref() {
            Some("X" | "x") => "X",
            Some("V" | "v") => "V",
            None => continue,
            _ => return Err(item.get("value").map_or_else(|| item.wrong("X or V"), |value| value.wrong("X or V"))),
        };
        let own = sheet.pictures.get(&(Table::Between, "xv".to_string()));
        let width = 2 * sheet.side - 1;
        if own.is_some_and(|marks| ![".", mark].contains(&marks.at(place.0 * width + place.1))) {
            return Err(item.wrong("one mark, X or V, between two cells"));
        }
        sheet.put(Table::Between, "xv", place, mark);
        found.insert(mark);
    }
    for (mark, sum) in [("V", 5), ("X", 10)] {
        if found.contains(mark) {
            let lines = ["each = \"pair\"", &format!("at = \"xv={mark}\""), &format!("sum = {sum}")];
            sheet.rule(&format!("{mark} is {sum}"), &lines);
        }
    }
    if !is_negative(puzzle, "xv")? {
        return Ok(());
    }
    let side = sheet.side;
    let smaller = |sum: usize| (1..=sum / 2).filter(move |one| sum - one <= side).map(move |one| (one, sum - one));
    let pairs: Vec<String> =
        [5, 10].into_iter().flat_map(smaller).map(|(one, other)| format!("\"{one}{other}\"")).collect();
    let at = (!found.is_empty()).then_some("at = \"not xv\"");
    let forbid = format!("forbid = [{}]", pairs.join(", "));
    let lines: Vec<&str> =
        ["each = \"pair\""].into_iter().chain(at).chain([forbid.as_str(), "turned = true"]).collect();
    sheet.rule("neither X nor V", &lines);
    Ok(())
}
