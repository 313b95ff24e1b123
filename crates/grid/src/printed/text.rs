//! Pictures in the text of a model: the edit that removes a mark, and the edit that adds given values.

use crate::Grid;
use crate::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::source::{pad_left, pad_right};
use boardwright_model::{Marks, Model};
use boardwright_puzzle::capability::printed_clues::Edit;

/// Checks whether marks have places of their own: they have none where the picture is written with escapes.
pub(super) fn has_places(marks: &Marks) -> bool {
    marks.cells().all(|(_, mark)| mark.span != marks.span())
}

/// Returns a dot, and the blanks that keep the words of the other rows aligned.
pub(super) fn nothing(source: &str, marks: &Marks, at: Cell) -> String {
    let mark = marks.at(at);
    let width = mark.value.chars().count();
    let column = |offset: usize| offset - source[..offset].rfind('\n').map_or(0, |before| before + 1);
    // Words of several lengths show on which side a column is flush.
    let others = (0..marks.height()).map(|row| marks.at(Cell::new(row, at.column)));
    let mut others = others.filter(|other| other.value.chars().count() != width);
    let is_right = others.any(|other| column(other.span.end) == column(mark.span.end));
    let is_last = source[mark.span.end..].starts_with(['\n', '\r', '"', '\'']);
    match (is_right, is_last) {
        (true, _) => pad_left(".", width),
        (false, true) => ".".to_string(),
        (false, false) => pad_right(".", width),
    }
}

/// Returns a picture as a TOML string without escapes, with some marks replaced by `instead`; `None` where there is
/// no such string.
pub(in super::super) fn literal(
    topology: &Topology,
    marks: &Marks,
    instead: impl Fn(Cell) -> Option<String>,
) -> Option<String> {
    let rows = (0..marks.height()).map(|row| {
        let length = if topology.lengths.len() == marks.height() { marks.drawn()[row].length } else { marks.width() };
        let cells = (0..length).map(|column| Cell::new(row, column));
        cells.map(|at| instead(at).unwrap_or_else(|| marks.at(at).value.clone())).collect()
    });
    quoted(topology, &rows.collect::<Vec<Vec<String>>>(), false)
}

/// Returns rows of marks as a TOML string: as characters where that is possible and words are not requested.
fn quoted(topology: &Topology, rows: &[Vec<String>], in_words: bool) -> Option<String> {
    let length = |word: &String| word.chars().count();
    if let Tiling::Hexagons(starts) | Tiling::Triangles { starts, .. } = &topology.tiling {
        return staggered(&topology.tiling, starts.halves(), rows);
    }
    let width = |column: usize| rows.iter().map(|row| length(&row[column])).max().unwrap_or(1);
    let in_words = in_words || rows.iter().flatten().any(|word| length(word) > 1);
    // A single word in a row has no blanks beside it that would mark it as a word.
    if in_words && rows.iter().any(|row| row.len() == 1) {
        return None;
    }
    let line = |row: &Vec<String>| match in_words {
        false => row.concat(),
        true => {
            let words = row.iter().enumerate();
            words.map(|(column, word)| pad_left(word, width(column))).collect::<Vec<_>>().join(" ")
        }
    };
    let level = match topology.tiling {
        Tiling::Cubes { rows } => rows,
        _ => rows.len(),
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    in_quotes(&lines.chunks(level).map(|level| level.join("\n")).collect::<Vec<_>>().join("\n\n"))
}

/// Returns rows of hexagons or triangles as a TOML string, each indented as it lies.
fn staggered(tiling: &Tiling, halves: &[i64], rows: &[Vec<String>]) -> Option<String> {
    let widest = rows.iter().flatten().map(|word| word.chars().count()).max().unwrap_or(1);
    // The characters from one place to the next; a row of hexagons begins at halves of that.
    let (pitch, unit) = match tiling {
        Tiling::Hexagons(_) => (2 * (widest / 2 + 1), widest / 2 + 1),
        _ if widest == 1 => (1, 1),
        _ => (widest + 1, widest + 1),
    };
    let line = |(row, &half): (&Vec<String>, &i64)| {
        let words: String = row.iter().map(|word| pad_right(word, pitch)).collect();
        format!("{}{}", " ".repeat(unit * half as usize), words.trim_end())
    };
    in_quotes(&rows.iter().zip(halves).map(line).collect::<Vec<_>>().join("\n"))
}

/// Returns a text as a TOML string without escapes.
fn in_quotes(text: &str) -> Option<String> {
    let quotes = match () {
        () if !text.contains(['\\', '"']) => "\"\"\"",
        () if !text.contains("'''") => "'''",
        () => return None,
    };
    Some(format!("{quotes}\n{text}\n{quotes}"))
}

/// Returns the edits that give cells further values.
pub(in super::super) fn giving(grid: &Grid, model: &Model, source: &str, values: &[(Cell, String)]) -> Vec<Edit> {
    let value = |at: Cell| values.iter().find(|(own, _)| *own == at).map(|(_, value)| value.clone());
    let Some(table) = model.fields.table("grid") else { return Vec::new() };
    if let Some(marks) = table.marks("given") {
        if has_places(marks) && values.iter().all(|(_, value)| value.chars().count() == 1) {
            return values.iter().map(|(at, value)| Edit::new(marks.at(*at).span, value.clone())).collect();
        }
        return literal(&grid.symbols.topology, marks, value)
            .map(|literal| Edit::new(marks.span(), literal))
            .into_iter()
            .collect();
    }
    let topology = &grid.symbols.topology;
    let word = |at: Cell| match topology.id(at) {
        None => "_".to_string(),
        Some(_) => value(at).unwrap_or_else(|| ".".to_string()),
    };
    let row = |row: usize| (0..topology.lengths[row]).map(|column| word(Cell::new(row, column))).collect();
    let rows: Vec<Vec<String>> = (0..topology.height).map(row).collect();
    let has_words = grid.symbols.layers.iter().take(1).flat_map(|layer| &layer.values).any(|v| v.chars().count() > 1);
    let (Some(literal), Some(beside)) = (quoted(topology, &rows, has_words && topology.width > 1), table.get("values"))
    else {
        return Vec::new();
    };
    // Below the line of `values`, or after it within braces.
    let (start, end) = (beside.span.start, beside.span.end);
    if source[table.span.start..].starts_with('{') {
        return vec![Edit::new((end..end).into(), format!(", given = {literal}"))];
    }
    let line = source[..start].rfind('\n').map_or(0, |before| before + 1);
    let key = source[line..start].trim_end().trim_end_matches('=').trim_end();
    let key = match key.rfind("values") {
        Some(at) => format!("{}given{}", &key[..at], &key[at + "values".len()..]),
        None => "given".to_string(),
    };
    match source[end..].find('\n') {
        Some(rest) => vec![Edit::new((end + rest + 1..end + rest + 1).into(), format!("{key} = {literal}\n"))],
        None => vec![Edit::new((source.len()..source.len()).into(), format!("\n{key} = {literal}\n"))],
    }
}
