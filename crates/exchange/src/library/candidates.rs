//! The list of candidate rules: sets times conditions. Start with [`all`].

use super::boards::Boards;
use super::rule::{CandidateRule, Condition, Sets};

/// Values are counted on boards with at most this number of values.
const MAX_COUNTED_VALUES: usize = 3;
/// Cells around cells, connected cells and groups of a value are considered with at most this number of values.
const MAX_PLACED_VALUES: usize = 3;
/// The maximum size of a group.
const MAX_GROUP: usize = 6;
/// The maximum number in bounds on neighbours.
const MAX_NEIGHBOURS: usize = 2;
/// The greatest difference of neighbours.
const MAX_DIFFERENCE: i64 = 4;

/// A kind of sets.
struct SetKind {
    sets: Sets,
    /// The number of cells of its largest set.
    size: usize,
    /// Whether all its sets have this size, if the board has no holes.
    is_uniform: bool,
    /// How likely a rule is about it, from 0 to 1.
    likelihood: f64,
}

/// Returns all candidates.
pub(super) fn all(boards: &Boards) -> Vec<CandidateRule> {
    let mut list = List { boards, rules: Vec::new() };
    let kinds = kinds(boards);
    for kind in &kinds {
        if kind.size <= boards.values.len() {
            list.add(&kind.sets, "all-different = true", 0.6 * kind.likelihood);
        }
    }
    list.numbers();
    list.placed();
    for kind in &kinds {
        list.bounds(kind);
    }
    for kind in ["two rows", "two columns"] {
        list.add(&Sets::Each(vec![kind]), "unlike = true", 0.15);
    }
    list.around();
    list.rules
}

/// Returns the kinds of sets.
fn kinds(boards: &Boards) -> Vec<SetKind> {
    let (rows, columns) = (boards.rows, boards.columns);
    let mut kinds = Vec::new();
    let mut add = |sets: Sets, size: usize, is_uniform: bool, likelihood: f64| {
        if size > 1 {
            kinds.push(SetKind { sets, size, is_uniform, likelihood });
        }
    };
    let each = |kind: &'static str| Sets::Each(vec![kind]);
    add(each("row"), columns, true, 1.0);
    add(each("column"), rows, true, 1.0);
    for (height, width) in blocks(boards) {
        add(Sets::Rectangles(format!("block {height}x{width}")), height * width, true, 0.8);
    }
    add(Sets::Board, boards.cells.iter().flatten().filter(|&&is_cell| is_cell).count(), true, 0.5);
    if rows > 1 && columns > 1 {
        add(Sets::Each(vec!["diagonal", "antidiagonal"]), rows.min(columns), false, 0.7);
        add(each("pair"), 2, true, 0.6);
        add(each("pair ferz"), 2, true, 0.5);
        add(Sets::Rectangles("window 2x2".into()), 4, true, 0.5);
    } else {
        add(each("pair"), 2, true, 0.6);
    }
    if rows > 2 && columns > 1 || rows > 1 && columns > 2 {
        add(each("pair knight"), 2, true, 0.4);
    }
    if rows == columns && rows > 1 {
        add(each("main diagonal"), rows, true, 0.4);
    }
    if rows.max(columns) > 3 {
        add(each("line 3"), 3, true, 0.4);
    }
    if rows.min(columns) > 3 {
        add(each("diagonal line 3"), 3, true, 0.2);
    }
    kinds
}

/// Returns the sizes of blocks: those that divide the board and have as many cells as there are values, or as a row has.
fn blocks(boards: &Boards) -> Vec<(usize, usize)> {
    let (rows, columns) = (boards.rows, boards.columns);
    let divides = |height: usize, width: usize| rows % height == 0 && columns % width == 0;
    let mut blocks = Vec::new();
    for height in 2..rows.max(2) {
        for width in 2..columns.max(2) {
            let is_usual = height * width == boards.values.len() || rows == columns && height * width == columns;
            if divides(height, width) && is_usual {
                blocks.push((height, width));
            }
        }
    }
    blocks
}

struct List<'b> {
    boards: &'b Boards,
    rules: Vec<CandidateRule>,
}

impl List<'_> {
    fn add(&mut self, sets: &Sets, condition: &str, likelihood: f64) {
        let condition = Condition::Lines(condition.to_string());
        self.rules.push(CandidateRule { sets: sets.clone(), condition, likelihood });
    }

    /// Adds rules about numbers: sums, differences, order, tours.
    fn numbers(&mut self) {
        let Some(numbers) = self.boards.numbers() else { return };
        for kind in kinds(self.boards) {
            // The sum of a set that holds all values is known.
            let is_summed = kind.is_uniform && kind.size > 2 && kind.size < numbers.len() && kind.sets != Sets::Board;
            let sum = if is_summed { self.first_sum(&kind.sets, &numbers) } else { None };
            if let Some(sum) = sum {
                self.add(&kind.sets, &format!("sum = {sum}"), 0.6 * kind.likelihood);
            }
        }
        for (pair, likelihood) in [("pair", 0.3), ("pair ferz", 0.2), ("pair knight", 0.1)] {
            let pair = Sets::Each(vec![pair]);
            self.add(&pair, "difference-not = 1", likelihood);
            self.add(&pair, "difference = 1", likelihood);
            for difference in 2..=MAX_DIFFERENCE {
                let likelihood = likelihood / difference as f64;
                self.add(&pair, &format!("difference-at-least = {difference}"), likelihood);
            }
            self.add(&pair, "ratio-not = 2", 0.5 * likelihood);
        }
        for line in ["row", "column"] {
            let line = Sets::Each(vec![line]);
            for (condition, likelihood) in [
                ("increasing = true", 0.4),
                ("decreasing = true", 0.4),
                ("increasing = \"never-decreasing\"", 0.2),
                ("decreasing = \"never-increasing\"", 0.2),
            ] {
                self.add(&line, condition, likelihood);
            }
        }
        if numbers.len() == self.boards.cells.iter().flatten().filter(|&&is_cell| is_cell).count() {
            for by in ["wazir", "king", "knight"] {
                self.add(&Sets::Board, &format!("tour = \"{by}\""), 0.5);
            }
        }
        self.add(&Sets::Board, "group = \"same\"\nsize = \"value\"", 0.4);
    }

    /// Returns the sum of the first set of a kind on the first board.
    fn first_sum(&self, sets: &Sets, numbers: &[i64]) -> Option<i64> {
        let (rows, columns) = (self.boards.rows, self.boards.columns);
        let cells: Vec<(usize, usize)> = match sets {
            Sets::Each(kinds) if kinds[..] == ["row"] => (0..columns).map(|column| (0, column)).collect(),
            Sets::Each(kinds) if kinds[..] == ["column"] => (0..rows).map(|row| (row, 0)).collect(),
            Sets::Each(kinds) if kinds[..] == ["main diagonal"] => (0..rows).map(|at| (at, at)).collect(),
            Sets::Rectangles(kind) => {
                let (height, width) = kind.split_once(' ')?.1.split_once('x')?;
                let (height, width): (usize, usize) = (height.parse().ok()?, width.parse().ok()?);
                (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).collect()
            }
            _ => return None,
        };
        let first = self.boards.first();
        let number = |&(row, column): &(usize, usize)| Some(numbers[(*first.get(row)?.get(column)?)?]);
        cells.iter().map(number).sum()
    }

    /// Adds rules about where the cells of a value are: connected, in groups.
    fn placed(&mut self) {
        if self.boards.values.len() > MAX_PLACED_VALUES {
            return;
        }
        for value in 0..self.boards.values.len() {
            let name = self.boards.name(value);
            self.add(&Sets::Board, &format!("connected = {name}"), 0.4);
            self.add(&Sets::Board, &format!("connected = {name}\nby = \"king\""), 0.15);
            if !self.marks().contains(&value) {
                continue;
            }
            self.add(&Sets::Board, &format!("group = {name}\nrectangle = true"), 0.3);
            for size in 1..=MAX_GROUP {
                self.add(&Sets::Board, &format!("group = {name}\nsize = {size}"), 0.3);
            }
        }
        self.add(&Sets::Board, "group = \"same\"\nrectangle = true", 0.2);
    }

    /// Adds bounds on the number of cells with a value.
    fn bounds(&mut self, kind: &SetKind) {
        let values = self.boards.values.len();
        if values > MAX_COUNTED_VALUES {
            return;
        }
        // Of two values in a set of known size, the number of one determines that of the other.
        let is_determined =
            values == 2 && kind.is_uniform && self.boards.cells.iter().flatten().all(|&is_cell| is_cell);
        for value in usize::from(is_determined)..values {
            for number in 1..=kind.size {
                let upper = Condition::Bound { is_upper: true, value, number };
                let lower = Condition::Bound { is_upper: false, value, number };
                let likelihood = 0.5 * kind.likelihood;
                for condition in [(number < kind.size).then_some(upper), Some(lower)].into_iter().flatten() {
                    self.rules.push(CandidateRule { sets: kind.sets.clone(), condition, likelihood });
                }
            }
        }
    }

    /// Adds bounds on the number of neighbours that hold a value, too, and that each cell without it has such a neighbour.
    fn around(&mut self) {
        let values = self.boards.values.len();
        if values > MAX_PLACED_VALUES || self.boards.rows < 2 || self.boards.columns < 2 {
            return;
        }
        for by in ["wazir", "king"] {
            for value in self.marks() {
                for number in 1..=MAX_NEIGHBOURS {
                    for is_upper in [true, false] {
                        let condition = Condition::Bound { is_upper, value, number };
                        self.rules.push(CandidateRule { sets: Sets::Around { value, by }, condition, likelihood: 0.2 });
                    }
                }
            }
            if values == 2 {
                let condition = Condition::Bound { is_upper: false, value: 1, number: 1 };
                self.rules.push(CandidateRule { sets: Sets::Around { value: 0, by }, condition, likelihood: 0.2 });
            }
        }
    }

    /// Returns the values whose cells are placed: of two values, the second one.
    fn marks(&self) -> std::ops::Range<usize> {
        let values = self.boards.values.len();
        usize::from(values == 2)..values
    }
}
