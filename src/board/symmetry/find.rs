//! The turns, flips and shifts of a rectangle of cells, and which of them keep a picture.
//!
//! A flat board is moved within the rectangle around its cells, so that columns without cells at a margin change nothing. A
//! torus is moved as a whole, and may be shifted besides: what is looked for are all shifts, and for each of the eight
//! turns and flips one shift to go with it; together they generate the rest. A shift that is already known to be composed
//! of others is not tried again, so a picture without any pattern, where all shifts do, takes a few trials.

use super::{Group, Permutation, Symmetry};
use crate::board::Cell;
use num_bigint::BigUint;

/// Cells that may be compared before a torus is too large to look for its shifts.
const MAX_LOOKS: usize = 400_000_000;

/// The rectangle that is turned, on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Rows of the whole board.
    height: usize,
    /// Columns of the whole board.
    width: usize,
    /// The top left corner of the rectangle.
    corner: Cell,
    /// Rows of the rectangle.
    rows: usize,
    /// Columns of the rectangle.
    columns: usize,
    /// Whether it may be shifted round.
    torus: bool,
}

/// A turn or flip of a frame, and a shift after it: flipped first, then turned, then shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Motion {
    /// Left and right exchanged.
    pub flipped: bool,
    /// Quarter turns clockwise, 0 to 3.
    pub quarters: u8,
    /// Rows down and columns to the right, on a torus.
    pub shift: (usize, usize),
}

impl Motion {
    fn turn(flipped: bool, quarters: u8) -> Motion {
        Motion { flipped, quarters, shift: (0, 0) }
    }

    /// Where a step of so many rows and columns points afterwards.
    pub fn step(&self, (mut rows, mut columns): (i64, i64)) -> (i64, i64) {
        if self.flipped {
            columns = -columns;
        }
        for _ in 0..self.quarters {
            (rows, columns) = (columns, -rows);
        }
        (rows, columns)
    }
}

impl std::fmt::Display for Motion {
    /// As a person says it: `turned by 90 degrees`, `flipped left to right, shifted by 1 row and 0 columns`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let turn = match (self.flipped, self.quarters) {
            (false, 0) => String::new(),
            (false, quarters) => format!("turned by {} degrees", 90 * u16::from(quarters)),
            (true, 0) => "flipped left to right".to_string(),
            (true, 1) => "flipped over the rising diagonal".to_string(),
            (true, 2) => "flipped top to bottom".to_string(),
            (true, _) => "flipped over the falling diagonal".to_string(),
        };
        let plural = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let shift = match self.shift {
            (0, 0) => String::new(),
            (rows, columns) => format!("shifted by {} and {}", plural(rows, "row"), plural(columns, "column")),
        };
        match (turn.is_empty(), shift.is_empty()) {
            (true, true) => f.write_str("left as it is"),
            (false, false) => write!(f, "{turn}, {shift}"),
            _ => write!(f, "{turn}{shift}"),
        }
    }
}

impl Frame {
    /// A flat board with these cells, of which there is at least one.
    pub fn flat(height: usize, width: usize, cells: impl IntoIterator<Item = Cell>) -> Frame {
        let (mut top, mut left, mut bottom, mut right) = (height, width, 0, 0);
        for cell in cells {
            (top, left) = (top.min(cell.row), left.min(cell.column));
            (bottom, right) = (bottom.max(cell.row + 1), right.max(cell.column + 1));
        }
        let corner = Cell::new(top.min(bottom), left.min(right));
        let (rows, columns) = (bottom - corner.row, right - corner.column);
        Frame { height, width, corner, rows, columns, torus: false }
    }

    /// A board that goes round in both directions.
    pub fn torus(height: usize, width: usize) -> Frame {
        Frame { height, width, corner: Cell::new(0, 0), rows: height, columns: width, torus: true }
    }

    /// The turns and flips that make the frame cover itself, nothing at all first: eight of a square, four of a rectangle.
    pub fn turns(&self) -> Vec<Motion> {
        let quarters: &[u8] = if self.rows == self.columns { &[0, 1, 2, 3] } else { &[0, 2] };
        let turns = [false, true].into_iter();
        turns.flat_map(|flipped| quarters.iter().map(move |&quarters| Motion::turn(flipped, quarters))).collect()
    }

    /// Where a motion takes a cell; cells beyond the frame stay.
    pub fn image(&self, motion: &Motion, cell: Cell) -> Cell {
        let within = |at: usize, from: usize, size: usize| at.checked_sub(from).filter(|&at| at < size);
        let row = within(cell.row, self.corner.row, self.rows);
        let column = within(cell.column, self.corner.column, self.columns);
        let Some((mut row, mut column)) = row.zip(column) else { return cell };
        let (mut rows, mut columns) = (self.rows, self.columns);
        if motion.flipped {
            column = columns - 1 - column;
        }
        for _ in 0..motion.quarters {
            (row, column) = (column, rows - 1 - row);
            (rows, columns) = (columns, rows);
        }
        let (down, right) = motion.shift;
        Cell::new(self.corner.row + (row + down) % rows, self.corner.column + (column + right) % columns)
    }

    /// What a motion does to the cells of the whole board, in reading order.
    pub fn permutation(&self, motion: &Motion) -> Permutation {
        let image = |index: usize| {
            let image = self.image(motion, Cell::new(index / self.width, index % self.width));
            image.row * self.width + image.column
        };
        Permutation((0..self.height * self.width).map(|index| image(index) as u32).collect())
    }
}

/// The motions of a frame that keep a picture (a number for each cell of the whole board, in reading order, whatever is on
/// or off it) and whatever else `keeps` asks for, as permutations of the cells.
///
/// # Errors
/// When a torus is too large to look for all its shifts, in words.
pub fn symmetries(
    frame: &Frame,
    picture: &[u32],
    keeps: impl Fn(&Motion, &Permutation) -> bool,
) -> Result<Group, String> {
    let mut search = Search { frame, picture, keeps, looks: 0, rarest: rarest(picture) };
    let shifts = if frame.torus { search.shifts()? } else { Vec::new() };
    let lattice = Lattice::new(frame, &shifts);
    let mut turns: Vec<(Motion, Permutation)> = Vec::new();
    for turn in frame.turns() {
        let Some((motion, permutation)) = search.with_shift(turn)? else { continue };
        // On a narrow board a flip may move the cells as a shift or as another turn does.
        if !turns.iter().any(|(_, other)| lattice.shifts_to(other, &permutation)) {
            turns.push((motion, permutation));
        }
    }
    let order = BigUint::from(turns.len()) * lattice.order();
    let (turn, words) = dihedral(turns.iter().map(|(motion, _)| motion));
    let shift = match lattice.order() {
        1 => String::new(),
        all if all == frame.height * frame.width => format!("shifts of {}x{}", frame.height, frame.width),
        some => format!("{some} shifts"),
    };
    let symbol = match (turns.len(), shift.is_empty()) {
        (_, true) => turn.to_string(),
        (1, false) => shift,
        _ => format!("{turn} x {shift}"),
    };
    let named = |(motion, permutation): (Motion, Permutation)| Symmetry { name: motion.to_string(), permutation };
    let shifts = shifts.into_iter().map(|motion| (motion, frame.permutation(&motion)));
    let generators = turns.into_iter().chain(shifts).map(named).collect();
    Ok(Group::generated(picture.len(), generators, &symbol, &words, order))
}

/// The cells of the number that is on the fewest, in reading order.
fn rarest(picture: &[u32]) -> Vec<usize> {
    let mut by_number: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
    for (cell, &number) in picture.iter().enumerate() {
        by_number.entry(number).or_default().push(cell);
    }
    by_number.into_values().min_by_key(Vec::len).unwrap_or_default()
}

struct Search<'a, F> {
    frame: &'a Frame,
    picture: &'a [u32],
    keeps: F,
    looks: usize,
    rarest: Vec<usize>,
}

impl<F: Fn(&Motion, &Permutation) -> bool> Search<'_, F> {
    /// Whether a motion keeps the picture and the rest.
    fn kept(&mut self, motion: &Motion) -> Result<Option<Permutation>, String> {
        let width = self.frame.width;
        let image = |cell: usize| {
            let image = self.frame.image(motion, Cell::new(cell / width, cell % width));
            image.row * width + image.column
        };
        // The rare cells first: most motions fail there.
        for cell in self.rarest.iter().copied().chain(0..self.picture.len()) {
            self.looks += 1;
            if self.picture[image(cell)] != self.picture[cell] {
                return if self.looks > MAX_LOOKS { Err(too_large(self.frame)) } else { Ok(None) };
            }
        }
        let permutation = self.frame.permutation(motion);
        Ok((self.keeps)(motion, &permutation).then_some(permutation))
    }

    /// A turn or flip that keeps everything, on a torus with some shift after it.
    fn with_shift(&mut self, turn: Motion) -> Result<Option<(Motion, Permutation)>, String> {
        for shift in self.shifts_after(&turn) {
            let motion = Motion { shift, ..turn };
            if let Some(permutation) = self.kept(&motion)? {
                return Ok(Some((motion, permutation)));
            }
        }
        Ok(None)
    }

    /// The shifts that may follow a turn: those that take the first rare cell to a rare cell; no shift first.
    fn shifts_after(&self, turn: &Motion) -> Vec<(usize, usize)> {
        let Frame { height, width, .. } = *self.frame;
        let Some(&first) = self.rarest.first().filter(|_| self.frame.torus) else { return vec![(0, 0)] };
        let from = self.frame.image(turn, Cell::new(first / width, first % width));
        let by =
            |&cell: &usize| ((cell / width + height - from.row) % height, (cell % width + width - from.column) % width);
        let mut shifts: Vec<(usize, usize)> = self.rarest.iter().map(by).collect();
        shifts.sort_unstable();
        shifts
    }

    /// Shifts that generate all that keep everything.
    fn shifts(&mut self) -> Result<Vec<Motion>, String> {
        let still = Motion::turn(false, 0);
        let mut found: Vec<Motion> = Vec::new();
        let mut lattice = Lattice::new(self.frame, &found);
        for shift in self.shifts_after(&still) {
            let motion = Motion { shift, ..still };
            if !lattice.has(shift) && self.kept(&motion)?.is_some() {
                found.push(motion);
                lattice = Lattice::new(self.frame, &found);
            }
        }
        Ok(found)
    }
}

fn too_large(frame: &Frame) -> String {
    format!("a torus of {}x{} is too large to look for its shifts", frame.height, frame.width)
}

/// The shifts that some generate, as a table over the torus.
struct Lattice {
    width: usize,
    shifts: Vec<bool>,
    order: usize,
}

impl Lattice {
    fn new(frame: &Frame, generators: &[Motion]) -> Lattice {
        let Frame { height, width, .. } = *frame;
        let mut shifts = vec![false; height * width];
        let mut found = vec![(0, 0)];
        if let Some(none) = shifts.first_mut() {
            *none = true;
        }
        let mut next = 0;
        while let Some(&(rows, columns)) = found.get(next) {
            next += 1;
            for motion in generators {
                let sum = ((rows + motion.shift.0) % height, (columns + motion.shift.1) % width);
                if !std::mem::replace(&mut shifts[sum.0 * width + sum.1], true) {
                    found.push(sum);
                }
            }
        }
        Lattice { width, shifts, order: found.len() }
    }

    fn order(&self) -> usize {
        self.order
    }

    fn has(&self, (rows, columns): (usize, usize)) -> bool {
        self.shifts[rows * self.width + columns]
    }

    /// Whether one of the shifts after one permutation makes the other.
    fn shifts_to(&self, one: &Permutation, other: &Permutation) -> bool {
        let (width, height) = (self.width, self.shifts.len() / self.width);
        let (from, to) = (one.image(0), other.image(0));
        let shift = ((to / width + height - from / width) % height, (to % width + width - from % width) % width);
        let shifted = |cell: usize| (cell / width + shift.0) % height * width + (cell % width + shift.1) % width;
        self.has(shift) && (0..one.points()).all(|cell| shifted(one.image(cell)) == other.image(cell))
    }
}

/// The name of a group of turns and flips, of which it has one or the other each, and words about which these are.
pub fn dihedral<'a>(motions: impl Iterator<Item = &'a Motion>) -> (&'static str, String) {
    let motions: Vec<Motion> = motions.map(|motion| Motion::turn(motion.flipped, motion.quarters)).collect();
    let has = |flipped, quarters| motions.contains(&Motion::turn(flipped, quarters));
    let turns = motions.iter().filter(|motion| !motion.flipped).count();
    let (symbol, words) = match (motions.len(), turns) {
        (0 | 1, _) => ("trivial", String::new()),
        (2, 2) => ("C2", "half turn".to_string()),
        (2, _) => {
            let flip = motions.iter().find(|motion| motion.flipped).map_or(String::new(), ToString::to_string);
            ("D1", flip.replace("flipped", "flip"))
        }
        (4, 4) => ("C4", "quarter turns".to_string()),
        (4, _) if has(true, 0) => ("D2", "half turn and flips".to_string()),
        (4, _) => ("D2", "half turn and flips over the diagonals".to_string()),
        _ => ("D4", String::new()),
    };
    (symbol, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The group of a picture of characters; on a flat board `_` is no cell.
    fn group(rows: &[&str], torus: bool) -> Group {
        let (height, width) = (rows.len(), rows[0].len());
        let picture: Vec<u32> = rows.iter().flat_map(|row| row.bytes().map(u32::from)).collect();
        let cells = (0..height * width).filter(|&cell| picture[cell] != u32::from(b'_'));
        let cells = cells.map(|cell| Cell::new(cell / width, cell % width));
        let frame = if torus { Frame::torus(height, width) } else { Frame::flat(height, width, cells) };
        symmetries(&frame, &picture, |_, _| true).expect("small")
    }

    /// By trying all 8 h w motions.
    fn brute(rows: &[&str]) -> std::collections::BTreeSet<Permutation> {
        let (height, width) = (rows.len(), rows[0].len());
        let picture: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let frame = Frame::torus(height, width);
        let mut kept = std::collections::BTreeSet::new();
        for turn in frame.turns() {
            for cell in 0..height * width {
                let permutation = frame.permutation(&Motion { shift: (cell / width, cell % width), ..turn });
                if (0..picture.len()).all(|cell| picture[cell] == picture[permutation.image(cell)]) {
                    kept.insert(permutation);
                }
            }
        }
        kept
    }

    #[test]
    fn boards_have_the_groups_one_sees() {
        for (rows, name) in [
            (&["..", ".."][..], "D4 (order 8)"),
            (&["...", "..."], "D2 (half turn and flips, order 4)"),
            (&[".#", "#."], "D2 (half turn and flips over the diagonals, order 4)"),
            (&["#..", "..."], "trivial"),
            (&["#..", "..#"], "C2 (half turn, order 2)"),
            (&[".#..", "...#", "#...", "..#."], "C4 (quarter turns, order 4)"),
            (&[".#.", "..."], "D1 (flip left to right, order 2)"),
            (&[".", "#", "."], "C2 (half turn, order 2)"),
            (&["..#", "...", "..."], "D1 (flip over the rising diagonal, order 2)"),
            (&["_..", "_.."], "D4 (order 8)"),
            (&["."], "trivial"),
        ] {
            assert_eq!(group(rows, false).to_string(), name, "{rows:?}");
        }
    }

    #[test]
    fn turns_are_clockwise_and_have_names() {
        let frame = Frame::flat(3, 3, [Cell::new(0, 0), Cell::new(2, 2)]);
        let image = |flipped, quarters| {
            let motion = Motion::turn(flipped, quarters);
            format!("{motion}: {}", frame.image(&motion, Cell::new(0, 1)))
        };
        assert_eq!(image(false, 0), "left as it is: r1c2");
        assert_eq!(image(false, 1), "turned by 90 degrees: r2c3");
        assert_eq!(image(true, 0), "flipped left to right: r1c2");
        assert_eq!(image(true, 1), "flipped over the rising diagonal: r2c3");
        assert_eq!(image(true, 2), "flipped top to bottom: r3c2");
        assert_eq!(image(true, 3), "flipped over the falling diagonal: r2c1");
        assert_eq!(Motion { shift: (1, 0), ..Motion::turn(false, 0) }.to_string(), "shifted by 1 row and 0 columns");
        assert_eq!(Motion::turn(false, 1).step((-1, 2)), (2, 1), "as the cells go");
    }

    #[test]
    fn a_torus_is_shifted_too() {
        assert_eq!(group(&["....."; 5], true).to_string(), "D4 x shifts of 5x5 (order 200)");
        assert_eq!(group(&["#...", "....", "....", "...."], true).to_string(), "D4 (order 8)");
        assert_eq!(group(&["#.", ".#"], true).order(), &BigUint::from(4u32), "the diagonals, exchanged or not");
        assert_eq!(group(&["#.#.", ".#.#", "#.#.", ".#.#"], true).to_string(), "D4 x 8 shifts (order 64)");
    }

    #[test]
    fn the_symmetries_of_random_tori_are_all_there_are() {
        let mut patterns = 0;
        for seed in 0..200 {
            let mut random = crate::random::Random(seed);
            let (height, width) = (1 + random.below(4), 1 + random.below(4));
            let period = 1 + random.below(4);
            let cells: Vec<char> = (0..period).map(|_| if random.below(2) == 0 { '#' } else { '.' }).collect();
            let step = random.below(4);
            let rows: Vec<String> = (0..height)
                .map(|row| (0..width).map(|column| cells[(row * step + column) % period]).collect())
                .collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let (found, expected) = (group(&rows, true), brute(&rows));
            let elements: std::collections::BTreeSet<Permutation> =
                found.elements().expect("small").into_iter().collect();
            assert_eq!(elements, expected, "seed {seed}, {found}: {rows:?}");
            assert_eq!(found.order(), &BigUint::from(expected.len()), "seed {seed}: {rows:?}");
            patterns += usize::from(expected.len() > 1 && expected.len() < 8 * height * width);
        }
        assert!(patterns > 50, "{patterns}: neither all nor none");
    }
}
