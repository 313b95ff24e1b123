//! The instruction card: how to turn off the lights of a board by hand, on a sheet that prints in black and white.
//!
//! The buttons with their numbers, the table with small pictures where it is short, the quiet patterns, and the steps
//! with the formulas. The table has one of each pair of mirror images, so a last row may have to be looked up
//! mirrored.

use super::super::board::Board;
use super::super::draw;
use super::super::methods::Chased;
use super::super::sweep::Row;
use super::table::Table;
use super::{Numbers, pressed, shown};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Mark, Panel, Picture, Square};

/// The most rows and columns of a board that is solved by hand.
const ROWS: usize = 12;
const COLUMNS: usize = 9;
/// The most lines, with the dark one, of a table that is drawn.
const LINES: u64 = 32;
/// The number of lines of a panel below each other; other panels are about as high.
const COLUMN: usize = 8;

/// The number of columns of quiet patterns side by side.
const PATTERNS: usize = 20;

/// Returns `None` for boards that are not solved by hand: large ones, with holes, or with more than two states.
pub(super) fn card<R: Row>(board: &Board, chased: &Chased<R>, table: &Table, quiet: &[Vec<u8>]) -> Option<Picture> {
    let hand_sized = board.height() <= ROWS && board.width() <= COLUMNS;
    if board.states != 2 || !chased.sweep.is_full() || !hand_sized {
        return None;
    }
    let numbers = Numbers::new(board);
    let numbered = |cell: Cell| Square::default().text(numbers.of(cell).to_string());
    let mut panels = vec![draw::panel(board, "lights and buttons", numbered)];
    if !table.formulas.is_empty() {
        panels.push(formulas(&numbers, table, chased));
    }
    let listed = table.entries(LINES).is_some() && table.rank() > 0;
    if listed {
        panels.extend(lines(table, chased));
    }
    let drawn = shown(quiet, board.states);
    for (index, pattern) in drawn.iter().take((PATTERNS / board.width()).clamp(1, 3)).enumerate() {
        let title = if drawn.len() == 1 { "quiet pattern".to_string() } else { format!("quiet pattern {}", index + 1) };
        panels.push(pressed(board, &title, pattern));
    }
    let (width, last) = (board.width(), board.height());
    let mut captions = vec![
        "To put out all lights (a press changes its light and those beside, above and below it):".to_string(),
        "1. Chase: go through the rows from the second to the last. Press each button whose light above is on. Now only \
         the last row may have lights that are on."
            .to_string(),
    ];
    let (first, end) = (numbers.of(Cell::new(last - 1, 0)), numbers.of(Cell::new(last - 1, width - 1)));
    let mut step = "2. Look at the last row".to_string();
    if listed {
        step.push_str(
            ": find it in the table, and press the buttons beside it in the first row. If it is there only as in a mirror, \
             press those of the first row as in a mirror, too. Or count by the formulas.",
        );
    }
    captions.push(match table.formulas.len() {
        0 => "2. Nothing is left, or the lights cannot be put out.".to_string(),
        _ if listed => step,
        _ => format!("{step}, lights {first} to {end}, and press in the first row what the formulas say."),
    });
    if !table.formulas.is_empty() {
        captions.push(
            "The formulas: press the button if of the lights p beside it, after the first chase, an odd number is on."
                .into(),
        );
    }
    captions.push("3. Chase again. All lights are out.".to_string());
    let unsolvable = match (listed, table.left_out.is_empty()) {
        (_, true) => "Every pattern can be put out, in one way.",
        (true, false) => "If the last row is not in the table either way, the lights cannot be put out.",
        (false, false) => "If lights are still on then, they cannot be put out.",
    };
    captions.push(unsolvable.to_string());
    if !quiet.is_empty() {
        captions.push(
            "A quiet pattern changes no light when all of it is pressed: press it besides and get another way.".into(),
        );
    }
    Some(Picture { panels, captions })
}

/// Draws a button and its formula in each line.
fn formulas<R: Row>(numbers: &Numbers, table: &Table, chased: &Chased<R>) -> Panel {
    let sweep = &chased.sweep;
    let button = |&(button, _): &(usize, _)| vec![Square::new(0).text(numbers.of(sweep.free[button]).to_string())];
    Panel {
        title: "press if odd".into(),
        rows: table.formulas.iter().map(button).collect(),
        labels: table.formulas.iter().map(|(_, sum)| numbers.sum(sum, &sweep.ends)).collect(),
        ..Panel::default()
    }
}

/// Draws the table: the remaining lights in black, a gap, and the buttons to press. It has one of each pair of mirror
/// images, and no dark row.
fn lines<R: Row>(table: &Table, chased: &Chased<R>) -> Vec<Panel> {
    let mut rows: Vec<(Vec<u8>, Vec<u8>)> = table
        .rows(&chased.sweep)
        .filter(|(left, _)| left.iter().any(|&state| state != 0) && left.iter().ge(left.iter().rev()))
        .collect();
    rows.sort_unstable_by(|a, b| b.cmp(a));
    // Each line is a region, so that the lines do not appear as a board.
    let line = |(index, (left, free)): (usize, &(Vec<u8>, Vec<u8>))| {
        let square =
            |mark: Mark| move |&on: &u8| if on == 1 { Square::new(index).mark(mark) } else { Square::new(index) };
        let lights = left.iter().map(square(Mark::Black));
        lights.chain([Square::hole()]).chain(free.iter().map(square(Mark::Press))).collect()
    };
    let title = |index: usize| {
        if index == 0 { "on in the last row (black): press in the first" } else { "(the same, continued)" }
    };
    let panels = rows.chunks(COLUMN).enumerate();
    panels
        .map(|(index, rows)| Panel {
            title: title(index).to_string(),
            rows: rows.iter().enumerate().map(line).collect(),
            ..Panel::default()
        })
        .collect()
}
