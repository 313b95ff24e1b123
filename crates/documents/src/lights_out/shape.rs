//! Boards that are not of squares: hexagons, triangles and graphs. What each button changes is listed once.
//!
//! On hexagons and triangles, `plus` is a cell with the cells that share a side, `king` also those that share a corner,
//! `row-and-column` all straight lines through the cell, and a drawn reach lies as it is drawn (turned over in triangles
//! that point the other way). A graph has `edges`, and a press changes a vertex and its neighbours.

use super::reach::{Reach, pressed};
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::{GraphEdges, RowStarts, Tiling};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_model::{Drawing, Misplaced, Table, Value, hexagon_starts, triangle_starts, triangles};
use std::sync::Arc;

/// The distance of two vertices in a drawing, in tenths of the side of a square.
const APART: usize = 16;

/// The cells of a board in its array.
pub(super) struct Places {
    /// In reading order.
    pub(super) cells: Vec<Cell>,
    pub(super) height: usize,
    pub(super) width: usize,
}

impl Places {
    fn index(&self, cell: Cell) -> usize {
        cell.row * self.width + cell.column
    }

    fn has(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}

/// Returns the tiling of a board, and the reach of each button, unless the model lists it.
pub(super) fn read(
    places: &Places,
    drawing: &Drawing,
    fields: &Table,
    wrong: &mut Diagnostics,
) -> Option<(Tiling, Option<Reach>)> {
    let shape = fields.text("shape").unwrap_or("square");
    if fields.boolean("wrap") == Some(true) {
        let message = format!("`wrap` is not supported for shape = \"{shape}\"");
        let mistake = Diagnostic::new("wrong-shape", message).at(fields.span_of("wrap"), "");
        let help = "only a board of squares is joined at its edges; state the reach as a list of pictures";
        wrong.push(mistake.help(help));
    }
    let tiling = match shape {
        "graph" => graph(places, fields, wrong)?,
        _ => of_picture(shape, drawing).map_err(|reason| wrong.push(misplaced(&reason))).ok()?,
    };
    if fields.list("reach").is_some() {
        return Some((tiling, None));
    }
    let reach = reach(places, &tiling, shape, fields, wrong)?;
    Some((tiling, Some(reach)))
}

/// Reports keys and pictures that only boards of other shapes have.
pub(super) fn check_keys(fields: &Table, shape: &str, wrong: &mut Diagnostics) {
    if fields.get("edges").is_some() && shape != "graph" {
        let mistake = Diagnostic::new("wrong-shape", "`edges` is supported only for shape = \"graph\"");
        wrong.push(mistake.at(fields.span_of("edges"), ""));
    }
    if ["hexagons", "triangles"].contains(&shape) {
        return;
    }
    let mut drawings: Vec<&Drawing> = fields.drawing("lights").into_iter().chain(fields.drawing("reach")).collect();
    for item in fields.list("reach").into_iter().flatten() {
        if let Value::Drawing(drawing) = &item.value {
            drawings.push(drawing);
        }
    }
    drawings.iter().flat_map(|drawing| drawing.ragged()).for_each(|mistake| wrong.push(mistake.clone()));
}

fn misplaced(reason: &Misplaced) -> Diagnostic {
    Diagnostic::new("wrong-shape", reason.message.clone()).at(reason.span, "").help(reason.help)
}

/// Returns the tiling of a picture of hexagons or triangles.
fn of_picture(shape: &str, drawing: &Drawing) -> Result<Tiling, Misplaced> {
    Ok(match shape {
        "hexagons" => Tiling::Hexagons(RowStarts::of_halves(&hexagon_starts(drawing.drawn())?)),
        _ => triangles(&triangle_starts(drawing.drawn())?),
    })
}

/// Returns the reach of each button.
fn reach(places: &Places, tiling: &Tiling, shape: &str, fields: &Table, wrong: &mut Diagnostics) -> Option<Reach> {
    let (height, width) = (places.height, places.width);
    let name = fields.text("reach").unwrap_or("plus");
    if let Some(drawing) = fields.drawing("reach") {
        let steps = match shape {
            "graph" => Err(unsupported("a drawn reach", shape, fields)),
            _ => of_picture(shape, drawing)
                .map_err(|reason| misplaced(&reason))
                .and_then(|tiling| drawn(drawing, &tiling)),
        };
        let steps = steps.map_err(|mistake| wrong.push(mistake)).ok()?;
        return Some(each(places, |at| steps.iter().filter_map(|&by| tiling.step(at, by, height, width)).collect()));
    }
    if name == "row-and-column" && shape != "graph" {
        return Some(each(places, |at| lines(places, tiling, at)));
    }
    let steps = match (name, shape) {
        ("plus" | "king", "graph") => tiling.steps("wazir").ok(),
        ("plus", _) => tiling.steps("wazir").ok(),
        ("king" | "knight", "hexagons" | "triangles") => tiling.steps(name).ok(),
        _ => None,
    };
    let Some(steps) = steps else {
        wrong.push(unsupported(&format!("`reach = \"{name}\"`"), shape, fields));
        return None;
    };
    let is_itself = name != "knight";
    Some(each(places, |at| {
        let around = steps.iter().filter_map(|&by| tiling.step(at, by, height, width));
        around.chain(is_itself.then_some(at)).collect()
    }))
}

fn unsupported(what: &str, shape: &str, fields: &Table) -> Diagnostic {
    let message = format!("{what} is not supported for shape = \"{shape}\"");
    let help = match shape {
        "graph" => "a graph has neighbours only: use \"plus\", or a list with a picture for each light",
        "triangles" => "triangles have \"plus\", \"king\" and \"row-and-column\", or a picture",
        _ => "use another reach, or a picture",
    };
    Diagnostic::new("wrong-shape", message).at(fields.span_of("reach"), "").help(help)
}

/// Returns the steps of a picture, as in a triangle that points up.
fn drawn(drawing: &Drawing, tiling: &Tiling) -> Result<Vec<(i64, i64)>, Diagnostic> {
    let button = pressed(drawing)?;
    let (row, column) = tiling.coordinates(button);
    let sign = if tiling.points_down(button) { -1 } else { 1 };
    let changed = drawing.cells().filter(|&(_, character)| matches!(character, '#' | 'O'));
    Ok(changed
        .map(|(cell, _)| {
            let (down, right) = tiling.coordinates(cell);
            (sign * (down - row), sign * (right - column))
        })
        .collect())
}

/// Returns the cells of all straight lines through a cell, across holes.
fn lines(places: &Places, tiling: &Tiling, at: Cell) -> Vec<Cell> {
    let mut found = vec![at];
    for direction in tiling.directions() {
        for sign in [-1, 1] {
            let step = (sign * direction.step.0, sign * direction.step.1);
            let ahead = |&from: &Cell| tiling.ahead(from, step, places.height, places.width);
            found.extend(std::iter::successors(Some(at), ahead).skip(1));
        }
    }
    found
}

/// Lists what each button changes.
fn each(places: &Places, reached: impl Fn(Cell) -> Vec<Cell>) -> Reach {
    let mut each = vec![Vec::new(); places.height * places.width];
    for &button in &places.cells {
        let mut reached: Vec<usize> =
            reached(button).into_iter().filter(|&cell| places.has(cell)).map(|cell| places.index(cell)).collect();
        reached.sort_unstable();
        reached.dedup();
        each[places.index(button)] = reached;
    }
    Reach::Each(each)
}

/// Returns the graph with the edges of a model: paths over lights, which have numbers from 1 in reading order.
fn graph(places: &Places, fields: &Table, wrong: &mut Diagnostics) -> Option<Tiling> {
    let (cells, width) = (&places.cells, places.width);
    let Some(edges) = fields.text("edges") else {
        let mistake = Diagnostic::new("missing-key", "missing `edges` of the graph").at(fields.span_of("shape"), "");
        wrong.push(mistake.help("list paths over lights, numbered in reading order: edges = \"1-2-3-1 3-4\""));
        return None;
    };
    let mut neighbours = vec![Vec::new(); places.height * places.width];
    for path in edges.split_whitespace() {
        let end = |word: &str| {
            let number = word.parse::<usize>().ok().filter(|&number| number > 0)?;
            Some(*cells.get(number - 1)?)
        };
        let ends: Vec<Option<Cell>> = path.split('-').map(end).collect();
        let mut joined = ends.windows(2).map(|pair| Some([pair[0]?, pair[1]?]).filter(|[a, b]| a != b));
        match joined.by_ref().collect::<Option<Vec<[Cell; 2]>>>().filter(|pairs| !pairs.is_empty()) {
            Some(pairs) => pairs.into_iter().for_each(|[a, b]| {
                neighbours[places.index(a)].push(b);
                neighbours[places.index(b)].push(a);
            }),
            None => {
                let message = format!("`{path}` is not a path over lights");
                let help = format!("expected different numbers from 1 to {}, joined by `-`: 1-2-3", cells.len());
                wrong.push(Diagnostic::new("wrong-graph", message).at(fields.span_of("edges"), "").help(help));
            }
        }
    }
    for around in &mut neighbours {
        around.sort_unstable();
        around.dedup();
    }
    let place = |index: usize| Cell::new(index / width, index % width);
    let drawn = (0..neighbours.len())
        .map(place)
        .map(|at| (APART * at.row + APART / 2, APART * at.column + APART / 2))
        .collect();
    let names = vec![String::new(); neighbours.len()];
    Some(Tiling::Graph(Arc::new(GraphEdges { neighbours, names, drawn, width })))
}
