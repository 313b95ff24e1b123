//! Tables of numbers of solutions as text, JSON and heat maps.
//!
//! A heat map has a panel for each value: the darker a cell, the more of the solutions have the value there; the darkest has the
//! largest share of all. Its numbers are percentages, rounded; text and JSON have exact numbers. In text and in heat maps the value `.`, which usually stands for an
//! empty cell, has no table of its own, because what the others leave is its number.

use super::number::count;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Ground, Mark, Panel, Picture, Shade, Square};
use boardwright_puzzle::Instance;
use boardwright_puzzle::capability::cells::{Sheet, SheetLayer, SheetLine};
use boardwright_tasks::answer::{Breakdown, CellCounts};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

/// Formats a table for a person.
pub fn text(table: &Breakdown) -> String {
    match table {
        Breakdown::Cells(cells) => cells_text(cells),
        Breakdown::Distribution { of, sums } => {
            let rows = sums.iter().map(|(sum, count)| [sum.to_string(), count.to_string()]);
            let rows: Vec<[String; 2]> = std::iter::once([of.clone(), "solutions".into()]).chain(rows).collect();
            aligned(rows.iter().map(|row| row.to_vec()).collect())
        }
    }
}

/// Returns the ends of a line as row and column, from 1.
pub(super) fn ends(line: &SheetLine) -> [[usize; 2]; 2] {
    line.ends.map(|Cell { row, column }| [row + 1, column + 1])
}

fn cells_text(cells: &CellCounts) -> String {
    let mut out = String::new();
    for (layer, counts) in cells.sheet.layers.iter().zip(&cells.layers) {
        for (value, title) in titles(cells, layer) {
            let table = rows(&cells.sheet, layer, |cell| counts[cell][value].to_string(), "_".into());
            out += &format!("{title}\n{}\n", aligned(table));
        }
    }
    if !cells.lines.is_empty() {
        let lines = cells.sheet.lines.iter().zip(&cells.lines);
        let table = lines.map(|(line, count)| vec![name(line), count.to_string()]).collect();
        out += &format!("lines\n{}\n", aligned(table));
    }
    out
}

/// Returns the values of a layer that have a table for people, each with its title.
fn titles(cells: &CellCounts, layer: &SheetLayer) -> Vec<(usize, String)> {
    let in_layer = if cells.sheet.layers.len() > 1 { format!(" ({})", layer.name) } else { String::new() };
    let values = layer.values.iter().enumerate().filter(|(_, name)| *name != "." || layer.values.len() == 1);
    values.map(|(value, name)| (value, format!("{name}{in_layer}"))).collect()
}

pub(super) fn name(line: &SheetLine) -> String {
    format!("{}-{}", line.ends[0], line.ends[1])
}

/// Returns what the cells of a layer have, in rows and columns; `none` where there is no cell.
pub(super) fn rows<T: Clone>(sheet: &Sheet, layer: &SheetLayer, of: impl Fn(usize) -> T, none: T) -> Vec<Vec<T>> {
    let mut rows = vec![vec![none; sheet.width]; sheet.height];
    for (index, place) in layer.cells.iter().enumerate() {
        if let Some(Cell { row, column }) = *place {
            rows[row][column] = of(index);
        }
    }
    rows
}

/// Aligns columns at the right; every row ends its line.
pub(super) fn aligned(rows: Vec<Vec<String>>) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<String>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

/// Returns a table as JSON: for cells, by layer and value the rows of the board, null where there is no cell.
pub fn json(table: &Breakdown) -> Value {
    match table {
        Breakdown::Distribution { of, sums } => {
            let sums = sums.iter().map(|(sum, number)| json!({ "value": sum, "count": count(number) }));
            json!({ "of": of, "distribution": sums.collect::<Vec<Value>>() })
        }
        Breakdown::Cells(cells) => {
            let layers = cells.sheet.layers.iter().zip(&cells.layers).map(|(layer, counts)| {
                let value = |(value, name): (usize, &String)| {
                    let rows = rows(&cells.sheet, layer, |cell| count(&counts[cell][value]), Value::Null);
                    (name.clone(), json!(rows))
                };
                let values: Map<String, Value> = layer.values.iter().enumerate().map(value).collect();
                json!({ "name": layer.name, "values": values })
            });
            let lines = cells.sheet.lines.iter().zip(&cells.lines);
            let lines = lines.map(|(line, number)| json!({ "ends": ends(line), "count": count(number) }));
            json!({
                "of": "cell",
                "layers": layers.collect::<Vec<Value>>(),
                "lines": lines.collect::<Vec<Value>>(),
            })
        }
    }
}

/// Draws the shares of cells and lines on the board of the puzzle.
pub fn picture(instance: &dyn Instance, cells: &CellCounts) -> Picture {
    let givens = instance.draw_givens().panels.into_iter().next().unwrap_or_default();
    let fits = givens.height() == cells.sheet.height && givens.width() == cells.sheet.width;
    let scale = Scale::of(cells);
    let mut panels = Vec::new();
    for (layer, counts) in cells.sheet.layers.iter().zip(&cells.layers) {
        for (value, title) in titles(cells, layer) {
            let mut panel = if fits { givens.clone() } else { plain(cells, layer) };
            panel.title = title;
            for (counts, place) in counts.iter().zip(&layer.cells) {
                if let Some(square) = place.and_then(|at| panel.rows.get_mut(at.row)?.get_mut(at.column)) {
                    shaded(square, &counts[value], &scale);
                }
            }
            panels.push(panel);
        }
    }
    if !cells.lines.is_empty() {
        let lines = cells.sheet.lines.iter().zip(&cells.lines);
        let shades = lines.flat_map(|(line, count)| {
            let (colour, text) = (scale.colour(count), scale.text(count));
            let text = move |index: usize| if index == 0 { text.clone() } else { String::new() };
            let shade = move |(index, &stroke)| Shade { stroke, colour, text: text(index) };
            line.strokes.iter().enumerate().map(shade).collect::<Vec<Shade>>()
        });
        panels.push(Panel { title: "lines".into(), shades: shades.collect(), ..givens });
    }
    let noun = if cells.total == BigUint::from(1u32) { "solution" } else { "solutions" };
    let captions = vec![format!("Shares of {} {noun}, in percent", cells.total)];
    Picture { panels, captions }
}

/// Returns a panel with the cells of a layer.
fn plain(cells: &CellCounts, layer: &SheetLayer) -> Panel {
    Panel { rows: rows(&cells.sheet, layer, |_| Square::new(0), Square::hole()), ..Panel::default() }
}

/// Shows a share on a square instead of its content; a clue moves to the corner.
fn shaded(square: &mut Square, count: &BigUint, scale: &Scale) {
    let clue = std::mem::replace(&mut square.text, scale.text(count));
    if square.corner.is_empty() && !clue.is_empty() {
        square.corner = clue;
    }
    square.mark = Mark::None;
    square.second = String::new();
    square.ground = Ground::Tinted(scale.colour(count));
}

/// The shares that a heat map shows.
struct Scale {
    /// The number of solutions.
    total: BigUint,
    /// The largest number in the map, at least 1.
    most: BigUint,
}

impl Scale {
    fn of(cells: &CellCounts) -> Scale {
        let shown = cells.sheet.layers.iter().zip(&cells.layers).flat_map(|(layer, counts)| {
            let values: Vec<usize> = titles(cells, layer).into_iter().map(|(value, _)| value).collect();
            let there = counts.iter().zip(&layer.cells).filter(|(_, place)| place.is_some());
            there.flat_map(move |(counts, _)| values.clone().into_iter().map(|value| &counts[value]))
        });
        let most = shown.chain(&cells.lines).max().cloned().unwrap_or_default();
        Scale { total: cells.total.clone(), most: most.max(1u32.into()) }
    }

    /// Returns the rounded percentage; only none is 0, and only all is 100.
    fn text(&self, count: &BigUint) -> String {
        match (thousandths(count, &self.total) + 5) / 10 {
            0 if *count > BigUint::ZERO => "<1".into(),
            0 => "0".into(),
            100 if *count != self.total => ">99".into(),
            percent => percent.to_string(),
        }
    }

    /// Returns a colour from white to a blue on which black text is readable.
    fn colour(&self, count: &BigUint) -> [u8; 3] {
        const FULL: [u64; 3] = [0x5a, 0xa0, 0xd6];
        let share = thousandths(count, &self.most);
        FULL.map(|full| (255 - (255 - full) * share / 1000) as u8)
    }
}

/// Returns a share in thousandths, rounded down.
fn thousandths(count: &BigUint, of: &BigUint) -> u64 {
    u64::try_from(&(count * 1000u32 / of)).unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_none_is_0_percent_and_only_all_is_100() {
        let scale = |total: u32| Scale { total: total.into(), most: total.into() };
        let text = |count: u32, total: u32| scale(total).text(&count.into());
        assert_eq!(text(0, 7), "0");
        assert_eq!(text(7, 7), "100");
        assert_eq!((text(1, 100_000), text(99_999, 100_000)), ("<1".into(), ">99".into()));
        assert_eq!((text(1, 3), text(2, 3), text(1, 2)), ("33".into(), "67".into(), "50".into()));
        assert_eq!((scale(9).colour(&0u32.into()), scale(9).colour(&9u32.into())), ([255; 3], [0x5a, 0xa0, 0xd6]));
    }
}
