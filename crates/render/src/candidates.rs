//! Candidates as text, JSON and pictures: the values that occur in solutions, by cell.
//!
//! In text and in pictures, values behind a question mark are open: a limit was reached before they were decided. JSON has them
//! apart. Start with [`text`].

use super::breakdown::{aligned, ends, name, rows};
use boardwright_base::board::picture::{Mark, Panel, Picture, Shade, Square};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::{Sheet, SheetLayer};
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::candidates::{Candidates, Standing};
use serde_json::{Value, json};

/// The colour of a line that all solutions have, and of one that some have.
const IN_ALL: [u8; 3] = [0x5a, 0xa0, 0xd6];
const IN_SOME: [u8; 3] = [0xcf, 0xe3, 0xf3];

/// Returns the values with a standing.
fn with<'l>(layer: &'l SheetLayer, own: &[Standing], wanted: Standing) -> Vec<&'l str> {
    let values = layer.values.iter().zip(own).filter(|&(_, &standing)| standing == wanted);
    values.map(|(value, _)| value.as_str()).collect()
}

/// Returns the candidates of a cell in a few characters: `137`, `1,12`, `13?57`.
fn short(layer: &SheetLayer, own: &[Standing]) -> String {
    let is_narrow = layer.values.iter().all(|value| value.chars().count() == 1);
    let [possible, open] = [Standing::Possible, Standing::Open]
        .map(|standing| with(layer, own, standing).join(if is_narrow { "" } else { "," }));
    if open.is_empty() { possible } else { format!("{possible}?{open}") }
}

/// Returns the words about a line: `yes`, `no`, `yes or no`, and behind a question mark what is open.
fn words(sides: [Standing; 2]) -> String {
    let named = |wanted: Standing| {
        let sides = sides.into_iter().zip(["yes", "no"]).filter(|(standing, _)| *standing == wanted);
        sides.map(|(_, word)| word).collect::<Vec<&str>>().join(" or ")
    };
    let (possible, open) = (named(Standing::Possible), named(Standing::Open));
    if open.is_empty() { possible } else { format!("{possible}?{open}") }
}

/// Returns the layers that a person sees.
fn shown<'f>(loaded: &Loaded, found: &'f Candidates) -> Vec<(&'f SheetLayer, &'f Vec<Vec<Standing>>)> {
    let hidden = loaded.model.fields.list("hidden").unwrap_or_default();
    let is_hidden = |layer: &SheetLayer| hidden.iter().any(|name| name.value.as_text() == Some(&layer.name));
    found.sheet.layers.iter().zip(&found.layers).filter(|(layer, _)| !is_hidden(layer)).collect()
}

/// Formats candidates for a person: a table for each layer that is shown, the lines, and how many there are.
pub fn text(loaded: &Loaded, found: &Candidates) -> String {
    if found.answer == Answer::Unsatisfiable {
        return "There is no solution: no value is possible.\n".to_string();
    }
    let mut out = String::new();
    for (layer, cells) in shown(loaded, found) {
        if found.sheet.layers.len() > 1 {
            out += &format!("{}\n", layer.name);
        }
        out += &format!("{}\n", aligned(rows(&found.sheet, layer, |cell| short(layer, &cells[cell]), "_".into())));
    }
    if !found.lines.is_empty() {
        let lines = found.sheet.lines.iter().zip(&found.lines);
        let table = lines.map(|(line, &sides)| vec![name(line), words(sides)]).collect();
        out += &format!("lines\n{}\n", aligned(table));
    }
    out + &summary(found) + "\n"
}

/// Returns how many values are possible, in a sentence.
fn summary(found: &Candidates) -> String {
    let number = |wanted: Standing| found.all().filter(|&standing| standing == wanted).count();
    let of = match found.optimum {
        Some(value) => format!("optimal solutions (value {value})"),
        None => "solutions".to_string(),
    };
    let (possible, open) = (number(Standing::Possible), number(Standing::Open));
    let known = format!("{possible} of {} values occur in {of}", found.all().count());
    match found.stopped {
        Some(stop) => format!("{known}; {open} are open: {}", stop.describe()),
        None => known,
    }
}

/// Returns candidates as JSON: rows of cells of values, null where there is no cell.
pub fn json(name: &str, loaded: &Loaded, found: &Candidates) -> Value {
    let table = |layer: &SheetLayer, cells: &[Vec<Standing>], wanted: Standing| {
        json!(rows(&found.sheet, layer, |cell| json!(with(layer, &cells[cell], wanted)), Value::Null))
    };
    let is_open = found.stopped.is_some();
    let layer = |(layer, cells): (&SheetLayer, &Vec<Vec<Standing>>)| {
        let mut object = json!({ "name": layer.name, "candidates": table(layer, cells, Standing::Possible) });
        if is_open {
            object["open"] = table(layer, cells, Standing::Open);
        }
        object
    };
    let mut layers = found.sheet.layers.iter().zip(&found.layers).map(layer);
    let first = layers.next().unwrap_or_default();
    let sides = |sides: &[Standing; 2], wanted: Standing| -> Vec<bool> {
        sides.iter().zip([true, false]).filter(|(standing, _)| **standing == wanted).map(|(_, side)| side).collect()
    };
    let lines = found.sheet.lines.iter().zip(&found.lines).map(|(line, own)| {
        let mut object = json!({ "ends": ends(line), "candidates": sides(own, Standing::Possible) });
        if is_open {
            object["open"] = json!(sides(own, Standing::Open));
        }
        object
    });
    let lines: Vec<Value> = lines.collect();
    let mut object = json!({
        "model": name,
        "puzzle": loaded.puzzle.name(),
        "answer": found.answer.name(),
        "complete": !is_open,
        "optimum": found.optimum,
        "candidates": first["candidates"],
        "layers": layers.collect::<Vec<Value>>(),
        "lines": lines,
    });
    if is_open {
        object["open"] = first["open"].clone();
    }
    object
}

/// Draws candidates on the board of the puzzle: small values in the cells that have no given one.
pub fn picture(loaded: &Loaded, found: &Candidates) -> Picture {
    let givens = loaded.instance.draw_givens().panels.into_iter().next().unwrap_or_default();
    let fits = givens.height() == found.sheet.height && givens.width() == found.sheet.width;
    let mut panels = Vec::new();
    for (layer, cells) in shown(loaded, found) {
        let mut panel = if fits { givens.clone() } else { plain(&found.sheet, layer) };
        if found.sheet.layers.len() > 1 {
            panel.title.clone_from(&layer.name);
        }
        for (own, place) in cells.iter().zip(&layer.cells) {
            if let Some(square) = place.and_then(|at| panel.rows.get_mut(at.row)?.get_mut(at.column)) {
                write(square, short(layer, own));
            }
        }
        panels.push(panel);
    }
    if !found.lines.is_empty() {
        let panel = match panels.pop() {
            Some(last) if found.sheet.layers.iter().all(|layer| layer.values.len() == 1) => last,
            last => {
                panels.extend(last);
                Panel { title: "lines".into(), ..givens }
            }
        };
        let shades = found.sheet.lines.iter().zip(&found.lines).filter_map(|(line, sides)| {
            let colour = match sides {
                [Standing::Possible, Standing::Impossible] => IN_ALL,
                [Standing::Possible, _] => IN_SOME,
                _ => return None,
            };
            Some(line.strokes.iter().map(move |&stroke| Shade { stroke, colour, text: String::new() }))
        });
        panels.push(Panel { shades: shades.flatten().collect(), ..panel });
    }
    Picture { panels, captions: vec![summary(found)] }
}

/// Returns a panel with the cells of a layer.
fn plain(sheet: &Sheet, layer: &SheetLayer) -> Panel {
    Panel { rows: rows(sheet, layer, |_| Square::new(0), Square::hole()), ..Panel::default() }
}

/// Writes candidates on a square that has no given value; a clue moves to the corner.
fn write(square: &mut Square, values: String) {
    if square.given && square.text == values {
        return;
    }
    let clue = std::mem::replace(&mut square.text, values);
    if square.corner.is_empty() && !clue.is_empty() {
        square.corner = clue;
    }
    square.mark = Mark::None;
    square.given = false;
}
