//! Items of files as the words of codes.
//!
//! Imports the parts of a link. Start with [`Block::words`].

use super::{Block, Margins, Shape};
use crate::genre::codec::{Settings, Word};
use crate::genre::contents::Contents;
use crate::genre::link::Step;
use crate::genre::places::{Over, Place, regions};
use crate::genre::scan::Scan;
use crate::genre::target::{matched, number_of};
use boardwright_base::diagnostic::{Diagnostic, quote};

/// Items of an answer that may stand where a clue could: painted and marked cells.
const ANSWERS: [&str; 5] = ["#", "+", "=", "%", "_"];

/// The item `*` in `tokens`, where `*` is any text.
const HOLE: &str = "hole";

/// The arrows of the directions 1 to 4.
const ARROWS: [&str; 5] = ["", "^", "v", "<", ">"];

impl<'t> Block<'t> {
    /// Returns the words of a step for its places.
    pub(super) fn words(
        &self,
        step: &Step,
        places: &[Place],
        size: (usize, usize),
        contents: &Contents,
    ) -> Result<Vec<Word>, Diagnostic> {
        match self.shape {
            Shape::Rooms if step.codec.is_of_borders() => Ok(self.borders(size)),
            Shape::Pieces => self.pieces(step),
            Shape::Board(sides) if step.over.iter().any(|over| matches!(over, Over::Starts(_))) => {
                self.sums(step, sides, size)
            }
            Shape::Borders | Shape::Line => {
                let items: Vec<Scan<'t>> = self.lines.iter().flatten().copied().collect();
                let upright = size.0 * (size.1 - 1);
                (0..places.len()).map(|at| word(step, items.get(at).copied(), at < upright)).collect()
            }
            _ => {
                let mut words = Vec::new();
                for over in &step.over {
                    words.extend(self.over(over, step, size, contents)?);
                }
                Ok(words)
            }
        }
    }

    fn item(&self, row: usize, column: usize) -> Option<Scan<'t>> {
        self.lines.get(row)?.get(column).copied()
    }

    /// Returns the words for one kind of places.
    fn over(
        &self,
        over: &Over,
        step: &Step,
        size: (usize, usize),
        contents: &Contents,
    ) -> Result<Vec<Word>, Diagnostic> {
        let (rows, columns) = size;
        let sides = if let Shape::Board(sides) = self.shape { sides } else { Margins::default() };
        let (top, left) = (sides.top, sides.left);
        let above = |column: usize| (top - 1, left + column);
        let before = |row: usize| (top + row, left - 1);
        let grid = |height: usize, width: usize, from: usize, by: usize| {
            let rows = (0..height).flat_map(move |row| (0..width).map(move |column| (row, column)));
            rows.map(move |(row, column)| (top + from + by * row, left + from + by * column)).collect::<Vec<_>>()
        };
        let at: Vec<(usize, usize)> = match over {
            Over::Region(picture) => return self.of_regions(picture, step, contents),
            Over::Cells | Over::First(_) if self.shape == Shape::Dots => grid(rows, columns, 0, 2),
            Over::Dots => grid(2 * rows - 1, 2 * columns - 1, 0, 1),
            Over::Corners if self.shape == Shape::Corners => grid(rows - 1, columns - 1, 1, 1),
            Over::Points | Over::Board => grid(rows + 1, columns + 1, 0, 1),
            Over::Beside("columns" | "top") => (0..columns).map(above).collect(),
            Over::Beside("rows" | "left") => (0..rows).map(before).collect(),
            Over::Beside("bottom") => (0..columns).map(|column| (top + rows, left + column)).collect(),
            Over::Beside(_) => (0..rows).map(|row| (top + row, left + columns)).collect(),
            Over::Around => {
                let first = (0..columns).map(above).chain((0..rows).map(|row| (top + row, left + columns)));
                let below = (0..columns).rev().map(|column| (top + rows, left + column));
                first.chain(below).chain((0..rows).rev().map(before)).collect()
            }
            // The last run of a line comes first, and stands next to the board.
            Over::ColumnRuns => {
                let run = |column: usize| (0..top).rev().map(move |row| (row, left + column));
                (0..columns).flat_map(run).collect()
            }
            Over::RowRuns => {
                let run = |row: usize| (0..left).rev().map(move |column| (top + row, column));
                (0..rows).flat_map(run).collect()
            }
            Over::Holes => {
                let cells = grid(rows, columns, 0, 1).into_iter();
                cells.filter(|(row, column)| contents.is_hole(row * contents.columns + column)).collect()
            }
            _ => grid(rows, columns, 0, 1),
        };
        at.into_iter().map(|(row, column)| word(step, self.item(row, column), false)).collect()
    }

    /// Returns the words of regions: a number stands in any cell of its region.
    fn of_regions(&self, picture: &str, step: &Step, contents: &Contents) -> Result<Vec<Word>, Diagnostic> {
        let rooms = regions(contents, picture);
        let mut words = vec![None; rooms.count];
        let items = self.lines.iter().flatten();
        for (room, item) in rooms.room.iter().zip(items) {
            if let (Some(word), Some(of_room)) = (word(step, Some(*item), false)?, words.get_mut(*room)) {
                of_room.get_or_insert(word);
            }
        }
        Ok(words)
    }

    /// Returns the borders between rooms.
    fn borders(&self, (rows, columns): (usize, usize)) -> Vec<Word> {
        let room = |row: usize, column: usize| self.item(row, column).map(|item| item.rest());
        let word = |is_border: bool| is_border.then(|| "1".to_string());
        let upright = (0..rows).flat_map(|row| (1..columns).map(move |column| (row, column)));
        let level = (1..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let upright = upright.map(|(row, column)| word(room(row, column - 1) != room(row, column)));
        upright.chain(level.map(|(row, column)| word(room(row - 1, column) != room(row, column)))).collect()
    }

    /// Returns walls, and the sums to their right and below them.
    fn sums(&self, step: &Step, sides: Margins, (rows, columns): (usize, usize)) -> Result<Vec<Word>, Diagnostic> {
        let is_wall = |row: usize, column: usize| {
            row < sides.top || column < sides.left || self.item(row, column).is_none_or(|item| item.rest() != ".")
        };
        let least = i64::from(step.codec.name == "kakuro");
        let sum = |row: usize, column: usize, part: usize| -> Result<Word, Diagnostic> {
            let Some(item) = self.item(row, column).filter(|item| item.rest() != ".") else { return Ok(None) };
            let number = item.rest().split(',').nth(part).or_else(|| item.rest().split(',').next());
            let number: i64 = number.and_then(|text| text.parse().ok()).ok_or_else(|| unexpected(item))?;
            Ok((number >= least).then(|| number.to_string()))
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row + sides.top, column + sides.left)));
        let cells: Vec<(usize, usize)> = cells.collect();
        let mut words: Vec<Word> =
            cells.iter().map(|(row, column)| is_wall(*row, *column).then(|| "#".to_string())).collect();
        for (part, down, right) in [(0, 0, 1), (1, 1, 0)] {
            for (row, column) in &cells {
                let starts = !is_wall(*row, *column) && is_wall(row - down, column - right);
                words.push(if starts { sum(row - down, column - right, part)? } else { None });
            }
        }
        Ok(words)
    }

    /// Returns the pieces, as their code reads them.
    fn pieces(&self, step: &Step) -> Result<Vec<Word>, Diagnostic> {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.first().map_or("", |item| item.rest())).collect();
        let text = if lines.len() == 1 { format!("//{}", lines[0]) } else { format!("/{}", lines.join("/")) };
        let settings = Settings { fleets: &step.fleets, ..Settings::default() };
        (step.codec.read)(&mut Scan::new(&text, 0, text.len()), &settings).map_err(|_| match self.lines.first() {
            Some(first) => {
                first.first().map_or_else(|| Diagnostic::new("file-item", "no pieces"), |item| unexpected(*item))
            }
            None => Diagnostic::new("file-item", "no pieces"),
        })
    }
}

/// Returns the word of an item; `is_upright`: of a border between cells of a row.
fn word(step: &Step, item: Option<Scan<'_>>, is_upright: bool) -> Result<Word, Diagnostic> {
    let Some(item) = item else { return Ok(None) };
    let text = if item.rest() == "*" { HOLE } else { item.rest() };
    for (pattern, word) in &step.tokens {
        if let Some(part) = matched(pattern, text) {
            return Ok(Some(word.replacen('*', part, 1)).filter(|word| !word.is_empty()));
        }
    }
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let number = |text: &str| {
        if matches!(text, "-" | "-2") { Some("?".to_string()) } else { is_number(text).then(|| text.to_string()) }
    };
    let parts: Vec<&str> = text.split(',').collect();
    let arrow = |at: usize| parts.get(at).and_then(|text| ARROWS.get(text.parse::<usize>().ok()?));
    let word = match (step.codec.name, &parts[..]) {
        ("minarism", ["."]) => Some("?".to_string()),
        ("minarism", ["a"]) => Some(if is_upright { "<" } else { "^" }.to_string()),
        ("minarism", ["b"]) => Some(if is_upright { ">" } else { "v" }.to_string()),
        (_, ["."]) => return Ok(None),
        ("arrows16", ["#"]) => Some("+".to_string()),
        ("borders" | "sides" | "minarism" | "trits" | "bits" | "crosses", ["0"]) => return Ok(None),
        ("arrows16", [_, count]) => number(count).zip(arrow(0)).map(|(count, arrow)| count + arrow),
        ("castle", [_, "-1", _]) => return Ok(None),
        ("castle", [_, count, colour]) => {
            number(count).zip(arrow(0)).map(|(count, arrow)| format!("{colour}:{count}{arrow}"))
        }
        ("tapa", parts) if text != "#" && text != "+" => {
            parts.iter().map(|part| number(part)).collect::<Option<Vec<_>>>().map(|numbers| numbers.join(","))
        }
        (_, [one]) if ANSWERS.contains(one) => return Ok(None),
        (_, [one]) if step.targets.iter().any(|target| target.letters) => {
            number_of(one).map(|number| number.to_string()).or(number(one))
        }
        // A number that the player has marked as done.
        (_, [one]) => number(one.strip_prefix('c').unwrap_or(one)),
        _ => None,
    };
    word.map(Some).ok_or_else(|| unexpected(item))
}

fn unexpected(item: Scan<'_>) -> Diagnostic {
    let message = format!("unexpected item {} in the file", quote(item.rest()));
    Diagnostic::new("file-item", message).at(item.span(), "no clue of this genre")
}
