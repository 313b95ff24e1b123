//! The board of a model: its shape, its size and its cells, and whether pictures fit it.
//!
//! A board is drawn (`cells`, `given`, or the first picture) or has a size (`rows`, `columns`, `side`, `levels`). The
//! rows of hexagons and triangles are drawn as they lie: how far a row is indented says where it begins.

mod graph;
mod polygons;

use super::resolve::mistake;
use crate::fields::MAX_SIDE;
use crate::topology::Topology;
use boardwright_base::board::tiling::{RowStarts, Tiling};
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::Span;
use boardwright_model::{Marks, Misplaced, Table, hexagon_starts, triangle_starts, triangles};

/// Returns the cells of a board; `None` where there is no board.
pub(super) fn topology(fields: &Table, grid: &Table, wrong: &mut Diagnostics) -> Option<Topology> {
    let shape = grid.text("shape").unwrap_or("square");
    only_for(grid, shape, wrong)?;
    let drawn = grid.marks("cells").or_else(|| grid.marks("start")).or_else(|| grid.marks("given"));
    let sized = ["rows", "columns", "side", "levels"].iter().any(|key| grid.get(key).is_some());
    let pictures = fields.map("picture").first().and_then(|(_, value)| value.value.as_marks());
    let picture = drawn.or_else(|| pictures.filter(|_| !sized));
    let topology = match (shape, picture) {
        ("hexagons" | "triangles", Some(marks)) => drawn_rows(shape, marks, wrong)?,
        ("hexagons" | "triangles", None) => sized_rows(grid, shape, wrong)?,
        ("cubes", _) => cubes(grid, picture, wrong)?,
        ("graph", _) => graph::read(grid, wrong)?,
        ("polygons", _) => polygons::read(grid, wrong)?,
        _ => square(grid, picture, wrong)?,
    };
    for (found, key) in [(topology.height, "rows"), (topology.width, "columns")] {
        if found > MAX_SIDE as usize {
            let message = format!("the board has {found} {key}; expected at most {MAX_SIDE}");
            wrong.push(mistake("too-large", grid.span, message));
            return None;
        }
    }
    if shape == "square" || shape == "graph" {
        marks_of(fields).into_iter().filter_map(Marks::ragged).for_each(|ragged| wrong.push(ragged.clone()));
    }
    if let Some(cells) = grid.marks("cells").filter(|_| shape != "graph") {
        for (cell, mark) in cells.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_") {
            let message = format!(
                "unknown character `{}` at {cell} in `cells`; expected '.' (a cell) or '_' (no cell)",
                mark.value
            );
            let help = "put given values in `given` and printed marks in [picture]";
            wrong.push(mistake("unknown-character", mark.span, message).help(help));
        }
    }
    let wrap = grid.boolean("wrap") == Some(true);
    let is_drawn = |cell| drawn.is_none_or(|marks| marks.at(cell).value != "_");
    let is_cell = |cell| topology.id(cell).is_some() && is_drawn(cell);
    let Topology { tiling, height, width, lengths, .. } = &topology;
    let found = Topology::tiled(tiling.clone(), *height, *width, is_cell).with(wrap, lengths.clone());
    if found.cells.is_empty() {
        wrong.push(mistake("no-cells", drawn.map_or(grid.span, Marks::span), "the board has no cells"));
        return None;
    }
    Some(found)
}

/// Reports keys that the shape does not have.
fn only_for(grid: &Table, shape: &str, wrong: &mut Diagnostics) -> Option<()> {
    let shapes: [(&str, &[&str]); 7] = [
        ("edges", &["graph"]),
        ("tiling", &["polygons"]),
        ("patch", &["polygons"]),
        ("polygons", &["polygons"]),
        ("wrap", &["square"]),
        ("side", &["hexagons", "triangles", "cubes"]),
        ("levels", &["cubes"]),
    ];
    let mut fits = Some(());
    for (key, shapes) in shapes {
        let is_there = grid.get(key).is_some() && grid.boolean(key) != Some(false);
        if is_there && !shapes.contains(&shape) {
            let message = format!("`{key}` is not supported for shape = \"{shape}\"");
            let why = match key {
                "wrap" => "; only a rectangle of squares has opposite edges that fit",
                _ => "",
            };
            let help = format!("`{key}` is for shape = {}{why}", quoted(shapes));
            wrong.push(mistake("wrong-shape", grid.span_of(key), message).help(help));
            fits = None;
        }
    }
    fits
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

/// All pictures of a model.
fn marks_of(fields: &Table) -> Vec<&Marks> {
    let mut found = Vec::new();
    for (_, value) in fields.entries() {
        value.value.marks_within(&mut found);
    }
    found
}

fn square(grid: &Table, picture: Option<&Marks>, wrong: &mut Diagnostics) -> Option<Topology> {
    let stated = |key: &str| grid.integer(key).map(|n| n as usize);
    let (rows, columns) = match (picture, stated("rows"), stated("columns")) {
        (Some(marks), _, _) => (marks.height(), marks.width()),
        (None, Some(rows), Some(columns)) => (rows, columns),
        _ => {
            wrong.push(
                mistake("no-board", grid.span, "missing size of the board")
                    .help("add `rows` and `columns`, or draw the board: cells = a picture of '.' and '_'"),
            );
            return None;
        }
    };
    agrees(grid, &[("rows", rows), ("columns", columns)], wrong);
    Some(Topology::new(rows, columns, false, |_| true))
}

/// Reports stated sizes that the picture of the board contradicts.
fn agrees(grid: &Table, sizes: &[(&str, usize)], wrong: &mut Diagnostics) {
    for &(key, found) in sizes {
        if let Some(stated) = grid.integer(key).filter(|&stated| stated as usize != found) {
            let message = format!("`{key}` is {stated}, but the picture has {found}");
            let help = format!("remove `{key}`: the picture defines it");
            wrong.push(mistake("size-mismatch", grid.span_of(key), message).help(help));
        }
    }
}

/// Returns a board with rows of these lengths, which begin at these half cells.
fn of_rows(shape: &str, lengths: Vec<usize>, halves: &[i64], down: bool) -> Topology {
    let starts = RowStarts::of_halves(halves);
    let tiling = match shape {
        "hexagons" => Tiling::Hexagons(starts),
        _ => Tiling::Triangles { starts, down },
    };
    let width = lengths.iter().max().copied().unwrap_or(0);
    let topology = Topology::tiled(tiling, lengths.len(), width, |at| at.column < lengths[at.row]);
    topology.with(false, lengths)
}

/// Returns a board of hexagons or triangles by its size.
fn sized_rows(grid: &Table, shape: &str, wrong: &mut Diagnostics) -> Option<Topology> {
    let stated = |key: &str| grid.integer(key).map(|n| n as usize);
    match (stated("side"), stated("rows"), stated("columns")) {
        (Some(side), None, None) if shape == "hexagons" => {
            let lengths: Vec<usize> = (side..2 * side).chain((side..2 * side - 1).rev()).collect();
            let halves: Vec<i64> = lengths.iter().map(|&length| -(length as i64)).collect();
            Some(of_rows(shape, lengths, &halves, false))
        }
        (Some(side), None, None) => {
            let lengths: Vec<usize> = (0..side).map(|row| 2 * row + 1).collect();
            let halves: Vec<i64> = (0..side as i64).map(|row| -row).collect();
            let down = side % 2 == 0;
            Some(of_rows(shape, lengths, &halves, down))
        }
        (None, Some(rows), Some(columns)) => {
            let halves: Vec<i64> = (0..rows as i64).map(|row| if shape == "hexagons" { row } else { 0 }).collect();
            Some(of_rows(shape, vec![columns; rows], &halves, false))
        }
        _ => {
            let what = if shape == "hexagons" { "a hexagon" } else { "a triangle" };
            wrong.push(mistake("no-board", grid.span, "missing size of the board").help(format!(
                "add `side` ({what}), or `rows` and `columns`, or draw the board: cells = a picture of '.' and '_'"
            )));
            None
        }
    }
}

/// Returns a board of hexagons or triangles as it is drawn.
fn drawn_rows(shape: &str, marks: &Marks, wrong: &mut Diagnostics) -> Option<Topology> {
    let starts = if shape == "hexagons" { hexagon_starts(marks.drawn()) } else { triangle_starts(marks.drawn()) };
    match starts {
        Ok(halves) => {
            let lengths = marks.drawn().iter().map(|row| row.length).collect();
            let down = matches!(triangles(&halves), Tiling::Triangles { down: true, .. });
            Some(of_rows(shape, lengths, &halves, down))
        }
        Err(misplaced) => {
            wrong.push(mistake("wrong-shape", misplaced.span, misplaced.message).help(misplaced.help));
            None
        }
    }
}

/// Returns a board of cubes: levels of rows and columns.
fn cubes(grid: &Table, picture: Option<&Marks>, wrong: &mut Diagnostics) -> Option<Topology> {
    let stated = |key: &str| grid.integer(key).map(|n| n as usize);
    let [levels, rows, columns] = match picture {
        Some(marks) => {
            let levels = 1 + marks.drawn().iter().filter(|row| row.is_apart).count();
            let rows = marks.height() / levels;
            let found = [levels, rows.max(1), marks.width()];
            agrees(grid, &[("levels", levels), ("rows", rows), ("columns", marks.width())], wrong);
            if let Some((message, span)) = uneven_levels(marks, rows) {
                wrong
                    .push(mistake("wrong-shape", span, message).help("separate levels of equal size by an empty line"));
                return None;
            }
            found
        }
        None => {
            let side = stated("side");
            let of = |key: &str| stated(key).or(side);
            match (of("levels"), of("rows"), of("columns")) {
                (Some(levels), Some(rows), Some(columns)) => [levels, rows, columns],
                _ => {
                    wrong.push(
                        mistake("no-board", grid.span, "missing size of the board").help(
                            "add `levels`, `rows` and `columns`, or `side`, or draw the levels one after the other",
                        ),
                    );
                    return None;
                }
            }
        }
    };
    Some(Topology::tiled(Tiling::Cubes { rows }, levels * rows, columns, |_| true))
}

/// Returns what is wrong with the levels of a picture.
fn uneven_levels(marks: &Marks, rows: usize) -> Option<(String, Span)> {
    for (index, row) in marks.drawn().iter().enumerate() {
        if row.length != marks.width() {
            let message = format!("row {} has {} cells; expected {}", index + 1, row.length, marks.width());
            return Some((message, row.span));
        }
        if index > 0 && row.is_apart != (index % rows == 0) {
            return Some(("the levels have different numbers of rows".to_string(), row.span));
        }
    }
    None
}

/// Checks whether a picture has a place for each place of the board (`scale` 2: also for each side).
pub(super) fn fits(topology: &Topology, what: &str, marks: &Marks, scale: usize, wrong: &mut Diagnostics) -> bool {
    let (rows, columns) = (scale * topology.height + 1 - scale, scale * topology.width + 1 - scale);
    let drawn = |column: usize| marks.drawn().get(column).map(|row| row.length);
    let place = match &topology.tiling {
        Tiling::Square | Tiling::Graph(_) | Tiling::Polygons(_) => None,
        Tiling::Cubes { rows } => uneven_levels(marks, *rows),
        Tiling::Hexagons(starts) => misplaced(hexagon_starts(marks.drawn()), starts, marks),
        Tiling::Triangles { starts, .. } => misplaced(triangle_starts(marks.drawn()), starts, marks),
    };
    let uneven = (0..rows).find(|&row| scale == 1 && drawn(row).is_some_and(|found| found != topology.lengths[row]));
    let wrong_size = (marks.height(), marks.width()) != (rows, columns);
    let found = if wrong_size {
        let (height, width) = (marks.height(), marks.width());
        let message = format!("{what} has {height} rows and {width} columns; expected {rows} and {columns}");
        (message, marks.span())
    } else if let Some(row) = uneven.filter(|_| topology.tiling != Tiling::Square) {
        let (found, expected) = (marks.drawn()[row].length, topology.lengths[row]);
        (format!("row {} of {what} has {found} cells; expected {expected}", row + 1), marks.drawn()[row].span)
    } else if let Some((message, span)) = place {
        (format!("{what}: {message}"), span)
    } else {
        return true;
    };
    let help = match scale {
        2 => format!(
            "draw a place for each of the {} by {} cells, which [between] ignores, and one between any two neighbours",
            topology.height, topology.width
        ),
        _ => "draw a place for each cell of the board; '.' for no mark".to_string(),
    };
    wrong.push(mistake("size-mismatch", found.1, found.0).help(help));
    false
}

/// Returns what is wrong where the rows of a picture do not begin where those of the board begin.
fn misplaced(found: Result<Vec<i64>, Misplaced>, starts: &RowStarts, marks: &Marks) -> Option<(String, Span)> {
    let found = match found {
        Ok(found) => RowStarts::of_halves(&found),
        Err(misplaced) => return Some((misplaced.message, misplaced.span)),
    };
    let row = found.halves().iter().zip(starts.halves()).position(|(found, expected)| found != expected)?;
    let message = format!("row {} does not begin where the board's row begins", row + 1);
    Some((message, marks.drawn()[row].span))
}
