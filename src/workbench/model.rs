//! The model in the page: its diagnostics, the board, and the pictures of the model that can be edited.
//!
//! A picture lists the place of each of its marks, so that an edit on the board changes only the characters of that mark. Start
//! with [`draw`].

use super::place::Places;
use super::problem::diagnostics;
use super::request::{Events, Session, Wrong};
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::diagnostic::Diagnostics;
use crate::model::{Drawing, Marks, Table, Value as Entry};
use crate::puzzle::Loaded;
use crate::puzzle::capability::cells::Cells;
use crate::render::svg;
use crate::source::Span;
use serde_json::{Value, json};

/// Larger pictures are not edited on the board.
const MOST_CELLS: usize = 10_000;

/// Sends the diagnostics and, if the model has no errors, the board.
pub(super) fn draw(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let source = &session.source;
    let mut board = drawn(&loaded, &loaded.instance.draw_givens());
    board["event"] = "board".into();
    board["title"] = loaded.model.title.clone().into();
    board["puzzle"] = loaded.puzzle.name().into();
    board["pictures"] = pictures(&Places::of(source), &loaded.model.fields);
    board["values"] = values(&loaded);
    write(&board);
    let warnings = loaded.instance.lint().map_or(Ok(Vec::new()), |lint| lint.warnings(session.budget))?;
    let mut list = Diagnostics::none();
    warnings.into_iter().for_each(|warning| list.push(warning));
    write(&diagnostics(source, &list, "warning"));
    Ok(())
}

/// Returns a picture as SVG with the places of its panels.
pub(super) fn drawn(loaded: &Loaded, picture: &Picture) -> Value {
    let panels: Vec<Value> = svg::places(picture)
        .into_iter()
        .map(|place| {
            place.map_or(Value::Null, |place| {
                json!({
                    "x": place.x, "y": place.y, "cell": place.cell,
                    "rows": place.rows, "columns": place.columns, "top": place.top,
                })
            })
        })
        .collect();
    json!({ "svg": svg::titled(picture, loaded.model.title.as_deref()), "panels": panels })
}

/// Returns the values of the layers of the board, for palettes.
fn values(loaded: &Loaded) -> Value {
    let sheet = loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
    sheet.layers.iter().map(|layer| json!({ "layer": layer.name, "values": layer.values })).collect()
}

/// Returns the pictures of a table, with the place of each mark.
fn pictures(places: &Places<'_>, fields: &Table) -> Value {
    let mut found = Vec::new();
    for (name, entry) in fields.entries() {
        collect(places, name, &entry.value, &mut found);
    }
    Value::Array(found)
}

fn collect(places: &Places<'_>, path: &str, entry: &Entry, found: &mut Vec<Value>) {
    match entry {
        Entry::Drawing(drawing) => found.extend(of_drawing(places, path, drawing)),
        Entry::Marks(marks) => found.extend(of_marks(places, path, marks)),
        Entry::Table(table) => {
            table.entries().for_each(|(name, entry)| collect(places, &format!("{path}.{name}"), &entry.value, found));
        }
        Entry::Tables(tables) => {
            for (index, table) in tables.iter().enumerate() {
                let entries = table.entries();
                entries.for_each(|(name, entry)| {
                    collect(places, &format!("{path} {}.{name}", index + 1), &entry.value, found);
                });
            }
        }
        Entry::Map(entries) => {
            for (name, entry) in entries {
                collect(places, &format!("{path}.{}", name.value), &entry.value, found);
            }
        }
        _ => {}
    }
}

fn of_drawing(places: &Places<'_>, path: &str, drawing: &Drawing) -> Option<Value> {
    let cells = drawing.cells().map(|(cell, character)| (cell, drawing.span_at(cell), character.to_string()));
    picture(places, path, (drawing.height(), drawing.width()), cells)
}

fn of_marks(places: &Places<'_>, path: &str, marks: &Marks) -> Option<Value> {
    let cells = marks.cells().map(|(cell, mark)| (cell, mark.span, mark.value.clone()));
    picture(places, path, (marks.height(), marks.width()), cells)
}

/// Returns a picture, if it is not too large and the model has its marks literally.
fn picture(
    places: &Places<'_>,
    path: &str,
    (height, width): (usize, usize),
    cells: impl Iterator<Item = (Cell, Span, String)>,
) -> Option<Value> {
    if height * width > MOST_CELLS {
        return None;
    }
    let mut rows = vec![Vec::new(); height];
    for (cell, span, mark) in cells {
        // A row that was filled up has marks without places of their own.
        if places.text(span) != mark {
            return None;
        }
        rows[cell.row].push(json!([places.units(span.start), mark]));
    }
    Some(json!({ "name": path, "rows": height, "columns": width, "marks": rows }))
}
