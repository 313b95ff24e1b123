//! The lines before and around the objects: the kind and the size of the board, texts, tags, and the cells of the board.
//!
//! Start with [`read`].

use super::drawing::Drawing;
use super::link::Lines;
use super::objects;
use crate::genre::penpa::{Part, Points, Spot};
use boardwright_base::diagnostic::{Diagnostic, quote};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of boards of squares.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];

/// The other kinds.
const OTHERS: [&str; 12] = [
    "hex",
    "tri",
    "pyramid",
    "iso",
    "cube",
    "truncated_square",
    "tetrakis_square",
    "snub_square",
    "cairo_pentagonal",
    "rhombitrihexagonal",
    "deltoidal_trihexagonal",
    "penrose_P3",
];

/// The longest side of a sheet.
const LONGEST: usize = 100;

/// The lines of a link, by what they have.
const SPACE: usize = 1;
const QUESTION: usize = 3;
const ANSWER: usize = 4;
const BOARD: usize = 5;
const TAGS: usize = 17;

/// Reads the drawing in the lines of a link.
///
/// # Errors
/// The first line that is wrong.
pub(super) fn read(found: &Lines) -> Result<Drawing, Diagnostic> {
    let header: Vec<&str> = found.lines.first().map_or("", String::as_str).split(',').collect();
    let points = sheet(&header).map_err(|wrong| wrong.at(found.span, ""))?;
    let list =
        |at: usize| json(found, at).and_then(|value| numbers(&value, at).map_err(|wrong| wrong.at(found.span, "")));
    let space = list(SPACE)?;
    let [top, bottom, left, right] = space[..] else {
        let message = format!("line {} of the drawing has {} numbers", SPACE + 1, space.len());
        return Err(Diagnostic::new("penpa-line", message)
            .at(found.span, "")
            .help("expected 4: the lines of space above, below, to the left and right of the board"));
    };
    let (rows, columns) = (points.rows as i64, points.columns as i64);
    let is_board = [top, bottom, left, right].iter().all(|lines| (0..=LONGEST as i64).contains(lines))
        && top + bottom < rows
        && left + right < columns;
    if !is_board {
        let message = format!("no board is left of {rows} x {columns} cells with the space {space:?}");
        return Err(Diagnostic::new("penpa-size", message).at(found.span, ""));
    }
    let mut cells = BTreeSet::new();
    let mut point = 0;
    for step in list(BOARD)? {
        point += step;
        let spot = usize::try_from(point).ok().and_then(|point| points.find(point));
        let cell = spot.filter(|spot| spot.part == Part::Whole && spot.row % 2 == 0 && spot.column % 2 == 0);
        cells.extend(cell.map(|cell| (cell.row / 2, cell.column / 2)));
    }
    let text = |at: usize| header.get(at).map_or("", |text| text).replace("%2C", ",");
    let named = |at: usize, name: &str| text(at).strip_prefix(name).unwrap_or_default().trim().to_string();
    let rules = text(18).replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=");
    let mut drawing = Drawing {
        title: named(15, "Title:"),
        author: named(16, "Author:"),
        rules: plain(&rules),
        tags: tags(found),
        rows: (rows - top - bottom) as usize,
        columns: (columns - left - right) as usize,
        holes: Vec::new(),
        objects: Vec::new(),
        borders: BTreeSet::new(),
        paths: Vec::new(),
        cages: Vec::new(),
        unread: BTreeMap::new(),
    };
    let is_turned =
        header.get(4).is_some_and(|angle| *angle != "0") || header[5..].iter().take(2).any(|own| *own == "-1");
    if is_turned {
        drawing.unread.insert("the turn of the board", 1);
    }
    let question = json(found, QUESTION)?;
    let spots = objects::spots(&question, points);
    let frame = frame(&cells, (top, left, rows - bottom, columns - right), &spots);
    let (top, left, below, behind) = frame;
    (drawing.rows, drawing.columns) = ((below - top) as usize, (behind - left) as usize);
    let all = (top..below).flat_map(|row| (left..behind).map(move |column| (row, column)));
    drawing.holes = all.map(|cell| !cells.is_empty() && !cells.contains(&cell)).collect();
    objects::read(&question, points, (top, left), &mut drawing).map_err(|wrong| wrong.at(found.span, ""))?;
    let answer = found.lines.get(ANSWER).and_then(|line| serde_json::from_str::<Value>(line).ok());
    let drawn = answer.map_or(0, |answer| objects::count(&answer));
    if drawn > 0 {
        drawing.unread.insert("marks of the solution", drawn);
    }
    Ok(drawing)
}

/// Returns the sheet of the header.
fn sheet(header: &[&str]) -> Result<Points, Diagnostic> {
    let kind = header[0];
    if kind.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(Diagnostic::new("penpa-version", "links of the first version of penpa are not supported")
            .help("open the link in penpa, and share the drawing again"));
    }
    if !SQUARES.contains(&kind) {
        let message = match OTHERS.contains(&kind) {
            true => format!("boards of the kind `{kind}` are not supported"),
            false => format!("unknown kind of board {}", quote(kind)),
        };
        return Err(Diagnostic::new("penpa-board", message).help(format!("supported: {}", SQUARES.join(", "))));
    }
    let side = |at: usize, what: &str| {
        let text = header.get(at).copied().unwrap_or_default();
        let side = text.parse().ok().filter(|side| (1..=LONGEST).contains(side));
        side.ok_or_else(|| {
            let message = format!("invalid number of {what}: {}", quote(text));
            Diagnostic::new("penpa-size", message).help(format!("expected 1 to {LONGEST}"))
        })
    };
    let (columns, rows) = (side(1, "columns")?, side(2, "rows")?);
    if header.len() < 11 {
        let message = format!("the first line of the drawing has {} parts", header.len());
        return Err(Diagnostic::new("penpa-line", message).help("expected at least 11, separated by commas"));
    }
    Ok(Points { rows, columns })
}

/// Returns the board: its first row and column, and those behind the last. It is what the space leaves, with all cells of the board;
/// lines without cells that have marks are space, too.
fn frame(cells: &BTreeSet<(i64, i64)>, space: (i64, i64, i64, i64), spots: &[Spot]) -> (i64, i64, i64, i64) {
    let Some(first) = cells.first() else { return space };
    let start = (first.0, first.1, first.0 + 1, first.1 + 1);
    let own = cells.iter().fold(start, |own, (row, column)| {
        (own.0.min(*row), own.1.min(*column), own.2.max(row + 1), own.3.max(column + 1))
    });
    let is_marked = |is_it: &dyn Fn(i64, i64) -> bool| {
        let inside = |spot: &&Spot| {
            (2 * space.0..2 * space.2 - 1).contains(&spot.row) && (2 * space.1..2 * space.3 - 1).contains(&spot.column)
        };
        spots.iter().filter(inside).any(|spot| is_it(spot.row, spot.column))
    };
    let bound =
        |own: i64, space: i64, is_outside: bool, is_marked: bool| if is_outside || is_marked { own } else { space };
    (
        bound(own.0, space.0, own.0 < space.0, is_marked(&|row, _| row < 2 * own.0 - 1)),
        bound(own.1, space.1, own.1 < space.1, is_marked(&|_, column| column < 2 * own.1 - 1)),
        bound(own.2, space.2, own.2 > space.2, is_marked(&|row, _| row > 2 * own.2 - 1)),
        bound(own.3, space.3, own.3 > space.3, is_marked(&|_, column| column > 2 * own.3 - 1)),
    )
}

/// Returns a line as JSON.
fn json(found: &Lines, at: usize) -> Result<Value, Diagnostic> {
    let Some(line) = found.lines.get(at).filter(|line| !line.is_empty()) else {
        let message = format!("the drawing has no line {}", at + 1);
        return Err(Diagnostic::new("penpa-line", message)
            .at(found.span, format!("{} lines", found.lines.len()))
            .help(format!("expected at least {} lines", BOARD + 1)));
    };
    serde_json::from_str(line).map_err(|wrong| {
        let wrong = wrong.to_string();
        let reason = wrong.split(" at line ").next().unwrap_or_default();
        let message = format!("line {} of the drawing is not JSON: {reason}", at + 1);
        Diagnostic::new("penpa-line", message).at(found.span, "").help(format!("the line begins with {}", quote(line)))
    })
}

/// Returns the whole numbers of a list; `null` is none.
fn numbers(value: &Value, at: usize) -> Result<Vec<i64>, Diagnostic> {
    let wrong = || {
        let message = format!(
            "line {} of the drawing: expected a list of whole numbers, found {}",
            at + 1,
            quote(&value.to_string())
        );
        Diagnostic::new("penpa-line", message)
    };
    let small = |number: i64| (-1_000_000..=1_000_000).contains(&number).then_some(number);
    let items = value.as_array().ok_or_else(wrong)?.iter().filter(|item| !item.is_null());
    items.map(|item| item.as_i64().and_then(small).ok_or_else(wrong)).collect()
}

/// Returns the tags of genres.
fn tags(found: &Lines) -> Vec<String> {
    let line = found.lines.get(TAGS).and_then(|line| serde_json::from_str::<Value>(line).ok());
    let items = line.and_then(|line| line.as_array().cloned()).unwrap_or_default();
    items.iter().filter_map(|tag| tag.as_str().map(str::to_string)).collect()
}

/// Returns a text of the rules without the tags of HTML.
fn plain(rules: &str) -> String {
    let (mut out, mut rest) = (String::new(), rules);
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let is_tag = tag.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
        match tag.split_once('>').filter(|_| is_tag) {
            Some((name, after)) => {
                out.push_str(if name.starts_with("br") { "\n" } else { "" });
                rest = after;
            }
            None => {
                out.push('<');
                rest = tag;
            }
        }
    }
    (out + rest).trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_without_tags() {
        assert_eq!(plain("One loop.<br>a < b, <b>not</b> c <d"), "One loop.\na < b, not c <d");
    }
}
