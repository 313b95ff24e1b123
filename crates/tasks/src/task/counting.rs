//! Contradictions found by counting, without a search.
//!
//! Some constraints fix a sum of variables: a row with two stars, a cell at which two lines meet. If a combination of them with
//! integer multipliers cancels every variable and leaves a number other than 0, they contradict each other. Example: a loop
//! through all 25 cells of a 5x5 board. With the cells coloured like a chessboard, the lines at the 13 cells of one colour
//! number 26, those at the 12 others 24, but every line joins the two colours. If every variable occurs an even number of times
//! and the numbers add up to an odd one, the constraints contradict each other as well.
//!
//! The multipliers come from elimination, in exact integers and modulo 2. `fixed` of the constraints finds sums
//! that are fixed by what is required near them.

use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::elimination::{Elimination, Sum};
use boardwright_ir::constraint::fixed::{self, FixedSum};
use boardwright_ir::constraint::sums::{Counted, NamedSum, Summed, Sums};
use boardwright_ir::constraint::{
    Atom, BoolVar, Constraint, Literal, Operand, Origin, OriginKind, Problem, Relation, Role, Term,
};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::cells::SheetLine;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of coefficients that are computed.
const MOST_STEPS: u64 = 100_000_000;
/// The largest multiplier of an argument that people can follow.
const MAX_MULTIPLIER: i64 = 60;

/// A contradiction among sums.
pub(super) struct CountingContradiction {
    /// The origins, clues first.
    pub(super) origins: Vec<Origin>,
    /// The argument.
    pub(super) sums: Sums,
}

/// What sums are about.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    /// The constraints.
    pub(super) problem: &'a Problem,
    /// What the variables decide, if that is known.
    pub(super) decisions: Option<&'a Decisions>,
    /// The places of the lines.
    pub(super) lines: &'a [SheetLine],
}

/// Finds sums that contradict each other; `None` if there are none or too many.
pub(super) fn find(board: &Board<'_>, budget: &Budget) -> Result<Option<CountingContradiction>, Stop> {
    let Board { problem, decisions, .. } = *board;
    let all = rows(problem, budget)?;
    if let Some(decisions) = decisions {
        let is_decided = |literal: &Literal| matches!(literal.atom, Atom::Boolean(_));
        let decided: BTreeSet<Atom> = of_board(decisions).filter(is_decided).map(|literal| literal.atom).collect();
        // People count what they see: first without auxiliary variables.
        let is_seen =
            |row: &&FixedSum| row.sum.terms.keys().all(|&variable| decided.contains(&Atom::Boolean(BoolVar(variable))));
        let seen: Vec<FixedSum> = all.iter().filter(is_seen).cloned().collect();
        if seen.len() < all.len()
            && let Some(found) = among(board, seen, budget)?
        {
            return Ok(Some(found));
        }
    }
    among(board, all, budget)
}

/// Returns the literals of what a board shows.
fn of_board(decisions: &Decisions) -> impl Iterator<Item = Literal> + '_ {
    decisions.layers.iter().flatten().flatten().chain(&decisions.lines).copied()
}

/// Finds sums among these that contradict each other.
fn among(board: &Board<'_>, rows: Vec<FixedSum>, budget: &Budget) -> Result<Option<CountingContradiction>, Stop> {
    let rows = cancelling(rows);
    for modulus in [None, Some(2)] {
        let mut elimination = Elimination::new(modulus, MOST_STEPS);
        let mut fewest: Option<Sum> = None;
        for (number, row) in rows.iter().enumerate() {
            budget.check()?;
            let left = elimination.add(row.sum.clone().numbered(number)).filter(|left| left.bound != 0);
            let fewer = |left: &Sum| fewest.as_ref().is_none_or(|sum| left.multipliers.len() < sum.multipliers.len());
            fewest = left.filter(fewer).or(fewest);
        }
        if let Some(counted) = fewest.and_then(|sum| counted(board, &rows, &sum, modulus.is_some())) {
            return Ok(Some(counted));
        }
    }
    Ok(None)
}

/// Returns the sums among the required constraints, and those that follow from a few of them, each once.
fn rows(problem: &Problem, budget: &Budget) -> Result<Vec<FixedSum>, Stop> {
    let mut rows = Vec::new();
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        let Constraint::Sum { terms, relation: Relation::Equal, bound } = &posted.constraint else { continue };
        let literal = |term: &Term| match term.operand {
            Operand::Literal(literal) => Some((term.coefficient, literal)),
            Operand::Integer(_) => None,
        };
        let terms: Option<Vec<(i64, Literal)>> = terms.iter().map(literal).collect();
        rows.extend(terms.and_then(|terms| FixedSum::of(&terms, *bound, vec![posted.origin])));
    }
    rows.extend(fixed::rows(problem, budget)?);
    let mut met = BTreeSet::new();
    rows.retain(|row| met.insert(row.sum.terms.clone()));
    Ok(rows)
}

/// Removes the rows with a variable that no other row has, because nothing cancels it.
fn cancelling(mut rows: Vec<FixedSum>) -> Vec<FixedSum> {
    loop {
        let mut often: BTreeMap<u32, usize> = BTreeMap::new();
        rows.iter().flat_map(|row| row.sum.terms.keys()).for_each(|&variable| *often.entry(variable).or_default() += 1);
        let before = rows.len();
        // Modulo 2 an even coefficient vanishes.
        rows.retain(|row| {
            row.sum.terms.iter().all(|(variable, coefficient)| often[variable] > 1 || coefficient % 2 == 0)
        });
        if rows.len() == before {
            return rows;
        }
    }
}

/// Returns the argument of rows that add up to a contradiction; `None` if the multipliers are too large to be followed, or too few.
fn counted(board: &Board<'_>, rows: &[FixedSum], sum: &Sum, is_parity: bool) -> Option<CountingContradiction> {
    let problem = board.problem;
    // The first sum is added.
    let sign = if sum.multipliers.values().next().is_some_and(|&first| first < 0) { -1 } else { 1 };
    let multiplier = |&number: &usize| {
        let times = sign * i64::try_from(sum.multipliers[&number]).ok()?;
        (times.abs() <= MAX_MULTIPLIER).then_some(times)
    };
    let used: Vec<(&FixedSum, i64)> =
        sum.multipliers.keys().map(|number| Some((&rows[*number], multiplier(number)?))).collect::<Option<_>>()?;
    // The rows are added up once more: elimination is not trusted with an answer.
    let mut left: BTreeMap<u32, i128> = BTreeMap::new();
    let mut rest: i128 = 0;
    for (row, times) in &used {
        for (&variable, coefficient) in &row.sum.terms {
            *left.entry(variable).or_insert(0) += coefficient * i128::from(*times);
        }
        rest += row.sum.bound * i128::from(*times);
    }
    let is_zero = |value: i128| if is_parity { value % 2 == 0 } else { value == 0 };
    if is_zero(rest) || !left.values().all(|&sum| is_zero(sum)) {
        return None;
    }
    let is_meaning =
        |row: &FixedSum| row.origins.iter().all(|&id| problem.origin_of(id).kind == OriginKind::Definition);
    let named: Vec<(&FixedSum, i64)> = used.iter().filter(|(row, _)| !is_meaning(row)).copied().collect();
    // One or two sums need no argument.
    if named.len() < 3 {
        return None;
    }
    let mut origins: Vec<Origin> = Vec::new();
    for id in named.iter().flat_map(|(row, _)| &row.origins) {
        let origin = problem.origin_of(*id);
        if origin.kind != OriginKind::Definition && !origins.contains(origin) {
            origins.push(origin.clone());
        }
    }
    origins.sort_by_key(|origin| origin.kind != OriginKind::Clue);
    let found = Contradicting { board, sums: &named, is_all: named.len() == used.len() };
    let counted = found.counted();
    let summed = if is_parity { found.parity(rest) } else { found.difference(counted) };
    Some(CountingContradiction { origins, sums: Sums { counted, summed } })
}

/// Sums with their multipliers that contradict each other.
struct Contradicting<'p> {
    board: &'p Board<'p>,
    sums: &'p [(&'p FixedSum, i64)],
    /// Whether these are all rows, so that the argument does not use others, such as that a cell has one value.
    is_all: bool,
}

impl Contradicting<'_> {
    /// Returns the origin that names a sum: its first, or the one about the fewest cells.
    fn origin(&self, row: &FixedSum) -> &Origin {
        let origins = row.origins.iter().map(|&id| self.board.problem.origin_of(id));
        let named = origins.filter(|origin| origin.kind != OriginKind::Definition);
        named.min_by_key(|origin| origin.cells.len()).unwrap_or_else(|| self.board.problem.origin_of(row.origins[0]))
    }

    fn named(&self, of: &[&(&FixedSum, i64)]) -> Vec<NamedSum> {
        let named =
            |sum: &&(&FixedSum, i64)| NamedSum { origin: self.origin(sum.0).clone(), times: sum.1.unsigned_abs() };
        of.iter().map(named).collect()
    }

    /// Returns what the variables are.
    fn counted(&self) -> Counted {
        let Some(decisions) = self.board.decisions else { return Counted::Choices };
        let atoms: BTreeSet<Atom> = self
            .sums
            .iter()
            .flat_map(|(row, _)| row.sum.terms.keys())
            .map(|&variable| Atom::Boolean(BoolVar(variable)))
            .collect();
        let all_in = |literals: &mut dyn Iterator<Item = &Literal>| {
            let own: BTreeSet<Atom> = literals.map(|literal| literal.atom).collect();
            atoms.is_subset(&own)
        };
        if all_in(&mut decisions.lines.iter()) {
            Counted::Lines
        } else if all_in(&mut decisions.layers.iter().flatten().flatten()) {
            Counted::Cells
        } else {
            Counted::Choices
        }
    }

    /// Returns the cell at which all lines of a sum meet.
    fn place(&self, row: &FixedSum) -> Option<Cell> {
        let lines = &self.board.decisions?.lines;
        let ends = |&variable: &u32| {
            let line = lines.iter().position(|line| line.atom == Atom::Boolean(BoolVar(variable)))?;
            Some(self.board.lines.get(line)?.ends)
        };
        let ends: Vec<[Cell; 2]> = row.sum.terms.keys().map(ends).collect::<Option<_>>()?;
        let meets = |cell: &Cell| ends.iter().all(|ends| ends.contains(cell));
        ends.first()?.iter().copied().filter(|_| ends.len() > 1).find(meets)
    }

    fn total(of: &[&(&FixedSum, i64)]) -> Option<i64> {
        let all_stated = of.iter().all(|(row, _)| row.stated);
        let total: i128 = of.iter().map(|(row, times)| row.sum.bound * i128::from(times.abs())).sum();
        i64::try_from(total).ok().filter(|_| all_stated)
    }

    /// Two groups of sums count the same variables and have different totals.
    fn difference(&self, counted: Counted) -> Summed {
        let (one, other): (Vec<_>, Vec<_>) = self.sums.iter().partition(|(_, multiplier)| *multiplier > 0);
        let (Some(left), Some(right), true) = (Self::total(&one), Self::total(&other), self.is_all) else {
            let all: Vec<&(&FixedSum, i64)> = self.sums.iter().collect();
            return Summed::Cancel { sums: self.named(&all), with_others: !self.is_all };
        };
        let colour = |of: &[&(&FixedSum, i64)]| -> Option<usize> {
            let mut colours = of.iter().map(|(row, _)| self.place(row).map(|cell| (cell.row + cell.column) % 2));
            let first = colours.next()??;
            colours.all(|colour| colour == Some(first)).then_some(first)
        };
        // Then each line is at one cell of either group.
        if let (Some(a), Some(b)) = (colour(&one), colour(&other))
            && a != b
            && counted == Counted::Lines
            && self.sums.iter().all(|(_, multiplier)| multiplier.abs() == 1)
        {
            return Summed::Chequered { cells: [one.len(), other.len()], lines: [left, right] };
        }
        if one.is_empty() || other.is_empty() {
            let all = if one.is_empty() { &other } else { &one };
            return Summed::Left { sums: self.named(all), total: left + right };
        }
        Summed::Differ { sums: [self.named(&one), self.named(&other)], totals: [left, right] }
    }

    /// The sums count everything an even number of times, and add up to an odd number.
    fn parity(&self, rest: i128) -> Summed {
        let all: Vec<&(&FixedSum, i64)> = self.sums.iter().collect();
        let total = Self::total(&all).filter(|_| self.is_all).map_or(rest, i128::from);
        Summed::Odd { sums: self.named(&all), total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(sums: &[(&[usize], i64)], variables: usize) -> Problem {
        let mut problem = Problem::new();
        let all: Vec<_> = (0..variables).map(|index| problem.boolean(format!("r1c{}=Q", index + 1))).collect();
        for (number, (members, bound)) in sums.iter().enumerate() {
            let origin = problem.origin(Origin::named(number, format!("sum {}", number + 1)));
            problem.post(origin, Constraint::exactly(*bound, members.iter().map(|&index| all[index].into())));
        }
        problem
    }

    fn found(sums: &[(&[usize], i64)], variables: usize) -> Option<Sums> {
        let cells = (0..variables).map(|index| vec![BoolVar(index as u32).into()]).collect();
        let found = find(
            &Board { problem: &problem(sums, variables), decisions: Some(&Decisions::layer(cells)), lines: &[] },
            &Budget::none(),
        );
        found.unwrap_or_else(|_| panic!("no limit is reached")).map(|counted| counted.sums)
    }

    #[test]
    fn rows_and_columns_that_add_up_to_different_numbers() {
        // A 2x2 board.
        let rows_and_columns = |last: i64| found(&[(&[0, 1], 1), (&[2, 3], 1), (&[0, 2], 1), (&[1, 3], last)], 4);
        assert_eq!(rows_and_columns(1), None);
        let Some(Sums { counted: Counted::Cells, summed: Summed::Differ { sums, totals } }) = rows_and_columns(2)
        else {
            panic!("2 is not 3")
        };
        let named = sums.map(|sums| sums.iter().map(|sum| (sum.origin.rule_name().into_owned(), sum.times)).collect());
        let group = |names: [&str; 2]| names.map(|name| (name.to_string(), 1)).to_vec();
        let expected: [Vec<(String, u64)>; 2] = [group(["sum 1", "sum 2"]), group(["sum 3", "sum 4"])];
        assert_eq!((named, totals), (expected, [2, 3]));
    }

    #[test]
    fn a_triangle_with_an_odd_number_of_ends() {
        let odd = found(&[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2], 1)], 3).expect("each is half");
        assert!(matches!(&odd.summed, Summed::Odd { sums, total: 3 } if sums.len() == 3), "{odd:?}");
        assert_eq!(found(&[(&[0, 1], 1), (&[1, 2], 2), (&[0, 2], 1)], 3), None);
    }

    #[test]
    fn multipliers_other_than_one() {
        // x + y = 1, y + z = 1, x + 2y + z = 3.
        let mut problem = problem(&[(&[0, 1], 1), (&[1, 2], 1)], 3);
        let origin = problem.origin(Origin::named(2, "sum 3"));
        let terms = [(1, 0), (2, 1), (1, 2)].map(|(coefficient, index)| Term::literal(coefficient, BoolVar(index)));
        problem.post(origin, Constraint::Sum { terms: terms.to_vec(), relation: Relation::Equal, bound: 3 });
        let found = find(&Board { problem: &problem, decisions: None, lines: &[] }, &Budget::none())
            .unwrap_or_else(|_| panic!("no limit is reached"))
            .expect("2 is not 3");
        assert_eq!(found.origins.len(), 3);
    }
}
