//! Positions as pictures: what is known of the solution, with the new facts and the reason tinted.

use super::names;
use super::sentence::placed;
use super::words;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Ground, Mark, Panel, Picture, Shade, Square};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_tasks::task::steps::{Fact, Steps, Subject};
use std::collections::{BTreeMap, BTreeSet};

/// The colour of cells of the reason.
const REASON: [u8; 3] = [0xff, 0xf3, 0xc4];
/// The colour of cells with new facts.
const NEW: [u8; 3] = [0xb7, 0xe4, 0xc7];
/// The colours of new lines, and of lines that are newly known to be absent.
const NEW_LINE: [u8; 3] = [0xf2, 0x8c, 0x28];
const NO_LINE: [u8; 3] = [0xf3, 0xb4, 0xb4];

/// Returns the position after a number of steps.
pub(super) fn position(loaded: &Loaded, steps: &Steps, count: usize) -> Picture {
    let mut picture = loaded.instance.draw_givens();
    let Some(solution) = &steps.solution else { return picture };
    let mut solved = loaded.instance.draw(solution);
    // A panel of its own is laid over the givens.
    let is_laid_over = loaded.instance.cells().is_some_and(Cells::is_found_apart);
    if is_laid_over {
        solved.panels.drain(..picture.panels.len().min(solved.panels.len()));
    }
    let sheet = &steps.sheet;
    let known: BTreeSet<usize> = words::known_at(steps, count).into_iter().collect();
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    let mut open: BTreeSet<Cell> = BTreeSet::new();
    let mut strokes = BTreeSet::new();
    for (index, fact) in steps.facts.iter().enumerate() {
        let is_known = known.contains(&index);
        match fact.subject {
            Subject::Value(_) | Subject::Placement(_) if fact.holds => match is_known {
                true => cells.extend(&fact.cells),
                false => open.extend(&fact.cells),
            },
            Subject::Line(line) if fact.holds && is_known => {
                strokes.extend(sheet.lines.get(line).into_iter().flat_map(|line| line.strokes.iter().copied()));
            }
            _ => {}
        }
    }
    // Which piece covers a cell may be known before its placement.
    let covered: BTreeMap<Cell, String> = cells
        .iter()
        .filter(|cell| open.contains(cell))
        .filter_map(|&cell| Some((cell, value_at(steps, &known, cell)?)))
        .collect();
    cells.retain(|cell| !open.contains(cell));
    let several = sheet.layers.first().is_some_and(|layer| layer.values.len() > 2);
    for (panel, full) in picture.panels.iter_mut().zip(&solved.panels) {
        for (row, own) in panel.rows.iter_mut().enumerate() {
            for (column, square) in own.iter_mut().enumerate() {
                let found = full.rows.get(row).and_then(|row| row.get(column));
                if let Some(value) = covered.get(&Cell::new(row + full.top, column)) {
                    square.text.clone_from(value);
                }
                if let (Some(found), true) = (found, cells.contains(&Cell::new(row + full.top, column))) {
                    if is_laid_over {
                        lay_over(square, found, several);
                        continue;
                    }
                    let is_blank =
                        found.ground == square.ground && found.mark == Mark::None && found.text == square.text;
                    *square = found.clone();
                    // A cell that is known to have nothing would look like an unknown one.
                    if is_blank && found.text.is_empty() {
                        square.mark = Mark::Dot;
                    }
                }
            }
        }
        panel.strokes.extend(
            full.strokes
                .iter()
                .copied()
                .filter(|stroke| strokes.contains(stroke) || strokes.contains(&[stroke[1], stroke[0]])),
        );
    }
    picture.captions.clear();
    picture
}

/// Adds what is found to a square that stays as it is: a mark, or among several states a number.
fn lay_over(square: &mut Square, found: &Square, several: bool) {
    match several {
        true if found.text.is_empty() => square.second = "0".to_string(),
        true => square.second.clone_from(&found.text),
        false if found.mark == Mark::None => square.mark = Mark::Dot,
        false => square.mark = found.mark,
    }
}

/// Returns the known value of a cell.
fn value_at(steps: &Steps, known: &BTreeSet<usize>, cell: Cell) -> Option<String> {
    let held = known.iter().map(|&fact| &steps.facts[fact]).filter(|fact| fact.holds && fact.cells[..] == [cell]);
    held.filter_map(Fact::value_at).next().map(|at| names::value(&steps.sheet, at.layer, at.value))
}

/// Returns the position after a step, with its cells tinted; the captions are the sentence of the step.
pub(super) fn frame(loaded: &Loaded, steps: &Steps, index: usize) -> Picture {
    let step = &steps.steps[index];
    let mut picture = position(loaded, steps, index + 1);
    let sheet = &steps.sheet;
    // A rule about the whole board would tint everything.
    let is_local = |cells: &[Cell]| 2 * cells.len() <= sheet.height * sheet.width;
    let origins = step.reason.iter().filter(|origin| is_local(&origin.cells));
    let reason: BTreeSet<Cell> = origins.flat_map(|origin| origin.cells.iter().copied()).collect();
    let mut new: BTreeSet<Cell> = BTreeSet::new();
    let mut lines: Vec<Shade> = Vec::new();
    for &fact in &step.new {
        match steps.facts[fact].subject {
            Subject::Line(line) => {
                let strokes = sheet.lines.get(line).into_iter().flat_map(|line| line.strokes.iter().copied());
                let colour = if steps.facts[fact].holds { NEW_LINE } else { NO_LINE };
                lines.extend(strokes.map(|stroke| Shade { stroke, colour, text: String::new() }));
            }
            _ => new.extend(&steps.facts[fact].cells),
        }
    }
    if let [panel] = &mut picture.panels[..] {
        let is_new = |stroke: &[(usize, usize); 2]| {
            lines.iter().any(|shade| shade.stroke == *stroke || shade.stroke == [stroke[1], stroke[0]])
        };
        panel.strokes.retain(|stroke| !is_new(stroke));
        panel.shades = lines;
    }
    for panel in &mut picture.panels {
        let top = panel.top;
        for (row, own) in panel.rows.iter_mut().enumerate() {
            for (column, square) in own.iter_mut().enumerate() {
                let cell = Cell::new(row + top, column);
                match (new.contains(&cell), reason.contains(&cell)) {
                    (true, _) => tint(square, NEW),
                    (false, true) => tint(square, REASON),
                    _ => {}
                }
            }
        }
    }
    picture
}

fn tint(square: &mut Square, colour: [u8; 3]) {
    let is_light = matches!(square.ground, Ground::Plain | Ground::Light);
    match (square.region, is_light) {
        (None, _) => {}
        (Some(_), true) => square.ground = Ground::Tinted(colour),
        // The ground says what the cell is.
        (Some(_), false) => square.marked = colour == NEW,
    }
}

/// Returns all positions in one picture.
pub(super) fn film(loaded: &Loaded, steps: &Steps) -> Picture {
    let mut film = Picture::default();
    let mut begin = position(loaded, steps, 0);
    begin.panels.iter_mut().for_each(|panel| panel.title = "starting position".into());
    film.panels.extend(begin.panels);
    for index in 0..steps.steps.len() {
        let panels = frame(loaded, steps, index).panels.into_iter();
        film.panels.extend(panels.map(|panel| Panel { title: format!("step {}", index + 1), ..panel }));
        film.captions.push(format!("{}. {}", index + 1, placed(steps, &steps.steps[index])));
    }
    film
}
