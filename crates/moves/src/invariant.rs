//! Why a goal cannot be reached, without a search: a sum over the cells that no move changes modulo a number.
//!
//! Each value on each cell has a weight. If no move changes the sum of the weights modulo p, and the sums of the start and the goal
//! differ, the goal cannot be reached. Where all values are different and moves only exchange them, the parity of the permutation
//! counts as a further weight: so the 15-puzzle with two tiles exchanged has no solution. The weights solve a linear system
//! modulo p; they are checked on every move before they are reported. Start with [`argument`].

use super::board::Game;
use super::goals;
use super::ground::{self, Action, Gives, Need};
use boardwright_base::board::Cell;
use boardwright_puzzle::capability::argument::{Argument, KeptSum, KeptTerm};
use std::collections::{BTreeMap, BTreeSet};

/// The moduli that are tried. A sum that no move changes at all is one modulo the last, a large prime.
const MODULI: [u64; 4] = [2, 3, 5, 1_000_003];
/// The most weights, and the most equations times the square of the weights, which takes a fraction of a second.
const MAX_WEIGHTS: usize = 1_500;
const MAX_SIZE: usize = 200_000_000;
/// The most combinations of values of one action.
const MAX_VALUES: usize = 400;

/// A change of a position: by weight, its coefficient. The last weight is that of an odd permutation.
type Row = BTreeMap<usize, i64>;

/// Returns an argument that no position of the goal can be reached, if one is found.
pub(super) fn argument(game: &Game) -> Option<Argument> {
    let actions = ground::all(game).ok()?;
    let goals: Vec<Vec<u16>> = goals::list(game, &actions)?.into_iter().collect();
    if goals.is_empty() {
        return Some(Argument::NoGoal);
    }
    let columns = Columns::new(game, &actions, &goals);
    let mut rows: BTreeSet<Row> = BTreeSet::new();
    for action in &actions {
        rows.extend(columns.rows(action)?);
        if columns.width > MAX_WEIGHTS || rows.len() * columns.width * columns.width > MAX_SIZE {
            return None;
        }
    }
    let mut found = None;
    let mut echelons: Vec<Echelon> = Vec::new();
    for goal in &goals {
        let difference = columns.difference(&game.start, goal);
        let mut invariant = None;
        for (index, &modulus) in MODULI.iter().enumerate() {
            if echelons.len() == index {
                echelons.push(Echelon::new(&rows, &columns, modulus));
            }
            invariant = echelons[index].weights(&rows, &difference, &columns);
            if invariant.is_some() {
                break;
            }
        }
        let (modulus, weights) = invariant?;
        found = found.or_else(|| Some(columns.describe(game, goal, modulus, &weights)));
    }
    found
}

/// The weights: one for each value of each cell that changes, and one for odd permutations.
struct Columns {
    values: usize,
    /// By cell: its place among those that change.
    places: Vec<Option<usize>>,
    width: usize,
    /// Whether all values are different and every move exchanges them.
    permutes: bool,
}

impl Columns {
    fn new(game: &Game, actions: &[Action], goals: &[Vec<u16>]) -> Columns {
        let mut places = vec![None; game.cell_count()];
        let written: BTreeSet<usize> =
            actions.iter().flat_map(|action| action.after.iter().map(|&(cell, _)| cell)).collect();
        written.iter().enumerate().for_each(|(place, &cell)| places[cell] = Some(place));
        let values = game.value_count();
        let different = |position: &Vec<u16>| {
            let held: Vec<u16> = written.iter().map(|&cell| position[cell]).collect();
            held.iter().collect::<BTreeSet<_>>().len() == held.len()
        };
        let sorted = |position: &Vec<u16>| {
            let mut held = position.clone();
            held.sort_unstable();
            held
        };
        let permutes = different(&game.start) && goals.iter().all(|goal| sorted(goal) == sorted(&game.start));
        Columns { values, places, width: written.len() * values + 1, permutes }
    }

    fn weight(&self, cell: usize, value: u16) -> Option<usize> {
        Some(self.places[cell]? * self.values + usize::from(value))
    }

    /// Returns the changes that an action makes, for all values of its cells; `None` if there are too many.
    fn rows(&self, action: &Action) -> Option<Vec<Row>> {
        let mut all: Vec<BTreeMap<usize, u16>> = vec![BTreeMap::new()];
        let copied = |cell: usize| action.after.iter().any(|&(at, gives)| at == cell || gives == Gives::Copy(cell));
        for (cell, need) in action.before.iter().filter(|(cell, _)| copied(*cell)) {
            let values = need.values();
            if all.len() * values.len() > MAX_VALUES {
                return None;
            }
            let with = |held: &BTreeMap<usize, u16>, value: u16| {
                let mut held = held.clone();
                held.insert(*cell, value);
                held
            };
            all =
                all.iter().flat_map(|held| values.iter().map(|&value| with(held, value)).collect::<Vec<_>>()).collect();
        }
        let row = |held: BTreeMap<usize, u16>| {
            let mut row = Row::new();
            let mut after = BTreeMap::new();
            for &(cell, gives) in &action.after {
                let new = match gives {
                    Gives::Value(value) => value,
                    Gives::Copy(from) => held[&from],
                };
                after.insert(cell, new);
                *row.entry(self.weight(cell, held[&cell])?).or_insert(0) -= 1;
                *row.entry(self.weight(cell, new)?).or_insert(0) += 1;
            }
            let before: BTreeMap<usize, u16> = after.keys().map(|cell| (*cell, held[cell])).collect();
            if self.permutes {
                row.insert(self.width - 1, i64::from(is_odd(&before, &after)?));
            }
            row.retain(|_, coefficient| *coefficient != 0);
            Some(row)
        };
        // An action that would make two values equal cannot be made where all are different.
        if !self.permutes {
            return all.into_iter().map(row).collect();
        }
        let is_sure = action.before.iter().all(|(_, need)| matches!(need, Need::Exactly(_)));
        let rows: Vec<Row> = all.into_iter().filter_map(row).collect();
        (!is_sure || !rows.is_empty()).then_some(rows)
    }

    fn difference(&self, start: &[u16], goal: &[u16]) -> Row {
        let mut row = Row::new();
        for cell in 0..start.len() {
            for (value, sign) in [(start[cell], -1), (goal[cell], 1)] {
                if let Some(weight) = self.weight(cell, value) {
                    *row.entry(weight).or_insert(0) += sign;
                }
            }
        }
        if self.permutes {
            let all = |position: &[u16]| -> BTreeMap<usize, u16> {
                (0..position.len()).filter(|&cell| self.places[cell].is_some()).map(|c| (c, position[c])).collect()
            };
            row.insert(self.width - 1, i64::from(is_odd(&all(start), &all(goal)).unwrap_or(false)));
        }
        row
    }

    fn describe(&self, game: &Game, goal: &[u16], modulus: u64, weights: &[u64]) -> Argument {
        let mut sums = [0, 0];
        let mut terms: BTreeMap<(u64, u16), Vec<Cell>> = BTreeMap::new();
        for (cell, &aim) in goal.iter().enumerate().take(game.cell_count()) {
            let weight = |value: u16| self.weight(cell, value).map_or(0, |weight| weights[weight]);
            sums[0] += weight(game.start[cell]);
            sums[1] += weight(aim);
            for value in 0..self.values as u16 {
                if weight(value) != 0 {
                    terms.entry((weight(value), value)).or_default().push(game.place(cell));
                }
            }
        }
        let signed = weights[self.width - 1] != 0;
        if signed {
            let all = |position: &[u16]| -> BTreeMap<usize, u16> { position.iter().copied().enumerate().collect() };
            let odd = is_odd(&all(&game.start), &all(goal)).unwrap_or(false);
            sums[1] += u64::from(odd) * weights[self.width - 1];
        }
        let [start, end] = sums.map(|sum| sum % modulus);
        let signed_weight = |weight: u64| {
            if weight > modulus / 2 && modulus > 5 { weight as i64 - modulus as i64 } else { weight as i64 }
        };
        let term = |((weight, value), cells)| KeptTerm {
            weight: signed_weight(weight),
            value: game.text(value).to_string(),
            cells,
        };
        let [start, goal] = [start, end].map(signed_weight);
        Argument::Kept(KeptSum {
            modulus: (modulus <= 5).then_some(modulus),
            start,
            goal,
            terms: terms.into_iter().map(term).collect(),
            has_parity: signed,
        })
    }
}

/// Returns whether the values of one map are an odd permutation of those of the other; `None` if they are no permutation.
fn is_odd(before: &BTreeMap<usize, u16>, after: &BTreeMap<usize, u16>) -> Option<bool> {
    let held: Vec<u16> = before.values().copied().collect();
    let order: Vec<usize> =
        after.values().map(|value| held.iter().position(|other| other == value)).collect::<Option<_>>()?;
    if order.iter().collect::<BTreeSet<_>>().len() != held.len() {
        return None;
    }
    let inversions = (0..order.len()).flat_map(|i| (0..i).map(move |j| (j, i))).filter(|&(j, i)| order[j] > order[i]);
    Some(inversions.count() % 2 == 1)
}

/// The rows of all moves modulo p, in reduced echelon form.
struct Echelon {
    modulus: u64,
    width: usize,
    /// By column: the row whose first entry, a 1, is there.
    rows: BTreeMap<usize, Vec<u64>>,
}

impl Echelon {
    fn new(rows: &BTreeSet<Row>, columns: &Columns, modulus: u64) -> Echelon {
        // The parity of a permutation is a weight modulo 2 only.
        let width = if modulus == 2 && columns.permutes { columns.width } else { columns.width - 1 };
        let mut echelon = Echelon { modulus, width, rows: BTreeMap::new() };
        for row in rows {
            let mut row = echelon.reduced(row);
            let Some(pivot) = row.iter().position(|&entry| entry != 0) else { continue };
            let inverse = power(row[pivot], modulus - 2, modulus);
            row.iter_mut().for_each(|entry| *entry = *entry * inverse % modulus);
            for other in echelon.rows.values_mut().filter(|other| other[pivot] != 0) {
                clear(other, pivot, &row, modulus);
            }
            echelon.rows.insert(pivot, row);
        }
        echelon
    }

    /// Returns a row without the entries that the others clear.
    fn reduced(&self, row: &Row) -> Vec<u64> {
        let mut dense = vec![0; self.width];
        for (&column, &coefficient) in row.iter().filter(|(column, _)| **column < self.width) {
            dense[column] = coefficient.rem_euclid(self.modulus as i64) as u64;
        }
        for (&pivot, by) in &self.rows {
            if dense[pivot] != 0 {
                clear(&mut dense, pivot, by, self.modulus);
            }
        }
        dense
    }

    /// Returns the modulus and weights that all rows keep and the difference does not, those with the fewest terms.
    fn weights(&self, rows: &BTreeSet<Row>, difference: &Row, columns: &Columns) -> Option<(u64, Vec<u64>)> {
        let modulus = self.modulus;
        let rest = self.reduced(difference);
        let mut best: Option<Vec<u64>> = None;
        for free in (0..self.width).filter(|&column| rest[column] != 0) {
            let mut weights = vec![0; columns.width];
            weights[free] = 1;
            self.rows.iter().for_each(|(&pivot, row)| weights[pivot] = (modulus - row[free]) % modulus);
            let terms = |weights: &[u64]| weights.iter().filter(|&&weight| weight != 0).count();
            if best.as_ref().is_none_or(|best| terms(&weights) < terms(best)) {
                best = Some(weights);
            }
        }
        let best = best?;
        let sum = |row: &Row| {
            row.iter()
                .map(|(&column, &n)| i128::from(n) * i128::from(best[column]))
                .sum::<i128>()
                .rem_euclid(modulus.into())
        };
        // The proof: every move keeps the sum, and the goal has another one.
        (rows.iter().all(|row| sum(row) == 0) && sum(difference) != 0).then_some((modulus, best))
    }
}

/// Subtracts a multiple of a row that has a 1 at the pivot, so that the entry there becomes 0.
fn clear(row: &mut [u64], pivot: usize, by: &[u64], modulus: u64) {
    let factor = modulus - row[pivot];
    for (entry, by) in row.iter_mut().zip(by).filter(|(_, by)| **by != 0) {
        *entry = (*entry + factor * by) % modulus;
    }
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1 % modulus, base % modulus, exponent);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}
