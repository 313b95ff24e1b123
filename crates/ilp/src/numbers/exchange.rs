//! A solution whose numbers are all different, by exchanging two of them: a tabu search, for boards such as magic squares.
//!
//! Every variable has one of as many numbers as there are variables, each once. The sums are off by some amount in total; of all
//! exchanges, the one that leaves the least is made, even if it is more than before, and the two cells then rest for some steps
//! (F. Glover, "Tabu Search, Part I", *ORSA Journal on Computing* 1, 1989). It finds solutions where there are many, and proves
//! nothing.

use super::Numbers;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_ir::constraint::Relation;

/// The number of sums that a search computes before it gives up: a part of a second.
const WORK: u64 = 100_000_000;
/// The number of steps after which a search starts over, by variable.
const PATIENCE: usize = 100;

/// Looks for a solution; returns the index of the value of each variable, or `None` if the form is not suited or none was found.
///
/// # Errors
/// The limit that was reached.
pub fn find(form: &Numbers, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
    let Some(mut board) = Board::new(form) else { return Ok(None) };
    let mut random = Random(0);
    let mut work = 0;
    while work < WORK {
        board.shuffle(&mut random);
        for step in 1..=PATIENCE * board.cells.len() {
            if board.off == 0 {
                let solution = board.solution(form);
                return Ok(solution);
            }
            budget.check()?;
            let Some(pair) = board.best(step, &mut random, &mut work) else { break };
            board.exchange(pair);
            pair.into_iter()
                .for_each(|cell| board.rests[cell] = step + 2 + random.below(board.cells.len().div_ceil(4)));
        }
    }
    Ok(None)
}

/// Numbers on cells, and by how much their sums are off.
struct Board<'a> {
    form: &'a Numbers,
    /// The variables that do not have a given number.
    cells: Vec<usize>,
    /// The number of each variable.
    numbers: Vec<i64>,
    /// By variable: the rows and its coefficients in them.
    rows_of: Vec<Vec<(usize, i64)>>,
    sums: Vec<i64>,
    off: i64,
    /// By variable: the step until which it rests.
    rests: Vec<usize>,
}

impl<'a> Board<'a> {
    /// Returns the board of a form whose variables have one set of numbers, each once, or a given one.
    fn new(form: &'a Numbers) -> Option<Board<'a>> {
        let count = form.variables.len();
        if form.goal.is_some() || form.rows.iter().any(|row| row.bound.abs() > 1 << 40) {
            return None;
        }
        let model = form.variables.iter().max_by_key(|values| values.len())?;
        // Each number has one exclusion, which all variables share.
        let is_known = |value: &super::Value| {
            let same = model.iter().find(|other| other.number == value.number);
            value.exclusions.len() == 1 && same.is_some_and(|other| other.exclusions == value.exclusions)
        };
        let has_its_values =
            |values: &Vec<super::Value>| [1, count].contains(&values.len()) && values.iter().all(is_known);
        if model.len() != count || form.exclusions.len() != count || !form.variables.iter().all(has_its_values) {
            return None;
        }
        let mut rows_of = vec![Vec::new(); count];
        for (index, row) in form.rows.iter().enumerate() {
            row.terms.iter().for_each(|&(variable, coefficient)| rows_of[variable].push((index, coefficient)));
        }
        let mut board = Board {
            form,
            cells: Vec::new(),
            numbers: vec![0; count],
            rows_of,
            sums: vec![0; form.rows.len()],
            off: 0,
            rests: vec![0; count],
        };
        let mut left: Vec<i64> = model.iter().map(|value| value.number).collect();
        for (variable, values) in form.variables.iter().enumerate() {
            if let [only] = &values[..] {
                board.numbers[variable] = only.number;
                left.retain(|&number| number != only.number);
            } else {
                board.cells.push(variable);
            }
        }
        if board.cells.len() != left.len() || board.cells.len() < 2 {
            return None;
        }
        board.cells.iter().zip(left).for_each(|(&cell, number)| board.numbers[cell] = number);
        Some(board)
    }

    fn shuffle(&mut self, random: &mut Random) {
        let order = random.permutation(self.cells.len());
        let numbers: Vec<i64> = order.iter().map(|&place| self.numbers[self.cells[place]]).collect();
        self.cells.iter().zip(numbers).for_each(|(&cell, number)| self.numbers[cell] = number);
        for (sum, row) in self.sums.iter_mut().zip(&self.form.rows) {
            *sum = row.terms.iter().map(|&(variable, coefficient)| coefficient * self.numbers[variable]).sum();
        }
        self.off = (0..self.sums.len()).map(|row| self.off_by(row, self.sums[row])).sum();
        self.rests.fill(0);
    }

    /// Returns by how much a sum breaks its row.
    fn off_by(&self, row: usize, sum: i64) -> i64 {
        let row = &self.form.rows[row];
        match row.relation {
            Relation::Equal => (sum - row.bound).abs(),
            Relation::AtMost => (sum - row.bound).max(0),
            Relation::AtLeast => (row.bound - sum).max(0),
        }
    }

    /// Returns the exchange that leaves the least, of cells that do not rest; one that leaves nothing in any case.
    fn best(&self, step: usize, random: &mut Random, work: &mut u64) -> Option<[usize; 2]> {
        let (mut best, mut least, mut equal) = (None, i64::MAX, 0);
        for (place, &one) in self.cells.iter().enumerate() {
            for &other in &self.cells[..place] {
                let off = self.off_after([one, other]);
                *work += (self.rows_of[one].len() + self.rows_of[other].len()) as u64;
                let rests = self.rests[one] > step || self.rests[other] > step;
                if off > least || rests && off > 0 {
                    continue;
                }
                if off < least {
                    (least, equal) = (off, 0);
                }
                equal += 1;
                if random.below(equal) == 0 {
                    best = Some([one, other]);
                }
            }
        }
        best
    }

    /// Returns by how much the sums would be off after an exchange.
    fn off_after(&self, [one, other]: [usize; 2]) -> i64 {
        let more = self.numbers[other] - self.numbers[one];
        let mut off = self.off;
        for &(row, coefficient) in &self.rows_of[one] {
            let shared =
                self.rows_of[other].iter().find(|(of, _)| *of == row).map_or(0, |(_, coefficient)| *coefficient);
            let sum = self.sums[row];
            off += self.off_by(row, sum + (coefficient - shared) * more) - self.off_by(row, sum);
        }
        for &(row, coefficient) in &self.rows_of[other] {
            if self.rows_of[one].iter().all(|(of, _)| *of != row) {
                let sum = self.sums[row];
                off += self.off_by(row, sum - coefficient * more) - self.off_by(row, sum);
            }
        }
        off
    }

    fn exchange(&mut self, [one, other]: [usize; 2]) {
        self.off = self.off_after([one, other]);
        let more = self.numbers[other] - self.numbers[one];
        self.rows_of[one].iter().for_each(|&(row, coefficient)| self.sums[row] += coefficient * more);
        self.rows_of[other].iter().for_each(|&(row, coefficient)| self.sums[row] -= coefficient * more);
        self.numbers.swap(one, other);
    }

    /// Returns the index of the value of each variable.
    fn solution(&self, form: &Numbers) -> Option<Vec<usize>> {
        let index =
            |(values, number): (&Vec<super::Value>, &i64)| values.iter().position(|value| value.number == *number);
        form.variables.iter().zip(&self.numbers).map(index).collect()
    }
}
