//! The parts of a model that can be edited on the board: pictures, lists beside the board, paths, and its size.
//!
//! A part lists the place of each of its marks, so that an edit on the board changes only the characters of that mark. Start with
//! [`pictures`].

use super::place::Places;
use boardwright_base::board::{Cell, written};
use boardwright_base::source::Span;
use boardwright_model::{Drawing, Marks, Spanned, Table, Value as Entry};
use serde_json::{Value, json};

/// Larger pictures are not edited on the board.
const MOST_CELLS: usize = 10_000;

/// Returns the pictures and lists of a table, with the place of each mark.
pub(super) fn pictures(places: &Places<'_>, fields: &Table) -> Value {
    let mut found = Vec::new();
    for (name, entry) in fields.entries() {
        collect(places, name, entry, &mut found);
    }
    Value::Array(found)
}

fn collect(places: &Places<'_>, path: &str, entry: &Spanned<Entry>, found: &mut Vec<Value>) {
    match &entry.value {
        Entry::Drawing(drawing) => found.extend(of_drawing(places, path, drawing)),
        Entry::Marks(marks) => found.extend(of_marks(places, path, marks)),
        Entry::List(items) if path.starts_with("list.") => found.extend(of_list(places, path, items)),
        Entry::Table(table) => {
            table.entries().for_each(|(name, entry)| collect(places, &format!("{path}.{name}"), entry, found));
        }
        Entry::Tables(tables) => {
            for (index, table) in tables.iter().enumerate() {
                let entries = table.entries();
                entries
                    .for_each(|(name, entry)| collect(places, &format!("{path} {}.{name}", index + 1), entry, found));
            }
        }
        Entry::Map(entries) => {
            for (name, entry) in entries {
                collect(places, &format!("{path}.{}", name.value), entry, found);
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

/// Returns a picture, if it is not too large and the model has its marks literally. A mark that fills up a short row is null.
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
        let is_literal = places.text(span) == mark;
        if !is_literal && mark != "_" {
            return None;
        }
        rows[cell.row].push(if is_literal { json!([places.units(span.start), mark]) } else { Value::Null });
    }
    let table = path.split('.').next().unwrap_or_default();
    let kind = if ["between", "anywhere", "corner"].contains(&table) { table } else { "cell" };
    Some(json!({ "name": path, "kind": kind, "rows": height, "columns": width, "marks": rows }))
}

/// Returns a list at a side of the board as a picture of one column.
fn of_list(places: &Places<'_>, path: &str, items: &[Spanned<Entry>]) -> Option<Value> {
    let side = match path.rsplit('.').next()? {
        "rows" | "left" => "left",
        "columns" | "top" => "top",
        side @ ("right" | "bottom") => side,
        _ => return None,
    };
    let mut ends = 0;
    let mut marks = Vec::new();
    for item in items {
        // Items that were written as a range or an expression share a place.
        if item.span.start < ends || item.span.start == item.span.end {
            return None;
        }
        ends = item.span.end;
        marks.push(json!([[places.units(item.span.start), places.text(item.span)]]));
    }
    Some(json!({ "name": path, "kind": side, "rows": marks.len(), "columns": 1, "marks": marks }))
}

/// Returns the paths of the rules, with their places.
pub(super) fn paths(places: &Places<'_>, fields: &Table) -> Value {
    let of_rule = |(index, rule): (usize, &Table)| -> Option<Value> {
        let along = rule.get("along")?;
        let letters = fields.table("grid").is_some_and(|grid| grid.text("coordinates") == Some("A1"));
        let items = along.value.as_list().unwrap_or_default();
        let several: Option<Vec<Vec<[i64; 2]>>> =
            items.iter().map(|item| cells(places, &item.value, letters)).collect();
        let (is_list, paths) = match several.filter(|paths| !paths.is_empty()) {
            Some(paths) => (true, paths),
            None => (false, vec![cells(places, &along.value, letters)?]),
        };
        let own = if is_list { items.iter().map(|item| places.span(item.span)).collect() } else { Vec::new() };
        let name = rule.text("name").map_or_else(|| format!("rule {}", index + 1), str::to_string);
        Some(json!({ "name": name, "place": places.span(along.span), "paths": paths, "places": own }))
    };
    fields.tables("rule").iter().enumerate().filter_map(of_rule).collect()
}

/// Returns the cells of a path whose numbers are literal, or which is a text.
fn cells(places: &Places<'_>, path: &Entry, letters: bool) -> Option<Vec<[i64; 2]>> {
    if let Some(text) = path.as_text() {
        let cells = written::path(text, letters).ok()?;
        return Some(cells.into_iter().map(|cell| [cell.row as i64 + 1, cell.column as i64 + 1]).collect());
    }
    let number =
        |entry: &Spanned<Entry>| entry.value.as_integer().filter(|_| places.text(entry.span).parse::<i64>().is_ok());
    let cell = |entry: &Spanned<Entry>| match entry.value.as_list()? {
        [row, column] => Some([number(row)?, number(column)?]),
        _ => None,
    };
    path.as_list()?.iter().map(cell).collect()
}

/// Returns the size of the board as the model writes it: null where it follows from a picture or a parameter.
pub(super) fn size(places: &Places<'_>, fields: &Table) -> Value {
    let Some(grid) = fields.table("grid") else { return json!({ "shape": null, "rows": null, "columns": null }) };
    let of = |name: &str| {
        let entry = grid.get(name)?;
        let value = entry.value.as_integer()?;
        let is_literal = places.text(entry.span) == value.to_string();
        is_literal.then(|| json!({ "place": places.span(entry.span), "value": value }))
    };
    let is_fixed = |name: &str| grid.get(name).is_some() && of(name).is_none();
    json!({
        "shape": grid.text("shape").unwrap_or("square"),
        "fixed": is_fixed("rows") || is_fixed("columns") || grid.get("side").is_some(),
        "rows": of("rows"),
        "columns": of("columns"),
    })
}
