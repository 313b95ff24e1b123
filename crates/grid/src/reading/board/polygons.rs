//! Boards of polygons: a tiling with a name, or polygons by their corners.
//!
//! ```toml
//! shape = "polygons"
//! polygons = """
//! 0,0 2,0 2,2 0,2; 2,0 4,1 2,2
//! 2,2 4,1 4,4
//! """
//! ```
//!
//! Each line of `polygons` is a row of the pictures. A tiling with a name has the rows that it defines.

use super::super::resolve::mistake;
use super::{MAX_SIDE, Tiling, Topology};
use boardwright_base::board::tiling::Polygons;
use boardwright_base::board::tiling::named::{self, Named, NoTiling};
use boardwright_base::board::tiling::polygons::{Corner, FARTHEST, Fault, Polygon};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_model::Table;
use std::sync::Arc;

/// Reads a board of polygons; `None` where there is none.
pub(super) fn read(grid: &Table, wrong: &mut Diagnostics) -> Option<Topology> {
    let found = match (grid.text("tiling"), grid.text("polygons")) {
        (Some(name), None) => tiling(name, grid, wrong)?,
        (None, Some(text)) => listed(text, grid, wrong)?,
        (named, _) => {
            let message = match named {
                None => "a board of polygons requires `tiling` or `polygons`",
                Some(_) => "`tiling` and `polygons` both define the board",
            };
            let help = "add tiling = \"cairo\", or list corners: polygons = \"0,0 2,0 2,2 0,2; 2,0 4,1 2,2\"";
            wrong.push(mistake("no-board", grid.span, message).help(help));
            return None;
        }
    };
    let (lengths, width) = (found.lengths.clone(), found.width);
    let tiling = Tiling::Polygons(Arc::new(found));
    let topology = Topology::tiled(tiling, lengths.len(), width, |at| at.column < lengths[at.row]);
    Some(topology.with(false, lengths))
}

/// Returns the board of a tiling with a name.
fn tiling(name: &str, grid: &Table, wrong: &mut Diagnostics) -> Option<Polygons> {
    let Some(own) = named::find(name) else {
        let message = format!("unknown tiling `{name}`");
        let near = nearest(name, named::all().map(|own| own.name));
        let help = named::all().map(|own| own.name).collect::<Vec<_>>().join(", ");
        let label = near.map_or(String::new(), |near| format!("did you mean \"{near}\"?"));
        let mistake = Diagnostic::new("unknown-tiling", message).at(grid.span_of("tiling"), label).meant(name, near);
        wrong.push(mistake.help(format!("tilings: {help}")));
        return None;
    };
    let stated = |key: &str| grid.integer(key).and_then(|side| usize::try_from(side).ok());
    let (Some(rows), Some(columns)) = (stated("rows"), stated("columns")) else {
        let mistake = mistake("no-board", grid.span, "missing size of the board");
        wrong.push(mistake.help(format!("add `rows` and `columns` of the tiling \"{name}\"")));
        return None;
    };
    let polygons = patch(own, (rows, columns), grid, wrong)?;
    if polygons.iter().all(Vec::is_empty) {
        let message = format!("no polygon of the tiling \"{name}\" fits {rows} rows and {columns} columns");
        wrong.push(mistake("no-cells", grid.span_of("rows"), message));
        return None;
    }
    Some(Polygons::new(&polygons))
}

/// Returns the polygons of a tiling, which may need a patch.
fn patch(own: Named, size: (usize, usize), grid: &Table, wrong: &mut Diagnostics) -> Option<Vec<Vec<Polygon>>> {
    let (name, given) = (own.name, grid.text("patch"));
    if given.is_some() != own.has_patch {
        let (message, help) = match own.has_patch {
            true => (format!("the tiling \"{name}\" requires `patch`"), format!("add patch = \"{}\"", own.example)),
            false => (
                format!("`patch` is not supported for the tiling \"{name}\""),
                "remove it: the tiling has a period".to_string(),
            ),
        };
        wrong.push(
            mistake("wrong-patch", grid.span_of(if own.has_patch { "tiling" } else { "patch" }), message).help(help),
        );
        return None;
    }
    match named::polygons(name, size, given.unwrap_or_default()) {
        Ok(polygons) => Some(polygons),
        Err(reason) => {
            let message = reason.to_string();
            let mistake = match reason {
                NoTiling::TooLarge { .. } => mistake("too-large", grid.span_of("rows"), message),
                NoTiling::Patch | NoTiling::Beyond | NoTiling::Short => {
                    mistake("wrong-patch", grid.span_of("patch"), message)
                        .help(format!("a patch of \"{name}\" is as in patch = \"{}\"", own.example))
                }
            };
            wrong.push(mistake);
            None
        }
    }
}

/// Returns the board of polygons that are listed by their corners.
fn listed(text: &str, grid: &Table, wrong: &mut Diagnostics) -> Option<Polygons> {
    let span = grid.span_of("polygons");
    for key in ["rows", "columns", "patch"] {
        if grid.get(key).is_some() {
            let message = format!("`{key}` is not supported with `polygons`");
            wrong.push(mistake("wrong-shape", grid.span_of(key), message).help("each line of `polygons` is a row"));
            return None;
        }
    }
    let mut rows: Vec<Vec<Polygon>> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut row = Vec::new();
        for part in line.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let other = part.split_whitespace().find(|word| corner(word).is_none());
            match other {
                None => row.push(part.split_whitespace().filter_map(corner).collect()),
                Some(other) => {
                    let message = format!("`{other}` is not a corner in `polygons`");
                    let help = "a corner is two whole numbers: how far to the right and how far down, such as 20,15";
                    wrong.push(mistake("wrong-polygons", span, message).help(help));
                    return None;
                }
            }
        }
        rows.push(row);
    }
    let count = rows.iter().map(Vec::len).sum::<usize>();
    if count > MAX_SIDE as usize {
        let message = format!("{count} polygons are listed; expected at most {MAX_SIDE}");
        wrong.push(mistake("too-large", span, message));
        return None;
    }
    if count == 0 {
        wrong.push(mistake("no-cells", span, "the board has no cells"));
        return None;
    }
    match Polygons::checked(&rows) {
        Ok(polygons) => Some(polygons),
        Err((at, fault)) => {
            let message = match &fault {
                Fault::FewCorners(corners) => format!("{at} has {corners} corners; expected at least 3"),
                Fault::TooFar((x, y)) => format!("{at} has the corner {x},{y}; coordinates are at most {FARTHEST}"),
                Fault::Crossed => format!("the sides of {at} cross or lie on each other"),
                Fault::Overlaps(other) => format!("{at} overlaps {other}"),
                Fault::OnSide { corner: (x, y), of } => format!("the corner {x},{y} of {at} lies on a side of {of}"),
            };
            let help = match &fault {
                Fault::OnSide { corner: (x, y), of } => format!("add {x},{y} to the corners of {of}"),
                Fault::Crossed => "list the corners in the order around the polygon".to_string(),
                _ => format!("{at} is polygon {} of line {} of `polygons`", at.column + 1, at.row + 1),
            };
            wrong.push(mistake("wrong-polygons", span, message).help(help));
            None
        }
    }
}

/// Reads a corner: `20,15`.
fn corner(word: &str) -> Option<Corner> {
    let number = |text: &str| text.parse::<i32>().ok().map(i64::from);
    let (x, y) = word.split_once(',')?;
    Some((number(x)?, number(y)?))
}
