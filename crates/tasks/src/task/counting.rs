//! Contradictions found by counting, without a search.
//!
//! Some constraints fix a sum of variables: a row with two stars, a cell at which two lines meet. If a combination of them with
//! integer multipliers cancels every variable and leaves a number other than 0, they contradict each other. Example: a loop
//! through all 25 cells of a 5x5 board. With the cells coloured like a chessboard, the lines at the 13 cells of one colour
//! number 26, those at the 12 others 24, but every line joins the two colours. If every variable occurs an even number of times
//! and the numbers add up to an odd one, the constraints contradict each other as well.
//!
//! The multipliers come from elimination, modulo a large prime and modulo 2, and are checked in exact integers.

use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::sums::{Counted, NamedSum, Summed, Sums};
use boardwright_ir::constraint::{
    Atom, BoolVar, Constraint, Literal, Operand, Origin, OriginId, OriginKind, Problem, Relation, Role,
};
use boardwright_puzzle::Decisions;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of steps.
const MOST_STEPS: usize = 100_000_000;
/// The modulus of elimination: a prime.
const PRIME: i64 = 2_147_483_647;
/// Multipliers are fractions with denominators up to this, and numerators of the same size.
const MAX_DENOMINATOR: i64 = 60;

/// A contradiction among sums.
pub(super) struct CountingContradiction {
    /// The origins, clues first.
    pub(super) origins: Vec<Origin>,
    /// The argument.
    pub(super) sums: Sums,
}

/// A sum of variables with a fixed value.
struct Row {
    /// The coefficients by variable, never 0.
    terms: BTreeMap<u32, i64>,
    bound: i64,
    /// The origins; the first one names the sum.
    origins: Vec<OriginId>,
    /// Whether `bound` is the number of the origin, over variables without substitution.
    stated: bool,
}

/// Finds sums that contradict each other; `None` if there are none or too many.
pub(super) fn find(
    problem: &Problem,
    decisions: Option<&Decisions>,
    budget: &Budget,
) -> Result<Option<CountingContradiction>, Stop> {
    let rows = cancelling(rows(problem));
    let variables: BTreeSet<u32> = rows.iter().flat_map(|row| row.terms.keys().copied()).collect();
    let variables: BTreeMap<u32, usize> =
        variables.into_iter().enumerate().map(|(at, variable)| (variable, at)).collect();
    let (height, width) = (rows.len(), variables.len());
    if height < 3 || height.saturating_mul(height).saturating_mul(width + height) > MOST_STEPS {
        return Ok(None);
    }
    for modulus in [PRIME, 2] {
        let Some(found) = eliminate(&rows, &variables, modulus, budget)? else { continue };
        let multipliers = if modulus == 2 { Some(found) } else { whole(&found) };
        if let Some(counted) =
            multipliers.and_then(|multipliers| counted((problem, decisions), &rows, &multipliers, modulus == 2))
        {
            return Ok(Some(counted));
        }
    }
    Ok(None)
}

/// Returns the sums among the required constraints, and those that follow from a few of them.
fn rows(problem: &Problem) -> Vec<Row> {
    let required = || problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    let mut rows = Vec::new();
    // Fixed literals, by the constraint that fixes them.
    let mut fixed: BTreeMap<Literal, OriginId> = BTreeMap::new();
    for posted in required() {
        match &posted.constraint {
            Constraint::Clause(literals) => {
                if let [literal] = literals[..] {
                    fixed.insert(literal, posted.origin);
                    rows.extend(row(&[(1, literal)], 1, vec![posted.origin]));
                }
            }
            Constraint::Sum { terms, relation: Relation::Equal, bound } => {
                let literal = |operand: Operand| match operand {
                    Operand::Literal(literal) => Some(literal),
                    Operand::Integer(_) => None,
                };
                let terms: Option<Vec<(i64, Literal)>> =
                    terms.iter().map(|term| Some((term.coefficient, literal(term.operand)?))).collect();
                rows.extend(terms.and_then(|terms| row(&terms, *bound, vec![posted.origin])));
            }
            _ => {}
        }
    }
    // If a line ends at a point, exactly one other does; so if some line must, exactly two do.
    let mut clauses: BTreeMap<Vec<Literal>, Vec<OriginId>> = BTreeMap::new();
    for posted in required() {
        let literals = match &posted.constraint {
            Constraint::Clause(literals) => literals.clone(),
            Constraint::Sum { terms, relation: Relation::AtLeast, bound: 1.. } => unit_terms(terms).unwrap_or_default(),
            _ => continue,
        };
        if literals.iter().any(|literal| fixed.contains_key(literal)) && literals.len() > 1 {
            continue;
        }
        let mut origins = vec![posted.origin];
        let mut left: Vec<Literal> = Vec::new();
        for literal in literals {
            match fixed.get(&!literal) {
                // The constraint that requires it is first: it has the name.
                Some(&origin) => origins.insert(0, origin),
                None => left.push(literal),
            }
        }
        left.sort_unstable();
        left.dedup();
        if !left.is_empty() {
            clauses.entry(left).or_insert(origins);
        }
    }
    for posted in required() {
        let Constraint::Sum { terms, relation: Relation::AtMost, bound: 2 } = &posted.constraint else { continue };
        let Some(mut all) = unit_terms(terms) else { continue };
        all.sort_unstable();
        let goes_on = |&literal: &Literal| {
            let mut clause: Vec<Literal> =
                all.iter().map(|&other| if other == literal { !other } else { other }).collect();
            clause.sort_unstable();
            clauses.get(&clause)
        };
        let Some(onwards) = all.iter().map(goes_on).collect::<Option<Vec<_>>>() else { continue };
        let Some(comes) = clauses.get(&all) else { continue };
        let terms: Vec<(i64, Literal)> = all.iter().map(|&literal| (1, literal)).collect();
        let mut origins: Vec<OriginId> =
            comes.iter().chain([&posted.origin]).chain(onwards.into_iter().flatten()).copied().collect();
        let mut met = BTreeSet::new();
        origins.retain(|origin| met.insert(origin.index()));
        rows.extend(row(&terms, 2, origins));
    }
    rows
}

/// Removes the rows with a variable that no other row has, because nothing cancels it.
fn cancelling(mut rows: Vec<Row>) -> Vec<Row> {
    loop {
        let mut often: BTreeMap<u32, usize> = BTreeMap::new();
        rows.iter().flat_map(|row| row.terms.keys()).for_each(|&variable| *often.entry(variable).or_default() += 1);
        let before = rows.len();
        // Modulo 2 an even coefficient vanishes.
        rows.retain(|row| row.terms.iter().all(|(variable, coefficient)| often[variable] > 1 || coefficient % 2 == 0));
        if rows.len() == before {
            return rows;
        }
    }
}

/// Returns the literals of a sum in which each counts once.
fn unit_terms(terms: &[boardwright_ir::constraint::Term]) -> Option<Vec<Literal>> {
    let literal = |term: &boardwright_ir::constraint::Term| match term.operand {
        Operand::Literal(literal) if term.coefficient == 1 => Some(literal),
        _ => None,
    };
    terms.iter().map(literal).collect()
}

fn row(terms: &[(i64, Literal)], bound: i64, origins: Vec<OriginId>) -> Option<Row> {
    let mut row = Row { terms: BTreeMap::new(), bound, origins, stated: true };
    for &(coefficient, literal) in terms {
        let Atom::Boolean(variable) = literal.atom else { return None };
        // `not x` is 1 - x.
        let is_plain = literal == Literal::from(variable);
        let coefficient = if is_plain { coefficient } else { -coefficient };
        if !is_plain {
            row.bound = row.bound.checked_add(coefficient)?;
        }
        row.stated &= is_plain;
        let sum = row.terms.entry(variable.0).or_insert(0);
        *sum = sum.checked_add(coefficient)?;
    }
    row.terms.retain(|_, coefficient| *coefficient != 0);
    Some(row)
}

/// Returns multipliers, few of them other than 0, with which the rows add up to a contradiction modulo a prime.
fn eliminate(
    rows: &[Row],
    variables: &BTreeMap<u32, usize>,
    modulus: i64,
    budget: &Budget,
) -> Result<Option<Vec<i64>>, Stop> {
    let (height, width) = (rows.len(), variables.len());
    // Coefficients, the bound, and which rows were added up.
    let mut table: Vec<Vec<i64>> = Vec::with_capacity(height);
    for (index, row) in rows.iter().enumerate() {
        let mut line = vec![0; width + 1 + height];
        row.terms
            .iter()
            .for_each(|(variable, coefficient)| line[variables[variable]] = coefficient.rem_euclid(modulus));
        line[width] = row.bound.rem_euclid(modulus);
        line[width + 1 + index] = 1;
        table.push(line);
    }
    let mut done = 0;
    for column in 0..width {
        if let Some(stop) = budget.reached() {
            return Err(stop);
        }
        let Some(pivot) = (done..height).find(|&line| table[line][column] != 0) else { continue };
        table.swap(done, pivot);
        let (above, below) = table.split_at_mut(done + 1);
        let first = &above[done];
        let inverse = inverse(first[column], modulus);
        for line in below.iter_mut().filter(|line| line[column] != 0) {
            let factor = modulus - line[column] * inverse % modulus;
            for (value, other) in line.iter_mut().zip(first).skip(column) {
                if *other != 0 {
                    *value = (*value + factor * other) % modulus;
                }
            }
        }
        done += 1;
    }
    let contradictions = table[done..].iter().filter(|line| line[width] != 0).map(|line| line[width + 1..].to_vec());
    Ok(contradictions.min_by_key(|multipliers| multipliers.iter().filter(|&&multiplier| multiplier != 0).count()))
}

/// Returns the inverse modulo a prime.
fn inverse(value: i64, prime: i64) -> i64 {
    let (mut power, mut base, mut result) = (prime - 2, value % prime, 1);
    while power > 0 {
        if power % 2 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        power /= 2;
    }
    result
}

/// Returns small integers in the same ratios.
fn whole(multipliers: &[i64]) -> Option<Vec<i64>> {
    let first = *multipliers.iter().find(|&&multiplier| multiplier != 0)?;
    let scale = inverse(first, PRIME);
    (1..=MAX_DENOMINATOR).find_map(|times| {
        let factor = scale * times % PRIME;
        let near = |&multiplier: &i64| {
            let value = multiplier * factor % PRIME;
            let value = if value > PRIME / 2 { value - PRIME } else { value };
            (value.abs() <= MAX_DENOMINATOR * MAX_DENOMINATOR).then_some(value)
        };
        multipliers.iter().map(near).collect()
    })
}

/// Returns the argument of rows with these multipliers, if they are a contradiction.
fn counted(
    (problem, decisions): (&Problem, Option<&Decisions>),
    rows: &[Row],
    multipliers: &[i64],
    is_parity: bool,
) -> Option<CountingContradiction> {
    let used = || rows.iter().zip(multipliers).filter(|(_, multiplier)| **multiplier != 0);
    let mut sums: BTreeMap<u32, i128> = BTreeMap::new();
    let mut rest: i128 = 0;
    for (row, &multiplier) in used() {
        for (variable, &coefficient) in &row.terms {
            *sums.entry(*variable).or_insert(0) += i128::from(multiplier) * i128::from(coefficient);
        }
        rest += i128::from(multiplier) * i128::from(row.bound);
    }
    let contradicts = match is_parity {
        true => sums.values().all(|sum| sum % 2 == 0) && rest % 2 != 0,
        false => sums.values().all(|&sum| sum == 0) && rest != 0,
    };
    let is_meaning = |row: &Row| row.origins.iter().all(|&id| problem.origin_of(id).kind == OriginKind::Definition);
    let named: Vec<(&Row, i64)> = used().filter(|(row, _)| !is_meaning(row)).map(|(row, &m)| (row, m)).collect();
    // One or two sums need no argument.
    if !contradicts || named.len() < 3 {
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
    let found = Contradicting { problem, sums: &named, is_all: named.len() == used().count() };
    let counted = found.counted(decisions);
    let summed = if is_parity { found.parity(rest) } else { found.difference(counted) };
    Some(CountingContradiction { origins, sums: Sums { counted, summed } })
}

/// Sums with their multipliers that contradict each other.
struct Contradicting<'p> {
    problem: &'p Problem,
    sums: &'p [(&'p Row, i64)],
    /// Whether these are all rows, so that the argument does not use others, such as that a cell has one value.
    is_all: bool,
}

impl Contradicting<'_> {
    /// Returns the origin that names a sum: its first, or the one about the fewest cells.
    fn origin(&self, row: &Row) -> &Origin {
        let origins = row.origins.iter().map(|&id| self.problem.origin_of(id));
        let named = origins.filter(|origin| origin.kind != OriginKind::Definition);
        named.min_by_key(|origin| origin.cells.len()).unwrap_or_else(|| self.problem.origin_of(row.origins[0]))
    }

    fn named(&self, of: &[&(&Row, i64)]) -> Vec<NamedSum> {
        let named = |sum: &&(&Row, i64)| NamedSum { origin: self.origin(sum.0).clone(), times: sum.1.unsigned_abs() };
        of.iter().map(named).collect()
    }

    /// Returns what the variables are.
    fn counted(&self, decisions: Option<&Decisions>) -> Counted {
        let Some(decisions) = decisions else { return Counted::Choices };
        let atoms: BTreeSet<Atom> = self
            .sums
            .iter()
            .flat_map(|(row, _)| row.terms.keys())
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

    fn total(of: &[&(&Row, i64)]) -> Option<i64> {
        let all_stated = of.iter().all(|(row, _)| row.stated);
        all_stated.then(|| of.iter().map(|(row, multiplier)| row.bound * multiplier.abs()).sum())
    }

    /// Two groups of sums count the same variables and have different totals.
    fn difference(&self, counted: Counted) -> Summed {
        let (one, other): (Vec<_>, Vec<_>) = self.sums.iter().partition(|(_, multiplier)| *multiplier > 0);
        let (Some(left), Some(right), true) = (Self::total(&one), Self::total(&other), self.is_all) else {
            let all: Vec<&(&Row, i64)> = self.sums.iter().collect();
            return Summed::Cancel { sums: self.named(&all), with_others: !self.is_all };
        };
        let colour = |of: &[&(&Row, i64)]| -> Option<usize> {
            let colours: BTreeSet<Option<usize>> = of
                .iter()
                .map(|(row, _)| self.origin(row).cells.first().map(|cell| (cell.row + cell.column) % 2))
                .collect();
            let mut colours = colours.into_iter();
            colours.next().flatten().filter(|_| colours.next().is_none())
        };
        // Then each line is at one cell of either group.
        let of_cell = |(row, multiplier): &(&Row, i64)| multiplier.abs() == 1 && self.origin(row).cells.len() == 1;
        if let (Some(a), Some(b)) = (colour(&one), colour(&other))
            && a != b
            && counted == Counted::Lines
            && self.sums.iter().all(of_cell)
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
        let all: Vec<&(&Row, i64)> = self.sums.iter().collect();
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
        let found = find(&problem(sums, variables), Some(&Decisions::layer(cells)), &Budget::none());
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
        let terms = [(1, 0), (2, 1), (1, 2)]
            .map(|(coefficient, index)| boardwright_ir::constraint::Term::literal(coefficient, BoolVar(index)));
        problem.post(origin, Constraint::Sum { terms: terms.to_vec(), relation: Relation::Equal, bound: 3 });
        let found = find(&problem, None, &Budget::none())
            .unwrap_or_else(|_| panic!("no limit is reached"))
            .expect("2 is not 3");
        assert_eq!(found.origins.len(), 3);
    }
}
