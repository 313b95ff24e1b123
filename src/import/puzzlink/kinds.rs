//! Decoders for the bodies of links, by kind.

use super::Link;
use super::borders::rooms;
use super::numbers::{Clue, arrows, number4, number16, packed, things, triples};
use crate::diagnostic::{Diagnostic, quote};
use crate::import::grid::{Entries, Grid, Marks};
use crate::import::rooms::largest_group;
use crate::import::scan::Scan;
use std::collections::BTreeSet;

type Drafted = Result<Grid, Diagnostic>;

const CELLS: &str = "cells";

/// Returns a board with one picture of numbers, `?` for a clue without a number.
fn clued(link: &mut Link<'_>, kind: &'static str, picture: &'static str) -> Drafted {
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    Ok(Grid::new(kind, link.rows, link.columns).picture(picture, marks(link.columns, &clues)))
}

fn marks(columns: usize, clues: &[Clue]) -> Marks {
    Marks::of(columns, clues.iter().map(|clue| clue.mark()))
}

/// Returns the numbers as marks; a clue without a number is left out.
fn number_marks(columns: usize, clues: &[Clue]) -> Marks {
    Marks::of(columns, clues.iter().map(|clue| clue.number()))
}

fn numbers(clues: &[Clue]) -> Vec<Option<usize>> {
    clues.iter().map(|clue| clue.number()).collect()
}

/// Checks that the board is a square and returns its side.
fn square(link: &Link<'_>) -> Result<usize, Diagnostic> {
    if link.rows == link.columns {
        return Ok(link.rows);
    }
    let message = format!("the board has {} columns and {} rows; it must be a square", link.columns, link.rows);
    Err(Diagnostic::new("link-size", message))
}

pub(super) fn nurikabe(link: &mut Link<'_>) -> Drafted {
    clued(link, "nurikabe", "clue")
}

pub(super) fn kurodoko(link: &mut Link<'_>) -> Drafted {
    clued(link, "kurodoko", "clue")
}

pub(super) fn mines(link: &mut Link<'_>) -> Drafted {
    clued(link, "minesweeper", "clue")
}

pub(super) fn shikaku(link: &mut Link<'_>) -> Drafted {
    clued(link, "shikaku", "clue")
}

pub(super) fn sudoku(link: &mut Link<'_>) -> Drafted {
    let side = square(link)?;
    let (height, width) = match (side, side.isqrt()) {
        (6, _) => (2, 3),
        (_, root) if root * root == side => (root, root),
        _ => {
            return Err(Diagnostic::new(
                "link-size",
                format!("a Sudoku of {side} x {side} cannot be divided into blocks"),
            ));
        }
    };
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    let grid = Grid::new("sudoku", side, side).numbers(side).given(number_marks(side, &clues));
    Ok(grid.change("block 3x3", format!("block {height}x{width}")))
}

pub(super) fn slither(link: &mut Link<'_>) -> Drafted {
    let clues = number4(&mut link.body, link.cells, CELLS)?;
    Ok(Grid::new("slitherlink", link.rows, link.columns).picture("clue", number_marks(link.columns, &clues)))
}

/// A clue is a wall.
pub(super) fn akari(link: &mut Link<'_>) -> Drafted {
    let clues = number4(&mut link.body, link.cells, CELLS)?;
    let is_wall = clues.iter().map(|clue| (*clue != Clue::Nothing).then_some('_'));
    let mut grid = Grid::new("akari", link.rows, link.columns).picture("clue", number_marks(link.columns, &clues));
    grid.cells = Some(Marks::of(link.columns, is_wall));
    Ok(grid)
}

/// A clue is a black cell. The board of the model has a ring of such cells around it.
pub(super) fn shakashaka(link: &mut Link<'_>) -> Drafted {
    let clues = number4(&mut link.body, link.cells, CELLS)?;
    let (rows, columns) = (link.rows + 2, link.columns + 2);
    let (mut clue, mut black) = (Marks::blank(rows, columns), Marks::blank(rows, columns));
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let on_board = (1..=link.rows).contains(&row) && (1..=link.columns).contains(&column);
        let clue_here = if on_board { clues[(row - 1) * link.columns + column - 1] } else { Clue::Unknown };
        if clue_here != Clue::Nothing {
            black.put(row, column, '#');
        }
        if let Some(number) = clue_here.number() {
            clue.put(row, column, number);
        }
    }
    Ok(Grid::new("shakashaka", rows, columns).given(black).picture("clue", clue))
}

pub(super) fn heyawake(link: &mut Link<'_>) -> Drafted {
    let rooms = rooms(&mut link.body, link.rows, link.columns)?;
    let clues = number16(&mut link.body, rooms.count, "rooms")?;
    let entry = |(room, clue): (usize, &Clue)| {
        let number = clue.number().map_or_else(|| "\".\"".to_string(), |number| number.to_string());
        (rooms.name(room), Entries::One(number))
    };
    let mut grid = Grid::new("heyawake", link.rows, link.columns).picture("room", rooms.marks());
    grid.lists.push(("count", clues.iter().enumerate().map(entry).collect()));
    Ok(grid)
}

pub(super) fn lits(link: &mut Link<'_>) -> Drafted {
    let rooms = rooms(&mut link.body, link.rows, link.columns)?;
    Ok(Grid::new("lits", link.rows, link.columns).picture("room", rooms.marks()))
}

/// The number of stars precedes the borders.
pub(super) fn starbattle(link: &mut Link<'_>) -> Drafted {
    let mut part = link.body.until('/');
    let whole = part;
    let stars = part.number().filter(|_| part.rest().is_empty());
    let stars = stars.ok_or_else(|| whole.unexpected("the number of stars and a `/`"))?;
    let rooms = rooms(&mut link.body, link.rows, link.columns)?;
    let grid = Grid::new("star-battle", link.rows, link.columns).picture("room", rooms.marks());
    Ok(grid.change("exactly = { \"*\" = 1 }", format!("exactly = {{ \"*\" = {stars} }}")))
}

/// Digits and letters are numbers up to 35; `-` precedes a number of two digits.
pub(super) fn hitori(link: &mut Link<'_>) -> Drafted {
    let mut clues = Vec::new();
    while clues.len() < link.cells {
        let start = link.body;
        let clue = match link.body.take() {
            Some('-') => Some(link.body.digits(2, 36).ok_or_else(|| link.body.unexpected("two digits or letters"))?),
            Some(character) => match character.to_digit(36) {
                Some(number) => Some(number as usize),
                None if matches!(character, '.' | '%' | '@') => None,
                None => return Err(start.unexpected("a digit, a letter, `-` or `.`")),
            },
            None => {
                let message = format!("the link has {} cells; expected {}", clues.len(), link.cells);
                return Err(Diagnostic::new("link-cells", message).at(link.body.here(), "it ends here"));
            }
        };
        clues.push(clue);
    }
    Ok(Grid::new("hitori", link.rows, link.columns).picture("number", Marks::of(link.columns, clues)))
}

pub(super) fn masyu(link: &mut Link<'_>) -> Drafted {
    let circles = triples(&mut link.body, link.cells, CELLS)?;
    let pearls = circles.iter().map(|&circle| [None, Some('w'), Some('b')][circle]);
    Ok(Grid::new("masyu", link.rows, link.columns).picture("pearl", Marks::of(link.columns, pearls)))
}

pub(super) fn yajilin(link: &mut Link<'_>) -> Drafted {
    let arrows = arrows(&mut link.body, link.cells, CELLS)?;
    let is_wall = arrows.iter().map(|arrow| arrow.map(|_| '_'));
    let clue = arrows.iter().map(|arrow| {
        let arrow = (*arrow)?;
        Some(format!("{}{}", arrow.number?, arrow.direction?))
    });
    let mut grid = Grid::new("yajilin", link.rows, link.columns).picture("clue", Marks::of(link.columns, clue));
    grid.cells = Some(Marks::of(link.columns, is_wall));
    Ok(grid)
}

/// The numbers beside the board: for each column and then each row, one place per possible run, the last run first.
pub(super) fn nonogram(link: &mut Link<'_>) -> Drafted {
    let (for_column, for_row) = (link.rows.div_ceil(2), link.columns.div_ceil(2));
    let clues = number16(&mut link.body, link.columns * for_column + link.rows * for_row, "places for numbers")?;
    let (columns, rows) = clues.split_at(link.columns * for_column);
    let runs = |line: &[Clue]| -> Vec<Option<usize>> {
        line.iter().rev().filter(|clue| **clue != Clue::Nothing).map(|clue| clue.number()).collect()
    };
    let all = |lines: &[Clue], each: usize| Entries::Runs(lines.chunks(each).map(runs).collect());
    let entries = vec![("rows", all(rows, for_row)), ("columns", all(columns, for_column))];
    Ok(Grid::new("nonogram", link.rows, link.columns).list("clues", entries))
}

/// The numbers beside the board: above, below, left and right of it. If cells are given, they follow.
pub(super) fn skyscrapers(link: &mut Link<'_>) -> Drafted {
    let side = square(link)?;
    let seen = number16(&mut link.body, 4 * side, "places beside the board")?;
    let grid = Grid::new("skyscrapers", side, side).numbers(side).seen(&numbers(&seen));
    if link.body.rest().is_empty() {
        return Ok(grid);
    }
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    Ok(grid.given(number_marks(side, &clues)))
}

pub(super) fn tents(link: &mut Link<'_>) -> Drafted {
    let beside = number16(&mut link.body, link.columns + link.rows, "places beside the board")?;
    let trees = things(&mut link.body, link.cells, CELLS)?;
    let trees = Marks::of(link.columns, trees.iter().map(|is_tree| is_tree.then_some('t')));
    Ok(Grid::new("tents", link.rows, link.columns).picture("tree", trees).list("count", lines(link, &beside)))
}

/// Splits numbers: those of the columns, then those of the rows.
fn lines(link: &Link<'_>, beside: &[Clue]) -> Vec<(&'static str, Entries)> {
    let (columns, rows) = beside.split_at(link.columns);
    vec![("rows", Entries::Each(numbers(rows))), ("columns", Entries::Each(numbers(columns)))]
}

/// The ships of the template.
const FLEET: &str =
    "    { shape = \"#\", copies = 3 },\n    { shape = \"##\", copies = 2 },\n    { shape = \"###\", copies = 1 },\n";

/// A clue is 0 for water or a part of a ship: its upper, lower, left or right end, its middle, or a ship of one cell.
pub(super) fn battleship(link: &mut Link<'_>) -> Drafted {
    let mut beside = vec![Clue::Nothing; link.columns + link.rows];
    let mut parts = vec![Clue::Nothing; link.cells];
    if link.body.peek() != Some('/') {
        beside = number16(&mut link.body, beside.len(), "places beside the board")?;
        parts = number16(&mut link.body, parts.len(), CELLS)?;
    }
    let ships = fleet(&mut link.body)?;
    let (mut given, mut part) = (Marks::blank(link.rows, link.columns), Marks::blank(link.rows, link.columns));
    for (cell, clue) in parts.iter().enumerate() {
        let (row, column) = (cell / link.columns, cell % link.columns);
        let number = match *clue {
            Clue::Nothing => continue,
            Clue::Number(0) => {
                given.put(row, column, 'x');
                continue;
            }
            Clue::Unknown => {
                given.put(row, column, '#');
                continue;
            }
            Clue::Number(number) => number,
        };
        given.put(row, column, '#');
        // How many of the neighbours belong to the ship, and which one does.
        let (neighbours, beside) = match number {
            1 => (1, Some((row + 1, column))),
            2 => (1, row.checked_sub(1).map(|row| (row, column))),
            3 => (1, Some((row, column + 1))),
            4 => (1, column.checked_sub(1).map(|column| (row, column))),
            5 => (2, None),
            6 => (0, None),
            _ => {
                let message =
                    format!("row {}, column {}: {number} is not a part of a straight ship", row + 1, column + 1);
                return Err(Diagnostic::new("link-clue", message));
            }
        };
        part.put(row, column, neighbours);
        match beside {
            Some((row, column)) if row < link.rows && column < link.columns => given.put(row, column, '#'),
            None if neighbours != 1 => {}
            _ => {
                let message = format!("row {}, column {}: the end of a ship points off the board", row + 1, column + 1);
                return Err(Diagnostic::new("link-clue", message));
            }
        }
    }
    let shape = |(index, copies): (usize, &usize)| {
        (*copies > 0).then(|| format!("    {{ shape = \"{}\", copies = {copies} }},\n", "#".repeat(index + 1)))
    };
    let shapes: String = ships.iter().enumerate().filter_map(shape).collect();
    let grid = Grid::new("battleships", link.rows, link.columns).given(given).picture("part", part);
    Ok(grid.list("count", lines(link, &beside)).change(FLEET, shapes))
}

/// Reads the number of ships of each length. `//c`, `//d` and `//e` are fleets up to length 3, 4 and 5, with one more ship
/// for each unit of length less; otherwise `/n/` and n shapes: width, height and the cells, one bit each.
fn fleet(body: &mut Scan<'_>) -> Result<Vec<usize>, Diagnostic> {
    if !body.eats('/') {
        return Err(body.unexpected("`/` and the fleet"));
    }
    if body.eats('/') {
        let longest = match body.peek() {
            Some(letter @ 'c'..='e') => letter as usize - 'c' as usize + 3,
            _ => return Err(body.unexpected("a fleet of straight ships: c, d or e")),
        };
        body.take();
        return Ok((1..=longest).rev().collect());
    }
    let mut ships = Vec::new();
    let mut part = body.until('/');
    let count =
        part.number().filter(|_| part.rest().is_empty()).ok_or_else(|| part.unexpected("the number of ships"))?;
    for _ in 0..count {
        let mut part = body.until('/');
        let whole = part;
        let sides = part.digits(1, 36).and_then(|width| Some((width, part.digits(1, 36)?)));
        let is_line = |&(width, height): &(usize, usize)| width.min(height) == 1;
        let Some((width, height)) = sides.filter(is_line) else {
            let message = format!("{} is not a straight ship", quote(whole.rest()));
            return Err(Diagnostic::new("link-fleet", message).at(whole.span(), "only straight ships are supported"));
        };
        let length = width * height;
        if packed(&mut part, length, CELLS, 32, 2)?.contains(&0) {
            let message = format!("the ship {} has a gap", quote(whole.rest()));
            return Err(Diagnostic::new("link-fleet", message).at(whole.span(), ""));
        }
        if ships.len() < length {
            ships.resize(length, 0);
        }
        ships[length - 1] += 1;
    }
    if ships.is_empty() {
        return Err(Diagnostic::new("link-fleet", "the fleet has no ships"));
    }
    Ok(ships)
}

pub(super) fn fillomino(link: &mut Link<'_>) -> Drafted {
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    if !link.body.rest().is_empty() {
        return Err(Diagnostic::new("link-variant", "given borders of a Fillomino are not supported")
            .at(link.body.span(), "borders"));
    }
    let clues = numbers(&clues);
    let most = largest_group(&clues, link.rows, link.columns);
    Ok(Grid::new("fillomino", link.rows, link.columns).numbers(most).given(Marks::of(link.columns, clues)))
}

pub(super) fn numlin(link: &mut Link<'_>) -> Drafted {
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    Ok(Grid::new("numberlink", link.rows, link.columns).picture("clue", number_marks(link.columns, &clues)))
}

/// A letter is its position in the alphabet.
pub(super) fn dominion(link: &mut Link<'_>) -> Drafted {
    let clues = number16(&mut link.body, link.cells, CELLS)?;
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let mut seen = BTreeSet::new();
    let (mut letter, mut first) = (Marks::blank(link.rows, link.columns), Marks::blank(link.rows, link.columns));
    for (cell, clue) in clues.iter().enumerate() {
        let (row, column) = (cell / link.columns, cell % link.columns);
        let number = match *clue {
            Clue::Nothing => continue,
            Clue::Number(number @ 1..=52) => number,
            _ => {
                let message = format!("row {}, column {}: missing letter", row + 1, column + 1);
                return Err(Diagnostic::new("link-clue", message));
            }
        };
        letter.put(row, column, letters[number - 1]);
        if seen.insert(number) {
            first.put(row, column, '1');
        }
    }
    Ok(Grid::new("dominion", link.rows, link.columns).picture("letter", letter).picture("first", first))
}

/// Returns the place of a border on the doubled board; borders between cells of a row are numbered first.
fn between(link: &Link<'_>, border: usize) -> (usize, usize) {
    let upright = link.rows * (link.columns - 1);
    match border.checked_sub(upright) {
        None => (2 * (border / (link.columns - 1)), 2 * (border % (link.columns - 1)) + 1),
        Some(level) => (2 * (level / link.columns) + 1, 2 * (level % link.columns)),
    }
}

fn borders(link: &Link<'_>) -> usize {
    link.rows * (link.columns - 1) + (link.rows - 1) * link.columns
}

pub(super) fn kropki(link: &mut Link<'_>) -> Drafted {
    let side = square(link)?;
    let wanted = borders(link);
    let dots = triples(&mut link.body, wanted, "borders")?;
    let mut marks = Marks::blank(2 * side - 1, 2 * side - 1);
    for (border, dot) in dots.iter().enumerate().filter(|(_, dot)| **dot > 0) {
        let (row, column) = between(link, border);
        marks.put(row, column, if *dot == 1 { 'w' } else { 'b' });
    }
    let mut grid = Grid::new("kropki", side, side).numbers(side);
    grid.between.push(("dot", marks));
    Ok(grid)
}

/// A number is a difference; g and h state that the first or the second of two numbers is the smaller one; i to z are runs of
/// 1 to 18 borders without clue.
pub(super) fn minarism(link: &mut Link<'_>) -> Drafted {
    let side = square(link)?;
    let wanted = borders(link);
    let (mut gap, mut sign) = (Marks::blank(2 * side - 1, 2 * side - 1), Marks::blank(2 * side - 1, 2 * side - 1));
    let mut border = 0;
    while border < wanted {
        let start = link.body;
        let (row, column) = between(link, border);
        let is_level = row % 2 == 1;
        match link.body.take() {
            Some('.') => {}
            Some('-') => {
                let number = link.body.digits(2, 16).ok_or_else(|| link.body.unexpected("two hexadecimal digits"))?;
                gap.put(row, column, number);
            }
            Some(digit @ ('0'..='9' | 'a'..='f')) => gap.put(row, column, digit.to_digit(16).unwrap_or_default()),
            Some('g') => sign.put(row, column, if is_level { '^' } else { '<' }),
            Some('h') => sign.put(row, column, if is_level { 'v' } else { '>' }),
            Some(letter @ 'i'..='z') => {
                let empty = letter as usize - 'h' as usize;
                let left = wanted - border;
                if empty > left {
                    let message = format!("the link has at least {} borders; expected {wanted}", border + empty);
                    let place = link.body.since(&start);
                    return Err(
                        Diagnostic::new("link-cells", message).at(place, format!("{empty} where {left} are left"))
                    );
                }
                border += empty - 1;
            }
            Some(_) => return Err(start.unexpected("a hexadecimal digit, g, h, or i to z for empty borders")),
            None => {
                let message = format!("the link has {border} borders; expected {wanted}");
                return Err(Diagnostic::new("link-cells", message).at(link.body.here(), "it ends here"));
            }
        }
        border += 1;
    }
    let mut grid = Grid::new("minarism", side, side).numbers(side);
    grid.between.push(("gap", gap));
    grid.between.push(("sign", sign));
    Ok(grid)
}

/// A cell with clues.
#[derive(Clone, Copy, Default)]
struct Sums {
    down: Option<usize>,
    across: Option<usize>,
}

/// k to z are runs of 1 to 16 empty cells, `.` is a wall, and two characters are a wall with the sum of the run below it and
/// of the run to its right. Sums above the board and to its left follow, except next to a wall.
pub(super) fn kakuro(link: &mut Link<'_>) -> Drafted {
    let (rows, columns) = (link.rows, link.columns);
    let mut walls: Vec<Option<Sums>> = Vec::new();
    while walls.len() < link.cells {
        let start = link.body;
        match link.body.take() {
            Some(letter @ 'k'..='z') => {
                let (empty, left) = (letter as usize - 'j' as usize, link.cells - walls.len());
                if empty > left {
                    let message =
                        format!("the link has at least {} cells; expected {}", walls.len() + empty, link.cells);
                    let place = link.body.since(&start);
                    return Err(
                        Diagnostic::new("link-cells", message).at(place, format!("{empty} where {left} are left"))
                    );
                }
                walls.extend(std::iter::repeat_n(None, empty));
            }
            Some('.') => walls.push(Some(Sums::default())),
            Some(_) => {
                link.body = start;
                let down = sum(&mut link.body)?;
                let across = sum(&mut link.body)?;
                walls.push(Some(Sums { down, across }));
            }
            None => {
                let message = format!("the link has {} cells; expected {}", walls.len(), link.cells);
                return Err(Diagnostic::new("link-cells", message).at(link.body.here(), "it ends here"));
            }
        }
    }
    let mut above = vec![None; columns];
    let mut before = vec![None; rows];
    for column in (0..columns).filter(|&column| walls[column].is_none()) {
        above[column] = sum(&mut link.body)?;
    }
    for row in (0..rows).filter(|&row| walls[row * columns].is_none()) {
        before[row] = sum(&mut link.body)?;
    }
    let mut given = Marks::blank(rows, columns);
    for cell in (0..link.cells).filter(|&cell| walls[cell].is_some()) {
        given.put(cell / columns, cell % columns, '_');
    }
    let (mut across, mut down) = (Vec::new(), Vec::new());
    for cell in (0..link.cells).filter(|&cell| walls[cell].is_none()) {
        let (row, column) = (cell / columns, cell % columns);
        let length = |step: usize, ends: usize| (0..ends).take_while(|by| walls[cell + by * step].is_none()).count();
        let starts_row = if column == 0 { Some(before[row]) } else { walls[cell - 1].map(|sums| sums.across) };
        let starts_column = if row == 0 { Some(above[column]) } else { walls[cell - columns].map(|sums| sums.down) };
        let ways = [
            (starts_row, length(1, columns - column), &mut across),
            (starts_column, length(columns, rows - row), &mut down),
        ];
        for (sum, length, list) in ways {
            match sum {
                Some(sum) if length > 1 => list.push(sum.filter(|&sum| sum > 0)),
                // A run of one cell is not a set in the grid language; its sum is the number of the cell.
                Some(Some(sum @ 1..=9)) => given.put(row, column, sum),
                Some(Some(sum)) if sum > 9 => {
                    let message =
                        format!("row {}, column {}: a run of one cell cannot have the sum {sum}", row + 1, column + 1);
                    return Err(Diagnostic::new("link-clue", message));
                }
                _ => {}
            }
        }
    }
    let entries = vec![("across", Entries::Each(across)), ("down", Entries::Each(down))];
    Ok(Grid::new("kakuro", rows, columns).given(given).list("total", entries))
}

/// Reads a sum: 0 to 9, a to j for 10 to 19, A to Z for 20 to 45; `-` for none.
fn sum(body: &mut Scan<'_>) -> Result<Option<usize>, Diagnostic> {
    let sum = match body.peek() {
        Some(digit @ ('0'..='9' | 'a'..='j')) => digit.to_digit(36).map(|value| value as usize),
        Some(letter @ 'A'..='Z') => Some(letter as usize - 'A' as usize + 20),
        Some('-' | '.') => None,
        _ => return Err(body.unexpected("a sum: 0 to 9, a to j, A to Z, or `-` for none")),
    };
    body.take();
    Ok(sum)
}
