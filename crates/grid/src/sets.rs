//! The sets of cells of a rule: `each = "row"`, `each = "window 2x2"`, `around = "knight"`.
//!
//! A new kind of set is a function and a line in [`EACH`] or [`AROUND`]. Members are in reading order; only ordered
//! conditions depend on it.

mod around;
mod builder;
mod collinear;
mod mirrors;
mod parts;
mod regions;
mod shapes;
mod tracks;

pub use self::around::{AROUND, ahead, around, arrow, is_rider};
pub(super) use self::collinear::gcd;
pub use self::mirrors::views;
pub use boardwright_base::board::no_sets::{NoSets, UnknownMove, UnknownPicture};

use self::builder::SetBuilder;
use self::parts::{column, in_order, picture, row, set};
use self::regions::{corners, parts_of_regions, regions};
use super::rule::{Element, Key, Member, Set};
use super::symbols::SymbolTable;
use super::topology::{Line, Topology};
use boardwright_base::board::Cell;
use boardwright_base::board::names::{self, Rectangle, SetName, Side, Slope};
use boardwright_base::board::tiling::{Tiling, Unsupported};
use boardwright_base::budget::Budget;
use std::collections::{BTreeMap, BTreeSet};

/// A kind of set by its name in `each`.
pub struct Each {
    /// Its first words.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// A description of the sets, in one line.
    pub summary: &'static str,
    /// Makes the sets; the argument is the text that follows the name.
    make: fn(&SetBuilder<'_>, &str) -> Result<Vec<Set>, NoSets>,
}

/// All kinds of sets. A name that another name begins with comes after that other name.
pub const EACH: &[Each] = &[
    Each { name: "cell", usage: "cell", summary: "each cell alone", make: |v, _| Ok(cells(v)) },
    Each {
        name: "row in",
        usage: "row in region PICTURE",
        summary: "the cells of a region in one row",
        make: |v, rest| parts_of_regions(v, rest, true),
    },
    Each {
        name: "column in",
        usage: "column in region PICTURE",
        summary: "the cells of a region in one column",
        make: |v, rest| parts_of_regions(v, rest, false),
    },
    Each {
        name: "row",
        usage: "row, or row 1",
        summary: "the cells of each row, or of one row",
        make: |v, rest| numbered(rows(v), "row", rest),
    },
    Each {
        name: "column",
        usage: "column, or column 1",
        summary: "the cells of each column, or of one column",
        make: |v, rest| numbered(columns(v), "column", rest),
    },
    Each {
        name: "pillar",
        usage: "pillar",
        summary: "the cells above each other on all levels of a board of cubes",
        make: |v, _| Ok(shapes::pillars(v)),
    },
    Each {
        name: "level",
        usage: "level",
        summary: "the cells of each level of a board of cubes",
        make: |v, _| Ok(shapes::levels(v)),
    },
    Each {
        name: "across",
        usage: "across",
        summary: "the unbroken runs of two cells or more in rows, between walls",
        make: |v, _| Ok(tracks::unbroken(tracks::rows(v), names::Line::Row)),
    },
    Each {
        name: "down",
        usage: "down",
        summary: "the unbroken runs of two cells or more in columns, between walls",
        make: |v, _| Ok(tracks::unbroken(tracks::columns(v), names::Line::Column)),
    },
    Each {
        name: "from left",
        usage: "from left",
        summary: "the cells of each row from its left end",
        make: |v, _| Ok(from_side(v, Side::Left)),
    },
    Each {
        name: "from right",
        usage: "from right",
        summary: "the cells of each row from its right end",
        make: |v, _| Ok(from_side(v, Side::Right)),
    },
    Each {
        name: "from top",
        usage: "from top",
        summary: "the cells of each column from its top",
        make: |v, _| Ok(from_side(v, Side::Top)),
    },
    Each {
        name: "from bottom",
        usage: "from bottom",
        summary: "the cells of each column from its bottom",
        make: |v, _| Ok(from_side(v, Side::Bottom)),
    },
    Each {
        name: "diagonal line",
        usage: "diagonal line 3",
        summary: "N neighbouring cells of a diagonal in either direction",
        make: |v, rest| straight_runs(v, rest, &shapes::diagonal_directions(v)),
    },
    Each {
        name: "diagonal",
        usage: "diagonal",
        summary: "the cells of each falling diagonal; a line of hexagons, a strip of triangles",
        make: |v, _| Ok(diagonals(v, Slope::Falling)),
    },
    Each {
        name: "antidiagonal",
        usage: "antidiagonal",
        summary: "the cells of each rising diagonal; a line of hexagons, a strip of triangles",
        make: |v, _| Ok(diagonals(v, Slope::Rising)),
    },
    Each {
        name: "main diagonal",
        usage: "main diagonal",
        summary: "the two diagonals from corner to corner",
        make: |v, _| main_diagonals(v),
    },
    Each {
        name: "broken diagonal",
        usage: "broken diagonal",
        summary: "the falling diagonals of a square board, continued at the opposite edge",
        make: |v, _| broken(v, Slope::Falling, "broken diagonal"),
    },
    Each {
        name: "broken antidiagonal",
        usage: "broken antidiagonal",
        summary: "the rising diagonals of a square board, continued at the opposite edge",
        make: |v, _| broken(v, Slope::Rising, "broken antidiagonal"),
    },
    Each {
        name: "block",
        usage: "block 3x3",
        summary: "adjacent blocks of this many rows and columns",
        make: |v, rest| rectangles(v, rest, true),
    },
    Each {
        name: "window",
        usage: "window 2x2",
        summary: "every position of a rectangle of this many rows and columns without walls",
        make: |v, rest| rectangles(v, rest, false),
    },
    Each {
        name: "line",
        usage: "line 3",
        summary: "N neighbouring cells of a row or column, or in any straight direction of another shape",
        make: |v, rest| straight_runs(v, rest, &shapes::line_directions(v)),
    },
    Each {
        name: "straight",
        usage: "straight",
        summary: "all cells on one straight line of any slope, three or more",
        make: |v, _| Ok(collinear::straights(v)),
    },
    Each {
        name: "pair",
        usage: "pair, or pair knight",
        summary: "two neighbours, or two cells one move apart, in reading order",
        make: |v, rest| pairs(v, rest),
    },
    Each {
        name: "two rows",
        usage: "two rows",
        summary: "the cells of any two rows of equal length, one row after the other",
        make: |v, _| Ok(every_two(v, rows(v))),
    },
    Each {
        name: "two columns",
        usage: "two columns",
        summary: "the cells of any two columns of equal length, one column after the other",
        make: |v, _| Ok(every_two(v, columns(v))),
    },
    Each {
        name: "parallelogram",
        usage: "parallelogram",
        summary: "the corners of each parallelogram, including flat ones",
        make: |v, _| Ok(parallelograms(v)),
    },
    Each {
        name: "region",
        usage: "region PICTURE",
        summary: "the cells with the same mark in a picture",
        make: |v, rest| Ok(regions(v, picture(v, rest)?)),
    },
    Each {
        name: "over",
        usage: "over 3 PICTURE",
        summary: "the shortest straight runs of cells over N regions; a region counts each time it is entered",
        make: |v, rest| tracks::over(v, rest),
    },
    Each {
        name: "corner",
        usage: "corner",
        summary: "the cells, four or fewer, that meet at each corner of a cell",
        make: |v, _| Ok(corners(v)),
    },
    Each { name: "point", usage: "point", summary: "the lines that meet at each point", make: |v, _| points(v) },
    Each {
        name: "lines between",
        usage: "lines between PICTURE",
        summary: "for any two marks, the lines between a cell with one mark and a cell with the other",
        make: |v, rest| lines_between(v, picture(v, rest)?),
    },
    Each {
        name: "edge",
        usage: "edge",
        summary: "each possible line alone; `at` tests the mark between its two cells",
        make: |v, _| edges(v),
    },
    Each { name: "board", usage: "board", summary: "all cells", make: |v, _| Ok(board(v)) },
];

/// Returns the sets of a word of `each`.
///
/// # Errors
/// The reason why there are none.
pub fn each(symbols: &SymbolTable, word: &str, budget: &Budget) -> Result<Vec<Set>, NoSets> {
    let (kind, rest) = split(word).ok_or_else(|| NoSets::Unknown(word.to_string()))?;
    if kind.usage == kind.name && !rest.is_empty() {
        return Err(NoSets::Trailing(kind.name));
    }
    shapes::supports(&symbols.topology.tiling, kind.name, EACH.iter().map(|each| each.name))?;
    let builder = SetBuilder { symbols, budget, stopped: std::cell::Cell::new(None) };
    let sets = (kind.make)(&builder, rest)?;
    builder.stopped.get().map_or(Ok(sets), |stop| Err(stop.into()))
}

/// Returns the kind of a word of `each`, and the text that follows its name.
fn split(word: &str) -> Option<(&'static Each, &str)> {
    let named =
        |each: &&Each| word.strip_prefix(each.name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    EACH.iter().find(named).map(|kind| (kind, word[kind.name.len()..].trim()))
}

/// Returns the name of the kind of a word of `each`, and the text that follows it.
pub fn kind_of(word: &str) -> Option<(&'static str, &str)> {
    split(word).map(|(kind, rest)| (kind.name, rest))
}

/// Returns the board as one set.
pub fn board(symbols: &SymbolTable) -> Vec<Set> {
    vec![set(SetName::Board, None, Key::None, 0..symbols.topology.cells.len())]
}

/// Returns each cell as a set. A wall with a mark of a picture is a set without members.
pub fn cells(symbols: &SymbolTable) -> Vec<Set> {
    let topology = &symbols.topology;
    let printed = |at: Cell| (0..symbols.pictures.len()).any(|picture| symbols.mark(picture, at).is_some());
    let places = topology.places().filter(|&at| topology.id(at).is_some() || printed(at));
    places.map(|at| set(SetName::Cell(at), Some(at), Key::None, topology.id(at))).collect()
}

/// Drops sets without cells, if they belong to no cell.
fn with_cells(sets: impl Iterator<Item = Set>) -> Vec<Set> {
    sets.filter(|set| !set.members.is_empty()).collect()
}

fn rows(symbols: &SymbolTable) -> Vec<Set> {
    let topology = &symbols.topology;
    let one = |r: usize| {
        let name = SetName::Line(names::Line::Row, r);
        set(name, None, Key::Side("rows", r), in_order(topology, row(topology, r)))
    };
    with_cells((0..topology.height).map(one))
}

fn columns(symbols: &SymbolTable) -> Vec<Set> {
    let topology = &symbols.topology;
    if topology.tiling != Tiling::Square {
        return shapes::columns(symbols);
    }
    let one = |c: usize| {
        let name = SetName::Line(names::Line::Column, c);
        set(name, None, Key::Side("columns", c), in_order(topology, column(topology, c)))
    };
    with_cells((0..topology.width).map(one))
}

/// Keeps the row or column that the text numbers; all of them if there is no text.
fn numbered(mut lines: Vec<Set>, name: &'static str, text: &str) -> Result<Vec<Set>, NoSets> {
    if text.is_empty() {
        return Ok(lines);
    }
    let usage = if name == "row" { "row 1" } else { "column 1" };
    let form = NoSets::Form { expected: "a number from 1 on", usage };
    let number: usize = text.parse().ok().filter(|&number| number > 0).ok_or(form)?;
    lines.retain(|line| matches!(line.key, Key::Side(_, index) if index + 1 == number));
    if lines.is_empty() { Err(NoSets::NoLine { name, number }) } else { Ok(lines) }
}

fn from_side(symbols: &SymbolTable, side: Side) -> Vec<Set> {
    let topology = &symbols.topology;
    let is_row = side.line() == names::Line::Row;
    let one = |index: usize| {
        let mut cells: Vec<usize> = match is_row {
            true => in_order(topology, row(topology, index)),
            false => in_order(topology, column(topology, index)),
        };
        if matches!(side, Side::Right | Side::Bottom) {
            cells.reverse();
        }
        set(SetName::From(side, index), None, Key::Side(side.word(), index), cells)
    };
    with_cells((0..if is_row { topology.height } else { topology.width }).map(one))
}

/// Returns the step to the right in the next row.
fn step_of(slope: Slope) -> i64 {
    if slope == Slope::Falling { 1 } else { -1 }
}

fn diagonals(symbols: &SymbolTable, slope: Slope) -> Vec<Set> {
    let topology = &symbols.topology;
    let mut by_number: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (id, &cell) in topology.cells.iter().enumerate() {
        by_number.entry(topology.tiling.strip(cell, step_of(slope))).or_default().push(id);
    }
    if slope == Slope::Rising {
        // From the top to the bottom, and from the right to the left in a row of triangles.
        let order = |&id: &usize| (topology.cells[id].row, usize::MAX - topology.cells[id].column);
        by_number.values_mut().for_each(|cells| cells.sort_by_key(order));
    }
    let one = |cells: Vec<usize>| set(SetName::Diagonal(slope, topology.cells[cells[0]]), None, Key::None, cells);
    by_number.into_values().map(one).collect()
}

fn square(symbols: &SymbolTable, name: &str) -> Result<usize, NoSets> {
    let topology = &symbols.topology;
    if topology.height != topology.width {
        return Err(NoSets::NotSquare { name: name.to_string(), rows: topology.height, columns: topology.width });
    }
    Ok(topology.height)
}

fn main_diagonals(symbols: &SymbolTable) -> Result<Vec<Set>, NoSets> {
    let side = square(symbols, "main diagonal")?;
    let topology = &symbols.topology;
    let falling = in_order(topology, (0..side).map(|i| Cell::new(i, i)));
    let rising = in_order(topology, (0..side).map(|i| Cell::new(i, side - 1 - i)));
    let sets = [(Slope::Falling, falling), (Slope::Rising, rising)];
    Ok(with_cells(sets.into_iter().map(|(slope, cells)| set(SetName::MainDiagonal(slope), None, Key::None, cells))))
}

fn broken(symbols: &SymbolTable, slope: Slope, name: &str) -> Result<Vec<Set>, NoSets> {
    let side = square(symbols, name)?;
    let topology = &symbols.topology;
    let one = |start: usize| {
        let at = |row: usize| (start as i64 + step_of(slope) * row as i64).rem_euclid(side as i64) as usize;
        let cells = in_order(topology, (0..side).map(|row| Cell::new(row, at(row))));
        set(SetName::BrokenDiagonal(slope, Cell::new(0, start)), None, Key::None, cells)
    };
    Ok(with_cells((0..side).map(one)))
}

/// Parses `3x3`: rows and columns.
fn size(text: &str, usage: &'static str) -> Result<(usize, usize), NoSets> {
    let wrong = NoSets::Form { expected: "rows and columns", usage };
    let Some((rows, columns)) = text.split_once('x') else { return Err(wrong) };
    match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) if rows > 0 && columns > 0 => Ok((rows, columns)),
        _ => Err(wrong),
    }
}

fn rectangles(symbols: &SymbolTable, rest: &str, aligned: bool) -> Result<Vec<Set>, NoSets> {
    let (rows, columns) = size(rest, if aligned { "block 3x3" } else { "window 2x2" })?;
    let topology = &symbols.topology;
    let (height, width) = (topology.height, topology.width);
    if aligned && (height % rows != 0 || width % columns != 0) {
        return Err(NoSets::Indivisible { block: (rows, columns), board: (height, width) });
    }
    let wraps = topology.wrap && !aligned;
    let starts = |side: usize, part: usize| {
        // On a torus as well, a rectangle contains no cell twice.
        let last = if wraps && part <= side { side } else { (side + 1).saturating_sub(part) };
        (0..last).step_by(if aligned { part } else { 1 })
    };
    let mut sets = Vec::new();
    for top in starts(height, rows) {
        for left in starts(width, columns) {
            let places =
                (0..rows * columns).map(|i| Cell::new((top + i / columns) % height, (left + i % columns) % width));
            let cells = in_order(topology, places);
            if aligned && !cells.is_empty() || cells.len() == rows * columns {
                let rectangle = Rectangle { at: Cell::new(top, left), size: (rows as u32, columns as u32) };
                sets.push(match aligned {
                    true => set(SetName::Block(rectangle), None, Key::Block, cells),
                    false => set(SetName::Window(rectangle), None, Key::None, cells),
                });
            }
        }
    }
    Ok(sets)
}

fn straight_runs(symbols: &SymbolTable, rest: &str, steps: &[(i64, i64)]) -> Result<Vec<Set>, NoSets> {
    let form = NoSets::Form { expected: "a number of cells", usage: "line 3" };
    let length: usize = rest.parse().ok().filter(|&n| n > 0).ok_or(form)?;
    let topology = &symbols.topology;
    let mut sets = Vec::new();
    for &at in &topology.cells {
        for &step in steps {
            let mut cells = vec![at];
            while cells.len() < length
                && let Some(next) = topology.ahead(cells[cells.len() - 1], step).filter(|next| !cells.contains(next))
            {
                cells.push(next);
            }
            let cells = in_order(topology, cells.into_iter());
            if cells.len() == length {
                let last = topology.cells[cells[length - 1]];
                sets.push(set(SetName::Run(at, last), None, Key::None, cells));
            }
        }
    }
    Ok(sets)
}

/// Returns the steps of a move by its name: a leaper's, or `leaper 1 4`; several joined by `+`.
///
/// # Errors
/// The reason, with the known moves.
pub fn steps(topology: &Topology, name: &str) -> Result<Vec<(i64, i64)>, UnknownMove> {
    let tiling = &topology.tiling;
    let unknown = |unsupported: Unsupported| UnknownMove {
        name: name.to_string(),
        shape: tiling.name(),
        known: unsupported.known,
    };
    tiling.steps(name).map_err(unknown)
}

fn pairs(symbols: &SymbolTable, rest: &str) -> Result<Vec<Set>, NoSets> {
    let topology = &symbols.topology;
    let steps = steps(topology, if rest.is_empty() { "wazir" } else { rest })?;
    let name = |[a, b]: [usize; 2]| SetName::Pair(topology.cells[a], topology.cells[b]);
    let one = |pair: [usize; 2]| set(name(pair), None, Key::None, pair);
    Ok(topology.pairs(&steps).into_iter().map(one).collect())
}

fn every_two(builder: &SetBuilder<'_>, lines: Vec<Set>) -> Vec<Set> {
    let mut sets = Vec::new();
    for (index, second) in lines.iter().enumerate() {
        if builder.is_stopped() {
            return Vec::new();
        }
        for first in lines[..index].iter().filter(|first| first.members.len() == second.members.len()) {
            let members = first.members.iter().chain(&second.members).cloned().collect();
            let name = SetName::Both([first.name.clone(), second.name.clone()].into());
            sets.push(Set { name, own: None, key: Key::None, members, parts: Vec::new() });
        }
    }
    sets
}

/// Returns `a`, `a + v`, `b` and `b + v`, each once: three cells where `b` is `a + v`.
fn parallelograms(builder: &SetBuilder<'_>) -> Vec<Set> {
    let topology = &builder.topology;
    let mut pairs: BTreeMap<(i64, i64), Vec<[usize; 2]>> = BTreeMap::new();
    for (a, at) in topology.cells.iter().enumerate() {
        if builder.is_stopped() {
            return Vec::new();
        }
        for (b, to) in topology.cells.iter().enumerate().skip(a + 1) {
            let step = (to.row as i64 - at.row as i64, to.column as i64 - at.column as i64);
            pairs.entry(step).or_default().push([a, b]);
        }
    }
    let mut found: BTreeSet<Vec<usize>> = BTreeSet::new();
    for same_step in pairs.values() {
        for (index, second) in same_step.iter().enumerate() {
            if builder.is_stopped() {
                return Vec::new();
            }
            for first in &same_step[..index] {
                let mut corners = [*first, *second].concat();
                corners.sort_unstable();
                corners.dedup();
                found.insert(corners);
            }
        }
    }
    let one = |cells: Vec<usize>| {
        let name = SetName::Cells(cells.iter().map(|&cell| topology.cells[cell]).collect());
        set(name, None, Key::None, cells)
    };
    found.into_iter().map(one).collect()
}

fn points(symbols: &SymbolTable) -> Result<Vec<Set>, NoSets> {
    let lines = symbols.lines.as_ref().ok_or(NoSets::NoLines)?;
    let one = |(index, at): (usize, &Vec<usize>)| {
        let own = lines.through_cells().then(|| symbols.topology.cells[index]);
        let members = at.iter().map(|&line| Member::of(Element::Line(line))).collect();
        let at = lines.points[index];
        let (name, key) = match lines.through_cells() {
            true => (SetName::Cell(at), Key::None),
            false => (SetName::Corner(at), Key::Corner(at)),
        };
        Set { name, own, key, members, parts: Vec::new() }
    };
    Ok(lines.at_point.iter().enumerate().map(one).collect())
}

fn edges(symbols: &SymbolTable) -> Result<Vec<Set>, NoSets> {
    let lines = symbols.lines.as_ref().ok_or(NoSets::NoLines)?;
    let one = |(index, line): (usize, &Line)| {
        let [a, b] = line.ends.map(|point| lines.points[point]);
        let members = vec![Member::of(Element::Line(index))];
        Set { name: SetName::Edge(a, b), own: None, key: Key::None, members, parts: Vec::new() }
    };
    Ok(lines.lines.iter().enumerate().map(one).collect())
}

/// Returns the lines by the marks of the two cells that they join.
fn lines_between(symbols: &SymbolTable, picture: usize) -> Result<Vec<Set>, NoSets> {
    let lines = symbols.lines.as_ref().filter(|lines| lines.through_cells());
    let lines = lines.ok_or(NoSets::NoLinks)?;
    let mut by_marks: BTreeMap<[&str; 2], Vec<Member>> = BTreeMap::new();
    for (index, line) in lines.lines.iter().enumerate() {
        let marks = line.cells.map(|cell| symbols.mark(picture, symbols.topology.cells[cell?]));
        let [Some(a), Some(b)] = marks else { continue };
        let mut marks = [a.text.as_str(), b.text.as_str()];
        marks.sort_unstable();
        by_marks.entry(marks).or_default().push(Member::of(Element::Line(index)));
    }
    let one = |([a, b], members): ([&str; 2], Vec<Member>)| Set {
        name: SetName::LinesBetween(a.into(), b.into()),
        own: None,
        key: Key::None,
        members,
        parts: Vec::new(),
    };
    Ok(by_marks.into_iter().map(one).collect())
}
