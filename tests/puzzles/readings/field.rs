//! A small board of squares with holes, and its rows and columns.

use boardwright_base::random::Random;

pub(crate) struct Field {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) wrap: bool,
    /// The number of cells.
    pub(crate) count: usize,
    ids: Vec<Option<usize>>,
}

/// The four steps to neighbours.
pub(crate) const SIDES: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

impl Field {
    /// Returns a board of this size; of 100 places, this number are holes.
    pub(crate) fn new(random: &mut Random, (height, width): (usize, usize), holes: usize, wrap: bool) -> Field {
        let mut count = 0;
        let ids = (0..height * width).map(|place| {
            let is_hole = random.below(100) < holes && place > 0;
            (!is_hole).then(|| {
                count += 1;
                count - 1
            })
        });
        let ids = ids.collect();
        Field { height, width, wrap, count, ids }
    }

    /// The cell at a place; `None` for a hole and beyond the edge.
    pub(crate) fn at(&self, (row, column): (i64, i64)) -> Option<usize> {
        let (row, column) = self.place((row, column))?;
        self.ids[row * self.width + column]
    }

    /// The place itself, around a torus.
    pub(crate) fn place(&self, (row, column): (i64, i64)) -> Option<(usize, usize)> {
        let (height, width) = (self.height as i64, self.width as i64);
        let (row, column) = if self.wrap { (row.rem_euclid(height), column.rem_euclid(width)) } else { (row, column) };
        ((0..height).contains(&row) && (0..width).contains(&column)).then_some((row as usize, column as usize))
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let width = self.width;
        (0..self.height * width).map(move |index| ((index / width) as i64, (index % width) as i64))
    }

    /// By cell: its place.
    pub(crate) fn cells(&self) -> Vec<(i64, i64)> {
        self.places().filter(|&at| self.at(at).is_some()).collect()
    }

    /// Pairs of neighbours, the earlier first, in order.
    pub(crate) fn neighbours(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (cell, &(row, column)) in self.cells().iter().enumerate() {
            for (down, right) in SIDES {
                let other = self.at((row + down, column + right)).filter(|&other| other != cell);
                pairs.extend(other.map(|other| (cell.min(other), cell.max(other))));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// A picture with a word at each place.
    pub(crate) fn picture(&self, word: impl Fn((i64, i64)) -> String) -> String {
        let row = |row: usize| {
            let words: Vec<String> = (0..self.width).map(|column| word((row as i64, column as i64))).collect();
            words.join(" ")
        };
        let rows: Vec<String> = (0..self.height).map(row).collect();
        format!("'''\n{}\n'''", rows.join("\n"))
    }

    /// The table `[grid]` without values and lines.
    pub(crate) fn grid(&self) -> String {
        let cells = self.picture(|at| if self.at(at).is_some() { "." } else { "_" }.to_string());
        format!("[grid]\ncells = {cells}\nwrap = {}\n", self.wrap)
    }

    /// By row or column, the cells from its start; holes are `None`.
    fn lines(&self, is_row: bool, backwards: bool) -> Vec<Vec<Option<usize>>> {
        let (count, length) = if is_row { (self.height, self.width) } else { (self.width, self.height) };
        let line = |index: usize| {
            let at = |along: usize| if is_row { (index as i64, along as i64) } else { (along as i64, index as i64) };
            let mut line: Vec<Option<usize>> = (0..length).map(|along| self.at(at(along))).collect();
            if backwards {
                line.reverse();
            }
            line
        };
        (0..count).map(line).collect()
    }

    /// The sequences of a kind of sets: by entry of the list `key`, the cells in order, with `None` for holes.
    pub(crate) fn sequences(&self, each: &str) -> (&'static str, Vec<Vec<Option<usize>>>) {
        match each {
            "row" => ("rows", self.lines(true, false)),
            "column" => ("columns", self.lines(false, false)),
            "from left" => ("left", self.lines(true, false)),
            "from right" => ("right", self.lines(true, true)),
            "from top" => ("top", self.lines(false, false)),
            "from bottom" => ("bottom", self.lines(false, true)),
            // Runs of two cells or more, in the order of their first cells.
            "across" => ("across", self.runs(true)),
            "down" => ("down", self.runs(false)),
            other => panic!("{other} is no kind of sequences"),
        }
    }

    fn runs(&self, is_row: bool) -> Vec<Vec<Option<usize>>> {
        let mut found: Vec<Vec<Option<usize>>> = Vec::new();
        for line in self.lines(is_row, false) {
            let parts = line.split(Option::is_none).filter(|part| part.len() >= 2);
            found.extend(parts.map(<[_]>::to_vec));
        }
        found.sort_by_key(|run| run[0]);
        found
    }
}
