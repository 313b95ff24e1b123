//! The reader of a model: from its keys to an instance, or to errors.
//!
//! The letters of `start` and of listed goals are the alphabet. `pairs = 3` is short for `start = "BBBWWW.."`: three black pieces, three white ones, and room for one block at the
//! right end.

use super::{Goal, Letters, Line, Place, Row};
use boardwright_base::board::Cell;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_model::{Drawing, Table, Value};

/// The longest line.
pub(super) const MAX_CELLS: usize = 10_000_000;
/// The most pairs; with their vacant cells they are about as long.
pub(super) const MAX_PAIRS: i64 = 5_000_000;

impl Line {
    pub(super) fn read(fields: &Table) -> Result<Line, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let block = fields.integer("block").map_or(2, |block| block as usize);
        let letters = alphabet(fields);
        let start = match (fields.drawing("start"), fields.integer("pairs")) {
            (Some(_), Some(_)) => {
                let mistake = Diagnostic::new("two-starts", "`pairs` and `start` are mutually exclusive");
                wrong.push(mistake.at(fields.span_of("pairs"), "").at(fields.span_of("start"), ""));
                None
            }
            (Some(drawing), None) => one_row(drawing, "`start`", &letters, &mut wrong).inspect(|row| {
                check_start(row, drawing, block, &mut wrong);
            }),
            (None, Some(pairs)) => Some(pairs_and_room(pairs as usize, block, &letters)),
            (None, None) => {
                let mistake = Diagnostic::new("missing-key", "missing `start`")
                    .at(fields.span, "add `start` or `pairs` to this table")
                    .help("for example, start = \"BBBBWWWW..\" or the equivalent pairs = 4");
                wrong.push(mistake);
                None
            }
        };
        let goal = match fields.list("goal") {
            None if fields.text("goal") == Some("separated") => Goal::Separated,
            None if fields.text("goal") == Some("cyclic") => Goal::Cyclic,
            None => Goal::Alternating,
            Some(items) => {
                let mut rows = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let Value::Drawing(drawing) = &item.value else { continue };
                    let what = format!("item {} of `goal`", index + 1);
                    let row = one_row(drawing, &what, &letters, &mut wrong);
                    if let (Some(row), Some(start)) = (row, &start) {
                        check_goal(&row, start, &letters, (&what, drawing), &mut wrong);
                        rows.push(row);
                    }
                }
                rows.sort_unstable();
                rows.dedup();
                Goal::Rows(rows)
            }
        };
        let given = if fields.get("start").is_some() { "start" } else { "pairs" };
        let line = Line {
            start: start.unwrap_or_default(),
            letters,
            goal,
            block,
            reverse: fields.boolean("reverse").unwrap_or(false),
            moves: fields.integer("moves").map(|moves| moves as usize),
            start_place: fields.span_of(given),
            // A default has the span of the whole file, and no value starts at the beginning of a file.
            goal_place: Some(fields.span_of("goal")).filter(|place| place.start > 0),
        };
        wrong.into_result(line)
    }
}

/// Returns the letters of the start and of the listed goals; those of `pairs` are B and W.
fn alphabet(fields: &Table) -> Letters {
    let goals = fields.list("goal").into_iter().flatten().filter_map(|item| match &item.value {
        Value::Drawing(drawing) => Some(drawing),
        _ => None,
    });
    let start = fields.drawing("start");
    let pairs = if start.is_none() { "BW" } else { "" };
    let drawn = start.into_iter().chain(goals).flat_map(|drawing| drawing.cells().map(|(_, character)| character));
    Letters::of(drawn.chain(pairs.chars()))
}

fn pairs_and_room(pairs: usize, block: usize, letters: &Letters) -> Row {
    let colour = |letter| letters.place(letter).unwrap_or(Place::VACANT);
    let mut row = vec![Place::VACANT; 2 * pairs + block];
    row[..pairs].fill(colour('B'));
    row[pairs..2 * pairs].fill(colour('W'));
    row
}

/// Returns the only row of a drawing.
fn one_row(drawing: &Drawing, what: &str, letters: &Letters, wrong: &mut Diagnostics) -> Option<Row> {
    if drawing.height() != 1 {
        let message = format!("{what} has {} rows, expected one", drawing.height());
        wrong.push(Diagnostic::new("not-a-line", message).at(drawing.span(), ""));
        return None;
    }
    if drawing.width() > MAX_CELLS {
        let message = format!("{what} has {} cells (maximum {MAX_CELLS})", drawing.width());
        wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
        return None;
    }
    // The reader has accepted every character.
    Some(drawing.row(0).chars().filter_map(|character| letters.place(character)).collect())
}

fn check_start(row: &[Place], drawing: &Drawing, block: usize, wrong: &mut Diagnostics) {
    let vacant = |place: &Place| *place == Place::VACANT;
    if row.iter().all(vacant) {
        wrong.push(Diagnostic::new("no-pieces", "`start` has no pieces").at(drawing.span(), ""));
    }
    // The start and the length of the longest run of vacant cells, the first of those.
    let (mut longest, mut most, mut run) = (0, 0, 0);
    for (cell, place) in row.iter().enumerate() {
        run = if vacant(place) { run + 1 } else { 0 };
        if run > most {
            (longest, most) = (cell + 1 - run, run);
        }
    }
    match most {
        0 => wrong.push(
            Diagnostic::new("no-vacancy", "`start` has no vacant cell, so no piece can move")
                .at(drawing.span(), "")
                .help(format!("a block of {block} needs {block} adjacent vacant cells, at an end or between pieces")),
        ),
        room if room < block => {
            let said = if room == 1 { "no two vacant cells".into() } else { format!("at most {room} vacant cells") };
            let message = format!("a block of {block} cannot move: {said} are adjacent");
            wrong.push(
                Diagnostic::new("no-room", message).at(drawing.span_at(Cell::new(0, longest)), "the largest gap"),
            );
        }
        _ => {}
    }
}

fn check_goal(row: &[Place], start: &[Place], letters: &Letters, at: (&str, &Drawing), wrong: &mut Diagnostics) {
    let (what, drawing) = at;
    let help = "list lines with the pieces of `start`: a move changes only their places";
    let (here, there) = (letters.counts(row), letters.counts(start));
    let is_new = |place: &Place| place.colour().is_some_and(|colour| there[colour] == 0 && letters.len() > 2);
    if row.len() != start.len() {
        let message = format!("{what} has {} cells, but `start` has {}", row.len(), start.len());
        wrong.push(Diagnostic::new("wrong-length", message).at(drawing.span(), ""));
    } else if let Some(cell) = row.iter().position(is_new) {
        let message = format!("{what} has a piece {}, but `start` has none", letters.character(row[cell]));
        let span = drawing.span_at(Cell::new(0, cell));
        wrong.push(Diagnostic::new("wrong-pieces", message).at(span, "cannot be reached").help(help));
    } else if here != there {
        let message = format!("{what} has {}, but `start` has {}", letters.pieces(row), letters.pieces(start));
        wrong.push(Diagnostic::new("wrong-pieces", message).at(drawing.span(), "cannot be reached").help(help));
    }
}
